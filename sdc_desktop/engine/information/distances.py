"""Distances in the parts of a graph (`parts.py`), of all at once, and their shortest paths.

No weight is negative, so that every way to search adds and compares the same sums: every digit is the same.
"""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csc_array, csr_array
from scipy.sparse.csgraph import dijkstra

from sdc_desktop.engine.information.windows import Edges, Integers, Levels, Vector

_GRAPH = 1_000  # edges, from where SciPy's search is quicker than a Python step an edge


@dataclass(frozen=True)
class Graph:
    """Edges of parts whose nodes begin with ``starts`` (parts,) and end with ``ends`` (parts,), of ``nodes``
    nodes in all.
    """

    edges: Edges
    starts: Integers
    ends: Integers
    nodes: int

    def ahead(self) -> Vector:
        """Distances (nodes,) from the first node of each part; infinite where no path leads."""
        edges, shape = self.edges, (self.nodes, self.nodes)
        if len(edges) > _GRAPH:
            return _searched(csc_array(self._by_target(), shape=shape), self.starts)
        found = self._at(self.starts)
        steps = zip(edges.source.tolist(), edges.target.tolist(), edges.weight.tolist(), strict=True)
        for source, target, weight in steps:
            reached = found[source] + weight
            if reached < found[target]:
                found[target] = reached
        return np.array(found)

    def behind(self) -> Vector:
        """Distances (nodes,) to the last node of each part; infinite where no path leads."""
        edges, shape = self.edges, (self.nodes, self.nodes)
        if len(edges) > _GRAPH:
            return _searched(csr_array(self._by_target(), shape=shape), self.ends)
        found = self._at(self.ends)
        steps = zip(edges.source.tolist(), edges.target.tolist(), edges.weight.tolist(), strict=True)
        for source, target, weight in reversed(list(steps)):
            reached = found[target] + weight
            if reached < found[source]:
                found[source] = reached
        return np.array(found)

    def shortest(self, ahead: Vector) -> list[int]:
        """The places of the edges of one shortest path of each part, given the distances from its first node
        (nodes,).
        """
        edges = self.edges
        reached = ahead.take(edges.source)
        reached += edges.weight
        nearest = np.flatnonzero(reached == ahead.take(edges.target))[::-1]  # of equals the first comes last
        places, before = np.full(self.nodes, -1), np.full(self.nodes, -1)
        target = edges.target.take(nearest)
        places[target], before[target] = nearest, edges.source.take(nearest)
        place_of, node_before, path = places.tolist(), before.tolist(), []
        for start, node in zip(self.starts.tolist(), self.ends.tolist(), strict=True):
            while node != start:
                path.append(place_of[node])
                node = node_before[node]
        return path

    def _at(self, nodes: Integers) -> list[float]:
        found = [float("inf")] * self.nodes
        for node in nodes.tolist():
            found[node] = 0.0
        return found

    def _by_target(self) -> tuple[Vector, Levels, Levels]:
        """Weights, sources and the first place of each target: a compressed matrix of the ordered edges."""
        first = np.zeros(self.nodes + 1, dtype=np.int32)
        np.cumsum(np.bincount(self.edges.target, minlength=self.nodes), out=first[1:])
        return self.edges.weight, self.edges.source.astype(np.int32), first


def _searched(graph: csc_array | csr_array, nodes: Integers) -> Vector:
    """Distances from the nearest of some nodes along the rows of a matrix."""
    found: Vector = dijkstra(graph, indices=nodes, min_only=True)
    return found
