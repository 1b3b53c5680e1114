"""What the order of records reveals of suppressed values, in a file that keeps the order read.

Records sorted by a variable have its equal values one after another. Then a suppressed value between two
equal shown ones is that value, and between two different ones it is one of them or a category between them. A
released number that nearly every record has of its own, such as that of a household in a sorted register,
keeps the order in a file saved in another one. For a recoded variable the order shows which records have the
same original, and known totals which one.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import lgamma, log

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.inference.columns import Booleans, Integers, PairedColumn, PairedRecords
from sdc_desktop.engine.inference.protected import coded, protected_values

OWN = 0.3  # different numbers by record, of numbers that keep an order: households have up to three members
MOVED = 0.02  # of the records, of a recoded variable that they are sorted by
_CHANCE = log(10**6)  # as of sources: an order by chance is less likely than one in a million


@dataclass(frozen=True)
class OrderRevealed:
    """A suppressed ``variable`` that the records are sorted by: its ``protected`` values, those of them that
    ``follow`` from the order, and those that do ``wrong``; ``by`` the released number that has the order,
    empty for that of the file.
    """

    variable: str
    protected: int
    follow: int
    wrong: int = 0
    by: str = ""


def revealed_by_order(records: PairedRecords, context: JobContext) -> tuple[OrderRevealed, ...]:
    """The suppressed variables by which records in the order of the file are sorted. Raises Cancelled."""
    return tuple(_sorted_by(records, "", np.arange(records.records), context))


def revealed_by_numbers(records: PairedRecords, context: JobContext) -> tuple[OrderRevealed, ...]:
    """The suppressed variables by which records in the order of a released number are sorted. Most values of
    that number are of one record or one household. Raises Cancelled.
    """
    found: list[OrderRevealed] = []
    hidden = [one for one in records.columns if _hidden(one).any()]
    most = OWN * records.records
    for column in [one for one in records.columns if hidden and len(one.texts) >= most]:
        numbers = np.where(column.absent, np.nan, column.numbers)[column.released]
        there = np.flatnonzero(np.isfinite(numbers))
        if len(there) and len(np.unique(numbers[there])) >= most:
            order = there[np.argsort(numbers[there], kind="stable")]
            found += _sorted_by(records, column.name, order, context)
    return tuple(found)


def recoded_in_order(records: PairedRecords, context: JobContext) -> tuple[str, ...]:
    """The recoded variables whose equal originals come one after another within the classes that are shown,
    in the order of the file. Raises Cancelled.
    """
    found = []
    for column in records.columns:
        context.checkpoint()
        if np.array_equal(column.original, column.released):
            continue
        protected = protected_values(coded(column))
        if protected is None or protected.kind != "recoded":
            continue
        shown, own = protected.values.released, protected.values.original
        rows = np.flatnonzero((shown > 0) & (own > 0))
        by_class = rows[np.argsort(shown[rows], kind="stable")]
        bounds = np.flatnonzero(np.diff(shown[by_class])) + 1
        classes = [own[one] for one in np.split(by_class, bounds)]
        few = MOVED * len(by_class) >= sum(
            map(_moved, classes)
        )  # not the members of a household side by side
        if few and sum(map(_beyond_chance, classes)) >= _CHANCE:
            found.append(column.name)
    return tuple(found)


def _hidden(column: PairedColumn) -> Booleans:
    """Which cells (records,) are suppressed."""
    gone: Booleans = ~column.absent[column.original] & column.absent[column.released]
    return gone


def _sorted_by(
    records: PairedRecords, by: str, order: Integers, context: JobContext
) -> Iterator[OrderRevealed]:
    """What records in an order (rows,) reveal of each suppressed variable."""
    for column in records.columns:
        context.checkpoint()
        gone = _hidden(column)[order]
        if column.name == by or not gone.any():
            continue
        original, released = column.original[order], column.released[order]
        shown = ~column.absent[released]
        if is_sorted(original[shown & ~column.absent[original]]):
            line = replace(column, original=original, released=released)
            follow, wrong = _following(line, np.flatnonzero(shown), np.flatnonzero(gone))
            if follow >= wrong:  # otherwise neighbours are no hint
                yield OrderRevealed(column.name, int(gone.sum()), follow, wrong, by)


def is_sorted(codes: Integers) -> bool:
    """Whether equal values (records,) come one after another, but for a few, beyond chance."""
    return _beyond_chance(codes) >= _CHANCE


def _beyond_chance(codes: npt.NDArray[np.integer]) -> float:
    """How strongly equal codes (records,) one after another, with few exceptions, imply an order. Natural
    logarithm: of n records with d different values, d! Prod n_v! / n! orders have this form, and at most n^2
    times that number for each record that is moved.
    """
    if len(codes) < 2:
        return 0.0
    sizes = np.unique(codes, return_counts=True)[1]
    chance = lgamma(len(codes) + 1) - lgamma(len(sizes) + 1) - sum(lgamma(n + 1) for n in sizes.tolist())
    return chance - 2 * _moved(codes) * log(len(codes))


def _moved(codes: npt.NDArray[np.integer]) -> int:
    """How many records (records,) at least are not beside those of the same value."""
    runs = min(len(codes), 1) + int((codes[1:] != codes[:-1]).sum())
    return (runs - len(np.unique(codes)) + 1) // 2


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
