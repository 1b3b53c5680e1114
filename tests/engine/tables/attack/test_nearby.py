"""Whole movements near a known table, and the audits of large parts that rest on them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.tables.attack import intervals as search
from sdc_desktop.engine.tables.attack import moving
from sdc_desktop.engine.tables.attack.intervals import Goal, intervals
from sdc_desktop.engine.tables.attack.knowledge import Knowledge, components, propagated
from sdc_desktop.engine.tables.attack.nearby import Nearby
from sdc_desktop.engine.tables.attack.part import part_of
from sdc_desktop.engine.tables.attack.singleton_audit import seen_through
from sdc_desktop.engine.tables.relations import relations_of
from sdc_desktop.engine.tables.table import NO_BOUND, Levels
from tests.engine.tables.attack.test_own_audit import views
from tests.engine.tables.protection.test_suppress import problem_of
from tests.support.tables import every_table, gaps

CONTEXT = JobContext()
MOST = 3


def hidden_between(table, hidden) -> Knowledge:
    lower = np.where(hidden, 0, table.values)
    return Knowledge(table.relations, lower, np.where(hidden, np.maximum(MOST, table.values), table.values))


@settings(max_examples=60, deadline=None)
@given(gaps(MOST), st.integers(0, 2), st.integers(0, 2), st.integers(1, 3))
def test_a_large_part_reaches_only_what_tables_attain(case, below, above, length) -> None:
    table, hidden = case
    known, cells = hidden_between(table, hidden), np.flatnonzero(hidden)
    every = every_table(table, known.lower, known.upper)
    goals = {
        cell: Goal(int(table.values[cell]) - below, int(table.values[cell]) + above, length)
        for cell in cells.tolist()
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "_LARGE", 0)
        found = intervals(known, cells, CONTEXT, truth=table.values, goals=goals)
    for cell, interval in zip(cells.tolist(), found, strict=True):
        least, most = int(every[:, cell].min()), int(every[:, cell].max())
        assert interval.lower <= least
        assert interval.upper >= most
        low, high = (interval.lower, interval.upper) if interval.attained else interval.reached
        assert least <= low <= high <= most
        assert goals[cell].met(low, high) == goals[cell].met(least, most)


@settings(max_examples=25, deadline=None)
@given(views())
def test_contributors_derive_the_same_of_large_parts(view) -> None:
    table, hidden, insider = view
    problem = problem_of(table, {cell: Levels() for cell in np.flatnonzero(hidden).tolist()})
    expected = seen_through(problem, hidden, [insider], CONTEXT)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(moving, "_MANY", 0)
        patch.setattr(search, "_LARGE", 0)
        assert seen_through(problem, hidden, [insider], CONTEXT) == expected


def nearby(rows, values, lower, upper) -> Nearby:
    relations = relations_of(len(values), rows, [0] * len(rows))
    tight = propagated(Knowledge(relations, np.array(lower), np.array(upper)))
    ((cells, numbers),) = components(tight)
    assert len(cells) == len(values)
    return Nearby(part_of(tight, cells, numbers), np.array(values))


def test_where_one_unit_moves_a_half_two_units_move_a_whole() -> None:
    """a = b + c and b = c: a moves by even numbers only."""
    near = nearby([((0, 1, 2), (-1, 1, 1)), ((1, 2), (1, -1))], (10, 5, 5), (0, 0, 0), (NO_BOUND,) * 3)
    assert near.reaching(0, 1, CONTEXT).tolist() == [12, 6, 6]
    assert near.reaching(0, -3, CONTEXT).tolist() == [6, 3, 3]


def test_a_movement_is_held_by_what_else_is_known() -> None:
    """a + b = c + d."""
    near = nearby([((0, 1, 2, 3), (1, 1, -1, -1))], (4, 4, 4, 4), (0,) * 4, (9,) * 4)
    assert near.reaching(0, 2, CONTEXT) is not None
    moved = near.reaching(0, 2, CONTEXT, {1: (4, 4), 2: (4, 5)})
    assert moved.tolist() in ([6, 4, 5, 5], [6, 4, 4, 6])
    assert near.reaching(0, 2, CONTEXT, {1: (4, 4), 2: (4, 5), 3: (4, 4)}) is None
    assert near.reaching(0, 6, CONTEXT) is None


def test_many_unknowns_are_moved_at_once_as_far_as_they_can() -> None:
    near = nearby([((0, 1, 2, 3), (1, 1, -1, -1))], (4, 4, 4, 4), (0,) * 4, (9,) * 4)
    (table,) = near.several({0: 2, 1: 99, 2: 3}, CONTEXT)
    assert table[0] == 6
    assert table[0] + table[1] == table[2] + table[3]
    assert (table >= 0).all()
    assert (table <= 9).all()
