"""The protected file and the report: the batch command's bytes, whole or not at all."""

import os
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.spec import OutputSpec
from sdc_desktop.engine.methods.recoding.recode import RecodeParams
from sdc_desktop.engine.plan import JOB_CLASSES
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import RunOptions, run_plan
from sdc_desktop.report.codebook import codebook_texts
from sdc_desktop.ui.tabs.microdata import exports as module
from sdc_desktop.ui.tabs.microdata.release.release import Release
from sdc_desktop.ui.tabs.microdata.release.work import Wanted, exported
from sdc_desktop.ui.tabs.recipients import recipients_of
from sdc_desktop.words import Words
from tests.support.keys import next_by_tab
from tests.ui.tabs.microdata.conftest import WAIT, Desk

RecodeJob = JOB_CLASSES["recode"]

RANDOM = OutputSpec(path="patients_protected.csv", order="random")


def write(desk: Desk, output: OutputSpec = RANDOM) -> Path:
    return desk.export(output)


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
    assert not desk.page.exports.report.outcome.isHidden(), "its own output in the plan does not withdraw it"
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
    assert "is an input file" in desk.page.exports.write_button.toolTip()
    write(desk)
    assert desk.faults == []


def test_what_exports_refuses_an_input_whatever_the_card_says(desk: Desk) -> None:
    steps, nobody = desk.page.exports.steps(), recipients_of(desk.controller, Words())
    with pytest.raises(Refused) as refusal:
        exported(steps, Wanted(desk.folder / "patients.csv"), nobody)(JobContext())
    assert [one.code for one in refusal.value.problems] == ["plan.output_over_input"]


def test_cancel_leaves_nothing_and_says_so(desk: Desk) -> None:
    before = sorted(desk.folder.iterdir())
    desk.export(RANDOM, wait=False)
    desk.qtbot.waitUntil(lambda: any(one.title.startswith("Writing") for one in desk.jobs.running))
    (job,) = (one for one in desk.jobs.running if one.title.startswith("Writing"))
    with desk.qtbot.waitSignal(job.finished, timeout=WAIT):
        job.cancel()
    assert sorted(desk.folder.iterdir()) == before
    assert "No file was saved" in desk.page.exports.report.outcome.text()


def card(desk: Desk) -> Release:
    desk.page.show_card("release")
    desk.rest()
    return desk.page.release


def files_in(desk: Desk) -> set[str]:
    return {path.name for path in desk.folder.iterdir()}


def test_export_leads_to_the_card_and_exports_there_what_is_ticked(desk: Desk) -> None:
    exports, before = desk.page.exports, files_in(desk)
    exports.write_button.click()
    assert desk.page.card == "release"
    desk.rest()
    assert files_in(desk) == before
    assert exports.write_button.text().replace("&", "") == "Export 3 files"
    release = desk.page.release
    release.checklist.ticks["codebook"].click()
    assert exports.write_button.text().replace("&", "") == "Export 2 files"
    exports.write_button.click()
    desk.agree()
    assert files_in(desk) - before == {"patients_protected.csv", "patients_report.pdf"}
    assert (desk.folder / "patients_report.pdf").read_bytes() == release.report.preview.pdf
    release.checklist.ticks["file"].click()
    assert not release.checklist.ticks["codebook"].isEnabled()
    release.checklist.ticks["report"].click()
    assert not exports.write_button.isEnabled()
    assert exports.write_button.toolTip() == "Tick a file to export."


def test_annex_files_go_beside_the_report(desk: Desk) -> None:
    release = card(desk)
    for name in ("file", "annex"):
        release.checklist.ticks[name].click()
    desk.page.exports.write_button.click()
    desk.agree()
    assert (desk.folder / "patients_report-annex" / "report.settings.json").is_file()
    assert not (desk.folder / "patients_protected.csv").exists()


