"""Bars beneath one another, a name each, cut into parts: released, waiting, denied. Counts stand within."""

from collections.abc import Sequence
from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QBrush, QColor, QFontMetricsF
from PySide6.QtWidgets import QWidget

from sdc_desktop.ui.theme import colours_of
from sdc_desktop.ui.widgets.plot_style import CalmPlot, small_font
from sdc_desktop.words.words import whole


@dataclass(frozen=True)
class Stack:
    """A name, and how much each part has."""

    name: str
    parts: tuple[int, ...]


class StacksPlot(CalmPlot):
    """The first bar stands above. The axis reaches to `most`, so that growing can be seen."""

    def __init__(self, parts: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts = tuple(parts)
        self._stacks: tuple[Stack, ...] = ()
        self._most = 1
        self.getAxis("bottom").enableAutoSIPrefix(False)
        self._labels: list[pg.TextItem] = []
        self.getViewBox().invertY(True)
        self.getViewBox().sigResized.connect(self._rename)

    @property
    def stacks(self) -> tuple[Stack, ...]:
        """What is shown."""
        return self._stacks

    def show_stacks(self, stacks: Sequence[Stack], most: int) -> None:
        """Show other bars."""
        if (tuple(stacks), most) != (self._stacks, self._most):
            self._stacks, self._most = tuple(stacks), max(most, 1)
            self._draw()

    def _draw(self) -> None:
        self.clear()
        self._labels = []
        colours = self.dress()
        if not self._stacks:
            return
        brushes = (
            QBrush(QColor(colours.blue)),
            QBrush(QColor(colours.vermillion), Qt.BrushStyle.BDiagPattern),
            QBrush(QColor(colours.muted), Qt.BrushStyle.CrossPattern),
        )
        places = list(range(len(self._stacks)))
        starts = [0] * len(places)
        for part, brush in zip(range(len(self._parts)), brushes, strict=False):
            widths = [stack.parts[part] for stack in self._stacks]
            pen = pg.mkPen(brush.color())
            bars = pg.BarGraphItem(x0=starts, y=places, width=widths, height=0.7, brush=brush, pen=pen)
            self.addItem(bars)
            starts = [start + width for start, width in zip(starts, widths, strict=True)]
        self.setXRange(0, self._most, padding=0.01)
        self.setYRange(-0.6, len(places) - 0.4, padding=0)
        self._rename()

    @Slot()
    def _rename(self) -> None:
        """Names and numbers as far as there is room for them now."""
        for label in self._labels:
            self.removeItem(label)
        self._labels = []
        if self._stacks:
            colours = colours_of(self)
            self._name(colours.text, colours.surface)

    def _name(self, colour: str, ground: str) -> None:
        font = small_font(self)
        metrics = QFontMetricsF(font)
        names = [
            stack.name if len(stack.name) <= 14 else f"{stack.name[:13]}\u2026" for stack in self._stacks
        ]
        room = max(self.getViewBox().height() / len(names), 1.0)
        every = max(1, -(-int(metrics.height()) // int(room)))
        self.getAxis("left").setTicks([[(p, name) for p, name in enumerate(names) if p % every == 0]])
        fill = QColor(ground)
        fill.setAlpha(200)
        scale = max(self.getViewBox().width(), 1.0) / self._most
        for place, stack in enumerate(self._stacks):
            if place % every:
                continue
            start = 0
            for number in stack.parts:
                text = whole(number)
                if number and metrics.horizontalAdvance(text) + 10 < number * scale:
                    label = pg.TextItem(text, color=colour, anchor=(0.5, 0.5), fill=pg.mkBrush(fill))
                    label.setFont(font)
                    label.setPos(start + number / 2, place)
                    self.addItem(label, ignoreBounds=True)
                    self._labels.append(label)
                start += number
