"""What is being moved or typed is in the plan before the plan is saved, written, undone or left."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from sdc_desktop.engine.methods.grouping.microaggregate import MICROAGGREGATE
from sdc_desktop.engine.plan import read_plan
from sdc_desktop.project.project_file import load_project
from tests.ui.conftest import choose_roles
from tests.ui.tabs.microdata.conftest import Desk


def alpha_of(desk: Desk) -> float:
    return desk.page.presenter.job.params.alpha


def move(desk: Desk) -> None:
    """Move the slider with the keys; it has not come to rest."""
    slider = desk.page.form.alpha_slider
    slider.setFocus()
    QTest.keyClick(slider, Qt.Key.Key_Right)
    assert desk.view.drafting


def type_points(desk: Desk) -> None:
    """Type points and leave the cursor in the field."""
    desk.page.activateWindow()
    desk.page.form.cards["ms"].unfold()
    field = desk.page.form.cards["ms"].editors["user_points"].field
    field.setFocus()
    desk.qtbot.waitUntil(lambda: QApplication.focusWidget() is field)
    field.selectAll()
    QTest.keyClicks(field, "33.3")
    assert desk.page.presenter.job.params.user_points["ms"] == 40


def test_saving_saves_what_is_being_moved(desk: Desk) -> None:
    move(desk)
    path = desk.folder / "work.sdcproj"
    assert desk.controller.save_as(path)
    assert load_project(path).plan.jobs[0].params.alpha == 0.49
    assert not desk.controller.dirty


def test_saving_saves_what_is_typed_but_not_entered(desk: Desk) -> None:
    type_points(desk)
    path = desk.folder / "work.sdcproj"
    assert desk.controller.save_as(path)
    assert load_project(path).plan.jobs[0].params.user_points == {"yob": 66.7, "ms": 33.3}


def test_the_plan_for_the_batch_command_has_what_is_being_moved(desk: Desk) -> None:
    move(desk)
    path = desk.folder / "again.sdcplan"
    assert desk.controller.export_plan(path)
    assert read_plan(path).jobs[0].params.alpha == 0.49


def test_undo_takes_back_what_is_being_moved_and_redo_brings_it(desk: Desk) -> None:
    desk.page.presenter.choose("ms", 1)
    move(desk)
    desk.controller.undo()
    assert alpha_of(desk) == 0.5
    assert desk.page.presenter.job.params.override == {"ms": 1}, "the step before stays"
    desk.controller.redo()
    assert alpha_of(desk) == 0.49


def test_the_report_is_of_what_is_being_moved(desk: Desk) -> None:
    move(desk)
    desk.page.exports.report.report_button.click()
    assert alpha_of(desk) == 0.49
    desk.rest()


def test_a_draft_makes_the_project_unsaved_work_when_it_is_left(desk: Desk) -> None:
    assert desk.controller.save_as(desk.folder / "work.sdcproj")
    move(desk)
    assert not desk.controller.dirty
    desk.controller.settle()
    assert desk.controller.dirty


def test_settling_where_nothing_moves_is_no_step(desk: Desk) -> None:
    steps = desk.steps
    desk.controller.settle()
    desk.controller.settle()
    assert desk.steps == steps


def test_what_a_form_sends_after_another_method_was_chosen_changes_nothing(desk: Desk) -> None:
    desk.page.presenter.choose_way(MICROAGGREGATE.kind, {})
    plan, steps = desk.controller.plan, desk.steps
    presenter = desk.page.presenter
    presenter.try_alpha(0.3)
    presenter.try_points("user_points", "ms", 333)
    presenter.try_k("ms", 7)
    presenter.try_suppression({"suppress_below": 5})
    presenter.choose("ms", 2)
    presenter.bound("min_utility", "ms", 0.5)
    presenter.settle()
    assert desk.controller.plan == plan
    assert desk.steps == steps


def test_points_typed_for_a_variable_that_is_gone_change_nothing(desk: Desk) -> None:
    type_points(desk)
    people = desk.folder / "others.csv"
    people.write_text("a;b\n1;x\n2;y\n", encoding="utf-8")
    with desk.qtbot.waitSignal(desk.controller.data_opened):
        desk.controller.open_data(people)  # as a file does that is opened by a signal, without settling
    desk.rest()
    assert all("ms" not in str(job) for job in desk.controller.plan.jobs)
    desk.page.presenter.try_points("user_points", "ms", 333)
    desk.page.presenter.try_k("ms", 7)
    assert not desk.view.drafting


@pytest.mark.parametrize("act", ["save", "may_leave"])
def test_a_cell_that_is_being_edited_is_taken_over(qtbot, window, tmp_path: Path, act, monkeypatch) -> None:
    from sdc_desktop.ui.models.variables_model import Column
    from sdc_desktop.ui.widgets.questions import Answer

    csv = tmp_path / "people.csv"
    csv.write_text("a;b\n1;x\n2;y\n", encoding="utf-8")
    with qtbot.waitSignal(window.controller.data_opened):
        window.controller.open_data(csv)
    qtbot.waitUntil(lambda: window.jobs.idle)
    monkeypatch.setattr("sdc_desktop.ui.shell.file_commands.ask_to_save", lambda *_: Answer.DISCARD)
    qtbot.waitUntil(lambda: window.microdata_place.page is not None, timeout=20_000)
    choose_roles(window)
    table = window.data_panel.variables.table
    index = table.model().index(0, Column.MISSING)
    table.setCurrentIndex(index)
    table.edit(index)
    editor = table.indexWidget(index)
    editor.setText("99")
    if act == "save":
        window.controller.save_as(tmp_path / "work.sdcproj")
    else:
        window.files.may_leave()
    assert window.controller.plan.data.variables["a"].missing == ("99",)
