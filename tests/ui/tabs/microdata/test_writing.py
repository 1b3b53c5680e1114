"""The protected file and the report: the batch command's bytes, whole or not at all."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.spec import OutputSpec
from sdc_desktop.engine.methods.recoding.recode import RecodeParams
from sdc_desktop.engine.plan import JOB_CLASSES
from sdc_desktop.engine.runner import RunOptions, run_plan
from sdc_desktop.report.codebook import codebook_texts
from sdc_desktop.ui.tabs.microdata.write_dialog import WriteDialog
from sdc_desktop.words import Words
from tests.support.keys import next_by_tab
from tests.ui.tabs.microdata.conftest import WAIT, Desk

RecodeJob = JOB_CLASSES["recode"]

RANDOM = OutputSpec(path="patients_protected.csv", order="random")


def write(desk: Desk, output: OutputSpec = RANDOM) -> Path:
    target = desk.folder / output.path
    desk.page.exports.write(target, output)
    desk.rest()
    return target


@pytest.mark.parametrize("order", ["as_is", "random"])
def test_the_file_has_the_same_bytes_as_the_batch_command(desk: Desk, order: str) -> None:
    desk.page.presenter.choose("ms", 1)
    target = write(desk, RANDOM.model_copy(update={"order": order}))
    out = desk.folder / "out"
    plan, fields = desk.controller.plan, desk.controller.project.decisions
    run_plan(
        plan,
        desk.controller.base,
        out,
        JobContext(),
        RunOptions(codebooks=lambda result: codebook_texts(result, fields, Words())),
    )
    for ending in ("", ".codebook.html", ".codebook.csv"):
        name = f"patients_protected.csv{ending}"
        assert target.with_name(name).read_bytes() == (out / name).read_bytes()
    assert "patients_protected.csv" in desk.page.exports.report.outcome.text()
    assert "60" in desk.page.exports.report.outcome.text()


def test_how_it_was_written_becomes_part_of_the_plan(desk: Desk) -> None:
    output = RANDOM.model_copy(update={"escape_formulas": False})
    write(desk, output)
    assert desk.page.presenter.job.output == output
    desk.controller.undo()
    assert desk.page.presenter.job.output == RANDOM


def test_what_is_being_moved_is_settled_before_writing(desk: Desk) -> None:
    desk.page.presenter.try_alpha(0.1)
    write(desk)
    assert desk.page.presenter.job.params.alpha == 0.1


def test_an_input_is_never_written_over(desk: Desk) -> None:
    before = (desk.folder / "patients.csv").read_bytes()
    write(desk, OutputSpec(path="patients.csv"))
    assert (desk.folder / "patients.csv").read_bytes() == before
    assert desk.faults == ["plan.output_over_input"]
    assert "Not written" in desk.page.exports.report.outcome.text()
    write(desk)
    assert desk.faults == []


def test_cancel_leaves_nothing_and_says_so(desk: Desk) -> None:
    before = sorted(desk.folder.iterdir())
    job = desk.page.exports.write(desk.folder / "patients_protected.csv", RANDOM)
    job.cancel()
    with desk.qtbot.waitSignal(job.finished, timeout=WAIT):
        pass
    assert sorted(desk.folder.iterdir()) == before
    assert "No file was saved" in desk.page.exports.report.outcome.text()


def dialog_of(desk: Desk) -> WriteDialog:
    desk.page.exports.ask_write()
    assert isinstance(desk.page.exports.dialog, WriteDialog)
    return desk.page.exports.dialog


def test_the_dialog_proposes_a_name_beside_the_data_and_what_the_plan_says(desk: Desk) -> None:
    dialog = dialog_of(desk)
    assert dialog.target == desk.folder / "patients_protected.csv"
    assert dialog.output.order == "random"
    assert dialog.output.escape_formulas
    dialog.write.click()
    desk.qtbot.waitUntil(lambda: (desk.folder / "patients_protected.csv").exists(), timeout=WAIT)
    desk.rest()


def test_the_dialog_shows_the_verdict_on_what_would_be_written(desk: Desk) -> None:
    desk.page.exports.write_button.click()
    dialog = desk.page.exports.dialog
    assert dialog.verdict.text().startswith(desk.page.verdict.grade_text.split(":")[0])
    assert not dialog.verdict.isHidden()
    dialog.reject()


def test_the_dialog_refuses_inputs_and_missing_folders(desk: Desk) -> None:
    dialog = dialog_of(desk)
    for name in ("patients.csv", "ms.csv", "nowhere/file.csv", ""):
        dialog.path.setText(str(desk.folder / name) if name else "")
        assert not dialog.write.isEnabled(), name
    dialog.path.setText(str(desk.folder / "new.csv"))
    assert dialog.write.isEnabled()
    dialog.reject()


@pytest.mark.parametrize("agreed", [True, False])
def test_replacing_a_file_is_confirmed_once(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, agreed: bool
) -> None:
    target = desk.folder / "patients_protected.csv"
    target.write_text("old", encoding="utf-8")
    query: list[str] = []

    def answer(box: QMessageBox) -> int:
        query.append(box.text())
        return 0

    monkeypatch.setattr(QMessageBox, "exec", answer)
    role = QMessageBox.ButtonRole.AcceptRole if agreed else QMessageBox.ButtonRole.RejectRole
    monkeypatch.setattr(
        QMessageBox,
        "clickedButton",
        lambda box: next(button for button in box.buttons() if box.buttonRole(button) == role),
    )
    dialog = dialog_of(desk)
    dialog.write.click()
    desk.rest()
    assert len(query) == 1
    assert (target.read_text(encoding="utf-8") != "old") is agreed


def test_another_secret_of_the_order_becomes_part_of_the_plan_and_leaves_the_draws(desk: Desk) -> None:
    name = desk.page.presenter.job.name
    dialog = dialog_of(desk)
    before = dialog.secret.mark.text()
    dialog.secret.new.click()
    after = dialog.secret.mark.text()
    assert after != before
    dialog.write.click()
    desk.rest()
    plan = desk.controller.plan
    assert plan.own_secrets.of_order(name).facts.fingerprint == after
    assert f"{name}/order" in plan.secrets


def test_no_protected_file_is_written_beside_a_key_file(desk: Desk) -> None:
    dialog = dialog_of(desk)
    dialog._key_files = ("names.csv",)
    assert dialog.objection == ""
    (desk.folder / "names.csv").write_text("value,number\n", encoding="utf-8")
    assert "names.csv" in dialog.objection
    dialog.reject()


@pytest.mark.parametrize("suffix", [".pdf", ".html"])
def test_the_report_is_written_beside_the_window(desk: Desk, suffix: str) -> None:
    path = desk.folder / f"report{suffix}"
    desk.page.exports.report.write_report(path)
    desk.rest()
    assert path.stat().st_size > 1000
    assert path.name in desk.page.exports.report.outcome.text()


def with_other_job(desk: Desk, path: str | None) -> None:
    """A second job in the plan that writes a file: its own name's, or this one."""
    output = None if path is None else OutputSpec(path=path)
    other = RecodeJob(name="coarse", params=RecodeParams(levels={"yob": 3}), output=output)
    plan = desk.controller.plan
    desk.controller.change_plan("other", plan.model_copy(update={"jobs": (*plan.jobs, other)}))
    desk.rest()


