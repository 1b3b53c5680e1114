"""Groups of persons: those of the plain method and of all segmentations; with one record each, of records."""

from collections import Counter
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.microdata.groups.block_columns import Scaled
from sdc_desktop.engine.microdata.groups.groups import optimal_univariate
from sdc_desktop.engine.microdata.groups.mdav import MixedLeft, PointsLeft, mdav
from sdc_desktop.engine.microdata.groups.person_groups import (
    mdav_of_persons,
    optimal_of_persons,
    partition_of_persons,
)
from tests.support.plain_mdav import CENTRE_TIE, columns_of, distance, middle

CONTEXT = JobContext()


def plain_of_persons(records, measures, persons, k):
    """The groups (records,) by the method's description, evaluating every record each time."""
    left, labels, groups = list(range(len(records))), [-1] * len(records), 0

    def number():
        return len({persons[i] for i in left} - {-1})

    def take(record):
        nonlocal left, groups
        others = [i for i in left if i != record]
        others.sort(key=lambda i: (distance(records[i], records[record], measures), i))
        seen = set()
        for i in [record, *others]:
            labels[i] = groups
            seen |= {persons[i]} - {-1}
            if len(seen) == k:
                break
        left = [i for i in left if labels[i] < 0]
        groups += 1

    def outermost():
        centre = [middle([records[i][j] for i in left], m) for j, m in enumerate(measures)]
        distances = [distance(records[i], centre, measures) for i in left]
        least = max(distances) * (1 - CENTRE_TIE)
        return next(i for i, d in zip(left, distances, strict=True) if d >= least)

    while number() >= 3 * k:
        first = outermost()
        take(first)
        take(max(left, key=lambda i: (distance(records[i], records[first], measures), -i)))
    if number() >= 2 * k:
        take(outermost())
    for i in left:
        labels[i] = groups
    return labels


def held(labels, persons) -> list[int]:
    """How many persons each group has."""
    of_group = Counter(group for group, person in set(zip(labels, persons, strict=True)) if person >= 0)
    return [of_group[group] for group in range(max(labels) + 1)]


def cases(value, most=30, widest=3):
    """Records of one to `widest` variables with a person each, -1 for nobody."""
    row = st.tuples(st.lists(value, min_size=widest, max_size=widest), st.integers(-1, 7))
    return st.tuples(st.lists(row, min_size=1, max_size=most), st.integers(1, widest), st.integers(1, 4))


def read(case):
    rows, wide, k = case
    persons = np.array([person for _, person in rows], dtype=np.int32)
    found = len(set(persons.tolist()) - {-1})
    return [list(values[:wide]) for values, _ in rows], persons, min(k, found)


@given(cases(st.integers(-3, 3)))
@settings(deadline=None)
def test_groups_of_points_are_those_of_the_plain_method(case) -> None:
    records, persons, k = read(case)
    if not k:
        return
    measures = ["difference"] * len(records[0])
    expected = plain_of_persons(records, measures, persons.tolist(), k)
    assert mdav_of_persons(columns_of(records, measures), persons, k, CONTEXT).tolist() == expected
    assert min(held(expected, persons.tolist())) >= k


@given(
    cases(st.one_of(st.none(), st.integers(0, 2)), most=20),
    st.lists(st.sampled_from(["difference", "rank", "equality"]), min_size=3, max_size=3),
)
@settings(deadline=None)
def test_groups_of_mixed_records_are_those_of_the_plain_method(case, measures) -> None:
    records, persons, k = read(case)
    if not k:
        return
    measures = measures[: len(records[0])]
    expected = plain_of_persons(records, measures, persons.tolist(), k)
    assert mdav_of_persons(columns_of(records, measures), persons, k, CONTEXT).tolist() == expected


