"""Which tables share what: a box for each table, a line for each pair that has cells in common."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from sdc_desktop.ui.theme import Colours, colours_of, step

_LINES, _GAP = 2.6, 1.0  # the height of a box and the gap to the next, in lines of text
_BOXES = 0.42  # of the width at most


class LinksPicture(QWidget):
    """Boxes below one another, labelled lines to their right; the table that is shown has a thick frame."""

    chosen = Signal(object)  # the place of a box that was clicked

    def __init__(self) -> None:
        super().__init__()
        self._boxes: tuple[tuple[str, str], ...] = ()
        self.links: tuple[tuple[int, int, str], ...] = ()
        self._current = -1

    def show_links(
        self, boxes: Sequence[tuple[str, str]], links: Sequence[tuple[int, int, str]], current: int
    ) -> None:
        """Show other tables: names with a line below, pairs with what they share, and the current table."""
        self._boxes, self.links, self._current = tuple(boxes), tuple(links), current
        names = ", ".join(name for name, _ in boxes)
        pairs = "; ".join(f"{boxes[one][0]}, {boxes[other][0]}: {label}" for one, other, label in links)
        self.setAccessibleDescription(f"{names}. {pairs}")
        self.setMinimumHeight(self.sizeHint().height())
        self.update()

    def sizeHint(self) -> QSize:
        line = self.fontMetrics().height()
        return QSize(step(self, 40), round(len(self._boxes) * (_LINES + _GAP) * line) + step(self, 1))

    def paintEvent(self, _event: object) -> None:
        painter, colours = QPainter(self), colours_of(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor(colours.surface))
        side = self._side()
        for number, box in enumerate(self._boxes):
            self._draw_box(painter, number, box, side, colours)
        self._draw_links(painter, side, colours)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        for number in range(len(self._boxes)):
            if self._box(number, self._side()).contains(event.position()):
                self.chosen.emit(number)

    def _side(self) -> float:
        metrics = self.fontMetrics()
        widest = max((metrics.horizontalAdvance(text) for box in self._boxes for text in box), default=0)
        return min(widest + 2.0 * step(self, 1.5), self.width() * _BOXES)

    def _box(self, number: int, side: float) -> QRectF:
        line = self.fontMetrics().height()
        left = float(step(self, 0.5))
        return QRectF(left, left + number * (_LINES + _GAP) * line, side, _LINES * line)

    def _draw_box(
        self, painter: QPainter, number: int, box: tuple[str, str], side: float, colours: Colours
    ) -> None:
        area, is_current = self._box(number, side), number == self._current
        painter.setPen(
            QPen(QColor(colours.accent if is_current else colours.control_border), 2 if is_current else 1)
        )
        painter.setBrush(QColor(colours.alternate))
        painter.drawRoundedRect(area, 3, 3)
        inside, metrics = area.adjusted(step(self, 1), 2, -step(self, 1), -2), painter.fontMetrics()
        for text, ink, at in (
            (box[0], colours.text, Qt.AlignmentFlag.AlignTop),
            (box[1], colours.muted, Qt.AlignmentFlag.AlignBottom),
        ):
            painter.setPen(QColor(ink))
            fitted = metrics.elidedText(text, Qt.TextElideMode.ElideRight, int(inside.width()))
            painter.drawText(inside, int(at | Qt.AlignmentFlag.AlignLeft), fitted)

    def _draw_links(self, painter: QPainter, side: float, colours: Colours) -> None:
        """The lines first, then the labels on a ground of their own, so that no line crosses them."""
        metrics, used = painter.fontMetrics(), dict.fromkeys(range(len(self._boxes)), 0)
        x, stub = side + step(self, 0.5), float(step(self, 1.5))
        widths = [metrics.horizontalAdvance(label) + 4 + stub for _, _, label in self.links]
        fits = x + sum(widths) <= self.width()
        room = (self.width() - side) / max(len(self.links), 1) - 2 * stub
        labels = []
        painter.setPen(QPen(QColor(colours.blue), 1.5))
        for one, other, label in self.links:
            x += stub
            ends = []
            for number in (one, other):
                used[number] += 1
                box = self._box(number, side)
                ends.append(box.top() + box.height() * used[number] / (self._degree(number) + 1))
            start = side + step(self, 0.5)
            points = [(start, ends[0]), (x, ends[0]), (x, ends[1]), (start, ends[1])]
            painter.drawPolyline([QPointF(*point) for point in points])
            most = max(round(room), step(self, 6))
            text = label if fits else metrics.elidedText(label, Qt.TextElideMode.ElideRight, most)
            width, height = metrics.horizontalAdvance(text), metrics.height()
            labels.append((QRectF(x - 2, sum(ends) / 2 - height / 2, width + 4, height), text))
            x += width + 4
        for area, text in labels:
            painter.fillRect(area, QColor(colours.surface))
            painter.setPen(QColor(colours.text))
            painter.drawText(area, int(Qt.AlignmentFlag.AlignCenter), text)

    def _degree(self, number: int) -> int:
        return sum(number in (one, other) for one, other, _ in self.links)
