"""A table, judged and protected: the three stages of a ``table`` job."""

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from sdc_desktop.engine.context import JobContext, State
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.methods.tables.table import TableParams
from sdc_desktop.engine.methods.tables.table.cell_key import CellKeySpec
from sdc_desktop.engine.methods.tables.table.protection import AdjustmentSpec, RoundingSpec
from sdc_desktop.engine.methods.tables.table.result import (
    Losses,
    Risks,
    SuppressedTable,
    TableResult,
    verdict,
)
from sdc_desktop.engine.methods.tables.table.rules import requires_nothing
from sdc_desktop.engine.methods.tables.table.suppression import SuppressionSpec
from sdc_desktop.engine.problems import Place, Problem, Refused, error, refuse_errors
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.tables.attack.group_disclosure import GroupDisclosure, group_disclosures
from sdc_desktop.engine.tables.attack.intervals import intervals
from sdc_desktop.engine.tables.attack.knowledge import Knowledge
from sdc_desktop.engine.tables.attack.pattern_audit import protected
from sdc_desktop.engine.tables.cells import (
    CellResult,
    Protects,
    as_number,
    as_released,
    asked_of,
    in_row_order,
    interval_risk,
    with_twins,
)
from sdc_desktop.engine.tables.protection.protected_table import (
    Protected,
    adjusted,
    as_it_is,
    granted,
    keyed,
    redesigned,
    rounded,
    suppressed,
)
from sdc_desktop.engine.tables.protection.rounding import conventional, rounded_bounds
from sdc_desktop.engine.tables.protection.suppress import Suppression
from sdc_desktop.engine.tables.table import Levels, Reason, Table, in_units
from sdc_desktop.engine.tables.table_counts import (
    Judged,
    TableCounts,
    judged,
    table_counts,
    table_problems,
)
from sdc_desktop.engine.tables.text_table import text_table


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
    """The same with levels that leave two published values at least: one alone is no protection."""
    least = 2 * precision - 1
    levels = {
        cell: Levels(own.upper, own.lower, max(own.sliding, Fraction(least)))
        for cell, own in judged.levels.items()
    }
    return replace(judged, levels=levels)


def published_coarser(
    done: Protected, counted: TableCounts, precision: int, context: JobContext
) -> Protected:
    """What is told is rounded to multiples of `precision` units, halves upwards; an intruder knows each only
    to within half of that, empty cells apart. Raises :class:`Refused`, Cancelled.
    """
    table = counted.table
    shown = conventional(done.published, precision)
    low, high = rounded_bounds(shown, precision, "conventional", 0)
    lower, upper = granted(counted)
    told_lower = np.where(table.empty, 0, np.maximum(lower, low))
    told_upper = np.where(table.empty, 0, np.minimum(upper, high))
    known = Knowledge(
        table.relations,
        np.where(done.told, told_lower, lower),
        np.where(done.told, told_upper, upper),
    )
    hidden = np.flatnonzero(~done.told)
    ends = intervals(known, hidden, context, truth=table.values)
    found = dict(zip(hidden.tolist(), ends, strict=True))
    return replace(done, published=shown, intervals=found)


_CHANGES = {"rounding": "rounded", "adjustment": "adjusted", "cell_key": "perturbed"}
PUBLISHED = "published"
VALUE, STATUS, RATIO = "value", "status", "ratio"  # columns beside the dimensions
_FIGURES = 6  # of a ratio


def check(params: TableParams, source: Source) -> tuple[Problem, ...]:
    """What can be refused before any record is counted."""
    return tuple(table_problems(params, source))


def counts(params: TableParams, source: Source, context: JobContext) -> TableCounts:
    """The table and what stands behind its cells: one pass over the records. Raises :class:`Refused`."""
    refuse_errors(check(params, source))
    return table_counts(params, source, context)


def foresee(params: TableParams, counted: TableCounts, context: JobContext) -> tuple[Problem, ...]:
    """What `decide` would refuse of the officer's wishes, and its notes so far, without protecting.

    Raises :class:`Refused`.
    """
    judged(params, counted)
    return counted.notes


