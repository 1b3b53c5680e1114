"""Where the least entropy over windows falls as the windows grow: shortest paths, halved again and again.

Values x_0 < ... < x_(n-1) are between the nodes 0..n of a graph. A run of values i..j-1 is an edge from i to
j that opens once windows are as wide as the run; its weight is w(P) = P log2(1/P) of the run's probability P.
A way to cut the values into runs is a path from 0 to n, so that H at a precision is the shortest path over
the open edges (the recurrence of Alfalayleh & Brankovic 2014, section 4).

Edges only ever open. Between two widths therefore H is bounded by both ends, and so is every part of a path:
an edge can matter between them only if the path through it with *all* edges of the wider end is shorter than
the shortest path of the narrower end. That leaves few edges. Those left fall apart at nodes that none of them
passes over, and each part is halved on its own until a single width is left where it falls (`halving.py`).

A path that is shortest at a width is shortest to each of its nodes. So an edge can matter between two widths
only if it is also short for its own ends: from the first node, by all edges of the wider end and then the
edge, no farther than the edges of the narrower end lead; and seen from the last node the same.

As w is concave, H falls while the border of two neighbouring runs moves until one of them can grow no more.
An edge that could begin sooner at both ends of the widths can therefore only follow one that cannot end later
at the narrower end, and seen from the last node the same.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Levels = npt.NDArray[np.int32]

TINY = 1e-13  # bits; a fall of H no greater is rounding
NEAR = 1e-12  # bits by which an edge may be too long for its own ends: sums in another order differ by less


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


def run_weights(probabilities: Vector) -> Vector:
    """w(P) = P log2(1/P) in bits of probabilities (runs,), w(0) = w(1) = 0; never below 0."""
    positive = probabilities > 0
    logs = np.log2(probabilities, where=positive, out=np.zeros_like(probabilities))
    return np.maximum(-probabilities * logs, 0.0)


def levels_beside(
    level: Levels, nodes: int, places: Integers, source: Integers, target: Integers
) -> tuple[Levels, Levels]:
    """The levels (edges,) of the runs that begin and that end one value farther than those of edges.
    ``level`` has the levels of all edges in order of target and source; the edges are given by their places
    there, sources and targets. Levels are beyond all others where there is no such value.
    """
    none = np.iinfo(np.int32).max
    sooner = np.where(source > 0, level.take(np.maximum(places - 1, 0)), none)
    later = np.where(target < nodes - 1, level.take(np.minimum(places + target, len(level) - 1)), none)
    return sooner.astype(np.int32), later.astype(np.int32)
