"""A search over time: the best found falls, what nothing is cheaper than rises; between them the gap."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent

from sdc_desktop.ui.qt_locale import decimal_mark
from sdc_desktop.ui.widgets.plots.plot_style import CalmPlot, faint, small_font
from sdc_desktop.words.words import figure

_MOST = 2_000  # moments that are drawn
_LEAST_SECONDS = 1.0
_BEYOND = 1.06  # how far lines reach beyond the last moment, so that its figures are seen
_LEAST_ABOVE = 0.15  # of the range of costs that is free above the highest line
_NAME_LINES = 1.5  # what the name of that line takes


@dataclass(frozen=True)
class Moment:
    """After this many seconds the cost of the best found (None: nothing yet) and the bound."""

    seconds: float
    cost: float | None
    bound: float


class BoundsPlot(CalmPlot):
    """Steps of both, named at their ends; the gap between them shaded."""

    def __init__(self, seconds: str, cost: str, found: str, bound: str) -> None:
        """The names of the axes and of both curves."""
        super().__init__(seconds, cost)
        self.getAxis("left").tickStrings = _tick_strings
        self._names = (found, bound)
        self.moments: tuple[Moment, ...] = ()

    def show_moments(self, moments: Sequence[Moment]) -> None:
        """Show another search, or the same a little later. A bound that nothing has may be infinite."""
        finite = tuple(one for one in moments if np.isfinite(one.bound))
        if finite != self.moments:
            self.moments = finite
            self._draw()

    def _draw(self) -> None:
        self.clear()
        colours = self.dress(bool(self.moments))
        if not self.moments:
            return
        kept = self.moments
        if len(kept) > _MOST:
            places = np.unique(np.linspace(0, len(kept) - 1, _MOST).astype(int))
            kept = tuple(kept[place] for place in places)
        seconds = np.array([one.seconds for one in kept])
        bounds = np.array([one.bound for one in kept])
        found = [place for place, one in enumerate(kept) if one.cost is not None]
        costs = np.array([kept[place].cost for place in found], dtype=np.float64)
        end = max(float(seconds[-1]) * _BEYOND, _LEAST_SECONDS)
        highest = max(float(costs.max(initial=0)), float(bounds.max()), 1e-9)
        lowest = max(0.0, float(bounds[found[0] :].min())) if found else 0.0
        foot = 0.0 if lowest < highest / 2 else lowest - (highest - lowest) * 0.2
        top = highest + (highest - foot) * self._share_above()
        self.setRange(xRange=(0, end * 1.02), yRange=(foot, top), padding=0)
        lower = pg.PlotCurveItem(
            *_steps(seconds, bounds, end), pen=pg.mkPen(colours.purple, width=2, style=Qt.PenStyle.DashLine)
        )
        if found:
            upper = pg.PlotCurveItem(*_steps(seconds[found], costs, end), pen=pg.mkPen(colours.blue, width=2))
            self._shade(seconds[found], bounds[found], upper, end, colours.blue)
            self.addItem(upper, ignoreBounds=True)
            self.write(self._names[0], (end, float(costs.max())), colours.blue, (1.0, 1.0))  # they never meet
        self.addItem(lower, ignoreBounds=True)
        self.write(self._names[1], (end, float(bounds[-1])), colours.purple, (1.0, 0.0))

    def _share_above(self) -> float:
        """How much of the range is free above the highest line, for its name."""
        needed = QFontMetrics(small_font(self)).height() * _NAME_LINES
        room = float(self.getViewBox().height())
        return min(max(_LEAST_ABOVE, needed / max(room - needed, 1.0)), 1.0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._made:
            self._draw()

    def _shade(
        self,
        seconds: npt.NDArray[np.float64],
        bounds: npt.NDArray[np.float64],
        upper: pg.PlotCurveItem,
        end: float,
        colour: str,
    ) -> None:
        lower = pg.PlotCurveItem(*_steps(seconds, bounds, end), pen=None)
        self.addItem(lower, ignoreBounds=True)
        between = pg.FillBetweenItem(upper, lower, brush=pg.mkBrush(faint(colour, 0.12)))
        between.setZValue(-20)
        self.addItem(between, ignoreBounds=True)


def _tick_strings(values: Sequence[float], _scale: float, spacing: float) -> list[str]:
    """Figures as everywhere: thin-space thousands."""
    return [figure(value, 0 if spacing >= 1 else 2, decimal_mark()) for value in values]


def _steps(
    seconds: npt.NDArray[np.float64], values: npt.NDArray[np.float64], end: float
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """The corners of a line that stays until it changes."""
    x = np.append(seconds, max(end, float(seconds[-1])))
    y = np.append(values, values[-1])
    return np.repeat(x, 2)[1:], np.repeat(y, 2)[:-1]
