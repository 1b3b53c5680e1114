"""Ratios of cells by the cell key method: both get their noise, then they are divided."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.tables.attack.intervals import Interval
from sdc_desktop.engine.tables.relations import Integers
from sdc_desktop.engine.tables.table import Table


@dataclass(frozen=True)
class Ratio:
    """A cell as a ratio. ``value``: the true one, None where the denominator is 0; ``published``: None where
    the denominator with noise is too small; ``lower``, ``upper``: what follows from the feasibility intervals
    of numerator and denominator, None for no bound.
    """

    coordinates: tuple[str, ...]
    value: float | None
    published: float | None
    lower: float | None
    upper: float | None

    def without_values(self) -> "Ratio":
        """The ratio without the true one."""
        return replace(self, value=None)


@dataclass(frozen=True)
class Side:
    """Numerators or denominators by cell: true ones, those with noise, and an intruder's intervals. Arrays
    are (cells,) in multiples of ``unit``.
    """

    true: Integers
    published: Integers
    intervals: Mapping[int, Interval]
    unit: float


def ratios(above: Side, below: Side, places: Integers, least: Number, table: Table) -> tuple[Ratio, ...]:
    """The ratio of each cell; ``places`` (cells,): the cell whose value in `below` is the denominator. One
    below `least`, or 0, gives none.
    """
    found = []
    for cell, place in enumerate(places.tolist()):
        a, b = int(above.true[cell]) * above.unit, int(below.true[place]) * below.unit
        shown_a, shown_b = int(above.published[cell]) * above.unit, int(below.published[place]) * below.unit
        is_shown = shown_b > 0 and shown_b >= least
        lower, upper = _ends(above, cell, below, place) if is_shown else (None, None)
        found.append(
            Ratio(
                table.coordinates(cell),
                a / b if b else None,
                shown_a / shown_b if is_shown else None,
                lower,
                upper,
            )
        )
    return tuple(found)


def totals_over(table: Table, axis: int, total: str) -> Integers:
    """For each cell the number of the cell with the total of a dimension, (cells,)."""
    shape = tuple(len(dimension) for dimension in table.dimensions)
    codes = table.codes.astype(np.int64).copy()
    codes[:, axis] = table.dimensions[axis].places[total]
    return np.asarray(np.ravel_multi_index(tuple(codes.T), shape), dtype=np.int64)


def _ends(above: Side, cell: int, below: Side, place: int) -> tuple[float | None, float | None]:
    """The least and the greatest ratio that the intervals permit; of a ratio of a cell and itself, 1."""
    if above is below and cell == place:
        return 1.0, 1.0
    a_low, a_high = _interval(above, cell)
    b_low, b_high = _interval(below, place)
    if b_low is None or b_low <= 0:
        positive = a_low is not None and a_low >= 0
        least = a_low / b_high if positive and a_low is not None and b_high else None
        return (0.0 if positive and least is None else least), None
    denominators = (b_low, float("inf") if b_high is None else b_high)
    lower = None if a_low is None else min(a_low / b for b in denominators)
    upper = None if a_high is None else max(a_high / b for b in denominators)
    return lower, upper


def _interval(side: Side, cell: int) -> tuple[float | None, float | None]:
    """An interval in numbers; of a cell that was not examined nothing is known."""
    found = side.intervals.get(cell)
    if found is None:
        return None, None
    return (
        None if found.lower is None else float(found.lower) * side.unit,
        None if found.upper is None else float(found.upper) * side.unit,
    )
