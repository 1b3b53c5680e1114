"""The details of the report: the officer's texts go into the project, and nothing else does."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QLabel

from sdc_desktop.project.project import ReportFields
from sdc_desktop.project.project_file import load_project
from sdc_desktop.ui.dialogs.report_details import ReportDetailsDialog
from sdc_desktop.words import Words


def test_what_is_typed_is_kept_in_the_project_and_saved_with_it(qtbot, window, tmp_path) -> None:
    controller = window.controller
    assert not controller.dirty
    window.report_details.ask()
    dialog = window.report_details.dialog
    for name, text in (("title", "Clinics"), ("officer", " Ada Lovelace "), ("decision", "Release")):
        dialog.lines[name].setText(text)
    dialog.accept()
    assert controller.project.decisions == ReportFields(
        title="Clinics", officer="Ada Lovelace", decision="Release"
    )
    assert controller.dirty
    assert controller.save_as(tmp_path / "people.sdcproj")
    assert not controller.dirty
    assert load_project(tmp_path / "people.sdcproj").decisions == controller.project.decisions


def test_cancelling_changes_nothing(qtbot, window) -> None:
    before = window.controller.project
    window.report_details.ask()
    dialog = window.report_details.dialog
    dialog.lines["officer"].setText("Nobody")
    dialog.reject()
    assert window.controller.project is before


def test_the_dialog_shows_what_there_is_and_every_line_has_its_label(qtbot) -> None:
    dialog = ReportDetailsDialog(ReportFields(officer="Ada", date="14 March"), Words())
    qtbot.addWidget(dialog)
    with qtbot.waitExposed(dialog):
        dialog.show()
    assert dialog.lines["officer"].text() == "Ada"
    assert dialog.lines["date"].text() == "14 March"
    buddies = {label.buddy() for label in dialog.findChildren(QLabel)}
    assert set(dialog.lines.values()) <= buddies
    told = []
    dialog.chosen.connect(told.append)
    qtbot.keyClick(dialog.lines["date"], Qt.Key.Key_Return)
    assert told == [ReportFields(officer="Ada", date="14 March")]
    assert dialog.findChild(QDialogButtonBox) is not None
