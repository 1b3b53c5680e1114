"""The middle of a place: a row of tabs, the view in view, and strips below it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QWidget

from sdc_desktop.ui.frame.panel import TABS, Strip
from sdc_desktop.ui.theme import fill, step
from sdc_desktop.ui.widgets.cards_area import scrolled
from sdc_desktop.ui.widgets.current_stack import CurrentStack
from sdc_desktop.ui.widgets.folding_tabs import FoldingTabBar

_MOST = " (99)"  # room for a count behind a name
_PADDING = 2.8  # of a tab, at both sides together


class ViewTabs(FoldingTabBar):
    """Views of the result. Each is as wide as its name in bold, with a count where it can have one."""

    def __init__(
        self, name: str, accessible: str, titles: Sequence[str] = (), counted: Sequence[int] = ()
    ) -> None:
        """``counted``: the views that have a count. Views that are added later have the width of any tab."""
        super().__init__(name, accessible, part="views")
        self._titles, self._counted = tuple(titles), frozenset(counted)
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
    """Views below a row of tabs, one at a time, and the strips below them."""

    turned = Signal()  # another view is shown

    def __init__(
        self,
        bar: ViewTabs,
        pages: Sequence[QWidget],
        *,
        ends: Sequence[QWidget] = (),
        strips: Sequence[QWidget] = (),
        edge: float = 1.0,
        scroll: bool = True,
    ) -> None:
        """``pages`` has one for each of the tabs; ``ends`` and ``edge`` are of their row; ``scroll``: a page
        with little room scrolls.
        """
        super().__init__()
        self.bar, self.pages = bar, tuple(pages)
        self._stack = CurrentStack()
        for page in pages:
            self._stack.addWidget(scrolled(page) if scroll else page)
        fill(self, tab_row(bar, ends, edge), (self._stack, 1), *strips, spacing=0)
        bar.currentChanged.connect(self._on_tab)
        self._stack.setCurrentIndex(bar.currentIndex())

    @property
    def current(self) -> QWidget:
        """The view that is shown."""
        return self.pages[self._stack.currentIndex()]

    def turn_to(self, part: QWidget) -> None:
        """Show the view that a widget is, or is part of."""
        place = next(n for n, page in enumerate(self.pages) if page is part or page.isAncestorOf(part))
        self.bar.setCurrentIndex(place)

    @Slot(int)
    def _on_tab(self, place: int) -> None:
        self._stack.setCurrentIndex(place)
        self.turned.emit()


def tab_row(tabs: QWidget, ends: Sequence[QWidget] = (), edge: float = 1.0) -> Strip:
    """The row above the result: its tabs, `edge` steps from the left, and parts at its right end."""
    row = Strip("tabs", TABS)
    row.row.setContentsMargins(step(row, edge), 0, step(row), 0)
    row.row.addWidget(tabs, 1, Qt.AlignmentFlag.AlignBottom)
    for part in ends:
        row.row.addWidget(part)
    return row
