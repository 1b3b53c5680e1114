"""The value of each group, its text, and numbers of combinations."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdc_desktop.engine.microdata.groups.group_texts import number_text
from sdc_desktop.engine.microdata.groups.groups import Grouping, classes, representatives
from tests.support.plain_mdav import middle

records = st.lists(st.tuples(st.integers(0, 4), st.one_of(st.none(), st.integers(-3, 3))), min_size=1)


@given(records, st.sampled_from(["difference", "rank", "equality"]))
def test_the_value_of_a_group_is_its_mean_median_or_mode(rows, measure) -> None:
    labels = np.array([label for label, _ in rows])
    there = np.array([value is not None for _, value in rows])
    values = np.array([-999.0 if value is None else float(value) for _, value in rows])
    found = representatives(measure, values, there, Grouping(labels, 5))
    for group in range(5):
        expected = middle([value for label, value in rows if label == group], measure)
        if expected is None:
            assert np.isnan(found[group])
        else:
            assert found[group] == pytest.approx(float(expected), abs=1e-12)


@given(st.lists(st.tuples(st.integers(0, 2), st.booleans(), st.integers(-2, 2)), min_size=1))
def test_classes_are_equal_where_all_columns_are(rows) -> None:
    numbers = classes(*(np.array(column) for column in zip(*rows, strict=True)))
    assert sorted(set(numbers.tolist())) == list(range(len(set(rows))))
    assert len(set(zip(numbers.tolist(), rows, strict=True))) == len(set(rows))


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (2.0, "2"),
        (-0.0, "0"),
        (5 / 3, "1.66666666666667"),
        ((0.1 + 0.2 + 0.3) / 3, "0.2"),
        (1234567890123.5, "1234567890123.5"),
        (100000.0, "100000"),
        (1e17, "100000000000000000"),
        (-0.000025, "-0.000025"),
        (1.5e-30, "1.5e-30"),
        (2.5e60, "2.5e+60"),
    ],
)
def test_a_number_is_written_with_no_more_figures_than_it_needs(number, text) -> None:
    assert number_text(number, ".") == text
    assert number_text(number, ",") == text.replace(".", ",")


@given(st.decimals(-(10**9), 10**9, places=4))
def test_a_decimal_number_is_written_as_it_is(number) -> None:
    assert float(number_text(float(number), ".")) == float(number)
