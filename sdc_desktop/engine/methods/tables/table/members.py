"""Tables of a linked group: how their cells are judged, and what suppression needs of them."""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from sdc_desktop.engine.methods.tables.table.coarser import judged_for
from sdc_desktop.engine.tables.linked.contributors import Behind
from sdc_desktop.engine.tables.linked.definitions import Definitions, Shape
from sdc_desktop.engine.tables.linked.derived_sums import CodesIn
from sdc_desktop.engine.tables.linked.fine import AmountsOf
from sdc_desktop.engine.tables.linked.joint import Part
from sdc_desktop.engine.tables.linked.sums import SumOf
from sdc_desktop.engine.tables.protection.protected_table import granted
from sdc_desktop.engine.tables.protection.suppress import cell_costs
from sdc_desktop.engine.tables.relations import Flags
from sdc_desktop.engine.tables.specs.suppression import SuppressionSpec
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.engine.tables.table import Levels
from sdc_desktop.engine.tables.table_counts import Judged, TableCounts


@dataclass(frozen=True)
class Member:
    """A table of a group: its job's name and params, what was counted, and what its cells are.

    ``hidden``: the cells that it does not show, where that is settled: for a found linked table, for a table
    ``released`` by an earlier run, or for one that is only ``beside`` the others, as one of the values that
    add up, and is not released. ``was_unsafe``: cells of a released table that were unsafe then.
    """

    params: TableParams
    counted: TableCounts
    shape: Shape
    hidden: Flags | None = None
    kind: Literal["own", "released", "beside"] = "own"
    was_unsafe: Flags | None = None

    @property
    def name(self) -> str:
        """The name of the job."""
        return self.shape.name


@dataclass(frozen=True)
class Group:
    """Tables that are linked. ``amounts``: gives the records by some variables, ``codes``: the codes of those
    of a table; ``sums``: what adds up.
    """

    members: tuple[Member, ...]
    definitions: Definitions
    amounts: AmountsOf
    codes: CodesIn
    sums: tuple[SumOf, ...] = ()


def judged_member(member: Member) -> tuple[Judged, int]:
    """How the cells of a table are judged: of one that was released those that were unsafe then as well, and
    none that is published.
    """
    found, precision = judged_for(member.params, member.counted)
    if member.was_unsafe is None or member.hidden is None:
        return found, precision
    unsafe = (found.unsafe | member.was_unsafe) & member.hidden
    exact = Levels().at_least_a_unit()
    levels = {cell: found.levels.get(cell, exact) for cell in np.flatnonzero(unsafe).tolist()}
    return replace(found, unsafe=unsafe, frozen=found.frozen & ~unsafe, levels=levels), precision


def part_of(member: Member, found: Judged) -> Part:
    """What suppression needs of a table."""
    counted, spec = member.counted, member.params.protect
    lower, upper = granted(counted, found)
    power = spec.power if isinstance(spec, SuppressionSpec) else None
    by = spec.cost if isinstance(spec, SuppressionSpec) else "value"
    behind = counted.behind
    alone = np.zeros(len(found.unsafe), dtype=np.bool_) if behind is None else behind.contributors == 1
    return Part(
        found.unsafe,
        found.frozen,
        found.levels,
        cell_costs(counted, found, by, power) if member.kind == "own" else np.zeros(len(found.unsafe)),
        found.unsafe & alone,
        lower,
        upper,
        None if member.kind == "own" else member.hidden,
        found.least_stated,
    )


def records_behind(member: Member) -> Behind | None:
    """The records behind a table."""
    counted, holding = member.counted, member.params.contributor
    if counted.records is None or counted.numbers is None:
        return None
    judging = None if counted.shadow is None else counted.shadow.records
    return Behind(counted.records, counted.numbers, member.params.rules, holding or "", judging)
