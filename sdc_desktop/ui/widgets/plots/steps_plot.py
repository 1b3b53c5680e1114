"""Step curves that fall to 0: the first with its area shaded, all named beside them, read by a cross-hair."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QKeyEvent, QMouseEvent

from sdc_desktop.ui.theme import Colours
from sdc_desktop.ui.widgets.plots.plot_style import CalmPlot, faint, part_labels

_STYLES = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine, Qt.PenStyle.DashDotLine)
_DRAWN = "\u2014\u2014", "\u2013 \u2013", "\u00b7 \u00b7 \u00b7", "\u2013 \u00b7 \u2013"
_SAMPLES = dict(zip(_STYLES, _DRAWN, strict=True))
_MOST_STEPS = 4_000  # drawn of a curve: no screen shows more
_Line = tuple[np.ndarray, np.ndarray]
_JUMP = 20  # parts of the width that Page Up and Page Down go


@dataclass(frozen=True)
class StepCurve:
    """A name, and steps (from which width on, how high); the last is 0 high.

    ``lowest``: where only bounds are known, the steps of the lower one, the others being the upper.
    """

    name: str
    steps: tuple[tuple[float, float], ...]
    lowest: tuple[tuple[float, float], ...] | None = None

    def at(self, width: float) -> float:
        """The height at a width, at most."""
        return _height(self.steps, width)

    def at_least(self, width: float) -> float:
        """The height at a width, at least."""
        return _height(self.lowest or self.steps, width)


class StepsPlot(CalmPlot):
    """Arrow keys go from step to step of the first curve, the mouse anywhere; `read` reports the place."""

    read = Signal(object)  # float: the width that the cross-hair stands at

    def __init__(self, width: str, height: str) -> None:
        super().__init__(width, height)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.curves: tuple[StepCurve, ...] = ()
        self.at: float | None = None
        self._logarithmic = False
        self._labels: list[pg.TextItem] = []
        self._places: list[tuple[float, float]] = []

    def show_curves(self, curves: Sequence[StepCurve]) -> None:
        """Show other curves; the cross-hair stays where it is, if there is still something."""
        if tuple(curves) == self.curves:
            return
        self.curves = tuple(curves)
        if self.at is not None and self.at > self._widest():
            self.at = None
        self._draw()

    def show_logarithmic(self, logarithmic: bool) -> None:
        """Show widths on a logarithmic or a linear axis. A width of 0 is then at the left edge."""
        self._logarithmic = logarithmic
        self.getAxis("bottom").setLogMode(logarithmic)
        self._draw()

    def stand_at(self, width: float | None) -> None:
        """Put the cross-hair at a width, without telling of it."""
        self.at = width
        self._draw_over()

    # drawing -----------------------------------------------------------------------------------------

    def _draw(self) -> None:
        self.clear()
        self._labels, self._places = [], []
        colours = self.dress(bool(self.curves))
        if not self.curves:
            return
        lines = (colours.blue, colours.vermillion, colours.purple, colours.green)
        highest = max(step[1] for curve in self.curves for step in curve.steps)
        across = (float(self._across(self._least())), float(self._across(self._widest() * 1.03)))
        self.setRange(
            xRange=across if self._logarithmic else (0.0, across[1]),
            yRange=(0.0, max(highest, 1e-9) * 1.12),
            padding=0,
        )
        places = range(len(self.curves))
        for place in sorted(places, key=lambda place: _style(place) != Qt.PenStyle.SolidLine):
            # broken lines over solid ones, which shine through where two curves are equal
            colour = lines[place % len(lines)] if self.isEnabled() else colours.blue
            self._draw_curve(self.curves[place], colour, _style(place), shaded=place == 0)
        self._name(lines, colours)
        self._draw_over()

    def _draw_curve(self, curve: StepCurve, colour: str, style: Qt.PenStyle, *, shaded: bool) -> None:
        x, y = self._outline(curve)
        brush = pg.mkBrush(faint(colour, 0.16)) if shaded else None
        pen = pg.mkPen(colour, width=2, style=style)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)  # else what is below hardly shines through the gaps
        self.addItem(pg.PlotCurveItem(x, y, pen=pen, fillLevel=0 if shaded else None, brush=brush))
        if curve.lowest is not None:
            low = self._outline(StepCurve("", curve.lowest))
            self._draw_bounds((x, y), low, colour, shaded=shaded)

    def _draw_bounds(self, high: _Line, low: _Line, colour: str, *, shaded: bool) -> None:
        """The lower bound as a thin line, and the area between the two bounds hatched."""
        lower = pg.PlotCurveItem(*low, pen=pg.mkPen(colour, width=1))
        self.addItem(lower)
        if shaded:
            upper = pg.PlotCurveItem(*high, pen=None)
            self.addItem(upper)
            hatch = QBrush(QColor(colour), Qt.BrushStyle.FDiagPattern)
            self.addItem(pg.FillBetweenItem(upper, lower, brush=hatch))

    def _name(self, lines: Sequence[str], colours: Colours) -> None:
        if len(self.curves) < 2:
            return
        # in the corner above, which falling curves leave free, in the order of their heights
        x, y = self.viewRange()[0][1], self.viewRange()[1][1]
        order = sorted(range(len(self.curves)), key=lambda place: -self.curves[place].steps[0][1])
        for place in order:
            colour = lines[place % len(lines)] if self.isEnabled() else colours.muted
            text = f"{self.curves[place].name}  {_SAMPLES[_style(place)]}"
            self._labels.append(self.write(text, (x, y), colour, (1.0, 1.0)))
            self._places.append((x, y))
        self._place()

    def _place(self) -> None:
        part_labels(self, self._labels, self._places)

    def _draw_over(self) -> None:
        self._clear_over()
        if self.at is None or not self.curves:
            return
        colours = self.colours()
        pen = pg.mkPen(colours.accent if self.hasFocus() else colours.muted, width=1)
        height = self.curves[0].at(self.at)
        at = float(self._across(self.at))
        upright, level = pg.InfiniteLine(at, 90, pen), pg.InfiniteLine(height, 0, pen)
        dot = pg.ScatterPlotItem([at], [height], size=9, pen=pen, brush=pg.mkBrush(colours.blue))
        for item in (upright, level, dot):
            item.setZValue(20)
            self._over(item)

    def _outline(self, curve: StepCurve) -> _Line:
        x, y = _outline(curve, self._widest())
        return self._across(x), y

    def _across(self, widths: float | np.ndarray) -> np.ndarray:
        """Where widths are drawn."""
        if not self._logarithmic:
            return np.asarray(widths, dtype=np.float64)
        return np.asarray(np.log10(np.maximum(widths, self._least())), dtype=np.float64)

    def _least(self) -> float:
        """Half of the least width above 0 at which a curve falls: the left edge of a logarithmic axis."""
        widths = (step[0] for curve in self.curves for step in curve.steps if step[0] > 0)
        return min(widths, default=1.0) / 2

    def _widest(self) -> float:
        return max((curve.steps[-1][0] for curve in self.curves), default=0.0) or 1.0

    # input -------------------------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._look(event.position())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self._look(event.position())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if not self.curves:
            event.ignore()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._go(self._next(forward=key == Qt.Key.Key_Right))
        elif key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            way = 1 if key == Qt.Key.Key_PageUp else -1
            self._go((self.at or 0.0) + way * self._widest() / _JUMP)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._go(0.0 if key == Qt.Key.Key_Home else self._widest())
        else:
            event.ignore()

    def _next(self, *, forward: bool) -> float:
        """The step of the first curve after, or before, where the cross-hair stands."""
        widths = [step[0] for step in self.curves[0].steps]
        if self.at is None:
            return widths[0]
        if forward:
            return next((width for width in widths if width > self.at), self.at)
        return next((width for width in reversed(widths) if width < self.at), self.at)

    def _look(self, position: QPointF) -> None:
        if self.curves:
            place, _ = self.spot_at(position)
            self._go(10.0**place if self._logarithmic else place)

    def _go(self, width: float) -> None:
        self.stand_at(min(max(width, 0.0), self._widest()))
        self.read.emit(self.at)


def _style(place: int) -> Qt.PenStyle:
    """Of each four curves, which have four colours, the next four have the same in another style."""
    return _STYLES[(place + place // len(_STYLES)) % len(_STYLES)]


def _height(steps: Sequence[tuple[float, float]], width: float) -> float:
    place = int(np.searchsorted([step[0] for step in steps], width, side="right")) - 1
    return steps[max(place, 0)][1]


def _outline(curve: StepCurve, widest: float) -> tuple[np.ndarray, np.ndarray]:
    """The corners of the steps, as far as a screen can show them."""
    steps = np.array([*curve.steps, (max(widest, curve.steps[-1][0]), 0.0)])
    if len(steps) > _MOST_STEPS:
        kept = np.unique(np.linspace(0, len(steps) - 1, _MOST_STEPS).astype(int))
        steps = steps[kept]
    return np.repeat(steps[:, 0], 2)[1:], np.repeat(steps[:, 1], 2)[:-1]
