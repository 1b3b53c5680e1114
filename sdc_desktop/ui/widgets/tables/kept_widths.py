"""The header of all tables; in tables with a name of their own, widths of dragged columns are remembered."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Slot
from PySide6.QtGui import QMouseEvent, QShowEvent
from PySide6.QtWidgets import QHeaderView, QStyle, QWidget

from sdc_desktop.ui.qt_types import nearest_above
from sdc_desktop.ui.settings import Settings

_Mode = QHeaderView.ResizeMode


class WidthMemory(QObject):
    """Gives the tables below its parent, and in dialogs of it, the settings that keep their widths."""

    def __init__(self, settings: Settings, parent: QObject) -> None:
        super().__init__(parent)
        self.settings = settings


class KeepingHeader(QHeaderView):
    """Fits a column as the table specifies until it is dragged; a double click at its edge fits it again.

    Widths are kept by the name of the table and the place of the column, so that no setting names a variable:
    columns of variables are not counted and keep no width.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setSectionsClickable(True)
        self._name = ""
        self._variables = range(0)
        self._widths: dict[int, int] = {}  # by place
        self._fitted: dict[int, _Mode] = {}  # how columns are fitted that can be dragged now
        self._offered: int | None = None  # the column whose edge is below the mouse
        self._grabbed: int | None = None
        self._moved = False
        self._again = QTimer(self, interval=0, singleShot=True)
        self._again.timeout.connect(self.use_widths)
        self.sectionResized.connect(self._on_resized)
        self.sectionCountChanged.connect(self._again.start)
        self.sectionHandleDoubleClicked.connect(self._on_fit)

    def remember(self, name: str, variables: range) -> None:
        """Keep the widths of all columns but those of variables, below a name."""
        if (name, variables) == (self._name, self._variables):
            return
        self._offer(None)
        for section in tuple(self._fitted):
            self._fit(section)
        self._name, self._variables = name, variables
        self._again.start()

    @Slot()
    def use_widths(self) -> None:
        """Give columns the widths that are kept."""
        for section in range(self.count()):
            width = self._kept(section)
            if width is not None:
                self._let_drag(section)
                self.resizeSection(section, width)

    # the mouse ---------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._offer(self._edge_at(event.position().x()))
        if event.button() == Qt.MouseButton.LeftButton:
            self._grabbed, self._moved = self._offered, False
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() == Qt.MouseButton.NoButton:
            self._offer(self._edge_at(event.position().x()))
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        grabbed, self._grabbed = self._grabbed, None
        if grabbed is not None and self._moved:
            self._keep(grabbed, self.sectionSize(grabbed))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        if self._grabbed is None:
            self._offer(None)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        settings = self._settings()
        if settings is not None and self._name:
            self._widths = settings.column_widths(self._name)
        self.use_widths()

    def _edge_at(self, x: float) -> int | None:
        """The column whose right edge is there, if its width can be kept."""
        place = round(x)
        section = self.logicalIndexAt(place)
        if section < 0:
            return None
        grip = self.style().pixelMetric(QStyle.PixelMetric.PM_HeaderGripMargin, None, self)
        left = self.sectionViewportPosition(section)
        if place < left + grip:
            before = [self.logicalIndex(visual) for visual in range(self.visualIndex(section))]
            section = next((one for one in reversed(before) if not self.isSectionHidden(one)), -1)
        elif place <= left + self.sectionSize(section) - grip:
            section = -1
        return section if self._place(section) is not None else None

    # inside ------------------------------------------------------------------------------------------

    def _place(self, section: int) -> int | None:
        """The place of a column among those that keep their widths; None if it does not."""
        last = self.stretchLastSection() and section == self.count() - 1
        if not self._name or section < 0 or section in self._variables or last:
            return None
        return section if section < self._variables.start else section - len(self._variables)

    def _kept(self, section: int) -> int | None:
        place = self._place(section)
        width = None if place is None else self._widths.get(place)
        return width and min(max(width, self.minimumSectionSize()), self.maximumSectionSize())

    def _keep(self, section: int, width: int | None) -> None:
        place, settings = self._place(section), self._settings()
        if place is None:
            return
        self._widths.pop(place, None)
        if width is not None:
            self._widths[place] = width
        if settings is not None:
            settings.keep_column_width(self._name, place, width)

    def _settings(self) -> Settings | None:
        memory = nearest_above(self, WidthMemory)
        return None if memory is None else memory.settings

    def _offer(self, section: int | None) -> None:
        """Let this column alone be dragged, beside those with widths of their own: Qt drags no fitted one."""
        before, self._offered = self._offered, section
        if before is not None and before != section and self._kept(before) is None:
            self._fit(before)
        if section is not None:
            self._let_drag(section)

    def _let_drag(self, section: int) -> None:
        mode = self.sectionResizeMode(section)
        if mode in (_Mode.Stretch, _Mode.ResizeToContents):
            self._fitted[section] = mode
            self.setSectionResizeMode(section, _Mode.Interactive)

    def _fit(self, section: int) -> None:
        mode = self._fitted.pop(section, None)
        if mode is not None and section < self.count():
            self.setSectionResizeMode(section, mode)

    @Slot(int, int, int)
    def _on_resized(self, section: int, _before: int, width: int) -> None:
        if self._grabbed is not None:
            self._moved |= section == self._grabbed
        elif self._kept(section) not in (None, width):  # fitted to other rows
            self._again.start()

    @Slot(int)
    def _on_fit(self, section: int) -> None:
        """A double click at an edge: fit the column as before; Qt then fits those without a mode."""
        self._keep(section, None)
        self._offered = None
        self._fit(section)
