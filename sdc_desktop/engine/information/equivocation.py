"""Equivocation of a confidential variable: how uncertain an intruder stays at every precision.

H at a precision is the least entropy (bits) over all ways to cut the possible values into consecutive runs no
wider than the precision, each run counting as one value (Alfalayleh & Brankovic 2014, section 3). It falls in
steps, from the Shannon entropy H0 at 0 to 0 at ``eps_max``, the range. A is the area below it, in bits times
the attribute's unit.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from math import floor, fsum, log10

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.information.distribution import SAME, Distribution, Vector
from sdc_desktop.engine.information.halving import falls, falls_of
from sdc_desktop.engine.information.one_width import groups_of
from sdc_desktop.engine.information.one_width import least_entropy as least_between
from sdc_desktop.engine.information.width_ranges import Columns, columns_of, parts_of
from sdc_desktop.engine.information.windows import TINY, Edges, Levels, levels_beside, run_weights


def least_entropy(of: Distribution, width: float, context: JobContext) -> float:
    """H(width) in bits: the least entropy over all cuts into runs no wider than `width`. Raises Cancelled."""
    return least_between(groups_of(of, 0.0), width, context)


STEP = "curve"
MOST_EXACT = 2_000  # values; their differences take some 100 MB
MOST_POINTS = 1_600  # widths at which a curve of more values is computed at most
_MANY = 1_000  # values, from where not all edges are made
_APART = 0.02  # of the area: bounds that are near enough
_LOOK = 50  # widths between two looks at how far apart they are
_SHARE = 1 / 512  # of a width: how wide groups are by which H is bounded there
_NARROW = 1e-9  # of the range: no gap between two widths is halved any more


@dataclass(frozen=True)
class Curve:
    """H as a step function: ``entropies[i]`` (bits) holds from ``widths[i]`` up to the next width.

    ``widths`` (k,) float64 ascending from 0, in the attribute's unit; ``entropies`` (k,) descending to 0.
    Where ``exact`` is false the steps are an upper bound and ``lowest`` (k,) is a lower one, both in steps at
    ``widths``.
    ``area_lower <= area <= area_upper`` in bits times unit, all equal where exact.
    """

    widths: Vector
    entropies: Vector
    exact: bool
    area: float
    area_lower: float
    area_upper: float
    lowest: Vector

    @property
    def h0(self) -> float:
        """The initial entropy, in bits."""
        return float(self.entropies[0])

    @property
    def eps_max(self) -> float:
        """The width from which on no uncertainty remains."""
        return float(self.widths[-1])

    def at(self, width: float) -> float:
        """H at a width >= 0 in bits; where not exact, an upper bound between two widths of the curve."""
        return float(self.entropies[self._place(width)])

    def at_least(self, width: float) -> float:
        """The least that H can be at a width >= 0, in bits: H itself where exact."""
        return float(self.lowest[self._place(width)])

    def _place(self, width: float) -> int:
        return max(int(np.searchsorted(self.widths, width + 2 * SAME * self.eps_max, side="right")) - 1, 0)


def equivocation(of: Distribution, context: JobContext, *, points: int | None = None) -> Curve:
    """The curve of a distribution: exact, or computed at about this many widths with bounds between them.

    Where `points` is None it is exact for up to 2,000 values. Raises Cancelled.
    """
    if points is not None:
        return bounded_curve(of, points, context)
    return exact_curve(of, context) if len(of.values) <= MOST_EXACT else near_curve(of, context)


def near_curve(of: Distribution, context: JobContext) -> Curve:
    """H with bounds of its area at most 2 % apart, or at 1,600 widths. Raises Cancelled."""
    bounds, near = _Bounds(of), 0.0
    for _ in range(0, MOST_POINTS, _LOOK):
        bounds.narrow(_LOOK, context, near, near)
        found = bounds.curve()
        apart = found.area_upper - found.area_lower
        if apart <= _APART * found.area:
            break
        near = _APART * found.area / apart
    return found


def exact_curve(of: Distribution, context: JobContext) -> Curve:
    """H at every width where it can change, all of them. Time and memory grow with the pairs of values."""
    count = len(of.values)
    context.checkpoint()
    shares = np.concatenate([[0.0], np.cumsum(of.probabilities)])
    differences, weight = columns_of(of.values, of.probabilities, shares)
    context.checkpoint()
    widths, level = _levels(differences, of.tolerance)
    del differences
    context.checkpoint()
    h0 = fsum(run_weights(of.probabilities))
    if count > _MANY:
        total, parts = parts_of(Columns(weight, level, shares), context)
        found = falls_of(parts, total, context, STEP)
    else:
        target, source = np.tril_indices(count + 1, -1)  # ordered by target
        beside = levels_beside(level, count + 1, np.arange(len(level)), source, target)
        found = falls(Edges(source, target, level, weight, *beside), count + 1, context, STEP)
    places = np.array([0, *found], dtype=np.int64)
    entropies = h0 - np.concatenate([[0.0], np.cumsum(list(found.values()))])
    decimals = _decimals(of.tolerance)
    eps = np.array([round(width, decimals) for width in widths[places].tolist()])
    return _stepped(eps, np.maximum(entropies, 0.0), round(of.range, decimals))


def _levels(differences: Vector, tolerance: float) -> tuple[Vector, Levels]:
    """The different widths, ascending from 0, and the number of each difference's width among them.

    Differences that lie within the tolerance of the next are one; its width is the greatest of them.
    """
    order = np.argsort(differences)  # in any order of equals: they have one number
    ordered = differences[order]
    new = np.diff(ordered, prepend=ordered[0]) > tolerance
    number = np.cumsum(new)
    level = np.empty(len(order), dtype=np.int32)
    level[order] = number
    ends = np.append(np.flatnonzero(new) - 1, len(ordered) - 1)
    return ordered[ends], level


def _decimals(tolerance: float) -> int:
    """This many that rounding is no greater than the tolerance: 0.3 - 0.1 is 0.2."""
    return 15 if tolerance <= 0 else -floor(log10(tolerance))


def _stepped(widths: Vector, entropies: Vector, eps_max: float) -> Curve:
    """An exact curve that ends with 0 at its last width."""
    if eps_max > 0:
        inner = widths < eps_max
        widths = np.append(widths[inner], eps_max)
        entropies = np.append(entropies[inner], 0.0)
    area = fsum((entropies[:-1] * np.diff(widths)).tolist())
    return Curve(widths, entropies, True, area, area, area, entropies)


def bounded_curve(of: Distribution, points: int, context: JobContext) -> Curve:
    """H at some widths, chosen one after the other where the area is least certain.

    H never rises. Between two widths its area is therefore known up to their distance times its fall; the
    widest such gap is halved next, where groups (below) are fewer at its ends a little sooner. `points` >= 2
    counts the widths between 0 and the range.

    For more than 2,000 values H is only bounded at a width as well, by cuts between groups of neighbouring
    values, each no wider than some s. They are some of all cuts: their least entropy is not below H. And
    since w is concave, a divided group may be given whole to one of its runs without a loss; runs are then
    wider by 2 s at most: their least entropy at a width is not above H at that width less 2 s.
    """
    bounds = _Bounds(of)
    bounds.narrow(points, context, 0.0, 1.0)
    return bounds.curve()


class _Bounds:
    """H of a distribution at some widths, and the gaps between them."""

    def __init__(self, of: Distribution) -> None:
        self._of = of
        h0 = float(run_weights(of.probabilities).sum())
        self._ends = {0.0: (h0, h0), of.range: (0.0, 0.0)}  # at each width: H at most, just below it at least
        self._gaps = [(-h0 * of.range, 0.0, of.range)]  # minus how uncertain for its effort, from, to

    def narrow(self, points: int, context: JobContext, since: float, until: float) -> None:
        """Halve the gap that is the most uncertain for its effort, `points` times at most, with progress from
        `since` to `until`. Raises Cancelled.
        """
        of, ends, gaps = self._of, self._ends, self._gaps
        for point in range(points):
            context.progress(since + (until - since) * point / points, STEP)
            worst, low, high = gaps[0]
            middle = (low + high) / 2
            if worst == 0 or high - low <= _NARROW * of.range:
                break
            heappop(gaps)
            share = min(middle * _SHARE, (high - low) / 16) if len(of.values) > MOST_EXACT else 0.0
            groups = groups_of(of, share)
            exact = len(groups) == len(of.values)
            most, least = ends[low][0], ends[high][1]
            # a fall that should not be is rounding
            found = min(max(least_between(groups, middle, context), least), most)
            ends[middle] = (found, found if exact else least)
            below = (
                middle if exact else middle - 2 * share
            )  # the strip between them is too narrow to be halved
            if not exact:
                ends[below] = (most, found)
            effort = len(groups) / len(of.values)
            for left, right in ((low, below), (middle, high)):
                uncertain = (ends[left][0] - ends[right][1]) * (right - left)
                heappush(gaps, (-uncertain / effort, left, right))

    def curve(self) -> Curve:
        """What is known of H so far."""
        ends = self._ends
        widths = sorted(ends)
        entropies = np.minimum.accumulate([ends[width][0] for width in widths])
        lowest = np.append(np.maximum.accumulate([ends[width][1] for width in widths[:0:-1]])[::-1], 0.0)
        lengths = np.diff(widths)
        lower, upper = fsum((lowest[:-1] * lengths).tolist()), fsum((entropies[:-1] * lengths).tolist())
        return Curve(np.array(widths), entropies, False, (lower + upper) / 2, lower, upper, lowest)


def uniform_curve(count: int, step: float) -> Curve:
    """The exact curve of `count` values `step` apart, all as likely, whatever their number.

    Windows hold m values; w is concave, so as many as can be are full and one holds the rest.
    """
    held = np.arange(1, count + 1)
    full = held / count
    entropies = (count // held) * run_weights(full) + run_weights((count % held) / count)
    kept = np.append(True, np.diff(entropies) < -TINY)
    return _stepped((held[kept] - 1) * float(step), entropies[kept], (count - 1) * float(step))


def mean_curve(curves: Sequence[Curve]) -> Curve:
    """The mean of H over several curves at every width, each weighing the same."""
    if len(curves) == 1:
        return curves[0]
    share = 1 / len(curves)
    widths = np.concatenate([curve.widths[1:] for curve in curves])
    if not len(widths):
        return curves[0]
    order = np.argsort(widths, kind="stable")
    ordered = widths[order]
    last = np.append(np.diff(ordered) > SAME * float(ordered[-1]), True)

    def mean(bounds: Sequence[Vector]) -> Vector:
        """The mean of steps at the curves' widths, as steps at all of them."""
        falls_there = np.concatenate([-np.diff(bound) for bound in bounds]) * share
        first = fsum(float(bound[0]) for bound in bounds) * share
        found = np.append(first, np.maximum(first - np.cumsum(falls_there[order])[last], 0.0))
        found[-1] = 0.0
        return found

    entropies, exact = mean([curve.entropies for curve in curves]), all(curve.exact for curve in curves)
    return Curve(
        np.append(0.0, ordered[last]),
        entropies,
        exact,
        fsum(curve.area for curve in curves) * share,
        fsum(curve.area_lower for curve in curves) * share,
        fsum(curve.area_upper for curve in curves) * share,
        entropies if exact else mean([curve.lowest for curve in curves]),
    )
