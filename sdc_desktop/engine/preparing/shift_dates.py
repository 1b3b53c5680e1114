"""Dates moved by a secret offset of each person, so that intervals within a person stay as they are."""

from collections.abc import Sequence
from datetime import date

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.date_parts import told_day
from sdc_desktop.engine.preparing.prepare_spec import ShiftedSpec
from sdc_desktop.engine.preparing.state import Integers, State, looked_up
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.secret_stream import Words, keyed, secret_of

PURPOSE = "shift"  # of the draws
_BATCH = 10_000


def shifted(told: ShiftedSpec, key: str, state: State, context: JobContext) -> tuple[State, int]:
    """The records with their dates moved, and how many persons there are. The offset of a person is a draw of
    its identifier, whatever else is in the file. Raises :class:`Refused` where a date cannot be read, the
    person is missing or there is no secret.
    """
    persons, names = state.column(told.person, context)
    missing = state.data.variable(told.person).missing
    nobody = np.array([name in missing for name in names], dtype=np.bool_)[persons]
    if nobody.any():
        where = Place(key=f"{key}.shift_dates.person", variable=told.person)
        raise Refused(error("prepare.no_person", where, **state.counted(nobody)))
    macs = keyed(secret_of(context), PURPOSE, told.person, names, context)
    offsets = _offsets(macs[:, 0], told.days)
    of_records = offsets[persons]
    columns = {name: _moved(name, key, state, of_records, context) for name in told.variables}
    return state.replaced(columns, context), len(names)


def _offsets(words: Words, days: int) -> Integers:
    """1 to `days` days, back or forth, equally likely to within one part in 2^47; no person's dates stay."""
    drawn = (words % np.uint64(2 * days)).astype(np.int64)
    return np.where(drawn < days, drawn - days, drawn - days + 1)


def _moved(
    name: str, key: str, state: State, offsets: Integers, context: JobContext
) -> tuple[Integers, Sequence[str]]:
    """A variable's new texts, made once for each day and time of day; missing values keep theirs."""
    codes, texts = state.column(name, context)
    missing = frozenset(state.data.variable(name).missing)
    where = Place(key=f"{key}.shift_dates.variables", variable=name)
    told = looked_up(texts, told_day, context)
    lacking = np.array([text in missing for text in texts], dtype=np.bool_)
    unreadable = np.array([one is None for one in told], dtype=np.bool_) & ~lacking
    if unreadable.any():
        raise Refused(error("prepare.not_dates", where, **state.counted(unreadable[codes])))
    days = np.array([0 if one is None else one[0].toordinal() for one in told], dtype=np.int64)
    times: dict[str, int] = {"": 0}  # of day, as they are written, by number
    time_codes = [0 if one is None else times.setdefault(one[1], len(times)) for one in told]
    stays = lacking[codes]
    moved = days[codes] + offsets
    beyond = ~stays & ((moved < 1) | (moved > date.max.toordinal()))
    if beyond.any():
        raise Refused(error("prepare.beyond_calendar", where, **state.counted(beyond)))
    made = moved * len(times) + np.array(time_codes, dtype=np.int64)[codes]
    keys, places = np.unique(np.where(stays, -1 - codes, made), return_inverse=True)
    names = tuple(times)

    def label(one: int) -> str:
        day, time = divmod(one, len(names))
        return texts[-1 - one] if one < 0 else f"{date.fromordinal(day).isoformat()}{names[time]}"

    labels: list[str] = []
    for start in range(0, len(keys), _BATCH):
        context.checkpoint()
        labels += [label(one) for one in keys[start : start + _BATCH].tolist()]
    return places.astype(np.int64), labels
