"""Plots of bars with figures above them, which lead to their records where these are offered."""

from abc import abstractmethod
from collections.abc import Sequence

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetricsF, QMouseEvent, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from sdc_desktop.ui.widgets.plots.plot_style import SelectionPlot, Spot, small_font

_LEAST_SHARE = 0.02  # of the axis: the height at which an empty bar is selected
_ABOVE = 1.0  # pixels between a bar and its figure


class CountsItem(pg.GraphicsObject):
    """Texts over the middles of bars, each at (x, height) in the figures of the axes: an item for each would
    take longer to make than all that is drawn.
    """

    def __init__(self, texts: Sequence[str], spots: Sequence[Spot], font: QFont, colour: str) -> None:
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


class OfferedPlot(SelectionPlot):
    """Where records are offered, a place is selected by a click or by the arrow keys, and ``requested`` by a
    double click or Enter; else nothing is selected.
    """

    def __init__(self, up: str) -> None:
        super().__init__(up=up)
        self._offered = False
        self._figures: CountsItem | None = None  # above the bars
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.getAxis("bottom").setStyle(hideOverlappingLabels=False)

    @abstractmethod
    def heights(self) -> Sequence[float]:
        """The height of what is at each place, 0, 1, ... of the lower axis."""

    def offer_records(self, tip: str) -> None:
        """Let places be selected and requested. ``tip`` says how; "": they cannot be."""
        self._offered = bool(tip)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if tip else Qt.FocusPolicy.NoFocus)
        self.setToolTip(tip)

    def point_at(self, position: QPointF) -> int | None:
        scene, place = self.mapToScene(position.toPoint()), round(self.spot_at(position)[0])
        inside = self.getViewBox().sceneBoundingRect().contains(scene) and 0 <= place < len(self.heights())
        return place if self._offered and inside else None

    def next_by(self, key: int) -> int | None:
        steps, number = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}, len(self.heights())
        if not self._offered or not number or key not in steps:
            return None
        if self.selection is None:
            return 0
        return min(max(self.selection + steps[Qt.Key(key)], 0), number - 1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._offered:
            super().mousePressEvent(event)
        else:
            event.ignore()

    def headroom(self) -> float:
        """The factor by which the upright axis must outreach the highest bar for a figure above it."""
        height, text = self.getViewBox().height(), QFontMetricsF(small_font(self)).height()
        return float(height / (height - text)) if height > 2 * text else 2.0

    def _write_figures(self, texts: Sequence[str], spots: Sequence[Spot], room: float) -> None:
        """Figures above the bars, where each has this room in pixels; else none."""
        font = small_font(self)
        if self._figures is not None:
            self.removeItem(self._figures)
            self._figures = None
        if max(map(QFontMetricsF(font).horizontalAdvance, texts)) <= room:
            self._figures = CountsItem(texts, spots, font, self.colours().text)
            self.addItem(self._figures, ignoreBounds=True)

    def clear(self) -> None:
        super().clear()
        self._figures = None

    def _draw_over(self) -> None:
        self._clear_over()
        place, heights = self.selection, self.heights()
        if place is not None and place < len(heights) and self.hasFocus():
            pen = pg.mkPen(self.colours().text, width=2)
            height = max(heights[place], max(heights) * _LEAST_SHARE)
            self._over(pg.BarGraphItem(x=[place], height=[height], width=0.95, brush=None, pen=pen))
