"""The R-U map: settings as dots, those that no other beats joined, strategies as marks with their names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF

from sdc_desktop.ui.theme import step
from sdc_desktop.ui.widgets.plots.label_places import Taken, around, name_item, pixels, put_names
from sdc_desktop.ui.widgets.plots.plot_style import SelectionPlot, Spot, cross, small_font

_ARM = 0.9  # of the cross, in steps of the grid
_GAP = 1.1  # steps of the grid between a mark and its name: more than the arm of the cross
_HALF = 0.6  # of the square that a mark takes
_LIMIT_NAME = 0.96  # of the height, where the name of the limit is
_WIDEST = 0.6  # of the picture, that a name may take in any case
_FOOT, _NAME_FOOT = 0.12, 3.2  # before 0 at most: of an axis, in steps of the grid
_HEAD = 1.12  # how far the upright axis reaches, where 1 is the highest point


@dataclass(frozen=True)
class RuMark:
    """A strategy: its name, its place, and whether it is the best by the user's weight."""

    name: str
    spot: Spot
    best: bool


@dataclass(frozen=True)
class RuPicture:
    """All that is drawn; risk and utility in percent."""

    dots: tuple[Spot, ...]
    front: tuple[Spot, ...]
    marks: tuple[RuMark, ...]
    optimum: Spot | None
    max_risk: float | None  # None: no limit is drawn
    most: float = 100.0  # that the upright axis shows
    room: float = 1.15  # of the lower axis, for names to the right of points


