"""The optimal microaggregation of one variable (Hansen & Mukherjee 2003).

Sorted, the values of an optimal partition lie in groups that follow one another, of k to 2k - 1 each: the
shortest path from before the first value to behind the last, an edge for each such group, its length the sum
of squared deviations from the group's mean. O(n k) time.
"""

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.distances import Integers, Vector
from sdc_desktop.engine.microdata.mdav import STEP_GROUPING

_EDGES = 200_000  # looked at between two questions whether to stop


def optimal_univariate(values: Vector, k: int, context: JobContext) -> Integers:
    """The group (records,) of each value (records,), numbered from the smallest values on.

    Equal values are taken by index; of equally good partitions the one whose last groups are smaller.
    Raises ValueError for fewer than k values, Cancelled when stopped.
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
