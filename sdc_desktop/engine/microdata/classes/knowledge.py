"""What an intruder finds who knows key values of a person: of one record, of several, or of all.

Of one record: the persons N with a record of the same class. Of m records: the persons who have these m
records among theirs (Terrovitis, Mamoulis & Kalnis 2008, k^m-anonymity, with multiplicity). Of all records,
and that they are all: the persons with equal ones, in the same order where that is known too.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import Members, numbered_rows, places_of, summed
from sdc_desktop.engine.data.spec import Known
from sdc_desktop.engine.problems import Place, Refused, error

KNOWN: tuple[Known, ...] = (1, 2, "all")  # what is always reported
MOST_COMBINATIONS = 200_000_000

Integers = npt.NDArray[np.int64]
Vector = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Found:
    """What an intruder finds. By person, (persons,): ``least``, the fewest persons who fit what can be known
    of one, and ``risks``, the greatest chance to be found. ``of_classes`` (classes,): the fewest persons who
    fit what can be known of a person with a record there; 0 in a class without persons. ``sets``: how many
    different things can be known, and ``sizes`` (sets,) how many persons fit each.
    """

    least: Integers
    risks: Vector
    of_classes: Integers
    sizes: Integers

    @property
    def sets(self) -> int:
        """How many different combinations of records, or classes of persons, there are."""
        return len(self.sizes)

    @property
    def k(self) -> int:
        """The fewest persons who fit what can be known of one."""
        return int(self.of_classes.min()) if len(self.of_classes) else 0

    @property
    def uniques(self) -> int:
        """The persons whom alone something fits that can be known of them."""
        return int(np.count_nonzero(self.least == 1))

    def below(self, k: float) -> int:
        """The persons about whom something can be known that fewer than k persons fit."""
        return int(np.count_nonzero(self.least < k))


def found_by(members: Members, sizes: Integers, context: JobContext, known: Known | None = None) -> Found:
    """What is found among the persons of classes with this many records (classes,) by an intruder who knows
    what the plan says, or ``known`` records of a person.

    Raises :class:`Refused` beyond ``MOST_COMBINATIONS``, Cancelled.
    """
    known = members.known if known is None else known
    if known == 1:
        return _of_one_record(members, sizes)
    if known == "all":
        return _of_all_records(members, len(sizes), context)
    return _of_records(ordered_by_person(members), len(sizes), int(known), context)


def persons_of(members: Members, sizes: Integers, context: JobContext) -> Integers:
    """``of_classes`` of what is found by what the plan says, (classes,), without the rest. Raises
    :class:`Refused`, Cancelled.
    """
    if members.known == 1:
        return members.numbers(len(sizes))
    return found_by(members, sizes, context).of_classes


def _of_one_record(members: Members, sizes: Integers) -> Found:
    numbers = members.numbers(len(sizes))
    numbered, own = places_of(members.persons)
    persons = len(numbered)
    least = np.full(persons, np.iinfo(np.int64).max)
    np.minimum.at(least, own, numbers[members.places])
    chances = 1 / numbers[members.places]
    if not members.linked:  # a record drawn from the class is of a person with several ones more often
        chances = np.maximum(chances, members.records / sizes[members.places])
    risks = np.zeros(persons)
    np.maximum.at(risks, own, chances)
    return Found(least, risks, numbers, numbers)


def _of_all_records(members: Members, classes: int, context: JobContext) -> Found:
    number, own = equal_persons(members, context)
    sizes = np.bincount(number, minlength=0)
    least = sizes[number]
    return Found(least, 1 / least, _of_classes(members.places, least[own], classes), sizes)


def equal_persons(members: Members, context: JobContext) -> tuple[Integers, Integers]:
    """The class of persons with equal records, in the same order where that is known, of each person
    (persons,), persons in the order of their numbers; and the place among these of the person of each row.
    Raises Cancelled.
    """
    _, of_rows = places_of(members.persons)
    if members.in_time is None:
        order = by_person(members)
        own, columns = of_rows[order], [members.places[order], members.records[order]]
    else:
        sequence, shown = members.in_time.sequences()
        own, columns = places_of(sequence)[1], [shown]
    persons = int(own.max(initial=-1)) + 1
    starts = np.searchsorted(own, np.arange(persons + 1))
    number = numbered_rows([np.diff(starts)]) if persons else np.zeros(0, dtype=np.int64)
    for place in range(int(np.diff(starts).max(initial=0))):  # split by one record after the other
        context.checkpoint()
        there = np.flatnonzero(np.diff(starts) > place)
        at = starts[there] + place
        split = numbered_rows([number[there], *(column[at] for column in columns)])
        number[there] = split + int(number.max()) + 1
    return (numbered_rows([number]) if persons else number), of_rows


def equal_classes(members: Members, context: JobContext) -> tuple[Members, Integers]:
    """The classes of persons with equal records as places, and the one of each person, by its number,
    (persons,). Raises Cancelled.
    """
    number, own = equal_persons(members, context)
    of_person = np.zeros(int(members.persons.max(initial=-1)) + 1, dtype=np.int64)
    of_person[members.persons] = places = number[own]
    found = summed(places, members.persons, members.records)
    return replace(found, linked=members.linked), of_person


def _of_records(rows: Members, classes: int, known: int, context: JobContext) -> Found:
    numbered, own = places_of(rows.persons)
    persons = len(numbered)
    held = np.bincount(own, weights=rows.records, minlength=persons).astype(np.int64)
    least = np.full(persons, np.iinfo(np.int64).max)
    of_classes = np.full(classes, np.iinfo(np.int64).max)
    found: list[Integers] = []
    for chosen, number in sets_of(rows, known, context):
        size, whose = len(chosen), own[chosen[0]]
        persons_with = np.bincount(number)
        stated = (held[whose] == size) if size < known else np.ones(len(whose), dtype=np.bool_)
        fits = persons_with[number][stated]
        np.minimum.at(least, whose[stated], fits)
        for one in chosen:
            np.minimum.at(of_classes, rows.places[one][stated], fits)
        there = np.zeros(len(persons_with), dtype=np.bool_)
        there[number[stated]] = True
        found.append(persons_with[there])
    of_classes[of_classes == np.iinfo(np.int64).max] = 0
    return Found(least, 1 / least, of_classes, np.concatenate(found))


def sets_of(rows: Members, known: int, context: JobContext) -> Iterator[tuple[list[Integers], Integers]]:
    """The sets of one, then two, up to ``known`` records of each person: their rows, each (sets,), of rows
    ordered by person and place, and a number that equal sets share (sets,). A person has each set once.

    Raises :class:`Refused` beyond ``MOST_COMBINATIONS``, Cancelled.
    """
    persons, own = places_of(rows.persons)
    ends = np.searchsorted(own, np.arange(len(persons)), side="right")[own]
    chosen: list[Integers] = [np.arange(len(own))]
    for size in range(1, known + 1):
        context.checkpoint()
        if size > 1:
            chosen = _extended(chosen, rows.records, ends)
        yield chosen, numbered_rows([rows.places[one] for one in chosen])


def by_person(members: Members) -> Integers:
    """The order of the rows by person, then place, (rows,)."""
    persons, places = members.persons, members.places
    width = int(places.max(initial=0)) + 1
    bits = max(len(persons) - 1, 1).bit_length()
    if (int(persons.max(initial=0)) + 1) * width >= 1 << (62 - bits):
        return np.lexsort([places, persons])
    return np.sort((persons * width + places) << bits | np.arange(len(persons))) & ((1 << bits) - 1)


def ordered_by_person(members: Members) -> Members:
    """The rows ordered by person, then place."""
    order = by_person(members)
    return Members(members.places[order], members.persons[order], members.records[order])


def _extended(chosen: list[Integers], records: Integers, ends: Integers) -> list[Integers]:
    """Sets of one more record: each set (sets,) with any row of its person from its last row on, that one
    only while the person has further records there. Raises :class:`Refused` where they are too many.
    """
    last = chosen[-1]
    used = sum((one == last).astype(np.int64) for one in chosen)
    again = records[last] > used
    first = last + ~again
    lengths = ends[last] - first
    number = int(lengths.sum())
    if number > MOST_COMBINATIONS:
        raise Refused(error("persons.combinations", Place(key="data.persons.known"), number=number))
    repeated = np.repeat(np.arange(len(last)), lengths)
    begins = np.cumsum(lengths) - lengths
    new = np.arange(number) - begins[repeated] + first[repeated]
    return [*(one[repeated] for one in chosen), new]


def _of_classes(places: Integers, values: Integers, classes: int) -> Integers:
    """The least of the values of rows (rows,) in each class, (classes,); 0 in a class without rows."""
    found = np.full(classes, np.iinfo(np.int64).max)
    np.minimum.at(found, places, values)
    found[found == np.iinfo(np.int64).max] = 0
    return found
