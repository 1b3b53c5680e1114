"""The window's entry: what is opened at the start, and what is not loaded before it is wanted."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Slot

from sdc_desktop.app import FaultCatcher, FirstFile, MemoryTeller
from sdc_desktop.ui.shell.main_window import MainWindow

_HEAVY = ("numpy", "duckdb", "pandas", "scipy", "pyqtgraph", "ortools", "typst")
_START = """
import sys
from pathlib import Path
from sdc_desktop.app import make_application, make_window
from sdc_desktop.ui.settings import Settings
from sdc_desktop.words import Words
application = make_application(["sdc-desktop"])
window = make_window(application, Settings(Path(sys.argv[1])), Words())
window.show()
application.processEvents()
print(",".join(sorted(set(sys.modules) & set(sys.argv[2].split(",")))))
"""


def test_the_first_window_loads_nothing_heavy(tmp_path: Path):
    shown = subprocess.run(
        [sys.executable, "-c", _START, str(tmp_path / "s.ini"), ",".join(_HEAVY)],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert shown.stdout.strip() == ""


def test_the_demo_is_opened_as_a_copy_without_a_file(qtbot, window: MainWindow):
    with qtbot.waitSignal(window.controller.data_opened):
        FirstFile(window, None, demo=True).open()
    assert window.controller.opened.data.records == 60
    assert window.controller.path is None
    assert not window.controller.save()
    assert window.settings.recent_files == ()


def test_a_plan_named_at_the_start_is_opened(qtbot, window: MainWindow):
    plan = Path(__file__).parents[3] / "resources" / "demo" / "patients" / "patients.sdcplan"
    with qtbot.waitSignal(window.controller.data_opened):
        FirstFile(window, plan, demo=False).open()
    assert window.centre.currentWidget() is window.tabs


class Reports(QObject):
    def __init__(self) -> None:
        super().__init__()
        self.paths: list[Path | None] = []

    @Slot(object)
    def take(self, path: Path | None) -> None:
        self.paths.append(path)


@pytest.fixture
def hooks():
    kept = sys.excepthook, threading.excepthook
    yield
    sys.excepthook, threading.excepthook = kept


def test_a_fault_in_any_thread_is_reported_in_the_gui_thread(qtbot, hooks, tmp_path):
    catcher, reports = FaultCatcher(tmp_path), Reports()
    catcher.caught.connect(reports.take)
    catcher.install()

    def stumble() -> None:
        raise ZeroDivisionError

    thread = threading.Thread(target=stumble)
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: len(reports.paths) == 1)
    assert "ZeroDivisionError" in reports.paths[0].read_text(encoding="utf-8")


def test_too_little_memory_in_the_window_is_stated_in_its_banner(qtbot, window: MainWindow, tmp_path):
    catcher, reports = FaultCatcher(tmp_path), Reports()
    catcher.caught.connect(reports.take)
    catcher.short_of_memory.connect(MemoryTeller(window).notify)
    catcher.catch(MemoryError, MemoryError(), None)
    assert "memory" in window.notices.text_shown
    assert reports.paths == []
    assert list(tmp_path.glob("crash*")) == []


def test_the_first_reports_are_kept_and_their_number_is_bounded(tmp_path):
    catcher, reports = FaultCatcher(tmp_path), Reports()
    catcher.caught.connect(reports.take)
    for _ in range(25):
        catcher.catch(ValueError, ValueError(), None)
    assert len(list(tmp_path.iterdir())) == 20
    assert reports.paths[-1] is None
