"""Tables made to mislead: zeros, linked tables, relations that are missing, holdings of one cell."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.tables.table import engine as table_job
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.attack.intervals import intervals
from sdc_desktop.engine.tables.attack.knowledge import Knowledge
from sdc_desktop.engine.tables.attack.pattern_audit import audit_of
from sdc_desktop.engine.tables.protection.suppress import suppress
from sdc_desktop.engine.tables.protection.suppression_problem import SuppressionProblem
from sdc_desktop.engine.tables.relations import Relations, relations_of
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.engine.tables.table import NO_BOUND, Levels
from tests.engine.tables.protection.test_suppress import problem_of
from tests.support.data import microdata
from tests.support.tables import flat, gaps, table_of, tree

CONTEXT = JobContext()
UNIT = Levels(sliding=Fraction(1))


def test_a_published_zero_discloses_all_its_parts() -> None:
    table = table_of((flat("a", 2), flat("b", 3)), (0, 0, 0, 4, 5, 6))
    hidden = np.zeros(len(table), dtype=bool)
    hidden[[table.find(("a0", b)) for b in ("b0", "b1", "b2")]] = True
    problem = problem_of(table, {table.find(("a0", "b0")): UNIT}, frozen=np.zeros(len(table), dtype=bool))
    found = audit_of(problem, hidden, CONTEXT)
    assert found.failures == (table.find(("a0", "b0")),)
    assert {(i.lower, i.upper) for i in found.intervals.values()} == {(0, 0)}


def records_source(rows, names) -> Source:
    columns = {name: [str(row[place]) for row in rows] for place, name in enumerate(names)}
    return Source(microdata(columns), {})


def test_an_unsafe_zero_is_protected_by_cells_that_are_none() -> None:
    rows = [(r, c, 0 if (r, c) == ("a", "x") else 10) for r in "abc" for c in "xyz" for _ in range(3)]
    params = TableParams(
        dimensions=({"variable": "r"}, {"variable": "c"}),
        value="v",
        zeros_unsafe=True,
        protect={"method": "suppression"},
    )
    counted = table_job.counts(params, records_source(rows, ("r", "c", "v")), CONTEXT)
    result = table_job.decide(params, counted, CONTEXT)
    assert (result.audited, result.unsafe_because) == (True, ("not_judged",))  # zeros are no rule
    zero = next(c for c in result.cells if c.coordinates == ("a", "x"))
    assert (zero.status, zero.value, zero.lower) == ("unsafe", 0, 0)
    assert zero.possible > 1
    assert zero.reason[0].kind == "zero"


def test_a_table_of_zeros_needs_nothing() -> None:
    table = table_of((flat("a", 2), flat("b", 2)), (0, 0, 0, 0))
    found = suppress(problem_of(table, {}), "optimal", CONTEXT)
    assert (found.cost, found.proven, found.safe, found.stopped) == (0, True, True, False)


def listed(table, number, place, but=()):
    """The relations of a table over `number` cells, its own at these places; without those of cells `but`."""
    rows = [table.relations.row(row) for row in range(len(table.relations))]
    shown = [(c.tolist(), s.tolist()) for c, s in rows if not set(but) & set(c.tolist())]
    return relations_of(number, [([place[cell] for cell in cells], signs) for cells, signs in shown])


def stacked(parts: list[Relations], cells_number: int) -> Relations:
    """The rows of all parts over the same cells; a row that stands twice is kept once."""
    seen: set[bytes] = set()
    kept: list[tuple[Relations, int]] = []
    for part in parts:
        for number in range(len(part)):
            cells, coefficients = part.row(number)
            order = np.argsort(cells, kind="stable")
            key = np.concatenate([cells[order], coefficients[order], part.rights[number : number + 1]])
            if key.tobytes() not in seen:
                seen.add(key.tobytes())
                kept.append((part, number))
    found = relations_of(
        cells_number,
        [tuple(part.row(number)) for part, number in kept],  # type: ignore[misc]
        [int(part.rights[number]) for part, number in kept],
    )
    axes = np.array([int(part.dimensions[number]) for part, number in kept], dtype=np.int64)
    return Relations(cells_number, found.starts, found.cells, found.coefficients, found.rights, axes)


def linked():
    """Two tables, A x B and A x C, which share the totals over A; cells: first those of A x B, then A x C."""
    one = table_of((flat("a", 3), flat("b", 2)), (5, 9, 7, 3, 8, 6))
    other = table_of((flat("a", 3), flat("c", 2)), (6, 8, 4, 6, 9, 5))
    shared = {one.find((a, "Total")): other.find((a, "Total")) for a in ("a0", "a1", "a2", "Total")}
    number = len(one)
    place = {}
    for cell in range(len(other)):
        same = [mine for mine, theirs in shared.items() if theirs == cell]
        place[cell] = same[0] if same else number
        number += not same
    kept = listed(one, number, range(len(one)))
    moved = listed(other, number, [place[cell] for cell in range(len(other))])
    values = np.zeros(number, dtype=np.int64)
    values[: len(one)] = one.values
    values[[place[c] for c in range(len(other))]] = other.values
    return one, stacked([kept, moved], number), values


def test_linked_tables_are_protected_together() -> None:
    one, relations, values = linked()
    assert not relations.differences(values).any()
    primary = one.find(("a0", "b0"))
    levels = {primary: Levels(Fraction(2), Fraction(2), Fraction(1))}
    # totals of A are the cheapest partners in the first table, but the second table gives them away
    costs = np.full(len(values), 10.0)
    costs[[one.find((a, "Total")) for a in ("a0", "a1", "a2")]] = 1

    def problem(relations, number):
        return SuppressionProblem(
            relations,
            values[:number],
            costs[:number],
            values[:number] == 0,
            np.zeros(number, dtype=np.int64),
            np.full(number, NO_BOUND),
            levels,
        )

    alone = suppress(problem(one.relations, len(one)), "optimal", CONTEXT)
    assert alone.safe
    whole = problem(relations, len(values))
    pattern = np.append(alone.pattern, np.zeros(len(values) - len(one), dtype=bool))
    assert audit_of(whole, pattern, CONTEXT).failures == (primary,)
    together = suppress(whole, "optimal", CONTEXT)
    assert together.safe
    assert together.proven
    assert together.cost > alone.cost


@settings(max_examples=25, deadline=None)
@given(gaps(), st.data())
def test_a_relation_that_is_missing_only_widens_what_can_be_derived(drawn, data) -> None:
    table, hidden = drawn
    gone = data.draw(st.integers(0, len(table.relations) - 1))
    rows = [table.relations.row(row) for row in range(len(table.relations)) if row != gone]
    fewer = relations_of(len(table), [(cells.tolist(), signs.tolist()) for cells, signs in rows])
    lower, upper = np.where(hidden, 0, table.values), np.where(hidden, NO_BOUND, table.values)
    cells = np.flatnonzero(hidden)
    all_, some = (
        intervals(Knowledge(relations, lower, upper), cells, CONTEXT, truth=table.values)
        for relations in (table.relations, fewer)
    )
    for one, other in zip(all_, some, strict=True):
        assert other.lower <= one.lower
        assert other.upper is None or (one.upper is not None and other.upper >= one.upper)


def test_a_pattern_that_is_safe_without_a_subtotal_is_not_with_it() -> None:
    table = table_of((tree("a", (2, 2)), flat("b", 2)), (5, 9, 7, 3, 8, 6, 4, 2))
    chosen = [("a0.0", "b0"), ("a0.0", "b1"), ("a1.0", "b0"), ("a1.0", "b1")]
    pattern = np.zeros(len(table), dtype=bool)
    pattern[[table.find(cell) for cell in chosen]] = True
    problem = problem_of(table, {table.find(chosen[0]): UNIT})
    assert audit_of(problem, pattern, CONTEXT).failures
    subtotals = [table.find((top, b)) for top in ("a0", "a1") for b in ("b0", "b1")]
    kept = listed(table, len(table), range(len(table)), but=subtotals)
    sums = [[table.find((a, b)) for a in ("Total", "a0.0", "a0.1", "a1.0", "a1.1")] for b in ("b0", "b1")]
    across = relations_of(len(table), [(cells, [-1, 1, 1, 1, 1]) for cells in sums])
    without = replace(problem, relations=stacked([kept, across], len(table)))
    assert not audit_of(without, pattern, CONTEXT).failures


@pytest.mark.parametrize("holding", [None, "firm"])
def test_a_holding_of_all_records_of_a_cell_is_one_contributor(holding) -> None:
    rows = [(r, c, f"{r}{c}{n}", 20) for r in "abc" for c in "xyz" for n in range(5)]
    rows = [(r, c, "H" if (r, c) == ("a", "x") else firm, v) for r, c, firm, v in rows]
    params = TableParams(
        dimensions=({"variable": "r"}, {"variable": "c"}),
        value="v",
        rules=({"kind": "threshold", "n": 3, "range": 10},),
        protect={"method": "suppression", "holding": holding},
    )
    counted = table_job.counts(params, records_source(rows, ("r", "c", "firm", "v")), CONTEXT)
    result = table_job.decide(params, counted, CONTEXT)
    assert result.primaries == (0 if holding is None else 1)
    assert result.safe
    for cell in result.cells:
        if cell.status == "unsafe":
            assert (cell.coordinates, cell.reason[0].figures["contributors"]) == (("a", "x"), 1)
            assert cell.upper - cell.value >= 10
            assert cell.value - cell.lower >= 10


@pytest.mark.parametrize("magnitude", [10**3, 10**11])
def test_a_difference_of_one_unit_is_seen_at_any_size(magnitude) -> None:
    inner = [magnitude + n for n in range(6)]
    table = table_of((flat("a", 2), flat("b", 3)), inner)
    assert not table.additive_problems()
    values = table.values.copy()
    values[table.find(("a0", "b0"))] += 1
    (problem, *_) = type(table)(
        table.dimensions, table.codes, values, table.known, table.empty, table.relations
    ).additive_problems()
    assert (problem.code, problem.params["difference"]) == ("table.not_additive", 1)
