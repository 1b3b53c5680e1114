"""MDAV-generic (Domingo-Ferrer & Torra 2005): groups of k to 2k - 1 records that are near one another.

While at least 3k records are left: x_r is the record farthest from the centre of those left; the k records
nearest to x_r (with it) are a group; x_s is the record farthest from x_r among the rest; the k nearest to x_s
(with it) are a group. Of 2k to 3k - 1 records left, the k nearest to the one farthest from the centre are a
group and the others another; k to 2k - 1 left are one group.

Ties go to the lower record index. Distances between records are compared as `distances` computes them. A
centre carries rounding: squared distances from it within 1e-10 (relative) of the greatest are equal.
"""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.groups.distances import Integers, Scaled, Vector, is_plain
from sdc_desktop.engine.microdata.groups.mdav_mixed import MixedLeft
from sdc_desktop.engine.microdata.groups.mdav_points import PointsLeft

STEP_GROUPING = "grouping"
_TOLD = 500  # times that progress is told


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
        """All that are left."""


def mdav(columns: Sequence[Scaled], k: int, context: JobContext) -> Integers:
    """The group (records,) of each record, numbered from 0 as they are formed.

    At least k records and k >= 1. Raises Cancelled.
    """
    if is_plain(columns):
        points: Vector = np.column_stack([column.values for column in columns])
        return partition(PointsLeft(points, context), k, context)
    return partition(MixedLeft(columns, context), k, context)


def partition(left: Left, k: int, context: JobContext) -> Integers:
    """The group of each record. Raises ValueError for fewer than k records, Cancelled when stopped."""
    records = left.number
    if not 1 <= k <= records:
        raise ValueError("fewer than k records")
    grouped: list[int] = []
    next_told = records
    while left.number >= 3 * k:
        context.checkpoint()
        if left.number <= next_told:
            context.progress(1 - left.number / records, STEP_GROUPING)
            next_told = left.number - records // _TOLD
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
