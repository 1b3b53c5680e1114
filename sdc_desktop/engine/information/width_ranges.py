"""The ranges of widths at which the search for falls of H begins, where all pairs of thousands of values are
edges: 12 million for 5,000 values.

A graph of all edges is not made. Edges lie in columns, one for each node at which they end, and one width is
solved by its own recurrence, which needs no edges (`one_width.py`). Ranges are halved until few edges can
matter within one. These are kept in a list, with a shortest path of the lower end, and the list is shortened
while its range is halved on; each that is short enough is a part of the graph of its own (`parts.py`).
"""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.information.distances import Graph
from sdc_desktop.engine.information.distribution import Vector
from sdc_desktop.engine.information.one_width import least_of_starts
from sdc_desktop.engine.information.parts import Parts, one_part
from sdc_desktop.engine.information.windows import (
    NEAR,
    TINY,
    Edges,
    Flags,
    Integers,
    Levels,
    levels_beside,
    run_weights,
)

_MOST = 250_000  # edges of a part
_LISTED = 1_500_000  # edges of a list
_SAMPLE = 16  # every so many columns are looked at to learn how many edges there are


@dataclass(frozen=True)
class Columns:
    """All edges between nodes 0..n, (n (n + 1) / 2,): those that end at node t lie from t (t - 1) / 2 on, in
    the order of their starts 0..t-1. ``shares`` (n + 1,) are the cumulated probabilities.
    """

    weight: Vector
    level: Levels
    shares: Vector

    @property
    def nodes(self) -> int:
        """Nodes of the graph, one more than values."""
        return len(self.shares)


@dataclass(frozen=True)
class _Width:
    """One level solved: the distances from the first node and to the last one, (nodes,); infinite of nodes
    that no shorter path can pass.
    """

    level: int
    ahead: Vector
    behind: Vector

    @property
    def length(self) -> float:
        """Of a shortest path."""
        return float(self.ahead[-1])


@dataclass(frozen=True)
class _Listed:
    """The edges (edges,) that can matter between two levels, ordered by target, with those of a shortest path
    of the lower one, which ``path`` marks.
    """

    low: _Width
    high: _Width
    source: Integers
    target: Integers
    level: Levels
    weight: Vector
    path: Flags

    def within(self, low: _Width, high: _Width, path: Flags) -> "_Listed":
        """Those that can matter between two levels within these, given a shortest path of the lower one."""
        near = high.ahead.take(self.source) + self.weight < _farthest(low, high).take(self.target)
        near &= self.weight - low.behind.take(self.source) <= (NEAR - high.behind).take(self.target)
        near &= self.level <= high.level
        near |= path
        kept = np.flatnonzero(near)
        edges = self.source.take(kept), self.target.take(kept), self.level.take(kept), self.weight.take(kept)
        return _Listed(low, high, *edges, path.take(kept))


