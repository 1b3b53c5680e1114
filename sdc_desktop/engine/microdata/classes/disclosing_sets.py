"""What sets of a few records of a person disclose of a sensitive variable.

An intruder with up to m records of a person finds the persons who have these among theirs. A value that all
of them have in a record like one of these is disclosed, though no single record discloses it.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import Members, number_of, numbered_rows
from sdc_desktop.engine.microdata.classes.holders import Holders
from sdc_desktop.engine.microdata.classes.knowledge import ordered_by_person, sets_of

Integers = npt.NDArray[np.int64]
Vector = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class DisclosedBySets:
    """How many different sets disclose a value, the persons who have one of them, and their records in it."""

    sets: int
    persons: int
    records: int


def disclosing(groups: Integers, counts: Integers | Vector, known: Integers | Vector) -> tuple[Flags, Flags]:
    """Which groups (groups,) disclose a value, and which one at 90 %: rows (group, records or persons with a
    value), each (rows,), of those ``known`` (groups,) to have any.
    """
    most = np.zeros(len(known), dtype=np.int64)
    np.maximum.at(most, groups, counts)
    return (known > 0) & (most == known), (known > 0) & (10 * most >= 9 * known)


def disclosed_by_sets(
    holders: Holders, members: Members, context: JobContext
) -> tuple[DisclosedBySets, DisclosedBySets]:
    """What up to ``members.known`` records of a person disclose, and what at 90 %. Fewer are tried too:
    values may be missing, and shares may fall, where one more record is known.

    Raises :class:`Refused` where the sets are too many, Cancelled.
    """
    rows = ordered_by_person(members)
    starts, values = _values_of(rows, holders)
    numbers, found = [0, 0], [np.zeros(len(rows.places), dtype=np.bool_) for _ in range(2)]
    for chosen, number in sets_of(rows, int(members.known), context):
        sets = int(number.max(initial=-1)) + 1
        own, value = _values_in(chosen[:1] if members.linked else chosen, starts, values, holders.categories)
        having = np.zeros(len(number), dtype=np.bool_)
        having[own] = True
        of_value = numbered_rows([number[own], value]) if len(own) else own
        counts, group = np.bincount(of_value), np.zeros(int(of_value.max(initial=-1)) + 1, dtype=np.int64)
        group[of_value] = number[own]
        for place, flags in enumerate(disclosing(group, counts, np.bincount(number[having], minlength=sets))):
            numbers[place] += int(np.count_nonzero(flags))
            for one in chosen:
                found[place][one[flags[number]]] = True
    first, second = (
        DisclosedBySets(sets, number_of(rows.persons[there]), int(rows.records[there].sum()))
        for sets, there in zip(numbers, found, strict=True)
    )
    return first, second


def _values_of(rows: Members, holders: Holders) -> tuple[Integers, Integers]:
    """The values that the person of each row has in its class: where those of each row start (rows + 1,)."""
    both = numbered_rows(
        [
            np.concatenate([rows.persons, holders.persons]),
            np.concatenate([rows.places, holders.classes]),
        ]
    )
    row = both[len(rows.places) :]  # rows are numbered in their order: each holder has one of them
    order = np.argsort(row, kind="stable")
    return np.searchsorted(row[order], np.arange(len(rows.places) + 1)), holders.values[order]


def _values_in(
    chosen: list[Integers], starts: Integers, values: Integers, categories: int
) -> tuple[Integers, Integers]:
    """The set and the value of each value that a person has in records like those of a set, once each."""
    keys = []
    for one in chosen:
        lengths = starts[one + 1] - starts[one]
        begins = np.cumsum(lengths) - lengths
        taken = np.arange(int(lengths.sum())) + np.repeat(starts[one] - begins, lengths)
        keys.append(np.repeat(np.arange(len(one)), lengths) * categories + values[taken])
    distinct = keys[0]
    if len(keys) > 1:
        ordered = np.sort(np.concatenate(keys))
        distinct = ordered[np.diff(ordered, prepend=-1) > 0]
    return distinct // categories, distinct % categories
