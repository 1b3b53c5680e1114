"""A table from the open file: built, judged while rules change, protected, taken back."""

from dataclasses import replace
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from sdc_desktop.engine import runner
from sdc_desktop.engine.plan import plan_from_json, plan_to_text
from sdc_desktop.engine.problems import warning
from sdc_desktop.engine.runner import decide
from sdc_desktop.ui.questions.question import State
from sdc_desktop.ui.tabs.tables.view import Stage
from sdc_desktop.ui.widgets.verdict_bar import Mark
from sdc_desktop.words import Words
from sdc_desktop.words.tables.table_evidence import list_line
from tests.ui.hands import offers
from tests.ui.tabs.tables.conftest import DATA, TABLE, WAIT, Desk


def choose(desk: Desk, place: int, name: str) -> None:
    """Choose a variable by the keys, as an officer does."""
    box = desk.page.question.dimensions_of("table").boxes[place]
    box.setCurrentIndex(box.findData(name))
    box.activated.emit(box.currentIndex())
    desk.rest()


def figures(desk: Desk) -> list[str]:
    """The figures of the bar, as a screen reader has them."""
    return [one.accessibleName() for one in desk.page.verdict._figures]


def test_no_chooser_moves_when_a_dimension_gets_its_subtotals(desk: Desk) -> None:
    desk.open({"name": "t", "kind": "table", "params": {"dimensions": [{"variable": "region"}]}})
    boxes = desk.page.question.dimensions_of("table").boxes[:3]
    before = [box.mapTo(desk.page, QPoint(0, 0)) for box in boxes]
    choose(desk, 1, "size")
    assert [box.mapTo(desk.page, QPoint(0, 0)) for box in boxes] == before


def test_a_table_is_built_from_lists_step_by_step_and_judged_at_once(desk: Desk) -> None:
    desk.open()
    assert desk.view.stage is Stage.NO_DIMENSIONS
    before = desk.steps
    choose(desk, 0, "region")
    choose(desk, 1, "size")
    assert [own.variable for own in desk.controller.plan.jobs[0].params.dimensions] == ["region", "size"]
    assert desk.steps == before + 2
    assert desk.view.judged is not None
    assert desk.view.judged.result.risks.unsafe == 0
    assert figures(desk)[0] == "Unsafe cells:  → 0"
    desk.choose("value", "turnover")
    desk.add_rule("p % rule")
    desk.rest()
    assert figures(desk)[0] in ("Unsafe cells:  → 1", "Unsafe cells:  → 2")
    assert desk.page.verdict.mark is Mark.UNSAFE
    assert desk.page.verdict.text.endswith("not protected yet.")


def test_without_rules_no_count_of_unsafe_cells_reassures(desk: Desk) -> None:
    params = TABLE["params"] | {"rules": [], "value": None}
    keyed = {"method": "cell_key", "variance": 2, "maximum": 5}
    for protect in (None, keyed):
        desk.open(TABLE | {"params": params | {"protect": protect}})
        question = desk.page.question
        assert figures(desk)[0] == "Unsafe cells:  → –"
        assert "no cell is unsafe" not in question.effort.text()
    listed = list_line(0, 0, "unsafe", Words(), judged=False)
    assert listed == "No rule states which cells are unsafe."


def test_a_number_being_changed_is_a_draft_and_then_one_step(desk: Desk) -> None:
    desk.open(TABLE)
    field = desk.of_rule("rules.p")
    before, plan = desk.steps, desk.controller.plan
    unsafe = desk.view.judged.result.risks.unsafe
    field.setValue(90)
    desk.qtbot.waitUntil(
        lambda: desk.view.judged is not None and desk.view.judged.result.risks.unsafe > unsafe, timeout=WAIT
    )
    if desk.view.drafting:
        assert desk.page.verdict.text.startswith("Draft")
    desk.qtbot.waitUntil(lambda: desk.steps == before + 1, timeout=WAIT)
    desk.rest()
    assert desk.controller.plan != plan
    assert not desk.view.drafting
    assert desk.controller.plan.jobs[0].params.rules[0].p == 90
    desk.controller.undo()
    desk.rest()
    assert desk.controller.plan == plan
    assert desk.view.judged.result.risks.unsafe == unsafe


def test_protecting_is_requested_and_safe_only_after_its_audit(desk: Desk) -> None:
    desk.open(TABLE)
    assert desk.page.verdict.mark is Mark.UNSAFE
    assert "Safe" not in desk.page.verdict.text
    assert not desk.page.exports.write_button.isEnabled()
    desk.protect()
    assert desk.view.ready
    assert desk.view.answer.result.safe
    assert desk.page.verdict.mark is Mark.SAFE
    assert desk.page.verdict.text.startswith("Full audit passed")
    lost = desk.view.answer.result.losses.value_lost
    assert figures(desk) == ["Unsafe cells: 1 → 0", f"Value suppressed: 0.0\u202f% → {100 * lost:.1f}\u202f%"]
    assert desk.page.exports.write_button.isEnabled()


def test_a_change_greys_the_last_answer_and_undo_brings_it_back(desk: Desk) -> None:
    desk.open(TABLE)
    desk.protect()
    answer = desk.view.answer
    desk.add_rule("Threshold rule")
    desk.rest()
    assert desk.view.stale
    assert desk.view.shown is answer
    assert desk.view.greyed
    assert desk.page.verdict.mark is Mark.NONE
    assert desk.page.verdict.text.startswith("Previous result")
    desk.controller.undo()
    assert desk.view.ready
    assert desk.page.verdict.mark is Mark.SAFE


