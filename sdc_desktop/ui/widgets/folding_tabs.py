"""Tabs whose names are all readable: where they do not fit beside one another, they become a list."""

from PySide6.QtCore import QPoint, QRect, QSignalBlocker, QSize, Qt, Slot
from PySide6.QtGui import QFontMetrics, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QScrollArea, QTabWidget

from sdc_desktop.ui.theme import step
from sdc_desktop.ui.widgets.kept_views import KeptTabBar
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox

_SLACK = 4  # pixels by which bold type may be wider: the padding of a tab has them
_EDGE = 10  # pixels between the names and the page, with the frames


class FoldingTabBar(KeptTabBar):
    """Shows a list of its tabs in their place while it has less width than their names need."""

    beside = 0.0  # steps of the grid kept free in its row, for what comes and goes there
    _moving = True  # not yet made, or the current tab is being moved to the first and back

    def __init__(self, name: str, accessible: str, **style: str) -> None:
        super().__init__(name, accessible, **style)
        self.list = CalmComboBox(self)
        self.list.setSizeAdjustPolicy(CalmComboBox.SizeAdjustPolicy.AdjustToContents)
        self.list.hide()
        self._moving = False
        self.list.activated.connect(self._on_chosen)
        self.currentChanged.connect(self._fit)

    @property
    def folded(self) -> bool:
        """Whether the list is shown."""
        return not self.list.isHidden()

    def tabSizeHint(self, index: int) -> QSize:
        """Room for the name in bold type, in which the current tab is; the style measures regular type."""
        size, text, bold = super().tabSizeHint(index), self.tabText(index), self.font()
        bold.setBold(True)
        wider = QFontMetrics(bold).horizontalAdvance(text) - self.fontMetrics().horizontalAdvance(text)
        return size + QSize(max(0, wider - _SLACK), 0)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.list.minimumSizeHint().width(), super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.folded:
            super().paintEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def tabLayoutChange(self) -> None:
        super().tabLayoutChange()
        self._fit()

    def _shown(self) -> list[int]:
        return [place for place in range(self.count()) if self.isTabVisible(place)]

    @Slot()
    def _fit(self) -> None:
        if self._moving:  # another current tab can need more room, and would fold and unfold without end
            return
        shown = self._shown()
        needed = sum(self.tabSizeHint(place).width() for place in shown)
        folded = bool(shown) and needed > self._room()
        if folded:
            self._fill(shown)
            self.list.setAccessibleName(self.accessibleName())
            wanted = self.list.sizeHint().boundedTo(self.size())
            self.list.setGeometry(QRect(QPoint(0, (self.height() - wanted.height()) // 2), wanted))
        if folded == self.folded:
            return
        focused = self.hasFocus() or self.list.hasFocus()
        self.list.setVisible(folded)
        if not folded:
            self._show_from_first(shown)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus if folded else Qt.FocusPolicy.TabFocus)
        if focused:
            (self.list if folded else self).setFocus()

    def _room(self) -> int:
        """The room for the names, in pixels."""
        around = self.parentWidget()
        if around is not None and (self.beside or isinstance(around, QTabWidget)):
            return around.width() - step(self, self.beside)
        return self.width()

    def _show_from_first(self, shown: list[int]) -> None:
        """Show the names from the first: they were moved so that the current one was in the narrow bar."""
        current = self.currentIndex()
        self._moving = True
        with QSignalBlocker(self):
            self.setCurrentIndex(shown[0])
            self.setCurrentIndex(current)
        self._moving = False

    def _fill(self, shown: list[int]) -> None:
        texts = [self.tabText(place).replace("&&", "&") for place in shown]
        if [self.list.itemText(row) for row in range(self.list.count())] != texts:
            self.list.clear()
            for text, place in zip(texts, shown, strict=True):
                self.list.addItem(text, place)
        self.list.setCurrentIndex(shown.index(self.currentIndex()) if self.currentIndex() in shown else -1)

    @Slot(int)
    def _on_chosen(self, row: int) -> None:
        self.setCurrentIndex(self.list.itemData(row))


class FoldingTabs(QTabWidget):
    """A tab widget with such a bar. The page shown determines the height."""

    def __init__(self, name: str, accessible: str, **style: str) -> None:
        super().__init__()
        bar = FoldingTabBar(name, accessible, **style)
        self.setTabBar(bar)
        self.setDocumentMode(True)
        self.currentChanged.connect(self.updateGeometry)
        bar.tabBarClicked.connect(self._bring_into_view)
        bar.list.activated.connect(self._bring_into_view)

    def sizeHint(self) -> QSize:
        page = self.currentWidget()
        return self._around(super().sizeHint(), QSize() if page is None else page.sizeHint())

    def minimumSizeHint(self) -> QSize:
        return self._around(super().minimumSizeHint(), QSize())

    def hasHeightForWidth(self) -> bool:
        return False  # else the tallest of all pages determines it

    def _around(self, whole: QSize, wanted: QSize) -> QSize:
        """The size with the width of the whole and the height that the page shown needs, or wants."""
        bar, page = self.tabBar().sizeHint().height(), self.currentWidget()
        least = 0 if page is None else max(page.minimumSizeHint().height(), page.minimumHeight())
        return QSize(whole.width(), bar + max(least, wanted.height()) + _EDGE)

    @Slot(int)
    def _bring_into_view(self, _place: int) -> None:
        """Scroll until the tabs are at the top where the page that was chosen is below the edge."""
        area = self.parentWidget()
        while area is not None:
            if isinstance(area, QScrollArea):
                top = self.mapTo(area.widget(), QPoint(0, 0)).y()
                bar, height = area.verticalScrollBar(), area.viewport().height()
                if top + self.height() > bar.value() + height:
                    bar.setValue(top)
            area = area.parentWidget()
