"""Rank swapping: values of a variable change places with others of near rank (Moore 1996).

From the least rank on, every value not yet swapped is swapped with one of those not yet swapped whose rank is
at most p % of the records higher, all equally likely; where there is none it stays. Distributions of single
variables are kept exactly. Where persons have several records, those variables that have one number for each
change places between persons, by their ranks; others never between records of the same person.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import NOBODY, Numbers
from sdc_desktop.engine.methods.perturbation.numbers import NumberColumns, number_stages
from sdc_desktop.engine.methods.perturbation.swap import SwapParams
from sdc_desktop.engine.microdata.classes.key_classes import Integers, Vector
from sdc_desktop.engine.microdata.groups.block_columns import BlockColumn
from sdc_desktop.engine.microdata.person_draws import Flags, drawn_with
from sdc_desktop.engine.secret_stream import stream

PURPOSE = "swap"  # of the draws
STEP = "swapping"
_TRIES = 30  # draws before those left are listed
_EVERY = 4096


def changed(params: SwapParams, read: NumberColumns, context: JobContext) -> list[Vector]:
    """The swapped values (records,) of each variable, drawn from the job's secret. Raises :class:`Refused`
    without one, and Cancelled.
    """
    found = partners(params, read, context)
    return [column.values[found[column.name]] for column in read.columns]


def partners(params: SwapParams, read: NumberColumns, context: JobContext) -> dict[str, Integers]:
    """By variable the record (records,) whose value each record gets. Raises as :func:`changed`."""
    found = {}
    for column in read.columns:
        draws = stream(context, PURPOSE, column.name).one_by_one()
        there, persons = np.flatnonzero(~column.missing), read.persons
        first = None if persons is None else _of_persons(column, persons)
        if first is not None:
            there, persons = np.flatnonzero((first == np.arange(len(first))) & ~column.missing), None
        ranked = there[np.argsort(column.values[there], kind="stable")]
        of_ranks = None if persons is None else _numbered(persons[ranked])
        partner = swapped_ranks(len(ranked), float(params.range), draws, context, of_ranks)
        own = np.arange(len(column.values))
        own[ranked] = ranked[partner]
        found[column.name] = (
            own if first is None else np.where(column.missing, np.arange(len(own)), own[first])
        )
    return found


def _of_persons(column: BlockColumn, persons: Numbers) -> Integers | None:
    """The first record of each record's person, (records,); None where a person has several numbers."""
    first = drawn_with(None, persons)
    same = (column.values == column.values[first]) & (column.missing == column.missing[first])
    return first if same.all() else None


def _numbered(persons: Numbers) -> Integers:
    """Numbers of persons (records,), with a number of its own for each record without a person."""
    return np.where(persons == NOBODY, -1 - np.arange(len(persons)), persons).astype(np.int64)


def swapped_ranks(
    records: int,
    percent: float,
    draws: Iterator[float],
    context: JobContext,
    persons: Integers | None = None,
) -> Integers:
    """For each rank the rank whose value it gets, (records,): a permutation that is its own inverse. `draws`
    are uniform numbers. No rank gets the value of one of the same `persons` (records,), by rank.
    """
    reach = int(records * percent / 100 + 1e-9)
    partner = np.arange(records)
    free = np.ones(records, dtype=np.bool_)
    for rank in range(records):
        if rank % _EVERY == 0:
            context.progress(rank / records, STEP)
        last = min(rank + reach, records - 1)
        if not free[rank] or last == rank:
            continue
        other = _drawn(free, rank + 1, last + 1, draws, persons)
        free[rank] = False
        if other >= 0:
            free[other] = False
            partner[rank], partner[other] = other, rank
    return partner


def _drawn(
    free: Flags, start: int, stop: int, draws: Iterator[float], persons: Integers | None = None
) -> int:
    """One of the free ranks start..stop - 1, all equally likely, none of the person of the rank before;
    -1 where there is none. ``persons`` (records,) by rank.
    """
    for _ in range(_TRIES):
        place = start + int(next(draws) * (stop - start))
        if free[place] and (persons is None or persons[place] != persons[start - 1]):
            return place
    left = np.flatnonzero(free[start:stop])
    if persons is not None:
        left = left[persons[start + left] != persons[start - 1]]
    return start + int(left[int(next(draws) * len(left))]) if len(left) else -1


STAGES = replace(
    number_stages(changed, lambda params: "rank_swapping", ranks=True),
    partners=lambda params, result, read, context: partners(params, read, context),
)
