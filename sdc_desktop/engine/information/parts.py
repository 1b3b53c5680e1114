"""Parts of the graph of widths (`windows.py`), many at once: most are too small for a NumPy call each.

Nodes and edges of all parts lie in one array each, one part after the other.
"""

from dataclasses import dataclass, replace

import numpy as np

from sdc_desktop.engine.information.windows import NEAR, TINY, Edges, Flags, Integers, Levels, Vector


@dataclass(frozen=True)
class Parts:
    """Parts of the graph, each between two levels: ``low`` (settled) and the one where all its edges are
    open.

    ``begins`` and ``firsts`` (parts + 1,) are the first edge and the first node of each part, and the number
    of all. ``ahead`` and ``behind`` (nodes,) are the distances from the first node of the part and to its
    last one with all edges open, ``reached`` and ``left`` (nodes,) upper bounds of the same at any level
    above ``low`` (parts,); ``path`` (edges,) marks a shortest path of ``low``, ``length`` (parts,) long.
    """

    edges: Edges
    begins: Integers
    firsts: Integers
    low: Levels
    length: Vector
    ahead: Vector
    behind: Vector
    reached: Vector
    left: Vector
    path: Flags

    def __len__(self) -> int:
        return len(self.low)

    @property
    def sizes(self) -> Integers:
        """Edges of each part (parts,)."""
        return np.diff(self.begins)

    @property
    def last(self) -> Integers:
        """The last node of each part (parts,)."""
        return self.firsts[1:] - 1

    @property
    def falls(self) -> Vector:
        """How much shorter the path of each part is when all edges are open (parts,)."""
        return self.length - self.ahead.take(self.last)


def one_part(
    edges: Edges, low: int, distances: tuple[Vector, Vector], bounds: tuple[Vector, Vector], path: Flags
) -> Parts:
    """A single part: its edges, the level settled, ``ahead`` and ``behind``, ``reached`` and ``left`` (nodes,
    each), and the flags of a shortest path (edges,).
    """
    length = np.array([float(edges.weight[path].sum())])
    begins, firsts = np.array([0, len(edges)]), np.array([0, len(distances[0])])
    return Parts(edges, begins, firsts, np.array([low], dtype=np.int32), length, *distances, *bounds, path)


def joined(first: Parts, second: Parts) -> Parts:
    """The parts of both."""
    nodes, one, two = len(first.ahead), first.edges, second.edges
    edges = Edges(
        np.append(one.source, two.source + nodes),
        np.append(one.target, two.target + nodes),
        np.append(one.level, two.level),
        np.append(one.weight, two.weight),
        np.append(one.sooner, two.sooner),
        np.append(one.later, two.later),
    )
    return Parts(
        edges,
        np.append(first.begins[:-1], second.begins + len(one)),
        np.append(first.firsts[:-1], second.firsts + nodes),
        np.append(first.low, second.low),
        np.append(first.length, second.length),
        np.append(first.ahead, second.ahead),
        np.append(first.behind, second.behind),
        np.append(first.reached, second.reached),
        np.append(first.left, second.left),
        np.append(first.path, second.path),
    )


def chosen_parts(parts: Parts, pieces: Integers) -> Parts:
    """Some of the parts: ``pieces`` (chosen,) ascend."""
    counts, sizes = np.diff(parts.firsts).take(pieces), parts.sizes.take(pieces)
    firsts = from_zero(counts)
    nodes, places = runs(parts.firsts.take(pieces), counts), runs(parts.begins.take(pieces), sizes)
    edges = parts.edges.at(places)
    shift = (parts.firsts.take(pieces) - firsts[:-1]).repeat(sizes)
    return Parts(
        replace(edges, source=edges.source - shift, target=edges.target - shift),
        from_zero(sizes),
        firsts,
        parts.low.take(pieces),
        parts.length.take(pieces),
        parts.ahead.take(nodes),
        parts.behind.take(nodes),
        parts.reached.take(nodes),
        parts.left.take(nodes),
        parts.path.take(places),
    )


def runs(starts: Integers, counts: Integers) -> Integers:
    """Places one after the other, in runs: where each run starts and how many it has (runs,)."""
    ends = counts.cumsum()
    found: Integers = np.arange(ends[-1] if len(ends) else 0) + (starts - ends + counts).repeat(counts)
    return found


