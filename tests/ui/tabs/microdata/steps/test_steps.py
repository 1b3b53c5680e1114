"""A protection in steps, in the window: listed, changed, measured, used and written."""

import pytest
from PySide6.QtCore import Qt

from sdc_desktop.engine import job_runs
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.spec import OutputSpec
from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.runner import RunOptions, run_plan
from sdc_desktop.project.report_fields import combined
from sdc_desktop.report.codebook import codebook_texts
from sdc_desktop.ui.forms.editors.blocks import BlocksField
from sdc_desktop.ui.forms.editors.levels import LevelEditor
from sdc_desktop.ui.tabs.microdata.steps.dialog import StepsDialog
from sdc_desktop.words import Words
from tests.ui.tabs.microdata.conftest import WAIT, Desk


def opened_steps(desk: Desk, demo_plan: Plan) -> StepsDialog:
    desk.open(demo_plan)
    desk.page.question.manual.click()
    desk.rest()
    desk.page.question.steps.click()
    dialog = desk.page.dialog
    assert isinstance(dialog, StepsDialog)
    measured(desk, dialog)
    return dialog


def measured(desk: Desk, dialog: StepsDialog) -> None:
    desk.qtbot.waitUntil(lambda: dialog.trail is not None, timeout=WAIT)


def add(desk: Desk, dialog: StepsDialog, kind: str) -> None:
    dialog.method.setCurrentIndex(dialog.method.findData(kind))
    dialog.add.click()
    measured(desk, dialog)


def kinds(dialog: StepsDialog) -> list[str]:
    return [job.kind for job in dialog.steps]


def test_steps_are_added_moved_switched_off_and_removed(closed_desk: Desk, demo_plan: Plan) -> None:
    dialog = opened_steps(closed_desk, demo_plan)
    assert kinds(dialog) == ["recode"]
    add(closed_desk, dialog, "local_suppression")
    add(closed_desk, dialog, "pram")
    assert [one.kind for one in dialog.trail.steps] == ["", "recode", "local_suppression", "pram"]
    assert len(dialog.frame.rows) == 4
    dialog.up.click()
    measured(closed_desk, dialog)
    assert kinds(dialog) == ["recode", "pram", "local_suppression"]
    dialog.list.item(1).setCheckState(Qt.CheckState.Unchecked)
    measured(closed_desk, dialog)
    assert [one.kind for one in dialog.trail.steps] == ["", "recode", "local_suppression"]
    dialog.list.setCurrentRow(1)
    dialog.remove.click()
    measured(closed_desk, dialog)
    assert kinds(dialog) == ["recode", "local_suppression"]
    before = closed_desk.steps
    dialog.reject()
    assert closed_desk.steps == before, "a draft that is left changes nothing"


def test_the_result_shown_is_the_first_step_of_a_plan_without_steps(
    closed_desk: Desk, demo_plan: Plan
) -> None:
    closed_desk.open(demo_plan.model_copy(update={"jobs": ()}))
    closed_desk.rest()
    closed_desk.page.question.steps.click()
    dialog = closed_desk.page.dialog
    measured(closed_desk, dialog)
    assert kinds(dialog) == ["anopi"]
    add(closed_desk, dialog, "pram")
    dialog.use.click()
    closed_desk.rest()
    assert [job.kind for job in closed_desk.controller.plan.jobs] == ["anopi", "pram"]


def test_used_steps_are_one_step_and_write_what_a_run_writes(closed_desk: Desk, demo_plan: Plan) -> None:
    dialog = opened_steps(closed_desk, demo_plan)
    add(closed_desk, dialog, "local_suppression")
    add(closed_desk, dialog, "pram")
    verdict, before = dialog.trail.verdict, closed_desk.steps
    dialog.use.click()
    closed_desk.rest()
    page, controller = closed_desk.page, closed_desk.controller
    assert closed_desk.steps == before + 1
    assert page.steps_line.isVisible()
    target = closed_desk.folder / "last.csv"
    page.exports.write(target, OutputSpec(path="last.csv"))
    closed_desk.rest()
    assert target.is_file()
    fields = combined(controller.whole_plan, controller.project.decisions)
    books = RunOptions(codebooks=lambda result: codebook_texts(result, fields, Words()))
    done = run_plan(controller.whole_plan, controller.base, closed_desk.folder / "run", JobContext(), books)
    files = {"last.csv", "last.csv.codebook.html", "last.csv.codebook.csv"}
    assert {path.name for path in (closed_desk.folder / "run").glob("last*")} == files
    for name in files:
        assert (closed_desk.folder / name).read_bytes() == (closed_desk.folder / "run" / name).read_bytes()
    own, shown = (
        [one for one in found.reasons if one.code != "weak_secret"]  # of the order, which was chosen since
        for found in (done.jobs[-1].verdict, verdict)
    )
    assert own == shown
    assert done.jobs[-1].verdict.grade is verdict.grade
    controller.undo()
    controller.undo()
    closed_desk.rest()
    assert not page.steps_line.isVisible()


