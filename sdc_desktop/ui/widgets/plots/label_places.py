"""Where names of points go: beside their own point, inside the picture, over as little as possible."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QBrush, QColor, QFont

from sdc_desktop.ui.theme import Colours

Pixels = npt.NDArray[np.float64]  # (points, 2), of the view box
_OUTSIDE, _NAME, _MARK, _LINE, _DOTS, _FAR = 1000.0, 200.0, 100.0, 12.0, 20.0, 5.0  # what each costs
_MANY_DOTS = 20  # below a name cost half of what any number of them does
_RINGS = (1.0, 1.8, 2.8, 4.0)  # distances from the point, in gaps
_SLANT = 0.6  # of the gap, at a corner of the point
_EDGE = 2  # pixels around the letters of a name
_ROUNDS = 4
_OPAQUE = 225  # of 255: what lies below a name is faint
# the ways from a point to its name: first right and left, then above and below, then the corners
_WAYS = (
    *((1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1)),
    *((0.5, -1), (-0.5, -1), (0.5, 1), (-0.5, 1)),
    *((0.9, -1), (-0.9, -1), (0.9, 1), (-0.9, 1)),
)


def name_item(text: str, colour: str, font: QFont, colours: Colours) -> pg.TextItem:
    """A name on a nearly opaque ground; its place is that of its top left corner."""
    ground = QColor(colours.surface)
    ground.setAlpha(_OPAQUE)
    item = pg.TextItem(text, color=colour, anchor=(0, 0), fill=QBrush(ground))
    item.textItem.document().setDocumentMargin(_EDGE)  # the ground covers no more than it must
    item.setFont(font)
    item.setZValue(30)
    return item


def pixels(box: pg.ViewBox, spots: Sequence[tuple[float, float]] | Pixels) -> Pixels:
    """Where points of the data are in a view box."""
    (left, right), (low, high) = box.viewRange()
    across, up = np.asarray(spots, dtype=np.float64).reshape(-1, 2).T
    x = (across - left) / (right - left) * box.width()
    return np.column_stack([x, (high - up) / (high - low) * box.height()])


def around(box: pg.ViewBox, spots: Sequence[tuple[float, float]], half: float) -> list[QRectF]:
    """Squares around points, to be kept free of names."""
    return [QRectF(x - half, y - half, 2 * half, 2 * half) for x, y in pixels(box, spots).tolist()]


def _nothing() -> Pixels:
    return np.zeros((0, 2))


@dataclass(frozen=True)
class Taken:
    """What is in the picture, all in its pixels. ``marks`` are squares around points, a line of ``lines``
    joins points, ``dots`` are small; ``names`` have their place already.
    """

    inside: QRectF
    marks: Sequence[QRectF] = ()
    lines: Sequence[Pixels] = ()
    dots: Pixels = field(default_factory=_nothing)
    names: Sequence[QRectF] = ()

    def cost(self, letters: QRectF) -> float:
        """What it costs that a name is here."""
        cost = _OUTSIDE * (not self.inside.contains(letters))
        cost += _NAME * sum(letters.intersects(name) for name in self.names)
        cost += _MARK * sum(letters.intersects(mark) for mark in self.marks)
        cost += _LINE * sum(is_struck(letters, line) for line in self.lines)
        dots = number_in(letters, self.dots)
        return cost + _DOTS * dots / (dots + _MANY_DOTS)


@dataclass(frozen=True)
class _Offer:
    """A place for a name, and what it costs whatever becomes of the other names."""

    area: QRectF
    letters: QRectF
    cost: float


def put_names(
    box: pg.ViewBox,
    names: Sequence[pg.TextItem],
    spots: Sequence[tuple[float, float]],
    taken: Taken,
    gap: float,
) -> None:
    """Put names beside their spots. One that would be cut, or lie over an earlier one, is not shown."""
    points = [QPointF(*spot) for spot in pixels(box, spots).tolist()]
    sizes = [name.boundingRect().size() for name in names]
    for name, area in zip(names, best_places(points, sizes, taken, gap), strict=True):
        name.setVisible(area is not None)
        if area is not None:
            name.setPos(box.mapToView(area.topLeft()))


def best_places(
    spots: Sequence[QPointF], sizes: Sequence[QSizeF], taken: Taken, gap: float
) -> tuple[QRectF | None, ...]:
    """A place for the name of each spot. Each is chosen for itself, and again while others give way. None
    where a name would be cut or lie over an earlier one.
    """
    offers = [list(_offers(spot, size, taken, gap)) for spot, size in zip(spots, sizes, strict=True)]
    chosen = [min(some, key=lambda one: one.cost) for some in offers]
    for _ in range(_ROUNDS):
        before = list(chosen)
        for number, some in enumerate(offers):
            others = [one.letters for place, one in enumerate(chosen) if place != number]
            chosen[number] = min(some, key=lambda one: one.cost + _overlap(one.letters, others))
        if chosen == before:
            break
    placed: list[QRectF] = []
    for one in chosen:
        if one.cost + _overlap(one.letters, placed) < _NAME:
            placed.append(one.letters)
    return tuple(one.area if one.letters in placed else None for one in chosen)


def _overlap(letters: QRectF, others: Sequence[QRectF]) -> float:
    return _NAME * sum(letters.intersects(other) for other in others)


def _offers(spot: QPointF, size: QSizeF, taken: Taken, gap: float) -> Iterator[_Offer]:
    for number, ring in enumerate(_RINGS):
        for way in _WAYS:
            area = _beside(spot, size, ring * gap, *way)
            letters = area.adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
            yield _Offer(area, letters, taken.cost(letters) + number * _FAR)


def _beside(spot: QPointF, size: QSizeF, gap: float, across: float, up: float) -> QRectF:
    """A name to this side of a point; half a step across, it begins or ends above or below the point."""
    is_beside = abs(across) == 1
    reach = gap * _SLANT if is_beside and up else gap
    x = spot.x() + across * (size.width() / 2 + reach * is_beside) - size.width() / 2
    y = spot.y() + up * (size.height() / 2 + reach) - size.height() / 2
    return QRectF(QPointF(x, y), size)


def number_in(area: QRectF, spots: Pixels) -> int:
    """How many points lie in an area."""
    x, y = spots.T
    within = (x >= area.left()) & (x <= area.right()) & (y >= area.top()) & (y <= area.bottom())
    return int(within.sum())


def is_struck(area: QRectF, line: Pixels) -> bool:
    """Whether a line that joins points crosses an area (Liang and Barsky 1984)."""
    if len(line) < 2:
        return False
    start, step = line[:-1], np.diff(line, axis=0)
    low = np.array([area.left(), area.top()]) - start
    high = np.array([area.right(), area.bottom()]) - start
    with np.errstate(divide="ignore", invalid="ignore"):
        first, second = low / step, high / step
    level = step == 0
    within = (low <= 0) & (high >= 0)
    enter = np.where(level, np.where(within, -np.inf, np.inf), np.fmin(first, second)).max(axis=1)
    leave = np.where(level, np.where(within, np.inf, -np.inf), np.fmax(first, second)).min(axis=1)
    return bool((np.maximum(enter, 0) <= np.minimum(leave, 1)).any())
