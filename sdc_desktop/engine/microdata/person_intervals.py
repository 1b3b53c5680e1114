"""Days between the dates of a person: they survive shifted dates, and distinguish persons."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import combinations

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.hierarchies.kinds import leading_day
from sdc_desktop.engine.data.members import NOBODY, Integers, Numbers, numbered_rows
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.spec import NEVER_RELEASED

_NO_DAY = 0  # days count from 1 January of the year 1, which is 1
_BATCH = 10_000
_DOTTED, _COMPACT = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})"), re.compile(r"(19|20)\d{6}")
_ENOUGH = 0.5  # of the values of a variable of dates are dates


@dataclass(frozen=True)
class Intervals:
    """The released ``variables`` that are dates, or days between dates made in Prepare, and the ``persons``
    whom a number of days distinguishes from all others: between two variables of a record; where the records
    of a person are linked also between a record and the next one, and all days of all records.
    """

    variables: tuple[str, ...]
    persons: int


@dataclass(frozen=True)
class _Column:
    """The days of the records (records,), from a day of all or between two, ``_NO_DAY`` where missing."""

    name: str
    days: Integers
    is_length: bool
    is_key: bool


def date_intervals(
    data: Microdata, numbers: Numbers, context: JobContext, *, linked: bool
) -> Intervals | None:
    """The intervals of a file whose records are of the persons ``numbers`` (records,), ``linked`` where it
    shows which are of one; None where no number of days distinguishes a person. What key variables show alone
    does not count: their classes are judged. Raises Cancelled.
    """
    columns = [one for place in range(len(data.variables)) if (one := _column(data, place, context))]
    there = numbers != NOBODY
    persons = numbers[there].astype(np.int64)
    columns = [replace(one, days=one.days[there]) for one in columns]
    alone = np.zeros(int(persons.max(initial=-1)) + 1, dtype=np.bool_)
    some = alone.copy()
    for lengths, own in _intervals(columns, persons, linked=linked):
        context.checkpoint()
        alone[_single(lengths, own)] = True
        some[own] = True
    if linked and some.any():
        lengths, own = _all_of_each(columns, persons)
        whole = np.zeros(len(alone), dtype=np.bool_)
        whole[_single(lengths, own)] = True
        alone |= whole & some
    names = tuple(one.name for one in columns)
    return Intervals(names, int(np.count_nonzero(alone))) if alone.any() else None


def _column(data: Microdata, place: int, context: JobContext) -> _Column | None:
    """A released variable of dates or of days between dates; None where it is another one."""
    variable = data.variables[place]
    if variable.role in NEVER_RELEASED:
        return None
    texts, _ = data.relation.frequencies(place, context)
    known = [text for text in texts if text and text not in variable.missing]
    numbers = np.full(len(texts), _NO_DAY, dtype=np.int64)
    if variable.interval:
        codes = {text: 1 + number for number, text in enumerate(known)}
        numbers[:] = [codes.get(text, _NO_DAY) for text in texts]
    elif not known or (_day(known[0]) is None and _day(known[-1]) is None):
        return None
    else:
        for number, text in enumerate(texts):
            if number % _BATCH == 0:
                context.checkpoint()
            numbers[number] = _NO_DAY if text in variable.missing else _day(text) or _NO_DAY
        if np.count_nonzero(numbers) < _ENOUGH * len(known):
            return None
    days = numbers[data.relation.codes(place, context)]
    return _Column(variable.name, days, variable.interval, variable.role == "key") if days.any() else None


def _day(text: str) -> int | None:
    """The number of the day that a text begins with: 2024-05-31, 31.05.2024 or 20240531."""
    found = leading_day(text)
    if found is not None:
        return found[0].toordinal()
    dotted = _DOTTED.fullmatch(text)
    parts = None if dotted is None else (dotted[3], dotted[2], dotted[1])
    if _COMPACT.fullmatch(text):
        parts = text[:4], text[4:6], text[6:]
    try:
        return None if parts is None else date(*map(int, parts)).toordinal()
    except ValueError:
        return None


def _intervals(
    columns: Sequence[_Column], persons: Integers, *, linked: bool
) -> Iterator[tuple[Integers, Integers]]:
    """The days and the person of each, for every kind of interval."""
    dates = [one for one in columns if not one.is_length]
    for one in columns:
        if one.is_length and not one.is_key:
            there = one.days != _NO_DAY
            yield one.days[there], persons[there]
    for first, second in combinations(dates, 2):
        if not (first.is_key and second.is_key):
            there = (first.days != _NO_DAY) & (second.days != _NO_DAY)
            yield (second.days - first.days)[there], persons[there]
    if not linked:
        return
    for one in dates:
        if not one.is_key:
            there = one.days != _NO_DAY
            yield _between(one.days[there], persons[there])


def _between(days: Integers, persons: Integers) -> tuple[Integers, Integers]:
    """The days from each date of a person to the next one, and the person."""
    span = int(days.max(initial=0)) + 1
    own, ordered = np.divmod(np.sort(persons * span + days), span)
    same = own[1:] == own[:-1]
    return np.diff(ordered)[same], own[1:][same]


def _since_first(days: Integers, persons: Integers) -> Integers:
    """The days since the first date of the person, and 1; 0 where the date is missing."""
    there = days != _NO_DAY
    first = np.full(int(persons.max(initial=-1)) + 1, np.iinfo(np.int64).max)
    np.minimum.at(first, persons[there], days[there])
    return np.where(there, days - first[persons] + 1, 0)


def _all_of_each(columns: Sequence[_Column], persons: Integers) -> tuple[Integers, Integers]:
    """A number for the days of all records of a person, equal where these are the same, and the person."""
    shown = [one for one in columns if not one.is_key]
    rows = numbered_rows([one.days if one.is_length else _since_first(one.days, persons) for one in shown])
    order = np.lexsort((rows, persons))
    rows, persons = rows[order], persons[order]
    found, starts, held = np.unique(persons, return_index=True, return_counts=True)
    labels = held.astype(np.int64)
    for place in range(int(held.max(initial=0))):
        longer = np.flatnonzero(held > place)
        pairs = numbered_rows([labels[longer], rows[starts[longer] + place]])
        labels[longer] = len(found) + pairs + labels.max()  # numbers of their own
    return labels, found


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
