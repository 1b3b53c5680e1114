"""Given tables whose values were rounded one by one: sums of theirs are inequalities.

Each published value stands for an interval of half a unit of the rounding either side; halves are rounded up.
The true values add up.
"""

from dataclasses import replace
from decimal import Decimal

import numpy as np

from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.tables.attack.knowledge import Contradiction, Knowledge, propagated
from sdc_desktop.engine.tables.contributions import Contributions
from sdc_desktop.engine.tables.protection.rounding import rounded_bounds
from sdc_desktop.engine.tables.relations import Integers
from sdc_desktop.engine.tables.table import NO_BOUND, Table, in_units

_PARTS = 1000  # of a unit of the rounding by which true values are distinguished, where they are not whole
_KEY = "params.table.rounded_to"


def true_unit(rounded_to: Number) -> Decimal:
    """The unit of the true values: 1 where they were rounded to more than that, else a fine part."""
    base = Decimal(str(rounded_to))
    return Decimal(1) if base > 1 and base == base.to_integral_value() else base / _PARTS


def base_of(table: Table, rounded_to: Number | None) -> int:
    """What the values of a table are rounded to, in units; 1 where they are not. Raises :class:`Refused`
    where some value is no multiple of it.
    """
    if rounded_to is None:
        return 1
    base = in_units(rounded_to, table.unit)
    where = Place(key=_KEY)
    if base is None or base < 2:
        raise Refused(error("table.rounded_unit", where, base=rounded_to, unit=float(table.unit)))
    wrong = np.flatnonzero(table.values % base)
    if len(wrong):
        cell = int(wrong[0])
        name, value = table.cell_name(cell), table.number(int(table.values[cell]))
        raise Refused(error("table.no_multiple", where, cell=name, value=value, unit=float(rounded_to)))
    return base


def refuse_impossible(table: Table, base: int, least: int) -> None:
    """Raise :class:`Refused` where single sums show that the values are none of a table, rounded."""
    lower, upper = behind(table, base, np.full(len(table), least), np.full(len(table), NO_BOUND))
    lower, upper = np.where(table.known, lower, least), np.where(table.known, upper, NO_BOUND)
    try:
        propagated(Knowledge(table.relations, lower, upper))
    except Contradiction as contradiction:
        raise impossible(table, base, contradiction) from None


def impossible(table: Table, base: int, contradiction: Contradiction) -> Refused:
    """The refusal of values that are none of a table, rounded."""
    where, unit = Place(key=_KEY), table.number(base)
    if contradiction.row is None:
        return Refused(error("table.rounded_contradiction", where, base=unit))
    cell = table.cell_name(table.relations.parent(contradiction.row))
    return Refused(error("table.rounded_contradiction_at", where, base=unit, cell=cell))


def least_behind(contributions: Contributions, base: int) -> Contributions:
    """Contributions to rounded values by the least sum there can be: no rule calls a cell safe because its
    sum was rounded up.
    """
    least, _ = rounded_bounds(contributions.magnitudes, base, "conventional", 0)
    return replace(contributions, magnitudes=np.maximum(least, contributions.largest.sum(axis=1)))


def behind(table: Table, base: int, lower: Integers, upper: Integers) -> tuple[Integers, Integers]:
    """The least and greatest whole number of units (cells,) behind each value of a table, within what is
    known of the cells otherwise, ``lower`` and ``upper`` (cells,). Empty cells are 0.
    """
    low, high = rounded_bounds(table.values, base, "conventional", 0)
    low, high = np.maximum(low, lower), np.minimum(high, upper)
    return np.where(table.empty, 0, low), np.where(table.empty, 0, high)