class RuPlot(SelectionPlot):
    """Marks come first when something is clicked or gone through with the arrow keys, then dots.

    What is selected is the number of a mark, or the number of marks and on from there a dot.
    """

    def __init__(self, risk: str, utility: str, optimum: str, tolerable: str) -> None:
        super().__init__(risk, utility)
        for side in ("left", "bottom"):
            self.getAxis(side).least = 0.0
        self._texts = optimum, tolerable
        self.picture: RuPicture | None = None
        self._labels: list[pg.TextItem] = []
        self._places: list[Spot] = []
        self._names: Mapping[Spot, str] = {}
        self._limit: pg.InfiniteLine | None = None

    def show_picture(self, picture: RuPicture) -> None:
        """Show another map; nothing is selected."""
        if picture != self.picture:
            self.picture, self.selection = picture, None
            self._draw()

    def spots(self) -> Sequence[Spot]:
        """Everything that can be selected, in the order of its numbers."""
        if self.picture is None:
            return ()
        return (*(mark.spot for mark in self.picture.marks), *self.picture.dots)

    # drawing -----------------------------------------------------------------------------------------

    def _draw(self) -> None:
        self.clear()
        self._labels, self._places, self._limit = [], [], None
        colours, shown = self.dress(bool(self.spots())), self.picture
        if shown is None or not self.spots():
            return
        if shown.max_risk is not None:
            self._draw_limit(shown.max_risk)
        dot = pg.mkBrush(colours.muted)
        if shown.dots:
            self.addItem(pg.ScatterPlotItem(pos=list(shown.dots), size=4, brush=dot, pen=None))
        if len(shown.front) > 1:
            pen = pg.mkPen(colours.muted, width=1)
            self.plot([x for x, _ in shown.front], [y for _, y in shown.front], pen=pen)
        for mark in sorted(shown.marks, key=lambda mark: mark.best):  # the best on top of others there
            brush = pg.mkBrush(colours.blue) if mark.best else pg.mkBrush(QColor(colours.surface))
            self.addItem(
                pg.ScatterPlotItem(pos=[mark.spot], size=11, brush=brush, pen=pg.mkPen(colours.blue, width=2))
            )
        named = [(mark.name, mark.spot) for mark in shown.marks]
        if shown.optimum is not None:
            self.addItem(cross(shown.optimum, step(self, _ARM), pg.mkPen(colours.ink, width=2)))
            named.append((self._texts[0], shown.optimum))
        best = [_rounded(mark.spot) for mark in shown.marks if mark.best]
        self._names = _by_spot(named)
        self._places = sorted(self._names, key=lambda spot: spot not in best)  # the best is named first
        for _ in self._places:
            label = name_item("", colours.text, small_font(self), colours)
            self.addItem(label, ignoreBounds=True)
            self._labels.append(label)
        self._draw_over()
        self._place()

    def _draw_limit(self, risk: float) -> None:
        colours = self.colours()
        limit = pg.InfiniteLine(
            risk,
            pen=pg.mkPen(colours.vermillion, width=1.5, style=Qt.PenStyle.DashLine),
            label=self._texts[1],
            labelOpts={"position": _LIMIT_NAME, "color": colours.vermillion, "anchors": [(0, 0.5), (0, 0.5)]},
        )
        limit.label.setFont(small_font(self))
        self.addItem(limit)
        self._limit = limit

    def _draw_over(self) -> None:
        self._clear_over()
        if self.selection is not None:
            pen = pg.mkPen(self.colours().accent, width=2)
            ring = pg.ScatterPlotItem(pos=[self.spots()[self.selection]], size=18, brush=None, pen=pen)
            ring.setZValue(40)
            self._over(ring)

    def _place(self) -> None:
        """Fit the axes, so that a mark at 0 is whole, and put each name beside its mark."""
        shown, box = self.picture, self.getViewBox()
        if shown is None or not self.spots() or box.height() < 1:
            return
        right = max(shown.max_risk or 0.0, *(spot[0] for spot in self.spots())) * shown.room or 1.0
        low, high = (_foot(step(self), length) for length in (box.width(), box.height()))
        top = _HEAD * shown.most
        self.setRange(xRange=(-low * right, right), yRange=(-high * top, top), padding=0)
        self._shorten(box)
        put_names(box, self._labels, self._places, self._taken(box, shown), step(self, _GAP))

    def _shorten(self, box: pg.ViewBox) -> None:
        """Shorten names that have no room to either side of their marks."""
        metrics, gap = QFontMetricsF(small_font(self)), 2 * step(self, _GAP)
        across = pixels(box, self._places)[:, 0].tolist()
        for label, place, x in zip(self._labels, self._places, across, strict=True):
            room = max(_WIDEST * box.width(), x - gap, box.width() - x - gap)
            label.setText(metrics.elidedText(self._names[place], Qt.TextElideMode.ElideRight, room))

    def _taken(self, box: pg.ViewBox, shown: RuPicture) -> Taken:
        """What names should leave free."""
        height, marks = box.height(), around(box, self._places, step(self, _HALF))
        lines, names = [pixels(box, shown.front)], []
        if self._limit is not None and shown.max_risk is not None:
            across = float(pixels(box, [(shown.max_risk, 0.0)])[0, 0])
            size = self._limit.label.boundingRect().size()
            top = max(height * (1 - _LIMIT_NAME), size.height() / 2)  # whole in a low picture
            self._limit.label.setPosition(1 - top / height)
            names.append(QRectF(QPointF(across, top - size.height() / 2), size))
            lines.append(np.array([(across, 0.0), (across, height)]))
        return Taken(QRectF(0, 0, box.width(), height), marks, lines, pixels(box, shown.dots), names)

    # what the officer does ---------------------------------------------------------------------------

    def next_by(self, key: int) -> int | None:
        number, keys = len(self.spots()), Qt.Key
        steps: dict[int, int] = {keys.Key_Right: 1, keys.Key_Down: 1, keys.Key_Left: -1, keys.Key_Up: -1}
        if key not in steps or not number:
            return None
        return 0 if self.selection is None else (self.selection + steps[key]) % number

    def point_at(self, position: QPointF) -> int | None:
        return self.nearest(position, self.spots(), 1.5)


def _foot(unit: float, length: float) -> float:
    """How much of an axis is before 0, where 1 is all after it: a mark at 0 is whole and, in a large picture,
    has room for its name.
    """
    pixels = max((_ARM + 0.3) * unit, min(_NAME_FOOT * unit, _FOOT * length))
    return pixels / max(length - pixels, pixels)


def _by_spot(named: Sequence[tuple[str, Spot]]) -> dict[Spot, str]:
    """The names at each spot in one text."""
    found: dict[Spot, list[str]] = {}
    for text, spot in named:
        found.setdefault(_rounded(spot), []).append(text)
    return {spot: "; ".join(texts) for spot, texts in found.items()}


def _rounded(spot: Spot) -> Spot:
    return round(spot[0], 6), round(spot[1], 6)
