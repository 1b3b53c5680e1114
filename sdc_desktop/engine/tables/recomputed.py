"""Totals of a given table that rounding keeps from adding up, computed again from their parts.

A difference is explained where it is at most half a unit for each part that is not empty: a unit of the last
decimal of the parts, or of what the plan says that the values were rounded to.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

import numpy as np

from sdc_desktop.engine.problems import Place, Problem, Refused, error, note
from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.tables.relations import Flags, Integers
from sdc_desktop.engine.tables.table import Table, in_units

_KEY = "params.table.totals"
_LISTED = 20  # cells that a note names
GivenTotals = Mapping[tuple[str, ...], Number]  # the values given of totals that were recomputed


@dataclass(frozen=True)
class Recomputed:
    """A table that adds up. ``given``: the values of cells that were given another one; ``notes`` say so."""

    table: Table
    given: GivenTotals
    notes: tuple[Problem, ...]


def recomputed(table: Table, rounded_to: Number | None, given: Flags | None = None) -> Recomputed:
    """The table with all totals computed from their parts. ``given`` (cells,): the cells that have a value in
    the file; absent: those with a known value. A total whose parts are not all known stays. Raises
    :class:`Refused` with the relations that rounding does not explain.
    """
    wrong = table.relations.differences(table.values) * table.relations.complete(table.known)
    rows = np.flatnonzero(wrong).tolist()
    unexplained = [row for row in rows if abs(int(wrong[row])) > _explained(table, row, rounded_to)]
    if unexplained:
        raise Refused(table.additive_problems(unexplained))
    whole = replace(table, values=_summed(table))
    problems = whole.additive_problems()
    if problems:
        raise Refused(problems)
    changed = (whole.values != table.values) & (table.known if given is None else given)
    cells = np.flatnonzero(changed).tolist()
    values = {table.coordinates(cell): table.number(int(table.values[cell])) for cell in cells}
    return Recomputed(whole, values, tuple(_notes(table, whole, cells)))


def not_additive(table: Table) -> tuple[Problem, ...]:
    """The relations that the values of a table miss, and whether recomputing its totals removes them."""
    problems = table.additive_problems()
    if not problems:
        return ()
    try:
        recomputed(table, None)
    except Refused:
        return problems
    return table.additive_problems(recomputable=True)


def _explained(table: Table, row: int, rounded_to: Number | None) -> float:
    """The largest difference of a relation, in units, that rounding its parts explains."""
    cells, _ = table.relations.row(row)
    values = table.values[cells[cells != table.relations.parent(row)]]
    values = values[values != 0]
    if rounded_to is None:
        return _last_decimal(values, table.unit) * len(values) / 2
    base = in_units(rounded_to, table.unit)
    if base is None:
        where = Place(key="params.table.rounded_to")
        raise Refused(error("table.rounded_unit", where, base=rounded_to, unit=float(table.unit)))
    return base * len(values) / 2


def _last_decimal(values: Integers, unit: Decimal) -> int:
    """The last decimal that some of the values have, in units; at most 1."""
    step = 1
    while step * 10 * unit <= 1 and not (values % (step * 10)).any():
        step *= 10
    return step


def _summed(table: Table) -> Integers:
    """The values with each total as the sum of its parts, the deepest first."""
    relations, values = table.relations, table.values.copy()
    whole = relations.complete(table.known)
    waiting = [(row, relations.parent(row)) for row in np.flatnonzero(whole).tolist()]
    ready = np.ones(len(table), dtype=np.bool_)
    ready[[parent for _, parent in waiting]] = False
    progress = True
    while progress:
        progress, left = False, []
        for row, parent in waiting:
            cells, coefficients = relations.row(row)
            if ready[parent]:
                continue
            others = cells != parent
            if not ready[cells[others]].all():
                left.append((row, parent))
                continue
            own = int(coefficients[~others][0])
            rest = int(coefficients[others] @ values[cells[others]]) - int(relations.rights[row])
            values[parent], ready[parent], progress = -rest // own, True, True
        waiting = left
    return values


def _notes(before: Table, after: Table, cells: Sequence[int]) -> list[Problem]:
    if not cells:
        return []
    most = max(abs(int(after.values[cell] - before.values[cell])) for cell in cells)
    names = tuple(before.cell_name(cell) for cell in cells[:_LISTED])
    figures = {"number": len(cells), "most": before.number(most), "cells": names}
    return [note("table.totals_recomputed", Place(key=_KEY), **figures)]
