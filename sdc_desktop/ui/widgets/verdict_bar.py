"""The verdict: one sentence with a mark whose shape says what its colour says."""

from enum import StrEnum

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QWidget

from sdc_desktop.ui.theme import colours_of, spread, step


class Mark(StrEnum):
    """What a verdict may be marked as. MET only where what is released was checked: criteria, an audit."""

    NONE = "none"
    NEUTRAL = "neutral"
    WARNING = "warning"
    MET = "met"


class VerdictBar(QFrame):
    """A banner with a mark and a sentence."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.mark = Mark.NONE
        self._sign = _Sign(self)
        self._text = QLabel()
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setProperty("tone", "strong")
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        row = QHBoxLayout(self)
        spread(row, self)
        row.addWidget(self._sign)
        row.addWidget(self._text, 1)
        self.setProperty("frame", "card")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)

    @property
    def text(self) -> str:
        """The sentence."""
        return self._text.text()

    def tell(self, mark: Mark, text: str, mark_name: str = "") -> None:
        """Show a sentence; `mark_name` says the mark to somebody who does not see it."""
        self.mark = mark
        self._text.setText(text)
        self._text.setAccessibleName(text)
        self.setAccessibleName(f"{mark_name} {text}".strip())
        self._sign.setVisible(mark is not Mark.NONE)
        self._sign.setToolTip(mark_name)
        self._sign.update()


class _Sign(QWidget):
    """A triangle with an exclamation mark, a tick in a ring, or a plain disc."""

    def __init__(self, bar: VerdictBar) -> None:
        super().__init__(bar)
        self._bar = bar

    def sizeHint(self) -> QSize:
        return QSize(step(self, 2.5), step(self, 2.5))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = min(self.width(), self.height()) - 2.0
        box = QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side)
        if self._bar.mark is Mark.WARNING:
            _draw_warning(painter, box, QColor(colours.vermillion), QColor(colours.ink))
        elif self._bar.mark is Mark.NEUTRAL:
            painter.setPen(QPen(QColor(colours.muted), side / 12))
            painter.drawEllipse(box.adjusted(side / 6, side / 6, -side / 6, -side / 6))
            painter.setBrush(QColor(colours.muted))
            painter.drawEllipse(box.center(), side / 10, side / 10)
        elif self._bar.mark is Mark.MET:
            _draw_met(painter, box, QColor(colours.good))
        painter.end()


def _draw_met(painter: QPainter, box: QRectF, colour: QColor) -> None:
    side = box.width()
    painter.setPen(QPen(colour, side / 12))
    painter.drawEllipse(box.adjusted(side / 12, side / 12, -side / 12, -side / 12))
    painter.setPen(
        QPen(
            colour,
            side / 9,
            Qt.PenStyle.SolidLine,
            Qt.PenCapStyle.RoundCap,
            Qt.PenJoinStyle.RoundJoin,
        )
    )
    low, high = QPointF(-0.04, 0.18) * side, QPointF(0.22, -0.16) * side
    start, centre = QPointF(-0.22, 0.0) * side, box.center()
    painter.drawPolyline(QPolygonF([centre + start, centre + low, centre + high]))


def _draw_warning(painter: QPainter, box: QRectF, colour: QColor, ink: QColor) -> None:
    painter.setPen(
        QPen(
            colour,
            box.width() / 12,
            Qt.PenStyle.SolidLine,
            Qt.PenCapStyle.RoundCap,
            Qt.PenJoinStyle.RoundJoin,
        )
    )
    low = box.bottom() - box.height() / 10
    painter.drawPolygon(
        QPolygonF([QPointF(box.center().x(), box.top()), QPointF(box.right(), low), QPointF(box.left(), low)])
    )
    painter.setPen(QPen(ink, box.width() / 10, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    x, top = box.center().x(), box.top()
    painter.drawLine(QPointF(x, top + box.height() * 0.36), QPointF(x, top + box.height() * 0.60))
    painter.drawPoint(QPointF(x, top + box.height() * 0.76))
