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
from sdc_desktop.engine.tables.contributions import Contributions, Records
from sdc_desktop.engine.tables.relations import Integers
from sdc_desktop.engine.tables.rules import insider_bound
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.engine.tables.table import NO_BOUND, Levels, Table, in_units
from sdc_desktop.engine.tables.table_counts import TableCounts, judged

_EXACT = (None, "suppression", "redesign")  # methods that publish values as they are, or not at all


@dataclass(frozen=True)
class CellFacts:
    """Of one cell. ``largest``, ``second`` and ``others`` (all further ones together) are absolute
    contributions; ``insider``: what the second largest contributor knows the largest to have at most where
    the value is published; None without a second, or where contributions may be below zero (``unbounded``).
    ``own``: the value of the largest contributor itself, ``weights`` the least and greatest of its records;
    None without weights. All are None where the table was not built from records.

    ``upper``, ``lower``: how far above and below its value an intruder must be kept; ``length``: how long the
    interval must be at least. None where it is not unsafe.
    """

    contributors: int | None = None
    largest: Number | None = None
    second: Number | None = None
    others: Number | None = None
    insider: Number | None = None
    upper: Number | None = None
    lower: Number | None = None
    length: Number | None = None
    unbounded: bool = False
    own: Number | None = None
    weights: tuple[Number, Number] | None = None


@dataclass(frozen=True)
class TableFacts:
    """Contributions and levels of the cells of a table. ``shadowed``: the rules judge another variable;
    ``levels``: of unsafe cells by number, in units. ``records``: where amounts have weights. ``least``: what
    intruders know each value to be at least, in units.
    """

    table: Table
    behind: Contributions | None
    shadowed: bool
    levels: Mapping[int, Levels]
    records: Records | None = None
    least: int = 0

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
        bounded = self.least >= 0 and not behind.negative[cell]
        bound = insider_bound(behind, cell) if several and bounded else None
        own, weights = self._own(cell)
        return CellFacts(
            int(behind.contributors[cell]),
            number(largest[0]),
            number(largest[1]),
            number(others),
            None if bound is None else number(bound),
            upper,
            lower,
            length,
            several and not bounded,
            own,
            weights,
        )

    def _own(self, cell: int) -> tuple[Number | None, tuple[Number, Number] | None]:
        """The value of the largest contributor itself, and the least and greatest weight of its records."""
        if self.records is None:
            return None, None
        one = self.records.weight_one
        own, least, greatest = largest_contributor(self.records, self.table, cell)
        return self.table.number(own * one), (_weight(least, one), _weight(greatest, one))

    def _levels(self, cell: int) -> tuple[Number | None, Number | None, Number | None]:
        required = required_levels(self.levels.get(cell), self.table)
        return (None, None, None) if required is None else (required.above, required.below, required.length)


def table_facts(params: TableParams, counted: TableCounts) -> TableFacts:
    """The facts of all cells: cheap, but for the levels of many unsafe cells. Raises :class:`Refused`."""
    shadowed, found = counted.shadow is not None, judged(params, counted)
    weighted = params.value is not None and params.weight is not None and not shadowed
    records = counted.records if weighted else None
    return TableFacts(counted.table, counted.behind, shadowed, found.levels, records, found.least)


def largest_contributor(records: Records, table: Table, cell: int) -> tuple[int, int, int]:
    """The unweighted value of the largest contributor to a cell, in units of the records, and the least and
    greatest weight of its records there, in parts of a weight; zeros where there is none.
    """
    inside = np.ones(len(records.amounts), dtype=np.bool_)
    for axis, dimension in enumerate(table.dimensions):
        parts = sorted(dimension.below[int(table.codes[cell, axis])])
        inside &= np.isin(records.codes[:, axis], parts)
    places = np.flatnonzero(inside)
    if not len(places):
        return 0, 0, 0
    weights = (
        np.ones_like(records.amounts) * records.weight_one if records.weights is None else records.weights
    )
    amounts, own = records.amounts[places], weights[places]
    if records.holdings is None:
        of_one: Integers = np.array([int(np.abs(amounts).argmax())])
        return int(amounts[of_one[0]]), int(own[of_one[0]]), int(own[of_one[0]])
    times = records.counted[places]
    _, who = np.unique(records.holdings[places], return_inverse=True)
    sums = np.zeros(int(who.max()) + 1, dtype=np.int64)
    np.add.at(sums, who, amounts * own * times)
    of_one = np.flatnonzero(who == int(np.abs(sums).argmax()))
    value = int((amounts * times)[of_one].sum())
    return value, int(own[of_one].min()), int(own[of_one].max())


def _weight(parts: int, one: int) -> Number:
    return parts // one if parts % one == 0 else parts / one


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
