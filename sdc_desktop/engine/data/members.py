"""The persons in combinations of values: what classes of persons are made of."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.data.store.packed_codes import row_numbers

Integers = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int32]
Known = Literal[1, 2, 3, "all"]
NOBODY = -1  # the number of a record without a person


@dataclass(frozen=True)
class Members:
    """Which persons have how many records in which places (combinations or classes): rows (place, person,
    records), each (rows,), ordered by place and person. Records without a person are in none. ``known``: of
    how many records of a person an intruder knows the values; ``linked``: whether a released pseudonym shows
    which records are of one person.
    """

    places: Integers
    persons: Integers
    records: Integers
    known: Known = 1
    linked: bool = False

    def numbers(self, places: int) -> Integers:
        """How many persons each place has, (places,)."""
        return np.bincount(self.places, minlength=places)

    def within(self, chosen: npt.NDArray[np.bool_]) -> int:
        """How many persons have a record in the places chosen (places,)."""
        return len(np.unique(self.persons[chosen[self.places]]))

    def merged(self, number: Integers) -> "Members":
        """The members of places merged as ``number`` (places,) says."""
        return self._with(summed(number[self.places], self.persons, self.records))

    def numbers_merged(self, number: Integers, count: int) -> Integers:
        """How many persons each of ``count`` places merged as ``number`` (places,) says has, (count,)."""
        keys = np.sort(self.persons * count + number[self.places])
        distinct = keys[np.r_[np.ones(min(len(keys), 1), dtype=np.bool_), keys[1:] != keys[:-1]]]
        return np.bincount(distinct % count, minlength=count)

    def chosen(self, rows: Integers, places: int) -> "Members":
        """Those of the places with these numbers (chosen,), of so many, renumbered in their order from 0."""
        taken, new = rows_of(self.places, rows, places)
        return replace(self, places=new, persons=self.persons[taken], records=self.records[taken])

    def _with(self, other: "Members") -> "Members":
        return replace(other, known=self.known, linked=self.linked)


@dataclass(frozen=True)
class RecordPersons:
    """The person of each record, ``numbers`` (records,), where persons have several; ``known`` and ``linked``
    as in :class:`Members`.
    """

    numbers: Numbers
    known: Known = 1
    linked: bool = False

    def of(self, records: Integers) -> "RecordPersons":
        """Those of the records with these numbers (chosen,)."""
        return replace(self, numbers=self.numbers[records])

    def members(self, places: Integers) -> Members | None:
        """The members of the places of the records, (records,)."""
        found = members_of(places, self.numbers)
        return None if found is None else replace(found, known=self.known, linked=self.linked)

    def within(self, chosen: npt.NDArray[np.bool_]) -> int:
        """How many persons have a record chosen (records,)."""
        return len(np.unique(self.numbers[chosen & (self.numbers != NOBODY)]))


def rows_of(places: Integers, chosen: Integers, number: int) -> tuple[Integers, Integers]:
    """Of rows ordered by place (rows,), of ``number`` places, the numbers of those of the places chosen
    (chosen,), place after place, and for each (taken,) the number of its place among these.
    """
    if len(chosen) == number and (np.diff(chosen) == 1).all():
        return np.arange(len(places)), places
    starts = np.searchsorted(places, chosen, side="left")
    lengths = np.searchsorted(places, chosen, side="right") - starts
    begins = np.cumsum(lengths) - lengths
    taken = np.arange(int(lengths.sum())) + np.repeat(starts - begins, lengths)
    return taken, np.repeat(np.arange(len(chosen)), lengths)


def summed(places: Integers, persons: Integers, records: Integers) -> Members:
    """Members from rows (rows,) in any order, some of them for the same place and person."""
    if not len(places):
        return Members(places, persons, records)
    width = int(persons.max()) + 1
    keys = places * width + persons
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
    distinct = ordered[starts]
    return Members(distinct // width, distinct % width, np.add.reduceat(records[order], starts))


def is_one_each(persons: Numbers) -> bool:
    """Whether each record (records,) is of a person of its own."""
    return bool((persons != NOBODY).all()) and len(np.unique(persons)) == len(persons)


def members_of(combinations: Integers, persons: Numbers) -> Members | None:
    """The members of combinations, from the number of each record's combination and of its person, both
    (records,); None where each record is of a person of its own.
    """
    if is_one_each(persons):
        return None
    there = persons != NOBODY
    rows = persons[there].astype(np.int64)
    return summed(combinations[there], rows, np.ones(len(rows), dtype=np.int64))


def persons_alone(codes: Integers, persons: Numbers, there: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Whether a record (records,) is there and has a value that no other person has among those there;
    ``codes`` are the values, ``persons`` the persons of the records.
    """
    first = np.full(int(codes.max(initial=-1)) + 1, NOBODY, dtype=np.int64)
    first[codes[there]] = persons[there]
    shared = np.zeros(len(first), dtype=np.bool_)
    shared[codes[there & (persons != first[codes])]] = True
    found: npt.NDArray[np.bool_] = there & ~shared[codes]
    return found


def numbered_rows(columns: Sequence[Integers]) -> Integers:
    """A number from 0 for each row of some columns of codes (rows,), in the order of the rows' codes."""
    return row_numbers(np.stack(columns, axis=1))
