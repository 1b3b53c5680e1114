"""Marks in plots that keep their size in pixels whatever the scale."""

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

Spot = tuple[float, float]


class Hatched(pg.GraphicsObject):
    """A hatched area; the lines keep their distance whatever the scale."""

    def __init__(self, area: QRectF, colour: QColor) -> None:
        super().__init__()
        self._area = area
        self._brush = QBrush(colour, Qt.BrushStyle.BDiagPattern)
        self.setZValue(-10)

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        return self._area

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        shown = painter.transform().mapRect(self._area)
        painter.save()
        painter.resetTransform()
        painter.fillRect(shown, self._brush)
        painter.restore()


class Cross(pg.GraphicsObject):
    """An upright cross of fixed size in pixels."""

    def __init__(self, spot: Spot, arm: float, pen: object) -> None:
        super().__init__()
        self._arm, self._pen = arm, pen
        self.setPos(*spot)
        self.setFlag(self.GraphicsItemFlag.ItemIgnoresTransformations)
        self.setZValue(20)

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        reach = self._arm + 2
        return QRectF(-reach, -reach, 2 * reach, 2 * reach)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        painter.setPen(self._pen)
        painter.drawLine(QPointF(-self._arm, 0), QPointF(self._arm, 0))
        painter.drawLine(QPointF(0, -self._arm), QPointF(0, self._arm))
