"""Work put aside: written when something is unsaved, gone when it is not, brought back when wanted."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton

from sdc_desktop.ui.main_window import MainWindow
from sdc_desktop.ui.project_controller import ProjectController
from sdc_desktop.ui.recovery import Recovery
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


def test_a_change_is_put_aside_and_dropped_when_saved(qtbot, controller, tmp_path):
    recovery = Recovery(controller, tmp_path, after=0)
    place = tmp_path / "untitled.sdcproj.recovery"
    assert recovery.place(None) == place
    controller.set_variable("yob", role="identifying")
    qtbot.waitUntil(place.is_file)
    assert "Zweisam" not in place.read_text(encoding="utf-8")
    controller.save_as(tmp_path / "work.sdcproj")
    assert not place.exists()
    controller.set_variable("yob", role="weight")
    qtbot.waitUntil((tmp_path / "work.sdcproj.recovery").is_file)
    controller.undo()
    assert not (tmp_path / "work.sdcproj.recovery").exists()


def test_nothing_is_put_aside_while_all_is_saved(controller, tmp_path):
    recovery = Recovery(controller, tmp_path, after=0)
    recovery.write()
    assert not recovery.place(None).exists()


def test_a_folder_that_cannot_be_written_to_disturbs_nobody(controller, tmp_path):
    recovery = Recovery(controller, tmp_path / "nowhere", after=0)
    controller.set_variable("yob", role="identifying")
    recovery.write()
    assert controller.problems == ()


def test_what_an_earlier_session_left_is_offered_and_brought_back(
    qtbot, controller, tmp_path, window: MainWindow
):
    controller.save_as(tmp_path / "work.sdcproj")
    controller.set_variable("yob", role="identifying")
    Recovery(controller, tmp_path).write()
    with qtbot.waitSignal(window.controller.data_opened):
        window.files.open_path(tmp_path / "work.sdcproj")
    assert window.banner.isVisible()
    (bring_back,) = [b for b in window.banner.findChildren(QPushButton) if b.text() == "Bring them back"]
    bring_back.click()
    assert window.controller.plan.data.variables["yob"].role == "identifying"
    assert window.controller.path == tmp_path / "work.sdcproj"
    assert window.controller.dirty
    assert not window.banner.isVisible()
    qtbot.waitUntil(lambda: window.controller.opened is not None)
    window.controller.save()
    assert not (tmp_path / "work.sdcproj.recovery").exists()


def test_what_was_left_can_be_let_go(qtbot, controller, tmp_path, window: MainWindow):
    controller.save_as(tmp_path / "work.sdcproj")
    controller.set_variable("yob", role="identifying")
    Recovery(controller, tmp_path).write()
    window.files.open_path(tmp_path / "work.sdcproj")
    (let_go,) = [b for b in window.banner.findChildren(QPushButton) if b.text() == "Discard them"]
    let_go.click()
    assert not (tmp_path / "work.sdcproj.recovery").exists()
    assert not window.controller.dirty


def test_unsaved_work_without_a_file_is_offered_at_the_next_start(
    qtbot, controller, settings, theme, words, monkeypatch
):
    controller.set_variable("yob", role="identifying")
    Recovery(controller, settings.path.parent).write()
    window = MainWindow(settings, theme, words)
    add_window(qtbot, window)
    window.show()
    assert window.banner.isVisible()
    window.recovery_offer.bring_back()
    with qtbot.waitSignal(window.controller.data_opened):
        pass
    assert window.controller.path is None
    assert window.controller.opened.data.variable("yob").role == "identifying"
    qtbot.waitUntil(lambda: window.jobs.idle)
    window.files.may_leave = lambda: True
    window.close()
    assert window.recovery.left_behind(None) is None


def test_two_windows_at_once_do_not_take_each_others_work_for_left_behind(controller, tmp_path):
    first, second = Recovery(controller, tmp_path), Recovery(controller, tmp_path)
    controller.set_variable("yob", role="identifying")
    first.write()
    assert first.place(None) != second.place(None)
    assert second.left_behind(None) is None
    second.discard()
    assert first.place(None).is_file()


def test_what_any_of_several_windows_left_is_found(controller, tmp_path):
    first, second = Recovery(controller, tmp_path), Recovery(controller, tmp_path)
    controller.set_variable("yob", role="identifying")
    second.write()
    left = second.place(None)
    del first, second  # their programs ended
    assert Recovery(controller, tmp_path).left_behind(None) == left


def test_coming_back_from_the_task_bar_offers_nothing_again(window, controller, tmp_path):
    controller.set_variable("yob", role="identifying")
    window.recovery_offer.look_for_untitled()
    assert not window.banner.isVisible()
    place = window.recovery.place(None)
    place.write_text("{}", encoding="utf-8")
    window.showMinimized()
    window.showNormal()
    assert not window.banner.isVisible()
    place.unlink()