def test_a_setting_of_a_step_changes_its_job(closed_desk: Desk, demo_plan: Plan) -> None:
    dialog = opened_steps(closed_desk, demo_plan)
    add(closed_desk, dialog, "pram")
    dialog._on_changed({"variables": ("ms",)})
    measured(closed_desk, dialog)
    assert dialog.steps[1].params.variables == ("ms",)
    assert dialog.drafted.jobs[-1].params.variables == ("ms",)
    assert not any(job.kind == "pram" for job in closed_desk.controller.plan.jobs)


def test_a_changed_step_is_run_again_with_those_after_it_alone(
    closed_desk: Desk, demo_plan: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = opened_steps(closed_desk, demo_plan)
    add(closed_desk, dialog, "local_suppression")
    add(closed_desk, dialog, "pram")
    ran, run_job = [], job_runs.run_job

    def counted(job, *given, **named):
        ran.append(job.kind)
        return run_job(job, *given, **named)

    monkeypatch.setattr(job_runs, "run_job", counted)
    dialog._on_changed({"variables": ("ms",)})
    measured(closed_desk, dialog)
    assert ran == ["pram"]
    ran.clear()
    dialog.list.item(1).setCheckState(Qt.CheckState.Unchecked)
    measured(closed_desk, dialog)
    assert ran == ["pram"], "it reads other records now"


def test_records_are_shown_after_the_selected_step(closed_desk: Desk, demo_plan: Plan) -> None:
    dialog = opened_steps(closed_desk, demo_plan)
    add(closed_desk, dialog, "pram")
    dialog._on_changed({"variables": ("ms",)})
    measured(closed_desk, dialog)
    for row, made in enumerate(dialog.trail.made):
        dialog.list.setCurrentRow(row)
        closed_desk.qtbot.mouseClick(dialog.records, Qt.MouseButton.LeftButton)
        shown = dialog.records_dialog
        closed_desk.qtbot.waitUntil(lambda: shown.compared is not None, timeout=WAIT)  # noqa: B023
        released = [
            tuple(one.texts[int(one.released[record])] for one in shown.compared.variables)
            for record in range(shown.compared.records)
        ]
        assert released == made.source.data.window(0, 60)
        shown.reject()
    dialog.list.item(1).setCheckState(Qt.CheckState.Unchecked)
    measured(closed_desk, dialog)
    dialog.list.setCurrentRow(1)
    assert not dialog.records.isEnabled(), "a step that is switched off leaves no records"


def test_another_method_as_first_step_still_writes_no_file_of_its_own(
    closed_desk: Desk, demo_plan: Plan
) -> None:
    dialog = opened_steps(closed_desk, demo_plan)
    add(closed_desk, dialog, "pram")
    dialog.use.click()
    closed_desk.rest()
    closed_desk.page.question.by_anopi.click()
    closed_desk.rest()
    jobs = [(job.kind, job.no_file) for job in closed_desk.controller.plan.jobs]
    assert jobs == [("anopi", True), ("pram", False)]


def test_levels_and_blocks_of_a_step_are_chosen_in_its_form(closed_desk: Desk, demo_plan: Plan) -> None:
    dialog, qtbot = opened_steps(closed_desk, demo_plan), closed_desk.qtbot
    qtbot.waitUntil(lambda: dialog.findChildren(LevelEditor)[0].levels.keys() >= {"yob", "ms"}, timeout=WAIT)
    level = dialog.findChildren(LevelEditor)[0].levels["yob"]
    assert level.count() > 2
    level.setCurrentIndex(2)
    level.activated.emit(2)
    measured(closed_desk, dialog)
    assert dialog.steps[0].params.levels["yob"] == 2
    assert dialog.trail.steps[1].uniques <= dialog.trail.steps[0].uniques
    add(closed_desk, dialog, "microaggregate")
    blocks = next(field for field in dialog.findChildren(BlocksField) if field.isVisible())
    names = blocks.blocks.blocks[0]
    assert names, "the blocks in use are shown"
    blocks.apart.click()
    measured(closed_desk, dialog)
    assert dialog.steps[1].params.blocks == tuple((name,) for name in names)
    level.setCurrentIndex(0)
    dialog.list.setCurrentRow(0)
    assert level.currentIndex() == 2, "the form shows the step again"
