"""Corrections of tables that were found, by the menu on a cell: one step each, judged at once."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from sdc_desktop.ui.tabs.outputs.corrections import CorrectionMenu, clicked
from sdc_desktop.words import Words
from sdc_desktop.words.problems.plan_places import where_in_window
from tests.support.outputs.cases import grid, workbook
from tests.ui.tabs.outputs.conftest import Desk, params


def menu_on(desk: Desk, what) -> CorrectionMenu:
    """The menu as the page connects it."""
    menu = CorrectionMenu(what, desk.view.item.table, Words(), desk.page)
    menu.corrected.connect(desk.page.presenter.correct)
    menu.mark_explained.connect(desk.page.presenter.explain_mark)
    return menu


def choose(desk: Desk, place: tuple[int, int], *texts: str, box=None) -> None:
    """Choose an entry of the menu on a cell, through its submenus."""
    menu = menu_on(desk, clicked(desk.view.sheet.tables, place, desk.view.sheet.sheet, box))
    at = menu
    for text in texts[:-1]:
        (at,) = [one for one in at.findChildren(QMenu) if text in one.title().replace("&", "")]
    (entry,) = [one for one in at.actions() if texts[-1] in one.text().replace("&", "")]
    entry.trigger()
    desk.settle()
    menu.deleteLater()


def test_a_correction_is_one_step_judged_at_once_and_taken_back(desk) -> None:
    desk.add("few.xlsx")
    (table,) = desk.view.sheet.tables
    desk.page.presenter.correct(table, {"kinds": {"B": "mean"}}, "Column B: means")
    desk.settle()
    assert desk.steps == 3
    (table,) = desk.view.sheet.tables
    assert table.table.kinds[0] == "mean"
    assert table.corrected
    desk.page.presenter.correct(table, {"kinds": {"C": "mean"}}, "Column C: means")
    desk.settle()
    (one,) = params(desk).tables
    assert one.kinds == {"B": "mean", "C": "mean"}
    desk.page.presenter.undo_correction(desk.view.sheet.tables[0])
    desk.settle()
    assert params(desk).tables == ()


def test_a_correction_that_no_plan_takes_says_so_and_changes_nothing(desk) -> None:
    desk.add("few.xlsx")
    (table,) = desk.view.sheet.tables
    steps = desk.steps
    desk.page.presenter.correct(table, {"population": "long " * 100}, "Population")
    desk.settle()
    assert desk.steps == steps
    assert params(desk).tables == ()
    (problem,) = desk.view.problems
    assert problem.code == "plan.type"
    assert "Population" in where_in_window(problem.where, {"output check": "output_check"}, Words())


def test_an_outline_drawn_by_selecting_cells_replaces_the_one_found(desk) -> None:
    desk.add("few.xlsx")
    sheet, view = desk.page.centre.sheet, desk.view
    sheet.setCurrentIndex(sheet.model().index(2, 1))
    QTest.keyClick(sheet, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(sheet, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert sheet.chosen_box == (2, 1, 3, 2)
    what = clicked(view.sheet.tables, (2, 1), view.sheet.sheet, sheet.chosen_box)
    menu = menu_on(desk, what)
    (entry,) = [action for action in menu.actions() if "B3:C4" in action.text()]
    entry.trigger()
    desk.settle()
    assert [table.table.address for table in desk.view.sheet.tables] == ["B3:C4"]
    assert params(desk).tables[0].body == "B3:D5"
    menu.deleteLater()


def test_not_a_table_needs_a_reason_and_leaves_the_queue(desk) -> None:
    desk.add("few.xlsx", "safe.xlsx")
    desk.select("Few")
    table = desk.view.item.table
    desk.page.presenter.correct(table, {"not_table": "Working notes"}, "Not a table")
    desk.settle()
    assert not any(one.table and one.table.table.sheet.name == "Few" for one in desk.view.items)


def test_a_menu_on_a_cell_outside_any_table_corrects_the_selected_one(desk, qtbot) -> None:
    desk.add("few.xlsx")
    view = desk.view
    what = clicked(view.sheet.tables, (7, 0), view.sheet.sheet, None)
    assert what.table is None
    menu = menu_on(desk, what)
    assert any("Population" in action.text() for action in menu.actions())
    desk.page._on_menu(QPoint(10, 10), (2, 1))
    desk.page.window().activateWindow()
    menu.deleteLater()


def test_a_total_that_is_stated_leaves_those_that_were_found(desk) -> None:
    rows = [
        ["Area", "A", "B", "C", "Total"],
        ["X", 41, 36, 5, 82],
        ["Y", 52, 63, 3, 118],
        ["Total", 93, 99, 8, 200],
    ]
    (desk.folder / "sums.xlsx").write_bytes(workbook({"S": grid([["Persons"], *rows])}))
    desk.add("sums.xlsx")
    (table,) = desk.view.sheet.tables
    found = {table.table.column_name(one.line) for one in table.table.column_totals}
    assert found == {"E"}
    choose(desk, (2, 3), "Column D is the sum of columns B to C", box=(2, 1, 2, 3))
    (table,) = desk.view.sheet.tables
    assert {table.table.column_name(one.line) for one in table.table.column_totals} == {"D", "E"}


def test_the_counts_behind_a_column_can_be_named(desk) -> None:
    rows = [["Area", "Mean income", "Persons"], ["X", 2101.5, 4], ["Y", 2204.5, 40], ["Z", 1999.5, 55]]
    (desk.folder / "means.xlsx").write_bytes(workbook({"S": grid([["Incomes"], *rows])}))
    desk.add("means.xlsx")
    choose(desk, (2, 1), "Counts behind column B are in", "C")
    (one,) = params(desk).tables
    assert one.counts == {"B": "C"}
    (table,) = desk.view.sheet.tables
    assert ("mean_of_few", 0, 0) in {(s.code, s.row, s.column) for s in table.judged.spots}


def test_a_mark_of_the_project_is_explained_once_for_all_files(desk) -> None:
    rows = [["Area", "A", "B", "Total"], ["X", "q", 30, 52], ["Y", 40, 35, 75], ["Total", 62, 65, 127]]
    (desk.folder / "marked.xlsx").write_bytes(workbook({"S": grid([["Persons"], *rows])}))
    desk.add("marked.xlsx")
    choose(desk, (2, 1), "The mark", "suppressed")
    assert params(desk).marks == {"q": "hidden"}
    (table,) = desk.view.sheet.tables
    assert "disclosed" in {spot.code for spot in table.judged.spots}


def test_header_rows_and_title_can_be_stated(desk, monkeypatch) -> None:
    desk.add("few.xlsx")
    query = "sdc_desktop.ui.tabs.outputs.corrections.QInputDialog"
    monkeypatch.setattr(f"{query}.getInt", lambda *_a, **_k: (2, True))
    choose(desk, (2, 1), "Header rows")
    monkeypatch.setattr(f"{query}.getText", lambda *_a, **_k: ("Residents by area", True))
    choose(desk, (2, 1), "Title")
    (one,) = params(desk).tables
    assert (one.header, one.title_text) == (2, "Residents by area")
    assert "Residents by area" in desk.rows[0][0]