@pytest.mark.parametrize(("path", "name"), [(None, "coarse.csv"), ("Out.csv", "out.CSV")])
def test_a_name_that_another_job_writes_is_refused_before_writing(desk: Desk, path, name) -> None:
    with_other_job(desk, path)
    plan = desk.controller.plan
    assert desk.page.exports.write(desk.folder / name, OutputSpec(path=name)) is None
    assert not (desk.folder / name).exists()
    assert desk.controller.plan is plan
    assert desk.faults == ["plan.output_taken"]
    assert "already written by" in desk.page.exports.report.outcome.text()


def test_the_dialog_says_that_a_name_is_taken_or_can_be_none(desk: Desk) -> None:
    with_other_job(desk, None)
    dialog = dialog_of(desk)
    assert dialog.write.isEnabled()
    for name, text in (("coarse.csv", "already written by"), ("run.log", "already"), ("con.csv", "con.csv")):
        dialog.path.setText(str(desk.folder / name))
        assert not dialog.write.isEnabled(), name
        assert text in dialog.objection
    dialog.reject()


def test_the_project_itself_is_never_written_over(desk: Desk) -> None:
    project = desk.folder / "work.sdcproj"
    assert desk.controller.save_as(project)
    dialog = dialog_of(desk)
    dialog.path.setText(str(project))
    assert not dialog.write.isEnabled()
    dialog.reject()


def test_tab_reaches_the_two_buttons_in_the_order_they_stand(desk: Desk) -> None:
    exports = desk.page.exports
    assert next_by_tab(exports.write_button) is exports.report.report_button


@pytest.mark.parametrize(
    "name", ["x" * 300, "ü" * 200 + ".csv", "a\u202eb.csv", "a．csv", "d/" * 3000 + "a.csv"]
)
def test_the_dialog_objects_to_names_that_no_system_takes_or_that_deceive(desk: Desk, name: str) -> None:
    dialog = dialog_of(desk)
    dialog.path.setText(str(desk.folder / name))
    assert dialog.objection
    assert not dialog.write.isEnabled()
    dialog.reject()


def test_a_file_truncated_while_it_is_open_is_neither_exported_nor_reported(desk: Desk) -> None:
    """60 records were exported from memory and 30 in a new report, without a warning."""
    data = desk.folder / "patients.csv"
    lines = data.read_text(encoding="utf-8").splitlines(keepends=True)
    data.write_text("".join(lines[: len(lines) // 2]), encoding="utf-8")
    before = sorted(desk.folder.iterdir())
    outcome = desk.page.exports.report.outcome
    with desk.qtbot.waitSignal(
        desk.page.exports.write(desk.folder / "patients_protected.csv", RANDOM).finished, timeout=WAIT
    ):
        pass
    assert "has changed since it was opened" in outcome.text()
    outcome.setText("")
    desk.page.exports.report.write_report(desk.folder / "report.html")
    desk.qtbot.waitUntil(lambda: "has changed since it was opened" in outcome.text(), timeout=WAIT)
    assert sorted(desk.folder.iterdir()) == before
