"""Totals that were recomputed, where an officer sees them: in the table, in *Why*, in the report."""

from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.tables.table import engine as table_job
from sdc_desktop.engine.methods.tables.table.result import TableResult
from sdc_desktop.engine.runner import to_json
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.sheets.sheet import About, Reader, read_by
from sdc_desktop.sheets.table import sheet
from sdc_desktop.words import Words
from sdc_desktop.words.tables.cell_explained import explained
from sdc_desktop.words.tables.cells import look, tip
from sdc_desktop.words.tables.figures import decimals_of
from sdc_desktop.words.tables.legend import marks_explained
from tests.support.reports import texts

WORDS = Words()
TABLE = {
    "rows": ("a", "b", "c", "Total"),
    "columns": ("x", "y", "Total"),
    "values": ((1.5, 2.5, 4.0), (4.0, 5.0, 9.1), (7.0, 8.0, 14.9), (12.5, 15.5, 28.1)),
    "totals": "recomputed",
}
PARAMS = TableParams(
    table=TABLE, protect={"method": "suppression"}, cells=({"cell": ("b", "Total"), "status": "unsafe"},)
)


@pytest.fixture(scope="module")
def result() -> TableResult:
    source = Source(None, {}, Path())
    return table_job.decide(PARAMS, table_job.counts(PARAMS, source, JobContext()), JobContext())


def read_as(result: TableResult, reader: Reader) -> str:
    return " ".join(texts(tuple(read_by(reader, sheet(About(PARAMS, result, name="t"), WORDS)))))


def test_cells_know_what_was_given_and_a_result_without_values_does_not(result) -> None:
    given = {cell.coordinates: (cell.given, cell.value) for cell in result.cells if cell.given is not None}
    assert given == {
        ("b", "Total"): (9.1, 9),
        ("c", "Total"): (14.9, 15),
        ("Total", "Total"): (28.1, 28),
    }
    assert set(given) == set(result.recomputed)
    assert {one["given"] for one in to_json(result)["cells"] if "given" in one} == {9.1, 14.9, 28.1}
    assert not any("given" in one for one in to_json(result, with_values=False)["cells"])


@pytest.mark.parametrize("shown", ["published", "known", "intervals"])
def test_the_table_marks_them_and_explains_the_mark(result, shown) -> None:
    decimals = decimals_of(result)
    marked = {cell.coordinates for cell in result.cells if look(cell, shown, decimals, WORDS).recomputed}
    assert marked == set(result.recomputed)
    assert "recomputed" in marks_explained(frozenset({"recomputed", "primary"}), shown)
    (cell,) = (cell for cell in result.cells if cell.coordinates == ("c", "Total"))
    assert "Recomputed total; given as 14.9" in tip(cell, decimals, WORDS)
    assert ("Given total", "14.9") in explained(result, cell.coordinates, WORDS)[1]


def test_the_report_lists_them_with_their_differences_and_outside_only_that_there_are_some(result) -> None:
    inside, outside = read_as(result, "internal"), read_as(result, "external")
    assert "3 totals were recomputed from their parts." in inside
    assert "Recomputed totals: t" in inside
    assert "b / Total 9.1 9.0 −0.1" in inside
    assert "totals recomputed from their parts" not in inside  # once is enough
    assert "c / Total 14.9 15.0 +0.1" in inside
    assert "Totals that rounding kept from adding up" in outside
    assert "9.1" not in outside
    assert "14.9" not in outside
