"""What the order of records reveals of suppressed values, in a file that keeps the order read.

Records sorted by a variable have its equal values one after another. Then a suppressed value between two
equal shown ones is that value, and between two different ones it is one of them or a category between them.
"""

from dataclasses import dataclass
from math import lgamma, log

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.inference.columns import Integers, PairedColumn, PairedRecords

ORDER = "#order"  # the number of a record as a source; no variable of a file is called so
_CHANCE = log(10**6)  # as of sources: an order by chance is less likely than one in a million


@dataclass(frozen=True)
class OrderRevealed:
    """A suppressed ``variable`` that the records are sorted by: its ``protected`` values, and those of them
    that ``follow`` from the order.
    """

    variable: str
    protected: int
    follow: int


def revealed_by_order(records: PairedRecords, context: JobContext) -> tuple[OrderRevealed, ...]:
    """The suppressed variables by which records in the order of the file are sorted. Raises Cancelled."""
    found = []
    for column in records.columns:
        context.checkpoint()
        shown, there = ~column.absent[column.released], ~column.absent[column.original]
        gone = there & ~shown
        if gone.any() and is_sorted(column.original[shown & there]):
            follow, wrong = _following(column, np.flatnonzero(shown), np.flatnonzero(gone))
            if follow >= wrong:  # otherwise neighbours are no hint
                found.append(OrderRevealed(column.name, int(gone.sum()), follow))
    return tuple(found)


def is_sorted(codes: Integers) -> bool:
    """Whether equal values (records,) come one after another, but for a few, beyond chance: of n records
    with d different values d! Prod n_v! / n! orders do, and at most n^2 times as many for each record that
    is moved.
    """
    if len(codes) < 2:
        return False
    sizes = np.unique(codes, return_counts=True)[1]
    runs = 1 + int((codes[1:] != codes[:-1]).sum())
    chance = lgamma(len(codes) + 1) - lgamma(len(sizes) + 1) - sum(lgamma(n + 1) for n in sizes.tolist())
    moved = (runs - len(sizes) + 1) // 2
    return chance - 2 * moved * log(len(codes)) >= _CHANCE


def _following(column: PairedColumn, shown: Integers, gone: Integers) -> tuple[int, int]:
    """How many suppressed cells, of the records `gone`, follow from the nearest `shown` ones around them, and
    how many between equal ones are another value; none are where the records are sorted.
    """
    values, own = column.released[shown], column.original[gone]
    after = np.searchsorted(shown, gone)
    above = np.where(after > 0, values[np.maximum(after - 1, 0)], -1)
    below = np.where(after < len(shown), values[np.minimum(after, len(shown) - 1)], -1)
    known = np.unique(column.original[~column.absent[column.original]])
    least, greatest = np.minimum(above, below), np.maximum(above, below)
    between = np.searchsorted(known, greatest) - np.searchsorted(known, least, side="right")
    inside = (above >= 0) & (below >= 0)
    equal, only = inside & (above == below), inside & (above != below) & (between == 1)
    right = (equal & (own == above)) | (only & (least < own) & (own < greatest))
    return int(right.sum()), int((equal & (own != above)).sum())
