"""MDAV-generic (Domingo-Ferrer & Torra 2005): groups of k to 2k - 1 records that are near one another.

While at least 3k records are left: x_r is the record farthest from the centre of those left; the k records
nearest to x_r (with it) are a group; x_s is the record farthest from x_r among the rest; the k nearest to x_s
(with it) are a group. Of 2k to 3k - 1 records left, the k nearest to the one farthest from the centre are a
group and the others another; k to 2k - 1 left are one group.

Ties go to the lower record index. Distances between records are compared as `distances` computes them. A
centre carries rounding: squared distances from it within 1e-10 (relative) of the greatest are equal.
"""

import math
from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt
from scipy.spatial import cKDTree

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.groups.block_columns import (
    Integers,
    Scaled,
    Vector,
    is_plain,
    squared_differences,
    squared_distances,
)
from sdc_desktop.engine.microdata.groups.sites import Sites

_CENTRE_TIE = 1e-10
_RENEWED = 0.7


# The records MDAV has not grouped yet where some are not numbers, or are missing: each search looks at all.
# The centre is the mean of each number, the median category of each ordinal and the mode of each nominal
# variable, over the values that are there (Domingo-Ferrer & Torra 2005). Records with the same values are
# looked at once, so that variables of few categories are fast nevertheless.
class MixedLeft:
    """The records, as columns, that are left."""

    def __init__(self, columns: Sequence[Scaled], context: JobContext) -> None:
        apart = [_apart(column) for column in columns]
        missing = [column.missing for column in columns if column.missing is not None]
        self._sites = Sites([*apart, *missing], context)
        self._columns = [column.of(self._sites.firsts) for column in columns]  # one entry a site
        self._place = array("q", bytes(8 * len(self._sites.firsts)))  # of a site among those still looked at
        self._at = np.arange(len(self._sites.firsts))
        self._centres = [_Centre(column, self._sites.counts) for column in self._columns]
        self._renew()

    @property
    def number(self) -> int:
        """How many records are left."""
        return self._sites.records_left

    def rest(self) -> Integers:
        """All records left."""
        return self._sites.rest()

    def outermost(self) -> int:
        """The site of the record farthest from the centre; near ties by lower index."""
        if self._used < _RENEWED * len(self._at):
            self._renew()
        distances = self._distances([centre.value() for centre in self._centres])
        return self._lowest(distances >= distances.max() * (1 - _CENTRE_TIE))

    def farthest_from(self, site: int) -> int:
        """The site of the record farthest from a site; ties by lower index."""
        distances = self._distances(self._values(site))
        return self._lowest(distances == distances.max())

    def take(self, site: int, k: int) -> list[int]:
        """Remove the k records nearest to a site and return them; ties by lower index.

        The record itself comes first: where values are missing, others may be just as near to the site.
        """
        distances = self._distances(self._values(site))
        records = self._removed([(site, 1)])
        if k == 1:
            return records
        distances[self._used_up] = np.inf
        rank = min(k - 1, len(distances)) - 1  # a site may hold several records
        near = np.flatnonzero(distances <= np.partition(distances, rank)[rank])
        near = near[distances[near] < np.inf]
        shares = self._sites.shares(self._at[near].tolist(), distances[near].tolist(), k - 1)
        return records + self._removed(shares)

    def nearest(self, site: int, number: int) -> list[tuple[int, int]]:
        """The records nearest to that of a site, with their sites: itself, then by distance and index. Not
        more than are left.
        """
        distances = self._distances(self._values(site))
        distances[self._used_up] = np.inf
        rank = min(number, len(distances)) - 1  # that of the site may have no other record
        reach = np.partition(distances, rank)[rank]
        near = np.flatnonzero((distances <= reach) & ~self._used_up)
        own = self._sites.first(site)
        ranked = self._sites.ranked(self._at[near].tolist(), distances[near].tolist(), number)
        return [(own, site), *(one for one in ranked if one[0] != own)][:number]

    def remove(self, records: Sequence[tuple[int, int]]) -> None:
        """Remove records that are nearest to a site."""
        self._removed(_counted(records))

    def _renew(self) -> None:
        """Look from now on at the sites with records left only."""
        kept = np.flatnonzero(self._sites.counts[self._at])
        self._at = self._at[kept]
        self._looked = [column.of(self._at) for column in self._columns]
        np.frombuffer(self._place, dtype=np.int64)[self._at] = np.arange(len(self._at))
        self._used_up = np.zeros(len(self._at), dtype=np.bool_)
        self._used = len(self._at)

    def _values(self, site: int) -> list[float | None]:
        return [
            None if column.missing is not None and column.missing[site] else float(column.values[site])
            for column in self._columns
        ]

    def _distances(self, values: Sequence[float | None]) -> Vector:
        """Squared distances of the sites still listed (sites,); -1 for those used up."""
        total = np.zeros(len(self._at))
        for column, value in zip(self._looked, values, strict=True):
            if value is not None:
                total += squared_differences(column, value)
        total[self._used_up] = -1.0
        return total

    def _lowest(self, chosen: npt.NDArray[np.bool_]) -> int:
        return self._sites.lowest(self._at[np.flatnonzero(chosen)].tolist())

    def _removed(self, shares: Sequence[tuple[int, int]]) -> list[int]:
        records: list[int] = []
        for site, count in shares:
            for column, centre in zip(self._columns, self._centres, strict=True):
                if column.missing is None or not column.missing[site]:
                    centre.remove(float(column.values[site]), count)
            records.extend(self._sites.take(site, count))
            if not self._sites.left[site]:
                self._used_up[self._place[site]] = True
                self._used -= 1
        return records


