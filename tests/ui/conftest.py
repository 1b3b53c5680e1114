"""Windows for tests, with settings of their own; pages that a process keeps from test to test."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, Generic, TypeVar

import pytest
from PySide6.QtCore import QTimer, SignalInstance
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot

from sdc_desktop.app import GarbageCollector
from sdc_desktop.engine.plan import Plan, plan_to_text
from sdc_desktop.project.policy_location import ActivePolicy
from sdc_desktop.resources import resource_path
from sdc_desktop.ui.dialogs.report import ReportView
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.settings import Settings
from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.ui.theme import Theme
from sdc_desktop.words import Words

_TESTS = count()
P = TypeVar("P", bound=QWidget)


class TabDesk(Generic[P]):
    """A tab with a real project, real jobs and real widgets."""

    size = (1366, 768)  # pixels
    qtbot: QtBot
    folder: Path  # of the test

    def __init__(self) -> None:
        words = Words()
        self._undone_at_end: list[Callable[[], object]] = []
        self.jobs = JobManager()
        self.controller = ProjectController(self.jobs, words)
        self.page = self.make_page(words)

    def make_page(self, words: Words) -> P:
        raise NotImplementedError

    @property
    def view(self) -> Any:
        return self.page.presenter.view  # type: ignore[attr-defined]

    @property
    def why(self) -> Any:
        return self.page.why  # type: ignore[attr-defined]

    @property
    def steps(self) -> int:
        return len(self.controller.project.history)

    def rest(self) -> None:
        """Wait until nothing is under way."""
        self.qtbot.waitUntil(lambda: self.jobs.idle and not getattr(self.page, "making", False))

    def listen(self, signal: SignalInstance, slot: Callable[..., object]) -> None:
        """Connect a slot until the test ends."""
        signal.connect(slot)
        self._undone_at_end.append(partial(signal.disconnect, slot))

    def hold(self, field: QWidget) -> None:
        """Let the keys in a field never rest, however late the window is, until the test ends."""
        timer = field.findChild(QTimer)
        self._undone_at_end.append(partial(timer.setInterval, timer.interval()))
        timer.setInterval(3_600_000)

    def open_plan(self, plan: Plan, name: str = "plan.sdcplan") -> None:
        """Open a plan over files of the test's folder, and wait for its data and answer."""
        path = self.folder / name
        path.write_text(plan_to_text(plan), encoding="utf-8")
        assert self.controller.open_plan(path)
        self.qtbot.waitUntil(lambda: not self.controller.reading)
        self.rest()

    def report_text(self, view: ReportView) -> str:
        """The report as HTML, saved where its pages are shown."""
        path = self.folder / "report.html"
        view.refresh()
        self.qtbot.waitUntil(lambda: view.preview is not None, timeout=60_000)
        view.save(path)
        self.rest()
        return path.read_text(encoding="utf-8")

    def begin(self, qtbot: QtBot, folder: Path) -> None:
        """Show the page to a test whose files are in `folder`."""
        self.qtbot, self.folder = qtbot, folder
        self.page.resize(*self.size)
        self.page.show()
        if hasattr(self.page, "frame"):  # as it first was, whatever the test before did
            self.page.frame.reset()
            self.page.frame.panel.turn_to(0)
        qtbot.waitActive(self.page)
        if self.page.focusWidget() is not None:
            self.page.focusWidget().clearFocus()

    def end(self) -> None:
        """Let go of what the test had open."""
        while self._undone_at_end:
            self._undone_at_end.pop()()
        for dialog in self.page.findChildren(QDialog):
            dialog.close()
        self.jobs.cancel_all()
        self.rest()
        self.controller.hold_to(ActivePolicy())
        self.controller.new()
        self.rest()
        self.page.close()

    def close(self) -> None:
        self.page.close()
        self.page.deleteLater()


def choose_roles(window: MainWindow) -> None:
    """Put the cursor on the role of the first variable."""
    window.go_to_variable(window.controller.opened.data.variables[0].name)


D = TypeVar("D", bound=TabDesk[Any])


@pytest.fixture(scope="session")
def kept_desks(qapp: QApplication) -> Iterator[dict[type, Any]]:
    """The desks of this process: making a page and first showing it takes most of the time of a test."""
    kept: dict[type, TabDesk[Any]] = {}
    yield kept
    for desk in kept.values():
        desk.close()


@pytest.fixture
def desk_of(
    qtbot: QtBot, theme: Theme, kept_desks: dict[type, Any]
) -> Callable[..., AbstractContextManager[Any]]:
    """Gives the kept desk of a tab to one test, or a fresh one, for tests of making, closing and leaks.

    What could not be ended in order is not kept.
    """

    @contextmanager
    def given(kind: type[D], folder: Path, *, fresh: bool = False) -> Iterator[D]:
        desk = kind() if fresh else kept_desks.pop(kind, None) or kind()
        desk.begin(qtbot, folder)
        yield desk
        desk.end()
        if fresh:
            desk.close()
        else:
            kept_desks[kind] = desk

    return given


@pytest.fixture(autouse=True)
def garbage_collector(qapp: QApplication) -> Iterator[GarbageCollector]:
    """Garbage is collected as in the program: what is left of a window, never in a worker's thread.

    What was there before a test, modules above all, is looked at once in sixty tests: it takes up to 1 s.
    """
    collector = GarbageCollector()
    collector.set_aside()
    collector.start()
    yield collector
    collector.stop(with_set_aside=next(_TESTS) % 60 == 0)


@pytest.fixture
def patients(tmp_path: Path) -> Path:
    """A folder with the demo's files."""
    return shutil.copytree(resource_path("demo", "patients"), tmp_path / "patients")


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


def make_every_page(qtbot: QtBot, window: MainWindow) -> None:
    """Look at every tab of a window, and wait for its page and its jobs."""
    for index in range(window.tabs.count()):
        window.tabs.setCurrentIndex(index)
        qtbot.waitUntil(lambda: window.tabs.currentWidget().layout().count() > 0)
    qtbot.waitUntil(lambda: window.jobs.idle)
