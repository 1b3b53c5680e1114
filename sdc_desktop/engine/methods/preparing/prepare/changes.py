"""The first records that a step changes, removes or restores: what its preview shows before it is used."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.preparing.prepare.conditions import Integers, State
from sdc_desktop.engine.methods.preparing.prepare.outline import needed
from sdc_desktop.engine.methods.preparing.prepare.steps import (
    DeriveSpec,
    DropSpec,
    FilterSpec,
    JoinSpec,
    KeepHouseholdsSpec,
    KeepOneSpec,
    KeepPersonsSpec,
    RenameSpec,
    StepSpec,
)

FIRST = 5  # records shown
MOST = 20  # lines of them
EXAMINED = 100_000  # records among which changed values are searched
_BATCH = 10_000


@dataclass(frozen=True)
class Change:
    """A record, numbered from 1 as in the file. ``before`` is the text of `variable`, ``after`` that of
    `made`, the same variable or one that was made of it; None where the record is not there.
    """

    record: int
    variable: str
    before: str | None
    made: str
    after: str | None


@dataclass(frozen=True)
class Changes:
    """The first changes of a step. ``examined``: the records among which there is no other; None: all."""

    first: tuple[Change, ...]
    examined: int | None = None


def first_changes(step: StepSpec, before: State, now: State, context: JobContext) -> Changes:
    """The first changes between the records before a step and after it. Raises Cancelled."""
    match step:
        case DropSpec() | RenameSpec():
            return Changes(())
        case FilterSpec() | KeepHouseholdsSpec() | KeepPersonsSpec() | KeepOneSpec():
            return Changes(tuple(_moves(_named(step, before), before, now)))
        case DeriveSpec():
            pairs = [(step.derive.of, step.derive.name)]
        case JoinSpec():
            pairs = [(step.join.key[0], name) for name in step.join.keep]
        case _:
            pairs = [(name, name) for name in _named(step, before) or before.data.names]
    found = tuple(islice(_changed(pairs, before, now, context), FIRST * max(len(pairs), 1)))
    records = sorted({change.record for change in found})[:FIRST]
    first = tuple(change for change in found if change.record in records)[:MOST]
    all_seen = len(records) == FIRST or before.data.records <= EXAMINED
    return Changes(first, None if all_seen else EXAMINED)


def _named(step: StepSpec, before: State) -> list[str]:
    """The variables that a step names, once each, in its order."""
    names = (name for _, name in needed(step, "", before.data.variables))
    return list(dict.fromkeys(name for name in names if name in before.data.names))


def _moves(names: Sequence[str], before: State, now: State) -> Iterator[Change]:
    """Records that were removed, with what they had; or, where there are none, those that came back."""
    was, left = _origins(before), _origins(now)
    gone = np.setdiff1d(was, left, assume_unique=True)[:FIRST]
    back = np.setdiff1d(left, was, assume_unique=True)[: 0 if len(gone) else FIRST]
    for origin in gone.tolist():
        for name, text in _texts(before, int(np.searchsorted(was, origin)), names):
            yield Change(origin + 1, name, text, name, None)
    for origin in back.tolist():
        for name, text in _texts(now, int(np.searchsorted(left, origin)), names):
            yield Change(origin + 1, name, None, name, text)


def _origins(state: State) -> Integers:
    """Which record of the file each is, from 0, ascending: steps keep their order."""
    return np.arange(state.data.records) if state.origin is None else state.origin


def _texts(state: State, place: int, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    row = state.data.relation.window(place, place + 1)[0]
    yield from ((name, row[state.data.index(name)]) for name in names)


def _changed(
    pairs: Sequence[tuple[str, str]], before: State, now: State, context: JobContext
) -> Iterator[Change]:
    """The values that differ, record by record; the records are the same before and after."""
    places = [(before.data.index(old), now.data.index(new)) for old, new in pairs]
    examined = min(before.data.records, EXAMINED)
    for start in range(0, examined, _BATCH):
        context.checkpoint()
        stop = min(start + _BATCH, examined)
        rows = zip(
            before.data.relation.window(start, stop), now.data.relation.window(start, stop), strict=True
        )
        for place, (old, new) in enumerate(rows, start=start):
            for (variable, made), (first, second) in zip(pairs, places, strict=True):
                if old[first] != new[second] or variable != made:
                    yield Change(before.record(place), variable, old[first], made, new[second])
