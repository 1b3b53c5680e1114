"""What is shown before it has its place in a window would be a window itself, and close open lists."""

from pathlib import Path

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.ui.shell.tab_places import TabPlace
from tests.support.every_dialog import every_dialog

WAIT = 60_000


class ShownWindows(QObject):
    """Notes every window that is shown and has no parent, by its class."""

    def __init__(self, application: QApplication) -> None:
        super().__init__()
        self.found: list[str] = []
        application.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        shown = event.type() == QEvent.Type.Show and isinstance(watched, QWidget)
        if shown and watched.isWindow() and watched.parent() is None and not isinstance(watched, QMainWindow):
            self.found.append(type(watched).__name__)
        return False


def test_no_part_of_a_page_or_dialog_is_a_window_before_it_has_its_place(
    qtbot, qapp, window: MainWindow, patients: Path, tmp_path: Path
) -> None:
    shown = ShownWindows(qapp)
    window.controller.open_project(patients / "patients.sdcproj")
    qtbot.waitUntil(lambda: window.controller.opened is not None and window.loading.ready, timeout=WAIT)
    for place in window.tabs.findChildren(TabPlace):
        window.tabs.setCurrentWidget(place)
        place.make()
    qtbot.waitUntil(lambda: window.jobs.idle, timeout=WAIT)
    for _ in every_dialog(window, tmp_path / "patients", lambda done: qtbot.waitUntil(done, timeout=WAIT)):
        pass
    qapp.removeEventFilter(shown)
    assert shown.found == []
