"""The place as a whole: the table has the height, nothing moves, keys, and one bar for all tables."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.engine.verdict import Grade
from sdc_desktop.ui.tabs.tables.question import Question
from sdc_desktop.ui.tabs.tables.tab_job import WAYS, first_fields
from sdc_desktop.ui.tabs.tables.view import View
from sdc_desktop.ui.theme import step
from sdc_desktop.ui.widgets.verdict_bar import Mark
from sdc_desktop.words.program.languages import LANGUAGES, words_in
from tests.ui.tabs.tables.conftest import TABLE, Desk

_AROUND = 68  # pixels of the window above and below a place: the top row and the status bar
_PANEL = 32  # steps of the grid: the panel of a window that is not wide


@pytest.fixture
def large(desk_of, tmp_path: Path) -> Iterator[Desk]:
    """A made-up table of 67 x 21 cells, totals included."""
    draw = random.Random(5)
    lines = [f"r{r:02},c{c:02},{draw.randrange(10_000, 999_999)}" for r in range(66) for c in range(20)]
    (tmp_path / "large.csv").write_text("\n".join(["row,column,amount", *lines]) + "\n", encoding="utf-8")
    data = {"path": "large.csv", "variables": {"amount": {"level": "continuous"}}}
    params = {
        "dimensions": [{"variable": "row"}, {"variable": "column"}],
        "value": "amount",
        "rules": [{"kind": "p_percent", "p": 10}],
    }
    with desk_of(Desk, tmp_path) as desk:
        job = {"name": "large", "kind": "table", "params": params}
        desk.open_plan(plan_from_json({"schema": 2, "data": data, "jobs": [job]}))
        yield desk


@pytest.mark.parametrize(("width", "height", "rows", "columns"), [(1366, 768, 20, 7), (1440, 900, 27, 7)])
def test_a_large_table_has_the_middle_with_both_sides_open(
    large: Desk, width: int, height: int, rows: int, columns: int
) -> None:
    large.page.resize(width, height - _AROUND)
    QApplication.processEvents()
    assert large.page.frame.left_open
    assert large.page.frame.panel_open
    table = large.page.answer.cells.table
    assert (table.model().rowCount(), table.model().columnCount()) == (67, 21)
    room = table.viewport().rect()
    whole = [
        sum(area.contains(table.visualRect(table.model().index(*place))) for place in places)
        for area, places in (
            (room, [(row, 0) for row in range(67)]),
            (room, [(0, column) for column in range(21)]),
        )
    ]
    assert whole[0] >= rows
    assert whole[1] >= columns, (room.width(), table.down.width(), [table.columnWidth(n) for n in range(21)])


def test_no_control_moves_when_a_table_is_protected(desk: Desk) -> None:
    desk.open(TABLE)
    page = desk.page
    watched: dict[str, QWidget] = {
        "sentence": page.verdict.sentence,
        "report": page.exports.report.report_button,
        "export": page.exports.write_button,
        "chip": page.chips.chips[0],
        "view": page.answer.way,
        "next": page.answer.onward,
        "card": page.tables.cards.card("table"),
        "table": page.answer.cells.table,
        "protect": page.question.run,
    }

    def places() -> dict[str, tuple[int, int, int, int]]:
        QApplication.processEvents()
        spots = {name: part.mapTo(page, QPoint()) for name, part in watched.items()}
        return {name: (*spots[name].toTuple(), *watched[name].size().toTuple()) for name in watched}

    before = places()
    page.question.run.click()
    assert places() == before  # while it runs
    desk.rest()
    assert desk.view.ready
    assert places() == before
    page.answer.onward.click()
    desk.rest()
    assert desk.view.selected == ("North", "small")
    assert places() == before


def test_keys_go_from_one_unsafe_cell_to_the_next_and_from_view_to_view(desk: Desk) -> None:
    statuses = [{"cell": list(cell), "status": "unsafe"} for cell in (("South", "large"), ("West", "small"))]
    desk.open({**TABLE, "params": {**TABLE["params"], "cells": statuses}})
    page, qtbot = desk.page, desk.qtbot
    page.activateWindow()
    table = page.answer.cells.table
    table.setFocus()
    cells = [("North", "small"), ("South", "large"), ("West", "small")]
    for cell in (*cells, cells[0]):
        qtbot.keyClick(table, Qt.Key.Key_N)
        assert desk.view.selected == cell
    assert page.answer.place.text() == "unsafe cell 1 of 3"
    qtbot.keyClick(table, Qt.Key.Key_N, Qt.KeyboardModifier.ShiftModifier)
    assert desk.view.selected == cells[2]
    first = page.answer.way.currentIndex()
    qtbot.keyClick(table, Qt.Key.Key_V)
    assert page.answer.way.currentIndex() == (first + 1) % 4
    qtbot.keyClick(table, Qt.Key.Key_Return)
    assert page.frame.panel.page == 1
    assert "West" in desk.why.text()


_TABLES = {
    "dimensions": [{"variable": "activity"}, {"variable": "region"}],
    "value": "turnover",
    "rules": [
        {"kind": "threshold", "n": 3},
        {"kind": "p_percent", "p": 10},
        {"kind": "dominance", "n": 1, "k": 70},
    ],
}
_METHODS = (
    {"method": "suppression"},
    {"method": "rounding", "base": 5},
    {"method": "adjustment"},
    {"method": "redesign"},
    {"method": "cell_key", "variance": 2, "maximum": 5},
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_fits_into_the_panel(qtbot, theme, language: str) -> None:
    question = Question(words_in(language))
    qtbot.addWidget(question)
    offered = {"variables": ("activity", "region"), "numbers": ("turnover",), "has_data": True}
    views = [
        View(way="table", params=TableParams.model_validate({**_TABLES, "protect": method}), **offered)
        for method in _METHODS
    ]
    views += [View(way=way, fields=first_fields(way), **offered) for way in WAYS if way != "table"]
    question.resize(step(question, _PANEL), 600)
    question.show()
    for view in views:
        question.show_view(view)
        for form in question.forms.values():
            if form.more is not None:
                form.more.button.setChecked(True)
        for _ in range(3):
            QApplication.processEvents()
        if view.way == "table":
            chooser = question.forms["table"].parts["value"]
            assert chooser.height() == chooser.sizeHint().height(), "no text of it takes two lines"
        own = getattr(view.params, "protect", None)
        assert question.minimumSizeHint().width() <= step(question, _PANEL), (view.way, own)


def test_undo_in_a_field_takes_back_what_was_typed_as_one_change(desk: Desk) -> None:
    desk.open(TABLE)
    page, field = desk.page, desk.of_rule("rules.p")
    undo = QAction(page)
    undo.setShortcut(QKeySequence(QKeySequence.StandardKey.Undo))
    undo.triggered.connect(desk.controller.undo)
    page.addAction(undo)
    page.activateWindow()
    before, steps = desk.controller.plan, desk.steps
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "40")
    desk.qtbot.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    desk.rest()
    page.removeAction(undo)
    assert desk.controller.plan == before
    assert desk.steps == steps + 1  # the change, taken back: Redo brings it
    desk.controller.redo()
    assert desk.controller.plan.jobs[0].params.rules[0].p == 40


def test_the_bar_names_another_table_that_is_judged_worse(desk: Desk) -> None:
    """Both are exported: the one shown has no unsafe cell, the other is rounded too finely."""
    fine = {"method": "rounding", "base": 1}
    by_size = {**TABLE["params"], "dimensions": [{"variable": "size"}], "protect": fine}
    coarse = {"dimensions": [{"variable": "region"}], "rules": [{"kind": "threshold", "n": 2}]}
    coarse["protect"] = {"method": "rounding", "base": 5}
    names = ("alone", "other")
    desk.open(*({**TABLE, "name": n, "params": p} for n, p in zip(names, (coarse, by_size), strict=True)))
    for name in reversed(names):
        desk.page.presenter.show_table(name)
        desk.protect()
    assert desk.view.current == "alone"
    assert desk.page.presenter.verdict().grade is not Grade.UNSAFE
    bar = desk.page.verdict
    assert bar.mark is Mark.UNSAFE
    assert "other is judged worst" in bar.text
    bar.follow(bar.links[0])
    assert desk.view.current == "other"
    assert "judged worst" not in bar.text
