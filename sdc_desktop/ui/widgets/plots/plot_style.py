"""What all plots share: colours, fonts, selection, labels and marks; the wheel scrolls the page."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QGraphicsSceneResizeEvent, QStyleOptionGraphicsItem, QWidget

from sdc_desktop.ui.qt_locale import localised
from sdc_desktop.ui.theme import Colours, colours_of, step
from sdc_desktop.ui.widgets.plots.label_places import Pixels, pixels
from sdc_desktop.words.words import whole

Spot = tuple[float, float]  # in the figures of the axes
_SMALL = 0.88
_LABEL_EDGES = 14  # pixels: what a label has around it
LOOKS = (QEvent.Type.PaletteChange, QEvent.Type.FontChange, QEvent.Type.EnabledChange)  # then draw again


def small_font(widget: QWidget) -> QFont:
    """The widget's font a size smaller, for ticks, labels and the figures behind a picture."""
    font = QFont(widget.font())
    font.setPointSizeF(font.pointSizeF() * _SMALL)
    return font


def faint(colour: str, share: float) -> QColor:
    """A colour through which the ground is seen; a share of 1 hides it."""
    found = QColor(colour)
    found.setAlphaF(share)
    return found


class LocalAxis(pg.AxisItem):
    """An axis with the decimal mark of the window's language. A label longer than an upright axis begins at
    its top and continues below it, where the corner of the picture is empty.
    """

    def __init__(self, side: str) -> None:
        super().__init__(side)
        self.enableAutoSIPrefix(False)  # no letters for thousands
        self.counts = side == "left"  # a lower axis can have years, which are written without a space
        self.least: float | None = None  # below it there are no ticks, only room
        self.whole = False  # ticks at whole numbers alone: half a record is none

    def tickSpacing(self, low: float, high: float, size: float) -> list[tuple[float, float]]:  # noqa: N802
        found = super().tickSpacing(low, high, size)
        return (
            list(dict.fromkeys((max(apart, 1.0), shift) for apart, shift in found)) if self.whole else found
        )

    def tickValues(self, low: float, high: float, size: float) -> list[tuple[float, list[float]]]:  # noqa: N802
        found = super().tickValues(low, high, size)
        if self.least is None:
            return list(found)
        return [(apart, [one for one in some if one > self.least - apart / 1e3]) for apart, some in found]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:  # noqa: N802
        texts = super().tickStrings(values, scale, spacing)
        if self.counts:
            plain = [f"{float(text):.0f}" if "e+" in text else text for text in texts]
            return [whole(int(text)) if text.isdecimal() else localised(text) for text in plain]
        return [localised(text) for text in texts]

    def generateDrawSpecs(self, p: QPainter) -> tuple[Any, Any, Any] | None:  # noqa: N802
        """Lines, ticks and texts to be drawn: no text over another, the first ones stay, and on an upright
        axis none that the edge of the picture would cut.
        """
        found = super().generateDrawSpecs(p)
        if found is None:
            return None
        line, ticks, texts = found
        texts = self._within(texts)
        kept: list[tuple[QRectF, object, str]] = []
        for one in texts:
            if not any(one[0].intersects(other[0]) for other in kept):
                kept.append(one)
        return line, ticks, kept

    def resizeEvent(self, event: QGraphicsSceneResizeEvent | None = None) -> None:
        if self.label is not None and self.orientation == "left":
            self.label.setHtml(self.labelString())
        super().resizeEvent(event)
        if self.label is not None and self.orientation == "left":  # written upwards
            self.label.setY(max(self.label.y(), self.label.boundingRect().width()))

    def labelString(self) -> str:  # noqa: N802
        """The label; one that is longer than the whole picture is high ends in an ellipsis."""
        whole: str = super().labelString()
        if self.orientation != "left" or not self.labelText or self.getViewWidget() is None:
            return whole
        room = max(self._picture().bottom() - _LABEL_EDGES, 1.0)
        metrics = QFontMetricsF(self.label.font())
        shown = metrics.elidedText(self.labelText, Qt.TextElideMode.ElideRight, room)
        return whole.replace(self.labelText, shown)

    def _picture(self) -> QRectF:
        """The whole picture, in this axis' coordinates."""
        scene = self.getViewWidget().sceneRect()  # a plot's viewRect is data
        picture: QRectF = self.mapRectFromScene(scene)
        return picture

    def _within(self, texts: list[Any]) -> list[Any]:
        """On an upright axis without those that the edge would cut; on a lower one moved from the edge."""
        picture = self._picture()
        if self.orientation == "left":
            return [one for one in texts if _is_within(one[0], picture)]
        for rect, *_ in texts:
            rect.moveRight(min(rect.right(), picture.right()))
            rect.moveLeft(max(rect.left(), picture.left()))
        return texts


