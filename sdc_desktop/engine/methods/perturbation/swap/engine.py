"""Rank swapping: values of a variable change places with others of near rank (Moore 1996).

From the least rank on, every value not yet swapped is swapped with one of those not yet swapped whose rank is
at most p % of the records higher, all equally likely; where there is none it stays. Distributions of single
variables are kept exactly.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.perturbation.numbers import NumberColumns, number_stages
from sdc_desktop.engine.methods.perturbation.swap import SwapParams
from sdc_desktop.engine.microdata.classes.key_classes import Integers, Vector
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
        there = np.flatnonzero(~column.missing)
        ranked = there[np.argsort(column.values[there], kind="stable")]
        partner = swapped_ranks(len(ranked), float(params.range), draws, context)
        found[column.name] = np.arange(len(column.values))
        found[column.name][ranked] = ranked[partner]
    return found


def swapped_ranks(records: int, percent: float, draws: Iterator[float], context: JobContext) -> Integers:
    """For each rank the rank whose value it gets, (records,): a permutation that is its own inverse. `draws`
    are uniform numbers.
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
        other = _drawn(free, rank + 1, last + 1, draws)
        free[rank] = False
        if other >= 0:
            free[other] = False
            partner[rank], partner[other] = other, rank
    return partner


def _drawn(free: npt.NDArray[np.bool_], start: int, stop: int, draws: Iterator[float]) -> int:
    """One of the free ranks start..stop - 1, all equally likely; -1 where there is none."""
    for _ in range(_TRIES):
        place = start + int(next(draws) * (stop - start))
        if free[place]:
            return place
    left = np.flatnonzero(free[start:stop])
    return start + int(left[int(next(draws) * len(left))]) if len(left) else -1


STAGES = replace(
    number_stages(changed, lambda params: "rank_swapping", ranks=True),
    partners=lambda params, result, read, context: partners(params, read, context),
)
