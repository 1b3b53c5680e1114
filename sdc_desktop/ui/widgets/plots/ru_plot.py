"""The R-U map: settings as dots, those that no other beats joined, strategies as marks with their names."""

from collections.abc import Sequence
from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt, Slot
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from sdc_desktop.ui.theme import step
from sdc_desktop.ui.widgets.plots.plot_style import Cross, SelectionPlot, add_labels, part_labels, small_font

Spot = tuple[float, float]  # risk, utility
_FOOT = 0.02  # of an axis, before 0
_GAP = 1.1  # steps of the grid between a mark and its name: more than the arm of the cross


@dataclass(frozen=True)
class RuMark:
    """A strategy: its name, its place, and whether it is the best for the officer."""

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

    def __init__(
        self, risk: str, utility: str, optimum: str, tolerable: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setLabel("bottom", risk)
        self.setLabel("left", utility)
        self.plain_numbers()
        self._texts = optimum, tolerable
        self.picture: RuPicture | None = None
        self._labels: list[pg.TextItem] = []
        self._places: list[Spot] = []
        self.getPlotItem().getViewBox().sigResized.connect(self._part)

    def show_picture(self, picture: RuPicture) -> None:
        """Show another map; nothing is selected."""
        if picture != self.picture:
            self.picture, self._selected = picture, None
            self._draw()

    def spots(self) -> Sequence[Spot]:
        """Everything that can be selected, in the order of its numbers."""
        if self.picture is None:
            return ()
        return (*(mark.spot for mark in self.picture.marks), *self.picture.dots)

    # drawing -----------------------------------------------------------------------------------------

    def _draw(self) -> None:
        self.clear()
        self._labels, self._places = [], []
        colours, shown = self.dress(bool(self.spots())), self.picture
        if shown is None or not self.spots():
            return
        most = max([shown.max_risk or 0.0, *(spot[0] for spot in self.spots())], default=1.0)
        self.setXRange(-_FOOT * most, most * shown.room, padding=0)  # a mark at 0 is whole
        self.setYRange(-_FOOT * shown.most, 1.12 * shown.most, padding=0)
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
            self.addItem(Cross(shown.optimum, step(self, 0.9), pg.mkPen(colours.ink, width=2)))
            named.append((self._texts[0], shown.optimum))
        texts = [(text, *spot, colours.text) for spot, text in _by_spot(named).items()]
        self._places = [(x, y) for _, x, y, _ in texts]
        self._labels = add_labels(self, texts, small_font(self), leftwards=False)
        self._draw_over()
        self._part()

    def _draw_limit(self, risk: float) -> None:
        colours = self.colours()
        limit = pg.InfiniteLine(
            risk,
            pen=pg.mkPen(colours.vermillion, width=1.5, style=Qt.PenStyle.DashLine),
            label=self._texts[1],
            labelOpts={"position": 0.96, "color": colours.vermillion, "anchors": [(0, 0.5), (0, 0.5)]},
        )
        limit.label.setFont(small_font(self))
        self.addItem(limit)

    def _draw_over(self) -> None:
        self._clear_over()
        if self._selected is not None:
            pen = pg.mkPen(self.colours().accent, width=2)
            ring = pg.ScatterPlotItem(pos=[self.spots()[self._selected]], size=18, brush=None, pen=pen)
            ring.setZValue(40)
            self._over(ring)

    @Slot(object)
    def _part(self, *_arguments: object) -> None:
        part_labels(self, self._labels, self._places, gap=step(self, _GAP))

    # what the officer does ---------------------------------------------------------------------------

    def next_by(self, key: int) -> int | None:
        number, keys = len(self.spots()), Qt.Key
        steps: dict[int, int] = {keys.Key_Right: 1, keys.Key_Down: 1, keys.Key_Left: -1, keys.Key_Up: -1}
        if key not in steps or not number:
            return None
        return 0 if self._selected is None else (self._selected + steps[key]) % number

    def point_at(self, position: QPointF) -> int | None:
        box = self.getPlotItem().getViewBox()
        near, found = float(step(self, 1.5)), None
        for index, spot in enumerate(self.spots()):
            pixel = self.mapFromScene(box.mapViewToScene(QPointF(*spot)))
            distance = ((pixel.x() - position.x()) ** 2 + (pixel.y() - position.y()) ** 2) ** 0.5
            if distance < near:
                near, found = distance, index
        return found


def _by_spot(named: Sequence[tuple[str, Spot]]) -> dict[Spot, str]:
    """The names at each spot in one text."""
    found: dict[Spot, list[str]] = {}
    for text, spot in named:
        found.setdefault((round(spot[0], 6), round(spot[1], 6)), []).append(text)
    return {spot: "; ".join(texts) for spot, texts in found.items()}
