"""The utility-privacy plane of one variable: levels as points, the optimum as a cross."""

from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent

from sdc_desktop.ui.theme import Colours, step
from sdc_desktop.ui.widgets.plots.label_places import Taken, around, name_item, put_names
from sdc_desktop.ui.widgets.plots.plot_style import Hatched, SelectionPlot, Spot, cross, small_font

_HEADROOM = 1.16  # room for labels beyond the farthest point
_FOOT = 0.05  # and for whole points on the axes


@dataclass(frozen=True)
class PlanePoint:
    """One level: its mark (C3), its name for the tooltip, utility and privacy, whether bounds allow it."""

    mark: str
    title: str
    utility: float
    privacy: float
    allowed: bool

    @property
    def spot(self) -> Spot:
        """Where it is."""
        return self.utility, self.privacy


@dataclass(frozen=True)
class Plane:
    """All that is drawn. While something is moved (`draft`), `was_*` show what is still current.

    `released` is the place of the chosen level after later steps (suppression).
    """

    points: tuple[PlanePoint, ...]
    chosen: int  # index of the point released
    optimum: Spot
    min_utility: float = 0.0
    min_privacy: float = 0.0
    draft: bool = False
    was_chosen: Spot | None = None
    was_optimum: Spot | None = None
    released: Spot | None = None


