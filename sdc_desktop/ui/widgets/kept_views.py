"""The current view of every set of views, saved with a project and shown when it is opened."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, Qt, QTimer, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QTabBar

from sdc_desktop.ui.qt_types import nearest_above


class ViewMemory(QObject):
    """The views wanted in the tabs below its parent; tabs turn to theirs when first shown."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.wanted: dict[str, int] = {}

    @property
    def views(self) -> dict[str, int]:
        """The number of the current view, or of the view wanted where not shown yet, by name of the tabs."""
        found = {tabs.name: tabs.currentIndex() for tabs in self._tabs() if tabs.shown}
        return {**found, **self.wanted}

    def begin(self, views: Mapping[str, int]) -> None:
        """Turn to these views; visible tabs do so after all parts have begun with the project."""
        self.wanted = dict(views)
        for tabs in self._tabs():
            tabs.begin()

    def _tabs(self) -> list[KeptTabBar]:
        return self.parent().findChildren(KeptTabBar)


class KeptTabBar(QTabBar):
    """Names of views; the number of the current view is saved with the project, below `name`. When shown they
    turn to the view that the project was saved with.
    """

    def __init__(self, name: str, accessible: str, **style: str) -> None:
        """``style``: properties for the style sheet."""
        super().__init__()
        for key, value in style.items():
            self.setProperty(key, value)  # first: what follows asks for the style of the tabs
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setUsesScrollButtons(False)
        self.setElideMode(Qt.TextElideMode.ElideNone)
        self.setAccessibleName(accessible)
        self.name, self.shown = name, False
        self._turning = QTimer(self, interval=0, singleShot=True)  # when all is there that came with the tabs
        self._turning.timeout.connect(self._turn)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.begin()

    def begin(self) -> None:
        """Turn to the view wanted, if any."""
        if self.isVisible():
            self.shown = True
            self._turning.start()

    @Slot()
    def _turn(self) -> None:
        memory = nearest_above(self, ViewMemory)
        if memory is None or not self.isVisible():
            return
        wanted = memory.wanted.pop(self.name, None)
        if wanted is not None and 0 <= wanted < self.count() and self.isTabVisible(wanted):
            self.setCurrentIndex(wanted)
