"""Intervals against the required protection: one bar per cell, in protection levels from its true value."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt

from sdc_desktop.ui.theme import step
from sdc_desktop.ui.widgets.plots.plot_style import SelectionPlot, faint

FARTHEST = 4.0  # levels that are drawn; what extends further is an arrow
_WIDTH = 0.7
_NAMED = (  # how far apart the nearest are, and which levels are named then
    (1, (-4, -3, -2, -1, 0, 1, 2, 3, 4)),
    (2, (-4, -1, 1, 4)),
    (4, (-4, 0, 4)),
)


@dataclass(frozen=True)
class Reach:
    """How far an interval extends below and above the true value, where 1 is the required level. Infinite
    where there is no end. ``failing``: a level is not met.
    """

    below: float
    above: float
    failing: bool


class IntervalsPlot(SelectionPlot):
    """Shows bars to select."""

    def __init__(self, across: str, up: str, value: str, needed: str) -> None:
        """The names of the axes, of the line of true values and of the band of protection."""
        super().__init__(across, up)
        self.getAxis("bottom").setTicks([[]])
        levels = [(0, value), (1, f"+\u2009{needed}"), (-1, f"\u2212\u2009{needed}")]
        further = [(n, f"+\u2009{n:.0f}\u2009\u00d7") for n in (2, 3, 4)]
        further += [(-n, f"\u2212\u2009{n:.0f}\u2009\u00d7") for n in (2, 3, 4)]
        self._names = dict(levels + further)
        self.named: tuple[int, ...] = ()
        self.reaches: tuple[Reach, ...] = ()

    def show_reaches(self, reaches: Sequence[Reach]) -> None:
        """Show other bars."""
        if tuple(reaches) != self.reaches:
            self.reaches, self.selection = tuple(reaches), None
            self._draw()

    def select(self, index: int | None) -> None:
        """Mark a bar without reporting it; none where there is none of this number."""
        super().select(index if index is not None and 0 <= index < len(self.reaches) else None)

    # drawing -----------------------------------------------------------------------------------------

    def _draw(self) -> None:
        self.clear()
        colours = self.dress(bool(self.reaches))
        if not self.reaches:
            return
        self._place()  # with the axes shown there is less room
        edge = FARTHEST + 0.5
        self.setRange(xRange=(-1.0, len(self.reaches)), yRange=(-edge, edge), padding=0)
        band, pen = pg.mkBrush(faint(colours.muted, 0.14)), pg.mkPen(colours.control_border)
        between = pg.LinearRegionItem((-1, 1), "horizontal", band, pen, movable=False)
        between.setZValue(-20)
        self.addItem(between, ignoreBounds=True)
        for failing, colour in ((False, colours.blue), (True, colours.vermillion)):
            places = [place for place, one in enumerate(self.reaches) if one.failing == failing]
            if places:
                self._draw_bars(places, colour, framed=failing)
        line = pg.InfiniteLine(0, 0, pg.mkPen(colours.ink, width=1))
        self.addItem(line, ignoreBounds=True)
        self._draw_arrows(colours.blue, colours.vermillion)
        self._draw_over()

    def _draw_bars(self, places: Sequence[int], colour: str, *, framed: bool) -> None:
        """Bars from end to end; those that fail also have a double border."""
        low = np.array([-min(self.reaches[place].below, FARTHEST) for place in places])
        high = np.array([min(self.reaches[place].above, FARTHEST) for place in places])
        brush = pg.mkBrush(faint(colour, 0.3 if framed else 0.6))
        looks = [(_WIDTH, brush, pg.mkPen(colour, width=2) if framed else None)]
        looks += [(_WIDTH / 2, None, pg.mkPen(colour, width=1))] if framed else []
        for width, filled, pen in looks:
            bars = pg.BarGraphItem(x=places, y0=low, y1=high, width=width, brush=filled, pen=pen)
            self.addItem(bars, ignoreBounds=True)

    def _draw_arrows(self, met: str, failing: str) -> None:
        """What reaches farther than is drawn continues as an arrow."""
        spots = []
        size = max(5, round(step(self, 0.6)))
        for place, one in enumerate(self.reaches):
            colour = failing if one.failing else met
            for reach, way, symbol in ((one.above, 1, "t1"), (one.below, -1, "t")):
                if reach > FARTHEST:
                    spot = {"pos": (place, way * (FARTHEST + 0.2)), "symbol": symbol, "size": size}
                    spots.append(spot | {"brush": pg.mkBrush(colour), "pen": None})
        if spots:
            self.addItem(pg.ScatterPlotItem(spots=spots), ignoreBounds=True)

    def _draw_over(self) -> None:
        self._clear_over()
        if self.selection is None or not self.reaches:
            return
        colours = self.colours()
        pen = pg.mkPen(colours.accent if self.hasFocus() else colours.muted, width=2)
        edge = FARTHEST + 0.4
        frame = pg.BarGraphItem(x=[self.selection], y0=[-edge], y1=[edge], width=1.0, brush=None, pen=pen)
        frame.setZValue(20)
        self._over(frame)

    # input -------------------------------------------------------------------------------------------

    def point_at(self, position: QPointF) -> int | None:
        number = round(self.spot_at(position)[0])
        return number if 0 <= number < len(self.reaches) else None

    def next_by(self, key: int) -> int | None:
        last = len(self.reaches) - 1
        at = -1 if self.selection is None else self.selection
        moves: dict[int, int] = {
            Qt.Key.Key_Right: at + 1,
            Qt.Key.Key_Left: max(at, 1) - 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        return min(max(moves[key], 0), last) if self.reaches and key in moves else None

    def _place(self) -> None:
        """Name the levels at the axis that fit; overlapping names would be unreadable."""
        room = self.getViewBox().height() / (2 * FARTHEST + 1)
        line = self.fontMetrics().height()
        named = next((levels for apart, levels in _NAMED if room * apart >= line), _NAMED[-1][1])
        if named != self.named:
            self.named = named
            self.getAxis("left").setTicks([[(level, self._names[level]) for level in named]])
