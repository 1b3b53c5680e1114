"""Where the shortest path falls: parts of the graph of widths (`windows.py`), halved down to one width."""

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.information.distances import Graph
from sdc_desktop.engine.information.parts import Parts, chosen_parts, joined, one_part, pieces_of, runs
from sdc_desktop.engine.information.windows import TINY, Edges, Integers, Levels

_FEW = 10_000  # edges times widths, from where trying every width is quicker than halving
_TOGETHER = 100_000  # edges of parts that are halved at once
_ALIVE = 2 / 3  # of the edges, from where all parts are looked at rather than those left copied
_LONG = 20_000  # edges whose work is worth asking whether to stop
_LEVEL = 2**32 - 1  # the bits of a level

Found = dict[int, float]


@dataclass(frozen=True)
class _Widths:
    """The levels above the low one at which edges of each part open: ``keys`` (edges,) have the part above
    the bits of the level, ascending; those of a part lie from ``since`` to ``until`` (parts,).
    """

    keys: Integers
    since: Integers
    until: Integers

    @property
    def counts(self) -> Integers:
        """Edges that open, of each part (parts,)."""
        return self.until - self.since

    def at(self, places: Integers) -> Integers:
        """The levels at some places."""
        found: Integers = self.keys.take(places) & _LEVEL
        return found


def falls(edges: Edges, nodes: int, context: JobContext, step: str) -> Found:
    """How far the shortest path falls at each level where it does, levels in order. ``edges`` are all edges
    of neighbours (level 0) and others; the sum is the difference between level 0 and all edges open.

    `step` is the code under which progress is reported. Raises Cancelled.
    """
    path = edges.target == edges.source + 1
    reached = np.append(0.0, edges.weight[path].cumsum())
    graph = Graph(edges, np.array([0]), np.array([nodes - 1]), nodes)
    distances = graph.ahead(), graph.behind()
    part = one_part(edges, 0, distances, (reached, reached[-1] - reached), path)
    return falls_of([part], float(part.falls[0]), context, step)


def falls_of(parts: Iterable[Parts], todo: float, context: JobContext, step: str) -> Found:
    """How far the shortest path falls at each level, for parts of the graph that cover some levels each.

    All parts together fall by `todo`. `step` is the code under which progress is reported. Raises Cancelled.
    """
    found: Found = {}
    done, work = 0.0, 0
    for first in parts:
        waiting = [pieces_of(first, first.falls > TINY)]
        work += len(first.edges)
        while waiting:
            some = waiting.pop()
            while waiting and len(some.edges) + len(waiting[-1].edges) <= _TOGETHER:
                some = joined(some, waiting.pop())
            work += len(some.edges)
            if work > _LONG:
                context.progress(done / todo if todo > 0 else 1.0, step)
                work = 0
            halves = _settled(some, found)
            done += float(some.falls.sum()) - sum(float(half.falls.sum()) for half in halves)
            waiting += halves
    return dict(sorted(found.items()))


