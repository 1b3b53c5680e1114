"""What a ``microaggregate`` job makes of small microdata, what it refuses and what it says."""

import json
from dataclasses import replace

import numpy as np
import pytest

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.methods.grouping.microaggregate import MicroaggregateParams
from sdc_desktop.engine.methods.grouping.microaggregate import engine as microaggregate
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import to_json
from sdc_desktop.engine.source import Source
from tests.support.data import microdata
from tests.support.plain_mdav import quick_mdav

CONTEXT = JobContext()
LEVELS = {"i": "continuous", "x": "continuous", "y": "continuous", "grade": "ordinal", "colour": "nominal"}


def data_of(columns, roles=None, decimal=".", **declared) -> Microdata:
    """Microdata with these columns; x and y are continuous, grade is ordinal, the rest is nominal."""
    data = microdata({name: [str(value) for value in values] for name, values in columns.items()}, roles)
    variables = [replace(v, level=LEVELS.get(v.name, "nominal"), **declared) for v in data.variables]
    return replace(data.with_variables(variables), decimal=decimal)


def ran(data: Microdata, **params):
    """Result and released columns of a job."""
    spec, source = MicroaggregateParams(**params), Source(data, {})
    counted = microaggregate.counts(spec, source, CONTEXT)
    result = microaggregate.decide(spec, counted, CONTEXT)
    released = microaggregate.apply(result, counted, source, CONTEXT)
    rows = released.window(0, released.records)
    return result, dict(zip(released.names, map(list, zip(*rows, strict=True)), strict=True))


def refused(data: Microdata, **params):
    with pytest.raises(Refused) as refusal:
        ran(data, **params)
    return refusal.value.problems


def codes(data: Microdata, **params) -> list[str]:
    return [problem.code for problem in refused(data, **params)]


def notes(result) -> list[str]:
    return [problem.code for problem in result.notes]


# ----- values


def test_numbers_become_the_mean_of_their_group() -> None:
    result, released = ran(data_of({"x": [1, 2, 3, 10, 11, 15]}), variables=["x"], k=3)
    assert released["x"] == ["2", "2", "2", "12", "12", "12"]
    assert (result.groups, result.blocks[0].sizes) == (2, {3: 2})


def test_means_have_the_decimals_they_need_and_the_decimal_mark_of_the_data() -> None:
    data = data_of({"x": ["0,1", "0,2", "0,3", "1,5", "1,5", "2,5"]}, decimal=",")
    _, released = ran(data, variables=["x"], k=3)
    assert released["x"] == ["0,2"] * 3 + ["1,83333333333333"] * 3


def test_where_all_of_a_group_had_the_same_text_it_stays() -> None:
    _, released = ran(data_of({"x": ["1.50"] * 3 + ["20", "20.0", "20"]}), variables=["x"], k=3)
    assert released["x"] == ["1.50"] * 3 + ["20"] * 3


def test_ordinal_values_become_the_lower_median_category() -> None:
    data = data_of({"grade": ["low", "low", "mid", "high", "high", "mid"]}, order=("low", "mid", "high"))
    _, released = ran(data, variables=["grade"], k=6)
    assert released["grade"] == ["mid"] * 6
    data = data_of({"grade": ["low", "low", "mid", "high"]}, order=("low", "mid", "high"))
    _, released = ran(data, variables=["grade"], k=4)
    assert released["grade"] == ["low"] * 4


def test_ordinal_numbers_are_ordered_by_size_not_as_text() -> None:
    _, released = ran(data_of({"grade": [2, 9, 10, 11, 100]}), variables=["grade"], k=5)
    assert released["grade"] == ["10"] * 5


def test_ordinal_dates_need_no_declared_order() -> None:
    days = ["2024-03-01", "2023-12-31", "2024-05-01"]
    _, released = ran(data_of({"grade": days}), variables=["grade"], k=3)
    assert released["grade"] == ["2024-03-01"] * 3


def test_nominal_values_become_the_mode_of_equals_the_first() -> None:
    _, released = ran(data_of({"colour": ["red", "blue", "red", "blue", "green"]}), variables=["colour"], k=5)
    assert released["colour"] == ["blue"] * 5


