"""The report beside its fields: pages as pictures, saved as shown, one run for many changes of fields."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from sdc_desktop import cli
from sdc_desktop.project.project import Project, Step
from sdc_desktop.project.project_file import save_project
from sdc_desktop.report import assemble
from sdc_desktop.ui.dialogs.report import ReportDialog
from sdc_desktop.words import Words
from tests.ui.tabs.microdata.conftest import WAIT, Desk


@pytest.fixture
def dialog(desk: Desk) -> ReportDialog:
    made = ReportDialog(
        desk.controller, desk.jobs, desk.page.presenter.settled_plan, Words(), desk.page.window()
    )
    made.show()
    made.view.refresh()
    shown(desk, made)
    yield made
    made.close()
    made.deleteLater()
    desk.rest()


def shown(desk: Desk, dialog: ReportDialog) -> None:
    desk.qtbot.waitUntil(lambda: dialog.view.preview is not None, timeout=WAIT)


def type_text(desk: Desk, dialog: ReportDialog, name: str, text: str) -> None:
    field = dialog.form.texts[name]
    field.clear()
    desk.qtbot.keyClicks(field, text)
    desk.qtbot.keyClick(field, Qt.Key.Key_Return)
    desk.rest()


def choose(desk: Desk, dialog: ReportDialog, name: str, value: str | None) -> None:
    box = dialog.form.choices[name]
    box.setCurrentIndex(box.findData(value))
    box.activated.emit(box.currentIndex())
    desk.rest()


def save(desk: Desk, dialog: ReportDialog, path: Path) -> None:
    with desk.qtbot.waitSignal(dialog.view.save(path).finished, timeout=WAIT):
        pass
    desk.rest()


def test_the_pages_are_shown_and_the_bytes_shown_are_saved(desk, dialog, tmp_path) -> None:
    assert len(dialog.view.pages.pictures) == len(dialog.view.preview.pages) > 2
    assert not any(picture.isNull() for picture in dialog.view.pages.pictures)
    assert dialog.view.verdict.text()
    assert not dialog.view.open_button.isEnabled()
    path = tmp_path / "shown.pdf"
    save(desk, dialog, path)
    assert path.read_bytes() == dialog.view.preview.pdf
    assert dialog.view.open_button.isEnabled()
    for name, content in dialog.view.preview.made.annex.items():
        assert (tmp_path / "shown-annex" / name).read_bytes() == content


@pytest.mark.parametrize("ending", [".pdf", ".html"])
def test_the_batch_command_writes_the_same_bytes(desk, dialog, tmp_path, ending) -> None:
    type_text(desk, dialog, "date", "2026-01-31")
    type_text(desk, dialog, "officer", "A. Officer")
    shown(desk, dialog)
    save(desk, dialog, tmp_path / f"window{ending}")
    plan = desk.folder / "saved.sdcproj"
    whole = desk.controller.whole(desk.page.presenter.settled_plan())
    save_project(Project(history=(Step("", whole, decisions=dialog.form.fields),)), plan)
    batch = tmp_path / f"batch{ending}"
    assert cli.main(["report", str(plan), "--out", str(batch), "--quiet"]) == 0
    assert batch.read_bytes() == (tmp_path / f"window{ending}").read_bytes()


def test_fields_are_steps_and_run_no_plan_again(desk, dialog, monkeypatch) -> None:
    def never(*_args, **_more):
        raise AssertionError

    monkeypatch.setattr(assemble, "evaluate_plan", never)
    before, steps = dialog.view.preview.pdf, len(desk.controller.project.history)
    type_text(desk, dialog, "officer", "B. Officer")
    shown(desk, dialog)
    assert dialog.view.preview.pdf != before
    assert desk.controller.project.decisions.officer == "B. Officer"
    assert len(desk.controller.project.history) == steps + 1
    desk.controller.undo()
    desk.rest()
    assert dialog.form.texts["officer"].text() == ""


def test_a_wrong_date_stays_in_its_field_and_is_no_step(desk, dialog) -> None:
    type_text(desk, dialog, "date", "31.1.2026")
    assert dialog.form.texts["date"].text() == "31.1.2026"
    assert desk.controller.project.decisions.date is None
    assert "31.1.2026" in dialog.view.state.text()
    type_text(desk, dialog, "date", "2026-01-31")
    assert desk.controller.project.decisions.date == "2026-01-31"


def test_a_decision_against_the_verdict_needs_a_reason(desk, dialog) -> None:
    choose(desk, dialog, "decision", "release")
    assert dialog.view.preview is None
    assert not dialog.view.save_button.isEnabled()
    assert "reason" in dialog.view.state.text()
    type_text(desk, dialog, "reason", "Required by law")
    shown(desk, dialog)
    assert dialog.view.save_button.isEnabled()
    choose(desk, dialog, "decision", None)
    assert desk.controller.project.decisions.decision is None


def test_a_reservation_is_accepted_by_its_reason(desk, dialog) -> None:
    assert dialog.form.accepted, "the demo's secret is weak"
    (key, field), *_ = dialog.form.accepted.items()
    desk.qtbot.keyClicks(field, "Changed after this run")
    desk.qtbot.keyClick(field, Qt.Key.Key_Return)
    desk.rest()
    accepted = desk.controller.project.decisions.accepted
    assert [(one.job, one.code, one.rule, one.reason) for one in accepted] == [
        (*key, "Changed after this run")
    ]
    field.clear()
    desk.qtbot.keyClick(field, Qt.Key.Key_Return)
    field.editingFinished.emit()
    desk.rest()
    assert desk.controller.project.decisions.accepted == ()


def test_without_annex_files_none_are_written(desk, dialog, tmp_path) -> None:
    dialog.view.annex.setChecked(False)
    desk.rest()
    shown(desk, dialog)
    save(desk, dialog, tmp_path / "alone.pdf")
    assert not (tmp_path / "alone-annex").exists()


def test_a_report_is_saved_over_no_input(desk, dialog) -> None:
    before = (desk.folder / "patients.csv").read_bytes()
    save(desk, dialog, desk.folder / "patients.csv")
    assert (desk.folder / "patients.csv").read_bytes() == before


def test_closing_stops_what_is_under_way(desk, dialog) -> None:
    dialog.view.annex.toggle()
    dialog.close()
    desk.rest()
    assert desk.jobs.idle
    dialog.show()
    dialog.view.refresh()
    shown(desk, dialog)


def test_a_report_of_another_plan_is_neither_shown_nor_saved(desk, dialog, tmp_path) -> None:
    dialog.hide()
    desk.controller.decide(
        "Changed", decisions=desk.controller.project.decisions.model_copy(update={"officer": "X"})
    )
    desk.rest()
    assert dialog.view.save(tmp_path / "stale.pdf") is None
    shown(desk, dialog)
    assert not (tmp_path / "stale.pdf").exists()
    save(desk, dialog, tmp_path / "now.pdf")
    assert (tmp_path / "now.pdf").is_file()


def test_a_stopped_or_refused_report_takes_its_verdict_and_pages_away(desk, dialog) -> None:
    assert dialog.view.verdict.text()
    choose(desk, dialog, "decision", "release")
    assert (dialog.view.preview, dialog.view.verdict.text(), dialog.view.pages.pictures) == (None, "", ())
    assert not dialog.view.save_button.isEnabled()


def test_a_report_is_not_saved_once_a_file_has_changed(desk, dialog, tmp_path) -> None:
    path = desk.controller.opened.path
    path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    with desk.qtbot.waitSignal(dialog.view.save(tmp_path / "old.pdf").finished, timeout=WAIT):
        pass
    desk.rest()
    assert not (tmp_path / "old.pdf").exists()
    assert "changed since" in dialog.view.state.text()


def test_annex_files_go_into_the_folder_that_is_chosen(desk, dialog, tmp_path) -> None:
    dialog.view.annex_folder = tmp_path / "elsewhere"
    save(desk, dialog, tmp_path / "shown.pdf")
    assert (tmp_path / "elsewhere" / "report.settings.json").is_file()
    assert not (tmp_path / "shown-annex").exists()
