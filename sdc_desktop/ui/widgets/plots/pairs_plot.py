"""Pairs of bars, before and after: before is hollow, after is filled, so that no colour has to tell them."""

from collections.abc import Callable, Sequence

import pyqtgraph as pg
from PySide6.QtGui import QFontMetricsF

from sdc_desktop.ui.widgets.plots.marked_label import AFTER_MARK, BEFORE_MARK
from sdc_desktop.ui.widgets.plots.offered_plot import OfferedPlot
from sdc_desktop.ui.widgets.plots.plot_style import small_font

__all__ = ["AFTER_MARK", "BEFORE_MARK", "Pair", "PairsPlot"]
_WIDTH = 0.4  # of a bar, where a pair has 1
Pair = tuple[str, float, float]  # name, before, after


class PairsPlot(OfferedPlot):
    """Pairs in the order given, names below as far as there is room, figures above where all fit."""

    def __init__(self, unit: str, text_of: Callable[[float], str]) -> None:
        """`unit` names the upright axis, `said` writes a figure."""
        super().__init__(unit)
        self._text_of = text_of
        self.pairs: Sequence[Pair] = ()

    def heights(self) -> Sequence[float]:
        return [max(before, after) for _, before, after in self.pairs]

    def show_pairs(self, pairs: Sequence[Pair]) -> None:
        """Show other pairs."""
        if tuple(pairs) != tuple(self.pairs):
            self.pairs, self.selection = tuple(pairs), None
            self._draw()

    def _draw(self) -> None:
        self.clear()
        colours = self.dress(bool(self.pairs))
        if not self.pairs:
            return
        places = range(len(self.pairs))
        for shift, heights, brush, pen in (
            (-_WIDTH / 2, [pair[1] for pair in self.pairs], None, pg.mkPen(colours.muted, width=2)),
            (_WIDTH / 2, [pair[2] for pair in self.pairs], pg.mkBrush(colours.blue), None),
        ):
            some = [place for place in places if heights[place]]  # a frame of height 0 looks like a few
            bars = {"x": [place + shift for place in some], "height": [heights[place] for place in some]}
            self.addItem(pg.BarGraphItem(**bars, width=_WIDTH * 0.9, brush=brush, pen=pen))
        self.setXRange(-0.6, len(self.pairs) - 0.4, padding=0)
        self._place()
        self._draw_over()

    def _place(self) -> None:
        """Names where they fit, else every second, third, ... of them; figures only where all fit."""
        if not self.pairs:
            return
        heights = [value for _, before, after in self.pairs for value in (before, after)]
        self.setYRange(min(*heights, 0.0), max(*heights, 1e-9) * self.headroom(), padding=0)
        metrics = QFontMetricsF(small_font(self))
        room = max(self.getViewBox().width(), 1.0) / len(self.pairs)
        widest = max(metrics.horizontalAdvance(name) for name, _, _ in self.pairs) + 4
        every = max(1, -(-int(widest) // max(int(room), 1)))
        names = [(place, pair[0]) for place, pair in enumerate(self.pairs) if place % every == 0]
        self.getAxis("bottom").setTicks([names])
        texts = [self._text_of(value) for _, before, after in self.pairs for value in (before, after)]
        tops = enumerate(zip(heights, (-_WIDTH / 2, _WIDTH / 2) * len(self.pairs), strict=True))
        spots = [(number // 2 + shift, max(value, 0.0)) for number, (value, shift) in tops]
        self._write_figures(texts, spots, room * _WIDTH - 6)
