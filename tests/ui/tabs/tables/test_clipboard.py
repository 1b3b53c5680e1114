"""The published table on the clipboard, looked at as an intruder would; entries of cells pasted back."""

import csv
import io
import re
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from sdc_desktop.engine.data.csv.formulas import FormulaEscaper
from sdc_desktop.engine.data.sampled import Sampled
from sdc_desktop.engine.problems import Place, error
from sdc_desktop.project.policy_location import ActivePolicy
from tests.ui.tabs.tables.conftest import P15, TABLE, Desk


def copied() -> tuple[list[list[str]], str]:
    """The lines of the text on the clipboard, and its HTML; there is nothing else."""
    data = QGuiApplication.clipboard().mimeData()
    assert {one for one in data.formats() if not one.startswith("text/html")} <= {"text/plain"}
    assert not data.hasUrls()
    assert not data.hasImage()
    return list(csv.reader(io.StringIO(data.text()), delimiter="\t")), data.html()


def table_with(**params) -> dict:
    return {**TABLE, "params": {**TABLE["params"], **params}}


def press_copy(desk: Desk) -> None:
    QGuiApplication.clipboard().clear()
    desk.qtbot.mouseClick(desk.page.answer.cells.publish, Qt.MouseButton.LeftButton)


def test_the_copied_table_is_the_published_one_with_marks_however_it_is_looked_at(desk: Desk) -> None:
    desk.open(TABLE)
    desk.protect()
    found = []
    for way in range(desk.page.answer.way.count()):
        desk.page.answer.way.setCurrentIndex(way)
        press_copy(desk)
        found.append(copied())
    assert len({str(one) for one in found}) == 1
    lines, html = found[0]
    cells = {cell.coordinates: cell for cell in desk.view.answer.result.cells}
    assert lines[0][0] == "region / size"
    for line in lines[1:-1]:
        for column, text in zip(lines[0][1:], line[1:], strict=True):
            cell = cells[line[0], column]
            assert text == ("x" if cell.published is None else str(cell.published))
    assert lines[-1] == ["x: suppressed"]
    assert html.count(">x<") == sum(cell.published is None for cell in cells.values()) > 1


def test_nothing_on_the_clipboard_tells_what_is_not_published_or_why(desk: Desk) -> None:
    desk.open(TABLE)
    desk.protect()
    press_copy(desk)
    lines, html = copied()
    published = {str(c.published) for c in desk.view.answer.result.cells if c.published is not None}
    hidden = {str(c.value) for c in desk.view.answer.result.cells if c.published is None}
    text = "\n".join("\t".join(line) for line in lines)
    for place in (text, re.sub(r"<[^>]*>", " ", html)):
        assert not (set(re.findall(r"\d+", place)) & (hidden - published))
    tags = set(re.findall(r"<[^>]+>", html))
    assert not [tag for tag in tags if re.search(r"unsafe|second|title|class|data-|id=", tag)]
    assert len(set(re.findall(r"<td[^>]*>(?=x)", html))) == 1  # p and s look the same


def test_of_a_changed_table_no_mark_tells_which_cells_are_true_or_of_no_one(desk: Desk) -> None:
    path = desk.folder / "firms.csv"
    rows = [row for row in path.read_text().splitlines() if not row.startswith("South,small")]
    path.write_text("\n".join(rows) + "\n")
    desk.open(table_with(protect={"method": "rounding", "base": 5}))
    desk.protect()
    press_copy(desk)
    lines, _ = copied()
    assert not [field for line in lines for field in line if field in ("x", "–")]
    desk.page.answer.way.setCurrentIndex(0)
    desk.page.answer.cells.table.copy_selection()  # Ctrl+C in the view as published
    assert copied()[0] == lines


def test_a_table_that_is_not_protected_or_is_out_of_date_is_not_copied_as_published(desk: Desk) -> None:
    desk.open(TABLE)
    assert not desk.page.answer.cells.publish.isVisible()
    QGuiApplication.clipboard().clear()
    desk.page.answer.cells.table.publishing_requested.emit()
    assert QGuiApplication.clipboard().text() == ""
    desk.protect()
    assert desk.page.answer.cells.publish.isVisible()
    desk.page.presenter.change({"rules": ({"kind": "p_percent", "p": 40},)})
    desk.rest()
    assert not desk.page.answer.cells.publish.isVisible()


def test_a_policy_that_cannot_be_read_or_a_sample_keeps_the_table_off_the_clipboard(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.open(TABLE)
    desk.protect()
    problem = error("plan.unknown_key", Place(key="limit"))
    desk.controller.hold_to(ActivePolicy(by_administrator=True, problems=(problem,)))
    press_copy(desk)
    assert QGuiApplication.clipboard().text() == ""
    desk.controller.hold_to(ActivePolicy())
    press_copy(desk)
    assert copied()[0]
    opened = desk.controller.opened
    sample = replace(opened, notes=(*opened.notes, Sampled(25, 100).note("firms.csv")))
    monkeypatch.setattr(type(desk.controller), "opened", property(lambda _: sample))
    press_copy(desk)
    assert QGuiApplication.clipboard().text() == ""


def test_labels_that_a_spreadsheet_would_run_are_made_harmless(desk: Desk) -> None:
    path = desk.folder / "firms.csv"
    path.write_text(path.read_text().replace("West", "=1+1"))
    desk.open(TABLE)
    desk.protect()
    press_copy(desk)
    lines, html = copied()
    assert FormulaEscaper().text("=1+1") in [line[0] for line in lines]
    assert ">=1+1<" not in html


def test_entries_of_cells_are_pasted_from_a_spreadsheet_as_one_step(desk: Desk) -> None:
    desk.open(table_with(rules=[P15], cells=[{"cell": ["West", "large"], "status": "safe"}]))
    before = desk.steps
    text = "region\tsize\tstatus\tcost\tupper\tlower\nNorth\tlarge\tunsafe\t\t12,5\t10\nWest\tlarge\tp\n"
    QGuiApplication.clipboard().setText(text + "South / small\tsafe\t7\t\t\tknown anyway\n")
    table = desk.page.answer.cells.table
    table.setFocus()
    desk.qtbot.keyClick(table, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    desk.rest()
    cells = {tuple(one.cell): one for one in desk.controller.plan.jobs[0].params.cells}
    assert desk.steps == before + 1
    assert (cells["North", "large"].status, cells["North", "large"].upper) == ("unsafe", 12.5)
    assert cells["West", "large"].status == "frozen"
    south = cells["South", "small"]
    assert (south.status, south.cost, south.reason) == ("safe", 7, "known anyway")


def test_a_wrong_line_is_named_and_nothing_of_what_was_pasted_is_taken(desk: Desk) -> None:
    desk.open(TABLE)
    before = desk.controller.plan
    table = desk.page.answer.cells.table
    wrong = ("North\tlarge\tsafe\nEast\tlarge\tsafe", "North\tlarge\tperhaps", "North\tlarge\tsafe\tmany")
    for text in (
        *wrong,
        "North\tlarge\tsafe\t1\t2\t3\twhy\tmore",
        "\t\t",
        "North\tlarge\tsafe\nNorth\tlarge\tunsafe",
    ):
        QGuiApplication.clipboard().setText(text)
        table.paste_action.trigger()
        desk.rest()
        assert desk.controller.plan == before
        assert desk.view.problems or not text.strip()
