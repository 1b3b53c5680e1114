"""Confidential attribute equivocation: how uncertain an intruder stays about a value, at every precision.

H(eps) is the least entropy (bits) over all ways to cut the possible values into consecutive runs no wider
than eps, each run counting as one value (Alfalayleh & Brankovic 2014, section 3). It falls in steps, from the
Shannon entropy H0 at 0 to 0 at eps_max, the range. A is the area below it, in bits times the attribute's
unit.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from math import floor, fsum, log2, log10

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.information.distribution import SAME, Distribution, Vector
from sdc_desktop.engine.information.windows import TINY, Edges, falls, run_weights

_STEPS = 2_000  # nodes between two questions whether to stop
_Cost = Callable[[int, int], float]


# The least entropy over windows of one width, in n log n steps for n values.
# The recurrence best(t) = min over s of best(s) + w(P_t - P_s) (Alfalayleh & Brankovic 2014, section 4; P
# are cumulated probabilities) has a concave w, so that of two starts of the last window the later one can
# only lose against the earlier as t grows: the inverse quadrangle inequality (Galil & Park 1992 on such
# programmes). Starts leave the choice in order of age. Nodes are therefore taken in blocks that share an
# anchor within all their windows. Starts after the anchor only come, starts up to it only go; seen from the
# block's end they only come too. In both cases a start that is beaten when it comes is beaten for good, and
# a stack holds the others.
def least_entropy(of: Distribution, width: float, context: JobContext) -> float:
    """H(width) in bits: the least entropy over all cuts into runs no wider than `width`. Raises Cancelled."""
    if width + of.tolerance >= of.range:
        return 0.0
    values = of.values
    nodes = len(values)
    reach = np.searchsorted(values, values - (width + of.tolerance), side="left")
    earliest = [0, *reach.tolist()]  # of node t: the first start of a window that ends with value t - 1
    cumulated = [0.0, *np.cumsum(of.probabilities).tolist()]
    best = [0.0] * (nodes + 1)

    def cost(start: int, node: int) -> float:
        share = cumulated[node] - cumulated[start]
        return best[start] - share * log2(share) if share > 0 else best[start]

    anchor = 0
    while anchor < nodes:
        last = _last_with(earliest, anchor, nodes)
        before = _costs_before(cost, earliest, anchor, last, context)
        after = _Stack(cost, last)
        for node in range(anchor + 1, last + 1):
            if node % _STEPS == 0:
                context.checkpoint()
            if node > anchor + 1:
                after.add(node - 1, node)
            best[node] = min(before[node - anchor - 1], after.least(node))
        anchor = last
    return max(best[nodes], 0.0)


def _last_with(earliest: list[int], anchor: int, nodes: int) -> int:
    """The last node whose windows may start at the anchor."""
    last = anchor + 1
    while last < nodes and earliest[last + 1] <= anchor:
        last += 1
    return last


def _costs_before(
    cost: _Cost, earliest: list[int], anchor: int, last: int, context: JobContext
) -> list[float]:
    """For each node after the anchor up to the last: the least cost of a start up to the anchor."""
    # time runs backwards: minus the node, so that starts come from the anchor on to ever earlier ones
    stack = _Stack(lambda start, time: cost(start, -time), -(anchor + 1))
    found = [0.0] * (last - anchor)
    start = anchor
    for node in range(last, anchor, -1):
        if node % _STEPS == 0:
            context.checkpoint()
        while start >= earliest[node]:
            stack.add(start, -node)
            start -= 1
        found[node - anchor - 1] = stack.least(-node)
    return found


class _Stack:
    """Candidates of which each, once it has come, only loses against those that came before it.

    The last one held is the best; ``_until`` says from when on the one below it is. Times grow up to `end`.
    """

    def __init__(self, cost: _Cost, end: int) -> None:
        self._cost = cost
        self._end = end
        self._held: list[int] = []
        self._until: list[int] = []

    def add(self, candidate: int, time: int) -> None:
        """A candidate comes; times never go back."""
        self._settle(time)
        if not self._held:
            self._push(candidate, self._end + 1)
            return
        if self._cost(self._held[-1], time) <= self._cost(candidate, time):
            return
        until = self._overtaken(candidate, self._held[-1], time)
        while len(self._held) > 1 and self._until[-1] <= until:
            self._held.pop()  # never the best: overtaken before it overtakes
            self._until.pop()
            until = self._overtaken(candidate, self._held[-1], time)
        self._push(candidate, until)

    def least(self, time: int) -> float:
        """The least cost now; infinite where there is no candidate."""
        self._settle(time)
        return self._cost(self._held[-1], time) if self._held else float("inf")

    def _settle(self, time: int) -> None:
        while len(self._held) > 1 and self._until[-1] <= time:
            self._held.pop()
            self._until.pop()

    def _push(self, candidate: int, until: int) -> None:
        self._held.append(candidate)
        self._until.append(until)

    def _overtaken(self, candidate: int, other: int, time: int) -> int:
        """The first time at which the other is no worse; one after the end where there is none."""
        low, high = time, self._end + 1
        while high - low > 1:
            middle = (low + high) // 2
            if self._cost(other, middle) <= self._cost(candidate, middle):
                high = middle
            else:
                low = middle
        return high


STEP = "curve"
MOST_EXACT = 2_000  # values; their differences take some 100 MB
POINTS = 200  # widths at which a curve of more values is computed
_NARROW = 1e-9  # of the range: no gap between two widths is halved any more


@dataclass(frozen=True)
class Curve:
    """H as a step function: ``entropies[i]`` (bits) holds from ``widths[i]`` up to the next width.

    ``widths`` (k,) float64 ascending from 0, in the attribute's unit; ``entropies`` (k,) descending to 0.
    Where ``exact`` is false, H is exact at each width, and up to the next width lies between the two
    entropies: the steps are then an upper bound and ``lowest`` (k,) a lower one, both in steps at ``widths``.
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
        """The width from which on nothing is left to find out."""
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
    """The curve of a distribution: exact, or computed at about so many widths with bounds between them.

    Where `points` is None it is exact for up to 2,000 values. Raises Cancelled.
    """
    if points is None and len(of.values) <= MOST_EXACT:
        return exact_curve(of, context)
    return bounded_curve(of, POINTS if points is None else points, context)


