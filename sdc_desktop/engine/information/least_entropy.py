"""The least entropy over windows of one width, in n log n steps for n values.

The recurrence best(t) = min over s of best(s) + w(P_t - P_s) (Alfalayleh & Brankovic 2014, section 4; P are
cumulated probabilities) has a concave w, so that of two starts of the last window the later one can only
lose against the earlier as t grows: the inverse quadrangle inequality (Galil & Park 1992 on such programmes).
Starts leave the choice in order of age. Nodes are therefore taken in blocks that share an anchor within all
their windows. Starts after the anchor only come, starts up to it only go; seen from the block's end they only
come too. In both cases a start that is beaten when it comes is beaten for good, and a stack holds the others.
"""

from collections.abc import Callable
from math import log2

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.information.distribution import Distribution

_STEPS = 2_000  # nodes between two questions whether to stop
_Cost = Callable[[int, int], float]


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