class PlanePlot(SelectionPlot):
    """Shows a plane of levels to select. A click or the space bar chooses one."""

    chosen = Signal(object)  # int: the number of a point

    def __init__(self, utility: str, privacy: str, optimum: str) -> None:
        super().__init__(utility, privacy)
        self.setMouseTracking(True)
        self._optimum_text = optimum
        self.plane: Plane | None = None
        self._labels: list[pg.TextItem] = []
        self._optimum_label: pg.TextItem | None = None

    def show_plane(self, plane: Plane) -> None:
        """Show another plane; the selected point stays selected while there is one of its number."""
        if plane == self.plane:
            return
        known, self.plane = self.plane, plane
        if self.selection is not None and self.selection >= len(plane.points):
            self.selection = None
        if known is not None and _ground(known) == _ground(plane):
            self._draw_over()  # many times a second while something is moved
        else:
            self._draw()

    def point_at(self, position: QPointF) -> int | None:
        """The point under the mouse, or None."""
        if self.plane is None:
            return None
        return self.nearest(position, [point.spot for point in self.plane.points], 1.5)

    # drawing -----------------------------------------------------------------------------------------

    def _draw(self) -> None:
        """Draw all again: what stays while something is moved, and over it what moves."""
        self.clear()
        self._labels, self._optimum_label = [], None
        colours = self.dress(self.plane is not None)
        plane = self.plane
        if plane is None:
            return
        self._fit(*_reach(plane), min([0.0, *(point.privacy for point in plane.points)]))
        self._draw_forbidden(plane, colours)
        line = [point.spot for point in plane.points]
        pen = pg.mkPen(colours.control_border, width=1)
        self.plot([x for x, _ in line], [y for _, y in line], pen=pen)
        self._labels = [
            self.write(point.mark, point.spot, colours.text if point.allowed else colours.muted, (0, 0))
            for point in plane.points
        ]
        self._draw_over()

    def _draw_over(self) -> None:
        """Draw what moves."""
        self._clear_over()
        plane = self.plane
        if plane is None:
            return
        colours = self.colours()
        self._draw_released(plane, colours)
        self._draw_points(plane, colours)
        self._draw_optimum(plane, colours)
        self._place()

    def _fit(self, x: float, y: float, low: float) -> None:
        x, y = max(x, 1e-9), max(y, 1e-9)
        foot = low * _HEADROOM - _FOOT * y
        self.setRange(xRange=(-_FOOT * x, x * _HEADROOM), yRange=(foot, y * _HEADROOM), padding=0)

    def _draw_forbidden(self, plane: Plane, colours: Colours) -> None:
        (left, right), (bottom, top) = self.viewRange()
        if plane.min_utility > 0:
            area = QRectF(left, bottom, plane.min_utility - left, top - bottom)
            self.addItem(Hatched(area, QColor(colours.control_border)))
        if plane.min_privacy > 0:
            area = QRectF(left, bottom, right - left, plane.min_privacy - bottom)
            self.addItem(Hatched(area, QColor(colours.control_border)))

    def _draw_points(self, plane: Plane, colours: Colours) -> None:
        size = step(self, 1.25)
        surface, blue = pg.mkBrush(colours.surface), pg.mkBrush(colours.blue)
        spots = []
        for index, point in enumerate(plane.points):
            is_chosen = index == plane.chosen
            style = Qt.PenStyle.DashLine if is_chosen and plane.draft else Qt.PenStyle.SolidLine
            colour = colours.blue if is_chosen else colours.muted if point.allowed else colours.control_border
            pen = pg.mkPen(colour, width=2, style=style)
            brush = blue if is_chosen and not plane.draft else surface
            spots.append(_spot(point.spot, size * (1.5 if is_chosen else 1.0), pen, brush))
            self._embolden(self._labels[index], is_chosen)
        if plane.was_chosen is not None:
            spots.append(_spot(plane.was_chosen, size * 1.2, pg.mkPen(colours.blue, width=2), blue))
        if self.selection is not None:
            point = plane.points[self.selection]
            pen = pg.mkPen(colours.accent if self.hasFocus() else colours.control_border, width=2)
            square = _spot(point.spot, size * 2.2, pen, pg.mkBrush(None))
            spots.append(square | {"symbol": "s"})
        self._over(pg.ScatterPlotItem(spots=spots))

    def _draw_released(self, plane: Plane, colours: Colours) -> None:
        """A line from the level to a diamond: the effect of suppression."""
        if plane.released is None:
            return
        point = plane.points[plane.chosen]
        style = Qt.PenStyle.DashLine if plane.draft else Qt.PenStyle.SolidLine
        pen = pg.mkPen(colours.blue, width=3, style=style)
        utility, privacy = [point.utility, plane.released[0]], [point.privacy, plane.released[1]]
        self._over(pg.PlotCurveItem(utility, privacy, pen=pen))
        brush = pg.mkBrush(colours.surface if plane.draft else colours.blue)
        diamond = _spot(plane.released, step(self, 1.25), pg.mkPen(colours.blue, width=2), brush)
        self._over(pg.ScatterPlotItem(spots=[diamond | {"symbol": "d"}]))

    def _embolden(self, label: pg.TextItem, bold: bool) -> None:
        if label.textItem.font().bold() != bold:
            font = small_font(self)
            font.setBold(bold)
            label.setFont(font)

    def _draw_optimum(self, plane: Plane, colours: Colours) -> None:
        style = Qt.PenStyle.DashLine if plane.draft else Qt.PenStyle.SolidLine
        self._cross(plane.optimum, pg.mkPen(colours.vermillion, width=2, style=style))
        if plane.was_optimum is not None and plane.was_optimum != plane.optimum:
            self._cross(plane.was_optimum, pg.mkPen(colours.vermillion, width=2))
        self._optimum_label = name_item(self._optimum_text, colours.error, small_font(self), colours)
        self._over(self._optimum_label)

    def _cross(self, spot: Spot, pen: object) -> None:
        self._over(cross(spot, step(self, 0.9), pen))

    def _place(self) -> None:
        """Labels stand above their points to the right; where two points nearly touch, one goes below."""
        plane = self.plane
        if plane is None or len(self._labels) != len(plane.points):
            return
        box, room = self.getViewBox(), step(self, 2.75)
        last: QPointF | None = None
        below, names = False, []
        for label, point in zip(self._labels, plane.points, strict=True):
            here, size = box.mapFromView(QPointF(*point.spot)), label.boundingRect().size()
            crowded = last is not None and abs(here.x() - last.x()) < room and abs(here.y() - last.y()) < room
            below = crowded and not below
            cut = here.x() + size.width() * 1.2 > box.width()
            anchor = (1.15, -0.1) if below else (0.5, 1.3) if cut else (-0.15, 1.1)
            label.setAnchor(anchor)
            names.append(QRectF(here - QPointF(anchor[0] * size.width(), anchor[1] * size.height()), size))
            last = here
        if self._optimum_label is not None:
            spots = [*_spots(plane), plane.optimum]
            inside = QRectF(0, 0, box.width(), box.height())
            taken = Taken(inside, around(box, spots, step(self, 0.7)), names=names)
            put_names(box, [self._optimum_label], [plane.optimum], taken, step(self, 1.0))

    # input -------------------------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        found = self.point_at(event.position())
        self.setToolTip(self.plane.points[found].title if self.plane and found is not None else "")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if self.point_at(event.position()) is not None and self.selection is not None:
            self.chosen.emit(self.selection)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and self.selection is not None:
            self.chosen.emit(self.selection)
        else:
            super().keyPressEvent(event)

    def next_by(self, key: int) -> int | None:
        plane, keys = self.plane, Qt.Key
        steps: dict[int, int] = {keys.Key_Left: 1, keys.Key_Up: 1, keys.Key_Right: -1, keys.Key_Down: -1}
        if plane is None or key not in steps:
            return None
        start = plane.chosen if self.selection is None else self.selection + steps[key]
        return min(max(start, 0), len(plane.points) - 1)  # the finest coding lies to the right


def _spots(plane: Plane) -> list[Spot]:
    """Where all is but the optimum."""
    further = (plane.was_optimum, plane.was_chosen, plane.released)
    return [*(point.spot for point in plane.points), *(spot for spot in further if spot is not None)]


def _reach(plane: Plane) -> Spot:
    """How far the axes must go."""
    spots = [*_spots(plane), plane.optimum]
    return max(x for x, _ in spots), max(y for _, y in spots)


def _ground(plane: Plane) -> object:
    """What stays while the weight is moved: axes, levels, bounds."""
    return plane.points, plane.min_utility, plane.min_privacy, _reach(plane)


def _spot(spot: Spot, size: float, pen: object, brush: object) -> dict[str, object]:
    return {"pos": spot, "size": size, "pen": pen, "brush": brush, "symbol": "o"}
