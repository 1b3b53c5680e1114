"""The docks around the window's centre: how they lie, which are shown, and how much room they get.

Those with nothing to show are folded: Data while no file is open, Why while nothing is selected. A dock
that was closed by hand stays closed until it is opened in the menu View.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt, QTimer, Slot
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

from sdc_desktop.ui.panels.data_panel import DataPanel
from sdc_desktop.ui.screen_fit import is_small
from sdc_desktop.ui.widgets.cards_area import scrolled
from sdc_desktop.words import N_, Words

_STATE = 3  # of the arrangement; raised when docks come or go
_DATA_SHARE = 0.325  # of the window's width that the Data dock takes at most, to begin with
_SMALL_SHARE = 0.25  # the same on a small screen
_WHY_LETTERS = 26  # wide, to begin with


@dataclass(frozen=True)
class Panels:
    """What is in the docks."""

    data: DataPanel
    why: QWidget


class SideDocks(QObject):
    """Belongs to a window, whose width to begin with is `width`."""

    def __init__(self, panels: Panels, words: Words, window: QMainWindow, width: int) -> None:
        super().__init__(window)
        self._window = window
        self._words = words
        self._widths: dict[QDockWidget, int] = {}  # to begin with, of those not yet shown
        self._folded: set[QDockWidget] = set()  # hidden here as they are empty
        self._dismissed: set[QDockWidget] = set()  # closed by the officer
        self._explained = False  # whether Why has something to show
        self._fold_why = QTimer(self, singleShot=True, interval=0)  # another explanation may follow at once
        self._fold_why.timeout.connect(self._follow_why)
        say, area = words.say, Qt.DockWidgetArea
        left, right = area.LeftDockWidgetArea, area.RightDockWidgetArea
        small = is_small(window)  # then they are below one another, and scroll where they have little height
        data, why = (scrolled(one) if small else one for one in (panels.data, panels.why))
        self.data = self._dock("data", say(N_("Data")), data, left)
        self.why = self._dock("why", say(N_("Why")), why, right)
        share = _DATA_SHARE
        if small:  # then Why is below Data, and the centre has the rest
            window.splitDockWidget(self.data, self.why, Qt.Orientation.Vertical)
            share = _SMALL_SHARE if width <= window.screen().availableGeometry().width() else share
        self._lay_out(panels.data.wanted_width(round(width * share)))
        for dock in (self.data, self.why):
            dock.installEventFilter(self)
            dock.toggleViewAction().triggered.connect(self._on_chosen)
        self._first = QByteArray()
        self._before_focus: QByteArray | None = None  # how they lay before all were hidden
        self.keep_first()

    @property
    def all(self) -> tuple[QDockWidget, ...]:
        """All docks, in the order of the View menu."""
        return (self.data, self.why)

    def _dock(self, name: str, title: str, widget: QWidget, area: Qt.DockWidgetArea) -> QDockWidget:
        dock = QDockWidget(title, self._window)
        dock.setObjectName(name)
        dock.setWidget(widget)
        self._window.addDockWidget(area, dock)
        return dock

    def _lay_out(self, data_width: int) -> None:
        why_width = self._window.fontMetrics().averageCharWidth() * _WHY_LETTERS
        self._widths = {self.data: data_width, self.why: why_width}
        widths = list(self._widths.values())
        self._window.resizeDocks(list(self._widths), widths, Qt.Orientation.Horizontal)

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
        self._dismissed = {dock for dock in (self.data, self.why) if dock.isHidden()}
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

    # which are shown ---------------------------------------------------------------------------------

    def follow_content(self, data: bool) -> None:
        """Show the Data dock only while there are data, opened or to be read."""
        self._fold(self.data, not data)

    @Slot(object)
    def follow_explanation(self, explained: bool) -> None:
        """Open Why when something is explained; fold it when nothing is selected any more."""
        self._explained = explained
        if explained or not self._window.isVisible():
            self._follow_why()
        else:
            self._fold_why.start()

    @Slot()
    def _follow_why(self) -> None:
        self._fold(self.why, not self._explained)

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
        for dock in (self.data, self.why):
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
