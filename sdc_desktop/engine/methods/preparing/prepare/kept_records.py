"""Which records stay by whose they are: whole households, whole persons, one record of each person."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.hierarchies.kinds import leading_day
from sdc_desktop.engine.data.households import without_household
from sdc_desktop.engine.data.members import NOBODY
from sdc_desktop.engine.methods.preparing.prepare.conditions import (
    Integers,
    Mask,
    State,
    looked_up,
    number_reader,
)
from sdc_desktop.engine.methods.preparing.prepare.outline import household_of
from sdc_desktop.engine.methods.preparing.prepare.steps import HouseholdsSpec, KeptOneSpec, PersonsKeptSpec
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.secret_stream import keyed, secret_of

PURPOSE = "keep one"  # of the draws


def whole_households(given: HouseholdsSpec, key: str, state: State, context: JobContext) -> tuple[State, int]:
    """The state with whole households, and the number of households that were broken. A record without a
    household is a household of its own. Raises :class:`Refused` where no record is left.
    """
    assert state.filtered is not None
    before = state.filtered.before
    name = household_of(given, before.data.variables)
    assert name is not None
    codes, texts = before.column(name, context)
    alone = without_household(before.data.variable(name), texts)
    return _whole(
        np.where(alone[codes], NOBODY, codes), given.whole, f"{key}.keep_households", state, context
    )


def whole_persons(given: PersonsKeptSpec, key: str, state: State, context: JobContext) -> tuple[State, int]:
    """The state with whole persons, and how many persons were broken. A record without a person is a unit
    of its own. Raises :class:`Refused` where no record is left.
    """
    assert state.filtered is not None
    numbers = persons_of(state.filtered.before, context)
    return _whole(numbers, given.whole, f"{key}.keep_persons", state, context)


def _whole(
    units: Integers, whole: Literal["drop", "keep"], key: str, state: State, context: JobContext
) -> tuple[State, int]:
    """Whole units; ``units`` (records,): the one of each record before the filters, or NOBODY."""
    assert state.filtered is not None
    before, kept = state.filtered.before, state.filtered.kept
    left = np.zeros(len(units), dtype=np.bool_)
    left[kept] = True
    alone, most = units == NOBODY, int(units.max(initial=0)) + 1
    some_left = np.bincount(units[left & ~alone], minlength=most) > 0
    some_gone = np.bincount(units[~left & ~alone], minlength=most) > 0
    stays: Mask = some_left & ~some_gone if whole == "drop" else some_left
    chosen = np.where(alone, left, stays[units])
    if not chosen.any():
        raise Refused(error("prepare.no_records_left", Place(key=key)))
    return before.picked(np.flatnonzero(chosen).astype(np.int64), context), int((some_left & some_gone).sum())


def persons_of(state: State, context: JobContext) -> Integers:
    """The number of the person of each record (records,), NOBODY where it has none. Raises :class:`Refused`
    where persons cannot be followed.
    """
    assert state.data.persons is not None
    return state.data.persons.of(state.data.relation, context).astype(np.int64)


@dataclass(frozen=True)
class NamedPersons:
    """For each record the number of its person (records,), NOBODY where it has none; the ``texts`` that name
    the persons (persons,), as read, and the ``variable`` that has them. Those of several variables are joined
    by U+001F.
    """

    variable: str
    numbers: Integers
    texts: Sequence[str]


def named_persons(state: State, context: JobContext) -> NamedPersons:
    """The persons of the records with what names them: the same texts whatever earlier steps changed. Raises
    :class:`Refused`.
    """
    assert state.data.persons is not None
    numbers = persons_of(state, context)
    there = numbers != NOBODY
    present, places = np.unique(numbers[there], return_inverse=True)
    found = np.full(len(numbers), NOBODY, dtype=np.int64)
    found[there] = places
    variable, texts = state.data.persons.names(present, context)
    return NamedPersons(variable, found, texts)


def one_of_each(given: KeptOneSpec, key: str, state: State, context: JobContext) -> tuple[State, int]:
    """One record of each person, in file order, and how many records without a person were removed.

    Records without a person are removed: what counts records afterwards takes each for a person of its own,
    and such a record may be of any person. Raises :class:`Refused` where no record is left, and for a random
    record without a secret.
    """
    if given.by == "random":
        persons, chosen = _drawn(state, context)
    else:
        persons, chosen = _by_order(given, state, context)
    if not len(chosen):
        raise Refused(error("prepare.no_records_left", Place(key=f"{key}.keep_one")))
    return state.picked(np.sort(chosen), context), int(np.count_nonzero(persons == NOBODY))


def _by_order(given: KeptOneSpec, state: State, context: JobContext) -> tuple[Integers, Integers]:
    """The persons of the records, and the first or last record of each: by the variables of the order, one
    after the other, then by its place in the file. A missing value comes after all others either way.
    """
    persons = persons_of(state, context)
    sign = -1 if given.by == "last" else 1
    keys = [sign * np.arange(len(persons), dtype=np.int64)]
    for name in reversed(given.order or ()):
        codes, texts = state.column(name, context)
        ranks = ranked(name, texts, state, context)
        keys.append(np.where(ranks < 0, len(texts), sign * ranks)[codes])
    order = np.lexsort((*keys, persons))
    order = order[persons[order] != NOBODY]
    _, firsts = np.unique(persons[order], return_index=True)
    return persons, order[firsts].astype(np.int64)


def _drawn(state: State, context: JobContext) -> tuple[Integers, Integers]:
    """The persons of the records, and a record of each: which one of its n, in file order, is a draw of the
    person, each equally likely to within n parts in 2^64.
    """
    found = named_persons(state, context)
    macs = keyed(secret_of(context), PURPOSE, found.variable, found.texts, context)
    order = np.argsort(found.numbers, kind="stable").astype(np.int64)
    order = order[found.numbers[order] != NOBODY]
    sizes = np.bincount(found.numbers[order], minlength=len(found.texts)).astype(np.int64)
    places = (macs[:, 0] % sizes.astype(np.uint64)).astype(np.int64)
    return found.numbers, order[np.cumsum(sizes) - sizes + places]


def ranked(name: str, texts: Sequence[str], state: State, context: JobContext) -> Integers:
    """The rank of each text (texts,) of a variable, from 0, equal for equal values, -1 where it is missing:
    by the declared order, else as numbers or dates where all are such, else as texts.
    """
    variable = state.data.variable(name)
    there = [text for text in texts if text not in variable.missing]
    values = _sortable(there, variable.order, state, context)
    rank = {value: place for place, value in enumerate(sorted(set(values)))}
    known = dict(zip(there, (rank[value] for value in values), strict=True))
    return np.array([known.get(text, -1) for text in texts], dtype=np.int64)


def _sortable(
    texts: Sequence[str], order: Sequence[str] | None, state: State, context: JobContext
) -> Sequence[Decimal | tuple[date, str] | tuple[int, str]]:
    if order is not None:
        place = {text: number for number, text in enumerate(order)}
        return [(place.get(text, len(place)), "" if text in place else text) for text in texts]
    numbers = [one for one in looked_up(texts, number_reader(state.data.decimal), context) if one is not None]
    if len(numbers) == len(texts):
        return numbers
    days = [one for one in looked_up(texts, leading_day, context) if one is not None]
    return days if len(days) == len(texts) else [(0, text) for text in texts]
