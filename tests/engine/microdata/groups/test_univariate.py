"""The optimal univariate partition against all partitions there are."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.microdata.groups import groups
from sdc_desktop.engine.microdata.groups.block_columns import Scaled
from sdc_desktop.engine.microdata.groups.groups import optimal_univariate
from sdc_desktop.engine.microdata.groups.mdav import mdav

CONTEXT = JobContext()


def error_of(values, labels) -> float:
    return sum(
        float(np.sum((v - v.mean()) ** 2)) for v in (values[labels == g] for g in set(labels.tolist()))
    )


def least_error(values, k) -> float:
    """Over all partitions into groups of at least k, in order or not."""
    values = tuple(values)

    @cache
    def best(left: frozenset[int]) -> float:
        if not left:
            return 0.0
        first, *others = sorted(left)
        found = np.inf
        for chosen in range(2 ** len(others)):
            group = [first, *(i for bit, i in enumerate(others) if chosen >> bit & 1)]
            if len(group) >= k:
                own = np.array([values[i] for i in group])
                found = min(found, float(np.sum((own - own.mean()) ** 2)) + best(left - frozenset(group)))
        return found

    return best(frozenset(range(len(values))))


@given(st.lists(st.integers(-6, 6), min_size=1, max_size=8), st.integers(1, 8))
@settings(deadline=None, max_examples=60)
def test_no_partition_into_groups_of_k_or_more_loses_less(values, k) -> None:
    k, numbers = min(k, len(values)), np.array(values, dtype=float)
    labels = optimal_univariate(numbers, k, CONTEXT)
    assert np.bincount(labels).min() >= k
    assert error_of(numbers, labels) == pytest.approx(least_error(values, k), abs=1e-9)


@given(st.integers(1, 80), st.integers(1, 30), st.integers(0, 10**6))
@settings(deadline=None)
def test_groups_follow_one_another_and_have_k_to_2k_minus_1_values(n, k, seed) -> None:
    values = np.random.default_rng(seed).normal(size=n)
    k = min(k, n)
    labels = optimal_univariate(values, k, CONTEXT)
    sizes = np.bincount(labels)
    assert k <= sizes.min() <= sizes.max() <= 2 * k - 1 or len(sizes) == 1
    assert np.all(np.diff(labels[np.argsort(values)]) >= 0)


@pytest.mark.parametrize("k", [2, 3, 10])
def test_it_never_loses_more_than_mdav(k) -> None:
    values = np.random.default_rng(k).lognormal(size=2000)
    found = mdav([Scaled("difference", values)], k, CONTEXT)
    assert error_of(values, optimal_univariate(values, k, CONTEXT)) < error_of(values, found)


def test_large_numbers_with_small_differences_lose_no_figures() -> None:
    near = np.array([0.0, 1.0, 2.0, 10.0, 11.0, 12.0, 20.0, 21.0, 23.0])
    labels = optimal_univariate(1e12 + near, 3, CONTEXT)
    assert labels.tolist() == [0, 0, 0, 1, 1, 1, 2, 2, 2]


def test_equal_values_are_taken_by_index() -> None:
    assert optimal_univariate(np.zeros(7), 3, CONTEXT).tolist() == [0, 0, 0, 0, 1, 1, 1]


def test_looking_at_a_few_edges_at_a_time_gives_the_same_groups(monkeypatch) -> None:
    values = np.random.default_rng(0).normal(size=200)
    expected = optimal_univariate(values, 4, CONTEXT).tolist()
    monkeypatch.setattr(groups, "_EDGES", 12)
    assert optimal_univariate(values, 4, CONTEXT).tolist() == expected


@pytest.mark.parametrize("k", [0, 3])
def test_fewer_than_k_values_are_no_partition(k) -> None:
    with pytest.raises(ValueError, match="fewer than k records"):
        optimal_univariate(np.zeros(2), k, CONTEXT)


def test_cancel_stops_between_two_pieces(monkeypatch) -> None:
    monkeypatch.setattr(groups, "_EDGES", 300)
    query = []

    def is_cancelled() -> bool:
        query.append(None)
        return len(query) > 5

    with pytest.raises(Cancelled):
        optimal_univariate(np.arange(5000.0), 3, JobContext(is_cancelled=is_cancelled))
    assert len(query) == 6
