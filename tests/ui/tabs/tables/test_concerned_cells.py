"""From a reason of the verdict or a message to its cells; what was listed goes with the result."""

import json
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from sdc_desktop.engine.problems import Place, error, warning
from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.words.tables.concerned import named_cells
from tests.ui.tabs.tables.conftest import DATA, TABLE, WAIT, Desk
from tests.ui.tabs.tables.test_audit import LEAKY, begin, paste


def test_a_click_on_a_reason_lists_its_cells_and_brings_the_first_into_view(desk: Desk) -> None:
    desk.open()
    begin(desk)
    paste(desk, LEAKY)
    evidence = desk.page.evidence
    evidence.turn_to(evidence.derivation)
    desk.page.verdict.show_reasons()
    links = desk.page.verdict.popover.findChildren(QPushButton)
    (button,) = [button for button in links if button.text() == "Show cells"]
    desk.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    desk.rest()
    assert evidence.page is evidence.unsafe
    assert [cell.coordinates for cell in evidence.unsafe.model.cells] == [("a", "y")]
    assert desk.page.answer.cells.current == ("a", "y")
    assert "a / y" in desk.why.text()


def test_the_keyboard_reaches_the_cells_of_a_reason(desk: Desk) -> None:
    desk.open({**TABLE, "params": {**TABLE["params"], "protect": None}})
    sentence = desk.page.verdict.sentence
    sentence.setFocus(Qt.FocusReason.TabFocusReason)
    desk.qtbot.keyClick(sentence, Qt.Key.Key_Space)
    (button,) = [
        one for one in desk.page.verdict.popover.findChildren(QPushButton) if one.text() == "Show cells"
    ]
    assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
    desk.qtbot.keyClick(button, Qt.Key.Key_Space)
    desk.rest()
    unsafe = desk.page.evidence.unsafe
    number = len(unsafe.model.cells)
    assert number > 0
    assert str(number) in desk.page.verdict.grade_text
    assert unsafe.which.currentText() == "Cells concerned"
    assert "Show cells" not in desk.page.verdict.grade_text


def test_the_cells_of_a_reason_are_not_listed_for_another_result(desk: Desk) -> None:
    desk.open({**TABLE, "params": {**TABLE["params"], "protect": None}})
    desk.page.verdict.cells_requested.emit(desk.page.presenter.verdict().reasons[0])
    unsafe = desk.page.evidence.unsafe
    assert unsafe.which.currentText() == "Cells concerned"
    desk.choose("protect", "Cell suppression")
    desk.protect()
    assert unsafe.which.currentText() == "Unsafe cells"
    assert unsafe.which.findText("Cells concerned") < 0


SIDES = ("North", "South", "West", "Total"), ("small", "middle", "large", "Total")
BLOCKED = [
    {"cell": (a, b), "status": "unsafe" if (a, b) == ("South", "middle") else "frozen"}
    for a in SIDES[0]
    for b in SIDES[1]
]
HOPELESS = {**TABLE, "params": {**TABLE["params"], "rules": [], "cells": BLOCKED}}


def test_a_message_that_names_cells_leads_to_them(desk: Desk) -> None:
    desk.open(HOPELESS)
    lines = desk.page.question.problems
    assert lines.cells.isHidden()
    desk.protect()
    codes = [problem.code for problem in desk.view.problems]
    assert codes == ["suppression.unprotectable", "suppression.blocked_by"]
    assert lines.cells.isVisible()
    evidence = desk.page.evidence
    desk.qtbot.mouseClick(lines.cells, Qt.MouseButton.LeftButton)
    desk.rest()
    assert evidence.page is evidence.unsafe
    assert evidence.unsafe.which.currentText() == "Cells concerned"
    shown = {cell.coordinates for cell in evidence.unsafe.model.cells}
    named = {tuple(name.split(" / ")) for name in desk.view.problems[1].params["cells"]}
    assert shown == {("South", "middle"), *named}
    assert desk.page.answer.cells.current == ("South", "middle")
    assert "region South, size middle" in desk.why.text()


def test_messages_with_numbers_of_cells_or_unknown_names_have_no_link(desk: Desk) -> None:
    desk.open(TABLE)
    result = desk.view.shown.result
    without = (
        error("rounding.not_found", cells=16),
        warning("tauargus.no_such_cell", cells="East / small; South; South / middle / x", number=3),
        error("suppression.blocked", Place(job="other"), cell="South / middle"),
    )
    assert named_cells(without, result, "table") == ()
    several = warning("tauargus.different_statuses", cells="South / middle; Total / large; …", number=9)
    assert named_cells((several, several), result, "table") == (("South", "middle"), ("Total", "large"))


def test_the_list_of_problems_leads_to_the_cells_of_another_table(
    qtbot, window: MainWindow, firms: Path
) -> None:
    other = {**TABLE, "name": "other", "params": {**TABLE["params"], "protect": None}}
    plan = {"schema": 2, "data": DATA, "jobs": [other, HOPELESS]}
    path = firms / "plan.sdcplan"
    path.write_text(json.dumps(plan), encoding="utf-8")
    assert window.controller.open_plan(path)
    qtbot.waitUntil(lambda: window.tables_place.page is not None and window.jobs.idle, timeout=WAIT)
    page = window.tables_place.page
    qtbot.waitUntil(lambda: page.presenter.view.shown is not None and window.jobs.idle, timeout=WAIT)
    window.tabs.setCurrentIndex(0)
    problem = error("suppression.blocked", Place(job="table"), cell="South / middle", lower=1, upper=2)
    window.problems_panel.jump_requested.emit(problem)
    assert window.tabs.currentWidget() is window.tables_place
    qtbot.waitUntil(lambda: page.answer.cells.current == ("South", "middle"), timeout=WAIT)
    assert page.presenter.view.shown.job.name == "table"