def test_what_is_on_the_screen_is_exported(desk: Desk) -> None:
    card(desk)
    desk.page.presenter.try_alpha(0.1)
    desk.page.exports.write_button.click()
    desk.agree()
    assert desk.page.presenter.job.params.alpha == 0.1
    out = desk.folder / "out"
    run_plan(desk.controller.plan, desk.controller.base, out, JobContext())
    name = "patients_protected.csv"
    assert (desk.folder / name).read_bytes() == (out / name).read_bytes()


def test_the_card_proposes_a_name_beside_the_data_and_what_the_plan_says(desk: Desk) -> None:
    release = card(desk)
    assert release.settings.folder.text() == str(desk.folder)
    assert release.settings.name.text() == "patients_protected.csv"
    assert release.settings.random.isChecked()
    assert release.settings.escape.isChecked()


def test_formulas_are_escaped_in_text_alone(desk: Desk) -> None:
    settings = card(desk).settings
    assert not settings.escape.isHidden()
    for format in ("rds", "sav", "xlsx"):
        settings.format.chosen.emit(format)
        desk.rest()
        assert settings.name.text() == f"patients_protected.{format}"
        assert settings.escape.isHidden()


def test_each_edit_of_the_output_is_one_change_that_can_be_undone(desk: Desk) -> None:
    settings = card(desk).settings
    for act, key, value in (
        (settings.random.click, "order", "as_is"),
        (settings.escape.click, "escape_formulas", False),
        (lambda: settings.format.chosen.emit("parquet"), "path", "patients_protected.parquet"),
    ):
        place, before = desk.controller.project.position, desk.page.presenter.job.output
        act()
        desk.rest()
        assert desk.controller.project.position == place + 1
        assert getattr(desk.page.presenter.job.output, key) == value
        desk.controller.undo()
        desk.rest()
        assert desk.page.presenter.job.output == before
    assert settings.random.isChecked()


def test_another_secret_of_the_order_becomes_part_of_the_plan_and_leaves_the_draws(desk: Desk) -> None:
    secret, name = card(desk).settings.secret, desk.page.presenter.job.name
    before = secret.mark.text()
    secret.new.click()
    desk.rest()
    after = secret.mark.text()
    assert after != before
    plan = desk.controller.plan
    assert plan.own_secrets.of_order(name).facts.fingerprint == after
    assert f"{name}/order" in plan.secrets


def named(desk: Desk, name: str) -> str:
    """What the card has against a name."""
    exports = desk.page.exports
    return exports._objection(desk.folder / name, exports.output.model_copy(update={"path": name}))


def test_the_card_refuses_inputs_and_missing_folders(desk: Desk) -> None:
    release = card(desk)
    assert desk.page.exports.objection == ""
    release.settings.output_changed.emit({"path": "patients.csv"})
    desk.rest()
    assert "is an input file" in release.settings.note.text()
    assert not desk.page.exports.write_button.isEnabled()
    release.settings.output_changed.emit({"path": "new.csv"})
    desk.rest()
    assert desk.page.exports.write_button.isEnabled()
    release.settings.folder_chosen.emit(desk.folder / "nowhere")
    assert "does not exist" in release.settings.note.text()
    assert not desk.page.exports.write_button.isEnabled()
    release.settings.folder_chosen.emit(desk.folder)
    assert desk.page.exports.write_button.isEnabled()


@pytest.mark.parametrize("agreed", [True, False])
def test_replacing_files_is_confirmed_once(desk: Desk, monkeypatch: pytest.MonkeyPatch, agreed: bool) -> None:
    target, report = (desk.folder / name for name in ("patients_protected.csv", "patients_report.pdf"))
    for path in (target, report):
        path.write_text("old", encoding="utf-8")
        path.chmod(0o600)
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
    release = card(desk)
    assert "will be replaced" in release.settings.note.text()
    desk.page.exports.write_button.click()
    desk.agree()
    assert len(query) == 1
    assert target.name in query[0]
    assert report.name in query[0]
    assert [path.read_bytes() != b"old" for path in (target, report)] == [agreed, agreed]
    assert os.name != "posix" or {path.stat().st_mode & 0o777 for path in (target, report)} == {0o600}