def exact_curve(of: Distribution, context: JobContext) -> Curve:
    """H at every width where it can change, all of them. Time and memory grow with the pairs of values."""
    count = len(of.values)
    target, source = np.tril_indices(count + 1, -1)  # ordered by target
    context.checkpoint()
    cumulated = np.concatenate([[0.0], np.cumsum(of.probabilities)])
    weight = run_weights(np.minimum(cumulated[target] - cumulated[source], 1.0))
    neighbours = target == source + 1
    weight[neighbours] = run_weights(of.probabilities)
    context.checkpoint()
    widths, level = _levels(of.values[target - 1] - of.values[source], of.tolerance)
    context.checkpoint()
    h0 = fsum(weight[neighbours])
    found = falls(Edges(source, target, level, weight), count + 1, context, STEP)
    places = np.array([0, *found], dtype=np.int64)
    entropies = h0 - np.concatenate([[0.0], np.cumsum(list(found.values()))])
    decimals = _decimals(of.tolerance)
    eps = np.array([round(width, decimals) for width in widths[places].tolist()])
    return _stepped(eps, np.maximum(entropies, 0.0), round(of.range, decimals))


def _levels(differences: Vector, tolerance: float) -> tuple[Vector, np.ndarray]:
    """The different widths, ascending from 0, and the number of each difference's width among them.

    Differences that lie within the tolerance of the next are one; its width is the greatest of them.
    """
    order = np.argsort(differences, kind="stable")
    ordered = differences[order]
    new = np.diff(ordered, prepend=ordered[0]) > tolerance
    number = np.cumsum(new)
    level = np.empty(len(order), dtype=np.int64)
    level[order] = number
    ends = np.append(np.flatnonzero(new) - 1, len(ordered) - 1)
    return ordered[ends], level


def _decimals(tolerance: float) -> int:
    """So many that rounding is no greater than the tolerance: 0.3 - 0.1 is 0.2."""
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
    widest such gap is halved next. `points` >= 2 counts the widths between 0 and the range.
    """
    h0 = float(run_weights(of.probabilities).sum())
    known = {0.0: h0, of.range: 0.0}
    gaps: list[tuple[float, float, float]] = []  # (minus how uncertain, from, to)
    heappush(gaps, (-h0 * of.range, 0.0, of.range))
    for done in range(points):
        context.progress(done / points, STEP)
        uncertain, low, high = heappop(gaps)
        middle = (low + high) / 2
        if uncertain == 0 or high - low <= _NARROW * of.range:
            break
        # a fall that should not be is rounding
        known[middle] = min(max(least_entropy(of, middle, context), known[high]), known[low])
        heappush(gaps, (-(known[low] - known[middle]) * (middle - low), low, middle))
        heappush(gaps, (-(known[middle] - known[high]) * (high - middle), middle, high))
    widths = np.array(sorted(known))
    entropies = np.array([known[width] for width in widths.tolist()])
    lengths = np.diff(widths)
    lower, upper = fsum((entropies[1:] * lengths).tolist()), fsum((entropies[:-1] * lengths).tolist())
    lowest = np.append(entropies[1:], 0.0)
    return Curve(widths, entropies, False, (lower + upper) / 2, lower, upper, lowest)


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
