"""Means, variances and correlations before and after, against NumPy and SciPy."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import pearsonr, spearmanr

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.methods.grouping.microaggregate import MicroaggregateParams
from sdc_desktop.engine.methods.grouping.microaggregate import engine as microaggregate
from sdc_desktop.engine.microdata.numeric_changes import numbers_of, numeric_changes
from sdc_desktop.engine.source import Source
from tests.support.data import microdata

CONTEXT = JobContext()


def survey(missing: bool):
    rng = np.random.default_rng(2)
    x = np.round(rng.normal(size=90), 2)
    y = np.round(x + rng.normal(size=90), 1)
    z = rng.integers(0, 6, 90).astype(float)
    columns = {name: [f"{value:g}" for value in values] for name, values in (("x", x), ("y", y), ("z", z))}
    if missing:
        for name, place in (("x", 3), ("x", 40), ("y", 40), ("z", 77)):
            columns[name][place] = ""
    data = microdata(columns | {"word": ["a", "b", "c"] * 30}, {"x": "key"})
    return data.with_variables(
        [replace(v, level="nominal" if v.name == "word" else "continuous") for v in data.variables]
    )


def protected(data):
    spec, source = MicroaggregateParams(variables=("x", "y"), k=4), Source(data, {})
    counted = microaggregate.counts(spec, source, CONTEXT)
    return microaggregate.apply(microaggregate.decide(spec, counted, CONTEXT), counted, source, CONTEXT)


@pytest.mark.parametrize("missing", [False, True])
def test_figures_are_those_of_numpy_and_scipy_on_the_records_that_have_both(missing) -> None:
    before = survey(missing)
    after = protected(before)
    found = numeric_changes(before, after, ["x", "y", "z", "word"], CONTEXT)
    assert found.names == ("x", "y", "z")
    for side, data in (("before", before), ("after", after)):
        columns = [numbers_of(data, name, CONTEXT) for name in found.names]
        for place, column in enumerate(columns):
            there = column[~np.isnan(column)]
            summary = getattr(found, side)[place]
            assert (summary.numbers, summary.missing) == (len(there), 90 - len(there))
            assert summary.mean == pytest.approx(np.mean(there))
            assert summary.variance == pytest.approx(np.var(there, ddof=1))
            for other, second in enumerate(columns):
                both = ~np.isnan(column) & ~np.isnan(second)
                for name, judge in (("pearson", pearsonr), ("spearman", spearmanr)):
                    own = getattr(getattr(found, name), side)[place, other]
                    assert own == pytest.approx(judge(column[both], second[both]).statistic, abs=1e-12)


def test_microaggregation_keeps_means_and_takes_variance() -> None:
    data = survey(missing=False)
    found = numeric_changes(data, protected(data), ["x", "y"], CONTEXT)
    for before, after in zip(found.before, found.after, strict=True):
        assert after.mean == pytest.approx(before.mean)
        assert after.variance < before.variance


def test_the_largest_change_is_found() -> None:
    data = survey(missing=False)
    found = numeric_changes(data, protected(data), ["x", "y", "z"], CONTEXT).pearson
    row, column, change = found.largest
    assert abs(change) == np.max(np.abs(found.after - found.before))
    assert change == found.after[row, column] - found.before[row, column]
    assert row < column


def test_what_is_no_number_after_is_left_out_and_a_constant_has_no_correlation() -> None:
    before = microdata({"x": ["1", "2", "3"], "y": ["2", "4", "7"], "c": ["5", "5", "5"]})
    after = microdata({"x": ["1-2", "1-2", "3-4"], "y": ["*", "4", "7"], "c": ["5", "5", "5"]})
    found = numeric_changes(before, after, ["x", "y", "c", "gone"], CONTEXT)
    assert found.names == ("y", "c")
    assert found.after[0].missing == 1
    assert found.pearson.after[0, 0] == 1.0
    assert np.isnan(found.pearson.after[0, 1])
    assert found.pearson.largest is None
    nothing = numeric_changes(before, after, ["x"], CONTEXT)
    assert (nothing.names, nothing.spearman.before.shape, nothing.spearman.largest) == ((), (0, 0), None)


def test_decimal_commas_and_missing_codes_are_understood() -> None:
    data = replace(microdata({"x": ["1,5", "-9", "2,25", "1.5"]}), decimal=",")
    data = data.with_variables([replace(data.variables[0], missing=("-9",))])
    numbers = numbers_of(data, "x", CONTEXT)
    assert numbers[[0, 2]].tolist() == [1.5, 2.25]
    assert np.isnan(numbers[[1, 3]]).all()


def test_very_large_and_very_small_numbers_are_correlated_all_the_same() -> None:
    rng = np.random.default_rng(4)
    x, y = rng.normal(size=30), rng.normal(size=30)
    data = microdata({"x": [f"{v * 1e90:.0f}" for v in x], "y": [f"{v * 1e-200:.220f}" for v in y]})
    found = numeric_changes(data, data, ["x", "y"], CONTEXT)
    assert found.pearson.before[0, 1] == pytest.approx(np.corrcoef(x, y)[0, 1])


def test_it_can_be_stopped() -> None:
    data = survey(missing=False)
    with pytest.raises(Cancelled):
        numeric_changes(data, data, ["x", "y"], JobContext(is_cancelled=lambda: True))
