"""Figures above bars in one item: an item for each would take longer to make than all that is drawn."""

from collections.abc import Sequence

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

_ABOVE = 1.0  # pixels between a bar and its figure


class CountsItem(pg.GraphicsObject):
    """Texts over the middles of bars, each at (x, height) in the figures of the axes."""

    def __init__(
        self, texts: Sequence[str], spots: Sequence[tuple[float, float]], font: QFont, colour: str
    ) -> None:
        super().__init__()
        self.texts = tuple(texts)
        self._spots = [QPointF(*spot) for spot in spots]
        self._font, self._colour = QFont(font), QColor(colour)
        self._font.setPixelSize(QFontInfo(font).pixelSize())  # as large in a saved file, whatever its points

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        return QRectF(self.viewRect() or QRectF())

    def viewTransformChanged(self) -> None:  # noqa: N802 - the name in pyqtgraph
        self.prepareGeometryChange()

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        scene = self.sceneTransform()
        painter.setTransform(scene.inverted()[0], True)  # letters are upright and never stretched
        painter.setFont(self._font)
        painter.setPen(self._colour)
        metrics = QFontMetricsF(self._font)
        for text, spot in zip(self.texts, self._spots, strict=True):
            place = scene.map(spot)
            shift = QPointF(metrics.horizontalAdvance(text) / 2, metrics.descent() + _ABOVE)
            painter.drawText(place - shift, text)
