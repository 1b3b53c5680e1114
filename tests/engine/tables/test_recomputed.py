"""Totals that rounding keeps from adding up, computed again from their parts."""

from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.tables.audit import AuditParams
from sdc_desktop.engine.methods.tables.audit import engine as audit
from sdc_desktop.engine.methods.tables.table import engine as table_job
from sdc_desktop.engine.problems import Problem, Refused
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.inline import OpenedTable, open_table
from sdc_desktop.engine.tables.specs.settings import TableSpec
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.project.given_totals import recomputing_totals

HERE = Path()
CODES = {"rows": ("a", "b", "c", "Total"), "columns": ("x", "y", "Total")}


def two_way(*values: tuple[float, ...], **more) -> TableSpec:
    """A table of three rows and two columns, with its totals."""
    return TableSpec(**CODES, values=values, **more)


def shown_by(found: OpenedTable) -> np.ndarray:
    """The values in the order of the rows and columns given."""
    table = found.table
    return np.array(
        [
            [int(table.values[table.find((row, column))]) for column in CODES["columns"]]
            for row in CODES["rows"]
        ]
    )


def problems_of(spec: TableSpec) -> tuple[Problem, ...]:
    with pytest.raises(Refused) as refused:
        open_table(spec, HERE)
    return tuple(refused.value.problems)


def test_totals_become_the_sums_of_the_cells_and_a_note_says_how_many_differed() -> None:
    given_table = two_way((1, 2, 3), (4, 5, 10), (7, 8, 14), (12, 14, 27))
    assert {problem.code for problem in problems_of(given_table)} == {"table.not_additive"}
    found = open_table(given_table.model_copy(update={"totals": "recomputed"}), HERE)
    assert shown_by(found)[:, 2].tolist() == [3, 9, 15, 27]
    assert shown_by(found)[3].tolist() == [12, 15, 27]
    assert not found.table.additive_problems()
    (note,) = found.notes
    assert (note.code, note.params["number"], note.params["most"]) == ("table.totals_recomputed", 3, 1)
    assert found.recomputed == {("b", "Total"): 10, ("c", "Total"): 14, ("Total", "y"): 14}


@given(st.lists(st.decimals(0, 50, places=3), min_size=6, max_size=6))
@settings(max_examples=60, deadline=None)
def test_any_table_rounded_cell_by_cell_is_explained(cells) -> None:
    """Halves are rounded up, so that a total is off by less than half a unit for each part and its own."""
    true = np.array([[float(cell) for cell in cells[2 * row : 2 * row + 2]] for row in range(3)])
    exact = [[Decimal(str(value)) for value in row] for row in true.tolist()]
    columns = [sum(row[place] for row in exact) for place in range(2)]
    whole = [[*row, sum(row)] for row in exact] + [[*columns, sum(columns)]]
    shown = [[int(value.quantize(Decimal(1), ROUND_HALF_UP)) for value in row] for row in whole]
    within = all(abs(row[2] - row[0] - row[1]) <= sum(map(bool, row[:2])) / 2 for row in shown) and all(
        abs(shown[3][place] - sum(row[place] for row in shown[:3]))
        <= sum(bool(row[place]) for row in shown[:3]) / 2
        for place in range(3)
    )
    spec = two_way(*map(tuple, shown), totals="recomputed")
    if not within:  # a zero that was rounded down, which no part shows
        assert {problem.code for problem in problems_of(spec)} == {"table.not_additive"}
        return
    found = shown_by(open_table(spec, HERE))
    leaves = np.array([row[:2] for row in shown[:3]])
    assert found[:3, :2].tolist() == leaves.tolist()
    assert found[:3, 2].tolist() == leaves.sum(axis=1).tolist()
    assert found[3].tolist() == [*leaves.sum(axis=0).tolist(), leaves.sum()]


@pytest.mark.parametrize(
    ("values", "more", "cell"),
    [
        (((1, 2, 5), (4, 5, 9), (7, 8, 15), (12, 15, 27)), {}, "a / Total"),  # by 2 of two parts
        (((1, 0, 2), (4, 5, 9), (7, 8, 15), (12, 13, 26)), {}, "a / Total"),  # an empty part explains nothing
        (((10, 20, 40), (40, 50, 90), (70, 80, 150), (120, 150, 280)), {}, "a / Total"),
        (((0.1, 0.2, 0.4), (4, 5, 9), (7, 8, 15), (11.1, 13.2, 26)), {}, "Total / Total"),
    ],
)
def test_what_rounding_does_not_explain_stays_refused_with_its_cell(values, more, cell) -> None:
    problems = problems_of(two_way(*values, totals="recomputed", **more))
    assert cell in [problem.params["cell"] for problem in problems]
    assert recomputing_totals(two_way(*values, **more), problems_of(two_way(*values, **more))) is None