def from_zero(counts: Integers) -> Integers:
    """Where each of some runs begins, and the number of all (runs + 1,), given how many each has (runs,)."""
    found = np.zeros(len(counts) + 1, dtype=np.int64)
    np.cumsum(counts, out=found[1:])
    return found


def pieces_of(parts: Parts, alive: Flags) -> Parts:
    """Some of the parts, by flags (parts,), without the edges that cannot matter, and taken apart at nodes
    that no other edge passes over.
    """
    edges, nodes = parts.edges, len(parts.ahead)
    kept = _kept(parts, alive)  # to take places is quicker than flags
    source, target = edges.source.take(kept), edges.target.take(kept)
    begin, end = np.bincount(source, minlength=nodes), np.bincount(target, minlength=nodes)
    used = np.flatnonzero(begin + end)
    begun, ended = begin.take(used).cumsum(), end.take(used).cumsum()
    cuts = np.flatnonzero(np.append(0, begun[:-1]) == ended)
    number = np.diff(ended.take(cuts))
    many = np.flatnonzero(number > 1)  # a single edge is the path itself
    chosen = np.flatnonzero((number > 1).repeat(number))
    sizes, first = number.take(many), cuts.take(many)
    counts = cuts.take(many + 1) - first + 1
    firsts, begins = from_zero(counts), from_zero(sizes)
    place = np.empty(nodes, dtype=np.int64)
    place[used] = np.arange(len(used))
    shift = (first - firsts[:-1]).repeat(sizes)
    old, passed = kept.take(chosen), used.take(runs(first, counts))
    start, stop = used.take(first), used.take(first + counts - 1)
    base, rest = parts.ahead.take(start).repeat(counts), parts.behind.take(stop).repeat(counts)
    weight, path = edges.weight.take(old), parts.path.take(old)
    along, of = np.flatnonzero(path), np.searchsorted(parts.firsts, start, side="right") - 1
    lengths = weight.take(along)
    if len(many):
        lengths = np.add.reduceat(lengths, np.searchsorted(along, begins[:-1]))
    return Parts(
        Edges(
            place.take(source.take(chosen)) - shift,
            place.take(target.take(chosen)) - shift,
            edges.level.take(old),
            weight,
            edges.sooner.take(old),
            edges.later.take(old),
        ),
        begins,
        firsts,
        parts.low.take(of),
        lengths,
        parts.ahead.take(passed) - base,
        parts.behind.take(passed) - rest,
        parts.reached.take(passed) - base,
        parts.left.take(passed) - rest,
        path,
    )


def _kept(parts: Parts, alive: Flags) -> Integers:
    """The places of the edges that can matter, with those of the paths."""
    edges, sizes = parts.edges, parts.sizes
    through, behind = _by_ends(parts, parts.low.repeat(sizes))
    through += edges.weight
    short = through <= (parts.reached + NEAR).take(edges.target)
    through += behind
    short &= through < np.where(alive, parts.length - TINY, -np.inf).repeat(sizes)
    behind += edges.weight
    short &= behind <= (parts.left + NEAR).take(edges.source)
    short |= parts.path & alive.repeat(sizes)
    return np.flatnonzero(short)


def _by_ends(parts: Parts, low: Levels) -> tuple[Vector, Vector]:
    """For each edge the distances from the first node to its source and from its target to the last one, by
    edges that can be its neighbours on a shortest path.
    """
    edges, nodes = parts.edges, len(parts.ahead)
    source, target, weight = edges.source, edges.target, edges.weight
    ahead, behind = (
        np.full(2 * nodes, np.inf),
        np.full(2 * nodes, np.inf),
    )  # by any edge, then by blocked ones
    ahead[:nodes], behind[:nodes] = parts.ahead, parts.behind
    some = np.flatnonzero(edges.later > low)
    reached = ahead.take(source.take(some)) + weight.take(some)
    np.minimum.at(ahead[nodes:], target.take(some), reached)
    some = np.flatnonzero(edges.sooner > low)
    reached = behind.take(target.take(some)) + weight.take(some)
    np.minimum.at(behind[nodes:], source.take(some), reached)
    ahead[nodes + parts.firsts[:-1]] = behind[nodes + parts.last] = 0.0
    return (
        ahead.take(source + nodes * (edges.sooner <= low)),
        behind.take(target + nodes * (edges.later <= low)),
    )