def _is_within(text: QRectF, picture: QRectF) -> bool:
    """Whether the height of a text is in a picture, but for the room above and below its digits."""
    spare = text.height() / 5
    return text.top() + spare >= picture.top() and text.bottom() - spare <= picture.bottom()


def local_axes() -> dict[str, LocalAxis]:
    """The axes of a plot that is made."""
    return {side: LocalAxis(side) for side in ("left", "bottom")}


if TYPE_CHECKING:
    _Widget = QWidget
else:  # with which the picture's own class of widgets comes
    _Widget = object


def dress_axis(axis: LocalAxis, colours: Colours, font: QFont) -> None:
    """Put an axis into the colours of the current theme."""
    axis.setPen(pg.mkPen(colours.control_border))
    axis.setTextPen(pg.mkPen(colours.muted))
    axis.setTickFont(font)


class Redrawn(_Widget):
    """A picture in the colours of the theme: out of view it is drawn again when it is next seen. The wheel
    scrolls the page.
    """

    _made = False  # Qt sends events before
    _outdated = True  # not drawn yet, or drawn in other colours or type, out of view

    @abstractmethod
    def _draw(self) -> None:
        """Draws all."""

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in LOOKS and self._made:
            self._outdated = True
            if self.isVisible():
                self._draw_again()

    def _draw_again(self) -> None:
        self._draw()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.bring_up_to_date()

    def bring_up_to_date(self) -> None:
        """Draw if nothing was drawn yet, or if colours or type changed in the meantime."""
        if self._outdated:
            self._draw()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class CalmPlot(Redrawn, pg.PlotWidget):
    """A plot to read, not to drag about. Subclasses draw in `_draw_over` what lies over all and changes with
    the focus, and in `_place` what depends on the room there is: the axes are laid out later than the widget.
    """

    def __init__(self, across: str = "", up: str = "") -> None:
        """The names of the axes."""
        pg.PlotWidget.__init__(self, background=None, axisItems=local_axes(), enableMenu=False)
        del self.clear  # the item's own, which pyqtgraph puts over that of the class
        self.setMouseEnabled(x=False, y=False)
        self.hideButtons()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # unless there is something to do with keys
        self.getViewBox().setDefaultPadding(0.0)
        self.getViewBox().sigResized.connect(self._on_room)
        for side, text in (("bottom", across), ("left", up)):
            if text:
                self.setLabel(side, text)
        self.moving: list[pg.GraphicsObject] = []  # drawn by `_draw_over`: not part of a saved picture
        self._made = True

    def clear(self) -> None:
        """Remove all that was drawn."""
        self.getPlotItem().clear()
        self.moving = []

    def _draw_over(self) -> None:
        """Draws what changes while the rest stays."""

    def _place(self) -> None:
        """Places names and figures."""

    @Slot(object)
    def _on_room(self, _box: object) -> None:
        if not self._outdated:
            self._place()

    def write(
        self, text: str, spot: Spot, colour: str, anchor: Spot, ground: QColor | None = None
    ) -> pg.TextItem:
        """Write a small text at a spot; ``anchor``: where in the text the spot is."""
        item = pg.TextItem(
            text, color=colour, anchor=anchor, fill=None if ground is None else pg.mkBrush(ground)
        )
        item.setFont(small_font(self))
        item.setPos(*spot)
        self.addItem(item, ignoreBounds=True)
        return item

    def spot_at(self, position: QPointF) -> Spot:
        """What is below the mouse, in the figures of the axes."""
        spot = self.getViewBox().mapSceneToView(self.mapToScene(position.toPoint()))
        return spot.x(), spot.y()

    def _over(self, item: pg.GraphicsObject) -> None:
        self.addItem(item, ignoreBounds=True)
        self.moving.append(item)

    def _clear_over(self) -> None:
        for item in self.moving:
            self.removeItem(item)
        self.moving = []

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.ignore()  # nothing is dragged

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._draw_over()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._draw_over()

    def sizeHint(self) -> QSize:
        return QSize(step(self, 24), step(self, 16))

    def minimumSizeHint(self) -> QSize:
        return QSize(step(self, 12), step(self, 8))

    def colours(self) -> Colours:
        """The colours of the current theme, paler where the result shown is outdated."""
        colours = colours_of(self)
        if self.isEnabled():
            return colours
        grey, pale = colours.muted, colours.control_border
        return replace(colours, blue=pale, vermillion=pale, text=grey, error=grey, muted=pale)

    def dress(self, filled: bool) -> Colours:
        """Put axes and background into the colours of the current theme; returns them. A plot that is not
        `filled` has no axes: without data their figures would be invented.
        """
        self._outdated = False
        colours = self.colours()
        self.setBackground(QColor(colours.surface))
        self._show_axes(filled)
        font = small_font(self)
        for side in ("left", "bottom"):
            dress_axis(self.getAxis(side), colours, font)
            self.getAxis(side).label.setFont(font)
        return colours

    def _show_axes(self, shown: bool) -> None:
        item = self.getPlotItem()
        if item.getAxis("left").isVisible() == shown and item.getAxis("bottom").isVisible() == shown:
            return
        for side in ("left", "bottom"):
            item.showAxis(side, shown)
        item.layout.activate()  # names are placed by the room that is left


