"""The result of a table job, combined from the judged cells and their protection."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from sdc_desktop.engine.context import State
from sdc_desktop.engine.methods.tables.table.result import Losses, Risks, SuppressedTable, TableResult
from sdc_desktop.engine.problems import Place, Problem, note
from sdc_desktop.engine.tables.attack.group_disclosure import GroupDisclosure, group_disclosures
from sdc_desktop.engine.tables.attack.intervals import protected
from sdc_desktop.engine.tables.cells import (
    CellResult,
    Protects,
    as_number,
    interval_risk,
    required_levels,
    with_twins,
)
from sdc_desktop.engine.tables.linked.facts import ByJob, LinkedTables
from sdc_desktop.engine.tables.protection.protected_table import Protected
from sdc_desktop.engine.tables.protection.suppress import Suppression
from sdc_desktop.engine.tables.relations import product_relations
from sdc_desktop.engine.tables.specs.rules import DEFAULT_RANGE, ThresholdSpec, requires_nothing
from sdc_desktop.engine.tables.specs.suppression import SuppressionSpec
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.engine.tables.table import NO_BOUND, Reason, Table
from sdc_desktop.engine.tables.table_counts import Judged, TableCounts, missing_cells

_TRUE = ("safe", "secondary", "merged")  # statuses of methods that publish true values, or none


@dataclass(frozen=True)
class Within:
    """What a table has of the group that it is protected in, by its own cells. ``protects``: of each
    secondary the unsafe cells that need it, those of other tables by these; ``unsafe_in``: the other tables
    that call a cell unsafe; ``elsewhere``: the cell in the other tables that have it. ``cost_here``: of its
    own secondaries.
    """

    linked: LinkedTables
    protects: Mapping[int, tuple[Protects, ...]] = field(default_factory=dict)
    unsafe_in: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    elsewhere: Mapping[int, ByJob] = field(default_factory=dict)
    cost_here: float = 0.0


def assembled(
    params: TableParams,
    counted: TableCounts,
    found: Judged,
    done: Protected,
    precision: int,
    within: Within | None = None,
) -> TableResult:
    """The result of a table. `precision`: of what is published, in units; `within`: of a linked group."""
    table, spec = counted.table, params.protect
    judged_unit = table.unit if counted.shadow is None else counted.shadow.unit
    cells = tuple(_cells(table, found, done, precision, within, float(judged_unit)))
    if counted.recomputed:
        cells = tuple(replace(cell, given=counted.recomputed.get(cell.coordinates)) for cell in cells)
    common: dict[str, Any] = {
        "method": None if spec is None else spec.method,
        "dimensions": table.names,
        "unit": table.number(precision),
        "cells": with_twins(table, cells, range(len(table))),
        "cost": done.cost,
        "risks": _risks(params, table, found, done, cells),
        "losses": _losses(table, done),
        "notes": (*counted.notes, *done.notes, *_range_notes(found)),
        "table": table,
        "judged": is_judged(params, counted),
        "group_disclosure": _groups(params, counted, found, done, precision),
        "zero_sums": _zero_sums(params, counted, found, done, precision) or None,
        "zero_codes": _zero_codes(table, done) or None,
        "certain": done.certain,
        "noise": done.noise,
        "overruled": tuple(map(table.coordinates, np.flatnonzero(found.overruled).tolist())),
        "lowered": tuple(map(table.coordinates, np.flatnonzero(found.lowered).tolist())),
        "without": counted.without or None,
        "recomputed": tuple(counted.recomputed) or None,
        "unproven": done.unproven,
    }
    pattern = done.suppression
    if pattern is None:
        return TableResult(**common, stopped=done.proven is False)
    linked = None if within is None else within.linked
    risks: Risks = common["risks"]
    bounded = not (risks.levels_open and risks.unbounded and params.lowest is None)
    because = _because(spec, common["judged"] and bounded, done, linked)
    return SuppressedTable(
        **common,
        safe=not because,
        audited=pattern.safe,
        unsafe_because=because,
        contributors_derive=tuple(table.coordinates(cell) for cell in done.derived),
        unsafe_sums=tuple(tuple(map(table.coordinates, cells)) for cells in done.unions),
        by_contributors=done.by_contributors,
        insider_levels=isinstance(spec, SuppressionSpec) and spec.insider_levels,
        proven=pattern.proven,
        stopped=pattern.stopped,
        bound=pattern.bound,
        gap=_gap(pattern),
        ended_by=pattern.ended_by,
        effort_used=pattern.effort_used,
        primaries=int(found.unsafe.sum()),
        secondaries=int((pattern.pattern & ~found.unsafe).sum()),
        states=pattern.states,
        linked=linked,
        cost_here=done.cost if within is None else within.cost_here,
        protected_with=() if linked is None else linked.jobs,
    )


def _gap(pattern: Suppression) -> float | None:
    """The share of the cost that another pattern may save; None where no bound is known."""
    if pattern.bound <= 0 < pattern.cost and not pattern.proven:
        return None
    return State(pattern.bound, pattern.cost).gap or 0.0


def is_judged(params: TableParams, counted: TableCounts) -> bool:
    """Whether anything says which cells are unsafe: a rule that can, a manual status, or the table itself."""
    entries = (*params.cells, *counted.entries)
    stated = counted.instance is not None and counted.instance.stated
    ruled = not all(requires_nothing(rule) for rule in params.rules)
    return ruled or stated or any(entry.status == "unsafe" for entry in entries)


def _range_notes(found: Judged) -> Iterator[Problem]:
    """Plans that name no range of a threshold rule were protected less by earlier versions."""
    by_rule = found.by_rule
    if by_rule is None or not by_rule.amounts:
        return
    for place, (rule, flags) in enumerate(zip(by_rule.rules, by_rule.by_rule, strict=True)):
        if isinstance(rule, ThresholdSpec) and rule.range is None and (flags & found.unsafe).any():
            yield note("table.range_default", Place(key=f"params.rules[{place}].range"), range=DEFAULT_RANGE)


def _groups(
    params: TableParams, counted: TableCounts, found: Judged, done: Protected, precision: int
) -> tuple[GroupDisclosure, ...]:
    """Not of a given table: the meaning of its values is not known. Where persons have several records and
    counts are published unchanged, the shares are those of contributors. Of amounts, exact ones alone can be
    all of a sum.
    """
    if params.table is not None:
        return ()
    if params.value is not None:
        behind = counted.behind
        exact = done.status in _TRUE and precision == 1
        if behind is None or not exact or not _not_below_zero(found):
            return ()
        shown = done.stated & (behind.magnitudes == behind.values)
        return group_disclosures(counted.table, behind.magnitudes, shown, whole=True)
    table, records, counts = counted.table, counted.records, done.published
    if params.count == "persons":
        table = replace(table, relations=product_relations(table.dimensions))
    elif records is not None and records.persons is not None and counted.behind is not None:
        is_true = np.array_equal(counts[done.stated], table.values[done.stated])
        counts = counted.behind.contributors if is_true else counts
    return group_disclosures(table, counts, done.stated)


def _zero_sums(
    params: TableParams, counted: TableCounts, found: Judged, done: Protected, precision: int
) -> tuple[tuple[str, ...], ...]:
    """The published sums of 0 without an amount below zero: each contributor has nothing, which follows
    unless losses are possible. Rounded sums leave other values.
    """
    behind, table = counted.behind, counted.table
    exact = done.status != "rounded" and precision == 1
    if params.value is None or behind is None or not exact or not _not_below_zero(found):
        return ()
    open_ = (behind.magnitudes == 0) & (behind.contributors > 0) & done.stated & ~found.unsafe
    if params.missing_safe:
        open_ &= ~missing_cells(table, counted.missing)
    return tuple(map(table.coordinates, np.flatnonzero(open_).tolist()))


def _zero_codes(table: Table, done: Protected) -> tuple[tuple[str, str], ...]:
    """The dimensions and their codes all of whose cells are published as 0 by cell key: that they are listed
    shows that someone has them.
    """
    if done.status != "perturbed":
        return ()
    found = []
    for axis, dimension in enumerate(table.dimensions):
        other = np.bincount(table.codes[:, axis], weights=done.published != 0, minlength=len(dimension))
        found += [(dimension.name, dimension.categories[place]) for place in np.flatnonzero(other == 0)]
    return tuple(found)


def _not_below_zero(found: Judged) -> bool:
    """Whether intruders may know that no amount is below zero: unless the plan states that they do not."""
    return found.least >= 0 or not found.least_stated


def _because(spec: object, judged: bool, done: Protected, linked: LinkedTables | None) -> tuple[str, ...]:
    """Why a suppressed table is not safe."""
    assert isinstance(spec, SuppressionSpec)
    assert done.suppression is not None
    known = done.by_contributors and not done.stated.all()
    found = {
        "not_judged": not judged,
        "levels": bool(done.suppression.failures),
        "insiders": bool(done.derived) or (known and spec.insiders == "ignore"),
        "sums": bool(done.unions) or (known and spec.unions == "ignore"),
    }
    own = (code for code, holds in found.items() if holds)
    return tuple(dict.fromkeys((*own, *(() if linked is None else because_of(linked)))))


def because_of(linked: LinkedTables) -> tuple[str, ...]:
    """Why tables are not safe together."""
    found = {
        "linked": bool(linked.failures or linked.over_risk),
        "insiders": bool(linked.contributors_derive),
        "sums": bool(linked.unsafe_sums) or linked.sums_not_judged > 0,
        "fine_cells_left_out": linked.fine_left_out > 0,
    }
    return tuple(code for code, holds in found.items() if holds)


def _cells(
    table: Table,
    found: Judged,
    done: Protected,
    precision: int,
    within: Within | None,
    judged_unit: float,
) -> Iterator[CellResult]:
    """`judged_unit`: of the amounts that the rules judge."""
    values, published, stated = table.values.tolist(), done.published.tolist(), done.stated.tolist()
    derived = frozenset(done.derived)
    for cell, (value, shown, is_stated) in enumerate(zip(values, published, stated, strict=True)):
        coordinates, true = table.coordinates(cell), table.number(value) if table.known[cell] else None
        number = table.number(shown) if is_stated else None
        interval = done.intervals.get(cell)
        reason = _reasons(found, cell, judged_unit)
        unsafe_in = () if within is None else within.unsafe_in.get(cell, ())
        elsewhere: ByJob = {} if within is None else within.elsewhere.get(cell, {})
        set_to, overruled = found.set_to.get(cell), _overruled(found, cell, judged_unit)
        if interval is None:
            end = number if done.status in _TRUE else None
            status = _status(table, found, done, cell)
            yield CellResult(
                coordinates,
                true,
                number,
                status,
                end,
                end,
                None,
                None,
                reason=reason,
                unsafe_in=unsafe_in,
                elsewhere=elsewhere,
                set_to=set_to,
                overruled=overruled,
            )
            continue
        risk, at_least = interval_risk(interval, precision, bounded=found.least > -NO_BOUND)
        levels = found.levels.get(cell)
        enough = levels is not None and protected(interval, value, levels)
        yield CellResult(
            coordinates,
            true,
            number,
            _status(table, found, done, cell),
            as_number(interval.lower, table),
            as_number(interval.upper, table),
            risk.possible,
            risk.risk,
            disclosed=risk.disclosed and not (done.status == "perturbed" and value == 0 and not reason),
            at_least=at_least,
            reason=reason,
            lower_met=None if levels is None else enough or levels.lower_met(value, interval.lower),
            upper_met=None if levels is None else enough or levels.upper_met(value, interval.upper),
            protects=_protects(table, done, cell) if within is None else within.protects.get(cell, ()),
            asked=required_levels(levels, table),
            by_contributor=cell in derived,
            unsafe_in=unsafe_in,
            elsewhere=elsewhere,
            set_to=set_to,
            overruled=overruled,
        )


def _status(table: Table, found: Judged, done: Protected, cell: int) -> str:
    if done.status in _TRUE:
        if not done.stated[cell] and done.status == "merged":
            return done.status
        if found.unsafe[cell]:
            return "unsafe"
        if not done.stated[cell]:
            return done.status
    elif done.published[cell] != table.values[cell] or cell in done.intervals:
        return done.status
    if table.empty[cell]:
        return "empty"
    return "zero" if table.values[cell] == 0 else "safe"


def _reasons(found: Judged, cell: int, unit: float) -> tuple[Reason, ...]:
    if not found.unsafe[cell]:
        return ()
    by_rule = _of_rules(found, cell, unit)
    return (*by_rule, Reason("manual", {})) if found.manual[cell] else by_rule


def _overruled(found: Judged, cell: int, unit: float) -> tuple[Reason, ...] | None:
    return _of_rules(found, cell, unit) if found.overruled[cell] else None


def _of_rules(found: Judged, cell: int, unit: float) -> tuple[Reason, ...]:
    by_rule = () if found.by_rule is None else found.by_rule.reasons(cell)
    return tuple(_in_numbers(reason, unit) for reason in by_rule)


def _in_numbers(reason: Reason, unit: float) -> Reason:
    """The reason with its amounts as numbers."""
    amounts = ("rest", "bound")
    return Reason(
        reason.kind,
        {name: value * unit if name in amounts else value for name, value in reason.figures.items()},
    )


def _protects(table: Table, done: Protected, cell: int) -> tuple[Protects, ...]:
    if done.suppression is None:
        return ()
    real = len(table.relations)
    return tuple(
        Protects(
            table.coordinates(primary),
            tuple(table.coordinates(table.relations.parent(row)) for row in rows if row < real),
        )
        for primary, rows in done.suppression.protects.get(cell, ())
    )


def _risks(
    params: TableParams, table: Table, found: Judged, done: Protected, cells: tuple[CellResult, ...]
) -> Risks:
    known = [cell for cell in cells if cell.possible is not None or cell.risk is not None]
    unbounded = sum(
        interval.lower is None or interval.upper is None
        for interval in done.intervals.values()
        if found.least <= -NO_BOUND
    )
    levels_open = sum(cell.asked is not None and None in (cell.lower, cell.upper) for cell in cells)
    disclosed = sum(cell.disclosed and (cell.value != 0 or bool(cell.reason)) for cell in known)
    highest = max((cell.risk for cell in known if cell.risk is not None), default=None)
    failures: int | None = None
    if done.suppression is not None:
        failures = len(done.suppression.failures)
    elif done.intervals:
        failures = sum(
            not protected(done.intervals[cell], int(table.values[cell]), levels)
            for cell, levels in found.levels.items()
            if cell in done.intervals
        )
    limit = params.max_risk
    within = None if limit is None or not known else not disclosed and (highest or 0) <= limit
    within = None if unbounded and within else within
    unsafe = found.unsafe & done.stated if done.status == "merged" else found.unsafe
    return Risks(int(unsafe.sum()), disclosed, failures, highest, within, unbounded, levels_open)


def _losses(table: Table, done: Protected) -> Losses:
    leaves = np.ones(len(table), dtype=np.bool_)
    for axis, dimension in enumerate(table.dimensions):
        leaves &= np.isin(table.codes[:, axis], dimension.leaves)
    sizes = np.abs(table.values).astype(np.float64)
    whole = float(sizes[leaves].sum())
    changes = np.abs(done.published - table.values)[done.stated].astype(np.float64) * float(table.unit)
    return Losses(
        cells=len(table),
        cells_lost=int((~done.stated).sum()),
        cells_changed=int(np.count_nonzero(changes)),
        value_lost=float(sizes[leaves & ~done.stated].sum()) / whole if whole else 0.0,
        distance=float(changes.sum()),
        mean_squared_error=float((changes**2).mean()) if len(changes) else 0.0,
    )
