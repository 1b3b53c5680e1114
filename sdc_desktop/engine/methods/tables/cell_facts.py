"""The facts on one cell that explain it: contributions without names, levels, derivations."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.methods.tables.audit.engine import AuditResult
from sdc_desktop.engine.methods.tables.table.result import TableResult
from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.tables.attack.derivation import derivations
from sdc_desktop.engine.tables.attack.intervals import Bound
from sdc_desktop.engine.tables.attack.knowledge import Knowledge
from sdc_desktop.engine.tables.cells import Proof, proofs, required_levels
from sdc_desktop.engine.tables.contributions import Contributions
from sdc_desktop.engine.tables.rules import insider_bound
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.engine.tables.table import NO_BOUND, Levels, Table, in_units
from sdc_desktop.engine.tables.table_counts import TableCounts, judged

_EXACT = (None, "suppression", "redesign")  # methods that publish values as they are, or not at all


@dataclass(frozen=True)
class CellFacts:
    """Of one cell. ``largest``, ``second`` and ``others`` (all further ones together) are absolute
    contributions; ``insider``: what the second largest contributor knows the largest to have at most. None
    where the table was not built from records. ``upper``, ``lower``: how far above and below its value an
    intruder must be kept; ``length``: how long the interval must be at least. None where it is not unsafe.
    """

    contributors: int | None = None
    largest: Number | None = None
    second: Number | None = None
    others: Number | None = None
    insider: Number | None = None
    upper: Number | None = None
    lower: Number | None = None
    length: Number | None = None


@dataclass(frozen=True)
class TableFacts:
    """Contributions and levels of the cells of a table. ``shadowed``: the rules judge another variable;
    ``levels``: of unsafe cells by number, in units.
    """

    table: Table
    behind: Contributions | None
    shadowed: bool
    levels: Mapping[int, Levels]

    def of(self, coordinates: Sequence[str]) -> CellFacts:
        """The facts of one cell; none where there is no such cell."""
        cell = self.table.find(coordinates)
        if cell is None:
            return CellFacts()
        upper, lower, length = self._levels(cell)
        behind = self.behind
        if behind is None:
            return CellFacts(upper=upper, lower=lower, length=length)
        number, largest = self.table.number, behind.largest[cell].tolist()
        others = int(behind.magnitudes[cell]) - sum(largest[:2])
        several = behind.contributors[cell] > 1 and not self.shadowed
        bound = insider_bound(behind, cell) if several else None
        return CellFacts(
            int(behind.contributors[cell]),
            number(largest[0]),
            number(largest[1]),
            number(others),
            None if bound is None else number(bound),
            upper,
            lower,
            length,
        )

    def _levels(self, cell: int) -> tuple[Number | None, Number | None, Number | None]:
        required = required_levels(self.levels.get(cell), self.table)
        return (None, None, None) if required is None else (required.above, required.below, required.length)


def table_facts(params: TableParams, counted: TableCounts) -> TableFacts:
    """The facts of all cells: cheap, but for the levels of many unsafe cells. Raises :class:`Refused`."""
    shadowed = counted.shadow is not None
    return TableFacts(counted.table, counted.behind, shadowed, judged(params, counted).levels)


def cell_proofs(result: TableResult | AuditResult, coordinates: Sequence[str]) -> tuple[Proof, ...]:
    """How an intruder arrives at the ends of a cell's interval: a linear program or two. The intruder knows
    what is published, and that no value is negative where none is. Empty for a published cell, and where
    published values are not exact.
    """
    table = result.table
    cell = None if table is None else table.find(coordinates)
    if table is None or cell is None or getattr(result, "method", None) not in _EXACT:
        return ()
    cell_result = result.cells[cell]
    if (
        cell_result.proof
        or cell_result.published is not None
        or (cell_result.lower is None and cell_result.upper is None)
    ):
        return cell_result.proof
    own = result.cells[: len(table)]  # without the rows that repeat one
    hidden = np.array([one.published is None for one in own], dtype=np.bool_)
    least = -NO_BOUND if (table.values < 0).any() else 0
    known = Knowledge(
        table.relations, np.where(hidden, least, table.values), np.where(hidden, NO_BOUND, table.values)
    )
    lower, upper = (_whole(end, table) for end in (cell_result.lower, cell_result.upper))
    published = [
        None if is_hidden else value
        for value, is_hidden in zip(table.values.tolist(), hidden.tolist(), strict=True)
    ]
    return proofs(derivations(known, cell, lower, upper), table, published)


def _whole(end: Number | None, table: Table) -> Bound:
    """An end in units; None where it is no whole number of them: only whole ends are explained."""
    return None if end is None else in_units(end, table.unit)
