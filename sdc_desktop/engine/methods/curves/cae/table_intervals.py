"""The uncertainty that a protected table leaves an intruder: the intervals of its cells as params of ``cae``.

Every value within a cell's feasibility interval counts as equally likely (Alfalayleh & Brankovic 2014, for
intervals), in steps of the table's unit.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING, Protocol

from sdc_desktop.engine.methods.curves.cae import Bounds, CaeParams
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.spec import Number

if TYPE_CHECKING:  # the engine of tables is heavy, and wanted only where there is one
    from sdc_desktop.engine.tables.cells import CellResult

_BETWEEN = ", "  # the codes of a cell


class Table(Protocol):
    """A result of the tables tab: of a table that was protected or audited."""

    @property
    def cells(self) -> Sequence[CellResult]:
        """Every cell as published."""

    @property
    def unit(self) -> Number:
        """Possible values are its multiples."""


def question_of(table: Table, points: int | None = None) -> CaeParams:
    """The params that measure the uncertainty of each cell without an exact published value.

    Its intervals end at possible values; where nothing bounds a cell on a side, that end is None. Raises
    :class:`Refused` where the table leaves no uncertainty.
    """
    cells = [cell for cell in table.cells if _is_open(cell) and not cell.repeats]
    if not cells:
        raise Refused(error("cae.no_open_cells", Place(key="params.intervals")))
    return CaeParams(
        intervals=tuple(_bounds(cell, table.unit) for cell in cells),
        labels=tuple(_BETWEEN.join(cell.coordinates) for cell in cells),
        step=table.unit,
        points=points,
    )


def with_intervals_of(params: CaeParams, table: Table) -> CaeParams:
    """The params with ``"input"`` replaced by the intervals of the table. Raises :class:`Refused`."""
    return question_of(table, params.points) if params.intervals == "input" else params


def _is_open(cell: CellResult) -> bool:
    """Whether an intruder must derive the value, even where a single value is then possible."""
    return cell.disclosed or cell.possible is not None or cell.risk is not None


def _bounds(cell: CellResult, unit: Number) -> Bounds:
    low, high = _whole(cell.lower, unit, up=True), _whole(cell.upper, unit, up=False)
    if low is not None and high is not None and high < low:  # no multiple lies between: the value does
        return cell.value, cell.value
    return low, high


def _whole(end: Number | None, unit: Number, *, up: bool) -> Number | None:
    """The nearest multiple of the unit within an end."""
    if end is None:
        return None
    exact = Fraction(str(unit))
    steps = Fraction(end) / exact
    near = round(steps)
    if abs(steps - near) < 1e-9:
        steps = Fraction(near)
    whole = (ceil(steps) if up else floor(steps)) * exact
    return int(whole) if whole.denominator == 1 else float(whole)
