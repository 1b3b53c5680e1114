"""The R-U map: settings as dots, those that no other beats joined, strategies as marks with their names."""

from collections.abc import Sequence
from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, Qt, Signal, Slot
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from sdc_desktop.ui.theme import step
from sdc_desktop.ui.widgets.direct_labels import add_labels, part_labels
from sdc_desktop.ui.widgets.plot_marks import Cross
from sdc_desktop.ui.widgets.plot_style import LOOKS, CalmPlot, small_font

Spot = tuple[float, float]  # risk, utility


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
    max_risk: float


class RuPlot(CalmPlot):
    """Marks come first when something is clicked or gone through with the arrow keys, then dots."""

    selected = Signal(object)  # int: a mark, or the number of marks and on from there a dot
    wanted = Signal(object)  # int

    def __init__(
        self, risk: str, utility: str, optimum: str, tolerable: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setLabel("bottom", risk)
        self.setLabel("left", utility)
        for side in ("bottom", "left"):
            self.getAxis(side).enableAutoSIPrefix(False)
        self._texts = optimum, tolerable
        self.picture: RuPicture | None = None
        self.selection: int | None = None
        self._labels: list[pg.TextItem] = []
        self._places: list[Spot] = []
        self._ring: pg.ScatterPlotItem | None = None
        self.getPlotItem().getViewBox().sigResized.connect(self._part)

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

    def select(self, index: int | None) -> None:
        """Put a ring around something; nothing is told of it."""
        self.selection = index
        if self._ring is not None:
            self._ring.setData([] if index is None else [{"pos": self.spots()[index]}])

    # drawing -----------------------------------------------------------------------------------------

    def _draw(self) -> None:
        self.clear()
        self._labels, self._places, self._ring = [], [], None
        colours, shown = self.dress(), self.picture
        if shown is None:
            return
        most = max([shown.max_risk, *(spot[0] for spot in self.spots())], default=1.0)
        self.setXRange(0, most * 1.15, padding=0)
        self.setYRange(0, 112, padding=0)
        limit = pg.InfiniteLine(
            shown.max_risk,
            pen=pg.mkPen(colours.vermillion, width=1.5, style=Qt.PenStyle.DashLine),
            label=self._texts[1],
            labelOpts={"position": 0.96, "color": colours.vermillion, "anchors": [(0, 0.5), (0, 0.5)]},
        )
        limit.label.setFont(small_font(self))
        self.addItem(limit)
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
        told = [(text, *spot, colours.text) for spot, text in _by_spot(named).items()]
        self._ring = pg.ScatterPlotItem(size=18, brush=None, pen=pg.mkPen(colours.accent, width=2))
        self._ring.setZValue(40)
        self.addItem(self._ring)
        gap = most * 0.015
        self._places = [(x + gap, y) for _, x, y, _ in told]
        labels = [(text, x + gap, y, colour) for text, x, y, colour in told]
        self._labels = add_labels(self, labels, small_font(self), leftwards=False)
        if self.selection is not None:
            self.select(self.selection)
        self._part()

    @Slot(object)
    def _part(self, *_arguments: object) -> None:
        part_labels(self, self._labels, self._places)

    # what the officer does ---------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus()
        found = self._at(event.position())
        if found is not None:
            self._take(found)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        found = self._at(event.position())
        if found is not None:
            self.wanted.emit(found)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        number = len(self.spots())
        steps = {Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1}
        if event.key() in steps and number:
            here = self.selection
            self._take(0 if here is None else (here + steps[Qt.Key(event.key())]) % number)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.selection is not None:
            self.wanted.emit(self.selection)
        else:
            super().keyPressEvent(event)

    def _take(self, index: int) -> None:
        self.select(index)
        self.selected.emit(index)

    def _at(self, position: QPointF) -> int | None:
        box = self.getPlotItem().getViewBox()
        near, found = float(step(self, 1.5)), None
        for index, spot in enumerate(self.spots()):
            pixel = self.mapFromScene(box.mapViewToScene(QPointF(*spot)))
            distance = ((pixel.x() - position.x()) ** 2 + (pixel.y() - position.y()) ** 2) ** 0.5
            if distance < near:
                near, found = distance, index
        return found

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in LOOKS and hasattr(self, "_labels"):  # Qt tells before we are made
            self._draw()


def _by_spot(named: Sequence[tuple[str, Spot]]) -> dict[Spot, str]:
    """The names at each spot in one text."""
    found: dict[Spot, list[str]] = {}
    for text, spot in named:
        found.setdefault((round(spot[0], 6), round(spot[1], 6)), []).append(text)
    return {spot: "; ".join(texts) for spot, texts in found.items()}
