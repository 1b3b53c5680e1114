"""Combinations of levels as points: suppression against loss, the best as a cross, one of them chosen."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor

from sdc_desktop.ui.theme import Colours, step
from sdc_desktop.ui.widgets.plots.label_places import Taken, around, name_item, pixels, put_names
from sdc_desktop.ui.widgets.plots.plot_style import Hatched, SelectionPlot, Spot, cross, faint, small_font

_MOST = 4000  # points drawn one by one; of more, one in each cell of a fine grid
_CELLS = (240, 160)
_MARGIN = 0.06
_HALF, _GAP = 0.8, 1.2  # steps of the grid: half of the square that a mark takes, from there to its name


@dataclass(frozen=True, eq=False)
class Nodes:
    """All that is drawn.

    ``suppressed`` in percent and ``losses``, (points,) each; ``meets``: within the ``limit``, also in
    percent. ``best`` is the result, ``looked_at`` the point chosen instead, ``anopi`` what ANOPI would
    choose; each by its place in the plane.
    """

    suppressed: npt.NDArray[np.float64]
    losses: npt.NDArray[np.float64]
    meets: npt.NDArray[np.bool_]
    limit: float
    best: Spot
    looked_at: Spot | None = None
    anopi: Spot | None = None


class NodesPlot(SelectionPlot):
    """Shows nodes to select."""

    def __init__(self, suppressed: str, best: str, anopi: str) -> None:
        super().__init__(suppressed)
        self._best_text, self._anopi_text = best, anopi
        self.nodes: Nodes | None = None
        self.drawn: npt.NDArray[np.int64] = np.zeros(0, dtype=np.int64)
        self._labels: list[pg.TextItem] = []
        self._named: list[Spot] = []

    def show_nodes(self, nodes: Nodes) -> None:
        """Show other nodes. Where only the marked point differs, the points are not drawn again."""
        before, self.nodes = self.nodes, nodes
        same = before is not None and before.losses is nodes.losses and before.limit == nodes.limit
        if same:
            self._draw_over()
            return
        self.selection = None
        self.drawn = _decimated(nodes)
        self._draw()

    def point_at(self, position: QPointF) -> int | None:
        """The point under the mouse, or None."""
        found = None if self.nodes is None else self.nearest(position, self._spots(self.nodes), 1.25)
        return None if found is None else int(self.drawn[found])

    def _spots(self, nodes: Nodes) -> npt.NDArray[np.float64]:
        """Where the points that are drawn are."""
        return np.column_stack([nodes.suppressed[self.drawn], nodes.losses[self.drawn]])

    # drawing -----------------------------------------------------------------------------------------

    def _draw(self) -> None:
        self.clear()
        colours = self.dress(self.nodes is not None)
        nodes = self.nodes
        if nodes is None:
            return
        self._fit(nodes)
        self._draw_forbidden(nodes, colours)
        size = step(self, 0.75)
        met = nodes.meets[self.drawn]
        for part, pen, brush in (
            (self.drawn[~met], pg.mkPen(colours.control_border, width=1), None),
            (self.drawn[met], pg.mkPen(colours.blue, width=1), pg.mkBrush(faint(colours.blue, 0.35))),
        ):
            if len(part):
                x, y = nodes.suppressed[part], nodes.losses[part]
                self.addItem(pg.ScatterPlotItem(x=x, y=y, size=size, pen=pen, brush=brush))
        self._draw_over()

    def _fit(self, nodes: Nodes) -> None:
        spots = [spot for spot in (nodes.best, nodes.anopi) if spot is not None]
        across = np.array([*nodes.suppressed[self.drawn], *(x for x, _ in spots)])
        up = np.array([*nodes.losses[self.drawn], *(y for _, y in spots)])
        width = max(float(across.max()), min(nodes.limit * 1.2, 100.0), 1e-9)
        low, high = float(up.min()), float(up.max())
        height = max(high - low, abs(high) * 0.1, 1e-9)
        self.setRange(
            xRange=(-_MARGIN * width, width * (1 + _MARGIN)),
            yRange=(low - 2 * _MARGIN * height, high + 3 * _MARGIN * height),
            padding=0,
        )

    def _draw_forbidden(self, nodes: Nodes, colours: Colours) -> None:
        (_, right), (bottom, top) = self.viewRange()
        if nodes.limit < right:
            area = QRectF(nodes.limit, bottom, right - nodes.limit, top - bottom)
            self.addItem(Hatched(area, QColor(colours.grid)))
            pen = pg.mkPen(colours.muted, width=1, style=Qt.PenStyle.DashLine)
            self.addItem(pg.InfiniteLine(nodes.limit, angle=90, pen=pen), ignoreBounds=True)

    def _draw_over(self) -> None:
        self._clear_over()
        self._labels, self._named = [], []
        nodes = self.nodes
        if nodes is None:
            return
        colours = self.colours()
        size = step(self, 1.25)
        blue = pg.mkPen(colours.blue, width=2)
        taken = nodes.looked_at is None
        self._spot(nodes.best, size, blue, pg.mkBrush(colours.blue if taken else colours.surface), "o")
        self._over(cross(nodes.best, step(self, 1.1), pg.mkPen(colours.vermillion, width=2)))
        self._name(self._best_text, nodes.best, colours.error)
        if nodes.anopi is not None:
            self._spot(nodes.anopi, size, pg.mkPen(colours.purple, width=2), None, "d")
            self._name(self._anopi_text, nodes.anopi, colours.text)
        if nodes.looked_at is not None:
            dashed = pg.mkPen(colours.blue, width=2, style=Qt.PenStyle.DashLine)
            self._spot(nodes.looked_at, size * 1.4, dashed, None, "o")
        if self.selection is not None:
            pen = pg.mkPen(colours.accent if self.hasFocus() else colours.control_border, width=2)
            spot = float(nodes.suppressed[self.selection]), float(nodes.losses[self.selection])
            self._spot(spot, size * 1.9, pen, None, "s")
        self._place()

    def _spot(self, spot: Spot, size: float, pen: object, brush: object, symbol: str) -> None:
        item = pg.ScatterPlotItem(x=[spot[0]], y=[spot[1]], size=size, pen=pen, brush=brush, symbol=symbol)
        item.setZValue(10)
        self._over(item)

    def _name(self, text: str, spot: Spot, colour: str) -> None:
        label = name_item(text, colour, small_font(self), self.colours())
        self._over(label)
        self._labels.append(label)
        self._named.append(spot)

    def _place(self) -> None:
        """Put names beside their points, over as few others as possible."""
        nodes, box = self.nodes, self.getViewBox()
        if nodes is None or not self._labels or box.height() < 1:
            return
        spots = [*self._named, *((nodes.looked_at,) if nodes.looked_at is not None else ())]
        limit = pixels(box, [(nodes.limit, 0.0)])[0, 0]
        taken = Taken(
            QRectF(0, 0, box.width(), box.height()),
            around(box, spots, step(self, _HALF)),
            [np.array([(limit, 0.0), (limit, box.height())])],
            pixels(box, self._spots(nodes)),
        )
        put_names(box, self._labels, self._named, taken, step(self, _GAP))

    # input -------------------------------------------------------------------------------------------

    def next_by(self, key: int) -> int | None:
        nodes, keys = self.nodes, Qt.Key
        steps: dict[int, int] = {keys.Key_Left: -1, keys.Key_Right: 1, keys.Key_Up: 1, keys.Key_Down: -1}
        if nodes is None or key not in steps or not len(self.drawn):
            return None
        return self._next(nodes, steps[key], sideways=key in (keys.Key_Left, keys.Key_Right))

    def _next(self, nodes: Nodes, by: int, *, sideways: bool) -> int:
        """The next point along an axis; at first, that of least loss."""
        x, y = nodes.suppressed[self.drawn], nodes.losses[self.drawn]
        order = self.drawn[np.lexsort((y, x) if sideways else (x, y))]
        if self.selection is None:
            return int(self.drawn[np.lexsort((x, y))][0])
        found = np.flatnonzero(order == self.selection)
        place = int(found[0]) if len(found) else 0
        return int(order[min(max(place + by, 0), len(order) - 1)])


def _decimated(nodes: Nodes) -> npt.NDArray[np.int64]:
    """The points to draw: all that are finite, or one of those that lie in one cell of a fine grid."""
    there = np.flatnonzero(np.isfinite(nodes.losses))
    if len(there) <= _MOST:
        return there
    keys = nodes.meets[there].astype(np.int64)
    for values, cells in zip((nodes.suppressed[there], nodes.losses[there]), _CELLS, strict=True):
        low, high = float(values.min()), float(values.max())
        keys = keys * cells + ((values - low) / max(high - low, 1e-300) * (cells - 1)).astype(np.int64)
    _, first = np.unique(keys, return_index=True)
    return there[np.sort(first)]
