"""Which categories became one: those of before to the left, joined by brackets to those of now."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from sdc_desktop.ui.theme import colours_of, step

_LINE = 1.35  # of a category, in lines of text


@dataclass(frozen=True)
class Merge:
    """The categories of a variable that became one."""

    variable: str
    parts: tuple[str, ...]
    merged: str


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
        lines = sum(len(merge.parts) + 0.75 for merge in self.merges)
        return QSize(step(self, 40), round(lines * self._line()) + step(self, 2))

    def paintEvent(self, _event: object) -> None:
        painter, colours = QPainter(self), colours_of(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor(colours.surface))
        line, gap, top = self._line(), step(self, 1), float(step(self, 1))
        metrics = painter.fontMetrics()
        names = [f"{one.variable}: {part}" for one in self.merges for part in one.parts]
        most = self.width() * 0.45
        left = min(max((metrics.horizontalAdvance(name) for name in names), default=0) + 2.5 * gap, most)
        bend, right = left + 3.0 * gap, left + 6.0 * gap
        side = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        for merge in self.merges:
            middle = top + len(merge.parts) * line / 2
            for number, part in enumerate(merge.parts):
                y = top + (number + 0.5) * line
                area = QRectF(gap, y - line / 2, left - gap, line)
                text = f"{merge.variable}: {part}"
                fitted = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, int(left - 2 * gap))
                painter.setPen(QColor(colours.muted))
                painter.drawText(area, side, fitted)
                painter.setPen(QPen(QColor(colours.blue), 2))
                painter.drawPolyline([QPointF(left, y), QPointF(bend, y), QPointF(bend, middle)])
            painter.drawLine(QPointF(bend, middle), QPointF(right, middle))
            painter.setPen(QColor(colours.text))
            room = QRectF(right + gap, middle - line / 2, self.width() - right - 2 * gap, line)
            fitted = metrics.elidedText(merge.merged, Qt.TextElideMode.ElideRight, int(room.width()))
            painter.drawText(room, side, fitted)
            top += (len(merge.parts) + 0.75) * line

    def _line(self) -> float:
        return self.fontMetrics().height() * _LINE
