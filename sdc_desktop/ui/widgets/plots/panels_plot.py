"""Small panels of one kind in a grid: lines on a logarithmic axis, or bars with a line to compare them to."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg
from PySide6.QtCore import QSize, Qt, QTimer, Slot
from PySide6.QtGui import QColor

from sdc_desktop.ui.qt_locale import localised
from sdc_desktop.ui.theme import Colours, colours_of, step
from sdc_desktop.ui.widgets.plots.plot_style import Redrawn, dress_axis, local_axes, small_font
from sdc_desktop.words.words import whole

Numbers = npt.NDArray[np.float64]
_MOST_POINTS = 400  # drawn of a line: no panel shows more
_COLUMNS = 3
_SHORT = 1.6  # powers of ten, below which 2 and 5 of them are ticks, too
_MOST_TICKS = 4
_ROW, _FOOT = 11, 3  # the least height of a row of panels and of the name below them, in steps of the grid


@dataclass(frozen=True)
class PanelLine:
    """A name, and the points of a line, x ascending."""

    name: str
    x: Numbers
    y: Numbers


@dataclass(frozen=True)
class Panel:
    """Either `lines` or `bars` (one per name) with `marks` to compare them with, under a title."""

    title: str
    lines: tuple[PanelLine, ...] = ()
    names: tuple[str, ...] = ()
    bars: tuple[float, ...] = ()
    marks: tuple[float, ...] = ()
    failing: bool = False
    note: str = ""  # beside the title


class PanelsPlot(Redrawn, pg.GraphicsLayoutWidget):
    """Lines are drawn as far as `play_to` says; the axes stay. Bars of all panels have one scale. Looked at,
    not dragged about.
    """

    def __init__(self, across: str = "", *, logarithmic: bool) -> None:
        """`across` names the level axis of all panels."""
        super().__init__()
        self.across = across
        self._logarithmic = logarithmic
        self.panels: tuple[Panel, ...] = ()
        self._plots: list[pg.PlotItem] = []
        self._curves: list[list[pg.PlotDataItem]] = []
        self.until: float | None = None
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._draw)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.ci.setContentsMargins(0, 0, 0, 0)
        self.ci.setSpacing(2)
        self._made = True

    def show_panels(self, panels: Sequence[Panel], across: str | None = None) -> None:
        """Show other panels, and name the level axis if it has another name."""
        rows, self.panels = self._rows, tuple(panels)
        if self._rows != rows:
            self.setMinimumHeight(step(self, self._rows * _ROW + _FOOT))
        self.across = self.across if across is None else across
        self._draw()

    @property
    def _rows(self) -> int:
        return -(-len(self.panels) // _COLUMNS)

    def play_to(self, until: float | None) -> None:
        """Draw lines up to this x."""
        if until != self.until:
            self.until = until
            self._play()

    def sizeHint(self) -> QSize:
        return QSize(step(self, 40), step(self, 26))

    def minimumSizeHint(self) -> QSize:
        return QSize(step(self, 24), step(self, 14))

    # drawing -----------------------------------------------------------------------------------------

    @Slot()
    def _draw(self) -> None:
        self._outdated = False
        self.clear()
        self._plots, self._curves = [], []
        colours = colours_of(self)
        self.setBackground(QColor(colours.surface))
        columns = min(_COLUMNS, len(self.panels)) or 1
        for place, panel in enumerate(self.panels):
            plot = self.addPlot(
                row=place // columns, col=place % columns, axisItems=local_axes(), enableMenu=False
            )
            self._dress(plot, panel, colours)
            self._plots.append(plot)
            if panel.bars:
                self._draw_bars(plot, panel, colours)
            else:
                self._draw_lines(plot, panel, colours)
        if not self.panels:
            return
        size = f"{small_font(self).pointSizeF():.1f}pt"
        self.addLabel(self.across, row=self._rows, col=0, colspan=columns, color=colours.muted, size=size)
        self._play()

    def _dress(self, plot: pg.PlotItem, panel: Panel, colours: Colours) -> None:
        plot.setMouseEnabled(x=False, y=False)
        plot.setMenuEnabled(False)
        plot.hideButtons()
        font = small_font(self)
        colour = colours.vermillion if panel.failing else colours.text
        size = f"{font.pointSizeF():.1f}pt"
        plot.setTitle(f"{panel.title} {panel.note}".strip(), color=colour, size=size)
        for side in ("left", "bottom"):
            dress_axis(plot.getAxis(side), colours, font)

    def _draw_lines(self, plot: pg.PlotItem, panel: Panel, colours: Colours) -> None:
        if self._logarithmic:
            plot.setLogMode(x=True, y=True)
        styles = ((colours.blue, Qt.PenStyle.SolidLine), (colours.vermillion, Qt.PenStyle.DashLine))
        curves = []
        for _, (colour, style) in zip(panel.lines, styles, strict=False):
            pen = pg.mkPen(colour if self.isEnabled() else colours.muted, width=1.6, style=style)
            curves.append(plot.plot([], [], pen=pen, connect="finite"))
        self._curves.append(curves)
        lines = [line for line in panel.lines if len(line.x)]
        y = np.concatenate([np.zeros(0), *(line.y for line in lines)])
        y = y[np.isfinite(y) & (y > 0 if self._logarithmic else np.isfinite(y))]
        if not len(y):  # axes without data would be invented
            plot.hideAxis("left")
            plot.hideAxis("bottom")
            return
        x = np.concatenate([line.x for line in lines])
        low, high = (float(x.min()), float(x.max())), (float(y.min()), float(y.max()))
        if self._logarithmic:
            lowest = max(high[0], high[1] * 1e-4)
            plot.setXRange(np.log10(low[0]), np.log10(max(low[1], low[0] * 2)), padding=0.02)
            plot.setYRange(np.log10(lowest), np.log10(high[1] * 1.3), padding=0.02)
            _few_ticks(plot)
        else:
            plot.setXRange(*low, padding=0.02)
            plot.setYRange(0, high[1] * 1.1, padding=0)

    def _draw_bars(self, plot: pg.PlotItem, panel: Panel, colours: Colours) -> None:
        places = np.arange(len(panel.bars), dtype=np.float64)
        self._curves.append([])
        brush = pg.mkBrush(colours.blue if self.isEnabled() else colours.control_border)
        plot.addItem(pg.BarGraphItem(x=places, height=list(panel.bars), width=0.7, brush=brush, pen=None))
        edges = np.repeat(places, 2) + np.tile([-0.42, 0.42], len(places))
        marks = np.repeat(np.array(panel.marks), 2)
        pen = pg.mkPen(colours.vermillion, width=2)
        plot.addItem(pg.PlotCurveItem(edges, marks, connect="pairs", pen=pen))
        highest = max((height for one in self.panels for height in (*one.bars, *one.marks)), default=0.0)
        plot.setXRange(-0.6, len(places) - 0.4, padding=0)
        plot.setYRange(0, max(highest, 1e-9) * 1.1, padding=0)
        every = max(1, -(-len(panel.names) // 4))
        ticks = [(float(p), name) for p, name in enumerate(panel.names) if p % every == 0]
        plot.getAxis("bottom").setTicks([ticks])

    def _play(self) -> None:
        for panel, curves in zip(self.panels, self._curves, strict=True):
            for line, curve in zip(panel.lines, curves, strict=False):
                end = len(line.x)
                if self.until is not None:
                    end = int(np.searchsorted(line.x, self.until, side="right"))
                shown = _thinned(end)
                y = line.y[shown]
                if self._logarithmic:
                    y = np.where(y > 0, y, np.nan)
                curve.setData(line.x[shown], y)

    def _draw_again(self) -> None:
        self._later.start()  # not now: Qt is telling the panels as well, and they would be gone


def _thinned(number: int) -> npt.NDArray[np.int64]:
    """Places among this many that look the same on a logarithmic axis, the last with them."""
    if number <= _MOST_POINTS:
        return np.arange(number)
    return np.unique(np.geomspace(1, number, _MOST_POINTS).astype(np.int64)) - 1


def _few_ticks(plot: pg.PlotItem) -> None:
    """Round figures with room between them: powers of ten, or 1, 2 and 5 of them where these are few."""
    for side, (low, high) in zip(("bottom", "left"), plot.viewRange(), strict=True):
        powers = range(int(np.floor(low)), int(np.ceil(high)) + 1)
        places = [10.0**power for power in powers]
        if high - low < _SHORT:
            places = [factor * ten for ten in places for factor in (1, 2, 5)]
        within = [number for number in places if low <= np.log10(number) <= high]
        every = -(-len(within) // _MOST_TICKS) or 1
        ticks = [(float(np.log10(number)), _written(number)) for number in within[::every]]
        plot.getAxis(side).setTicks([ticks])


def _written(number: float) -> str:
    return whole(round(number)) if number >= 1 else localised(f"{number:g}")