def test_in_mixed_blocks_each_variable_is_stated_by_its_own_measure() -> None:
    columns = {
        "x": [1, 1, 1, 9, 9, 9],
        "grade": [1, 2, 3, 3, 4, 4],
        "colour": ["red", "red", "blue", "blue", "blue", "red"],
    }
    result, released = ran(data_of(columns), variables=["x", "grade", "colour"], k=3)
    assert released["x"] == ["1"] * 3 + ["9"] * 3
    assert released["grade"] == ["2"] * 3 + ["4"] * 3
    assert released["colour"] == ["red"] * 3 + ["blue"] * 3
    assert result.sse == pytest.approx((1 + 1 + 1) / 4**2 + 2)  # ranks of 4 categories, and two colours
    assert result.sst == pytest.approx(6 + (4 + 1 + 0 + 0 + 1 + 1) / 4**2 + 3)


def test_a_value_that_is_left_alone_is_so_in_every_other_variable() -> None:
    columns = {"x": [1, 2, 3, 4, 5, 6], "colour": list("abcdef")}
    _, released = ran(data_of(columns), variables=["x"], k=3)
    assert released["colour"] == list("abcdef")


def test_a_constant_variable_changes_nothing() -> None:
    values = np.random.default_rng(0).normal(size=30).tolist()
    alone, _ = ran(data_of({"x": values}), variables=["x"], k=3)
    beside, released = ran(data_of({"x": values, "y": [0.1] * 30}), variables=["x", "y"], k=3)
    assert beside.sse == pytest.approx(alone.sse, rel=1e-12)
    assert released["y"] == ["0.1"] * 30


def test_direct_identifiers_are_not_released() -> None:
    data = data_of({"id": range(4), "x": [1, 2, 3, 4]}, {"id": "direct_identifier", "x": "key"})
    _, released = ran(data, k=2)
    assert list(released) == ["x"]
    assert codes(data, variables=["id"], k=2) == ["recode.direct_identifier"]


# ----- loss


def test_without_variation_nothing_is_lost() -> None:
    result, _ = ran(data_of({"x": [5] * 9}), variables=["x"], k=3)
    assert (result.sse, result.sst, result.il) == (0.0, 0.0, 0.0)


def test_one_group_of_all_loses_everything() -> None:
    result, _ = ran(data_of({"x": [1, 2, 6]}), variables=["x"], k=3)
    assert result.il == pytest.approx(100)
    assert result.sst == pytest.approx(3)  # standardised: n


def test_loss_is_summed_over_blocks_in_the_units_of_grouping() -> None:
    columns = {"x": [1, 2, 3, 10, 11, 15], "y": [100, 300, 200, 0, 0, 0]}
    result, _ = ran(data_of(columns), blocks=[["x"], ["y"]], k=3, standardise=False)
    one, other = result.blocks
    assert (one.sse, one.sst) == (pytest.approx(16), pytest.approx(166))
    assert (other.sse, other.sst) == (pytest.approx(20_000), pytest.approx(80_000))
    assert result.il == pytest.approx(100 * 20_016 / 80_166)


