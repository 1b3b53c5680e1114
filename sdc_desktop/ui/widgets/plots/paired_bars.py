"""Pairs of bars from 0 to 100 %: two probabilities for each of a few names, and a limit."""

from collections.abc import Sequence
from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from sdc_desktop.ui.widgets.plots.plot_style import CalmPlot, small_font

_WIDTH, _APART = 0.38, 0.2
_TOP = 1.18  # of the axis: room for the legend above the bars


@dataclass(frozen=True)
class Pair:
    """A name and two shares from 0 to 1; the second can be missing."""

    name: str
    first: float
    second: float | None = None


class PairedBars(CalmPlot):
    """The first of a pair is pale, the second dark; a dashed line is the limit."""

    def __init__(self, labels: tuple[str, str], limit: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._labels, self._limit_label = labels, limit
        self._pairs: tuple[Pair, ...] = ()
        self._limit: float | None = None
        self.setLabel("left", "%")
        self.plain_numbers()
        self._legend = self.getPlotItem().addLegend(offset=(-8, 4), colCount=3)

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """What is shown."""
        return self._pairs

    def show_pairs(self, pairs: Sequence[Pair], below: str, limit: float | None) -> None:
        """Show other pairs, the name of their axis, and a limit where there is one."""
        self._pairs, self._limit = tuple(pairs), limit
        self.setLabel("bottom", below)
        self._draw()

    def _draw(self) -> None:
        self.clear()
        self._legend.clear()
        colours = self.dress()
        if not self._pairs:
            return
        self._legend.setLabelTextColor(colours.text)
        self._legend.setLabelTextSize(f"{small_font(self).pointSizeF():g}pt")
        shares = ([one.first for one in self._pairs], [one.second or 0.0 for one in self._pairs])
        looks = ((colours.muted, -_APART), (colours.blue, _APART))
        for (colour, moved), heights, label in zip(looks, shares, self._labels, strict=True):
            places = [place + moved for place in range(len(self._pairs))]
            bars = pg.BarGraphItem(
                x=places,
                height=[100 * one for one in heights],
                width=_WIDTH,
                brush=pg.mkBrush(colour),
                pen=None,
            )
            self.addItem(bars)
            self._legend.addItem(bars, label)
        if self._limit is not None:
            pen = pg.mkPen(colours.vermillion, width=1.5, style=Qt.PenStyle.DashLine)
            self.addItem(pg.InfiniteLine(100 * self._limit, angle=0, pen=pen), ignoreBounds=True)
            self._legend.addItem(pg.PlotDataItem(pen=pen), self._limit_label)
        self.getAxis("bottom").setTicks([[(place, one.name) for place, one in enumerate(self._pairs)]])
        self.getAxis("left").setTicks([[(tick, str(tick)) for tick in range(0, 101, 20)]])
        self.setXRange(-0.6, len(self._pairs) - 0.4, padding=0)
        self.setYRange(0, 100 * _TOP, padding=0)
