"""Intervals against the protection asked for: a bar a cell, in protection levels from its true value."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from sdc_desktop.ui.theme import step
from sdc_desktop.ui.widgets.plot_style import LOOKS, CalmPlot

FARTHEST = 4.0  # levels that are drawn; what goes on is an arrow
_WIDTH = 0.7
_NAMED = (  # how far apart the nearest are, and which levels are named then
    (1, (-4, -3, -2, -1, 0, 1, 2, 3, 4)),
    (2, (-4, -1, 1, 4)),
    (4, (-4, 0, 4)),
)


@dataclass(frozen=True)
class Reach:
    """How far an interval reaches below and above the true value, where 1 is what is asked for; infinite
    where there is no end. ``failing``: a level is not met.
    """

    below: float
    above: float
    failing: bool


class IntervalsPlot(CalmPlot):
    """A bar is looked at by arrow keys or a click, wanted by a double click or Enter."""

    looked_at = Signal(object)  # int: the number of a bar
    wanted = Signal(object)  # int

    def __init__(self, across: str, up: str, value: str, asked: str, parent: QWidget | None = None) -> None:
        """The names of the axes, of the line of true values and of the band of protection."""
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setLabel("bottom", across)
        self.setLabel("left", up)
        for side in ("bottom", "left"):
            self.getAxis(side).enableAutoSIPrefix(False)
        self.getAxis("bottom").setTicks([[]])
        levels = [(0, value), (1, f"+\u2009{asked}"), (-1, f"\u2212\u2009{asked}")]
        further = [(n, f"+\u2009{n:.0f}\u2009\u00d7") for n in (2, 3, 4)]
        further += [(-n, f"\u2212\u2009{n:.0f}\u2009\u00d7") for n in (2, 3, 4)]
        self._names = dict(levels + further)
        self._named: tuple[int, ...] = ()
        self._reaches: tuple[Reach, ...] = ()
        self._at: int | None = None
        self._cursor: list[pg.GraphicsObject] = []

    @property
    def reaches(self) -> tuple[Reach, ...]:
        """What is shown."""
        return self._reaches

    @property
    def at(self) -> int | None:
        """The bar that is looked at."""
        return self._at

    def show_reaches(self, reaches: Sequence[Reach]) -> None:
        """Show other bars."""
        if tuple(reaches) != self._reaches:
            self._reaches, self._at = tuple(reaches), None
            self._draw()

    def stand_at(self, number: int | None) -> None:
        """Look at a bar without telling of it."""
        self._at = number if number is not None and 0 <= number < len(self._reaches) else None
        self._draw_cursor()

    @property
    def named(self) -> tuple[int, ...]:
        """The levels that stand at the axis."""
        return self._named

    # drawing -----------------------------------------------------------------------------------------

    def _draw(self) -> None:
        self.clear()
        self._cursor = []
        colours = self.dress()
        if not self._reaches:
            return
        edge = FARTHEST + 0.5
        self.setRange(xRange=(-1.0, len(self._reaches)), yRange=(-edge, edge), padding=0)
        band = QColor(colours.muted)
        band.setAlphaF(0.14)
        between = pg.LinearRegionItem(
            (-1, 1), "horizontal", pg.mkBrush(band), pg.mkPen(colours.control_border), movable=False
        )
        between.setZValue(-20)
        self.addItem(between, ignoreBounds=True)
        for failing, colour in ((False, colours.blue), (True, colours.vermillion)):
            places = [place for place, one in enumerate(self._reaches) if one.failing == failing]
            if places:
                self._draw_bars(places, colour, framed=failing)
        line = pg.InfiniteLine(0, 0, pg.mkPen(colours.ink, width=1))
        self.addItem(line, ignoreBounds=True)
        self._draw_arrows(colours.blue, colours.vermillion)
        self._draw_cursor()

    def _draw_bars(self, places: Sequence[int], colour: str, *, framed: bool) -> None:
        """Bars from end to end; those that fail have a double border besides their colour."""
        low = np.array([-min(self._reaches[place].below, FARTHEST) for place in places])
        high = np.array([min(self._reaches[place].above, FARTHEST) for place in places])
        brush = QColor(colour)
        brush.setAlphaF(0.3 if framed else 0.6)
        pen = pg.mkPen(colour, width=2) if framed else None
        bars = pg.BarGraphItem(x=places, y0=low, y1=high, width=_WIDTH, brush=pg.mkBrush(brush), pen=pen)
        self.addItem(bars, ignoreBounds=True)
        if framed:
            inner = pg.BarGraphItem(
                x=places, y0=low, y1=high, width=_WIDTH / 2, brush=None, pen=pg.mkPen(colour, width=1)
            )
            self.addItem(inner, ignoreBounds=True)

    def _draw_arrows(self, met: str, failing: str) -> None:
        """What reaches farther than is drawn goes on as an arrow."""
        spots = []
        size = max(5, round(step(self, 0.6)))
        for place, one in enumerate(self._reaches):
            colour = failing if one.failing else met
            for reach, way, symbol in ((one.above, 1, "t1"), (one.below, -1, "t")):
                if reach > FARTHEST:
                    spot = {"pos": (place, way * (FARTHEST + 0.2)), "symbol": symbol, "size": size}
                    spots.append(spot | {"brush": pg.mkBrush(colour), "pen": None})
        if spots:
            self.addItem(pg.ScatterPlotItem(spots=spots), ignoreBounds=True)

    def _draw_cursor(self) -> None:
        for item in self._cursor:
            self.removeItem(item)
        self._cursor = []
        if self._at is None or not self._reaches:
            return
        colours = self.colours()
        pen = pg.mkPen(colours.accent if self.hasFocus() else colours.muted, width=2)
        edge = FARTHEST + 0.4
        frame = pg.BarGraphItem(x=[self._at], y0=[-edge], y1=[edge], width=1.0, brush=None, pen=pen)
        frame.setZValue(20)
        self.addItem(frame, ignoreBounds=True)
        self._cursor.append(frame)

    # input -------------------------------------------------------------------------------------------

    def _bar_at(self, position: QPointF) -> int | None:
        spot = self.getPlotItem().getViewBox().mapSceneToView(self.mapToScene(position.toPoint()))
        number = round(spot.x())
        return number if 0 <= number < len(self._reaches) else None

    def _look(self, number: int) -> None:
        self.stand_at(number)
        self.looked_at.emit(number)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        found = self._bar_at(event.position())
        if found is not None:
            self._look(found)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        found = self._bar_at(event.position())
        if found is not None:
            self.wanted.emit(found)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, last = event.key(), len(self._reaches) - 1
        at = -1 if self._at is None else self._at
        moves: dict[int, int] = {
            Qt.Key.Key_Right: at + 1,
            Qt.Key.Key_Left: max(at, 1) - 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        if self._reaches and key in moves:
            self._look(min(max(moves[key], 0), last))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._at is not None:
            self.wanted.emit(self._at)
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._draw_cursor()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._draw_cursor()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if hasattr(self, "_names"):  # Qt tells before we are made
            self._name_levels()

    def _name_levels(self) -> None:
        """At the axis stand as many levels as there is room for: names on top of one another say nothing."""
        room = self.getPlotItem().getViewBox().height() / (2 * FARTHEST + 1)
        line = self.fontMetrics().height()
        named = next((levels for apart, levels in _NAMED if room * apart >= line), _NAMED[-1][1])
        if named != self._named:
            self._named = named
            self.getAxis("left").setTicks([[(level, self._names[level]) for level in named]])

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in LOOKS and hasattr(self, "_cursor"):  # Qt tells before we are made
            self._draw()
