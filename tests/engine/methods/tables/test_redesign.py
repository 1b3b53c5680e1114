"""The cheapest merge, against trying all runs of neighbours."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.tables.table import engine as table_job
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.cheapest_merge import cheapest_runs
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.engine.tables.table_counts import judged
from tests.support.data import microdata
from tests.support.tables import GOLDEN_COLUMNS, GOLDEN_ROWS, GOLDEN_VALUES, golden_spec

CONTEXT = JobContext()
RULES = ({"kind": "threshold", "n": 3}, {"kind": "p_percent", "p": 20})
CODES = "abcd"
CONTRIBUTION = st.tuples(st.sampled_from(CODES), st.sampled_from("xy"), st.sampled_from((4, 6, 9)))


def counted_of(rows, **protect):
    columns = {name: [str(row[place]) for row in rows] for place, name in enumerate(("r", "c", "v"))}
    params = TableParams(
        dimensions=({"variable": "r"}, {"variable": "c"}),
        value="v",
        rules=RULES,
        protect={"method": "redesign", **protect},
    )
    source = Source(microdata(columns), {})
    return params, table_job.counts(params, source, CONTEXT)


def unsafe_left(params, counted) -> int:
    """How many cells of the merged table are unsafe."""
    gone = {code for group in counted.merges.get("r", ()) for code in group}
    unsafe = np.flatnonzero(judged(params, counted).unsafe).tolist()
    return sum(counted.table.coordinates(cell)[0] not in gone for cell in unsafe)


def divisions(labels):
    """All divisions of the labels into runs of neighbours, as groups of two and more."""
    for cuts in product((False, True), repeat=len(labels) - 1):
        groups = [[labels[0]]]
        for label, cut in zip(labels[1:], cuts, strict=True):
            groups += [[label]] if cut else []
            if not cut:
                groups[-1].append(label)
        yield [group for group in groups if len(group) > 1]


@settings(max_examples=3, deadline=None)
@given(st.lists(CONTRIBUTION, max_size=24))
def test_no_merge_of_neighbours_that_leaves_no_cell_unsafe_loses_fewer_categories(rows) -> None:
    rows = [*rows, *(("a", c, 5) for c in "xxxyyy"), *(("e", c, 7) for c in "xy")]
    labels = sorted({row[0] for row in rows})
    lost = []
    for groups in divisions(labels):
        if not unsafe_left(*counted_of(rows, merge={"r": groups} if groups else {})):
            lost.append(sum(len(group) - 1 for group in groups))
    if not lost:
        with pytest.raises(Refused) as refused:
            counted_of(rows, cheapest="r")
        assert [problem.code for problem in refused.value.problems] == ["redesign.no_merge"]
        return
    params, counted = counted_of(rows, cheapest="r")
    assert unsafe_left(params, counted) == 0
    assert sum(len(group) - 1 for group in counted.merges["r"]) == min(lost)


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(st.tuples(st.integers(0, 5), st.integers(0, 5)), st.integers(0, 9)), st.integers(1, 6))
def test_the_cheapest_division_is_that_of_all(safe, number) -> None:
    labels = list(range(number))
    costs = []
    for groups in divisions(labels):
        runs = [(group[0], group[-1]) for group in groups]
        inside = {label for group in groups for label in group}
        if all(run in safe for run in [*runs, *((n, n) for n in labels if n not in inside)]):
            costs.append((sum(last - first for first, last in runs), sum(safe[run] for run in runs)))
    found = cheapest_runs(number, safe)
    if not costs:
        assert found is None
        return
    several = [run for run in found if run[0] < run[1]]
    assert [n for first, last in found for n in range(first, last + 1)] == labels
    assert (sum(b - a for a, b in several), sum(safe[run] for run in several)) == min(costs)


def test_the_cheapest_merge_is_carried_out_and_audited() -> None:
    rows = [(r, c, 20) for r in "abcd" for c in "xy" for _ in range(1 if r == "b" else 5)]
    params, counted = counted_of(rows, cheapest="r")
    result = table_job.decide(params, counted, CONTEXT)
    assert counted.merges["r"] in ((("a", "b"),), (("b", "c"),))
    assert (result.risks.unsafe, result.risks.disclosed) == (0, 0)
    hidden = [cell for cell in result.cells if cell.status == "merged" or cell.published is None]
    assert {cell.coordinates[0] for cell in hidden} == set(counted.merges["r"][0])


@pytest.mark.parametrize(
    ("protect", "code"),
    [
        ({"cheapest": "nowhere"}, "table.merge_unknown"),
        ({"cheapest": "r", "merge": {"r": (("a", "b"),)}}, "redesign.twice"),
    ],
)
def test_a_merge_that_makes_no_sense_is_refused(protect, code) -> None:
    with pytest.raises(Refused) as refused:
        counted_of([("a", "x", 1), ("b", "x", 1)], **protect)
    assert [problem.code for problem in refused.value.problems] == [code]


def given_of(merge, **named):
    """A given table merged: its result."""
    params = TableParams(protect={"method": "redesign", **merge}, **named)
    source = Source(microdata({"none": []}), {})
    return table_job.decide(params, table_job.counts(params, source, CONTEXT), CONTEXT)


def test_the_sources_table_is_merged_without_records() -> None:
    complete = [list(row) for row in GOLDEN_VALUES]
    for (row, column), value in {(2, 1): 200, (2, 3): 1337, (3, 1): 206, (3, 3): 1045}.items():
        complete[row][column] = value
    expected = (649, 406, 1275, 2382, 3467, 8179)
    for values in (GOLDEN_VALUES, complete):  # the values that are not published are not needed
        result = given_of({"merge": {"row": [["5", "6"]]}}, table=golden_spec(values))
        cells = {cell.coordinates: cell for cell in result.cells}
        merged = {column: cells["5+6", column] for column in GOLDEN_COLUMNS}
        assert tuple(cell.published for cell in merged.values()) == expected
        gone = [cell for cell in result.cells if cell.published is None]
        assert {cell.coordinates[0] for cell in gone} == {"5", "6"}
        assert len(gone) == 12
        for cell in gone:
            assert cell.status == "merged"
            assert (cell.lower, cell.upper) == (0, merged[cell.coordinates[1]].published)
        assert cells["5", "5"].value == (None if values is GOLDEN_VALUES else 200)
        others = [row for row in GOLDEN_ROWS if row not in "56"]
        assert all(
            cells[row, column].published == values[GOLDEN_ROWS.index(row)][GOLDEN_COLUMNS.index(column)]
            for row in others
            for column in GOLDEN_COLUMNS
        )


def test_categories_of_a_given_table_are_merged_only_within_a_sum() -> None:
    rows = ("Total", "N", "a", "b", "S", "c", "d")
    values = [[10 * place + 2, 3 * place, 13 * place + 2] for place in range(4)]
    a, b, c, d = values
    north, south = ([x + y for x, y in zip(*pair, strict=True)] for pair in ((a, b), (c, d)))
    whole = [x + y for x, y in zip(north, south, strict=True)]
    table = {"rows": rows, "columns": ("x", "y", "T"), "values": (whole, north, a, b, south, c, d)}
    relations = (("N", ("a", "b")), ("S", ("c", "d")))
    result = given_of({"merge": {"row": [["c", "d"]]}}, table=table, relations=relations)
    cells = {cell.coordinates: cell.published for cell in result.cells}
    assert [cells["S", column] for column in "xyT"] == south
    assert cells["c", "x"] is None
    for merge, code in (
        ({"merge": {"row": [["b", "c"]]}}, "redesign.apart"),
        ({"merge": {"row": [["N", "S"]]}}, "table.unknown_category"),
        ({"merge": {"age": [["b", "c"]]}}, "table.merge_unknown"),
        ({"cheapest": "row"}, "redesign.cheapest_needs_records"),
    ):
        with pytest.raises(Refused) as refused:
            given_of(merge, table=table, relations=relations)
        assert code in [problem.code for problem in refused.value.problems]
