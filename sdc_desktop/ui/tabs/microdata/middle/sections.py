"""What a method shows of a step: its pages, sorted into the tabs that every step has.

Pages of one tab stand below one another and scroll. One that takes its time is brought up to date only while
it is in view.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from sdc_desktop.ui.qt_types import layout_of
from sdc_desktop.ui.theme import Part, fill, spread, step
from sdc_desktop.ui.widgets.cards_area import CardsArea
from sdc_desktop.ui.widgets.plain_parts import plain_label
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame

_NAMES = "first risk utility records values hierarchy compare"
FIRST, RISK, UTILITY, RECORDS, VALUES, HIERARCHY, COMPARE = _NAMES.split()
_PEEK = 3.5  # steps of the grid


class Sections(QObject):
    """The pages of a method. Heirs fill them and bring them up to date."""

    shown = Signal()  # there is something else to show
    turn_requested = Signal(object)  # QWidget: this page should be in view

    def __init__(self, shelf: QWidget) -> None:
        super().__init__(shelf)
        self.pages: dict[str, list[QWidget]] = {}
        self.headings: dict[QWidget, QLabel] = {}  # above pages that do not have one themselves
        self._shelf = shelf  # of pages without their place, hidden in the window

    def add(self, tab: str, page: QWidget, title: str = "") -> None:
        """Put a page into a tab, below those that are there."""
        self.pages.setdefault(tab, []).append(page)
        page.setParent(self._shelf)
        if title:
            self.headings[page] = plain_label(title, tone="strong", narrow=True)
            self.headings[page].setParent(self._shelf)

    def show_page(self, page: QWidget, *, shown: bool) -> None:
        """Show a page with its title, or hide both."""
        page.setVisible(shown)
        heading = self.headings.get(page)
        if heading is not None:
            heading.setVisible(shown)

    def replace(self, old: QWidget, new: QWidget) -> None:
        """Exchange a page for another one; the first is deleted."""
        for pages in self.pages.values():
            if old in pages:
                pages[pages.index(old)] = new
        column = old.parentWidget()
        if column is not None:
            layout_of(column).replaceWidget(old, new)
        old.hide()
        old.deleteLater()

    def bring(self, page: QWidget) -> None:
        """Bring a page that is in view up to date."""

    def turn_to(self, page: QWidget) -> None:
        """Have a page in view."""
        self.turn_requested.emit(page)


class TabArea(CardsArea):
    """One tab: a head that every step has, then the pages of the method in view."""

    def __init__(self, tab: str, head: QWidget | None = None) -> None:
        self._lines = QVBoxLayout()
        super().__init__(self._lines)
        spread(self._lines, self, margin=1.5, spacing=1.5)
        self.tab = tab
        for ground in (self.viewport(), self.widget()):
            ground.setAutoFillBackground(False)
        self._head = head
        self._sections: Sections | None = None
        self._columns: dict[Sections, QWidget] = {}
        if head is not None:
            self._lines.addWidget(head)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.bring)
        self.verticalScrollBar().valueChanged.connect(self.bring)

    def show_sections(self, sections: Sections | None) -> None:
        """Show the pages of a method; None: the head alone."""
        if sections is not None and sections not in self._columns and sections.pages.get(self.tab):
            self._columns[sections] = self._column(sections)
            self._lines.addWidget(self._columns[sections], 1)
        self._sections = sections
        for other, column in self._columns.items():
            column.setVisible(other is sections)
        self._soon.start()

    def figures(self) -> list[FigureFrame]:
        """The figures that are shown, from above."""
        return [one for one in self.findChildren(FigureFrame) if one.isVisibleTo(self)]

    @Slot()
    def bring(self) -> None:
        """Bring the pages in view up to date."""
        sections = self._sections
        if sections is None or not self.isVisible():
            return
        for frame in self.findChildren(FigureFrame):
            frame.lend_buttons()
        for page in sections.pages.get(self.tab, ()):
            if page.isVisible() and not page.visibleRegion().isEmpty():
                sections.bring(page)

    def look_at(self, page: QWidget) -> None:
        """Scroll to a page."""
        self._keep_size()
        self._lines.activate()
        self.verticalScrollBar().setValue(page.mapTo(self.widget(), page.rect().topLeft()).y())
        self._soon.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._head is not None:  # it fills what is in view but for the beginning of what is below
            self._head.setMinimumHeight(max(self._head.minimumSizeHint().height(), self._room()))
        self._soon.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._soon.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._soon.start()
        return super().eventFilter(watched, event)

    @Slot()
    def _keep_size(self) -> None:
        """Of several pages, or one below the head, Qt would squeeze the highest first, and draw the next over
        it: they get the height of their size hints.
        """
        sections = self._sections
        several = sections is not None and len(sections.pages.get(self.tab, ())) + bool(self._head) > 1
        if sections is not None and sections in self._columns and several:
            column = self._columns[sections]
            column.setMinimumHeight(max(layout_of(column).heightForWidth(column.width()), 0))
        super()._keep_size()

    def _room(self) -> int:
        margins = self._lines.contentsMargins()
        return self.viewport().height() - margins.top() - margins.bottom() - step(self, _PEEK)

    def _column(self, sections: Sections) -> QWidget:
        parts: list[Part] = []
        for page in sections.pages[self.tab]:
            if page in sections.headings:
                parts.append(sections.headings[page])
            parts.append((page, 1))
        column = QWidget()
        fill(column, *parts, spacing=1.5)
        return column
