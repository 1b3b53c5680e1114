"""Tables whose values are published more coarsely than they are known."""

from dataclasses import replace
from fractions import Fraction

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.tables.attack.intervals import intervals
from sdc_desktop.engine.tables.attack.knowledge import Knowledge
from sdc_desktop.engine.tables.protection.protected_table import Protected, granted
from sdc_desktop.engine.tables.protection.rounding import conventional, rounded_bounds
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.engine.tables.table import Levels, Table, in_units
from sdc_desktop.engine.tables.table_counts import Judged, TableCounts, judged


def judged_for(params: TableParams, counted: TableCounts) -> tuple[Judged, int]:
    """Every cell judged, and the published unit in units of the table. Raises :class:`Refused`."""
    found = judged(params, counted)
    precision = max(precision_of(counted.table, params.published_unit), counted.table.base)
    return (two_values_apart(found, precision) if precision > 1 else found), precision


def precision_of(table: Table, unit: Number | None) -> int:
    """The published unit in units of the table. Raises :class:`Refused` where it is no multiple of them."""
    if unit is None:
        return 1
    found = in_units(unit, table.unit)
    if found is None:
        where = Place(key="params.published_unit")
        raise Refused(error("audit.base_no_multiple", where, base=unit, unit=float(table.unit)))
    return found


def two_values_apart(judged: Judged, precision: int) -> Judged:
    """The judged table with levels that leave at least two published values; one protects nothing."""
    least = 2 * precision - 1
    levels = {
        cell: Levels(own.upper, own.lower, max(own.sliding, Fraction(least)))
        for cell, own in judged.levels.items()
    }
    return replace(judged, levels=levels)


def knowledge_of(done: Protected, counted: TableCounts, found: Judged, precision: int) -> Knowledge:
    """What an intruder knows of a table that publishes true values, or none: each in multiples of `precision`
    units, only to within half of that. Empty cells are known.
    """
    table = counted.table
    low = high = table.values
    lower, upper = granted(counted, found)
    if precision > 1:
        shown = conventional(done.published, precision)
        low, high = rounded_bounds(shown, precision, "conventional", 0)
        low = np.where(table.empty, 0, np.maximum(lower, low))
        high = np.where(table.empty, 0, np.minimum(upper, high))
    return Knowledge(table.relations, np.where(done.stated, low, lower), np.where(done.stated, high, upper))


def published_coarser(
    done: Protected, counted: TableCounts, found: Judged, precision: int, context: JobContext
) -> Protected:
    """What is reported is rounded to multiples of `precision` units, halves upwards; an intruder knows each
    only to within half of that, empty cells apart. Raises :class:`Refused`, Cancelled.
    """
    hidden = np.flatnonzero(~done.stated)
    known = knowledge_of(done, counted, found, precision)
    truth = counted.table.values if counted.table.base == 1 else None
    ends = intervals(known, hidden, context, truth=truth)
    own = dict(zip(hidden.tolist(), ends, strict=True))
    return replace(done, published=conventional(done.published, precision), intervals=own)