def decide(params: TableParams, counted: TableCounts, context: JobContext) -> TableResult:
    """Judge the cells, protect them, audit the outcome. Raises :class:`Refused`, Cancelled."""
    found = judged(params, counted)
    spec, table = params.protect, counted.table
    inner = context.within(0.0, 0.8)
    precision = precision_of(table, params.published_unit)
    if precision > 1:
        found = two_values_apart(found, precision)
    if spec is None:
        done = as_it_is(table)
    elif isinstance(spec, SuppressionSpec):
        done = suppressed(spec, counted, found, params.rules, inner)
    elif isinstance(spec, RoundingSpec):
        done = rounded(spec, counted, found, inner)
    elif isinstance(spec, AdjustmentSpec):
        done = adjusted(spec, counted, found, inner)
    elif isinstance(spec, CellKeySpec):
        done = keyed(params, counted, found, inner)
    else:
        done = redesigned(counted, found, inner)
    if precision > 1:
        done = published_coarser(done, counted, precision, context.within(0.8, 0.9))
    cells = tuple(_cells(table, found, done, precision))
    common: dict[str, Any] = {
        "method": None if spec is None else spec.method,
        "dimensions": table.names,
        "unit": table.number(precision),
        "cells": with_twins(table, cells, range(len(table))),
        "cost": done.cost,
        "risks": _risks(params, table, found, done, cells),
        "losses": _losses(table, done),
        "notes": (*counted.notes, *done.notes),
        "table": table,
        "judged": is_judged(params, counted),
        "group_disclosure": _groups(params, table, done),
        "certain": done.certain,
        "noise": done.noise,
        "overruled": tuple(map(table.coordinates, np.flatnonzero(found.overruled).tolist())),
        "lowered": tuple(map(table.coordinates, np.flatnonzero(found.lowered).tolist())),
    }
    pattern = done.suppression
    if pattern is None:
        return TableResult(**common, stopped=done.proven is False)
    because = _because(spec, common["judged"], done)
    return SuppressedTable(
        **common,
        safe=not because,
        audited=pattern.safe,
        unsafe_because=because,
        contributors_derive=tuple(table.coordinates(cell) for cell in done.derived),
        unsafe_sums=tuple(tuple(map(table.coordinates, cells)) for cells in done.unions),
        by_contributors=done.by_contributors,
        proven=pattern.proven,
        stopped=pattern.stopped,
        bound=pattern.bound,
        gap=_gap(pattern),
        ended_by=pattern.ended_by,
        effort_used=pattern.effort_used,
        primaries=int(found.unsafe.sum()),
        secondaries=int((pattern.pattern & ~found.unsafe).sum()),
        states=pattern.states,
    )


def _gap(pattern: Suppression) -> float | None:
    """The share of the cost that another pattern may save; None where no bound is known."""
    if pattern.bound <= 0 < pattern.cost and not pattern.proven:
        return None
    return State(pattern.bound, pattern.cost).gap or 0.0


def is_judged(params: TableParams, counted: TableCounts) -> bool:
    """Whether anything says which cells are unsafe: a rule that can, a manual status, or the table itself."""
    told = (*params.cells, *counted.wishes)
    stated = counted.instance is not None and counted.instance.stated
    ruled = not all(requires_nothing(rule) for rule in params.rules)
    return ruled or stated or any(wish.status == "unsafe" for wish in told)


def _groups(params: TableParams, table: Table, done: Protected) -> tuple[GroupDisclosure, ...]:
    """Only of counts of records: of a table that is given it is not known what its values are."""
    if params.value is not None or params.table is not None:
        return ()
    return group_disclosures(table, done.published, done.told)


def _because(spec: object, judged: bool, done: Protected) -> tuple[str, ...]:
    """Why a suppressed table is not safe."""
    assert isinstance(spec, SuppressionSpec)
    assert done.suppression is not None
    known = done.by_contributors and not done.told.all()
    found = {
        "not_judged": not judged,
        "levels": not done.suppression.safe,
        "insiders": bool(done.derived) or (known and spec.insiders == "ignore"),
        "sums": bool(done.unions) or (known and spec.unions == "ignore"),
    }
    return tuple(code for code, holds in found.items() if holds)


def apply(result: TableResult, counted: TableCounts, source: Source, context: JobContext) -> Microdata:
    """The table as it is published: a record for each row of a cell, with its coordinates, its value, the
    status that a released file states and, where the table has ratios, its ratio.

    What is not published is empty. Raises :class:`Refused` where a dimension is called like one of these.
    """
    ratios = () if result.noise is None else result.noise.ratios
    taken = [name for name in result.dimensions if name in (VALUE, STATUS, *((RATIO,) if ratios else ()))]
    if taken:
        raise Refused(error("table.name_taken", Place(key="params.dimensions"), name=taken[0]))
    unit, decimal = counted.table.unit, source.data.decimal
    cells = in_row_order(result.table, _as_published(result))
    columns = {
        name: [cell.coordinates[axis] for cell in cells] for axis, name in enumerate(result.dimensions)
    }
    columns[VALUE] = [_text(cell.published, unit, decimal) for cell in cells]
    columns[STATUS] = [cell.status for cell in cells]
    if ratios:
        shown = {one.coordinates: one.published for one in ratios}
        own = (shown[cell.same_as if cell.repeats else cell.coordinates] for cell in cells)
        columns[RATIO] = [_ratio_text(value, decimal) for value in own]
    numbers = (VALUE, RATIO) if ratios else (VALUE,)
    variables = tuple(
        Variable(name, level="continuous" if name in numbers else "nominal") for name in columns
    )
    return Microdata(text_table(list(columns.values()), context), variables, source.data.decimal)