@pytest.mark.parametrize("seed", range(6))
def test_the_fast_search_gives_the_groups_of_the_slow_one(seed) -> None:
    draw = np.random.default_rng(seed)
    points = draw.normal(size=(400, 1 + seed % 3)).round(2)
    persons = draw.integers(0, 90, 400).astype(np.int32)
    columns = [Scaled("difference", np.ascontiguousarray(column)) for column in points.T]
    fast = partition_of_persons(PointsLeft(points, CONTEXT), persons, 4, CONTEXT)
    slow = partition_of_persons(MixedLeft(columns, CONTEXT), persons, 4, CONTEXT)
    assert fast.tolist() == slow.tolist()
    assert min(held(fast.tolist(), persons.tolist())) >= 4


@given(st.integers(1, 60), st.integers(1, 8), st.integers(0, 10**6))
@settings(deadline=None)
def test_one_record_each_gives_the_groups_of_records(n, k, seed) -> None:
    values = np.random.default_rng(seed).normal(size=n)
    k, persons = min(k, n), np.random.default_rng(seed).permutation(n).astype(np.int32)
    columns = [Scaled("difference", values)]
    assert mdav_of_persons(columns, persons, k, CONTEXT).tolist() == mdav(columns, k, CONTEXT).tolist()
    own, plain = optimal_of_persons(values, persons, k, CONTEXT), optimal_univariate(values, k, CONTEXT)
    assert error_of(values, own) == pytest.approx(error_of(values, plain), rel=1e-9, abs=1e-12)


def error_of(values, labels) -> float:
    return sum(
        float(np.sum((v - v.mean()) ** 2)) for v in (values[labels == g] for g in set(labels.tolist()))
    )


def least_error(values, persons, k) -> float:
    """Over all partitions of sorted values into segments of k persons or more."""

    @cache
    def best(start: int) -> float:
        if start == len(values):
            return 0.0
        found = np.inf
        for end in range(start + 1, len(values) + 1):
            if len(set(persons[start:end]) - {-1}) >= k:
                own = np.array(values[start:end])
                found = min(found, float(np.sum((own - own.mean()) ** 2)) + best(end))
        return found

    return best(0)


@given(
    st.lists(st.tuples(st.integers(-6, 6), st.integers(-1, 5)), min_size=1, max_size=14), st.integers(1, 4)
)
@settings(deadline=None, max_examples=150)
def test_no_segments_of_k_persons_or_more_lose_less(rows, k) -> None:
    values, persons = np.array([v for v, _ in rows], dtype=float), np.array([p for _, p in rows], np.int32)
    k = min(k, len(set(persons.tolist()) - {-1}))
    if not k:
        return
    labels = optimal_of_persons(values, persons, k, CONTEXT)
    order = np.argsort(values, kind="stable")
    assert (np.diff(labels[order]) >= 0).all()
    sizes = held(labels.tolist(), persons.tolist())
    assert k <= min(sizes)
    assert max(sizes) < 2 * k
    least = least_error(values[order].tolist(), persons[order].tolist(), k)
    assert error_of(values, labels) == pytest.approx(least, abs=1e-9)


@pytest.mark.parametrize("form", [mdav_of_persons, optimal_of_persons])
def test_fewer_than_k_persons_have_no_groups(form) -> None:
    values = np.arange(6.0)
    given_values = [Scaled("difference", values)] if form is mdav_of_persons else values
    with pytest.raises(ValueError, match="fewer than k persons"):
        form(given_values, np.array([0, 0, 0, 1, 1, -1], dtype=np.int32), 3, CONTEXT)


@pytest.mark.parametrize("form", [mdav_of_persons, optimal_of_persons])
def test_it_can_be_stopped(form) -> None:
    values = np.random.default_rng(1).normal(size=9000)
    persons = np.arange(9000, dtype=np.int32) // 2

    def stop() -> bool:
        return True

    given_values = [Scaled("difference", values)] if form is mdav_of_persons else values
    with pytest.raises(Cancelled):
        form(given_values, persons, 3, JobContext(is_cancelled=stop))
