"""What an intruder can derive, against trying every table of whole numbers."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.tables.attack.intervals import intervals
from sdc_desktop.engine.tables.attack.knowledge import Contradiction, Knowledge, propagated
from sdc_desktop.engine.tables.inline import inline_table
from sdc_desktop.engine.tables.relations import relations_of
from sdc_desktop.engine.tables.table import NO_BOUND
from tests.support.tables import every_table, flat, gaps, golden_spec, table_of

CONTEXT = JobContext()
MOST = 3  # of a hidden cell, so that all tables can be tried


def known_of(table, hidden, most=NO_BOUND) -> Knowledge:
    """The cells that are not hidden are published; the others lie between 0 and `most`."""
    lower = np.where(hidden, 0, table.values)
    upper = np.where(hidden, np.maximum(most, table.values), table.values)
    return Knowledge(table.relations, lower, upper)


@settings(max_examples=150, deadline=None)
@given(gaps(MOST), st.booleans())
def test_intervals_are_those_of_all_tables_of_whole_numbers(case, with_truth) -> None:
    table, hidden = case
    known = known_of(table, hidden, MOST)
    every = every_table(table, known.lower, known.upper)
    cells = np.flatnonzero(hidden)
    found = intervals(known, cells, CONTEXT, truth=table.values if with_truth else None)
    for cell, interval in zip(cells, found, strict=True):
        assert (interval.lower, interval.upper) == (every[:, cell].min(), every[:, cell].max())
        assert interval.attained
        if interval.no_gaps:
            assert len(np.unique(every[:, cell])) == interval.upper - interval.lower + 1


@settings(max_examples=60, deadline=None)
@given(gaps(MOST))
def test_intervals_in_real_numbers_contain_those_in_whole_ones(case) -> None:
    table, hidden = case
    cells = np.flatnonzero(hidden)
    known = known_of(table, hidden)
    real = intervals(known, cells, CONTEXT, whole=False)
    whole = intervals(known, cells, CONTEXT)
    for wide, narrow in zip(real, whole, strict=True):
        assert wide.lower <= narrow.lower
        assert (wide.upper is None) == (narrow.upper is None)
        assert wide.upper is None or wide.upper >= narrow.upper


@settings(max_examples=60, deadline=None)
@given(gaps(MOST))
def test_published_cells_come_out_as_published(case) -> None:
    table, hidden = case
    cells = np.flatnonzero(~hidden)
    found = intervals(known_of(table, hidden), cells, CONTEXT)
    assert [(i.lower, i.upper) for i in found] == [(v, v) for v in table.values[cells].tolist()]


def test_the_sources_table_comes_out_as_printed() -> None:
    table = inline_table(golden_spec())
    known = Knowledge(
        table.relations,
        np.where(table.known, table.values, 0),
        np.where(table.known, table.values, NO_BOUND),
    )
    cells = [table.find(c) for c in (("5", "5"), ("5", "7"), ("6", "5"), ("6", "7"))]
    found = intervals(known, cells, CONTEXT)
    assert [(i.lower, i.upper) for i in found] == [(0, 406), (1131, 1537), (0, 406), (845, 1251)]
    assert all(i.attained and i.no_gaps for i in found)


@pytest.mark.parametrize("base", [0, 10**11, 10**14])
def test_large_values_are_exact_to_the_unit(base) -> None:
    table = table_of((flat("a", 3), flat("b", 3)), [base + i for i in (3, 1, 4, 1, 5, 9, 2, 6, 5)])
    hidden = np.ones(len(table), dtype=bool)
    hidden[0] = False
    hidden[[table.find(("a0", "Total")), table.find(("Total", "b0")), table.find(("a2", "b2"))]] = False
    wide = intervals(known_of(table, hidden), [table.find(("a0", "b0"))], CONTEXT)[0]
    assert (wide.lower, wide.upper) == (0, min(3 * base + 8, 3 * base + 6))
    cells = [table.find((a, b)) for a in ("a0", "a1") for b in ("b0", "b1")]
    hidden[:] = False
    hidden[cells] = True
    found = intervals(known_of(table, hidden), cells, CONTEXT)
    assert [(i.lower, i.upper) for i in found] == _cycle(table, cells)


def _cycle(table, cells) -> list[tuple[int, int]]:
    """By hand: the four cells of a cycle go up and down together."""
    one, two, three, four = (int(table.values[cell]) for cell in cells)
    up, down = min(two, three), min(one, four)
    return [
        (one - down, one + up),
        (two - up, two + down),
        (three - up, three + down),
        (four - down, four + up),
    ]


def test_without_bounds_a_cell_of_a_cycle_is_open_on_both_sides() -> None:
    table = table_of((flat("a", 2), flat("b", 2)), [1, -2, 3, 4])
    hidden = np.isin(np.arange(len(table)), [table.find((a, b)) for a in ("a0", "a1") for b in ("b0", "b1")])
    lower = np.where(hidden, -NO_BOUND, table.values)
    upper = np.where(hidden, NO_BOUND, table.values)
    found = intervals(Knowledge(table.relations, lower, upper), np.flatnonzero(hidden), CONTEXT)
    assert {(i.lower, i.upper) for i in found} == {(None, None)}
    one = np.arange(len(table)) == table.find(("a0", "b0"))
    lower, upper = np.where(one, -NO_BOUND, table.values), np.where(one, NO_BOUND, table.values)
    found = intervals(Knowledge(table.relations, lower, upper), np.flatnonzero(one), CONTEXT)
    assert [(i.lower, i.upper) for i in found] == [(1, 1)]


def test_a_fractional_corner_of_the_linear_program_is_settled_in_whole_numbers() -> None:
    # x + y = 1, y + z = 1, x + z = 1 has one solution, a half each; in whole numbers none
    odd = relations_of(3, [((0, 1), (1, 1)), ((1, 2), (1, 1)), ((0, 2), (1, 1))], [1, 1, 1])
    known = Knowledge(odd, np.zeros(3, dtype=np.int64), np.full(3, NO_BOUND))
    real = intervals(known, [0, 1, 2], CONTEXT, whole=False)
    assert [(float(i.lower), float(i.upper)) for i in real] == [(0.5, 0.5)] * 3
    with pytest.raises(Contradiction):
        intervals(known, [0, 1, 2], CONTEXT)
    # with a fourth unknown that may take up what is odd
    even = relations_of(4, [((0, 1), (1, 1)), ((1, 2), (1, 1)), ((0, 2, 3), (1, 1, 1))], [1, 1, 1])
    known = Knowledge(even, np.zeros(4, dtype=np.int64), np.full(4, NO_BOUND))
    found = intervals(known, [0, 1, 2, 3], CONTEXT)
    assert [(i.lower, i.upper) for i in found] == [(0, 0), (1, 1), (0, 0), (1, 1)]


def test_what_no_table_fits_is_a_contradiction_with_its_relation() -> None:
    table = table_of((flat("a", 2), flat("b", 2)), [1, 2, 3, 4])
    lower, upper = table.values.copy(), table.values.copy()
    lower[4], upper[4], upper[0], lower[0] = 0, NO_BOUND, 1, 1
    with pytest.raises(Contradiction) as found:
        propagated(Knowledge(table.relations, lower, upper))
    assert found.value.row is not None


def test_a_cell_of_no_relation_keeps_the_bounds_it_was_given() -> None:
    alone = Knowledge(relations_of(2, []), np.array([0, 5]), np.array([NO_BOUND, 9]))
    found = intervals(alone, [0, 1], CONTEXT)
    assert [(i.lower, i.upper) for i in found] == [(0, None), (5, 9)]


def test_a_search_can_be_stopped() -> None:
    table = table_of((flat("a", 3), flat("b", 3)), range(1, 10))
    hidden = np.ones(len(table), dtype=bool)
    with pytest.raises(Cancelled):
        intervals(known_of(table, hidden), np.arange(16), JobContext(is_cancelled=lambda: True))
