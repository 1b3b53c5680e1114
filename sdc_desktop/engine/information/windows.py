"""Where the least entropy over windows falls as the windows grow: shortest paths, halved again and again.

Values x_0 < ... < x_(n-1) lie between the nodes 0..n of a graph. A run of values i..j-1 is an edge from i to
j that opens once windows are as wide as the run; its weight is w(P) = P log2(1/P) of the run's probability P.
A way to cut the values into runs is a path from 0 to n, so H(eps) is the shortest path over the edges that
are open (Alfalayleh & Brankovic 2014, section 4, whose recurrence this is).

Edges only ever open. Between two widths therefore H is bounded by both ends, and so is every part of a path:
an edge can matter between them only if the path through it with *all* edges of the wider end is shorter than
the shortest path of the narrower end. That leaves few edges. Those left fall apart at nodes that none of them
passes over, and each part is halved on its own until a single width is left where it falls.

A path that is shortest at a width is shortest to each of its nodes. So an edge can matter between two widths
only if it is also short for its own ends: from the first node, by all edges of the wider end and then the
edge, no farther than the edges of the narrower end lead; and seen from the last node the same.

As w is concave, H falls while the border of two neighbouring runs moves until one of them can grow no more.
An edge that could begin sooner at both ends of the widths can therefore only follow one that cannot end later
at the narrower end, and seen from the last node the same.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
from scipy.sparse import csc_array, csr_array
from scipy.sparse.csgraph import dijkstra

from sdc_desktop.engine.context import JobContext

Vector = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Levels = npt.NDArray[np.int32]

TINY = 1e-13  # bits; a fall of H no greater is rounding
NEAR = 1e-12  # bits by which an edge may be too long for its own ends: sums in another order differ by less
_DENSE = 100  # edges a node, from where a NumPy call a node is quickest
_GRAPH = 1_000  # edges, from where SciPy's search is quicker than a Python step an edge
_FEW = 10_000  # edges times widths, from where trying every width is quicker than halving
_LOCAL = 4_000  # edges, from where looking at their own ends is quicker than keeping them
_LONG = 20_000  # edges whose work is worth asking whether to stop


@dataclass(frozen=True)
class Edges:
    """Edges ordered by target, all arrays (edges,): ``level`` numbers the widths at which edges open,
    ``sooner`` and ``later`` those at which the runs open that begin or end one value farther.
    """

    source: Integers
    target: Integers
    level: Levels
    weight: Vector
    sooner: Levels
    later: Levels

    def __len__(self) -> int:
        return len(self.source)

    def within(self, chosen: slice, first: int) -> "Edges":
        """A run of the edges, with nodes counted from `first`."""
        source, target = self.source[chosen], self.target[chosen]
        if first:
            source, target = source - first, target - first
        others = self.level[chosen], self.weight[chosen], self.sooner[chosen], self.later[chosen]
        return Edges(source, target, *others)

    def at(self, places: Integers) -> "Edges":
        """The edges at some places (chosen,), in order."""
        return Edges(
            self.source.take(places),
            self.target.take(places),
            self.level.take(places),
            self.weight.take(places),
            self.sooner.take(places),
            self.later.take(places),
        )


@dataclass(frozen=True)
class Part:
    """A part of the graph between two levels, ``low`` (settled) and the one where all its edges are open.

    ``ahead`` and ``behind`` (nodes,) are the distances from the first node and to the last one with all edges
    open, ``reached`` and ``left`` (nodes,) upper bounds of the same at any level above ``low``; ``path``
    (edges,) marks a shortest path of ``low``, ``length`` long.
    """

    edges: Edges
    low: int
    ahead: Vector
    behind: Vector
    reached: Vector
    left: Vector
    path: Flags
    length: float

    @property
    def fall(self) -> float:
        """How much shorter the path is when all edges are open."""
        return self.length - float(self.ahead[-1])


def run_weights(probabilities: Vector) -> Vector:
    """w(P) = P log2(1/P) in bits of probabilities (runs,), w(0) = w(1) = 0; never below 0."""
    positive = probabilities > 0
    logs = np.log2(probabilities, where=positive, out=np.zeros_like(probabilities))
    return np.maximum(-probabilities * logs, 0.0)


def falls(edges: Edges, nodes: int, context: JobContext, step: str) -> dict[int, float]:
    """By how much the shortest path falls at each level where it does, given all edges of neighbours (level
    0) and others. Levels in order; the sum of all is what lies between level 0 and all edges open.

    `step` is the code under which progress is reported. Raises Cancelled.
    """
    path = edges.target == edges.source + 1
    neighbours = edges.weight[path]
    reached = np.append(0.0, neighbours.cumsum())
    left = reached[-1] - reached
    ahead, behind = _ahead(edges, nodes), _behind(edges, nodes)
    part = Part(edges, 0, ahead, behind, reached, left, path, float(neighbours.sum()))
    return falls_of([part], part.fall, context, step)


def falls_of(parts: Iterable[Part], todo: float, context: JobContext, step: str) -> dict[int, float]:
    """The same, given the parts that lie between some levels, all of which fall by `todo`."""
    found: dict[int, float] = {}
    done, work = 0.0, 0
    for first in parts:
        waiting = [first]
        while waiting:
            part = waiting.pop()
            work += len(part.edges)
            if work > _LONG:
                context.progress(done / todo if todo > 0 else 1.0, step)
                work = 0
            for piece in _pieces(part):
                halves = _settled(piece, found)
                if halves is None:
                    done += piece.fall
                else:
                    waiting.extend(halves)
    return dict(sorted(found.items()))


def _pieces(part: Part) -> Iterator[Part]:
    """The part without the edges that cannot matter, taken apart at nodes that no other edge passes over."""
    if part.fall <= TINY:
        return
    part, begun, ended = _pruned(part)
    passing = np.append(0, begun[:-1]) - ended
    cuts = np.flatnonzero(passing == 0)
    ends = ended.take(cuts)
    for place in np.flatnonzero(np.diff(ends) > 1).tolist():  # a single edge is the path itself
        first, last, chosen = int(cuts[place]), int(cuts[place + 1]), slice(ends[place], ends[place + 1])
        piece, path = part.edges.within(chosen, first), part.path[chosen]
        yield Part(
            piece,
            part.low,
            part.ahead[first : last + 1] - part.ahead[first],
            part.behind[first : last + 1] - part.behind[last],
            part.reached[first : last + 1] - part.ahead[first],
            part.left[first : last + 1] - part.behind[last],
            path,
            float(piece.weight.take(np.flatnonzero(path)).sum()),
        )


def _pruned(part: Part) -> tuple[Part, Integers, Integers]:
    """The part without the edges that cannot matter and the nodes that no other edge touches.

    Beside it, for each node left: how many edges begin at it or before, and how many end there.
    """
    edges, path, nodes = part.edges, part.path, len(part.ahead)
    through, behind = _by_ends(part)
    through += edges.weight
    near = through <= part.reached.take(edges.target) + NEAR if len(edges) > _LOCAL else None
    through += behind
    short = through < part.length - TINY
    if near is not None:
        behind += edges.weight
        near &= behind <= part.left.take(edges.source) + NEAR
        short &= near
    kept = np.flatnonzero(path | short)  # to take places is quicker than flags
    if len(kept) < len(edges):
        edges, path = edges.at(kept), path.take(kept)
    begin = np.bincount(edges.source, minlength=nodes)
    end = np.bincount(edges.target, minlength=nodes)
    used = begin + end > 0
    if used.all():
        return (
            replace(part, edges=edges, path=path),
            begin.cumsum(),
            end.cumsum(),
        )
    number = np.cumsum(used) - 1
    source, target = number.take(edges.source), number.take(edges.target)
    edges = replace(edges, source=source, target=target)
    ends = (part.ahead[used], part.behind[used], part.reached[used], part.left[used])
    smaller = Part(edges, part.low, *ends, path, part.length)
    return smaller, begin[used].cumsum(), end[used].cumsum()


def _by_ends(part: Part) -> tuple[Vector, Vector]:
    """For each edge the distances from the first node to its source and from its target to the last one, by
    edges that can be its neighbours on a shortest path.
    """
    edges, nodes, low = part.edges, len(part.ahead), part.low
    ahead, behind = part.ahead.take(edges.source), part.behind.take(edges.target)
    reached = np.where(edges.later > low, ahead + edges.weight, np.inf)
    left = np.where(edges.sooner > low, behind + edges.weight, np.inf)
    blocked, begun = np.full(nodes, np.inf), np.full(nodes, np.inf)
    first = np.flatnonzero(np.diff(edges.target, prepend=-1))  # of each node at which edges end
    blocked[edges.target.take(first)] = np.minimum.reduceat(reached, first)
    np.minimum.at(begun, edges.source, left)
    blocked[0] = begun[-1] = 0.0
    free = np.flatnonzero(edges.sooner <= low)
    ahead[free] = blocked.take(edges.source.take(free))
    free = np.flatnonzero(edges.later <= low)
    behind[free] = begun.take(edges.target.take(free))
    return ahead, behind


def levels_beside(
    level: Levels, nodes: int, places: Integers, source: Integers, target: Integers
) -> tuple[Levels, Levels]:
    """The levels (edges,) of the runs of edges that begin and that end one value farther, given those of all
    edges in order of target and source, and of the edges in question their places there, sources and targets;
    beyond all levels where there is no such value.
    """
    none = np.iinfo(np.int32).max
    sooner = np.where(source > 0, level.take(np.maximum(places - 1, 0)), none)
    later = np.where(target < nodes - 1, level.take(np.minimum(places + target, len(level) - 1)), none)
    return sooner.astype(np.int32), later.astype(np.int32)


def _settled(part: Part, found: dict[int, float]) -> list[Part] | None:
    """Write down where the part falls and give None, or give its two halves, the wider windows first."""
    if part.fall <= TINY:
        return None
    edges = part.edges
    new = edges.level.take(np.flatnonzero(edges.level > part.low))
    if len(new) * len(edges) <= _FEW:
        _try_each(part, np.unique(new).tolist(), found)
        return None
    last = int(new.max())
    if int(new.min()) == last:
        found[last] = found.get(last, 0.0) + part.fall
        return None
    middle = int(np.partition(new, (len(new) - 1) // 2)[(len(new) - 1) // 2])
    if middle == last:
        middle = int(new.max(where=new < last, initial=0))
    return _halves(part, middle)


def _halves(part: Part, middle: int) -> list[Part]:
    """The part from its low level to the middle one, and from there on."""
    is_open = np.flatnonzero(part.edges.level <= middle)
    opened = part.edges.at(is_open)
    ahead = _ahead(opened, len(part.ahead))
    length = float(ahead[-1])
    path, reached, left = part.path, np.minimum(ahead, part.reached), part.left
    halves = []
    if part.length - length > TINY:
        path = np.zeros(len(part.edges), dtype=np.bool_)
        path[is_open[_shortest(opened, ahead)]] = True
        behind = _behind(opened, len(ahead))
        earlier = part.path.take(is_open)
        halves.append(Part(opened, part.low, ahead, behind, part.reached, left, earlier, part.length))
        left = np.minimum(behind, left)
    else:
        length = part.length
    halves.append(Part(part.edges, middle, part.ahead, part.behind, reached, left, path, length))
    return halves[::-1]


def _try_each(part: Part, levels: list[int], found: dict[int, float]) -> None:
    """Compute the shortest path at every level, until nothing is left to fall."""
    edges, length, least = part.edges, part.length, part.length - part.fall
    steps = sorted(zip(edges.level.tolist(), range(len(edges)), strict=True))
    rows = list(zip(edges.source.tolist(), edges.target.tolist(), edges.weight.tolist(), strict=True))
    distances = [0.0, *[np.inf] * (len(part.ahead) - 1)]
    opened, begin, chosen = 0, 0, []
    for level in levels:
        while opened < len(steps) and steps[opened][0] <= level:
            place = steps[opened][1]
            source, target, weight = rows[place]
            if place < begin and distances[source] + weight < distances[target]:
                begin = place
            chosen.append(place)
            opened += 1
        chosen.sort()  # two ordered runs: quick
        for place in chosen[bisect_left(chosen, begin) :]:  # nothing before is nearer than it was
            source, target, weight = rows[place]
            reached = distances[source] + weight
            if reached < distances[target]:
                distances[target] = reached
        begin = len(rows)
        now = distances[-1]
        if length - now > TINY:
            found[level] = found.get(level, 0.0) + length - now
            length = now
        if length - least <= TINY:
            break


def _ahead(edges: Edges, nodes: int) -> Vector:
    """Distances (nodes,) from node 0; infinite where no path leads."""
    if len(edges) > _DENSE * nodes:
        ends = np.cumsum(np.bincount(edges.target, minlength=nodes)).tolist()
        distances = np.full(nodes, np.inf)
        distances[0] = 0.0
        for node in range(1, nodes):
            part = slice(ends[node - 1], ends[node])
            reached = distances.take(edges.source[part])
            reached += edges.weight[part]
            distances[node] = np.minimum.reduce(reached, initial=np.inf)
        return distances
    if len(edges) > _GRAPH:
        return _searched(csc_array(_by_target(edges, nodes), shape=(nodes, nodes)), 0)
    plain = [np.inf] * nodes
    plain[0] = 0.0
    for source, target, weight in zip(
        edges.source.tolist(), edges.target.tolist(), edges.weight.tolist(), strict=True
    ):
        reached = plain[source] + weight
        if reached < plain[target]:
            plain[target] = reached
    return np.array(plain)


def _behind(edges: Edges, nodes: int) -> Vector:
    """Distances (nodes,) to the last node; infinite where no path leads."""
    if len(edges) > _DENSE * nodes:
        ends = np.cumsum(np.bincount(edges.target, minlength=nodes)).tolist()
        distances = np.full(nodes, np.inf)
        distances[-1] = 0.0
        for node in range(nodes - 1, 0, -1):
            part = slice(ends[node - 1], ends[node])
            sources = edges.source[part]
            reached = edges.weight[part] + distances[node]
            distances[sources] = np.minimum(distances.take(sources), reached, out=reached)
        return distances
    if len(edges) > _GRAPH:
        return _searched(csr_array(_by_target(edges, nodes), shape=(nodes, nodes)), nodes - 1)
    plain = [np.inf] * nodes
    plain[-1] = 0.0
    for source, target, weight in zip(
        edges.source[::-1].tolist(), edges.target[::-1].tolist(), edges.weight[::-1].tolist(), strict=True
    ):
        reached = plain[target] + weight
        if reached < plain[source]:
            plain[source] = reached
    return np.array(plain)


def _by_target(edges: Edges, nodes: int) -> tuple[Vector, npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Weights, sources and the first place of each target: a compressed matrix of the edges as ordered."""
    first = np.zeros(nodes + 1, dtype=np.int32)
    np.cumsum(np.bincount(edges.target, minlength=nodes), out=first[1:])
    return edges.weight, edges.source.astype(np.int32), first


def _searched(graph: csc_array | csr_array, start: int) -> Vector:
    """Distances from a node along the rows of a matrix. No weight is negative, so that Dijkstra's search adds
    and compares what the steps in order of nodes do: every digit is the same.
    """
    found: Vector = dijkstra(graph, indices=start)
    return found


def _shortest(edges: Edges, ahead: Vector) -> list[int]:
    """The places of the edges of one shortest path, given the distances from node 0."""
    ends = np.cumsum(np.bincount(edges.target, minlength=len(ahead))).tolist()
    node, places = len(ahead) - 1, []
    while node:
        part = slice(ends[node - 1], ends[node])
        reached = ahead[edges.source[part]] + edges.weight[part]
        places.append(part.start + int(reached.argmin()))
        node = int(edges.source[places[-1]])
    return places
