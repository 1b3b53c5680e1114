"""Which records may be grouped together: those of one stratum, or in it those that lack the same values."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.microdata.distances import Integers
from sdc_desktop.engine.microdata.groups import classes
from sdc_desktop.engine.problems import Place, Problem, Refused, error

Flags = npt.NDArray[np.bool_]


def patterns_of(missing: Sequence[Flags]) -> tuple[Integers, Flags]:
    """From what each variable of a block lacks (records,): numbers that are equal where the same values are
    missing, and whether all of them are.
    """
    return classes(*missing), np.all(missing, axis=0)


def parts_of(
    strata: Integers, patterns: Integers, empty: Flags, k: int, *, by_pattern: bool
) -> list[Integers]:
    """The records of each part, in order; those without any value (`empty`) are in none.

    Raises :class:`Refused` where a part has fewer than k records. Told by count, never by value.
    """
    number = classes(strata, patterns) if by_pattern else strata
    taking_part = ~empty
    every = np.bincount(number if by_pattern else number[taking_part])
    small = every[(every > 0) & (every < k)] if taking_part.any() else np.zeros(1, dtype=np.int64)
    if len(small):
        raise Refused(_too_small(small, k, single=len(every) <= 1, by_pattern=by_pattern))
    order = np.argsort(number[taking_part], kind="stable")
    records = np.flatnonzero(taking_part)[order]
    edges = np.flatnonzero(np.diff(number[records]) != 0) + 1
    return [part for part in np.split(records, edges) if len(part)]


def _too_small(small: Integers, k: int, *, single: bool, by_pattern: bool) -> Problem:
    least, number = int(small.min()), len(small)
    if single:
        where = Place(key="params.missing" if by_pattern else "params.k")
        return error("microaggregate.too_few", where, records=least, k=k)
    if by_pattern:
        where = Place(key="params.missing")
        return error("microaggregate.small_pattern", where, number=number, least=least, k=k)
    where = Place(key="params.strata")
    return error("microaggregate.small_stratum", where, number=number, least=least, k=k)