def _as_published(result: TableResult) -> tuple[CellResult, ...]:
    """The cells with the statuses of a released file. Where unsafe cells are published, no cell is called
    safe or unsafe.
    """
    cells = as_released(result.cells, _CHANGES.get(result.method or ""))
    if all(cell.status != "unsafe" for cell in cells):
        return cells
    judged = ("safe", "unsafe", "zero")
    return tuple(replace(cell, status=PUBLISHED) if cell.status in judged else cell for cell in cells)


def _text(value: Number | None, unit: Decimal, decimal: str) -> str:
    if value is None:
        return ""
    places = max(0, -int(unit.as_tuple().exponent))
    return f"{value:.{places}f}".replace(".", decimal)


def _ratio_text(value: float | None, decimal: str) -> str:
    if value is None:
        return ""
    text = np.format_float_positional(value, precision=_FIGURES, unique=False, fractional=False, trim="-")
    return text.replace(".", decimal)


def _cells(table: Table, found: Judged, done: Protected, precision: int) -> Iterator[CellResult]:
    values, published, told = table.values.tolist(), done.published.tolist(), done.told.tolist()
    derived = frozenset(done.derived)
    for cell, (value, shown, is_told) in enumerate(zip(values, published, told, strict=True)):
        coordinates, true = table.coordinates(cell), table.number(value)
        number = table.number(shown) if is_told else None
        interval = done.intervals.get(cell)
        reason = _reasons(table, found, cell)
        if interval is None:
            end = number if done.status in ("safe", "secondary", "merged") else None
            status = _status(table, found, done, cell)
            yield CellResult(coordinates, true, number, status, end, end, None, None, reason=reason)
            continue
        risk, at_least = interval_risk(interval, precision)
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
            protects=_protects(table, done, cell),
            asked=asked_of(levels, table),
            by_contributor=cell in derived,
        )


def _status(table: Table, found: Judged, done: Protected, cell: int) -> str:
    if done.status in ("safe", "secondary", "merged"):
        if not done.told[cell] and done.status == "merged":
            return done.status
        if found.unsafe[cell]:
            return "unsafe"
        if not done.told[cell]:
            return done.status
    elif done.published[cell] != table.values[cell] or cell in done.intervals:
        return done.status
    if table.empty[cell]:
        return "empty"
    return "zero" if table.values[cell] == 0 else "safe"


def _reasons(table: Table, found: Judged, cell: int) -> tuple[Reason, ...]:
    if not found.unsafe[cell]:
        return ()
    by_rule = () if found.by_rule is None else found.by_rule.reasons(cell)
    by_rule = tuple(_in_numbers(reason, float(table.unit)) for reason in by_rule)
    return (*by_rule, Reason("manual", {})) if found.manual[cell] else by_rule


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
    unsafe = found.unsafe & done.told if done.status == "merged" else found.unsafe
    return Risks(int(unsafe.sum()), disclosed, failures, highest, within)


def _losses(table: Table, done: Protected) -> Losses:
    leaves = np.ones(len(table), dtype=np.bool_)
    for axis, dimension in enumerate(table.dimensions):
        leaves &= np.isin(table.codes[:, axis], dimension.leaves)
    sizes = np.abs(table.values).astype(np.float64)
    whole = float(sizes[leaves].sum())
    changes = np.abs(done.published - table.values)[done.told].astype(np.float64) * float(table.unit)
    return Losses(
        cells=len(table),
        cells_lost=int((~done.told).sum()),
        cells_changed=int(np.count_nonzero(changes)),
        value_lost=float(sizes[leaves & ~done.told].sum()) / whole if whole else 0.0,
        distance=float(changes.sum()),
        mean_squared_error=float((changes**2).mean()) if len(changes) else 0.0,
    )


STAGES = Stages(
    check=check,
    counts=counts,
    decide=decide,
    apply=apply,
    verdict=verdict,
    foresee=foresee,
)
