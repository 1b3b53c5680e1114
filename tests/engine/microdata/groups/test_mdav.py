"""MDAV gives the groups of the plain method, whatever the data; and can be watched and stopped."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.microdata.groups import mdav as groups_module
from sdc_desktop.engine.microdata.groups.block_columns import Scaled
from sdc_desktop.engine.microdata.groups.mdav import MixedLeft, PointsLeft, mdav, partition
from tests.support.plain_mdav import columns_of, plain_mdav, quick_mdav

CONTEXT = JobContext()


def points_columns(points) -> list[Scaled]:
    return [Scaled("difference", np.ascontiguousarray(column)) for column in points.T]


def normal(n, p, seed):
    return np.random.default_rng(seed).normal(size=(n, p))


def tables(value, most=40, widest=4):
    """Records of one to `widest` variables, and a k from 1 to their number."""

    def with_k(records):
        return st.tuples(st.just(records), st.integers(1, len(records)))

    sizes = st.integers(1, widest)
    return sizes.flatmap(
        lambda p: st.lists(st.lists(value, min_size=p, max_size=p), min_size=1, max_size=most)
    ).flatmap(with_k)


@given(st.integers(1, 60), st.integers(1, 9), st.integers(1, 60), st.integers(0, 10**6))
@settings(deadline=None)
def test_groups_of_random_points_are_those_of_the_plain_method(n, p, k, seed) -> None:
    points = normal(n, p, seed)
    k = min(k, n)
    expected = plain_mdav(points.tolist(), ["difference"] * p, k)
    assert mdav(points_columns(points), k, CONTEXT).tolist() == expected


@given(tables(st.integers(-3, 3)))
@settings(deadline=None)
def test_groups_of_points_with_many_ties_are_those_of_the_plain_method(table) -> None:
    records, k = table
    measures = ["difference"] * len(records[0])
    assert mdav(columns_of(records, measures), k, CONTEXT).tolist() == plain_mdav(records, measures, k)


@given(tables(st.sampled_from([0.1, 0.2, 0.3, 1e6, 1e6 + 0.5, -7.25])))
@settings(deadline=None)
def test_groups_of_points_far_apart_are_those_of_the_plain_method(table) -> None:
    records, k = table
    measures = ["difference"] * len(records[0])
    assert mdav(columns_of(records, measures), k, CONTEXT).tolist() == plain_mdav(records, measures, k)


@given(
    tables(st.one_of(st.none(), st.integers(0, 3)), most=25, widest=5),
    st.lists(st.sampled_from(["difference", "rank", "equality"]), min_size=5, max_size=5),
)
@settings(deadline=None)
def test_groups_of_mixed_records_with_missing_values_are_those_of_the_plain_method(table, measures) -> None:
    records, k = table
    measures = measures[: len(records[0])]
    assert mdav(columns_of(records, measures), k, CONTEXT).tolist() == plain_mdav(records, measures, k)


@given(st.integers(1, 50), st.integers(1, 5), st.integers(1, 50), st.integers(0, 10**6))
@settings(deadline=None)
def test_looking_at_all_records_gives_the_groups_of_the_fast_search(n, p, k, seed) -> None:
    columns = points_columns(normal(n, p, seed).round(1))
    k = min(k, n)
    points = np.column_stack([column.values for column in columns])
    fast = partition(PointsLeft(points, CONTEXT), k, CONTEXT)
    assert partition(MixedLeft(columns, CONTEXT), k, CONTEXT).tolist() == fast.tolist()


@pytest.mark.parametrize("k", [1, 2, 3, 7, 100, 999])
@pytest.mark.parametrize(
    "points",
    [
        normal(2000, 5, 1),
        normal(2000, 13, 2),
        np.exp(3 * normal(1500, 3, 3)),
        np.random.default_rng(4).integers(0, 8, (2000, 3)).astype(float),
        normal(10, 5, 5)[np.random.default_rng(6).integers(0, 10, 2000)],
        np.column_stack([np.ones(1200), normal(1200, 1, 7), np.zeros(1200)]),
        normal(1200, 1, 8),
        normal(1200, 3, 9) + np.where(np.random.default_rng(10).random((1200, 1)) < 0.1, 1e7, 0),
        normal(1200, 2, 11) + 1e9,
    ],
    ids=["normal", "wide", "skewed", "lattice", "ten", "constant", "one", "outliers", "far off"],
)
def test_groups_of_many_points_are_those_of_the_plain_method(points, k) -> None:
    found = mdav(points_columns(points), k, CONTEXT)
    assert np.array_equal(found, quick_mdav(points, k))


@pytest.mark.parametrize(
    "constants",
    [
        {"_ROWS": 1, "_FIRST_LOOK": 1},
        {"_RENEWED_POINTS": 0.999, "_SMALL": 1},
        {"_RENEWED_POINTS": 0.0},
        {"_CLEAR": 0.5},
    ],
    ids=str,
)
def test_how_the_search_is_done_does_not_change_the_groups(constants, monkeypatch) -> None:
    tied = np.random.default_rng(12).integers(0, 6, (700, 3)).astype(float)
    every = [normal(700, 4, 13), tied]
    expected = [quick_mdav(points, 3) for points in every]
    for name, value in constants.items():
        monkeypatch.setattr(groups_module, name, value)
    for points, groups in zip(every, expected, strict=True):
        assert np.array_equal(mdav(points_columns(points), 3, CONTEXT), groups)


@pytest.mark.parametrize(
    "points",
    [
        normal(10, 5, 1)[np.random.default_rng(2).integers(0, 10, 20_000)],
        np.random.default_rng(3).integers(0, 10, (20_000, 3)).astype(float),
    ],
    ids=["ten points", "lattice"],
)
def test_groups_of_heavily_tied_points_have_k_records_and_few_values(points) -> None:
    labels = mdav(points_columns(points), 3, CONTEXT)
    sizes = np.bincount(labels)
    assert set(sizes[:-1]) == {3}
    assert 3 <= sizes[-1] <= 5
    spread = [np.ptp(points[labels == group], axis=0).max() for group in range(0, len(sizes), 50)]
    assert np.mean(np.array(spread) == 0) > 0.5


@pytest.mark.parametrize("n", range(3, 20))
def test_group_sizes_are_k_to_2k_minus_1(n) -> None:
    sizes = np.bincount(mdav(points_columns(normal(n, 2, n)), 3, CONTEXT))
    assert sizes.sum() == n
    assert all(3 <= size <= 5 for size in sizes)


@pytest.mark.parametrize("values", [[-2.0, 2.0, 0.0, 0.0], [2.0, -2.0, 0.0, 0.0]])
def test_of_equal_distances_the_lower_index_is_taken(values) -> None:
    points = np.array([values]).T
    assert mdav(points_columns(points), 2, CONTEXT).tolist() == [0, 1, 0, 1]


@pytest.mark.parametrize("k", [0, 4])
def test_fewer_than_k_records_are_no_partition(k) -> None:
    with pytest.raises(ValueError, match="fewer than k records"):
        mdav(points_columns(normal(3, 2, 0)), k, CONTEXT)


@pytest.mark.parametrize("missing", [False, True])
def test_cancel_stops_between_two_groups(missing) -> None:
    columns = points_columns(normal(3000, 3, 0))
    if missing:
        columns[0] = Scaled("difference", columns[0].values, np.arange(3000) % 7 == 0)
    query = []

    def is_cancelled() -> bool:
        query.append(None)
        return len(query) > 20

    with pytest.raises(Cancelled):
        mdav(columns, 3, JobContext(is_cancelled=is_cancelled))
    assert len(query) == 21


def test_whether_to_stop_is_requested_in_every_round_and_progress_grows_to_one() -> None:
    query, shown = [], []
    context = JobContext(
        on_progress=lambda fraction, step: shown.append((fraction, step)),
        is_cancelled=lambda: bool(query.append(None)),
    )
    mdav(points_columns(normal(3000, 3, 0)), 3, context)
    assert len(query) >= 3000 // 6
    fractions = [fraction for fraction, _ in shown]
    assert fractions == sorted(fractions)
    assert fractions[0] == 0.0
    assert fractions[-1] == 1.0
    assert len(fractions) > 100
    assert {step for _, step in shown} == {"grouping"}


def test_what_stands_for_a_missing_value_does_not_matter() -> None:
    values, missing = normal(60, 1, 3)[:, 0], np.arange(60) % 5 == 0
    other = normal(60, 1, 4)[:, 0]
    groups = [
        mdav(
            [Scaled("difference", np.where(missing, sign, values), missing), Scaled("difference", other)],
            3,
            CONTEXT,
        ).tolist()
        for sign in (0.0, -999.0, np.nan)
    ]
    assert groups[0] == groups[1] == groups[2]
