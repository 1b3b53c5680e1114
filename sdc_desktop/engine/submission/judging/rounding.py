"""Rounded tables: whether parts and totals together give back what was rounded."""

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.submission.finding.table import FoundTable
from sdc_desktop.engine.submission.judging.rules import Rules, Spot, change
from sdc_desktop.engine.submission.judging.suppressed import System, system_of
from sdc_desktop.engine.tables.attack.intervals import intervals
from sdc_desktop.engine.tables.attack.knowledge import Contradiction, Knowledge
from sdc_desktop.engine.tables.protection.rounding import rounded_bounds
from sdc_desktop.engine.tables.relations import relations_of
from sdc_desktop.engine.tables.table import NO_BOUND


def judge_rounded(table: FoundTable, rules: Rules, context: JobContext) -> tuple[Spot, ...]:
    """Cells whose count before rounding is certain and few. Where all totals are sums of the rounded parts,
    nothing follows from them. Raises Cancelled.
    """
    system = system_of(table)
    if system is None or system.decimals or _adds_up(system):
        return ()
    published = np.array([0 if value is None else value for value in system.values], dtype=np.int64)
    lower, upper = rounded_bounds(published, table.rounded, "conventional", 0)
    open_ = np.array([value is None for value in system.values])
    lower, upper = np.maximum(np.where(open_, 0, lower), 0), np.where(open_, NO_BOUND, upper)
    known = Knowledge(relations_of(len(system.places), system.rows), lower, upper)
    wanted = [number for number, low in enumerate(lower.tolist()) if low < rules.threshold]
    try:
        found = intervals(known, wanted, context)
    except Contradiction:
        return ()
    spots = []
    for cell, one in zip(wanted, found, strict=True):
        if one.lower is not None and one.lower == one.upper and rules.is_few(float(one.lower)):
            place = system.places[cell]
            spots.append(change("rounding_undone", *place, value=int(one.lower), base=table.rounded))
    return tuple(spots)


def _adds_up(system: System) -> bool:
    """Whether every total is exactly the sum of its rounded parts."""
    for cells, signs in system.rows:
        values = [system.values[cell] for cell in cells]
        if None in values:
            return False
        if sum(sign * value for sign, value in zip(signs, values, strict=True) if value is not None):
            return False
    return True
