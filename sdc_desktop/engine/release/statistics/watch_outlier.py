"""Following Dixon's ratio of the targets' distances (DQT) record by record."""

import math
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.release.rules import EQUAL, Released, Vector, step
from sdc_desktop.engine.release.statistics.critical_values import CriticalValues
from sdc_desktop.engine.release.statistics.dixon import FEWEST, coefficient, distinct

_ENOUGH = 5  # distances, for the two largest of the others and their least to be three


class OutlierWatch:
    """``safe[cell]``: whether one more record of the cell may be released. Each release changes all cells.

    What a record does to the ratio depends on its target's new distance and, of the other targets' distances,
    on the two largest, the least, and their number. Mostly all distances differ, and the ratio is small
    enough while the new distance is within bounds that hardly differ from target to target; where some are
    equal, or few, each cell's ratio is computed.
    """

    whole = True

    def __init__(self, released: Released, criticals: CriticalValues) -> None:
        self._released = released
        self._criticals = criticals
        self._baseline = released.rules.baseline
        shape = (released.targets, released.values)
        self._now = np.full(released.targets, math.nan)  # distances of released targets
        self._then = np.empty(shape)  # the target's distance with one more record of the cell
        self.safe: npt.NDArray[np.bool_] = np.zeros(shape[0] * shape[1], dtype=np.bool_)
        self._meeting = True  # whether some new distance may equal another target's distance
        for target in range(released.targets):
            self._follow(target)
        self.refresh(None)

    def refresh(self, target: int | None, news: bool = False) -> None:
        """Decide again, after a record of `target` was released."""
        if target is not None:
            self._follow(target)
            self._meeting = self._meeting or self._meets(target)
        now = self._now.tolist()
        ranked = sorted(range(len(now)), key=lambda y: (math.isnan(now[y]), now[y]))
        if not self._meeting and self._all_differ([now[y] for y in ranked]):
            self.safe = self._within_bounds(ranked)
        else:
            self.safe = self._decided()

    def reading(self, cell: int) -> tuple[float, float]:
        """Ratio and critical value with one more record of the cell; NaN with fewer than 3 distances."""
        target = cell // self._released.values
        found = [d for y, d in enumerate(self._now.tolist()) if y != target and not math.isnan(d)]
        ordered = distinct([*found, float(self._then.reshape(-1)[cell])])
        return coefficient(ordered), self._criticals.outlier(len(ordered))

    def _follow(self, target: int) -> None:
        released = self._released
        records = released.of_target[target]
        if released.rules.dixon_on == "kl":
            gain = released.gain[released.column(target)]
            self._then[target] = (released.bits[target] - step(records) + gain) / (records + 1)
            self._now[target] = released.bits[target] / records if records else math.nan
            return
        surplus = np.array(released.counts[released.column(target)]) - records * self._baseline
        squares = float((surplus**2 / self._baseline).sum())
        self._then[target] = (squares + (2 * surplus + 1) / self._baseline - 1) / (records + 1)
        self._now[target] = squares / records if records else math.nan

    def _meets(self, target: int) -> bool:
        """Whether one more record of a changed target, or of another, would make two distances equal."""
        others = self._now.copy()
        others[target] = math.nan
        own = np.abs(self._then[target][:, None] - others) <= EQUAL
        theirs = np.abs(self._then - self._now[target]) <= EQUAL
        theirs[target] = False
        return bool(own.any() or theirs.any())

    def _all_differ(self, ordered: list[float]) -> bool:
        """Whether there are enough distances, and no two of them are equal. NaN are last."""
        if math.isnan(ordered[_ENOUGH - 1]) if len(ordered) >= _ENOUGH else True:
            return False
        return not any(b - a <= EQUAL for a, b in pairwise(ordered))

    def _within_bounds(self, ranked: list[int]) -> npt.NDArray[np.bool_]:
        """Decide where all distances differ, `ranked` being the targets by distance, those without last."""
        seen = self._released.targets_seen
        top, second, third = (ranked[seen - place] for place in (1, 2, 3))
        t, u, v = (float(self._now[y]) for y in (top, second, third))
        least, next_least = float(self._now[ranked[0]]), float(self._now[ranked[1]])
        critical = self._critical_values(seen + 1)
        bounds = np.empty((3, self._released.targets))
        bounds[:] = np.array(_bounds(t, u, least, critical[seen]))[:, None]
        if seen < len(ranked):
            bounds[:, ranked[seen:]] = np.array(_bounds(t, u, least, critical[seen + 1]))[:, None]
        bounds[:, top] = _bounds(u, v, least, critical[seen])
        bounds[:, second] = _bounds(t, v, least, critical[seen])
        bounds[:, ranked[0]] = _bounds(t, u, next_least, critical[seen])
        high, low, lowest = bounds[:, :, None]
        safe = self._then > low
        safe |= self._then < lowest
        safe &= self._then < high
        flat: npt.NDArray[np.bool_] = safe.reshape(-1)
        return flat

    def _decided(self) -> npt.NDArray[np.bool_]:
        sorted_now, first, second, least, number = self._others()
        then = self._then
        met = self._met_by_another(sorted_now)
        self._meeting = bool(met.any())
        distances = number[:, None] + ~met
        above = then > first[:, None]
        largest = np.where(above & ~met, then, first[:, None])
        below_it = np.where(
            largest > first[:, None],
            first[:, None],
            np.where(met, second[:, None], np.maximum(second[:, None], then)),
        )
        lowest = np.minimum(least[:, None], then)
        critical = self._critical_values(int(number.max(initial=0)) + 1)[distances]
        with np.errstate(invalid="ignore", divide="ignore"):
            ratio = (largest - below_it) / (largest - lowest)
        safe: npt.NDArray[np.bool_] = ((distances < FEWEST) | (ratio < critical - EQUAL)).reshape(-1)
        return safe

    def _others(self) -> tuple[Vector, Vector, Vector, Vector, npt.NDArray[np.int64]]:
        """The sorted distances; then for each target the largest, the second, the least and the number of the
        different distances that the other targets have (NaN where there are too few).
        """
        targets = self._released.targets
        order = np.argsort(self._now)  # NaN last
        ordered = self._now[order]
        ordered = ordered[: int(np.count_nonzero(~np.isnan(ordered)))]
        opens = np.concatenate([[True], np.diff(ordered) > EQUAL]) if len(ordered) else np.zeros(0, bool)
        values = ordered[opens]
        group = np.cumsum(opens) - 1
        alone = np.bincount(group, minlength=len(values)) == 1
        padded = np.concatenate([[math.nan] * 3, values])
        last = len(padded) - 1
        first = np.full(targets, padded[last])
        second = np.full(targets, padded[last - 1])
        least = np.full(targets, values[0] if len(values) else math.nan)
        number = np.full(targets, len(values))
        own = np.full(targets, -1)
        own[order[: len(ordered)]] = group
        single = (own >= 0) & alone[own] if len(values) else np.zeros(targets, dtype=bool)
        number[single] -= 1
        top = single & (own == len(values) - 1)
        first[top], second[top] = padded[last - 1], padded[last - 2]
        second[single & (own == len(values) - 2)] = padded[last - 2]
        least[single & (own == 0)] = values[1] if len(values) > 1 else math.nan
        self._rank = np.full(targets, -1)
        self._rank[order[: len(ordered)]] = np.arange(len(ordered))
        return ordered, first, second, least, number

    def _met_by_another(self, ordered: Vector) -> npt.NDArray[np.bool_]:
        """Whether another target has the distance already that the cell's target would get."""
        padded = np.concatenate([ordered, [math.inf, math.inf]])
        place = np.searchsorted(ordered, self._then - EQUAL)
        place += place == self._rank[:, None]
        met: npt.NDArray[np.bool_] = padded[place] <= self._then + EQUAL
        return met

    def _critical_values(self, most: int) -> Vector:
        if most >= len(self._known):
            more = [self._criticals.outlier(n) for n in range(len(self._known), most + 1)]
            self._known = np.concatenate([self._known, more])
        return self._known

    _known: Vector = np.full(FEWEST, math.nan)  # by number of distances


def _bounds(largest: float, second: float, least: float, critical: float) -> tuple[float, float, float]:
    """Between which bounds a new distance makes no outlier, the others' distances being so: it is below the
    first, and above the second or below the third.
    """
    c = critical - EQUAL
    high = (largest - c * least) / (1 - c)
    if largest - second < c * (largest - least):
        return high, -math.inf, -math.inf
    return high, largest - c * (largest - least), largest - (largest - second) / c