class _Centre:
    """The centre of one variable while records are removed. It counts values, so that nothing drifts."""

    def __init__(self, column: Scaled, counts: Integers) -> None:
        there = np.ones(len(counts), dtype=np.bool_) if column.missing is None else ~column.missing
        self._measure = column.measure
        self._values, inverse = np.unique(column.values[there], return_inverse=True)
        self._counts = np.zeros(len(self._values))
        np.add.at(self._counts, inverse, counts[there])

    def remove(self, value: float, count: int) -> None:
        """Take away `count` records with a value."""
        self._counts[self._values.searchsorted(value)] -= count

    def value(self) -> float | None:
        """Mean, lower median or mode (of equals the lowest) of what is left; None if nothing is."""
        number = int(self._counts.sum())
        if not number:
            return None
        if self._measure == "difference":
            return float(self._counts @ self._values) / number
        if self._measure == "equality":
            return float(self._values[self._counts.argmax()])
        return float(self._values[np.cumsum(self._counts).searchsorted((number - 1) // 2, "right")])


def _apart(column: Scaled) -> Vector:
    return column.values if column.missing is None else np.where(column.missing, 0.0, column.values)


_NEAR_CENTRE_TIE = 1e-10  # squared distances from a centre that differ by less (relative) are equal
_SCREEN = 1e-12  # how wrong |p|^2 - 2 p x may be, as a share of the greatest square in it, and more
_CLEAR = 1e-9  # the tree's distances that differ by more (relative) are different
_ROUNDING = 4e-15  # and by more than this share of the outermost distance
_OFF_CENTRE = 1e-3  # below: the points are so far from the list's centre that figures would be lost
_RENEWED_POINTS = 0.8
_SMALL = 48  # a list this short is not made again
_FIRST_LOOK = 256
_ROWS = 600  # neighbours asked for at once, divided by k


# The records MDAV has not grouped yet, as points: found fast, the same as by looking at each.
# *Farthest*: the points stand in a list by distance from a centre, outermost first. No point of distance r
# from it is farther than r + |x| from x, so that a search from the outer end may stop early. |p|^2 - 2 p x
# finds the few that can be farthest; those are compared exactly.
# *Nearest*: a kd-tree is asked for the neighbours of many outer points at once, for these are wanted soon.
# Of such a row those count that are still left. Where the k-th and the next are too close to tell apart by
# the tree's figures, and where rows end too early, distances are compared exactly.
# List and tree are made again when a fifth of the points is used up. Memory is linear in the points.
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
        if self._used < _RENEWED_POINTS * len(self._at) and len(self._at) > _SMALL:
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
            row = self._nearest_of([site], 3 * len(row[0]))

    def nearest(self, site: int, number: int) -> list[tuple[int, int]]:
        """The records nearest to a site, with their sites: by distance and index. Not more than are left."""
        row = self._rows.get(site)
        if row is None:
            row = self._rows_around(site, number)
        while (shares := self._nearest(site, number, row)) is None:
            row = self._nearest_of([site], 3 * len(row[0]))
        near = [other for other, _ in shares]
        distances = squared_distances(self._points[near], self._points[site])
        return self._sites.ranked(near, distances.tolist(), number)

    def remove(self, records: Sequence[tuple[int, int]]) -> None:
        """Remove records that are nearest to a site."""
        self._removed(_counted(records))

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
        self._next_place = 0  # the place from which on no rows were asked for
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
        """The places that can be farthest from a site, or from the centroid, by the list's own figures.

        None where the list's centre is too far off for these figures to decide.
        """
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
        slack = _NEAR_CENTRE_TIE * best if site is None else _SCREEN * scale
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
        """The neighbours of a site; those of the next outermost sites are computed in the same step."""
        wanted, at, left, rows = [site], self._at, self._sites.left, self._rows
        place, most = self._next_place, max(1, _ROWS // k)
        while len(wanted) < most and place < len(at):
            other = at[place]
            place += 1
            if left[other] and other not in rows and other != site:
                wanted.append(other)
        self._next_place = place
        return self._nearest_of(wanted, 2 * k + 6)

    def _nearest_of(self, sites: Sequence[int], number: int) -> tuple[list[int], list[float]]:
        """Ask the tree for rows of this many neighbours; give that of the first site.

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


def _counted(records: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Pairs (site, how many) of records with their sites."""
    return list(Counter(site for _, site in records).items())


STEP_GROUPING = "grouping"
_REPORTS = 500  # times that progress is reported


class Left(Protocol):
    """The records that are in no group yet, however they are searched."""

    @property
    def number(self) -> int:
        """How many there are."""

    def outermost(self) -> int:
        """The site of the record farthest from the centre."""

    def farthest_from(self, site: int) -> int:
        """The site of the record farthest from a site, which may be empty by now."""

    def take(self, site: int, k: int) -> Sequence[int]:
        """Remove the k records nearest to a site and return them."""

    def rest(self) -> Integers:
        """The numbers (left,) of all that are left."""


def mdav(columns: Sequence[Scaled], k: int, context: JobContext) -> Integers:
    """The group (records,) of each record, numbered from 0 in the order in which groups form.

    At least k records and k >= 1. Raises Cancelled.
    """
    return partition(left_of(columns, context), k, context)


def left_of(columns: Sequence[Scaled], context: JobContext) -> "PointsLeft | MixedLeft":
    """All records, to be searched as their columns allow."""
    if is_plain(columns):
        points: Vector = np.column_stack([column.values for column in columns])
        return PointsLeft(points, context)
    return MixedLeft(columns, context)


def partition(left: Left, k: int, context: JobContext) -> Integers:
    """The group of each record. Raises ValueError for fewer than k records, Cancelled when stopped."""
    records = left.number
    if not 1 <= k <= records:
        raise ValueError("fewer than k records")
    grouped: list[int] = []
    next_report = records
    while left.number >= 3 * k:
        context.checkpoint()
        if left.number <= next_report:
            context.progress(1 - left.number / records, STEP_GROUPING)
            next_report = left.number - records // _REPORTS
        x_r = left.outermost()
        grouped.extend(left.take(x_r, k))
        grouped.extend(left.take(left.farthest_from(x_r), k))
    if left.number >= 2 * k:
        grouped.extend(left.take(left.outermost(), k))
    labels = np.empty(records, dtype=np.int64)
    labels[grouped] = np.arange(len(grouped)) // k
    labels[left.rest()] = len(grouped) // k
    context.progress(1.0, STEP_GROUPING)
    return labels
