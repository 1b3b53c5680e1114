"""What rows of fixed height hold: tabs of the middle, a switch of views, and messages above the foot."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from sdc_desktop.ui.frame.panel import TABS, Strip
from sdc_desktop.ui.theme import step
from sdc_desktop.ui.widgets.cards_area import CardsArea, scrolled
from sdc_desktop.ui.widgets.current_stack import CurrentStack
from sdc_desktop.ui.widgets.kept_views import KeptTabBar

_MOST = " (99)"  # room for a count behind a name
_PADDING = 2.8  # of a tab, at both sides together
NOTES = 5.0  # height of the messages, in steps of the grid


class ViewTabs(KeptTabBar):
    """Views of the result. Each is as wide as its name in bold, with a count where it can have one."""

    def __init__(
        self,
        key: str,
        titles: Sequence[str],
        name: str,
        counted: Sequence[int] = (),
        parent: QWidget | None = None,
    ) -> None:
        """``key``: under which the view is saved; ``counted``: the views that have a count."""
        super().__init__(key, parent)
        self._titles, self._counted = tuple(titles), frozenset(counted)
        self.setProperty("part", "views")  # first: what follows asks for the style of the tabs
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setElideMode(Qt.TextElideMode.ElideNone)
        self.setAccessibleName(name)
        for title in titles:
            self.addTab(title)

    def show_count(self, place: int, number: int) -> None:
        """Show how many entries a view has; 0: the name alone."""
        self.setTabText(place, f"{self._titles[place]} ({number})" if number else self._titles[place])

    def tabSizeHint(self, index: int) -> QSize:
        size, bold = super().tabSizeHint(index), self.font()
        if index >= len(self._titles):
            return size
        bold.setBold(True)
        widest = self._titles[index] + (_MOST if index in self._counted else "")
        return QSize(QFontMetrics(bold).horizontalAdvance(widest) + step(self, _PADDING), size.height())


class Views(QWidget):
    """Views below a row of tabs, one at a time, and the `strips` below them. One with little room scrolls."""

    turned = Signal()  # another view is shown

    def __init__(self, tabs: ViewTabs, pages: Sequence[QWidget], strips: Sequence[QWidget] = ()) -> None:
        """``pages`` has one for each of the tabs."""
        super().__init__()
        self.bar = tabs
        self.pages = tuple(pages)
        self._stack = CurrentStack()
        for page in pages:
            self._stack.addWidget(scrolled(page))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(tab_row(tabs))
        column.addWidget(self._stack, 1)
        for strip in strips:
            column.addWidget(strip)
        tabs.currentChanged.connect(self._on_tab)
        self._stack.setCurrentIndex(tabs.currentIndex())

    @property
    def current(self) -> QWidget:
        """The view that is shown."""
        return self.pages[self._stack.currentIndex()]

    def turn_to(self, page: QWidget) -> None:
        """Show a view."""
        self.bar.setCurrentIndex(self.pages.index(page))

    @Slot(int)
    def _on_tab(self, place: int) -> None:
        self._stack.setCurrentIndex(place)
        self.turned.emit()


class Segments(QWidget):
    """One of some views is chosen; all of them are seen."""

    chosen = Signal(object)  # int: the place of the view

    def __init__(self, texts: Sequence[str], name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self._group = QButtonGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for place, text in enumerate(texts):
            button = QPushButton(text)
            button.setCheckable(True)
            button.setProperty("weight", "segment")
            button.setAccessibleDescription(name)
            self._group.addButton(button, place)
            row.addWidget(button)
        self._group.button(0).setChecked(True)
        self._group.idClicked.connect(self._on_clicked)

    @property
    def current(self) -> int:
        """The place of the view that is chosen."""
        return self._group.checkedId()

    def show_current(self, place: int) -> None:
        """Show that a view is chosen; no signal is sent."""
        with QSignalBlocker(self._group):
            self._group.button(place).setChecked(True)

    @Slot(int)
    def _on_clicked(self, place: int) -> None:
        self.chosen.emit(place)

    @Slot()
    def turn(self) -> None:
        """Choose the next view."""
        self.show_current((self.current + 1) % len(self._group.buttons()))
        self.chosen.emit(self.current)


def tab_row(tabs: QWidget, ends: Sequence[QWidget] = ()) -> Strip:
    """The row above the result: its tabs, and parts at its right end."""
    row = Strip("tabs", TABS)
    edge = step(row)
    row.row.setContentsMargins(edge, 0, edge, 0)
    row.row.addWidget(tabs, 0, Qt.AlignmentFlag.AlignBottom)
    row.row.addStretch(1)
    for part in ends:
        row.row.addWidget(part)
    return row


def notes_area(parts: Sequence[QWidget], height: float = NOTES) -> CardsArea:
    """Messages in room that is kept for them, so that nothing moves when there is one; long ones scroll."""
    column = QVBoxLayout()
    area = CardsArea(column)
    column.setContentsMargins(step(area, 1.5), step(area, 0.5), step(area), 0)
    column.setSpacing(step(area, 0.5))
    for part in parts:
        column.addWidget(part)
    column.addStretch(1)
    area.setFixedHeight(step(area, height))
    return area
