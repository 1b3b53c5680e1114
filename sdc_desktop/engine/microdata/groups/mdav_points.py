"""The records MDAV has not grouped yet, as points: found fast, the same as by looking at each.

*Farthest*: the points stand in a list by distance from a centre, outermost first. No point of distance r from
it is farther than r + |x| from x, so that a search from the outer end may stop early. |p|^2 - 2 p x finds the
few that can be farthest; those are compared exactly.

*Nearest*: a kd-tree is asked for the neighbours of many outer points at once, for these are wanted soon. Of
such a row those count that are still left. Where the k-th and the next are too close to tell apart by the
tree's figures, and where rows end too early, distances are compared exactly.

List and tree are made anew when a fifth of the points is used up. Memory is linear in the points.
"""

import math
from array import array
from collections.abc import Iterable, Sequence

import numpy as np
from scipy.spatial import cKDTree

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.groups.distances import Integers, Vector, squared_distances
from sdc_desktop.engine.microdata.groups.sites import Sites

_CENTRE_TIE = 1e-10  # squared distances from a centre that differ by less (relative) are equal
_SCREEN = 1e-12  # how wrong |p|^2 - 2 p x may be, as a share of the greatest square in it, and more
_CLEAR = 1e-9  # the tree's distances that differ by more (relative) are different
_ROUNDING = 4e-15  # and by more than this share of the outermost distance
_OFF_CENTRE = 1e-3  # below: the points are so far from the list's centre that figures would be lost
_RENEWED = 0.8
_SMALL = 48  # a list this short is not made anew
_FIRST_LOOK = 256
_ROWS = 600  # neighbours asked for at once, divided by k


