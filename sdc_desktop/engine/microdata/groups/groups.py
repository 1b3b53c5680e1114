"""Groups of one variable (Hansen & Mukherjee 2003), the value each gets, and the loss of its records."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.groups.block_columns import Integers, Measure, Scaled, Vector
from sdc_desktop.engine.microdata.groups.mdav import STEP_GROUPING


@dataclass(frozen=True)
class Grouping:
    """A partition of the records used: ``labels`` (records,) from 0, ``groups`` of them."""

    labels: Integers
    groups: int

    @property
    def sizes(self) -> Integers:
        """The number of records by group, (groups,)."""
        return np.bincount(self.labels, minlength=self.groups)


def representatives(measure: Measure, values: Vector, there: npt.NDArray[np.bool_], made: Grouping) -> Vector:
    """The group values (groups,), over the values that are ``there`` (records,); NaN for a group without any.

    Numbers: the mean. Ranks: the median, the lower of two. Categories: the mode, of equals the lowest number.
    """
    labels, values = made.labels[there], values[there]
    result = np.full(made.groups, np.nan)
    if not len(labels):
        return result
    order = np.lexsort((values, labels))
    labels, values = labels[order], values[order]
    starts = np.flatnonzero(np.diff(labels, prepend=-1))
    sizes = np.diff(np.append(starts, len(labels)))
    found = labels[starts]
    if measure == "difference":
        bases = values[starts]  # sums of small differences lose no figures
        result[found] = bases + np.add.reduceat(values - np.repeat(bases, sizes), starts) / sizes
    elif measure == "rank":
        result[found] = values[starts + (sizes - 1) // 2]
    else:
        runs = np.flatnonzero((np.diff(labels, prepend=-1) != 0) | (np.diff(values, prepend=-1) != 0))
        lengths = np.diff(np.append(runs, len(labels)))
        by_length = np.lexsort((values[runs], -lengths, labels[runs]))
        first = by_length[np.flatnonzero(np.diff(labels[runs][by_length], prepend=-1))]
        result[labels[runs][first]] = values[runs][first]
    return result


def squared_errors(columns: Sequence[Scaled], made: Grouping) -> float:
    """The sum of squared distances of all records from their group's value, over all variables."""
    total = 0.0
    for column in columns:
        there = np.ones(len(column.values), dtype=np.bool_) if column.missing is None else ~column.missing
        targets = representatives(column.measure, column.values, there, made)[made.labels]
        if column.measure == "equality":
            total += float(np.count_nonzero((column.values != targets) & there))
        else:
            total += float(np.sum((column.values - targets)[there] ** 2))
    return total


def squared_total(columns: Sequence[Scaled]) -> float:
    """The sum of squared distances of all records from the value of the whole block, over all variables."""
    records = len(columns[0].values)
    return squared_errors(columns, Grouping(np.zeros(records, dtype=np.int64), 1)) if records else 0.0


def classes(*columns: npt.NDArray[np.generic]) -> Integers:
    """Numbers (records,) from 0 of the distinct combinations of some columns (records,)."""
    numbers = np.zeros(len(columns[0]), dtype=np.int64)
    for column in columns:
        _, codes = np.unique(column, return_inverse=True)
        _, numbers = np.unique(numbers * (int(codes.max(initial=0)) + 1) + codes, return_inverse=True)
    return numbers


_EDGES = 200_000  # looked at between two questions whether to stop


# The optimal microaggregation of one variable (Hansen & Mukherjee 2003).
# Sorted, the values of an optimal partition lie in groups that follow one another, of k to 2k - 1 each: the
# shortest path from before the first value to behind the last, an edge for each such group, its length the
# sum of squared deviations from the group's mean. O(n k) time.
def optimal_univariate(values: Vector, k: int, context: JobContext) -> Integers:
    """The group (records,) of each value (records,), numbered from the smallest values on.

    Equal values are ordered by index; of equally good partitions the one whose last groups are smaller is
    chosen. Raises ValueError for fewer than k values, Cancelled when stopped.
    """
    number = len(values)
    if not 1 <= k <= number:
        raise ValueError("fewer than k records")
    order = np.argsort(values, kind="stable")
    sizes = _last_sizes(values[order], k, context)
    labels = np.empty(number, dtype=np.int64)
    end, starts = number, []
    while end:
        end -= int(sizes[end])
        starts.append(end)
    is_start = np.zeros(number, dtype=np.int64)
    is_start[starts] = 1
    labels[order] = np.cumsum(is_start) - 1
    return labels


def _last_sizes(ordered: Vector, k: int, context: JobContext) -> npt.NDArray[np.int64]:
    """For each number of values from 0 on: the size of the last group of their best partition."""
    number, before = len(ordered), 2 * k - 1
    lengths = np.full(before + number + 1, np.inf)  # of the shortest paths; `before` places for none
    lengths[before] = 0.0
    sizes = np.zeros(number + 1, dtype=np.int64)
    step = max(1, _EDGES // k)
    for start in range(1, number + 1, step):
        context.progress(start / number, STEP_GROUPING)
        ends = np.arange(start, min(start + step, number + 1))
        for end, edges in zip(ends.tolist(), _edges(ordered, ends, k), strict=True):
            paths = lengths[end : end + k][::-1] + edges  # from end - k, end - k - 1, ..., end - 2k + 1
            best = int(paths.argmin())
            lengths[before + end] = paths[best]
            sizes[end] = k + best
    return sizes


def _edges(ordered: Vector, ends: npt.NDArray[np.int64], k: int) -> Vector:
    """Sums of squared deviations (ends, k) of the groups of k, k + 1, ..., 2k - 1 values before each end.

    A value is added at a time, mean and sum following, which loses no figures. A group that would begin
    before the first value is infinitely long.
    """
    means, sums = ordered[ends - 1], np.zeros(len(ends))
    edges = np.empty((len(ends), k))
    for size in range(1, 2 * k):
        if size > 1:
            gaps = ordered[np.maximum(ends - size, 0)] - means
            means = means + gaps / size
            sums = sums + gaps * gaps * ((size - 1) / size)
        if size >= k:
            edges[:, size - k] = np.where(ends >= size, sums, np.inf)
    return edges