def test_a_refused_report_leaves_no_protected_file(desk: Desk) -> None:
    """The decision is against the verdict, and gives no reason."""
    release, before = card(desk), files_in(desk)
    fields = desk.controller.project.decisions.model_copy(update={"decision": "release"})
    desk.controller.decide("Decision", decisions=fields)
    desk.rest()
    assert release.report.preview is None
    desk.page.exports.write_button.click()
    desk.agree()
    assert files_in(desk) == before
    assert "Not written" in desk.page.exports.report.outcome.text()


def test_a_report_that_cannot_be_put_in_place_takes_the_protected_file_back(desk: Desk) -> None:
    card(desk)
    (desk.folder / "patients_protected.csv").write_text("old", encoding="utf-8")
    before = files_in(desk)
    exports = desk.page.exports
    wanted = Wanted(
        desk.folder / "patients_protected.csv",
        report=desk.folder / "nowhere" / "report.pdf",
        make=lambda _context: desk.page.release.report.preview,
    )
    work = exported(exports.steps(), wanted, recipients_of(desk.controller, Words()))
    with pytest.raises(Refused):
        work(JobContext())
    assert files_in(desk) == before
    assert (desk.folder / "patients_protected.csv").read_text(encoding="utf-8") == "old"


def test_no_protected_file_is_written_beside_a_key_file(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_key_names", lambda _plan: ("names.csv",))
    card(desk)
    assert desk.page.exports.objection == ""
    (desk.folder / "names.csv").write_text("value,number\n", encoding="utf-8")
    assert "names.csv" in desk.page.exports.objection


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
    write(desk, OutputSpec(path=name))
    assert not (desk.folder / name).exists()
    assert "already written by" in desk.page.exports.write_button.toolTip()


def test_the_card_says_that_a_name_is_taken_or_can_be_none(desk: Desk) -> None:
    with_other_job(desk, None)
    card(desk)
    assert desk.page.exports.write_button.isEnabled()
    for name, text in (("coarse.csv", "already written by"), ("run.log", "already"), ("con.csv", "con.csv")):
        assert text in named(desk, name)


def test_the_project_itself_is_never_written_over(desk: Desk) -> None:
    project = desk.folder / "patients_protected.csv"
    assert desk.controller.save_as(project)
    card(desk)
    assert "is an input file" in desk.page.exports.objection
    assert not desk.page.exports.write_button.isEnabled()


def test_tab_reaches_the_two_buttons_in_the_order_they_stand(desk: Desk) -> None:
    exports = desk.page.exports
    assert next_by_tab(exports.report.report_button) is exports.write_button


@pytest.mark.parametrize("name", ["x" * 300, "ü" * 200 + ".csv", "a\u202eb.csv", "a．csv"])
def test_the_card_objects_to_names_that_no_system_takes_or_that_deceive(desk: Desk, name: str) -> None:
    card(desk)
    assert named(desk, name)


def test_a_file_truncated_while_it_is_open_is_neither_exported_nor_reported(desk: Desk) -> None:
    """60 records were exported from memory and 30 in a new report, without a warning."""
    data = desk.folder / "patients.csv"
    lines = data.read_text(encoding="utf-8").splitlines(keepends=True)
    data.write_text("".join(lines[: len(lines) // 2]), encoding="utf-8")
    before = sorted(desk.folder.iterdir())
    outcome = desk.page.exports.report.outcome
    write(desk)
    assert "has changed since it was opened" in outcome.text()
    report = desk.page.release.report
    report.refresh()
    desk.qtbot.waitUntil(lambda: "has changed since it was opened" in report.state.text(), timeout=WAIT)
    assert sorted(desk.folder.iterdir()) == before
