"""Bars: how many records each category has; or cut into parts, released, waiting and denied."""

from collections.abc import Sequence
from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF

from sdc_desktop.ui.theme import colours_of
from sdc_desktop.ui.widgets.plots.offered_plot import OfferedPlot
from sdc_desktop.ui.widgets.plots.plot_style import CalmPlot, faint, small_font
from sdc_desktop.words.words import whole

_GAP = 8  # pixels between names


class BarsPlot(OfferedPlot):
    """Bars in the order given, names below as far as there is room, counts above where all fit."""

    def __init__(self, records: str, dark: bool) -> None:
        super().__init__(records)
        self.getAxis("left").whole = True
        self._after = dark
        self._names: Sequence[str] = ()
        self._counts: Sequence[int] = ()
        self.most = 1
        self._apart = 0
        self._end = ""

    def show_bars(
        self,
        names: Sequence[str],
        counts: Sequence[int],
        most: int = 0,
        apart: int = 0,
        across: str = "",
        end: str = "",
    ) -> None:
        """Show other bars; no more of them than a screen can show. The axis reaches to `most`, so that plots
        beside each other have one scale. The last `apart` bars are no values (missing, suppressed) and are
        hatched. `across` names the lower axis. `end`: the others are classes of numbers, named after their
        lower ends, and the last of them ends there; these names are between the bars.
        """
        if tuple(names) != tuple(self._names):
            self.selection = None
        self._names, self._counts = names, counts
        self.most, self._apart = max(most, *counts, 1) if counts else 1, apart
        self._end = end
        self.setLabel("bottom", across or None)
        self.getAxis("bottom").showLabel(bool(across))
        self._draw()

    def heights(self) -> Sequence[float]:
        return self._counts

    @property
    def hatched(self) -> tuple[str, ...]:
        """The names of the bars that are no values."""
        return tuple(self._names[len(self._names) - self._apart :])

    @property
    def bars(self) -> tuple[tuple[str, int], ...]:
        """What is shown: name and count of each bar."""
        return tuple(zip(self._names, self._counts, strict=True))

    def _draw(self) -> None:
        self.clear()
        colours = self.dress(bool(self._counts))
        if not self._counts:
            return
        brush = pg.mkBrush(colours.blue if self._after else colours.muted)
        heights, places = list(self._counts), list(range(len(self._counts)))
        values = len(places) - self._apart
        bars = {"x": places[:values], "height": heights[:values]}
        self.addItem(pg.BarGraphItem(**bars, width=0.8, brush=brush, pen=None))
        if self._apart:
            hatch = QBrush(brush.color(), Qt.BrushStyle.BDiagPattern)
            look = {"width": 0.8, "brush": hatch, "pen": pg.mkPen(brush.color())}
            some = [place for place in places[values:] if heights[place]]  # 0 has no frame
            self.addItem(pg.BarGraphItem(x=some, height=[heights[place] for place in some], **look))
        self._place()
        self._draw_over()

    def _place(self) -> None:
        """Names where they fit, else every second, third, ... of them; counts only where all fit."""
        if not self._counts:
            return
        self.setYRange(0, self.most * self.headroom(), padding=0)
        metrics, number = QFontMetricsF(small_font(self)), len(self._names)
        width = max(self.getViewBox().width(), 1.0)
        beyond = 0.0  # bars, to the right of the last: its name is whole
        if self._apart:
            half = min(metrics.horizontalAdvance(", ".join(self.hatched)) / 2, width / 4)
            beyond = number * half / (width - half)
        self.setXRange(-0.6, number - 0.4 + beyond, padding=0)
        room = width / (number + beyond)
        self.getAxis("bottom").setTicks([self._ticks(metrics, room)])
        spots = [(float(place), float(count)) for place, count in enumerate(self._counts)]
        self._write_figures([whole(count) for count in self._counts], spots, room - 2)

    def _ticks(self, metrics: QFontMetricsF, room: float) -> list[tuple[float, str]]:
        """The names of values as far as they fit where a bar has this `room`, ends of classes between the
        bars; then always the names of what is no value, in one where they do not fit beside each other.
        """
        number = len(self._names)
        values, between = number - self._apart, bool(self._end)
        names = [*self._names[:values], self._end] if between else list(self._names[:values])
        widest = max((metrics.horizontalAdvance(name) for name in names), default=0.0) + _GAP
        every = max(1, -(-int(widest) // max(int(room), 1)))
        first = 0 if between else every // 2
        ticks = [(place - 0.5 * between, names[place]) for place in range(first, len(names), every)]
        if len(ticks) > 1 and not self._apart and (number - 0.4 - ticks[-1][0]) * room < widest / 2:
            ticks.pop()  # it would be cut at the edge

        def fits(place: float, name: str) -> bool:
            needed = (metrics.horizontalAdvance(ticks[-1][1]) + metrics.horizontalAdvance(name)) / 2 + _GAP
            return (place - ticks[-1][0]) * room >= needed

        for place in range(values, number):
            name = self._names[place]
            if place == values:
                while ticks and not fits(place, name):
                    ticks.pop()
            elif not fits(place, name):
                name = f"{ticks.pop()[1]}, {name}"
            ticks.append((place, name))
        return ticks


@dataclass(frozen=True)
class Stack:
    """A name, and how much each part has."""

    name: str
    parts: tuple[int, ...]


class StacksPlot(CalmPlot):
    """The first bar stands above. The axis reaches to `most`, so that growing can be seen."""

    def __init__(self, parts: Sequence[str]) -> None:
        super().__init__()
        self._parts = tuple(parts)
        self.stacks: tuple[Stack, ...] = ()
        self._most = 1
        self.getAxis("bottom").counts = self.getAxis("bottom").whole = True
        self._labels: list[pg.TextItem] = []
        self.getViewBox().invertY(True)

    def show_stacks(self, stacks: Sequence[Stack], most: int) -> None:
        """Show other bars."""
        if (tuple(stacks), most) != (self.stacks, self._most):
            self.stacks, self._most = tuple(stacks), max(most, 1)
            self._draw()

    def _draw(self) -> None:
        self.clear()
        self._labels = []
        colours = self.dress(bool(self.stacks))
        if not self.stacks:
            return
        brushes = (
            QBrush(QColor(colours.blue)),
            QBrush(QColor(colours.vermillion), Qt.BrushStyle.BDiagPattern),
            QBrush(QColor(colours.muted), Qt.BrushStyle.CrossPattern),
        )
        places = list(range(len(self.stacks)))
        starts = [0] * len(places)
        for part, brush in zip(range(len(self._parts)), brushes, strict=False):
            widths = [stack.parts[part] for stack in self.stacks]
            some = [place for place in places if widths[place]]  # 0 has no frame
            across = {"x0": [starts[place] for place in some], "width": [widths[place] for place in some]}
            self.addItem(
                pg.BarGraphItem(**across, y=some, height=0.7, brush=brush, pen=pg.mkPen(brush.color()))
            )
            starts = [start + width for start, width in zip(starts, widths, strict=True)]
        self.setXRange(0, self._most, padding=0.01)
        self.setYRange(-0.6, len(places) - 0.4, padding=0)
        self._place()

    def _place(self) -> None:
        """Names and numbers as far as there is room for them now."""
        for label in self._labels:
            self.removeItem(label)
        self._labels = []
        if not self.stacks:
            return
        colours, metrics = colours_of(self), QFontMetricsF(small_font(self))
        names = [stack.name if len(stack.name) <= 14 else f"{stack.name[:13]}\u2026" for stack in self.stacks]
        room = max(self.getViewBox().height() / len(names), 1.0)
        every = max(1, -(-int(metrics.height()) // int(room)))
        self.getAxis("left").setTicks([[(p, name) for p, name in enumerate(names) if p % every == 0]])
        ground = faint(colours.surface, 0.8)
        scale = max(self.getViewBox().width(), 1.0) / self._most
        for place, stack in enumerate(self.stacks):
            if place % every:
                continue
            start = 0
            for number in stack.parts:
                text = whole(number)
                if number and metrics.horizontalAdvance(text) + 10 < number * scale:
                    spot = start + number / 2, place
                    self._labels.append(self.write(text, spot, colours.text, (0.5, 0.5), ground))
                start += number
