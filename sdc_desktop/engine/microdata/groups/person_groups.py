"""Groups of k persons or more whose records are near one another, where persons have several records.

MDAV as for records (:mod:`mdav`), but "the k nearest" are the nearest records, the record itself first, then
by distance and index, up to the first one of the k-th person, and 3k and 2k count the persons left. A group
takes all records of at most k persons, so that those left keep k. Records without a person count as none.

The optimal partition of one variable is the best one into segments of the sorted values with k to 2k - 1
persons. A longer segment can be split without loss: its first records up to those of k persons exhaust at
most k persons.
"""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import NOBODY, Numbers
from sdc_desktop.engine.microdata.groups.block_columns import Integers, Scaled, Vector
from sdc_desktop.engine.microdata.groups.mdav import STEP_GROUPING, left_of

_REPORTS = 500  # times that progress is reported
_BETWEEN = 2_000  # ends of segments between two looks whether to stop


class NearestLeft(Protocol):
    """The records that are in no group yet, with the nearest ones in order."""

    @property
    def number(self) -> int:
        """How many there are."""

    def outermost(self) -> int:
        """The site of the record farthest from the centre."""

    def farthest_from(self, site: int) -> int:
        """The site of the record farthest from a site, which may be empty by now."""

    def rest(self) -> Integers:
        """The numbers (left,) of all that are left."""

    def nearest(self, site: int, number: int) -> Sequence[tuple[int, int]]:
        """The records nearest to that of a site, with their sites, in order."""

    def remove(self, records: Sequence[tuple[int, int]]) -> None:
        """Remove records that are nearest to a site."""


def mdav_of_persons(columns: Sequence[Scaled], persons: Numbers, k: int, context: JobContext) -> Integers:
    """The group (records,) of each record, numbered from 0 in the order of forming; ``persons``
    (records,), at least k of them. Raises ValueError for fewer, Cancelled.
    """
    return partition_of_persons(left_of(columns, context), persons, k, context)


def partition_of_persons(left: NearestLeft, persons: Numbers, k: int, context: JobContext) -> Integers:
    """The group (records,) of each record of these persons (records,), however those left are searched."""
    held = _Held(persons)
    if not 1 <= k <= held.persons:
        raise ValueError("fewer than k persons")
    records, groups = left.number, 0
    labels = np.empty(records, dtype=np.int64)
    next_report = records
    size = k  # of the last group: the next one is looked for among as many

    def take(site: int) -> None:
        nonlocal groups, size
        taken = _up_to_k(left, site, held.numbers, k, size)
        size = len(taken)
        left.remove(taken)
        held.remove(taken)
        labels[[record for record, _ in taken]] = groups
        groups += 1

    while held.persons >= 3 * k:
        context.checkpoint()
        if left.number <= next_report:
            context.progress(1 - left.number / records, STEP_GROUPING)
            next_report = left.number - records // _REPORTS
        x_r = left.outermost()
        take(x_r)
        take(left.farthest_from(x_r))
    if held.persons >= 2 * k:
        take(left.outermost())
    labels[left.rest()] = groups
    context.progress(1.0, STEP_GROUPING)
    return labels


class _Held:
    """How many persons have records left."""

    def __init__(self, persons: Numbers) -> None:
        self.numbers: list[int] = persons.tolist()
        self._left: list[int] = np.bincount(persons[persons != NOBODY], minlength=1).tolist()
        self.persons = sum(count > 0 for count in self._left)

    def remove(self, taken: Sequence[tuple[int, int]]) -> None:
        for record, _ in taken:
            person = self.numbers[record]
            if person != NOBODY:
                self._left[person] -= 1
                self.persons -= not self._left[person]


def _up_to_k(
    left: NearestLeft, site: int, persons: Sequence[int], k: int, size: int
) -> Sequence[tuple[int, int]]:
    """The nearest records (record, site) up to the first one of the k-th person."""
    number = min(max(size, k), left.number)
    while True:
        near, seen = left.nearest(site, number), set()
        for place, (record, _) in enumerate(near):
            if persons[record] != NOBODY:
                seen.add(persons[record])
            if len(seen) == k:
                return near[: place + 1]
        if number == left.number:
            raise ValueError("fewer than k persons")
        number = min(2 * number, left.number)


def optimal_of_persons(values: Vector, persons: Numbers, k: int, context: JobContext) -> Integers:
    """The group (records,) of each value, numbered from the smallest values on: segments of k to 2k - 1
    persons with the least sum of squared deviations. Equal values are ordered by index; of equally good
    partitions the one with the smaller last groups is chosen. Raises ValueError for fewer than k persons,
    Cancelled.
    """
    order = np.argsort(values, kind="stable")
    first, last = _windows(persons[order], k)
    if not len(last) or last[-1] < 0:
        raise ValueError("fewer than k persons")
    ordered = values[order].astype(np.longdouble)
    ordered -= ordered[len(ordered) // 2]  # sums of small numbers lose no figures
    sums, squares = (np.r_[0, np.cumsum(each)] for each in (ordered, ordered * ordered))
    lengths = np.full(len(values) + 1, np.inf, dtype=np.longdouble)
    lengths[0] = 0
    before = np.zeros(len(values) + 1, dtype=np.int64)
    for end in range(1, len(values) + 1):
        if end % _BETWEEN == 0:
            context.progress(end / len(values), STEP_GROUPING)
        if last[end - 1] < 0:
            continue
        starts = np.arange(last[end - 1], first[end - 1] - 1, -1)
        gaps = sums[end] - sums[starts]
        edges = np.maximum(squares[end] - squares[starts] - gaps * gaps / (end - starts), 0)
        paths = lengths[starts] + edges
        best = int(paths.argmin())
        lengths[end], before[end] = paths[best], starts[best]
    labels = np.zeros(len(values), dtype=np.int64)
    end = len(values)
    while end:
        end = int(before[end])
        labels[order[end]] = 1
    labels[order] = np.cumsum(labels[order]) - 1
    return labels


def _windows(persons: Numbers, k: int) -> tuple[list[int], list[int]]:
    """For each end (records,), of the segments that end with this record and have k to 2k - 1 persons, the
    first start and the last one; -1 where none has k.
    """
    return _starts(persons, 2 * k - 1), [start - 1 for start in _starts(persons, k - 1)]


def _starts(persons: Numbers, most: int) -> list[int]:
    """For each end the first start of the segments of at most this many persons; one behind the end where a
    person alone is more.
    """
    held = [0] * (int(persons.max(initial=0)) + 1)
    numbers: list[int] = persons.tolist()
    starts, start, seen = [], 0, 0
    for person in numbers:
        if person != NOBODY:
            seen += not held[person]
            held[person] += 1
        while seen > most:
            own = numbers[start]
            start += 1
            if own != NOBODY:
                held[own] -= 1
                seen -= not held[own]
        starts.append(start)
    return starts
