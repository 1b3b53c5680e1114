"""Windows for tests, with settings of their own."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from sdc_desktop.app import make_application
from sdc_desktop.ui.garbage import GarbageCollector
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.main_window import MainWindow
from sdc_desktop.ui.settings import Settings
from sdc_desktop.ui.theme import Theme
from sdc_desktop.words import Words

_TESTS = count()


@pytest.fixture(scope="session")
def qapp() -> QApplication:
    """The application as the program makes it."""
    return QApplication.instance() or make_application(["sdc-desktop"])


@pytest.fixture(autouse=True)
def garbage_collector(qapp: QApplication) -> Iterator[GarbageCollector]:
    """Garbage is collected as in the program: what is left of a window, never in a worker's thread.

    What was there before a test, modules above all, is looked at once in twenty tests: it takes 0.2 s.
    """
    collector = GarbageCollector()
    collector.set_aside()
    collector.start()
    yield collector
    collector.stop(with_set_aside=next(_TESTS) % 20 == 0)


@pytest.fixture
def words() -> Words:
    return Words()


@pytest.fixture
def jobs(qtbot) -> Iterator[JobManager]:
    """A manager whose jobs have all ended when the test has."""
    manager = JobManager()
    yield manager
    manager.cancel_all()
    qtbot.waitUntil(lambda: manager.idle)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path / "settings" / "settings.ini")


@pytest.fixture(scope="session")
def theme(qapp: QApplication) -> Theme:
    return Theme(qapp, "light")


@pytest.fixture
def window(qtbot, settings: Settings, theme: Theme, words: Words) -> MainWindow:
    """A shown window. What is unsaved when the test ends is let go."""
    made = MainWindow(settings, theme, words)
    add_window(qtbot, made)
    made.show()
    return made


def add_window(qtbot, window: MainWindow) -> None:
    """Have a window closed after the test: its jobs stopped, and without a question."""

    def end(ending: MainWindow) -> None:
        assert ending is window  # held here until then: qtbot holds it weakly, and one let go is never closed
        ending.files.may_leave = lambda: True
        ending.jobs.cancel_all()
        qtbot.waitUntil(lambda: ending.jobs.idle)

    qtbot.addWidget(window, before_close_func=end)