def twin(n: int = 400) -> np.ndarray:
    """Numbers that look like a file of amounts, the same on every machine: a congruential generator."""
    state, values = 12345, []
    for _ in range(3 * n):
        state = (1103515245 * state + 12345) % 2**31
        values.append(state // 2**15)
    table = np.array(values, dtype=float).reshape(n, 3)
    table[:, 1] = table[:, 0] // 3 + table[:, 1] % 5000
    table[:, 2] = table[:, 2] % 40  # many ties
    return table


@pytest.mark.parametrize(("k", "loss"), [(3, 0.9436), (5, 1.9893), (10, 3.2984)])
def test_the_loss_on_a_generated_file_is_known(k, loss) -> None:
    table = twin()
    columns = dict(zip("ixy", table.astype(int).T.tolist(), strict=True))
    result, _ = ran(data_of(columns), variables=["i", "x", "y"], k=k)
    assert round(result.il, 4) == loss
    scaled = (table - table.mean(axis=0)) / table.std(axis=0)
    labels = quick_mdav(scaled, k)
    within = sum(
        float(((scaled[labels == g] - scaled[labels == g].mean(axis=0)) ** 2).sum())
        for g in range(labels.max() + 1)
    )
    assert result.sse == pytest.approx(within, rel=1e-10)
    assert result.sst == pytest.approx(scaled.size, rel=1e-10)


# ----- blocks, strata, methods


def test_the_key_variables_are_one_block_where_none_is_given() -> None:
    data = data_of({"x": range(9), "y": range(9), "other": range(9)}, {"x": "key", "y": "key"})
    result, _ = ran(data, k=3)
    assert [block.variables for block in result.blocks] == [("x", "y")]


def test_one_block_makes_the_file_k_anonymous_on_it() -> None:
    columns = {"x": np.random.default_rng(1).normal(size=100).tolist(), "y": list(range(50)) * 2}
    result, released = ran(data_of(columns), variables=["x", "y"], k=4)
    rows = list(zip(released["x"], released["y"], strict=True))
    assert min(rows.count(row) for row in rows) >= 4
    assert (result.before.uniques, result.after.uniques, result.after.k) == (100, 0, 4)


def test_several_blocks_are_grouped_each_for_itself_and_a_note_says_so() -> None:
    columns = {"x": [1, 1, 9, 9], "y": [1, 9, 1, 9]}
    result, released = ran(data_of(columns), blocks=[["x"], ["y"]], k=2)
    assert released == {"x": ["1", "1", "9", "9"], "y": ["1", "9", "1", "9"]}
    assert result.after.uniques == 4
    assert result.records_below_k == 0
    assert notes(result) == ["microaggregate.several_blocks"]


def test_groups_never_cross_strata_and_records_are_standardised_together() -> None:
    rng = np.random.default_rng(2)
    table = np.column_stack([rng.normal(size=60), 100 * rng.normal(size=60)])
    areas = np.array(["a", "b", "c"])[rng.integers(0, 3, 60)]
    table[areas == "b", 1] *= 50  # standardised for itself, "b" would be grouped otherwise
    columns = {"x": table[:, 0].tolist(), "y": table[:, 1].tolist(), "area": areas.tolist()}
    result, _ = ran(data_of(columns), variables=["x", "y"], strata="area", k=3)
    scaled = (table - table.mean(axis=0)) / table.std(axis=0)
    labels = result.labels[0]
    assert result.strata == 3
    for area in "abc":
        inside = np.flatnonzero(areas == area)
        expected = quick_mdav(scaled[inside], 3)
        assert (labels[inside] - labels[inside].min()).tolist() == expected.tolist()
    assert len(set(zip(labels.tolist(), areas.tolist(), strict=True))) == result.groups


def test_the_optimal_method_loses_no_more_than_mdav() -> None:
    data = data_of({"x": np.random.default_rng(3).lognormal(size=200).tolist()})
    best, _ = ran(data, variables=["x"], k=5, method="optimal_univariate")
    found, _ = ran(data, variables=["x"], k=5)
    assert best.il < found.il


def test_with_k_1_nothing_is_changed_and_a_note_says_so() -> None:
    columns = {"x": ["1.0", "02", "", "2"], "y": [5, 6, 7, 8]}
    result, released = ran(data_of(columns), variables=["x", "y"], k=1)
    assert released == {"x": ["1.0", "02", "", "2"], "y": ["5", "6", "7", "8"]}
    assert (result.groups, result.sse, result.il) == (4, 0.0, 0.0)
    assert result.after == result.before
    assert notes(result) == ["microaggregate.k_is_one"]


def test_key_variables_in_no_block_are_stated() -> None:
    data = data_of({"x": range(6), "y": range(6)}, {"x": "key", "y": "key"})
    result, _ = ran(data, variables=["x"], k=3)
    assert [(problem.code, problem.params["names"]) for problem in result.notes] == [
        ("microaggregate.left_out", ("y",))
    ]


# ----- missing values


def test_missing_values_stay_missing_and_count_in_no_mean() -> None:
    data = data_of({"x": [1, 2, "", 10, 11, 15], "y": [1, 1, 1, 9, 9, 9]})
    _, released = ran(data, variables=["x", "y"], k=3)
    assert released["x"] == ["1.5", "1.5", "", "12", "12", "12"]


def test_minus_999_is_a_number_unless_it_is_declared_missing() -> None:
    columns = {"x": [-999, -999, -999, 1, 2, 3]}
    _, released = ran(data_of(columns), variables=["x"], k=3)
    assert released["x"] == ["-999"] * 3 + ["2"] * 3
    _, released = ran(data_of({"x": [-999, -998, -997, 1, 2, 3]}), variables=["x"], k=6)
    assert released["x"] == ["-498"] * 6
    result, released = ran(data_of(columns, missing=("-999",)), variables=["x"], k=3)
    assert released["x"] == ["-999"] * 3 + ["2"] * 3
    assert result.blocks[0].missing == 3


def test_kept_missing_values_are_counted_below_k_and_warned_of() -> None:
    data = data_of({"x": [1, 2, "", 10, 11, 15], "y": [1, 1, 1, 9, 9, 9]})
    result, _ = ran(data, variables=["x", "y"], k=3)
    assert result.records_below_k == 3  # two that share group and values, one that lacks x
    assert (result.after.k, result.after.uniques) == (1, 1)
    assert notes(result) == ["microaggregate.missing_kept"]
    assert result.notes[0].severity.value == "warning"


def test_records_without_any_value_are_in_no_group() -> None:
    result, released = ran(data_of({"x": [1, 2, 3, "", ""]}), variables=["x"], k=3)
    assert released["x"] == ["2", "2", "2", "", ""]
    assert result.labels[0].tolist() == [0, 0, 0, -1, -1]
    assert (result.groups, result.records_below_k) == (1, 2)


def test_records_can_be_grouped_within_equal_patterns_of_missing_values() -> None:
    columns = {"x": [1, "", 2, "", 3, ""], "y": [1, 1, 2, 2, 3, 6]}
    result, released = ran(data_of(columns), variables=["x", "y"], k=3, missing="patterns")
    assert released == {"x": ["2", "", "2", "", "2", ""], "y": ["2", "3", "2", "3", "2", "3"]}
    assert (result.records_below_k, result.after.k, notes(result)) == (0, 3, [])


def test_a_pattern_with_fewer_than_k_records_is_refused_by_count() -> None:
    columns = {"x": [1, "", 2, "", 3], "y": [1, 1, 2, 2, 3]}
    (problem,) = refused(data_of(columns), variables=["x", "y"], k=3, missing="patterns")
    assert problem.code == "microaggregate.small_pattern"
    assert problem.params == {"number": 1, "least": 2, "k": 3}


def test_records_that_lack_a_value_can_be_left_out() -> None:
    columns = {"x": [1, "", 2, 100, 3], "colour": ["a", "b", "c", "", "d"], "note": list("vwxyz")}
    result, released = ran(data_of(columns), variables=["x"], k=3, missing="suppress")
    assert released["note"] == ["v", "x", "y", "z"]  # colour is in no block
    assert (result.records, result.suppressed, result.records_below_k) == (5, 1, 0)
    result, released = ran(data_of(columns), blocks=[["x"], ["colour"]], k=3, missing="suppress")
    assert released["x"] == ["2", "2", "2"]
    assert released["note"] == ["v", "x", "z"]
    assert notes(result) == ["microaggregate.suppressed", "microaggregate.several_blocks"]


# ----- what is refused


def test_a_stratum_smaller_than_k_is_refused_by_count_not_by_name() -> None:
    data = data_of({"x": range(8), "area": ["a"] * 6 + ["secret"] * 2})
    (problem,) = refused(data, variables=["x"], strata=["area"], k=3)
    assert problem.code == "microaggregate.small_stratum"
    assert problem.params == {"number": 1, "least": 2, "k": 3}


def test_a_stratum_made_small_by_missing_values_is_refused_too() -> None:
    data = data_of({"x": [1, 2, 3, 4, "", 6], "area": list("aaabbb")})
    assert codes(data, variables=["x"], strata="area", k=3) == ["microaggregate.small_stratum"]
    assert codes(data, variables=["x"], strata="area", k=3, missing="suppress") == [
        "microaggregate.small_stratum"
    ]


@pytest.mark.parametrize("values", [[1, 2], ["", "", "", ""], [1, "", "", 2]])
def test_fewer_than_k_records_are_refused(values) -> None:
    assert codes(data_of({"x": values}), variables=["x"], k=3) == ["microaggregate.too_few"]


@pytest.mark.parametrize(
    ("params", "code"),
    [
        ({"variables": ["z"]}, "plan.unknown_variable"),
        ({"variables": ["x"], "strata": ["z"]}, "plan.unknown_variable"),
        ({"variables": []}, "microaggregate.no_variables"),
        ({"blocks": []}, "microaggregate.no_variables"),
        ({"blocks": [["x"], []]}, "microaggregate.no_variables"),
        ({}, "microaggregate.no_variables"),
        ({"variables": ["x"], "blocks": [["y"]]}, "microaggregate.variables_and_blocks"),
        ({"variables": ["x", "x"]}, "microaggregate.doubled"),
        ({"blocks": [["x"], ["y", "x"]]}, "microaggregate.doubled"),
        ({"variables": ["x"], "strata": "x"}, "microaggregate.stratum_in_block"),
        ({"variables": ["x", "y"], "method": "optimal_univariate"}, "microaggregate.one_variable_a_block"),
        ({"variables": ["colour"], "method": "optimal_univariate"}, "microaggregate.needs_numbers"),
        ({"variables": ["grade"]}, "microaggregate.no_order"),
    ],
)
def test_what_cannot_be_done_is_refused(params, code) -> None:
    columns = {"x": range(4), "y": range(4), "grade": ["low", "high"] * 2, "colour": list("abab")}
    assert codes(data_of(columns), **params, k=2) == [code]


@pytest.mark.parametrize(
    ("values", "code"),
    [
        (["1", "2", "three"], "microaggregate.not_numbers"),
        (["1", "2", "1_0"], "microaggregate.not_numbers"),
        (["1", "2", "1,5"], "microaggregate.not_numbers"),
        (["1", "2", "nan"], "microaggregate.not_numbers"),
        (["1", "2", "1e999"], "microaggregate.too_large"),
    ],
)
def test_texts_that_are_no_numbers_are_refused_by_count(values, code) -> None:
    (problem,) = refused(data_of({"x": values}), variables=["x"], k=2)
    assert (problem.code, problem.params) == (code, {"name": "x", "number": 1})


def test_an_order_that_lacks_a_value_is_refused() -> None:
    data = data_of({"grade": ["low", "high", "mid", "mid"]}, order=("low", "high"))
    (problem,) = refused(data, variables=["grade"], k=2)
    assert (problem.code, problem.params["number"]) == ("microaggregate.order_lacks", 1)


# ----- result


def test_the_result_as_json_tells_no_record() -> None:
    result, _ = ran(data_of({"x": range(7)}), variables=["x"], k=3)
    shown = json.loads(json.dumps(to_json(result), allow_nan=False))
    assert "labels" not in shown
    assert "kept" not in shown
    assert shown["blocks"][0]["sizes"] == {"3": 1, "4": 1}
    assert {"groups", "sse", "sst", "il", "k", "records_below_k"} <= set(shown)


def test_the_same_job_gives_the_same_result() -> None:
    data = data_of({"x": np.random.default_rng(4).integers(0, 5, 200).tolist(), "y": list(range(20)) * 10})
    one, other = (ran(data, variables=["x", "y"], k=3) for _ in range(2))
    assert one[0] == other[0]
    assert one[1] == other[1]


def test_cancel_leaves_the_data_as_they_were() -> None:
    data = data_of({"x": np.random.default_rng(5).normal(size=300).tolist()})
    spec, source = MicroaggregateParams(variables=("x",), k=3), Source(data, {})
    counted = microaggregate.counts(spec, source, CONTEXT)
    before = data.window(0, 300)
    stop = JobContext(is_cancelled=lambda: True)
    with pytest.raises(Cancelled):
        microaggregate.decide(spec, counted, stop)
    result = microaggregate.decide(spec, counted, CONTEXT)
    with pytest.raises(Cancelled):
        microaggregate.apply(result, counted, source, stop)
    assert data.window(0, 300) == before
