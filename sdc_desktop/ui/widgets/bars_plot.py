"""How many records have each category, as bars."""

from collections.abc import Sequence

import pyqtgraph as pg
from PySide6.QtCore import Slot
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QWidget

from sdc_desktop.ui.widgets.plot_style import CalmPlot, small_font
from sdc_desktop.words.words import whole


class BarsPlot(CalmPlot):
    """Bars in the order given, names beneath as far as there is room, counts above where all fit."""

    def __init__(self, records: str, dark: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._after = dark
        self._names: Sequence[str] = ()
        self._counts: Sequence[int] = ()
        self.setLabel("left", records)
        self.getAxis("bottom").setStyle(hideOverlappingLabels=False)
        # the axes are laid out later than the widget: only then labels find their places
        self.getPlotItem().getViewBox().sigResized.connect(self._label)

    def show_bars(self, names: Sequence[str], counts: Sequence[int]) -> None:
        """Show other bars; no more of them than a screen can show."""
        self._names, self._counts = names, counts
        self._draw()

    @property
    def bars(self) -> tuple[tuple[str, int], ...]:
        """What is shown: name and count of each bar."""
        return tuple(zip(self._names, self._counts, strict=True))

    def _draw(self) -> None:
        self.clear()
        colours = self.dress()
        if not self._counts:
            return
        brush = pg.mkBrush(colours.blue if self._after else colours.muted)
        places = list(range(len(self._counts)))
        self.addItem(pg.BarGraphItem(x=places, height=list(self._counts), width=0.8, brush=brush, pen=None))
        self.setXRange(-0.6, len(places) - 0.4, padding=0)
        self._label()

    @Slot(object)
    def _label(self, _box: object = None) -> None:
        """Names where they fit, else every second, third, ... of them; counts only where all fit."""
        if not self._counts:
            return
        self.setYRange(0, max(*self._counts, 1) * self.headroom(), padding=0)
        colours, font = self.colours(), small_font(self)
        metrics = QFontMetricsF(font)
        room = max(self.getPlotItem().getViewBox().width(), 1.0) / len(self._names)
        widest = max(metrics.horizontalAdvance(name) for name in self._names) + 8
        every = max(1, -(-int(widest) // max(int(room), 1)))
        ticks = [(place, name) for place, name in enumerate(self._names) if place % every == every // 2]
        if len(ticks) > 1 and (len(self._names) - 0.4 - ticks[-1][0]) * room < widest / 2:
            ticks.pop()  # it would be cut at the edge
        self.getAxis("bottom").setTicks([ticks])
        texts = [whole(count) for count in self._counts]
        for item in [item for item in self.getPlotItem().items if isinstance(item, pg.TextItem)]:
            self.removeItem(item)
        if max(metrics.horizontalAdvance(text) for text in texts) + 2 <= room:
            for place, text in enumerate(texts):
                label = pg.TextItem(text, color=colours.text, anchor=(0.5, 0.9))
                label.setFont(font)
                label.setPos(place, self._counts[place])
                self.addItem(label, ignoreBounds=True)
