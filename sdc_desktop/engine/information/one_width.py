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


@dataclass(frozen=True)
class Groups:
    """Groups of neighbouring values that no cut divides. ``first`` and ``last`` (n,) are the values at their
    ends, ascending, and ``probabilities`` (n,). Single values are groups of one.
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
    if width + of.tolerance >= of.last[-1] - of.first[0]:
        return 0.0
    reach = np.searchsorted(of.first, of.last - (width + of.tolerance), side="left")
    earliest = [0, *reach.tolist()]  # of node t: the first start of a window that ends with group t - 1
    shares = [0.0, *np.cumsum(of.probabilities).tolist()]
    return max(least_of_starts(shares, earliest, context)[-1], 0.0)


def least_of_starts(shares: list[float], earliest: list[int], context: JobContext) -> list[float]:
    """The least entropy in bits of all cuts up to each node, given the cumulated probabilities and, of each
    node, the first start of a window that ends there; starts never fall. Raises Cancelled.
    """
    nodes = len(shares) - 1
    best = [0.0] * (nodes + 1)
    anchor = 0
    while anchor < nodes:
        last = _last_with(earliest, anchor, nodes)
        before = _least_before(best, shares, earliest, anchor, last, context)
        _least_after(best, shares, before, anchor, last, context)
        anchor = last
    return best


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

    A start s costs best(s) + w(P_t - P_s) at node t. The last start held is the best; ``until`` states at
    which node the one below it is. The loop contains no call, because a call per start takes as long as its
    work.
    """
    found = [0.0] * (last - anchor)
    held, until, start = [anchor], [anchor], anchor - 1
    for node in range(last, anchor, -1):
        if node % _STEPS == 0:
            context.checkpoint()
        here = shares[node]
        while until[-1] >= node:
            held.pop()
            until.pop()
        leader = held[-1]
        share = here - shares[leader]
        least = best[leader] - share * log2(share) if share > 0 else best[leader]
        first = earliest[node]
        while start >= first:
            share = here - shares[start]
            cost = best[start] - share * log2(share) if share > 0 else best[start]
            if cost < least:
                _hold(best, shares, held, until, start, node, -1)
                least = cost
            start -= 1
        found[node - anchor - 1] = least
    return found


def _least_after(
    best: list[float], shares: list[float], before: list[float], anchor: int, last: int, context: JobContext
) -> None:
    """Write down ``best`` of each node after the anchor up to the last: the least cost of a start up to the
    anchor, as given, or after it. Starts come as nodes do.
    """
    end = last + 1
    best[anchor + 1] = before[0]
    held, until = [anchor + 1], [end]
    for node in range(anchor + 2, end):
        if node % _STEPS == 0:
            context.checkpoint()
        here, start = shares[node], node - 1
        while until[-1] <= node:
            held.pop()
            until.pop()
        leader = held[-1]
        share = here - shares[leader]
        least = best[leader] - share * log2(share) if share > 0 else best[leader]
        if leader != start:
            share = here - shares[start]
            cost = best[start] - share * log2(share) if share > 0 else best[start]
            if cost < least:
                _hold(best, shares, held, until, start, node, 1)
                least = cost
        given = before[node - anchor - 1]
        best[node] = least if least < given else given


def _hold(
    best: list[float],
    shares: list[float],
    held: list[int],
    until: list[int],
    start: int,
    node: int,
    step: int,
) -> None:
    """Add a start that is the best at a node, seen with nodes that follow in steps of 1 or -1.

    A start held that would be overtaken before it overtakes is held no more. Of two starts it is the same one
    that costs more at all nodes after some node: the last node of a choice mostly decides.
    """
    share, price = shares[start], best[start]
    while True:
        other, low, high = held[-1], node, until[-1] - step
        lead, share_other = best[other] - price, shares[other]
        own, others = abs(shares[high] - share), abs(shares[high] - share_other)
        if lead - (others * log2(others) if others > 0 else 0.0) <= (-own * log2(own) if own > 0 else 0.0):
            break
        if len(held) == 1:
            held.append(start)
            until.append(until[0])
            return
        held.pop()
        until.pop()
    while high - low > 1 or low - high > 1:
        middle = (low + high) // 2
        own, others = abs(shares[middle] - share), abs(shares[middle] - share_other)
        if lead - (others * log2(others) if others > 0 else 0.0) <= (-own * log2(own) if own > 0 else 0.0):
            high = middle
        else:
            low = middle
    held.append(start)
    until.append(high)