def _settled(parts: Parts, found: Found) -> list[Parts]:
    """Write down where parts fall, and give the two halves of those others, the wider windows first."""
    sizes, fall, widths = parts.sizes, parts.falls, _widths(parts)
    left = (fall > TINY) & (widths.counts > 0)
    few = left & (widths.counts * sizes <= _FEW)
    _try_few(parts, np.flatnonzero(few), widths, found)
    pieces = np.flatnonzero(left & ~few)
    widest = widths.at(widths.until.take(pieces) - 1)
    single = widths.at(widths.since.take(pieces)) == widest
    for level, piece in zip(widest[single].tolist(), pieces[single].tolist(), strict=True):
        found[level] = found.get(level, 0.0) + float(fall[piece])
    pieces, widest = pieces[~single], widest[~single]
    if not len(pieces):
        return []
    median = widths.at(widths.since.take(pieces) + (widths.counts.take(pieces) - 1) // 2)
    below = widths.at(np.searchsorted(widths.keys, (pieces << 32) | widest) - 1)
    chosen = np.where(median < widest, median, below).astype(np.int32)
    if sizes.take(pieces).sum() < _ALIVE * len(parts.edges):
        return _halves(chosen_parts(parts, pieces), np.arange(len(pieces)), chosen)
    middle = np.full(len(parts), -1, dtype=np.int32)
    middle[pieces] = chosen
    return _halves(parts, pieces, middle)


def _widths(parts: Parts) -> _Widths:
    sizes, level = parts.sizes, parts.edges.level
    new = np.flatnonzero(level > parts.low.repeat(sizes))
    of = np.arange(len(parts)).repeat(sizes).take(new)
    until = np.bincount(of, minlength=len(parts)).cumsum()
    return _Widths(np.sort((of << 32) | level.take(new)), np.append(0, until[:-1]), until)


def _halves(parts: Parts, pieces: Integers, middle: Levels) -> list[Parts]:
    """Some parts, by their places, from the low level of each to its middle one, and from there on;
    ``middle`` (parts,) is -1 of the others.
    """
    edges, sizes = parts.edges, parts.sizes
    is_open = np.flatnonzero(edges.level <= middle.repeat(sizes))
    opened, begins = edges.at(is_open), np.searchsorted(is_open, parts.begins)
    ahead = Graph(opened, parts.firsts.take(pieces), parts.last.take(pieces), len(parts.ahead)).ahead()
    halved = np.zeros(len(parts), dtype=np.bool_)
    halved[pieces] = True
    length = ahead.take(parts.last)
    fell = halved & (parts.length - length > TINY)
    length = np.where(fell, length, parts.length)
    halves, path, left = [], parts.path, parts.left
    if fell.any():
        graph = Graph(opened, parts.firsts[:-1][fell], parts.last[fell], len(parts.ahead))
        behind, earlier = graph.behind(), path.take(is_open)
        narrow = replace(parts, edges=opened, begins=begins, ahead=ahead, behind=behind, path=earlier)
        halves.append(pieces_of(narrow, fell))
        path = path & ~fell.repeat(sizes)
        path[is_open.take(graph.shortest(ahead))] = True
        left = np.minimum(behind, left)  # infinite of the others
    reached = np.minimum(ahead, parts.reached)
    wide = replace(parts, low=middle, length=length, reached=reached, left=left, path=path)
    alive = halved & (wide.falls > TINY)
    if alive.any():
        halves.append(pieces_of(wide, alive))
    return halves[::-1]


def _try_few(parts: Parts, pieces: Integers, widths: _Widths, found: Found) -> None:
    """Write down where parts fall that have few edges and widths."""
    if not len(pieces):
        return
    sizes, edges = parts.sizes.take(pieces), parts.edges
    places, shift = runs(parts.begins.take(pieces), sizes), parts.firsts.take(pieces).repeat(sizes)
    source, target = edges.source.take(places) - shift, edges.target.take(places) - shift
    weight, level = edges.weight.take(places).tolist(), edges.level.take(places).tolist()
    rows = list(zip(source.tolist(), target.tolist(), weight, strict=True))
    nodes, lengths = (parts.last - parts.firsts[:-1]).tolist(), parts.length.tolist()
    fall = parts.falls.tolist()
    begin = 0
    for piece, size in zip(pieces.tolist(), sizes.tolist(), strict=True):
        end = begin + size
        levels = sorted(set((widths.keys[widths.since[piece] : widths.until[piece]] & _LEVEL).tolist()))
        reach = [0.0] + [float("inf")] * nodes[piece]
        _try_each(rows[begin:end], level[begin:end], levels, reach, (lengths[piece], fall[piece]), found)
        begin = end


def _try_each(
    rows: list[tuple[int, int, float]],
    level: list[int],
    levels: list[int],
    distances: list[float],
    lengths: tuple[float, float],
    found: Found,
) -> None:
    """Compute the shortest path at every level, until nothing is left to fall."""
    length, fall = lengths
    least = length - fall
    steps = sorted(zip(level, range(len(rows)), strict=True))
    opened, begin, chosen = 0, 0, list[int]()
    for width in levels:
        while opened < len(steps) and steps[opened][0] <= width:
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
            found[width] = found.get(width, 0.0) + length - now
            length = now
        if length - least <= TINY:
            break