@pytest.mark.parametrize(
    ("method", "status"),
    [("Rounding", "rounded"), ("Controlled tabular adjustment", "adjusted"), ("none yet", "unsafe")],
)
def test_other_methods_are_never_called_safe(desk: Desk, method: str, status: str) -> None:
    desk.open(TABLE)
    desk.choose("protect", method)
    if method != "none yet":
        desk.protect()
    else:
        assert not desk.page.question.run.isEnabled()
    assert status in {cell.status for cell in desk.view.shown.result.cells}
    assert desk.page.verdict.mark is not Mark.SAFE
    assert "Safe by" not in desk.page.verdict.text


def test_cell_keys_cannot_be_chosen_for_weighted_amounts(desk: Desk) -> None:
    desk.open(TABLE)
    method = desk.field("protect").chooser
    place = method.findText("Cell key method")
    assert offers(method, place)
    desk.page.presenter.change({"weight": "turnover", "value": None})
    desk.rest()
    assert offers(method, place)
    desk.page.presenter.change({"value": "turnover"})
    desk.rest()
    assert not offers(method, place)
    assert offers(method, method.findText("Cell suppression"))


def test_a_cell_is_called_unsafe_by_hand_in_one_step(desk: Desk) -> None:
    desk.open(TABLE)
    before = desk.steps
    desk.page.presenter.set_status(("South", "large"), "unsafe")
    desk.rest()
    assert desk.steps == before + 1
    found = {cell.coordinates: cell for cell in desk.view.judged.result.cells}
    assert found["South", "large"].status == "unsafe"
    desk.page.presenter.set_status(("South", "large"), None)
    desk.rest()
    assert desk.controller.plan.jobs[0].params.cells == ()


def test_what_cannot_be_a_table_is_stated_beneath_the_question(desk: Desk) -> None:
    desk.open({"name": "t", "kind": "table", "params": {"dimensions": [{"variable": "colour"}]}})
    assert [problem.code for problem in desk.controller.problems] == ["plan.unknown_variable"]
    assert "colour" in desk.page.question.problems.text()
    assert desk.page.empty.isVisible()


def test_a_stopped_job_leaves_the_answer_before(desk: Desk) -> None:
    desk.open(TABLE)
    desk.protect()
    answer = desk.view.answer
    desk.add_rule("Threshold rule")
    desk.rest()
    desk.page.presenter.run()
    desk.page.presenter.stop()
    desk.rest()
    assert desk.view.answer in (answer, desk.view.answer)
    assert not desk.view.running
    assert desk.view.shown is not None


def test_a_variable_is_dragged_from_the_list_of_variables(desk: Desk) -> None:
    desk.open()
    data = QMimeData()
    data.setText("size")
    box = desk.page.question.dimensions_of("table").boxes[0]
    point, action, keys = QPointF(5, 5), Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(point.toPoint(), action, data, Qt.MouseButton.LeftButton, keys)
    QApplication.sendEvent(box, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(box, QDropEvent(point, action, data, Qt.MouseButton.LeftButton, keys))
    desk.rest()
    assert [own.variable for own in desk.controller.plan.jobs[0].params.dimensions] == ["size"]


def test_choosing_a_variable_that_stands_elsewhere_changes_places(desk: Desk) -> None:
    desk.open(TABLE)
    choose(desk, 0, "size")
    dimensions = desk.controller.plan.jobs[0].params.dimensions
    assert [own.variable for own in dimensions] == ["size", "region"]
    choose(desk, 1, "")
    assert [own.variable for own in desk.controller.plan.jobs[0].params.dimensions] == ["size"]


def test_a_rule_is_removed_while_something_is_typed_in_one(desk: Desk) -> None:
    desk.open(TABLE)
    desk.add_rule("Threshold rule")
    desk.rest()
    rules, field = desk.field("rules"), desk.of_rule("rules.p")
    desk.page.activateWindow()
    QTest.qWaitForWindowActive(desk.page)
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "19")
    rules.removes[0].click()  # the button takes no focus from the field
    desk.rest()
    assert [rule.kind for rule in desk.page.presenter.job.params.rules] == ["threshold"]
    assert len(rules.rows) == 1
    assert rules.layout().count() == 2, "its frame and Add"


def test_a_table_judged_for_another_project_is_not_reported(desk: Desk, monkeypatch) -> None:
    begun, may_end = Event(), Event()

    def slow(*given: Any) -> Any:
        begun.set()
        may_end.wait(WAIT / 1000)
        return replace(decide(*given), notes=(warning("linked.nested_unstated", variables=("a", "b")),))

    monkeypatch.setattr(runner, "decide", slow)
    path = desk.folder / "plan.sdcplan"
    path.write_text(plan_to_text(plan_from_json({"schema": 2, "data": DATA, "jobs": [TABLE]})), "utf-8")
    assert desk.controller.open_plan(path)
    desk.qtbot.waitUntil(begun.is_set, timeout=WAIT)
    desk.controller.new()
    may_end.set()
    desk.rest()
    assert desk.controller.problems == ()
    assert desk.view.judged is None


@pytest.mark.parametrize("state", [State.WAITING, State.COMPUTING, State.RUNNING])
def test_an_empty_place_speaks_of_progress_below_only_while_there_is_some(desk: Desk, state: State) -> None:
    desk.open(TABLE)
    view = replace(desk.view, answer=None, draft=None, problems=(), state=state)
    assert view.stage is Stage.READY
    desk.page._show_empty(view)
    assert ("below" in desk.page.empty.text.text()) == (state is State.RUNNING)
