"""Names with bars across, before and after, and both figures; rows that have no room are cut."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from sdc_desktop.ui.theme import colours_of, step
from sdc_desktop.words.words import whole

Row = tuple[str, int, int]  # name, before, after
_MOST_NAME = 0.4  # of the width
_FRAME = 2  # pixels


class RowBars(QWidget):
    """The bar of before is hollow, as in other pictures, and behind that of after."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[Row, ...] = ()

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show other rows."""
        self.rows = tuple(rows)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(step(self, 30), len(self.rows) * step(self, 3))

    def minimumSizeHint(self) -> QSize:
        return QSize(step(self, 20), min(len(self.rows), 4) * self._least())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shown = self.rows[: max(self.height() // self._least(), 1)]
        if not shown:
            return
        metrics, colours, gap = self.fontMetrics(), colours_of(self), step(self)
        texts = [f"{whole(before)} → {whole(after)}" for _, before, after in shown]
        longest = max(metrics.horizontalAdvance(row[0]) for row in shown)
        names = min(longest + 2, self._most_name())
        figures = max(map(metrics.horizontalAdvance, texts))
        room = max(self.width() - names - figures - 2 * gap, 1)
        most = max(max(before, after) for _, before, after in shown) or 1
        high = min(self.height() / len(shown), step(self, 4))
        ink = QColor(colours.text if self.isEnabled() else colours.muted)
        pale, dark = QColor(colours.muted), QColor(colours.blue)
        for one in (pale, dark):
            one.setAlpha(255 if self.isEnabled() else 110)
        for place, ((name, before, after), text) in enumerate(zip(shown, texts, strict=True)):
            line = QRectF(0, place * high, self.width(), high)
            self._write(painter, metrics, line, name, text, ink, names)
            thick = min(high * 0.55, 2.0 * step(self))
            bar = QRectF(names + gap, line.center().y() - thick / 2, 0, thick)
            bar.setWidth(room * before / most)
            if before:
                painter.setPen(QPen(pale, _FRAME))
                painter.drawRect(bar.adjusted(1, 1, -1, -1))
            bar.setWidth(room * after / most)
            painter.fillRect(bar, dark)

    def _write(
        self,
        painter: QPainter,
        metrics: QFontMetrics,
        line: QRectF,
        name: str,
        text: str,
        ink: QColor,
        width: int,
    ) -> None:
        painter.setPen(ink)
        shown = metrics.elidedText(name, Qt.TextElideMode.ElideRight, width)
        upright = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(line, upright | Qt.AlignmentFlag.AlignLeft, shown)
        painter.drawText(line, upright | Qt.AlignmentFlag.AlignRight, text)

    def _least(self) -> int:
        return self.fontMetrics().height() + step(self, 0.5)

    def _most_name(self) -> int:
        return int(self.width() * _MOST_NAME)
