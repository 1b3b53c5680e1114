"""Totals that rounding keeps from adding up: one click recomputes them, and the table marks them."""

from tests.ui.tabs.tables.conftest import Desk

GIVEN = {
    "rows": ["a", "b", "Total"],
    "columns": ["x", "y", "Total"],
    "values": [[1, 2, 3], [4, 5, 10], [5, 7, 12]],
}


def test_a_click_recomputes_totals_and_the_table_and_why_show_which(desk: Desk) -> None:
    params = {"table": GIVEN, "protect": {"method": "suppression"}}
    desk.open({"name": "table", "kind": "table", "params": params}, data=False)
    desk.page.question.problems.remedy.click()
    desk.rest()
    desk.page.show_cell(("b", "Total"))
    desk.rest()
    cells = desk.page.answer.cells
    assert cells.legend.shown["recomputed"] == 1
    place = cells.table.currentIndex()
    assert cells.model.look(place.row(), place.column()).recomputed
    assert "10" in desk.why.text()