class PointsLeft:
    """The points (n, p), finite float64, that are left."""

    def __init__(self, points: Vector, context: JobContext) -> None:
        if points.shape[1] == 1:  # products of single columns would set all threads to work
            points = np.column_stack([points, np.zeros(len(points))])
        self._context = context  # asked whether to stop where all points are gone through
        self._sites = Sites(list(points.T), context)
        self._points = np.ascontiguousarray(points[self._sites.firsts])
        self._place = array("q", bytes(8 * len(self._points)))  # of a site in the list
        self._rows: dict[int, tuple[list[int], list[float]]] = {}  # neighbours of sites, and how far they are
        self._renew()

    @property
    def number(self) -> int:
        """How many records are left."""
        return self._sites.records_left

    def rest(self) -> Integers:
        """All records left."""
        return self._sites.rest()

    def outermost(self) -> int:
        """The site of the record farthest from the centroid; near ties by lower index."""
        if self._used < _RENEWED * len(self._at) and len(self._at) > _SMALL:
            self._renew()
        found = self._farthest(None)
        return found[0] if len(found) == 1 else self._sites.lowest(found)

    def farthest_from(self, site: int) -> int:
        """The site of the record farthest from a site; ties by lower index."""
        found = self._farthest(site)
        if len(found) == 1:
            return found[0]
        distances = squared_distances(self._points[found], self._points[site])
        return self._sites.lowest(found[i] for i in np.flatnonzero(distances == distances.max()))

    def take(self, site: int, k: int) -> list[int]:
        """Remove the k records nearest to a site and return them; ties by lower index."""
        row = self._rows.get(site)
        if row is None:
            row = self._rows_around(site, k)
        while True:
            shares = self._nearest(site, k, row)
            if shares is not None:
                return self._removed(shares)
            row = self._asked([site], 3 * len(row[0]))

    def _renew(self) -> None:
        """The list around the centroid of what is left, and the tree of the same points."""
        counts = self._sites.counts
        alive = np.flatnonzero(counts)
        weights = counts[alive].astype(np.float64)
        self._centre: Vector = weights @ self._points[alive] / self.number
        points = self._points[alive] - self._centre
        squares = np.einsum("ij,ij->i", points, points)
        self._context.checkpoint()
        order = np.argsort(-squares, kind="stable")
        alive, points, squares = alive[order], np.ascontiguousarray(points[order]), squares[order]
        self._at = array("q", alive.astype(np.int64).tobytes())  # the site at each place
        self._at_array = alive
        np.frombuffer(self._place, dtype=np.int64)[alive] = np.arange(len(alive))
        self._listed: Vector = points
        self._doubled: Vector = -2.0 * points
        self._falling = -np.sqrt(squares)
        self._squares = squares  # minus infinity for those used up since
        self._sum: Vector = weights[order] @ points
        self._scores = np.empty(len(alive))
        self._start = 0  # no place before has records left
        self._next_asked = 0  # the place from which on no rows were asked for
        self._used = len(alive)  # sites of the list with records left
        self._context.checkpoint()
        self._tree = cKDTree(points, leafsize=24, balanced_tree=False, compact_nodes=False)
        self._blur = _ROUNDING * -float(self._falling[0])

    def _farthest(self, site: int | None) -> list[int]:
        """The sites that can be farthest from a site, or from the centroid; several where it is close."""
        found = self._screened(site)
        if found is None:
            self._renew()
            found = self._screened(site)
        # still none: what is left lies as close together as figures can tell
        return np.flatnonzero(self._sites.counts).tolist() if found is None else found

    def _screened(self, site: int | None) -> list[int] | None:
        """As `_farthest`; None where the list's centre is too far off for its figures to tell."""
        point = self._sum / self.number if site is None else self._points[site] - self._centre
        at, left = self._at, self._sites.left
        start = self._start
        while not left[at[start]]:
            start += 1
        self._start = start
        square = float(point @ point)
        reach = math.sqrt(square)
        scale = (reach - float(self._falling[start])) ** 2
        end = min(start + _FIRST_LOOK, len(at))
        best = self._score(start, end, start, point) + square
        if end < len(at):
            bound = reach - math.sqrt(max(best, 0.0)) * (1 - _SCREEN)
            further = int(self._falling.searchsorted(bound, "right"))
            if further > end:
                best = max(best, self._score(end, further, start, point) + square)
                end = further
        if best < _OFF_CENTRE * scale:
            return None
        slack = _CENTRE_TIE * best if site is None else _SCREEN * scale
        (found,) = (self._scores[: end - start] >= best - square - slack).nonzero()
        return [at[start + place] for place in found.tolist()]

    def _score(self, start: int, end: int, origin: int, point: Vector) -> float:
        """Put |p|^2 - 2 p x of the places start..end-1 into the scores from `origin` on; the greatest."""
        scores = self._scores[start - origin : end - origin]
        np.dot(self._doubled[start:end], point, out=scores)
        scores += self._squares[start:end]
        return float(np.maximum.reduce(scores))

    def _nearest(self, site: int, k: int, row: tuple[list[int], list[float]]) -> list[tuple[int, int]] | None:
        """Pairs (site, how many records) of the k nearest, from a row of neighbours; None if too short."""
        left = self._sites.left
        shares: list[tuple[int, int]] = []
        need, last, limit = k, 0.0, math.inf
        for other, distance in zip(*row, strict=True):
            count = left[other]
            if not count:
                continue
            if need > 0:
                shares.append((other, count))
                need -= count
                last = distance
                if need <= 0:
                    limit = last * (1 + _CLEAR) + self._blur
            elif distance > limit:
                break
            else:
                need = -1  # one more that may be as near as the last
        if row[1][-1] <= limit:
            return None
        if need == 0:
            return shares
        near = [other for other, distance in zip(*row, strict=True) if left[other] and distance <= limit]
        distances = squared_distances(self._points[near], self._points[site])
        return self._sites.shares(near, distances.tolist(), k)

    def _rows_around(self, site: int, k: int) -> tuple[list[int], list[float]]:
        """The neighbours of a site; those of the outermost sites are asked for on the same way."""
        wanted, at, left, rows = [site], self._at, self._sites.left, self._rows
        place, most = self._next_asked, max(1, _ROWS // k)
        while len(wanted) < most and place < len(at):
            other = at[place]
            place += 1
            if left[other] and other not in rows and other != site:
                wanted.append(other)
        self._next_asked = place
        return self._asked(wanted, 2 * k + 6)

    def _asked(self, sites: Sequence[int], number: int) -> tuple[list[int], list[float]]:
        """Ask the tree for rows of so many neighbours; give that of the first site.

        A row that has them all ends with one at an infinite distance.
        """
        number = min(number, len(self._at) + 1)
        points = self._points[sites] - self._centre
        distances, places = self._tree.query(points, np.arange(1, number + 1))
        neighbours = self._at_array[np.minimum(places, len(self._at) - 1)].tolist()
        rows = zip(neighbours, distances.tolist(), strict=True)
        self._rows.update(zip(sites, rows, strict=True))
        return self._rows[sites[0]]

    def _removed(self, shares: Iterable[tuple[int, int]]) -> list[int]:
        records: list[int] = []
        sites = self._sites
        for site, count in shares:
            place = self._place[site]
            records.extend(sites.take(site, count))
            if count == 1:
                self._sum -= self._listed[place]
            else:
                self._sum -= count * self._listed[place]
            if not sites.left[site]:
                self._squares[place] = -math.inf
                self._used -= 1
                self._rows.pop(site, None)
        return records
