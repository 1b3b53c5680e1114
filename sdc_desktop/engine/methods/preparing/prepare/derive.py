"""New variables: ages, days between dates, places within a person, parts of dates, bands of numbers."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.hierarchies.kinds import DateParts, leading_day
from sdc_desktop.engine.data.hierarchies.spec import DatesSpec
from sdc_desktop.engine.data.members import NOBODY
from sdc_desktop.engine.data.microdata import Variable
from sdc_desktop.engine.methods.preparing.prepare.conditions import (
    Integers,
    Mask,
    State,
    exact,
    looked_up,
    number_reader,
)
from sdc_desktop.engine.methods.preparing.prepare.kept_records import persons_of
from sdc_desktop.engine.methods.preparing.prepare.outline import band_labels, day_of
from sdc_desktop.engine.methods.preparing.prepare.steps import DerivedSpec, WithinPerson
from sdc_desktop.engine.problems import Place, Refused, error

NOTHING = ""  # what is derived of a missing value


def derived(
    given: DerivedSpec, key: str, variables: Sequence[Variable], state: State, context: JobContext
) -> State:
    """The records with one variable more; ``variables`` are those that the step leaves. Raises
    :class:`Refused` where values cannot be read.
    """
    codes, texts = state.column(given.of, context)
    missing = frozenset(state.data.variable(given.of).missing)
    where = Place(key=f"{key}.derive.of", variable=given.of)
    if given.age_at_variable is not None:
        labels, label_codes = _ages_between(given, key, codes, texts, state, context)
    elif given.age_at is not None:
        days = _days(texts, missing, context)
        _refuse_unread(days, codes, where, state)
        labels, label_codes = _ages_on(day_of(given.age_at), days, codes, where, state), codes
    elif given.days_since is not None:
        since = Place(key=f"{key}.derive.days_since", variable=given.days_since)
        earlier = _day_numbers(given.days_since, since, state, context)
        days_of = _day_numbers(given.of, where, state, context)
        labels, label_codes = _numbered(days_of - earlier, (days_of > 0) & (earlier > 0))
    elif given.within_person is not None:
        days_of = _day_numbers(given.of, where, state, context)
        labels, label_codes = _within_persons(given.within_person, days_of, persons_of(state, context))
    else:
        values = looked_up(texts, _teller(given, missing, state), context)
        unreadable = np.array([one is None for one in values], dtype=np.bool_)[codes]
        if unreadable.any() and given.bands is not None:
            raise Refused(error("prepare.not_numbers", where, **state.counted(unreadable)))
        if unreadable.any():
            raise Refused(error("prepare.not_dates", where, **state.counted(unreadable)))
        labels, label_codes = [one or NOTHING for one in values], codes
    return _with_column(state, variables, label_codes, labels, context)


def age(born: date, on: date) -> int:
    """Completed years; who was born on 29 February is a year older on 1 March where there is no 29th."""
    return on.year - born.year - ((on.month, on.day) < (born.month, born.day))


def _teller(given: DerivedSpec, missing: frozenset[str], state: State) -> Callable[[str], str | None]:
    if given.bands is not None:
        read, names = number_reader(state.data.decimal), band_labels(given)
        bounds = [exact(bound) for bound in given.bands]

        def band(text: str) -> str | None:
            if text in missing:
                return NOTHING
            number = read(text)
            return None if number is None else names[bisect_right(bounds, number)]

        return band
    if given.part == "weekday":
        return lambda text: NOTHING if text in missing else _weekday(text)
    assert given.part is not None
    label = DateParts(DatesSpec(kind="dates", parts=(given.part,))).labeller()

    def part(text: str) -> str | None:
        if text in missing:
            return NOTHING
        found = label(text)
        return None if found is None else found[0]

    return part


def _weekday(text: str) -> str | None:
    """1 for Monday to 7 for Sunday (ISO 8601)."""
    given = leading_day(text)
    return None if given is None else str(given[0].isoweekday())


_Days = list[date | str | None]  # a day, nothing where it is missing, None where it cannot be read


def _days(texts: Sequence[str], missing: frozenset[str], context: JobContext) -> _Days:
    def given(text: str) -> date | str | None:
        if text in missing:
            return NOTHING
        found = leading_day(text)
        return None if found is None else found[0]

    return looked_up(texts, given, context)


def _refuse_unread(days: _Days, codes: Integers, where: Place, state: State) -> None:
    unreadable = np.array([day is None for day in days], dtype=np.bool_)[codes]
    if unreadable.any():
        raise Refused(error("prepare.not_dates", where, **state.counted(unreadable)))


def _ages_on(on: date, days: _Days, codes: Integers, where: Place, state: State) -> list[str]:
    ages = [age(day, on) if isinstance(day, date) else None for day in days]
    _refuse_unborn(ages, codes, where, state)
    return [NOTHING if years is None else str(years) for years in ages]


def _refuse_unborn(ages: Sequence[int | None], codes: Integers, where: Place, state: State) -> None:
    later = np.array([years is not None and years < 0 for years in ages], dtype=np.bool_)[codes]
    if later.any():
        raise Refused(error("prepare.born_later", where, **state.counted(later)))


def _ages_between(
    given: DerivedSpec, key: str, codes: Integers, texts: Sequence[str], state: State, context: JobContext
) -> tuple[list[str], Integers]:
    """Ages on the day in another variable of each record: computed once for each pair of days.

    Gives the texts of the ages and their codes (records,).
    """
    assert given.age_at_variable is not None
    other_codes, other_texts = state.column(given.age_at_variable, context)
    where = Place(key=f"{key}.derive.of", variable=given.of)
    other = Place(key=f"{key}.derive.age_at_variable", variable=given.age_at_variable)
    born = _days(texts, frozenset(state.data.variable(given.of).missing), context)
    on = _days(other_texts, frozenset(state.data.variable(given.age_at_variable).missing), context)
    _refuse_unread(born, codes, where, state)
    _refuse_unread(on, other_codes, other, state)
    pairs, label_codes = np.unique(codes * len(other_texts) + other_codes, return_inverse=True)
    ages: list[int | None] = []
    for start in range(0, len(pairs), 10_000):
        context.checkpoint()
        for pair in pairs[start : start + 10_000].tolist():
            birth, day = born[pair // len(other_texts)], on[pair % len(other_texts)]
            known = isinstance(birth, date) and isinstance(day, date)
            ages.append(age(birth, day) if known else None)
    _refuse_unborn(ages, label_codes, where, state)
    return [NOTHING if years is None else str(years) for years in ages], label_codes


def _day_numbers(name: str, where: Place, state: State, context: JobContext) -> Integers:
    """The day of each record (records,), counted from 1 January of the year 1 as 1; 0 where missing."""
    codes, texts = state.column(name, context)
    days = _days(texts, frozenset(state.data.variable(name).missing), context)
    _refuse_unread(days, codes, where, state)
    numbers = [day.toordinal() if isinstance(day, date) else 0 for day in days]
    return np.array(numbers, dtype=np.int64)[codes]


def _within_persons(way: WithinPerson, days: Integers, persons: Integers) -> tuple[list[str], Integers]:
    """The place of each record among those of its person by day, then by the file; nothing for a record
    without a day or a person, and for the first where days since the previous one count.
    """
    there = (days > 0) & (persons != NOBODY)
    order = np.flatnonzero(there)
    order = order[np.lexsort((days[order], persons[order]))]
    sorted_days, places = days[order], np.arange(len(order))
    first = np.ones(len(order), dtype=np.bool_)
    first[1:] = np.diff(persons[order]) != 0
    if way == "days_since_previous":
        found = np.diff(sorted_days, prepend=0)
        there[order[first]] = False
    else:
        firsts = np.maximum.accumulate(np.where(first, places, 0))
        found = places - firsts + 1 if way == "number" else sorted_days - sorted_days[firsts]
    numbers = np.zeros(len(days), dtype=np.int64)
    numbers[order] = found
    return _numbered(numbers, there)


def _numbered(numbers: Integers, there: Mask) -> tuple[list[str], Integers]:
    """The texts of numbers, and the place of the text of each record (records,), empty if not ``there``."""
    found, places = np.unique(numbers[there], return_inverse=True)
    codes = np.full(len(numbers), len(found), dtype=np.int64)
    codes[there] = places
    return [*map(str, found.tolist()), NOTHING], codes


def _with_column(
    state: State, variables: Sequence[Variable], codes: Integers, labels: Sequence[str], context: JobContext
) -> State:
    """A new last column: a copy of the first that gets other texts."""
    data = state.data
    wider = data.relation.store.selected(data.relation, [*range(data.relation.columns), 0], context)
    grown = replace(data, relation=wider, variables=tuple(variables))
    return state.with_data(grown.replaced({variables[-1].name: (codes.astype(np.int64), labels)}, context))