def columns_of(values: Vector, probabilities: Vector, shares: Vector) -> tuple[Vector, Vector]:
    """The differences and the weights of all runs, both (n (n + 1) / 2,) as in :class:`Columns`, from values
    that ascend and their probabilities (n,); ``shares`` (n + 1,).
    """
    count = len(values)
    differences = np.empty(count * (count + 1) // 2)
    weight = np.empty_like(differences)
    for node in range(1, count + 1):
        place = slice(node * (node - 1) // 2, node * (node + 1) // 2)
        np.subtract(values[node - 1], values[:node], out=differences[place])
        runs = np.minimum(shares[node] - shares[:node], 1.0)
        runs[-1] = probabilities[node - 1]
        weight[place] = run_weights(runs)
    return differences, weight


def parts_of(columns: Columns, context: JobContext) -> tuple[float, Iterator[Parts]]:
    """By how much the shortest path falls over all levels, and the parts within which it does, the narrowest
    widths first. Raises Cancelled.
    """
    low = _solved(columns, 0, context)
    high = _solved(columns, int(columns.level.max(initial=0)), context)
    return low.length - high.length, _parts(columns, low, high, context)


def _parts(columns: Columns, low: _Width, high: _Width, context: JobContext) -> Iterator[Parts]:
    waiting = [(low, high)]
    while waiting:
        low, high = waiting.pop()
        context.checkpoint()
        if low.length - high.length <= TINY:
            continue
        if high.level - low.level > 1 and _number(columns, low, high) > _LISTED:
            middle = _solved(columns, (low.level + high.level) // 2, context)
            waiting += [(middle, high), (low, middle)]
        else:
            yield from _listed_parts(columns, _listed(columns, low, high), context)


def _listed_parts(columns: Columns, edges: _Listed, context: JobContext) -> Iterator[Parts]:
    waiting = [edges]
    while waiting:
        edges = waiting.pop()
        low, high = edges.low, edges.high
        context.checkpoint()
        if low.length - high.length <= TINY:
            continue
        if high.level - low.level > 1 and len(edges.source) > _MOST:
            middle, path = _searched(edges, (low.level + high.level) // 2)
            waiting += [edges.within(middle, high, path), edges.within(low, middle, edges.path)]
        else:
            yield _part(columns, edges)


def _solved(columns: Columns, level: int, context: JobContext) -> _Width:
    """The distances at a level: seen from the last node the recurrence is the same."""
    nodes, shares = columns.nodes, columns.shares
    earliest = _earliest(columns, level)
    latest = np.searchsorted(earliest, np.arange(nodes), side="right") - 1
    ahead = least_of_starts(shares.tolist(), earliest.tolist(), context)
    mirrored = (nodes - 1 - latest[::-1]).tolist()
    behind = least_of_starts((shares[-1] - shares[::-1]).tolist(), mirrored, context)
    return _Width(level, np.array(ahead), np.array(behind[::-1]))


def _searched(edges: _Listed, level: int) -> tuple[_Width, Flags]:
    """The distances at a level by edges of a list, and the flags (edges,) of a shortest path."""
    opened, nodes = np.flatnonzero(edges.level <= level), len(edges.low.ahead)
    levels = edges.level.take(opened)
    ends = edges.source.take(opened), edges.target.take(opened)
    found = Edges(*ends, levels, edges.weight.take(opened), levels, levels)
    graph = Graph(found, np.array([0]), np.array([nodes - 1]), nodes)
    ahead, path = graph.ahead(), np.zeros(len(edges.source), dtype=np.bool_)
    path[opened.take(graph.shortest(ahead))] = True
    return _Width(level, ahead, graph.behind()), path


def _earliest(columns: Columns, level: int) -> Integers:
    """For each node the first start of an edge that is open: levels fall within a column. All columns are
    halved at once.
    """
    low = np.zeros(columns.nodes, dtype=np.int64)
    high = np.arange(columns.nodes, dtype=np.int64)
    offset = high * (high - 1) // 2
    high = np.maximum(high - 1, 0)  # the last edge of a column is open at every level
    while (low < high).any():
        middle = (low + high) // 2
        is_open = (columns.level[np.maximum(offset + middle, 0)] <= level) | (low >= high)
        high, low = np.where(is_open, np.minimum(middle, high), high), np.where(is_open, low, middle + 1)
    return high


def _farthest(low: _Width, high: _Width) -> Vector:
    """How far the edges to each node (nodes,) may lead that can matter between two levels."""
    return np.minimum(low.ahead + NEAR, low.length - TINY - high.behind)


def _column(columns: Columns, node: int, first: int, low: _Width, high: _Width) -> Integers:
    """The starts, from the first one open, of the edges to a node that can matter between two levels."""
    offset = node * (node - 1) // 2
    weight = columns.weight[offset + first : offset + node]
    through = high.ahead[first:node] + weight
    far = min(float(low.ahead[node]) + NEAR, low.length - TINY - float(high.behind[node]))
    near = through < far
    near &= weight - low.behind[first:node] <= NEAR - float(high.behind[node])
    return np.flatnonzero(near) + first


def _near_nodes(low: _Width, high: _Width) -> list[int]:
    """The nodes, but the first, that a path can pass which is shorter than the one at the lower level."""
    found = np.flatnonzero(high.ahead + high.behind < low.length - TINY)
    return [node for node in found.tolist() if node]


def _number(columns: Columns, low: _Width, high: _Width) -> int:
    """About how many edges can matter."""
    nodes, earliest = _near_nodes(low, high)[::_SAMPLE], _earliest(columns, high.level).tolist()
    return _SAMPLE * sum(len(_column(columns, node, earliest[node], low, high)) for node in nodes)


def _listed(columns: Columns, low: _Width, high: _Width) -> _Listed:
    """The edges that can matter between two levels."""
    path, earliest = dict(_shortest(columns, low)), _earliest(columns, high.level).tolist()
    starts, sizes = [], np.zeros(columns.nodes, dtype=np.int64)
    for node in sorted({*_near_nodes(low, high), *path}):
        found = _column(columns, node, earliest[node], low, high)
        if node in path:
            place = bisect_left(found, path[node])
            if place == len(found) or found[place] != path[node]:
                found = np.insert(found, place, path[node])
        starts.append(found)
        sizes[node] = len(found)
    source = np.concatenate(starts)
    target = np.repeat(np.arange(columns.nodes), sizes)
    places = target * (target - 1) // 2 + source
    begins = np.full(columns.nodes, -1, dtype=np.int64)
    begins[list(path)] = list(path.values())
    chosen = source == begins[target]
    return _Listed(low, high, source, target, columns.level[places], columns.weight[places], chosen)


def _part(columns: Columns, listed: _Listed) -> Parts:
    """The part of the graph that edges are of."""
    source, target, low, high = listed.source, listed.target, listed.low, listed.high
    beside = levels_beside(columns.level, columns.nodes, target * (target - 1) // 2 + source, source, target)
    edges = Edges(source, target, listed.level, listed.weight, *beside)
    return one_part(edges, low.level, (high.ahead, high.behind), (low.ahead, low.behind), listed.path)


def _shortest(columns: Columns, width: _Width) -> Iterator[tuple[int, int]]:
    """The edges of a shortest path from the last one on: where each ends, and where it begins."""
    node, earliest = columns.nodes - 1, _earliest(columns, width.level).tolist()
    while node:
        first, offset = earliest[node], node * (node - 1) // 2
        reached = width.ahead[first:node] + columns.weight[offset + first : offset + node]
        start = first + int(reached.argmin())
        yield node, start
        node = start
