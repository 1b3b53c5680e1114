"""The docks around the window's centre: how they lie, which are shown, and how much room they get."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QByteArray, QObject, Qt, Slot
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabBar, QWidget

from sdc_desktop.engine.problems import Problem
from sdc_desktop.ui.panels.data_panel import DataPanel
from sdc_desktop.words import N_, Words

_STATE = 2  # of the arrangement; raised when docks come or go
_DATA_SHARE = 0.3  # of the window's width that the Data dock takes at most, to begin with
_WHY_LETTERS = 26  # wide, to begin with
_SIDE_LETTERS = 36  # that history, strategies and notes want
_PROBLEM_LINES = 8


@dataclass(frozen=True)
class Panels:
    """What is in the docks."""

    data: DataPanel
    why: QWidget
    history: QWidget
    strategies: QWidget
    notes: QWidget
    problems: QWidget
    log: QWidget


class SideDocks(QObject):
    """Belongs to a window, whose width to begin with is `width`."""

    def __init__(self, panels: Panels, words: Words, window: QMainWindow, width: int) -> None:
        super().__init__(window)
        self._window = window
        self._words = words
        self._problems_by_itself = False  # whether that dock came because something was wrong
        say, area = words.say, Qt.DockWidgetArea
        left, right, bottom = area.LeftDockWidgetArea, area.RightDockWidgetArea, area.BottomDockWidgetArea
        self.data = self._dock("data", say(N_("Data")), panels.data, left)
        self.why = self._dock("why", say(N_("Why")), panels.why, right)
        self.history = self._dock("history", say(N_("History")), panels.history, right)
        self.strategies = self._dock("strategies", say(N_("Strategies")), panels.strategies, right)
        self.notes = self._dock("notes", say(N_("Notes")), panels.notes, right)
        window.tabifyDockWidget(self.history, self.strategies)
        window.tabifyDockWidget(self.strategies, self.notes)
        self.problems = self._dock("problems", say(N_("Problems")), panels.problems, bottom)
        self.log = self._dock("log", say(N_("Log")), panels.log, bottom)
        for hidden in (*self._project, self.problems, self.log):
            hidden.hide()
        self._lay_out(min(panels.data.wanted_width(), round(width * _DATA_SHARE)))
        for dock in self._project:
            dock.toggleViewAction().triggered.connect(self._on_project_dock)
        self._first = QByteArray()
        self._before_focus: QByteArray | None = None  # how they lay before all were hidden
        self.keep_first()

    @property
    def all(self) -> tuple[QDockWidget, ...]:
        """All docks, in the order of the View menu."""
        return (self.data, self.why, *self._project, self.problems, self.log)

    @property
    def _project(self) -> tuple[QDockWidget, ...]:
        """Those about the project as a whole, which lie on one another."""
        return (self.history, self.strategies, self.notes)

    def _dock(self, name: str, title: str, widget: QWidget, area: Qt.DockWidgetArea) -> QDockWidget:
        dock = QDockWidget(title, self._window)
        dock.setObjectName(name)
        dock.setWidget(widget)
        self._window.addDockWidget(area, dock)
        return dock

    def _lay_out(self, data_width: int) -> None:
        across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        font = self._window.fontMetrics()
        resize = self._window.resizeDocks
        resize([self.data, self.why], [data_width, font.averageCharWidth() * _WHY_LETTERS], across)
        resize([self.why, self.history], [1, 1], down)
        resize([self.problems], [font.height() * _PROBLEM_LINES], down)

    # how they lie ------------------------------------------------------------------------------------

    def keep_first(self) -> None:
        """What lies now is what `reset` comes back to."""
        self._first = self.state()

    def state(self) -> QByteArray:
        """How they lie, to be restored in a later session; while all are hidden, how they lay before."""
        if self._before_focus is not None:
            return self._before_focus
        return QByteArray(self._window.saveState(_STATE))

    def restore(self, state: QByteArray) -> None:
        """Let them lie as they did; a state of other docks than these is left alone."""
        self._window.restoreState(state, _STATE)

    def reset(self) -> None:
        """Put them where they first were."""
        self._before_focus = None
        self.restore(self._first)

    @Slot(bool)
    def focus_on_centre(self, focused: bool) -> None:
        """Hide all docks, or bring them back as they lay before."""
        if focused:
            self._before_focus = QByteArray(self._window.saveState(_STATE))
            for dock in self.all:
                dock.hide()
        elif self._before_focus is not None:
            self.restore(self._before_focus)
            self._before_focus = None

    def name_bars(self) -> None:
        """Qt makes the bars of docks that lie on one another by itself, and without a name."""
        found = self._window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
        for bar in found:
            bar.setAccessibleName(self._words.say(N_("Panels at this side")))

    # which are shown ---------------------------------------------------------------------------------

    @Slot()
    def toggle_history(self) -> None:
        """Show or hide the history."""
        shown = self.history.isVisible()
        _toggle(self.history)
        if not shown:
            self.name_bars()
            self._give_room()

    @Slot()
    def toggle_problems(self) -> None:
        """Show or hide the problems; then they stay until the officer says otherwise."""
        self._problems_by_itself = False
        _toggle(self.problems)

    def follow_problems(self, problems: Sequence[Problem]) -> None:
        """Errors show the dock; what came by itself goes by itself when nothing is wrong any more."""
        if any(problem.severity == "error" for problem in problems):
            self._problems_by_itself |= not self.problems.isVisible()
            self.problems.show()
            self.problems.raise_()
        elif not problems and self._problems_by_itself:
            self._problems_by_itself = False
            self.problems.hide()

    def show_notes(self) -> None:
        """Show the notes with room to write."""
        self.notes.show()
        self._give_room()
        self.notes.raise_()

    @Slot(bool)
    def _on_project_dock(self, shown: bool) -> None:
        self.name_bars()
        if shown:
            self._give_room()
            for dock in self._project:
                if dock.toggleViewAction() is self.sender():
                    dock.raise_()

    def _give_room(self) -> None:
        """A dock that was hidden until now has the least height, and what it says needs some width."""
        third = self.why.height() // 3
        resize = self._window.resizeDocks
        resize([self.why, self.history], [third, 2 * third], Qt.Orientation.Vertical)
        wanted = self._window.fontMetrics().averageCharWidth() * _SIDE_LETTERS
        if self.why.width() < wanted:
            resize([self.why], [wanted], Qt.Orientation.Horizontal)


def _toggle(dock: QDockWidget) -> None:
    dock.setVisible(not dock.isVisible())
    if dock.isVisible():
        dock.raise_()
