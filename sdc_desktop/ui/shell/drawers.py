"""Drawers: what is needed now and then lies over the right part of the window, and goes again.

What is below keeps its place and its size. One is open at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QPoint, Qt, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QMainWindow, QToolButton, QWidget

from sdc_desktop.ui.screen_fit import first_focus, focus_owner, give_back_focus
from sdc_desktop.ui.theme import beside, fill, step
from sdc_desktop.ui.widgets.plain_parts import plain_label
from sdc_desktop.words import N_, Words

NARROW, WIDE = 33.8, 49.8  # steps


class Drawer(QFrame):
    """A title with a button that closes it, and below it what it is for. `action` opens and closes it."""

    def __init__(self, name: str, title: str, content: QWidget, steps: float, words: Words) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setProperty("part", "drawer")
        self.steps = steps
        self._content = content
        self.action = QAction(title, self)
        self.action.setCheckable(True)
        self.close_button = QToolButton()
        self.close_button.setText("✕")
        self.close_button.setAutoRaise(True)
        self.close_button.setAccessibleName(words.say(N_("Close {name}"), name=title))
        self.close_button.setToolTip(words.say(N_("Close (Esc)")))
        head = beside(self, (plain_label(title, tone="strong"), 1), self.close_button)
        head.setContentsMargins(step(self, 0.5), 0, 0, 0)
        fill(self, head, (content, 1), margin=0.5, spacing=0.5)

    def widget(self) -> QWidget:
        """What it is for."""
        return self._content


class Drawers(QObject):
    """The drawers of a window, from its top row to its status bar. `bar` gives what is below
    the top row and stays free, if there is such a thing.
    """

    def __init__(
        self, drawers: Sequence[Drawer], bar: Callable[[], QWidget | None], window: QMainWindow
    ) -> None:
        super().__init__(window)
        self._bar = bar
        self._window = window
        self._before: QWidget | None = None  # what had the focus
        self.all = tuple(drawers)
        for drawer in self.all:
            drawer.setParent(window)
            drawer.hide()
            drawer.action.triggered.connect(self._on_action)
            drawer.close_button.clicked.connect(self.close)

    @property
    def current(self) -> Drawer | None:
        """The drawer that is open."""
        return next((drawer for drawer in self.all if not drawer.isHidden()), None)

    def named(self, name: str) -> Drawer:
        """The drawer of a name."""
        return next(drawer for drawer in self.all if drawer.objectName() == name)

    def open(self, name: str) -> None:
        """Open a drawer, which closes another, and lead into it."""
        before = self.current
        if before is None:
            self._before = focus_owner()
        opened = self.named(name)
        if before is not None and before is not opened:
            self._hide(before)
        opened.show()
        opened.action.setChecked(True)
        self.place()
        opened.raise_()
        (first_focus(opened.widget()) or opened.close_button).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def toggle(self, name: str) -> None:
        """Open a drawer, or close it again."""
        if self.named(name).isHidden():
            self.open(name)
        else:
            self.close()

    @Slot()
    def close(self) -> None:
        """Close the drawer that is open. The focus goes back if it is in the drawer."""
        drawer, before = self.current, self._before
        if drawer is None:
            return
        inside = focus_owner()
        self._before = None
        self._hide(drawer)
        if inside is None or drawer.isAncestorOf(inside):
            give_back_focus(before, self._window.centralWidget())

    @Slot()
    def place(self) -> None:
        """Follow the size of the window."""
        drawer, window = self.current, self._window
        if drawer is not None:
            bar = self._bar()
            top = window.menuWidget().geometry().bottom() + 1
            if bar is not None and bar.isVisible():
                top = bar.mapTo(window, QPoint(0, bar.height())).y()
            width = min(step(window, drawer.steps), window.width())
            height = window.statusBar().geometry().top() - top
            drawer.setGeometry(window.width() - width, top, width, height)

    def _hide(self, drawer: Drawer) -> None:
        drawer.hide()
        drawer.action.setChecked(False)

    @Slot()
    def _on_action(self) -> None:
        drawer = next(drawer for drawer in self.all if drawer.action is self.sender())
        self.toggle(drawer.objectName())
