"""The least entropy over windows of one width, in n log n steps for n values, or for groups of them.

The recurrence best(t) = min over s of best(s) + w(P_t - P_s) (Alfalayleh & Brankovic 2014, section 4; P are
cumulated probabilities) has a concave w, so of two starts of the last window the later start can only lose
against the earlier as t grows: the inverse quadrangle inequality (Galil & Park 1992 on such programmes).
Starts leave the choice in order of age. Nodes are therefore taken in blocks that share an anchor within all
their windows. Starts after the anchor only come, starts up to it only go; seen from the block's end they only
come too. In both cases a start that is beaten when it comes is beaten for good, and a stack holds the others.
"""

from dataclasses import dataclass
from math import log2

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.information.distribution import Distribution, Vector

_STEPS = 2_000  # nodes between two questions whether to stop
_INFINITE = float("inf")


@dataclass(frozen=True)
class Groups:
    """Neighbouring values as one, which no cut divides: ``first`` and ``last`` (n,) values of each group,
    ascending, and its probability (n,). Values themselves are groups of one.
    """

    first: Vector
    last: Vector
    probabilities: Vector
    tolerance: float

    def __len__(self) -> int:
        return len(self.first)


def groups_of(of: Distribution, span: float) -> Groups:
    """The values of a distribution in groups no wider than `span`, from the least value on."""
    if span <= 0:
        return Groups(of.values, of.values, of.probabilities, of.tolerance)
    places, values = [0], of.values
    while places[-1] < len(values):
        following = int(np.searchsorted(values, values[places[-1]] + span, side="right"))
        places.append(max(following, places[-1] + 1))
    starts, ends = np.array(places[:-1]), np.array(places[1:]) - 1
    return Groups(values[starts], values[ends], np.add.reduceat(of.probabilities, starts), of.tolerance)


def least_entropy(of: Groups, width: float, context: JobContext) -> float:
    """The least entropy in bits over all cuts between groups into runs no wider than `width`, which no group
    is wider than. Raises Cancelled.
    """
    nodes = len(of)
    if width + of.tolerance >= of.last[-1] - of.first[0]:
        return 0.0
    reach = np.searchsorted(of.first, of.last - (width + of.tolerance), side="left")
    earliest = [0, *reach.tolist()]  # of node t: the first start of a window that ends with group t - 1
    shares = [0.0, *np.cumsum(of.probabilities).tolist()]
    best = [0.0] * (nodes + 1)
    anchor = 0
    while anchor < nodes:
        last = _last_with(earliest, anchor, nodes)
        before = _least_before(best, shares, earliest, anchor, last, context)
        after = _Stack(best, shares, 1, last)
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


def _least_before(
    best: list[float], shares: list[float], earliest: list[int], anchor: int, last: int, context: JobContext
) -> list[float]:
    """For each node after the anchor up to the last: the least cost of a start up to the anchor. Nodes are
    taken backwards, so that starts come, from the anchor on to ever earlier ones.
    """
    stack = _Stack(best, shares, -1, anchor + 1)
    found = [0.0] * (last - anchor)
    start = anchor
    for node in range(last, anchor, -1):
        if node % _STEPS == 0:
            context.checkpoint()
        while start >= earliest[node]:
            stack.add(start, node)
            start -= 1
        found[node - anchor - 1] = stack.least(node)
    return found


class _Stack:
    """Starts that, once they have come, only lose against those that came before them.

    The last one held is the best; ``_until`` states from which node on the one below it is. Nodes come in
    one direction, 1 or -1, up to `end`. A start s costs best(s) + w(P_t - P_s) at node t.
    """

    def __init__(self, best: list[float], shares: list[float], direction: int, end: int) -> None:
        self._best, self._shares = best, shares
        self._direction, self._stop = direction, end + direction
        self._held: list[int] = []
        self._until: list[int] = []

    def add(self, start: int, node: int) -> None:
        """A start comes; nodes never go back."""
        self._settle(node)
        held, until = self._held, self._until
        if not held:
            held.append(start)
            until.append(self._stop)
            return
        if self._cost(held[-1], node) <= self._cost(start, node):
            return
        found = self._overtaken(start, held[-1], node)
        while len(held) > 1 and self._direction * until[-1] <= self._direction * found:
            held.pop()  # never the best: overtaken before it overtakes
            until.pop()
            found = self._overtaken(start, held[-1], node)
        held.append(start)
        until.append(found)

    def least(self, node: int) -> float:
        """The least cost at a node; infinite where there is no start."""
        self._settle(node)
        return self._cost(self._held[-1], node) if self._held else _INFINITE

    def _cost(self, start: int, node: int) -> float:
        share = abs(self._shares[node] - self._shares[start])
        return self._best[start] - share * log2(share) if share > 0 else self._best[start]

    def _settle(self, node: int) -> None:
        held, until, direction = self._held, self._until, self._direction
        while len(held) > 1 and direction * until[-1] <= direction * node:
            held.pop()
            until.pop()

    def _overtaken(self, start: int, other: int, node: int) -> int:
        """The first node after this one at which the other start costs no more; past the end: none."""
        shares, direction = self._shares, self._direction
        lead, share, share_other = self._best[other] - self._best[start], shares[start], shares[other]
        low, high = node, self._stop
        while (high - low) * direction > 1:
            middle = (low + high) // 2
            own, others = abs(shares[middle] - share), abs(shares[middle] - share_other)
            cost = lead - others * log2(others) if others > 0 else lead
            if cost <= (-own * log2(own) if own > 0 else 0.0):
                high = middle
            else:
                low = middle
        return high
