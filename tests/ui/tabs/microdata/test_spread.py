"""Classes of values before and after grouping."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.grouping.microaggregate import MicroaggregateParams
from sdc_desktop.engine.methods.grouping.microaggregate import engine as microaggregate
from sdc_desktop.engine.source import Source
from sdc_desktop.ui.tabs.microdata.grouping.spread import MOST_CLASSES, class_edges, spreads
from tests.engine.methods.grouping.test_microaggregate import data_of

numbers = st.floats(-1e12, 1e12, allow_subnormal=False)


@given(numbers, numbers)
def test_classes_rise_hold_all_values_and_are_few(one, other) -> None:
    least, greatest = min(one, other), max(one, other)
    edges = class_edges(least, greatest)
    assert np.all(np.diff(edges) > 0)
    assert edges[0] <= least
    assert edges[-1] >= greatest
    assert 1 <= len(edges) - 1 <= MOST_CLASSES


@pytest.mark.parametrize(
    ("least", "greatest", "first"),
    [(0, 24, [0, 1, 2]), (1, 100, [0, 5, 10]), (-0.35, 1.1, [-0.4, -0.3, -0.2]), (12, 12, [12, 13])],
)
def test_classes_begin_at_round_numbers(least, greatest, first) -> None:
    assert class_edges(least, greatest)[: len(first)].tolist() == first


def spread_of(columns, **params):
    spec, source = MicroaggregateParams(**params), Source(data_of(columns), {})
    counted = microaggregate.counts(spec, source, JobContext())
    return spreads(counted, microaggregate.decide(spec, counted, JobContext()))


def test_released_numbers_are_counted_in_the_classes_of_the_original_ones() -> None:
    found = spread_of({"x": [0, 1, 2, 22, 23, 24]}, variables=["x"], k=3)["x"]
    assert found.before == (*[1] * 3, *[0] * 19, 1, 2)
    assert dict(zip(found.names, found.after, strict=True)) == dict.fromkeys(found.names, 0) | {
        "1": 3,
        "23": 3,
    }
    assert found.ranges[:2] == ("0 – 1", "1 – 2")


def test_categories_stay_and_missing_values_are_counted_apart() -> None:
    found = spread_of({"colour": ["red", "blue", "red", "", "red", "blue"]}, variables=["colour"], k=3)
    spread = found["colour"]
    assert spread.names == ("blue", "red")
    assert sum(spread.before) == sum(spread.after) == 5
    assert (spread.missing_before, spread.missing_after) == (1, 1)


def test_k_1_shows_the_same_twice() -> None:
    found = spread_of({"x": [1, 2, 3, 9]}, variables=["x"], k=1)["x"]
    assert found.before == found.after


def test_of_many_categories_neighbours_share_a_bar() -> None:
    found = spread_of({"colour": [f"c{i:03}" for i in range(300)]}, variables=["colour"], k=3)["colour"]
    assert (len(found.names), found.together) == (100, 3)
    assert found.before == (3,) * 100
    assert found.ranges[0] == "c000 – c002"
