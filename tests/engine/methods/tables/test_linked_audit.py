"""Detailed cells under released projections (the source's section 4.4), against trying every table."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.tables.linked_audit import LinkedAuditParams
from sdc_desktop.engine.methods.tables.linked_audit import engine as linked_audit
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.source import Source
from tests.support.data import microdata

CONTEXT = JobContext()
AS, AR, SR = ("A", "S"), ("A", "R"), ("S", "R")
SCENARIOS = ((AS,), (AS, AR), (AS, AR, SR))


def audited(values, scenarios=SCENARIOS, **named):
    """A table 2 x 2 x 2 of these counts."""
    rows = [c for c, n in zip(product("01", repeat=3), values, strict=True) for _ in range(n)]
    columns = {name: [row[place] for row in rows] for place, name in enumerate("ASR")}
    params = LinkedAuditParams(dimensions=("A", "S", "R"), scenarios=scenarios, **named)
    source = Source(microdata(columns), {})
    return linked_audit.decide(params, linked_audit.counts(params, source, CONTEXT), CONTEXT)


def by_hand(values, released):
    """Coordinates -> least and greatest value over all tables with the same released sums."""
    true = np.reshape(values, (2, 2, 2))
    axes = {"A": 0, "S": 1, "R": 2}
    over = [tuple(axes[name] for name in "ASR" if name not in projection) for projection in released]
    every = np.array(list(product(range(max(values) * 2 + 1), repeat=8))).reshape(-1, 2, 2, 2)
    fit = np.ones(len(every), dtype=bool)
    for summed in over:
        sums = every.sum(axis=tuple(axis + 1 for axis in summed))
        fit &= (sums == true.sum(axis=summed)).reshape(len(every), -1).all(axis=1)
    kept = every[fit]
    return {c: (kept[(slice(None), *c)].min(), kept[(slice(None), *c)].max()) for c in np.ndindex(2, 2, 2)}


@settings(max_examples=8, deadline=None)
@given(st.lists(st.integers(0, 1), min_size=8, max_size=8).filter(any))
def test_each_scenario_leaves_what_trying_all_tables_leaves(values) -> None:
    if not all(
        len({c[axis] for c, n in zip(np.ndindex(2, 2, 2), values, strict=True) if n}) == 2
        for axis in range(3)
    ):
        return  # a category without records is no category of the data
    for scenario in audited(values).scenarios:
        expected = by_hand(values, scenario.released)
        for cell in scenario.cells:
            place = tuple(int(label) for label in cell.coordinates)
            assert (cell.lower, cell.upper) == expected[place]


def test_the_more_is_released_the_less_is_left() -> None:
    one, two, three = audited((3, 1, 4, 1, 5, 9, 2, 6)).scenarios
    for a, b, c in zip(one.cells, two.cells, three.cells, strict=True):
        assert a.lower <= b.lower <= c.lower <= c.upper <= b.upper <= a.upper
    assert (one.rank, two.rank, three.rank) == (4, 6, 7)
    assert (one.published, two.published) == (9, 15)
    assert {cell.published for cell in three.cells} == {None}


def test_a_projection_on_all_dimensions_publishes_the_cells() -> None:
    (scenario,) = audited((3, 1, 4, 1, 5, 9, 2, 6), ((("A", "S", "R"),),)).scenarios
    assert {cell.status for cell in scenario.cells} == {"safe"}
    assert scenario.highest_risk is None


def test_a_scenario_of_an_unknown_dimension_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        audited((1,) * 8, ((("A", "Q"),),))
    assert [p.code for p in refused.value.problems] == ["linked_audit.no_dimension"]


def by_hand_with_gaps(values, released, suppressed):
    """Coordinates -> least and greatest value over all tables with the released sums but the suppressed.

    The result also has the `suppressed` sums.
    """
    true = np.reshape(values, (1, 2, 2, 2))
    every = np.array(list(product(range(sum(values) + 1), repeat=8)), dtype=np.int8).reshape(-1, 2, 2, 2)
    every = every[every.sum(axis=(1, 2, 3)) == sum(values)]  # the total is released with any projection
    fit = np.ones(len(every), dtype=bool)
    for projection in released:
        for codes in product(*(("0", "1", "Total") if name in projection else ("Total",) for name in "ASR")):
            if codes not in suppressed:
                fit &= cell_sum(every, codes) == cell_sum(true, codes)
    kept = every[fit]
    found = [*product("01", repeat=3), *suppressed]
    return {codes: (cell_sum(kept, codes).min(), cell_sum(kept, codes).max()) for codes in found}


def cell_sum(tables, codes):
    """The sums of tables (tables, 2, 2, 2) over the dimensions of the total."""
    place = tuple(slice(None) if code == "Total" else slice(int(code), int(code) + 1) for code in codes)
    return tables[(slice(None), *place)].sum(axis=(1, 2, 3))


@pytest.mark.parametrize("released", [(AS, AR), (AS, AR, SR)])
@pytest.mark.parametrize(
    "suppressed",
    [
        (("0", "0", "Total"), ("0", "1", "Total"), ("1", "0", "Total"), ("1", "1", "Total")),
        (("0", "0", "Total"), ("0", "Total", "0")),
        (("0", "Total", "Total"), ("1", "Total", "Total")),  # common to two tables
    ],
)
def test_suppressed_cells_of_linked_tables_leave_what_trying_all_tables_leaves(released, suppressed) -> None:
    values = (1, 0, 1, 0, 0, 1, 1, 0)
    (scenario,) = audited(values, (released,), suppressed=suppressed).scenarios
    expected = by_hand_with_gaps(values, released, suppressed)
    found = {cell.coordinates: (cell.lower, cell.upper) for cell in scenario.cells}
    assert set(suppressed) <= set(found)
    for codes, ends in found.items():
        assert ends == expected[codes]


def test_a_sum_suppressed_in_one_table_is_given_away_by_the_other() -> None:
    held = (("0", "Total", "Total"), ("1", "Total", "Total"))
    (scenario,) = audited((3, 1, 2, 2, 1, 4, 2, 5), ((AS, AR),), suppressed=held).scenarios
    cells = {cell.coordinates: cell for cell in scenario.cells}
    assert all(cells[codes].disclosed for codes in held)
    with pytest.raises(Refused) as refused:
        audited((1,) * 8, ((AS,),), suppressed=(("9", "0", "Total"),))
    assert refused.value.problems[0].code == "table.no_such_cell"
