"""What a joint audit of linked tables found, in the result of each of them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from sdc_desktop.engine.methods.tables.table.result import SuppressedTable, TableResult
from sdc_desktop.engine.tables.attack.insider import InsiderResult
from sdc_desktop.engine.tables.cells import CellResult
from sdc_desktop.engine.tables.linked.facts import ByJob, LinkedTables
from sdc_desktop.engine.tables.relations import Flags
from sdc_desktop.engine.tables.table import Table


@dataclass(frozen=True)
class JointAudit:
    """What tables reveal together, and of each table, by name, where others have its cells, and what the
    insider of its settings derives.
    """

    facts: LinkedTables
    elsewhere: Mapping[str, Mapping[int, ByJob]]
    insiders: Mapping[str, InsiderResult]


def with_finding(result: TableResult, name: str, audit: JointAudit, because: tuple[str, ...]) -> TableResult:
    """The result of the table `name` with what was found of it and the tables that it is linked with."""
    facts = audit.facts
    insider = audit.insiders.get(name, result.insider)
    result = replace(result, cells=_with_joint(result, name, audit), insider=insider)
    if not isinstance(result, SuppressedTable):
        return replace(result, linked=facts)
    reasons = tuple(dict.fromkeys((*result.unsafe_because, *because)))
    return replace(result, linked=facts, unsafe_because=reasons, safe=result.safe and not reasons)


def _with_joint(result: TableResult, name: str, audit: JointAudit) -> tuple[CellResult, ...]:
    """The cells of a table with the other tables that have them, and joint intervals that are too narrow."""
    failures = {
        one.coordinates[name]: (one.lower, one.upper)
        for one in audit.facts.failures
        if name in one.coordinates
    }
    shared = {result.cells[cell].coordinates: own for cell, own in audit.elsewhere[name].items()}

    def found(cell: CellResult) -> CellResult:
        own = cell.same_as if cell.repeats else cell.coordinates
        elsewhere, joint = shared.get(own, {}), failures.get(own)
        if elsewhere == cell.elsewhere and joint == cell.joint:
            return cell
        return replace(cell, elsewhere=elsewhere, joint=joint)

    return tuple(map(found, result.cells))


def restricted(table: Table, cells: Flags) -> tuple[str, ...]:
    """The variables of a table that define some of its cells, flagged by ``cells`` (cells,): those for which
    any of these is no total.
    """
    return tuple(
        name
        for axis, (name, dimension) in enumerate(zip(table.names, table.dimensions, strict=True))
        if dimension.total is None or bool((table.codes[cells, axis] != dimension.total).any())
    )
