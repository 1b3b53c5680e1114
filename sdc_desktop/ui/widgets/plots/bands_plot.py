"""Lines through means with bands of their spread, each named at the right of all lines."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF

from sdc_desktop.ui.theme import step
from sdc_desktop.ui.widgets.plots.label_places import Taken, around, name_item, pixels, put_names
from sdc_desktop.ui.widgets.plots.plot_style import CalmPlot, faint, part_labels, small_font

_STYLES = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine, Qt.PenStyle.DashDotLine)
_SYMBOLS = ("o", "s", "t", "d", "+", "x")
_WIDEST = 0.4  # of the picture: a name
_GAP = 0.6  # steps of the grid between a point and its text


@dataclass(frozen=True)
class Band:
    """A name, and (x, mean, spread to either side) of each point.

    ``bounds``: how far off each mean may be, where it is not exact; ``texts``: beside the points, where there
    is room.
    """

    name: str
    points: tuple[tuple[float, float, float], ...]
    bounds: tuple[float, ...] = ()
    texts: tuple[str, ...] = ()


class BandsPlot(CalmPlot):
    """Shows bands from 0 upwards; `ticks` names places on the level axis."""

    def __init__(self, x: str, y: str) -> None:
        super().__init__(x, y)
        self.bands: tuple[Band, ...] = ()
        self._ticks: tuple[tuple[float, str], ...] = ()
        self._labels: list[pg.TextItem] = []
        self._texts: list[pg.TextItem] = []  # beside points
        self._spots: list[tuple[float, float]] = []  # of these points
        self._leaders: list[pg.PlotCurveItem] = []  # from a line that ends earlier to its name
        self._places: list[tuple[float, float]] = []
        self._reach = 0.0, 1.0  # of the level axis, names apart

    def show_bands(self, bands: Sequence[Band], ticks: Sequence[tuple[float, str]] = ()) -> None:
        """Show other bands."""
        if (tuple(bands), tuple(ticks)) != (self.bands, self._ticks):
            self.bands, self._ticks = tuple(bands), tuple(ticks)
            self._draw()

    def _draw(self) -> None:
        self.clear()
        self._labels, self._leaders, self._places = [], [], []
        self._texts, self._spots = [], []
        points = [point for band in self.bands for point in band.points]
        colours = self.dress(bool(points))
        self.getAxis("bottom").setTicks([list(self._ticks)] if self._ticks else None)
        if not points:
            return
        lines = (colours.blue, colours.vermillion, colours.purple, colours.green, colours.muted)
        left, right = min(point[0] for point in points), max(point[0] for point in points)
        room = (right - left) or 1.0
        highest = max(mean + wide for _, mean, wide in points)
        self._reach = left - 0.06 * room, right + 0.06 * room
        self.setYRange(0.0, max(highest, 1e-9) * 1.12, padding=0)
        for place, band in enumerate(self.bands):
            colour = lines[place % len(lines)] if self.isEnabled() else colours.blue
            self._draw_band(band, colour, place)
            x, y, _ = band.points[-1]
            self._places.append((x, y))
            self._labels.append(self.write(band.name, (x, y), colour, (0.0, 1.0)))
            leader = pg.PlotCurveItem(pen=pg.mkPen(colour, width=1), skipFiniteCheck=True)
            self.addItem(leader, ignoreBounds=True)
            self._leaders.append(leader)
        self._place()

    def _draw_band(self, band: Band, colour: str, place: int) -> None:
        x, y, wide = (np.array(part) for part in zip(*band.points, strict=True))
        upper, lower = pg.PlotCurveItem(x, y + wide, pen=None), pg.PlotCurveItem(x, y - wide, pen=None)
        for item in (upper, lower):
            self.addItem(item)
        self.addItem(pg.FillBetweenItem(upper, lower, brush=pg.mkBrush(faint(colour, 0.18))))
        pen = pg.mkPen(colour, width=2, style=_STYLES[place % len(_STYLES)])
        if any(band.bounds):
            reach = 2 * np.array(band.bounds)
            wing = 0.1 * (float(np.diff(x).min()) if len(x) > 1 else 1.0)
            self.addItem(pg.ErrorBarItem(x=x, y=y, height=reach, beam=wing, pen=pg.mkPen(colour, width=1)))
        symbol = _SYMBOLS[place % len(_SYMBOLS)]
        self.plot(x, y, pen=pen, symbol=symbol, symbolSize=7, symbolBrush=colour, symbolPen=None)
        for spot, text in zip(zip(x.tolist(), y.tolist(), strict=True), band.texts, strict=False):
            item = name_item(text, colour, small_font(self), self.colours())
            self.addItem(item, ignoreBounds=True)
            self._texts.append(item)
            self._spots.append(spot)

    def _place(self) -> None:
        """Leave room for the longest name at the right, and keep names apart."""
        if not self._labels:
            return
        box = self.getViewBox()
        metrics, most = QFontMetricsF(small_font(self)), _WIDEST * box.width()
        for label, band in zip(self._labels, self.bands, strict=True):
            label.setText(metrics.elidedText(band.name, Qt.TextElideMode.ElideRight, most))
        widest = max(label.boundingRect().width() for label in self._labels)
        share = min(widest / max(box.width(), 1.0), 0.6)
        left, right = self._reach
        self.setXRange(left, left + (right - left) / (1 - share), padding=0)
        end = max(x for x, _ in self._places)
        edge = end + 0.02 * ((end - left) or 1.0)
        part_labels(self, self._labels, [(edge, y) for _, y in self._places])
        for (x, y), label, leader in zip(self._places, self._labels, self._leaders, strict=True):
            middle = box.mapFromView(label.pos()) - QPointF(0, label.boundingRect().height() / 2)
            leader.setData([x, edge], [y, box.mapToView(middle).y()])
            leader.setVisible(x < end)
        put_names(box, self._texts, self._spots, self._taken(box), step(self, _GAP))

    def _taken(self, box: pg.ViewBox) -> Taken:
        """What the texts of points should leave free: points, lines and the names of lines."""
        spots = [[(x, y) for x, y, _ in band.points] for band in self.bands]
        names = []
        for label in self._labels:
            size, foot = label.boundingRect().size(), box.mapFromView(label.pos())
            names.append(QRectF(foot - QPointF(0, size.height()), size))
        marks = around(box, [spot for line in spots for spot in line], step(self, _GAP) / 2)
        leaders = [np.column_stack(leader.getData()) for leader in self._leaders if leader.isVisible()]
        lines = [pixels(box, line) for line in spots] + [pixels(box, line) for line in leaders]
        return Taken(QRectF(0, 0, box.width(), box.height()), marks, lines, names=names)
