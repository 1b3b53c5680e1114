"""The sides of a table of cells: categories that fold at a click, deeper ones indented."""

from heapq import nlargest

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QMouseEvent, QPainter, QPaintEvent, QPolygon
from PySide6.QtWidgets import QHeaderView, QToolTip, QWidget

from sdc_desktop.ui.models.cells_model import COLUMN, ROW, CellsModel, Entry
from sdc_desktop.ui.theme import Colours, colours_of, step
from sdc_desktop.words.tables.cells import LETTERS

_MEASURED = 100  # labels whose widths are looked at: the longest
_MOST_LABEL = 26  # characters of a label before it is cut short


class FoldingHeader(QHeaderView):
    """Rows are indented by their depth; columns have a lane for each depth, bracketed by their sums."""

    fold_requested = Signal(object)  # int: section
    _HORIZONTAL = Qt.Orientation.Horizontal

    def __init__(self, orientation: Qt.Orientation, cells: CellsModel, parent: QWidget | None = None) -> None:
        super().__init__(orientation, parent)
        self._cells = cells
        self._axis = COLUMN if orientation == self._HORIZONTAL else ROW
        self._lanes = 1
        self._breadth = self._requested = 0
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMouseTracking(True)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The categories in view."""
        return self._cells.axis(self._axis)

    def fit(self, most: int) -> None:
        """Take the breadth that the labels need, `most` pixels at most."""
        metrics = QFontMetrics(_bold(self.font()))
        if self._axis == COLUMN:
            self._lanes = 1 + max((entry.depth for entry in self.entries), default=0)
            self._breadth = self._lanes * self._lane(metrics) + step(self, 0.5)
            self.setFixedHeight(self._breadth)
        else:
            self._requested = max(self._widest_label(metrics), self._widest_name(metrics))
            self.limit(most)

    def limit(self, most: int) -> None:
        """For the rows: use the width of the labels, up to `most` pixels, without measuring them again."""
        self._breadth = min(self._requested, max(most, step(self, 8)))
        self.setFixedWidth(self._breadth)

    def _widest_label(self, metrics: QFontMetrics) -> int:
        sample = nlargest(_MEASURED, self.entries, key=lambda entry: len(entry.label) + 2 * entry.depth)
        widths = (metrics.horizontalAdvance(_cut(entry.label)) + self._indent(entry) for entry in sample)
        return max(widths, default=0) + step(self, 3 if self._cells.has_folds else 1)

    def _widest_name(self, metrics: QFontMetrics) -> int:
        """What the corner wants, where both dimensions are named: below one another if there is room."""
        names = [metrics.horizontalAdvance(one.name) for one in self._cells.dimensions[:2]]
        flat = not any(entry.depth for entry in self._cells.axis(COLUMN))
        return max(names, default=0) * (2 if flat else 1) + step(self, 7 if flat else 4)

    def sizeHint(self) -> QSize:
        """Known without asking for the size of every section."""
        return QSize(0, self._breadth) if self._axis == COLUMN else QSize(self._breadth, 0)

    def label_width(self, entry: Entry) -> int:
        """The width of a column's label with its triangle."""
        metrics = QFontMetrics(_bold(self.font()))
        triangle = step(self, 2.75) if entry.folds else 0
        return metrics.horizontalAdvance(_cut(entry.label)) + triangle + step(self, 1.75)

    def paintEvent(self, event: QPaintEvent) -> None:
        ground = QPainter(self.viewport())
        ground.fillRect(self.viewport().rect(), QColor(colours_of(self).window))
        ground.end()
        super().paintEvent(event)
        if self._axis == COLUMN:
            self._paint_sums_out_of_view()

    def _paint_sums_out_of_view(self) -> None:
        """The names of the sums that the first column in view is a part of, where they are scrolled away."""
        shown, first = self.entries, self.logicalIndexAt(0)
        if not 0 < first < len(shown) or not shown[first].depth:
            return
        painter, colours = QPainter(self.viewport()), colours_of(self)
        painter.setFont(_bold(self.font()))
        painter.setPen(QColor(colours.muted))
        depth, lane = shown[first].depth, self._lane(QFontMetrics(painter.font()))
        for number in range(first - 1, -1, -1):
            if shown[number].depth >= depth:
                continue
            depth = shown[number].depth
            end = next((n for n in range(first + 1, len(shown)) if shown[n].depth <= depth), None)
            right = self.viewport().width() if end is None else self.sectionViewportPosition(end)
            left, top = step(self, 0.5), depth * lane + step(self, 0.25)
            area = QRect(left, top, right - left - step(self, 0.5), lane - 1)
            self._write(painter, area, shown[number].label, Qt.AlignmentFlag.AlignLeft)
            if not depth:
                break
        painter.end()

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:  # noqa: N802 - Qt's name
        shown = self.entries
        if not 0 <= section < len(shown):
            return
        entry, colours = shown[section], colours_of(self)
        painter.save()
        current = self._is_current(section)
        painter.fillRect(rect, QColor(colours.window))
        if current:
            lane = self._lane(QFontMetrics(_bold(self.font()))) if self._axis == COLUMN else 0
            painter.fillRect(rect.adjusted(0, entry.depth * lane, 0, 0), QColor(colours.selection))
        painter.setFont(_bold(self.font()) if entry.sums else self.font())
        painter.setPen(QColor(colours.text))
        if self._axis == ROW:
            self._paint_row(painter, rect, entry, colours)
        else:
            self._paint_column(painter, rect, section, colours)
        painter.restore()

    def _paint_row(self, painter: QPainter, rect: QRect, entry: Entry, colours: Colours) -> None:
        indent = self._indent(entry)
        if entry.folds:
            self._triangle(painter, QPoint(rect.left() + indent - step(self, 0.8), rect.center().y()), entry)
        area = rect.adjusted(indent, 0, -step(self, 0.5), 0)
        if entry.covers:
            self._letter(painter, area, Qt.AlignmentFlag.AlignRight, colours)
            area.setRight(area.right() - step(self, 1.25))
        self._write(painter, area, entry.label, Qt.AlignmentFlag.AlignLeft)
        painter.setPen(QColor(colours.grid))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.setPen(QColor(colours.border))
        painter.drawLine(rect.topRight(), rect.bottomRight())

    def _paint_column(self, painter: QPainter, rect: QRect, section: int, colours: Colours) -> None:
        shown = self.entries
        entry, lane = shown[section], self._lane(QFontMetrics(_bold(self.font())))
        top = rect.top() + entry.depth * lane + step(self, 0.25)
        left = rect.left() + step(self, 0.5)
        if entry.folds:
            left += step(self, 1.2)
            self._triangle(painter, QPoint(left - step(self, 0.65), top + lane // 2), entry)
        if entry.covers:
            self._letter(painter, QRect(left, top, lane, lane), Qt.AlignmentFlag.AlignLeft, colours)
            left += step(self, 1.25)
        area = QRect(left, top, rect.right() - left - step(self, 0.4), lane)
        self._write(painter, area, entry.label, Qt.AlignmentFlag.AlignRight)
        painter.setPen(QColor(colours.border))
        for depth in range(entry.depth):  # the brackets of the sums it is a part of
            y = rect.top() + (depth + 1) * lane + step(self, 0.25) - 1
            painter.drawLine(rect.left(), y, rect.right(), y)
        if entry.is_open:
            y = rect.top() + (entry.depth + 1) * lane + step(self, 0.25) - 1
            painter.drawLine(rect.center().x(), y, rect.right(), y)
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.setPen(QColor(colours.grid))
        painter.drawLine(QPoint(rect.right(), top), rect.bottomRight())

    def _letter(self, painter: QPainter, area: QRect, side: Qt.AlignmentFlag, colours: Colours) -> None:
        """Unsafe cells lie below."""
        painter.save()
        painter.setFont(_bold(self.font()))
        painter.setPen(QColor(colours.error))
        painter.drawText(area, int(side | Qt.AlignmentFlag.AlignVCenter), LETTERS["primary"])
        painter.restore()

    def _write(self, painter: QPainter, area: QRect, label: str, side: Qt.AlignmentFlag) -> None:
        fitted = painter.fontMetrics().elidedText(label, Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area, int(side | Qt.AlignmentFlag.AlignVCenter), fitted)

    def _triangle(self, painter: QPainter, centre: QPoint, entry: Entry) -> None:
        """Points to the right where there is more to see, downwards when it is open."""
        half = max(3, step(self, 0.4))
        x, y = centre.x(), centre.y()
        if entry.is_open:
            corners = [QPoint(x - half, y - half // 2), QPoint(x + half, y - half // 2), QPoint(x, y + half)]
        else:
            corners = [QPoint(x - half // 2, y - half), QPoint(x - half // 2, y + half), QPoint(x + half, y)]
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours_of(self).muted))
        painter.drawPolygon(QPolygon(corners))
        painter.restore()

    def _is_current(self, section: int) -> bool:
        selection = self.selectionModel()
        if selection is None or not selection.currentIndex().isValid():
            return False
        index = selection.currentIndex()
        return section == (index.column() if self._axis == COLUMN else index.row())

    def _indent(self, entry: Entry) -> int:
        folds = self._cells.has_folds
        return round(step(self, 0.75) + step(self, 1.25) * (entry.depth + folds))

    def _lane(self, metrics: QFontMetrics) -> int:
        return round(metrics.height() * 1.3)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        section = self.logicalIndexAt(event.position().toPoint())
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and 0 <= section < len(self.entries):
            self.fold_requested.emit(section)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        section = self.logicalIndexAt(event.position().toPoint())
        folds = 0 <= section < len(self.entries) and self.entries[section].folds
        if folds:
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        else:
            self.unsetCursor()
        if not 0 <= section < len(self.entries):
            QToolTip.hideText()


class Corner(QWidget):
    """Names both dimensions where their sides meet."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._names = ("", "")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def name(self, down: str, across: str) -> None:
        """The name of the rows' dimension and that of the columns'."""
        self._names = (down, across)
        self.update()

    def paintEvent(self, _event: object) -> None:
        painter, colours = QPainter(self), colours_of(self)
        rect = self.rect()
        painter.fillRect(rect, QColor(colours.window))
        painter.setPen(QColor(colours.border))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.drawLine(rect.topRight(), rect.bottomRight())
        painter.setPen(QColor(colours.muted))
        area = rect.adjusted(step(self, 0.5), step(self, 0.25), -step(self, 0.5), -step(self, 0.25))
        metrics = painter.fontMetrics()
        down, across = (
            f"{name}\u2009{arrow}" if name else ""
            for name, arrow in zip(self._names, ("\u2193", "\u2192"), strict=True)
        )
        roomy = area.height() >= 2 * metrics.height()
        room = area.width() if roomy else (area.width() - step(self, 0.5)) // 2
        fitted = [metrics.elidedText(text, Qt.TextElideMode.ElideRight, room) for text in (down, across)]
        bottom, top = Qt.AlignmentFlag.AlignBottom, Qt.AlignmentFlag.AlignTop
        if not roomy:
            bottom = top = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(area, int(bottom | Qt.AlignmentFlag.AlignLeft), fitted[0])
        painter.drawText(area, int(top | Qt.AlignmentFlag.AlignRight), fitted[1])


def _bold(font: QFont) -> QFont:
    found = QFont(font)
    found.setBold(True)
    return found


def _cut(label: str) -> str:
    return label if len(label) <= _MOST_LABEL else label[:_MOST_LABEL] + "\u2026"
