"""Dates moved by a secret offset of each person, so that intervals within a person stay as they are."""

from collections.abc import Sequence
from datetime import date, timedelta

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.date_parts import told_day
from sdc_desktop.engine.preparing.prepare_spec import ShiftedSpec
from sdc_desktop.engine.preparing.state import Integers, State, looked_up
from sdc_desktop.engine.problems import Place, Refused, error

_BATCH = 10_000


def shifted(
    told: ShiftedSpec, key: str, state: State, random: np.random.Generator, context: JobContext
) -> tuple[State, int]:
    """The records with their dates moved, and how many persons there are. Raises :class:`Refused` where a
    date cannot be read or the person is missing.
    """
    persons, names = state.column(told.person, context)
    missing = state.data.variable(told.person).missing
    nobody = np.array([name in missing for name in names], dtype=np.bool_)[persons]
    if nobody.any():
        where = Place(key=f"{key}.shift_dates.person", variable=told.person)
        raise Refused(error("prepare.no_person", where, **state.counted(nobody)))
    offsets = _offsets(len(names), told.days, random)
    columns = {
        name: _moved(name, key, state, offsets[persons], told.days, context) for name in told.variables
    }
    return state.replaced(columns, context), len(names)


def _offsets(persons: int, days: int, random: np.random.Generator) -> Integers:
    """1 to `days` days, back or forth, each alike; nobody's dates stay."""
    drawn = random.integers(0, 2 * days, size=persons, dtype=np.int64)
    return np.where(drawn < days, drawn - days, drawn - days + 1)


def _moved(
    name: str, key: str, state: State, offsets: Integers, most: int, context: JobContext
) -> tuple[Integers, Sequence[str]]:
    """A variable's new texts, made once for each pair of a date and an offset."""
    codes, texts = state.column(name, context)
    missing = frozenset(state.data.variable(name).missing)
    where = Place(key=f"{key}.shift_dates.variables", variable=name)
    days = looked_up(texts, told_day, context)
    lacking = np.array([text in missing for text in texts], dtype=np.bool_)
    unreadable = (np.array([day is None for day in days], dtype=np.bool_) & ~lacking)[codes]
    if unreadable.any():
        raise Refused(error("prepare.not_dates", where, **state.counted(unreadable)))
    width = 2 * most + 1
    pairs, places = np.unique(codes * width + offsets + most, return_inverse=True)
    labels: list[str] = []
    beyond = np.zeros(len(pairs), dtype=np.bool_)
    for start in range(0, len(pairs), _BATCH):
        context.checkpoint()
        for place, pair in enumerate(pairs[start : start + _BATCH].tolist(), start=start):
            code, day = pair // width, days[pair // width]
            if lacking[code] or day is None:
                labels.append(texts[code])
                continue
            new = _on(day[0], pair % width - most)
            beyond[place] = new is None
            labels.append("" if new is None else f"{new.isoformat()}{day[1]}")
    if beyond.any():
        raise Refused(error("prepare.beyond_calendar", where, **state.counted(beyond[places])))
    return places.astype(np.int64), labels


def _on(day: date, days: int) -> date | None:
    try:
        return day + timedelta(days=days)
    except OverflowError:
        return None
