"""Which categories became one: those of before to the left, joined by brackets to those of now."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from sdc_desktop.ui.theme import colours_of, step

_LINE = 1.35  # of a category, in lines of text


Merge = tuple[str, tuple[str, ...], str]  # a variable, its categories that became one, and that one


class MergesPicture(QWidget):
    """A bracket a merge; as tall as it has to be."""

    def __init__(self) -> None:
        super().__init__()
        self.merges: tuple[Merge, ...] = ()

    def show_merges(self, merges: Sequence[Merge]) -> None:
        """Show other merges."""
        self.merges = tuple(merges)
        self.setMinimumHeight(self.sizeHint().height())
        self.update()

    def sizeHint(self) -> QSize:
        lines = sum(len(parts) + 0.75 for _, parts, _ in self.merges)
        return QSize(step(self, 40), round(lines * self._line()) + step(self, 2))

    def paintEvent(self, _event: object) -> None:
        painter, colours = QPainter(self), colours_of(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor(colours.surface))
        line, gap, top = self._line(), step(self, 1), float(step(self, 1))
        metrics = painter.fontMetrics()
        names = [f"{variable}: {part}" for variable, parts, _ in self.merges for part in parts]
        most = self.width() * 0.45
        left = min(max((metrics.horizontalAdvance(name) for name in names), default=0) + 2.5 * gap, most)
        bend, right = left + 3.0 * gap, left + 6.0 * gap
        side = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        for variable, parts, merged in self.merges:
            middle = top + len(parts) * line / 2
            for number, part in enumerate(parts):
                y = top + (number + 0.5) * line
                area = QRectF(gap, y - line / 2, left - gap, line)
                text = f"{variable}: {part}"
                fitted = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, int(left - 2 * gap))
                painter.setPen(QColor(colours.muted))
                painter.drawText(area, side, fitted)
                painter.setPen(QPen(QColor(colours.blue), 2))
                painter.drawPolyline([QPointF(left, y), QPointF(bend, y), QPointF(bend, middle)])
            painter.drawLine(QPointF(bend, middle), QPointF(right, middle))
            painter.setPen(QColor(colours.text))
            room = QRectF(right + gap, middle - line / 2, self.width() - right - 2 * gap, line)
            fitted = metrics.elidedText(merged, Qt.TextElideMode.ElideRight, int(room.width()))
            painter.drawText(room, side, fitted)
            top += (len(parts) + 0.75) * line

    def _line(self) -> float:
        return self.fontMetrics().height() * _LINE
