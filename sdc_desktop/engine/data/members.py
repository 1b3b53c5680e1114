"""The persons in combinations of values: what classes of persons are made of."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.data.spec import Known
from sdc_desktop.engine.data.store.packed_codes import numbered_columns

Integers = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int32]
NOBODY = -1  # the number of a record without a person


@dataclass(frozen=True)
class Shown:
    """The texts of places: ``codes`` (variables, places) index the ``labels`` of each variable."""

    codes: Sequence[npt.NDArray[np.integer]]
    labels: Sequence[Sequence[str]]

    def ranks(self) -> Integers:
        """A number for each place, (places,), in the order of the tuples of texts."""
        columns = []
        for codes, texts in zip(self.codes, self.labels, strict=True):
            places = np.empty(len(texts), dtype=np.int64)
            places[sorted(range(len(texts)), key=lambda one: texts[one])] = np.arange(len(texts))
            columns.append(places[codes])
        return numbered_rows(columns)


@dataclass(frozen=True)
class InTime:
    """The order of the records of persons: rows (place, person, time), each (rows,), a lower time is earlier.
    Of equal times the record comes first whose place has the lower rank of its texts, ``ranks`` (places,);
    None: places are numbered so.
    """

    places: Integers
    persons: Integers
    times: Numbers
    ranks: Integers | None = None

    def merged(self, number: Integers, shown: "Shown | None") -> "InTime":
        """Those of places merged as ``number`` (places,) says."""
        return replace(self, places=number[self.places], ranks=None if shown is None else shown.ranks())

    def where(self, there: npt.NDArray[np.bool_]) -> "InTime":
        """The rows chosen (rows,)."""
        return replace(self, places=self.places[there], persons=self.persons[there], times=self.times[there])

    def sequences(self) -> tuple[Integers, Integers]:
        """Person, and what its place is known by, of each record, both (rows,): by person, in order."""
        shown = self.places if self.ranks is None else self.ranks[self.places]
        order = np.lexsort([shown, self.times.astype(np.int64), self.persons])
        return self.persons[order], shown[order]


@dataclass(frozen=True)
class Members:
    """Which persons have how many records in which places (combinations or classes): rows (place, person,
    records), each (rows,), ordered by place and person. Records without a person are in none. ``known``: of
    how many records of a person an intruder knows the values; ``linked``: whether a released pseudonym shows
    which records are of one person. ``in_time``: the order of the records, where that is known too.
    ``of_records``: where places of whole persons follow, how many places of their records there are.
    """

    places: Integers
    persons: Integers
    records: Integers
    known: Known = 1
    linked: bool = False
    in_time: InTime | None = None
    of_records: int | None = None

    def numbers(self, places: int) -> Integers:
        """How many persons each place has, (places,)."""
        return np.bincount(self.places, minlength=places)

    def sizes(self) -> Integers:
        """How many records of persons each place has, (places,)."""
        return np.bincount(self.places, weights=self.records).astype(np.int64)

    @property
    def in_one_place(self) -> bool:
        """Whether each person has records in one place alone."""
        return number_of(self.persons) == len(self.persons)

    def within(self, chosen: npt.NDArray[np.bool_]) -> int:
        """How many persons have a record in the places chosen (places,)."""
        return number_of(self.persons[chosen[self.places]])

    def records_within(self, chosen: npt.NDArray[np.bool_]) -> int:
        """How many records are in the places chosen (places,), each once."""
        there = chosen[self.places]
        if self.of_records is not None:
            whole = self.places >= self.of_records
            there = ~whole & (there | np.isin(self.persons, self.persons[whole & there]))
        return int(self.records[there].sum())

    def merged(self, number: Integers, shown: Shown | None = None) -> "Members":
        """The members of places merged as ``number`` (places,) says. ``shown``: the texts of the merged
        places, where these are not numbered in their order.
        """
        found = summed(number[self.places], self.persons, self.records)
        in_time = None if self.in_time is None else self.in_time.merged(number, shown)
        return replace(found, known=self.known, linked=self.linked, in_time=in_time)

    def numbers_merged(self, number: Integers, count: int) -> Integers:
        """How many persons each of ``count`` places merged as ``number`` (places,) says has, (count,)."""
        keys = np.sort(self.persons * count + number[self.places])
        distinct = keys[np.r_[np.ones(min(len(keys), 1), dtype=np.bool_), keys[1:] != keys[:-1]]]
        return np.bincount(distinct % count, minlength=count)

    def chosen(self, rows: Integers, places: int) -> "Members":
        """Those of the places with these numbers (chosen,), of so many, renumbered in their order from 0."""
        taken, new = rows_of(self.places, rows, places)
        in_time = self.in_time
        if in_time is not None:
            renumbered = np.full(places, NOBODY, dtype=np.int64)
            renumbered[rows] = np.arange(len(rows))
            ranks = None if in_time.ranks is None else in_time.ranks[rows]
            left = in_time.where(renumbered[in_time.places] != NOBODY)
            in_time = replace(left, places=renumbered[left.places], ranks=ranks)
        persons, records = self.persons[taken], self.records[taken]
        return replace(self, places=new, persons=persons, records=records, in_time=in_time)

    def of_persons(self, persons: Integers) -> "Members":
        """Those of these persons (persons,) alone."""
        there, in_time = np.isin(self.persons, persons), self.in_time
        if in_time is not None:
            in_time = in_time.where(np.isin(in_time.persons, persons))
        places, own, records = self.places[there], self.persons[there], self.records[there]
        return replace(self, places=places, persons=own, records=records, in_time=in_time)


@dataclass(frozen=True)
class RecordPersons:
    """The person of each record, ``numbers`` (records,), where persons have several; ``known`` and ``linked``
    as in :class:`Members`. ``times`` (records,): the place of each in time, where that is known.
    """

    numbers: Numbers
    known: Known = 1
    linked: bool = False
    times: Numbers | None = None

    def of(self, records: Integers) -> "RecordPersons":
        """Those of the records with these numbers (chosen,)."""
        times = None if self.times is None else self.times[records]
        return replace(self, numbers=self.numbers[records], times=times)

    def members(self, places: Integers) -> Members | None:
        """The members of the places of the records, (records,)."""
        return None if is_one_each(self.numbers) else self.all_members(places)

    def all_members(self, places: Integers) -> Members:
        """The members of the records' places (records,), even if each record is of a person of its own."""
        there = self.numbers != NOBODY
        persons = self.numbers[there].astype(np.int64)
        found = summed(places[there], persons, np.ones(len(persons), dtype=np.int64))
        in_time = None if self.times is None else InTime(places[there], persons, self.times[there])
        return replace(found, known=self.known, linked=self.linked, in_time=in_time)

    def within(self, chosen: npt.NDArray[np.bool_]) -> int:
        """How many persons have a record chosen (records,)."""
        return number_of(self.numbers[chosen])


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
    return number_of(persons) == len(persons)


def is_constant(persons: Numbers, codes: Integers) -> bool:
    """Whether each person has one code in all of these records, both (records,)."""
    first = np.zeros(int(persons.max(initial=0)) + 1, dtype=np.int64)
    first[persons] = codes
    return bool((first[persons] == codes).all())


def members_of(combinations: Integers, persons: Numbers) -> Members | None:
    """The members of combinations, from the number of each record's combination and of its person, both
    (records,); None where each record is of a person of its own.
    """
    return RecordPersons(persons).members(combinations)


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
    sizes = [int(column.max(initial=0)) + 1 for column in columns]
    return numbered_columns(columns, sizes, len(columns[0]))[0]


def number_of(persons: npt.NDArray[np.integer]) -> int:
    """How many different persons (rows,) there are, NOBODY apart."""
    return int(np.count_nonzero(np.bincount(persons + 1)[1:])) if len(persons) else 0


def places_of(persons: npt.NDArray[np.integer]) -> tuple[Integers, Integers]:
    """The different persons (rows,), none of them NOBODY, in order, and the place of each row among these."""
    held = np.bincount(persons)
    places = np.cumsum(held > 0) - 1
    return np.flatnonzero(held), places[persons]
