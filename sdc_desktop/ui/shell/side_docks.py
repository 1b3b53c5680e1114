"""The docks around the window's centre: how they lie, which are shown, and how much room they get.

Data is folded while no file is open. A dock that was closed by hand stays closed until it is opened in the
menu View.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt, Slot
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabBar, QWidget

from sdc_desktop.engine.problems import Problem
from sdc_desktop.ui.panels.data_panel import DataPanel
from sdc_desktop.ui.screen_fit import is_small
from sdc_desktop.ui.widgets.cards_area import scrolled
from sdc_desktop.words import N_, Words

_STATE = 2  # of the arrangement; raised when docks come or go
_DATA_SHARE = 0.325  # of the window's width that the Data dock takes at most, to begin with
_SMALL_SHARE = 0.25  # the same on a small screen
_SIDE_LETTERS = 36  # that history, strategies and notes want, where the middle has room for it
_PROBLEM_LINES = 8


@dataclass(frozen=True)
class Panels:
    """What is in the docks."""

    data: DataPanel
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
        self._widths: dict[QDockWidget, int] = {}  # to begin with, of those not yet shown
        self._folded: set[QDockWidget] = set()  # hidden here as they are empty
        self._dismissed: set[QDockWidget] = set()  # closed by the officer
        say, area = words.say, Qt.DockWidgetArea
        left, right, bottom = area.LeftDockWidgetArea, area.RightDockWidgetArea, area.BottomDockWidgetArea
        small = is_small(window)  # then they are below one another, and scroll where they have little height
        data = scrolled(panels.data) if small else panels.data
        self.data = self._dock("data", say(N_("Data")), data, left)
        self.history = self._dock("history", say(N_("History")), panels.history, right)
        self.strategies = self._dock("strategies", say(N_("Strategies")), panels.strategies, right)
        self.notes = self._dock("notes", say(N_("Notes")), panels.notes, right)
        window.tabifyDockWidget(self.history, self.strategies)
        window.tabifyDockWidget(self.strategies, self.notes)
        self.problems = self._dock("problems", say(N_("Problems")), panels.problems, bottom)
        self.log = self._dock("log", say(N_("Log")), panels.log, bottom)
        for hidden in (*self._project, self.problems, self.log):
            hidden.hide()
        share = _DATA_SHARE
        if small:
            share = _SMALL_SHARE if width <= window.screen().availableGeometry().width() else share
        self._lay_out(panels.data.wanted_width(round(width * share)))
        for dock in self._project:
            dock.toggleViewAction().triggered.connect(self._on_project_dock)
        for dock in (self.data,):
            dock.installEventFilter(self)
            dock.toggleViewAction().triggered.connect(self._on_chosen)
        self._first = QByteArray()
        self._before_focus: QByteArray | None = None  # how they lay before all were hidden
        self.keep_first()

    @property
    def all(self) -> tuple[QDockWidget, ...]:
        """All docks, in the order of the View menu."""
        return (self.data, *self._project, self.problems, self.log)

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
        self._widths = {self.data: data_width}
        resize(list(self._widths), list(self._widths.values()), across)
        resize([self.problems], [font.height() * _PROBLEM_LINES], down)

    # how they lie ------------------------------------------------------------------------------------

    def keep_first(self) -> None:
        """Make the current layout the one that `reset` restores."""
        self._first = self.state()

    def state(self) -> QByteArray:
        """The arrangement to restore in a later session, as if no dock was folded. While no dock is visible,
        the arrangement before.
        """
        if self._before_focus is not None:
            return self._before_focus
        folded = tuple(self._folded)
        for dock in folded:
            dock.show()
        state = QByteArray(self._window.saveState(_STATE))
        for dock in folded:
            dock.hide()
        return state

    def restore(self, state: QByteArray) -> None:
        """Let them lie as they did; a state of other docks than these is left alone."""
        self._window.restoreState(state, _STATE)
        self._widths.clear()
        self._dismissed = {dock for dock in (self.data,) if dock.isHidden()}
        self._folded -= self._dismissed
        for dock in self._folded:
            dock.hide()

    def reset(self) -> None:
        """Put them where they first were."""
        self._before_focus = None
        self.restore(self._first)

    @Slot(bool)
    def focus_on_centre(self, focused: bool) -> None:
        """Hide all docks, or restore them."""
        if focused:
            self._before_focus = self.state()
            for dock in self.all:
                dock.hide()
        elif self._before_focus is not None:
            before, self._before_focus = self._before_focus, None
            self.restore(before)

    def name_bars(self) -> None:
        """Names the bars of docks that lie on one another: Qt makes these bars, without a name."""
        found = self._window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
        for bar in found:
            bar.setAccessibleName(self._words.say(N_("Panels at this side")))

    # which are shown ---------------------------------------------------------------------------------

    def follow_content(self, data: bool) -> None:
        """Show the Data dock only while there are data, opened or to be read."""
        self._fold(self.data, not data)

    def _fold(self, dock: QDockWidget, empty: bool) -> None:
        if dock in self._dismissed:
            return
        (self._folded.add if empty else self._folded.discard)(dock)
        if self._before_focus is None:
            dock.setVisible(not empty)
            if not empty and dock in self._widths:  # one that was hidden until now has the least width
                self._window.resizeDocks([dock], [self._widths.pop(dock)], Qt.Orientation.Horizontal)

    @Slot(bool)
    def _on_chosen(self, shown: bool) -> None:
        """A dock is shown or closed by the menu."""
        for dock in (self.data,):
            if dock.toggleViewAction() is self.sender():
                self._folded.discard(dock)
                (self._dismissed.discard if shown else self._dismissed.add)(dock)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Close and isinstance(watched, QDockWidget):
            self._folded.discard(watched)
            self._dismissed.add(watched)
        return False

    def show_data(self) -> None:
        """Show the Data dock, also where it was closed."""
        self._folded.discard(self.data)
        self._dismissed.discard(self.data)
        self.data.show()

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
        """Show the problems, or close them; then they stay until the user decides otherwise."""
        self._problems_by_itself = False
        _toggle(self.problems)

    def follow_problems(self, problems: Sequence[Problem]) -> None:
        """Errors show the dock; a dock shown in this way closes when nothing is wrong any more."""
        if any(problem.severity == "error" for problem in problems):
            self._problems_by_itself |= not self.problems.isVisible()
            self.problems.show()
            self.problems.raise_()
        elif not problems and self._problems_by_itself:
            self._problems_by_itself = False
            self.problems.hide()

    @Slot(bool)
    def _on_project_dock(self, shown: bool) -> None:
        self.name_bars()
        if shown:
            self._give_room()
            for dock in self._project:
                if dock.toggleViewAction() is self.sender():
                    dock.raise_()

    def _give_room(self) -> None:
        """Give room to a dock that was not visible until now: the least height, and width for its texts."""
        letter = self._window.fontMetrics().averageCharWidth()
        if self.history.width() < letter * _SIDE_LETTERS:
            self._window.resizeDocks([self.history], [letter * _SIDE_LETTERS], Qt.Orientation.Horizontal)


def _toggle(dock: QDockWidget) -> None:
    dock.setVisible(not dock.isVisible())
    if dock.isVisible():
        dock.raise_()