class SelectionPlot(CalmPlot):
    """A plot of numbered parts: a click or a key selects a part, a double click or Enter requests it.
    Subclasses show the selection in `_draw_over`.
    """

    selected = Signal(object)  # int: the number of a part
    requested = Signal(object)  # int

    def __init__(self, across: str = "", up: str = "") -> None:
        super().__init__(across, up)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.selection: int | None = None  # the part that is selected

    @abstractmethod
    def point_at(self, position: QPointF) -> int | None:
        """The part under the mouse, or None."""

    @abstractmethod
    def next_by(self, key: int) -> int | None:
        """The part that a key leads to; None for all other keys."""

    def nearest(self, position: QPointF, spots: Sequence[Spot] | Pixels, reach: float) -> int | None:
        """The number of the spot nearest to the mouse, if it is within this many steps of the grid."""
        if not len(spots):
            return None
        here = self.getViewBox().mapFromScene(self.mapToScene(position.toPoint()))
        away = np.hypot(*(pixels(self.getViewBox(), spots) - (here.x(), here.y())).T)
        found = int(np.argmin(away))
        return found if away[found] <= step(self, reach) else None

    def select(self, index: int | None) -> None:
        """Select a part without a signal."""
        if index != self.selection:
            self.selection = index
            self._draw_over()

    def _look_at(self, index: int) -> None:
        self.select(index)
        self.selected.emit(index)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        found = self.point_at(event.position())
        if found is not None:
            self._look_at(found)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        found = self.point_at(event.position())
        if found is not None:
            self.requested.emit(found)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        found = self.next_by(key)
        if found is not None:
            self._look_at(found)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.selection is not None:
            self.requested.emit(self.selection)
        else:
            event.ignore()


def part_labels(plot: CalmPlot, items: Sequence[pg.TextItem], places: Sequence[Spot]) -> None:
    """Move names upwards or downwards until none lies over another, in the order of their points."""
    box = plot.getViewBox()
    if not items or box.height() < 1:
        return
    height = max(item.boundingRect().height() for item in items)
    wanted = [box.mapFromView(QPointF(*place)) for place in places]
    order = sorted(range(len(items)), key=lambda index: wanted[index].y())
    lowest = box.height()
    tops: dict[int, float] = {}
    free = 0.0
    for index in order:
        tops[index] = max(wanted[index].y() - height / 2, free)
        free = tops[index] + height
    for index in reversed(order):
        tops[index] = min(tops[index], lowest - height)
        lowest = tops[index]
    for index, item in enumerate(items):
        item.setPos(box.mapToView(QPointF(wanted[index].x(), tops[index] + height)))
        item.setZValue(30)


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


def cross(spot: Spot, arm: float, pen: object) -> pg.ScatterPlotItem:
    """An upright cross of fixed size in pixels."""
    path = QPainterPath(QPointF(-0.5, 0))
    path.lineTo(0.5, 0)
    path.moveTo(0, -0.5)
    path.lineTo(0, 0.5)
    found = pg.ScatterPlotItem(pos=[spot], size=2 * arm, symbol=path, pen=pen, brush=None)
    found.setZValue(20)
    return found
