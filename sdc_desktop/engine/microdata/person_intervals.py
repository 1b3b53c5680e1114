"""Days between the dates of a person: they survive shifted dates, and tell persons apart."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import combinations

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import NOBODY, Integers, Numbers
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.microdata.hierarchies.kinds import leading_day
from sdc_desktop.engine.spec import NEVER_RELEASED

_NO_DAY = 0  # days count from 1 January of the year 1, which is 1
_BATCH = 10_000


@dataclass(frozen=True)
class Intervals:
    """The released ``variables`` that are dates, and the ``persons`` with a number of days between two of
    their dates that no other person has: between two variables of a record, or between a record and the next
    one of the person in the same variable.
    """

    variables: tuple[str, ...]
    persons: int


def date_intervals(data: Microdata, numbers: Numbers, context: JobContext) -> Intervals | None:
    """The intervals of a file whose records are of the persons ``numbers`` (records,); None where no number
    of days tells a person apart. Key variables are left out: their classes are judged. Raises Cancelled.
    """
    days = {}
    for place, variable in enumerate(data.variables):
        if variable.role not in (*NEVER_RELEASED, "key"):
            found = _days_of(data, place, context)
            if found is not None:
                days[variable.name] = found
    alone = np.zeros(int(numbers.max(initial=-1)) + 1, dtype=np.bool_)
    for lengths, persons in _intervals(tuple(days.values()), numbers):
        context.checkpoint()
        alone[_single(lengths, persons)] = True
    return Intervals(tuple(days), int(np.count_nonzero(alone))) if alone.any() else None


def _days_of(data: Microdata, place: int, context: JobContext) -> Integers | None:
    """The day of each record (records,), ``_NO_DAY`` where it is missing; None where a value is no date."""
    missing = data.variables[place].missing
    texts, _ = data.relation.frequencies(place, context)
    days = np.full(len(texts), _NO_DAY, dtype=np.int64)
    for number, text in enumerate(texts):
        if number % _BATCH == 0:
            context.checkpoint()
        if text in missing or not text:
            continue
        day = leading_day(text)
        if day is None:
            return None
        days[number] = date.toordinal(day[0])
    return days[data.relation.codes(place, context)] if days.any() else None


def _intervals(days: tuple[Integers, ...], numbers: Numbers) -> Iterator[tuple[Integers, Integers]]:
    """The days between two dates and the person of each, for every kind of interval."""
    for first, second in combinations(days, 2):
        there = (first != _NO_DAY) & (second != _NO_DAY) & (numbers != NOBODY)
        yield (second - first)[there], numbers[there].astype(np.int64)
    for one in days:
        there = (one != _NO_DAY) & (numbers != NOBODY)
        span = int(one.max(initial=0)) + 1
        persons, dates = np.divmod(np.sort(numbers[there].astype(np.int64) * span + one[there]), span)
        same = persons[1:] == persons[:-1]
        yield np.diff(dates)[same], persons[1:][same]


def _single(lengths: Integers, persons: Integers) -> Integers:
    """The persons with a length that no other person has."""
    if not len(lengths):
        return persons
    most = int(persons.max()) + 1
    pairs = np.sort((lengths - lengths.min()) * most + persons)
    pairs = pairs[np.r_[True, pairs[1:] != pairs[:-1]]]
    held = pairs // most
    differs = held[1:] != held[:-1]
    alone: Integers = pairs[np.r_[True, differs] & np.r_[differs, True]] % most
    return alone
