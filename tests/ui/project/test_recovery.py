"""Work put aside: written when something is unsaved, gone when it is not, brought back when wanted."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton

from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.ui.shell.recovery import Recovery
from tests.ui.conftest import add_window


@pytest.fixture
def csv(tmp_path: Path) -> Path:
    path = tmp_path / "people.csv"
    path.write_text("yob,ms\n1961,Zweisam\n", encoding="utf-8")
    return path


@pytest.fixture
def controller(qtbot, jobs, words, csv) -> ProjectController:
    made = ProjectController(jobs, words)
    with qtbot.waitSignal(made.data_opened):
        made.open_data(csv)
    return made


def left_by_an_earlier_session(controller: ProjectController, window: MainWindow) -> Path:
    """What is unsaved, put aside where the window will look for it."""
    earlier = Recovery(controller, window.settings.path.parent)
    earlier.write()
    return earlier.place


def test_a_change_is_put_aside_and_dropped_when_saved(qtbot, controller, tmp_path):
    recovery = Recovery(controller, tmp_path, after=0)
    place = tmp_path / "untitled.sdcproj.recovery"
    assert recovery.place == place
    controller.set_variables(("yob",), role="key")
    qtbot.waitUntil(place.is_file)
    assert "Zweisam" not in place.read_text(encoding="utf-8")
    controller.save_as(tmp_path / "work.sdcproj")
    assert not place.exists()
    controller.set_variables(("yob",), role="weight")
    assert recovery.place.parent == tmp_path
    assert recovery.place != place
    qtbot.waitUntil(recovery.place.is_file)
    controller.undo()
    assert not recovery.place.exists()


def test_nothing_is_put_aside_while_all_is_saved(controller, tmp_path):
    recovery = Recovery(controller, tmp_path, after=0)
    recovery.write()
    assert not recovery.place.exists()


def test_a_folder_that_cannot_be_written_to_disturbs_nobody(controller, tmp_path):
    recovery = Recovery(controller, tmp_path / "nowhere", after=0)
    controller.set_variables(("yob",), role="key")
    recovery.write()
    assert controller.problems == ()


def test_what_an_earlier_session_left_is_offered_and_brought_back(
    qtbot, controller, tmp_path, window: MainWindow
):
    controller.save_as(tmp_path / "work.sdcproj")
    controller.set_variables(("yob",), role="key")
    controller.decide("Notes", notes="coarse enough")
    place = left_by_an_earlier_session(controller, window)
    with qtbot.waitSignal(window.controller.data_opened):
        window.files.open_path(tmp_path / "work.sdcproj")
    assert window.notices.texts
    (bring_back,) = [b for b in window.notices.popover.findChildren(QPushButton) if b.text() == "Recover"]
    bring_back.click()
    assert window.controller.plan.data.variables["yob"].role == "key"
    assert window.controller.project.notes == "coarse enough"
    assert window.controller.path == tmp_path / "work.sdcproj"
    assert window.controller.dirty
    assert not window.notices.texts
    qtbot.waitUntil(lambda: window.controller.opened is not None)
    window.controller.save()
    assert not place.exists()


def test_what_was_left_can_be_let_go(qtbot, controller, tmp_path, window: MainWindow):
    controller.save_as(tmp_path / "work.sdcproj")
    controller.set_variables(("yob",), role="key")
    place = left_by_an_earlier_session(controller, window)
    window.files.open_path(tmp_path / "work.sdcproj")
    (let_go,) = [b for b in window.notices.popover.findChildren(QPushButton) if b.text() == "Discard"]
    let_go.click()
    assert not place.exists()
    assert not window.controller.dirty


def test_unsaved_work_without_a_file_is_offered_at_the_next_start(
    qtbot, controller, settings, theme, words, monkeypatch
):
    controller.set_variables(("yob",), role="key")
    Recovery(controller, settings.path.parent).write()
    window = MainWindow(settings, theme, words)
    add_window(qtbot, window)
    window.show()
    assert window.notices.texts
    window.recovery_offer.bring_back()
    with qtbot.waitSignal(window.controller.data_opened):
        pass
    assert window.controller.path is None
    assert window.controller.opened.data.variable("yob").role == "key"
    qtbot.waitUntil(lambda: window.jobs.idle)
    window.files.may_leave = lambda: True
    window.close()
    assert window.recovery.left_behind is None


def test_two_windows_at_once_do_not_take_each_others_work_for_left_behind(controller, tmp_path):
    first, second = Recovery(controller, tmp_path), Recovery(controller, tmp_path)
    controller.set_variables(("yob",), role="key")
    first.write()
    assert first.place != second.place
    assert second.left_behind is None
    second.discard()
    assert first.place.is_file()


def test_what_any_of_several_windows_left_is_found(controller, tmp_path):
    first, second = Recovery(controller, tmp_path), Recovery(controller, tmp_path)
    controller.set_variables(("yob",), role="key")
    second.write()
    left = second.place
    del first, second  # their programs ended
    assert Recovery(controller, tmp_path).left_behind == left


def test_coming_back_from_the_task_bar_offers_nothing_again(window, controller, tmp_path):
    controller.set_variables(("yob",), role="key")
    window.recovery_offer.look_for_untitled()
    assert not window.notices.texts
    place = window.recovery.place
    place.write_text("{}", encoding="utf-8")
    window.showMinimized()
    window.showNormal()
    assert not window.notices.texts
    place.unlink()


def test_another_window_with_the_same_project_is_reported_and_not_taken_for_a_crash(
    qtbot, controller, tmp_path, window: MainWindow
):
    path = tmp_path / "work.sdcproj"
    controller.save_as(path)
    other = Recovery(controller, window.settings.path.parent)
    controller.set_variables(("yob",), role="key")
    other.write()
    with qtbot.waitSignal(window.controller.data_opened):
        window.files.open_path(path)
    assert window.notices.texts
    assert "another window" in window.notices.text_shown
    assert window.recovery.place != other.place
    assert other.place.is_file()


KILLED = """
import sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.shell.recovery import Recovery
from sdc_desktop.words import Words

application = QApplication([])
controller = ProjectController(JobManager(), Words())
recovery = Recovery(controller, Path(sys.argv[1]), after=0)
controller.open_project(Path(sys.argv[2]))
controller.decide("Notes", notes="written shortly before the power failed")
while not recovery.place.is_file():
    application.processEvents()
print("to be killed", flush=True)
sys.stdin.read()
"""


def test_the_work_of_a_program_that_was_killed_is_offered_and_brought_back(
    qtbot, controller, tmp_path, window: MainWindow
):
    path = tmp_path / "work.sdcproj"
    controller.save_as(path)
    folder = window.settings.path.parent
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONPATH": os.pathsep.join([os.environ["PYTHONPATH"], *sys.path]),
    }
    command = [sys.executable, "-c", KILLED, str(folder), str(path)]
    with subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline() == "to be killed\n"
        process.kill()
    assert process.returncode != 0
    with qtbot.waitSignal(window.controller.data_opened):
        window.files.open_path(path)
    assert "earlier session" in window.notices.text_shown
    window.recovery_offer.bring_back()
    assert window.controller.project.notes == "written shortly before the power failed"
    assert window.controller.dirty
    qtbot.waitUntil(lambda: window.controller.opened is not None)
