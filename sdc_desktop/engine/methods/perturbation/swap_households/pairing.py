"""Which households exchange their areas: drawn with probabilities by weight, coarse level to fine.

A draw by weight w takes the largest w/E, E exponential (Efraimidis and Spirakis 2006): without replacement,
and for all households at once.
"""

import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.store.packed_codes import numbered_columns
from sdc_desktop.engine.microdata.classes.key_classes import Integers, Vector

STEP = "pairing"
Flags = npt.NDArray[np.bool_]
_EVERY = 1024
_NO_ONE = -1


@dataclass(frozen=True)
class Households:
    """Households in the order of their identifiers. ``areas``: by level the code of the area (households,);
    ``weights``: by level how strongly a household is drawn; ``rare``: by level whether it has to move;
    ``profiles``: by set of variables the number of the combination that partners must share.
    """

    areas: tuple[Integers, ...]
    weights: tuple[Vector, ...]
    rare: tuple[Flags, ...]
    profiles: tuple[Integers, ...]

    @property
    def number(self) -> int:
        """How many there are."""
        return len(self.areas[0])


@dataclass(frozen=True)
class Pairs:
    """``partner`` (households,): with whom each exchanges its area, itself where it stays; ``level``: that at
    which the pair was formed, -1 where none was; ``begun``: whether the household began its swap;
    ``not_placed``: rare households without a partner.
    """

    partner: Integers
    level: Integers
    begun: Flags
    not_placed: Integers


def paired(
    found: Households, rate: float, uniforms: Callable[[str, int], Vector], context: JobContext
) -> Pairs:
    """The pairs. `uniforms` gives (purpose, count) uniform numbers above 0 and below 1. Raises Cancelled."""
    drawing = _Drawing(found, context)
    finest = len(found.areas) - 1
    lacking = _targets(found.areas[finest], rate, uniforms)
    total = int(lacking.sum())
    for level, areas in enumerate(found.areas):
        if level < finest and not found.rare[level].any():
            continue
        first = found.weights[level] / -np.log(uniforms(f"first {level}", found.number))
        partners = found.weights[level] / -np.log(uniforms(f"partner {level}", found.number))
        search = [_Search(profile, areas, partners, drawing.free) for profile in found.profiles]
        order = _by_group(areas, first)
        is_rare = found.rare[level][order]
        rare, others = _by_area(order[is_rare], areas), _by_area(order[~is_rare], areas)
        for area in range(int(areas.max()) + 1 if len(areas) else 0):
            drawing.swap_all(rare(area), level, search)
            if level == finest:
                number = int(lacking[area]) - drawing.begun_by_area[area]
                drawing.swap_some(others(area), level, search, number)
    missing = total - drawing.pairs
    if missing > 0:  # an area had too few households left: the rest is drawn over all areas
        left = np.argsort(-first, kind="stable")
        drawing.swap_some(left.tolist(), finest, search, missing)
    return drawing.result()


def _by_group(groups: Integers, scores: Vector) -> Integers:
    """The places of households by group and falling score, (households,); equal scores in the order given."""
    order = np.argsort(-scores)
    ranked = scores[order]
    if np.any(ranked[1:] == ranked[:-1]):
        order = np.argsort(-scores, kind="stable")
    bits = max(len(order) - 1, 1).bit_length()
    packed = np.sort((groups[order] << bits) | np.arange(len(order)))  # quicker than sorting places
    places: Integers = order[packed & ((1 << bits) - 1)]
    return places


def _codes(column: Integers) -> int:
    return int(column.max(initial=0)) + 1


def _by_area(order: Integers, areas: Integers) -> Callable[[int], list[int]]:
    """Gives the households of an area, in the order given, which is by area."""
    count = int(areas.max()) + 2 if len(areas) else 1
    bounds = np.searchsorted(areas[order], np.arange(count))

    def of(area: int) -> list[int]:
        chosen: list[int] = order[bounds[area] : bounds[area + 1]].tolist()
        return chosen

    return of


def _targets(areas: Integers, rate: float, uniforms: Callable[[str, int], Vector]) -> Integers:
    """How many swaps are begun in each of the finest areas, (areas,): half the rate of all households,
    rounded up or down with its fraction as probability, shared out by households.
    """
    households = np.bincount(areas) if len(areas) else np.zeros(0, dtype=np.int64)
    wanted = len(areas) * rate / 2
    total = int(wanted) + int(float(uniforms("total", 1)[0]) < wanted - int(wanted))
    shares = total * households / max(len(areas), 1)
    targets = np.floor(shares + 1e-9).astype(np.int64)
    fractions = np.maximum(shares - targets, 0.0)
    left = total - int(targets.sum())
    drawn = np.argsort(-(fractions / -np.log(uniforms("areas", len(households)))), kind="stable")
    targets[drawn[:left]] += 1
    return targets


