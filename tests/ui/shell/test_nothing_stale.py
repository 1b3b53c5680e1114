"""What belongs to a project goes with it; what a save keeps; batch files of tau-ARGUS from the menu File."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QFileDialog

from sdc_desktop.ui.settings import Settings
from sdc_desktop.ui.shell.main_window import MainWindow
from tests.engine.tables.files.test_arb_import import SPECIFY, folder_with
from tests.ui.conftest import add_window

BATCH = SPECIFY + "<SAFETYRULE> FREQ(3,20)\n<READMICRODATA>\n<SUPPRESS> OPT(1)\n"


@pytest.fixture
def csv(tmp_path: Path) -> Path:
    path = tmp_path / "people.csv"
    path.write_text("yob;ms;pay\n1960;m;10\n1961;s;20\n1960;m;30\n", encoding="utf-8")
    return path


def rest(qtbot, window: MainWindow) -> None:
    qtbot.waitUntil(lambda: window.jobs.idle and not window.controller.reading)


def test_a_batch_file_opens_as_a_plan_on_the_tab_of_its_tables(qtbot, window, tmp_path, monkeypatch) -> None:
    batch, folder = folder_with(tmp_path, BATCH), tmp_path / "imported"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(folder), ""))
    window.files.open_path(batch)
    rest(qtbot, window)
    assert (folder / "plan.sdcplan").is_file()
    assert [job.kind for job in window.controller.plan.jobs] == ["table"]
    assert window.tabs.currentWidget() is window.tables_place
    assert window.settings.recent_files[0] == folder / "plan.sdcplan"


def test_a_batch_file_that_is_dropped_on_the_window_opens_as_a_plan(
    qtbot, window, tmp_path, monkeypatch
) -> None:
    batch, folder = folder_with(tmp_path, BATCH), tmp_path / "imported"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(folder), ""))
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(batch))])
    place = QPointF(window.rect().center())
    given = (Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    enter = QDragEnterEvent(place.toPoint(), *given)
    QCoreApplication.sendEvent(window.windowHandle(), enter)
    assert enter.isAccepted()
    QCoreApplication.sendEvent(window.windowHandle(), QDropEvent(place, *given))
    qtbot.waitUntil(lambda: bool(window.controller.plan.jobs))
    rest(qtbot, window)
    assert [job.kind for job in window.controller.plan.jobs] == ["table"]
    assert window.tabs.currentWidget() is window.tables_place


def test_a_batch_file_that_is_refused_leaves_what_is_open(qtbot, window, csv, tmp_path, monkeypatch) -> None:
    with qtbot.waitSignal(window.controller.data_opened):
        window.controller.open_data(csv)
    batch = folder_with(tmp_path, '<SPECIFYTABLE> "Nothing"|"Turnover"||\n')
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "out"), ""))
    window.files.open_path(batch)
    rest(qtbot, window)
    assert window.controller.opened is not None
    assert window.controller.problems
    assert not (tmp_path / "out").exists()


def test_a_project_opens_on_the_tab_where_it_was_left(qtbot, window, csv, tmp_path, theme, words) -> None:
    with qtbot.waitSignal(window.controller.data_opened):
        window.controller.open_data(csv)
    rest(qtbot, window)
    window.tabs.setCurrentWidget(window.release_place)
    assert not window.controller.dirty
    assert window.controller.save_as(tmp_path / "left.sdcproj")
    again = MainWindow(Settings(tmp_path / "other.ini"), theme, words)
    add_window(qtbot, again)
    again.show()
    assert again.controller.open_project(tmp_path / "left.sdcproj")
    assert again.tabs.currentWidget() is again.release_place
    rest(qtbot, again)
    rest(qtbot, window)


def test_the_status_line_tells_when_the_project_was_saved_not_when_it_was_opened(
    qtbot, window, csv, tmp_path
) -> None:
    with qtbot.waitSignal(window.controller.data_opened):
        window.controller.open_data(csv)
    rest(qtbot, window)
    path = tmp_path / "kept.sdcproj"
    assert window.controller.save_as(path)
    assert window.status.saved.text().startswith("saved ")
    assert window.controller.open_project(path)
    assert window.status.saved.text() == "saved"
    rest(qtbot, window)


def test_saving_a_demo_elsewhere_does_not_end_its_tour(qtbot, window, tmp_path: Path) -> None:
    window.open_demo("patients")
    rest(qtbot, window)
    assert window.tour.running
    (tmp_path / "elsewhere").mkdir()
    assert window.controller.save_as(tmp_path / "elsewhere" / "mine.sdcproj")
    window.tour.look()
    assert window.tour.running
    other = tmp_path / "other.csv"
    shutil.copyfile(window.controller.opened.path, other)
    with qtbot.waitSignal(window.controller.data_opened):
        window.controller.open_data(other)
    window.tour.look()
    assert not window.tour.running
    rest(qtbot, window)


def test_what_was_written_is_not_stated_of_the_next_project(qtbot, window, csv) -> None:
    with qtbot.waitSignal(window.controller.data_opened):
        window.controller.open_data(csv)
    qtbot.waitUntil(lambda: window.microdata_place.page is not None)
    rest(qtbot, window)
    report = window.microdata_place.page.exports.report
    report.notify("Written: people_protected.csv, 6 records.")
    assert not report.outcome.isHidden()
    window.controller.new()
    assert report.outcome.isHidden()
