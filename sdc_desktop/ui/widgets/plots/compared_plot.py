"""Choices compared as named points: loss to the right, risk upwards; the nearer to the corner the better."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt, Slot
from PySide6.QtWidgets import QWidget

from sdc_desktop.ui.qt_locale import localised
from sdc_desktop.ui.theme import step
from sdc_desktop.ui.widgets.plots.plot_style import SelectionPlot, small_font

_ROOM = 1.12
_FOOT = 0.1


@dataclass(frozen=True)
class Compared:
    """A named point. ``proven``: an audit has passed, which makes it a filled circle; ``chosen``: current,
    which puts a ring around it.
    """

    name: str
    loss: float
    risk: float
    proven: bool = False
    chosen: bool = False


class ComparedPlot(SelectionPlot):
    """Shows named points to select."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._points: tuple[Compared, ...] = ()
        self._ticks: Mapping[float, str] = {}
        self._labels: list[pg.TextItem] = []
        self.plain_numbers()
        self.getPlotItem().getViewBox().sigResized.connect(self._part)

    @property
    def points(self) -> tuple[Compared, ...]:
        """What is shown."""
        return self._points

    def show_points(
        self, points: Sequence[Compared], across: str, up: str, ticks: Mapping[float, str] | None = None
    ) -> None:
        """Show other points, and name the axes; `ticks` are further names along the upright one."""
        self.setLabel("bottom", across)
        self.setLabel("left", up)
        self._points, self._ticks = tuple(points), ticks or {}
        if self._selected is not None and self._selected >= len(self._points):
            self._selected = None
        self._draw()

    # drawing -----------------------------------------------------------------------------------------

    def _draw(self) -> None:
        self.clear()
        self._labels = []
        colours = self.dress(bool(self._points))
        if not self._points:
            return
        right = max(max(one.loss for one in self._points), 1e-9) * _ROOM
        high = [one.risk for one in self._points] + [tick * 0.98 for tick in self._ticks]
        top = max(max(high), 1e-9) * _ROOM
        self.setRange(xRange=(-_FOOT * right, right), yRange=(-_FOOT * top, top), padding=0)
        self._set_ticks(top)
        size = step(self, 1.4)
        spots = [
            {
                "pos": (one.loss, one.risk),
                "size": size,
                "symbol": "o" if one.proven else "s",
                "pen": pg.mkPen(colours.blue, width=2),
                "brush": pg.mkBrush(colours.blue if one.proven else colours.surface),
            }
            for one in self._points
        ]
        rings = [
            {"pos": (one.loss, one.risk), "size": size * 1.8, "pen": pg.mkPen(colours.ink, width=2)}
            for one in self._points
            if one.chosen
        ]
        self.addItem(pg.ScatterPlotItem(spots=spots), ignoreBounds=True)
        if rings:
            self.addItem(pg.ScatterPlotItem(spots=rings, brush=None), ignoreBounds=True)
        self._name(colours.text)
        self._draw_over()

    def _set_ticks(self, top: float) -> None:
        if not self._ticks:
            self.getAxis("left").setTicks(None)
            return
        height = max(1, self.getAxis("left").height())
        plain = self.getAxis("left").tickValues(0, min(top, min(self._ticks) * 0.95), height)
        values = sorted({float(value) for _, level in plain[:1] for value in level})
        ticks = [(value, localised(f"{value:g}")) for value in values if value < min(self._ticks) * 0.95]
        self.getAxis("left").setTicks([[*self._ticks.items(), *ticks]])

    def _name(self, colour: str) -> None:
        for one in self._points:
            label = pg.TextItem(one.name, color=colour, anchor=(0, 0))
            label.setFont(small_font(self))
            label.setZValue(30)
            self.addItem(label, ignoreBounds=True)
            self._labels.append(label)
        self._part()

    @Slot(object)
    def _part(self, _box: object = None) -> None:
        """Each name goes to that side of its point where it hides least."""
        box = self.getPlotItem().getViewBox()
        if len(self._labels) != len(self._points) or box.height() < 1:
            return
        half, gap = step(self, 0.8), step(self, 1.3)
        spots = [box.mapFromView(QPointF(one.loss, one.risk)) for one in self._points]
        taken = [QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half) for at in spots]
        inside = QRectF(0, 0, box.width(), box.height())
        for at, label in zip(spots, self._labels, strict=True):
            width, height = label.boundingRect().width(), label.boundingRect().height()
            corners = [
                (at.x() + gap, at.y() - height / 2),
                (at.x() - gap - width, at.y() - height / 2),
                (at.x() - width / 2, at.y() - gap - height),
                (at.x() - width / 2, at.y() + gap),
                (at.x() + gap / 2, at.y() + gap / 2),
                (at.x() - gap / 2 - width, at.y() + gap / 2),
                (at.x() + gap / 2, at.y() - gap - height),
                (at.x() - gap / 2 - width, at.y() - gap - height),
            ]
            areas = [QRectF(x, y, width, height) for x, y in corners]
            best = min(areas, key=lambda area: _hidden(area, taken) + 10 * (not inside.contains(area)))
            taken.append(best)
            label.setPos(box.mapToView(best.topLeft()))

    def _draw_over(self) -> None:
        self._clear_over()
        if self._selected is None or not self._points:
            return
        colours, one = self.colours(), self._points[self._selected]
        pen = pg.mkPen(colours.accent if self.hasFocus() else colours.muted, width=2)
        frame = pg.ScatterPlotItem(
            [one.loss], [one.risk], symbol="s", size=step(self, 3.2), pen=pen, brush=None
        )
        frame.setZValue(20)
        self._over(frame)

    # input -------------------------------------------------------------------------------------------

    def point_at(self, position: QPointF) -> int | None:
        """The point under the mouse, or None."""
        box, found, near = self.getPlotItem().getViewBox(), None, float(step(self, 1.5))
        for number, one in enumerate(self._points):
            scene = box.mapViewToScene(QPointF(one.loss, one.risk))
            away = QPointF(self.mapFromScene(scene)) - position
            distance = (away.x() ** 2 + away.y() ** 2) ** 0.5
            if distance <= near:
                near, found = distance, number
        return found

    def next_by(self, key: int) -> int | None:
        if not self._points or key not in (Qt.Key.Key_Right, Qt.Key.Key_Left):
            return None
        order = sorted(range(len(self._points)), key=lambda n: (self._points[n].loss, self._points[n].risk))
        way = 1 if key == Qt.Key.Key_Right else -1
        place = -1 if self._selected is None else order.index(self._selected)
        return order[min(max(place + way, 0), len(order) - 1)]


def _hidden(area: QRectF, taken: Sequence[QRectF]) -> int:
    return sum(area.intersects(other) for other in taken)
