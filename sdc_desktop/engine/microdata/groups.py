"""What becomes of groups of records: the value each group gets, and how far its records are from it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.microdata.distances import Integers, Measure, Scaled, Vector


@dataclass(frozen=True)
class Grouping:
    """A partition of the records that take part: ``labels`` (records,) from 0, ``groups`` of them."""

    labels: Integers
    groups: int

    @property
    def sizes(self) -> Integers:
        """How many records each group has."""
        return np.bincount(self.labels, minlength=self.groups)


def representatives(measure: Measure, values: Vector, there: npt.NDArray[np.bool_], made: Grouping) -> Vector:
    """The value of each group, over the values that are ``there``; NaN for a group that has none.

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
    """The same with all records in one group."""
    records = len(columns[0].values)
    return squared_errors(columns, Grouping(np.zeros(records, dtype=np.int64), 1)) if records else 0.0


def classes(*columns: npt.NDArray[np.generic]) -> Integers:
    """Numbers (records,) from 0 of the distinct combinations of some columns (records,)."""
    numbers = np.zeros(len(columns[0]), dtype=np.int64)
    for column in columns:
        _, codes = np.unique(column, return_inverse=True)
        _, numbers = np.unique(numbers * (int(codes.max(initial=0)) + 1) + codes, return_inverse=True)
    return numbers