class _Drawing:
    """The pairs formed so far."""

    def __init__(self, found: Households, context: JobContext) -> None:
        number = found.number
        self.free = bytearray(b"\x01") * number
        self.begun_by_area = [0] * (int(found.areas[-1].max()) + 1 if number else 0)  # the finest areas
        self.pairs = 0
        self._finest: list[int] = found.areas[-1].tolist()
        self._partner = list(range(number))
        self._level = [_NO_ONE] * number
        self._begun = bytearray(number)
        self._without: set[int] = set()
        self._tried = 0
        self._context = context

    def swap_all(self, households: Sequence[int], level: int, search: "Sequence[_Search]") -> None:
        """Each that has not moved yet; one without a partner is listed."""
        for one in households:
            if self.free[one] and not self._swap(one, level, search):
                self._without.add(one)

    def swap_some(
        self, households: Sequence[int], level: int, search: "Sequence[_Search]", number: int
    ) -> None:
        """The first this many that have not moved yet and have a partner."""
        for one in households:
            if number <= 0:
                return
            if self.free[one] and self._swap(one, level, search):
                number -= 1

    def _swap(self, one: int, level: int, search: "Sequence[_Search]") -> bool:
        self._tried += 1
        if self._tried % _EVERY == 0:
            self._context.progress(min(2 * self.pairs / len(self.free), 1.0), STEP)
        other = next((found for each in search if (found := each.best_for(one)) != _NO_ONE), _NO_ONE)
        if other == _NO_ONE:
            return False
        self.free[one] = self.free[other] = 0
        self._partner[one], self._partner[other] = other, one
        self._level[one] = self._level[other] = level
        self._begun[one] = 1
        self.begun_by_area[self._finest[one]] += 1
        self.pairs += 1
        return True

    def result(self) -> Pairs:
        """What was drawn. A household without a partner at one level can have found one at a finer level."""
        left = sorted(one for one in self._without if self.free[one])
        return Pairs(
            np.array(self._partner, dtype=np.int64),
            np.array(self._level, dtype=np.int64),
            np.frombuffer(bytes(self._begun), dtype=np.uint8).astype(np.bool_),
            np.array(left, dtype=np.int64),
        )


class _Search:
    """The free household with the largest score among those of a combination in another area.

    Households are sorted by combination, area and falling score. Each area of a combination is a stretch; a
    heap has the best household of each stretch that is still free.
    """

    def __init__(self, profile: Integers, areas: Integers, scores: Vector, free: bytearray) -> None:
        groups, number = numbered_columns((profile, areas), (_codes(profile), _codes(areas)), len(profile))
        order = _by_group(groups, scores)
        starts = np.searchsorted(groups[order], np.arange(number))
        sorted_profile, sorted_areas = profile[order], areas[order]
        self._order: list[int] = order.tolist()
        self._scores: list[float] = (-scores[order]).tolist()
        self._next: list[int] = starts.tolist()
        self._end: list[int] = [*starts[1:].tolist(), len(order)]
        self._area: list[int] = sorted_areas[starts].tolist()
        self._free = free
        self._profile: list[int] = profile.tolist()
        self._areas: list[int] = areas.tolist()
        self._heaps: dict[int, list[tuple[float, int]]] = {}
        for stretch, combination in enumerate(sorted_profile[starts].tolist()):
            heap = self._heaps.setdefault(combination, [])
            heap.append((self._scores[self._next[stretch]], stretch))
        for heap in self._heaps.values():
            heapq.heapify(heap)

    def best_for(self, household: int) -> int:
        """The partner for a household; -1 where there is none."""
        heap, own = self._heaps[self._profile[household]], self._areas[household]
        aside: tuple[float, int] | None = None
        best = _NO_ONE
        while heap:
            score, stretch = heap[0]
            place, end = self._next[stretch], self._end[stretch]
            while place < end and not self._free[self._order[place]]:
                place += 1
            self._next[stretch] = place
            if place == end:
                heapq.heappop(heap)
            elif self._scores[place] != score:
                heapq.heapreplace(heap, (self._scores[place], stretch))
            elif self._area[stretch] == own:
                aside = heapq.heappop(heap)
            else:
                best = self._order[place]
                break
        if aside is not None:
            heapq.heappush(heap, aside)
        return best