def test_a_base_of_rounding_explains_more() -> None:
    values = ((10, 20, 40), (40, 50, 90), (70, 80, 150), (120, 150, 280))
    found = open_table(two_way(*values, totals="recomputed", rounded_to=10), HERE)
    assert shown_by(found)[:, 2].tolist() == [30, 90, 150, 270]
    assert found.table.base == open_table(two_way(*TRUE), HERE).table.base  # judged as exact values


TRUE = ((1, 2, 3), (4, 5, 9), (7, 8, 15), (12, 15, 27))


def test_a_click_is_offered_where_it_helps_and_a_result_marks_the_totals() -> None:
    off = two_way((1, 2, 3), (4, 5, 10), (7, 8, 15), (12, 15, 27))
    whole = recomputing_totals(off, problems_of(off))
    assert whole is not None
    assert recomputing_totals(whole, problems_of(off)) is None
    params = TableParams(
        table=whole, protect={"method": "suppression"}, cells=({"cell": ("a", "x"), "status": "unsafe"},)
    )
    source = Source(None, {}, HERE)
    counted = table_job.counts(params, source, JobContext())
    result = table_job.decide(params, counted, JobContext())
    assert result.recomputed == (("b", "Total"),)
    assert {cell.coordinates: cell.value for cell in result.cells}["b", "Total"] == 9


def test_a_part_without_a_value_leaves_its_total_as_given() -> None:
    found = open_table(
        two_way((1, 2, 4), (None, 5, 9), (7, 8, 15), (None, 15, 28), totals="recomputed"), HERE
    )
    assert shown_by(found)[:, 2].tolist() == [3, 9, 15, 27]


TAB_RDA = """  <SEPARATOR> ","
Size
  <RECODEABLE>
  <TOTCODE> Total
Town
  <RECODEABLE>
  <TOTCODE> Total
Amount
  <NUMERIC>
Top1
  <NUMERIC>
  <MAXSCORE>
Top2
  <NUMERIC>
  <MAXSCORE>
N
  <FREQUENCY>
"""
TAB = """a,x,100,80,10,3
a,y,50,30,10,4
a,Total,140,80,30,7
b,x,20,10,5,3
b,y,30,10,5,4
b,Total,50,10,10,7
Total,x,120,80,10,6
Total,y,80,30,10,8
Total,Total,200,80,30,14
"""


def test_rules_judge_the_least_sums_behind_a_table_whose_totals_are_recomputed(tmp_path) -> None:
    """At most what was given, and half a base less where the values are known to be rounded to one."""
    (tmp_path / "t.rda").write_text(TAB_RDA, encoding="utf-8")
    (tmp_path / "t.tab").write_text(TAB, encoding="utf-8")
    spec = TableSpec(tab="t.tab", metadata="t.rda", totals="recomputed", rounded_to=10)
    found = open_table(spec, tmp_path)
    numbers = {found.table.coordinates(cell): cell for cell in range(len(found.table))}
    assert found.recomputed == {("a", "Total"): 140}
    assert found.table.values[numbers["a", "Total"]] == 150
    sums = found.behind.magnitudes
    assert [int(sums[numbers["a", column]]) for column in ("x", "y", "Total")] == [95, 45, 135]
    units = tmp_path / "u.tab"
    units.write_text(
        TAB.replace("a,Total,140", "a,Total,149").replace("b,Total,50", "b,Total,51"), encoding="utf-8"
    )
    found = open_table(TableSpec(tab="u.tab", metadata="t.rda", totals="recomputed"), tmp_path)
    assert int(found.behind.magnitudes[numbers["a", "Total"]]) == 149
    assert int(found.behind.magnitudes[numbers["b", "Total"]]) == 50


def test_values_that_are_no_multiples_of_what_they_were_rounded_to_are_refused() -> None:
    values = ((13, 20, 30), (40, 50, 90), (70, 80, 150), (123, 150, 270))
    codes = {problem.code for problem in problems_of(two_way(*values, totals="recomputed", rounded_to=10))}
    assert codes == {"table.no_multiple"}


def test_an_audit_examines_the_totals_that_are_published() -> None:
    params = AuditParams(
        table=two_way((1, 2, 3), (4, None, 10), (7, 8, 15), (12, None, 28), totals="recomputed")
    )
    with pytest.raises(Refused) as refused:
        audit.counts(params, Source(None, {}, HERE), JobContext())
    assert [problem.code for problem in refused.value.problems] == ["table.totals_of_audit"]
