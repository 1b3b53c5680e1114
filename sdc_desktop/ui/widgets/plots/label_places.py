"""Where names of points go: beside their own point, inside the picture, over as little as possible."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from math import hypot

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QBrush, QColor, QFont

from sdc_desktop.ui.theme import Colours

Numbers = npt.NDArray[np.float64]
Pixels = Numbers  # (points, 2), of the view box
_OUTSIDE, _NAME, _MARK, _OTHER, _LINE, _DOTS = 1000.0, 200.0, 100.0, 40.0, 12.0, 20.0  # what each costs
_MANY_DOTS = 20  # below a name cost half of what any number of them does
_RINGS = ((1.0, 0.0), (1.8, 6.0), (2.8, 16.0), (4.0, 50.0))  # distances in gaps, and what they cost
_SLANT = 0.5  # of the gap, at a corner of the point
_EDGE = 2  # pixels around the letters of a name
_FEW = 4  # names whose orders are all tried
_OPAQUE = 225  # of 255: what lies below a name is faint
# the ways from a point to its name: first right and left, then above and below, then the corners
_WAYS = (
    *((1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1)),
    *((0.5, -1), (-0.5, -1), (0.5, 1), (-0.5, 1)),
    *((0.9, -1), (-0.9, -1), (0.9, 1), (-0.9, 1)),
)


def name_item(text: str, colour: str, font: QFont, colours: Colours) -> pg.TextItem:
    """A name on a nearly opaque ground; its place is the place of its top left corner."""
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


@dataclass(frozen=True)
class Taken:
    """What is in the picture, all in its pixels. ``marks`` are squares around points, a line of ``lines``
    joins points, ``dots`` are small; ``names`` have their place already.
    """

    inside: QRectF
    marks: Sequence[QRectF] = ()
    lines: Sequence[Pixels] = ()
    dots: Pixels = field(default_factory=lambda: np.zeros((0, 2)))
    names: Sequence[QRectF] = ()

    def costs(self, letters: Sequence[QRectF]) -> Numbers:
        """What it costs that a name is in each of these places."""
        plain = [
            _OUTSIDE * (not self.inside.contains(area))
            + _NAME * sum(area.intersects(name) for name in self.names)
            + _MARK * sum(area.intersects(mark) for mark in self.marks)
            for area in letters
        ]
        lines = sum((struck(letters, line) for line in self.lines), np.zeros(len(letters)))
        dots = numbers_in(letters, self.dots)
        return np.asarray(np.array(plain) + _LINE * lines + _DOTS * dots / (dots + _MANY_DOTS))


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
    """A place for the name of each spot; names are placed in several orders, for the first may take what
    another needs more. None where a name would be cut or lie over another.
    """
    offers = [
        sorted(_offers(spot, size, taken, gap), key=lambda one: one.cost)
        for spot, size in zip(spots, sizes, strict=True)
    ]
    tried = [_placed(offers, order) for order in _orders(len(offers))]
    best = min(tried, key=_total)
    return tuple(None if one is None else one.area for one in best)


def _orders(number: int) -> Iterator[Sequence[int]]:
    """All orders of a few, the given one first; of many, each comes first once."""
    if number <= _FEW:
        yield from permutations(range(number))
    else:
        yield from ([*range(first, number), *range(first)] for first in range(number))


def _placed(offers: Sequence[Sequence[_Offer]], order: Sequence[int]) -> list[_Offer | None]:
    """The cheapest offer of each name that does not lie over those placed before."""
    found: list[_Offer | None] = [None] * len(offers)
    letters: list[QRectF] = []
    for number in order:
        fitting = (one for one in offers[number] if not any(one.letters.intersects(o) for o in letters))
        best = next(fitting, None)
        if best is not None and best.cost < _NAME:
            found[number] = best
            letters.append(best.letters)
    return found


def _total(placed: Sequence[_Offer | None]) -> float:
    """What all names cost; the first is missed most."""
    costs = [_NAME if one is None else one.cost for one in placed]
    return sum(costs) + sum(_NAME for one in placed[:1] if one is None)


def _offers(spot: QPointF, size: QSizeF, taken: Taken, gap: float) -> Iterator[_Offer]:
    others = [mark.center() for mark in taken.marks if not mark.contains(spot)]
    areas = [_beside(spot, size, ring * gap, *way) for ring, _ in _RINGS for way in _WAYS]
    letters = [area.adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE) for area in areas]
    far = [cost for _, cost in _RINGS for _ in _WAYS]
    for area, inner, cost, further in zip(areas, letters, taken.costs(letters), far, strict=True):
        own = _distance(inner, spot)
        strange = any(_distance(inner, other) < own for other in others)
        yield _Offer(area, inner, float(cost) + further + _OTHER * strange)


def _distance(area: QRectF, spot: QPointF) -> float:
    across = max(area.left() - spot.x(), spot.x() - area.right(), 0.0)
    up = max(area.top() - spot.y(), spot.y() - area.bottom(), 0.0)
    return hypot(across, up)


def _beside(spot: QPointF, size: QSizeF, gap: float, across: float, up: float) -> QRectF:
    """A name to this side of a point; half a step across, it begins or ends above or below the point."""
    is_beside = abs(across) == 1
    reach = gap * _SLANT if is_beside and up else gap
    x = spot.x() + across * (size.width() / 2 + reach * is_beside) - size.width() / 2
    y = spot.y() + up * (size.height() / 2 + reach) - size.height() / 2
    return QRectF(QPointF(x, y), size)


def _edges(areas: Sequence[QRectF]) -> tuple[Numbers, Numbers]:
    """The left upper and the right lower corners of areas, (areas, 1, 2) each."""
    low = np.array([(area.left(), area.top()) for area in areas]).reshape(-1, 1, 2)
    return low, low + np.array([(area.width(), area.height()) for area in areas]).reshape(-1, 1, 2)


def numbers_in(areas: Sequence[QRectF], spots: Pixels) -> Numbers:
    """How many points lie in each area."""
    low, high = _edges(areas)
    inside = (spots >= low.min(axis=0)) & (spots <= high.max(axis=0))
    near = spots[inside.all(axis=1)]  # of thousands, most are far from all areas
    found = ((near >= low) & (near <= high)).all(axis=2).sum(axis=1)
    return np.asarray(found, dtype=np.float64)


def struck(areas: Sequence[QRectF], line: Pixels) -> npt.NDArray[np.bool_]:
    """Whether a line that joins points crosses each area (Liang and Barsky 1984)."""
    if len(line) < 2:
        return np.zeros(len(areas), dtype=np.bool_)
    start, step = line[:-1], np.diff(line, axis=0)
    low, high = (edge - start for edge in _edges(areas))
    with np.errstate(divide="ignore", invalid="ignore"):
        first, second = low / step, high / step
    level, within = step == 0, (low <= 0) & (high >= 0)
    enter = np.where(level, np.where(within, -np.inf, np.inf), np.fmin(first, second)).max(axis=2)
    leave = np.where(level, np.where(within, np.inf, -np.inf), np.fmax(first, second)).min(axis=2)
    return np.asarray((np.maximum(enter, 0) <= np.minimum(leave, 1)).any(axis=1))
