"""Pairs of bars from 0 to 100 %: two probabilities for each of a few names, and a limit."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import pyqtgraph as pg
from PySide6.QtCore import Qt

from sdc_desktop.ui.widgets.plots.plot_style import CalmPlot, small_font

_WIDTH, _APART = 0.38, 0.2
_TOP = 105  # of the axis
_SIGNS = "\u25a0", "\u25a0", "\u2013 \u2013"  # of both bars and of the limit


@dataclass(frozen=True)
class Pair:
    """A name and two shares from 0 to 1; the second can be missing."""

    name: str
    first: float
    second: float | None = None


class PairedBars(CalmPlot):
    """The first of a pair is pale, the second dark; a dashed line is the limit. A line above says so."""

    def __init__(self, labels: tuple[str, str], limit: str) -> None:
        super().__init__(up="%")
        self._texts = (*labels, limit)
        self.pairs: tuple[Pair, ...] = ()
        self._limit: float | None = None

    def show_pairs(self, pairs: Sequence[Pair], limit: float | None) -> None:
        """Show other pairs, and a limit where there is one."""
        self.pairs, self._limit = tuple(pairs), limit
        self._draw()

    def _draw(self) -> None:
        self.clear()
        colours = self.dress(bool(self.pairs))
        looks = (colours.muted, colours.blue, *((colours.vermillion,) if self._limit is not None else ()))
        legend = " &nbsp; ".join(
            f'<span style="color:{colour}">{sign}</span> {escape(text)}'
            for colour, sign, text in zip(looks, _SIGNS, self._texts, strict=False)
        )
        size = f"{small_font(self).pointSizeF():.1f}pt"
        self.setTitle(legend if self.pairs else None, color=colours.text, size=size)
        if not self.pairs:
            return
        shares = ([one.first for one in self.pairs], [one.second or 0.0 for one in self.pairs])
        for colour, moved, heights in zip(looks, (-_APART, _APART), shares, strict=False):
            places = [place + moved for place in range(len(self.pairs))]
            high = [100 * one for one in heights]
            brush = pg.mkBrush(colour)
            self.addItem(pg.BarGraphItem(x=places, height=high, width=_WIDTH, brush=brush, pen=None))
        if self._limit is not None:
            pen = pg.mkPen(colours.vermillion, width=1.5, style=Qt.PenStyle.DashLine)
            self.addItem(pg.InfiniteLine(100 * self._limit, angle=0, pen=pen), ignoreBounds=True)
        self.getAxis("bottom").setTicks([[(place, one.name) for place, one in enumerate(self.pairs)]])
        self.getAxis("left").setTicks([[(tick, str(tick)) for tick in (0, 50, 100)]])
        self.setXRange(-0.6, len(self.pairs) - 0.4, padding=0)
        self.setYRange(0, _TOP, padding=0)
