"""A label that gives way: what does not fit is cut with an ellipsis and shown whole in the tooltip."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

_LEAST = 14  # characters that are always shown


class ElidedLabel(QLabel):
    """One line of plain text."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    def minimumSizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        width = min(metrics.horizontalAdvance(self.text()) + 2, metrics.averageCharWidth() * _LEAST)
        return QSize(width, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_whole()

    def paintEvent(self, event: QPaintEvent) -> None:
        self._show_whole()  # another text may come without another size
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.contentsRect(), int(self.alignment()), self._shown())
        painter.end()

    def _show_whole(self) -> None:
        whole = self.text() if self._shown() != self.text() else ""
        if whole != self.toolTip():
            self.setToolTip(whole)

    def _shown(self) -> str:
        return self.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, self.contentsRect().width()
        )
