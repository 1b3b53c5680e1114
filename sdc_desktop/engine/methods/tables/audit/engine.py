"""The audit of a published table: what an intruder can infer about every suppressed cell."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import floor

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.methods.tables.audit import AuditParams, BoundsSpec
from sdc_desktop.engine.methods.tables.table_file import given_table
from sdc_desktop.engine.plan_secrets import REDACTED
from sdc_desktop.engine.problems import Place, Problem, Refused, error, no_records, note, warning
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.tables.attack.derivation import derivations
from sdc_desktop.engine.tables.attack.insider import InsiderResult, insider_reasons, insider_result
from sdc_desktop.engine.tables.attack.intervals import Interval, ask_whole, intervals
from sdc_desktop.engine.tables.attack.knowledge import Contradiction, Knowledge, components, propagated
from sdc_desktop.engine.tables.attack.part import is_unimodular, part_of, rank
from sdc_desktop.engine.tables.attack.unbounded import unbounded_reasons
from sdc_desktop.engine.tables.cells import (
    CellResult,
    Risk,
    as_number,
    interval_risk,
    proofs,
    required_levels,
    risk_of_number,
    with_twins,
)
from sdc_desktop.engine.tables.files.jj import Instance
from sdc_desktop.engine.tables.inline import OpenedTable, cell_at, cell_numbers, open_table
from sdc_desktop.engine.tables.protection.rounding import rounded_bounds
from sdc_desktop.engine.tables.relations import Flags, Integers
from sdc_desktop.engine.tables.rounded_values import behind, impossible
from sdc_desktop.engine.tables.table import NO_BOUND, Table, in_units, least_known
from sdc_desktop.engine.verdict import MEASURED_ONLY, Limits, Reason, failed, unjudged

MOST_VALUES = 500  # that are tried for one cell
STEP = "counting_values"


# Counting the values a cell can have where some between the ends of its interval may be impossible.
# In three dimensions and more the possible values may have gaps (De Loera & Onn 2006).
def possible_values(
    known: Knowledge, found: Mapping[int, Interval], wanted: Sequence[int], context: JobContext
) -> Mapping[int, int]:
    """For each cell wanted how many whole numbers it can be, each tried with CP-SAT.

    Cells with more than MOST_VALUES between their ends, or with an undecided value, are not in the result.
    Raises Cancelled.
    """
    tight = propagated(known)
    counts: dict[int, int] = {}
    chosen = set(wanted)
    for cells, rows in components(tight):
        part = part_of(tight, cells, rows)
        for unknown, cell in enumerate(cells.tolist()):
            if cell not in chosen:
                continue
            context.progress(len(counts) / len(chosen), STEP)
            lower, upper = found[cell].lower, found[cell].upper
            if lower is None or upper is None or upper - lower >= MOST_VALUES:
                continue
            inner = range(int(lower) + 1, int(upper))
            seen: set[int] = {int(lower), int(upper)}
            decided = True
            for value in inner:
                answer = ask_whole(part, unknown, "largest", None, context, value)
                if answer.table is not None:
                    seen.add(value)
                decided &= answer.table is not None or answer.impossible
            if decided and found[cell].attained:
                counts[cell] = len(seen)
    return counts


_LOOSE_LISTED = 12  # categories
_MOST_PROOFS = 200  # cells whose disclosure is derived: each takes a linear program of its own


@dataclass(frozen=True)
class AuditResult:
    """What a published table discloses. ``unit``: possible values are its multiples.

    ``rank``: the number of independent relations among the ``unpublished`` cells (None: too many to compute).
    ``failures``: suppressed cells whose protection levels are not met (None: there are no levels).
    ``highest_risk``: of the cells not disclosed. ``below_max_risk``: whether no cell exceeds the limit or is
    disclosed, also to the insider; None where none was set. ``unbounded``: cells whose risk is not known
    because there are values below zero and no lowest possible value.
    """

    cells: tuple[CellResult, ...]
    unit: Number
    integer: bool
    relations: int
    rank: int | None
    unpublished: int
    disclosed: int
    failures: int | None
    highest_risk: float | None
    below_max_risk: bool | None
    insider: InsiderResult | None
    unbounded: int = 0
    notes: tuple[Problem, ...] = ()
    table: Table | None = field(default=None, metadata=REDACTED, repr=False, compare=False)


def check(params: AuditParams, source: Source) -> tuple[Problem, ...]:
    """What can be refused before anything is computed."""
    if params.rounding is not None and params.table.rounded is not None:
        return (error("table.rounded_twice", Place(key="params.rounding")),)
    try:
        knowledge(params, counts(params, source, JobContext()))
    except Refused as refusal:
        return refusal.problems
    return ()


def counts(params: AuditParams, source: Source, context: JobContext) -> OpenedTable:
    """The table. Raises :class:`Refused`, also for totals that are not those published."""
    if params.table.totals is not None:
        raise Refused(error("table.totals_of_audit", Place(key="params.table.totals")))
    rounded = None if params.rounding is None else params.rounding.base
    given = given_table(params.table, params.relations, source.base, rounded)
    adds_up = params.rounding is None
    found = open_table(given.spec, source.base, given.relations, params.unit, must_add_up=adds_up)
    notes = (*given.notes, *found.notes)
    return replace(found, notes=notes, lower=given.lower, upper=given.upper)


def foresee(params: AuditParams, counted: OpenedTable, context: JobContext) -> tuple[Problem, ...]:
    """The notes of the result, without solving. Raises :class:`Refused`."""
    known, _ = knowledge(params, counted)
    return tuple(_notes(params, counted, known, disclosed=0))


def decide(params: AuditParams, counted: OpenedTable, context: JobContext) -> AuditResult:
    """The audit: no matter of milliseconds on large tables. Raises :class:`Refused`, Cancelled."""
    table = counted.table
    known, hidden = knowledge(params, counted)
    is_rounded = counted.table.base > 1
    wanted = np.flatnonzero(hidden)
    truth = table.values if counted.instance is not None and not is_rounded else None
    try:
        ends = intervals(
            known,
            wanted,
            context.within(0.0, 0.8),
            truth=truth,
            whole=params.integer,
            unimodular=params.integer and not is_rounded and is_unimodular(table),
        )
    except Contradiction as contradiction:
        if is_rounded:
            raise impossible(table, counted.table.base, contradiction) from None
        raise Refused(_contradiction(table, contradiction)) from None
    found = dict(zip(wanted.tolist(), ends, strict=True))
    risks = _risks(params, known, found, counted.table.base, context.within(0.8, 0.9))
    published = _published(params, table, hidden)
    worst = _to_derive(params, risks)
    cells = [
        _cell(params, counted, cell, found.get(cell), risks.get(cell), published[cell])
        for cell in range(len(table))
    ]
    for number, cell in enumerate(worst[:_MOST_PROOFS]):
        context.progress(0.9 + 0.1 * number / len(worst), "deriving")
        proof = proofs(derivations(known, cell, found[cell].lower, found[cell].upper), table, published)
        cells[cell] = replace(cells[cell], proof=proof)
    insider = _insider(params, counted, known, found, truth, context.within(0.9, 1.0))
    return _result(params, counted, known, cells, risks, insider)


def apply(result: AuditResult, counted: OpenedTable, source: Source, context: JobContext) -> Microdata:
    """An audit measures and makes no records. Raises :class:`Refused`."""
    raise Refused(no_records())


def knowledge(params: AuditParams, opened: OpenedTable) -> tuple[Knowledge, Flags]:
    """What the intruder knows, in units of the table, and the cells (cells,) with more than one value by it.
    Suppressed cells are among these.

    Raises :class:`Refused` where bounds make no sense.
    """
    table, instance = opened.table, opened.instance
    hidden = ~table.known if instance is None else _held_back(instance)
    for place, coordinates in enumerate(params.suppressed):
        hidden[cell_at(table, coordinates, f"params.suppressed[{place}]")] = True
    default = least_known(params.lowest, table, ~hidden)
    lower = np.full(len(table), default) if instance is None else instance.lower.copy()
    upper = np.full(len(table), NO_BOUND) if instance is None else instance.upper.copy()
    _set_bounds(lower, table, opened.lower if params.lower is None else params.lower, "params.lower")
    _set_bounds(upper, table, opened.upper if params.upper is None else params.upper, "params.upper")
    if params.rounding is not None:
        base = in_units(params.rounding.base, table.unit)
        if base is None:
            where, rounding_base = Place(key="params.rounding.base"), params.rounding.base
            raise Refused(error("audit.base_no_multiple", where, base=rounding_base, unit=float(table.unit)))
        low, high = rounded_bounds(table.values, base, params.rounding.kind, params.rounding.steps)
        lower = np.where(hidden, lower, np.maximum(lower, low))
        upper = np.where(hidden, upper, np.minimum(upper, high))
        hidden = np.ones(len(table), dtype=np.bool_)
    elif opened.table.base > 1:
        low, high = behind(table, opened.table.base, lower, upper)
        lower, upper = np.where(hidden, lower, low), np.where(hidden, upper, high)
    else:
        lower, upper = np.where(hidden, lower, table.values), np.where(hidden, upper, table.values)
    _refuse_crossed(table, lower, upper)
    if instance is not None:
        _refuse_excluded(table, lower, upper)
    return Knowledge(table.relations, lower, upper), hidden


def _held_back(instance: Instance) -> Flags:
    return instance.unsafe.copy() if instance.secondary is None else instance.unsafe | instance.secondary


def _set_bounds(bounds: Integers, table: Table, shown: BoundsSpec | None, key: str) -> None:
    """What the plan says an intruder knows beforehand, in units, rounded inwards."""
    if shown is None:
        return
    up = key.endswith("lower")
    step = float(table.unit)

    def units(value: Number) -> int:
        exact = in_units(value, table.unit)
        return exact if exact is not None else floor(value / step) + up

    if isinstance(shown, tuple):
        for cell, value in cell_numbers(table, shown, key).items():
            bounds[cell] = units(value)
    else:
        bounds[:] = units(shown)


def _refuse_crossed(table: Table, lower: Integers, upper: Integers) -> None:
    crossed = np.flatnonzero(lower > upper)
    if len(crossed):
        cell = int(crossed[0])
        low, high = (table.number(int(bounds[cell])) for bounds in (lower, upper))
        raise Refused(error("audit.bounds_cross", cell=table.cell_name(cell), lower=low, upper=high))


def _refuse_excluded(table: Table, lower: Integers, upper: Integers) -> None:
    """An intruder cannot know what is not so."""
    outside = np.flatnonzero((table.values < lower) | (table.values > upper))
    if len(outside):
        cell = table.cell_name(int(outside[0]))
        raise Refused(error("audit.bound_excludes_value", cell=cell, number=len(outside)))


def _contradiction(table: Table, contradiction: Contradiction) -> Problem:
    if contradiction.row is None:
        return error("audit.contradiction")
    return error("audit.contradiction_at", cell=table.cell_name(table.relations.parent(contradiction.row)))


def _risks(
    params: AuditParams, known: Knowledge, found: Mapping[int, Interval], base: int, context: JobContext
) -> Mapping[int, tuple[Risk, bool]]:
    """The risk of each suppressed cell, and whether the true risk may be greater."""
    bounded = bool((known.lower > -NO_BOUND).all())
    risks = {cell: interval_risk(interval, base, bounded=bounded) for cell, interval in found.items()}
    if params.exact_count and params.integer and base == 1:
        open_ = [cell for cell, (_, at_least) in risks.items() if at_least]
        for cell, number in possible_values(known, found, open_, context).items():
            risks[cell] = (risk_of_number(number), False)
    return risks


def _published(params: AuditParams, table: Table, hidden: Flags) -> Sequence[int | None]:
    """The units published of each cell; None where there are none."""
    stated = table.known if params.rounding is not None else ~hidden
    return [
        value if is_stated else None for value, is_stated in zip(table.values.tolist(), stated, strict=True)
    ]


def _to_derive(params: AuditParams, risks: Mapping[int, tuple[Risk, bool]]) -> list[int]:
    """The cells disclosed, then those above the risk allowed."""
    disclosed = [cell for cell, (risk, _) in risks.items() if risk.disclosed]
    limit = params.max_risk
    above = [] if limit is None else [c for c, (risk, _) in risks.items() if (risk.risk or 0) > limit]
    return [*disclosed, *above]


def _cell(
    params: AuditParams,
    opened: OpenedTable,
    cell: int,
    interval: Interval | None,
    reached: tuple[Risk, bool] | None,
    published: int | None,
) -> CellResult:
    table, instance = opened.table, opened.instance
    shown = None if published is None else table.number(published)
    coordinates = table.coordinates(cell)
    if interval is None or reached is None:
        status = "empty" if table.empty[cell] else "zero" if published == 0 else "safe"
        return CellResult(coordinates, shown, shown, status, shown, shown, None, None)
    risk, at_least = reached
    levels = None if instance is None else instance.levels.get(cell)
    true = int(table.values[cell])
    status = "rounded" if published is not None else "suppressed" if levels is None else "unsafe"
    reaches: tuple[bool | None, bool | None] = (None, None)
    if levels is not None:
        long_enough = levels.at_least_a_unit().sliding_met(interval.lower, interval.upper)
        reaches = (
            levels.lower_met(true, interval.lower) and long_enough,
            levels.upper_met(true, interval.upper) and long_enough,
        )
    return CellResult(
        coordinates,
        table.number(true) if instance is not None else None,
        shown,
        status,
        as_number(interval.lower, table),
        as_number(interval.upper, table),
        risk.possible,
        risk.risk,
        disclosed=risk.disclosed,
        at_least=at_least,
        lower_met=reaches[0],
        upper_met=reaches[1],
        asked=required_levels(levels, table),
    )


def _insider(
    params: AuditParams,
    counted: OpenedTable,
    known: Knowledge,
    found: Mapping[int, Interval],
    truth: Integers | None,
    context: JobContext,
) -> InsiderResult | None:
    """What the insider of the plan derives. Raises :class:`Refused` where it cannot be as the plan says."""
    if params.insider is None:
        return None
    return insider_result(
        params.insider,
        counted.table,
        known,
        found,
        context,
        truth=truth,
        whole=params.integer,
        precision=counted.table.base,
    )


def _result(
    params: AuditParams,
    opened: OpenedTable,
    known: Knowledge,
    cells: Sequence[CellResult],
    risks: Mapping[int, tuple[Risk, bool]],
    insider: InsiderResult | None,
) -> AuditResult:
    table = opened.table
    shown_as = frozenset(opened.shown_as)
    disclosed = sum(risk.disclosed for risk, _ in risks.values()) + len(shown_as)
    highest = max((risk.risk for risk, _ in risks.values() if risk.risk is not None), default=None)
    within = None
    if params.max_risk is not None:
        within = not disclosed and (highest or 0) <= params.max_risk
        within &= insider is None or not insider.above(params.max_risk)
    unbounded = sum(risk.possible is None and risk.risk is None for risk, _ in risks.values())
    within = None if unbounded and within else within
    levelled = [cell for cell in cells if cell.lower_met is not None]
    return AuditResult(
        cells=_with_shown(with_twins(table, cells, range(len(table))), shown_as),
        unit=table.number(opened.table.base),
        integer=params.integer,
        relations=len(table.relations),
        rank=rank(known),
        unpublished=len(risks) + len(shown_as),
        disclosed=disclosed,
        failures=sum(not (c.lower_met and c.upper_met) for c in levelled) if levelled else None,
        highest_risk=highest,
        below_max_risk=within,
        insider=insider,
        unbounded=unbounded,
        notes=tuple(_notes(params, opened, known, disclosed)),
        table=table,
    )


def _with_shown(cells: Sequence[CellResult], rows: frozenset[tuple[str, ...]]) -> tuple[CellResult, ...]:
    """The cells, those of some rows without a value as what they are: exactly disclosed by another row."""
    return tuple(
        replace(cell, published=None, status="suppressed", possible=1, disclosed=True)
        if cell.coordinates in rows
        else cell
        for cell in cells
    )


def _notes(params: AuditParams, opened: OpenedTable, known: Knowledge, disclosed: int) -> Iterator[Problem]:
    table = opened.table
    yield from opened.notes
    if params.table.dashes == "zero":
        yield note("audit.dashes_zero", Place(key="params.table"))
    elif params.table.dashes == "suppressed":
        yield note("audit.dashes_suppressed", Place(key="params.table"))
    if disclosed > _MOST_PROOFS:
        yield note("audit.proofs_left_out", number=disclosed - _MOST_PROOFS)
    if not len(table.relations):
        yield note("audit.no_relations", Place(key="params.table"))
    elif params.table.file is None or params.relations:  # sums found in a file have their own
        yield from _loose_codes(table)
    if (known.lower <= -NO_BOUND).any() and params.lower is None and params.lowest is None:
        yield note("audit.negative_values", Place(key="params.lower"))


def _loose_codes(table: Table) -> Iterator[Problem]:
    """Categories that are part of no sum beside others that are: no audit knows what they reveal."""
    for dimension in table.dimensions:
        used = {place for split in dimension.splits for place in (split.parent, *split.children)}
        loose = tuple(code for place, code in enumerate(dimension.categories) if place not in used)
        if used and loose:
            where, codes = Place(key="params.relations"), loose[:_LOOSE_LISTED]
            yield warning("table.loose_codes", where, name=dimension.name, codes=codes, number=len(loose))


def verdict(params: AuditParams, result: AuditResult, limits: Limits) -> Iterator[Reason]:
    """Reasons against a published table. Without levels and without a limit to the risk nothing is required.
    An exactly disclosed cell is a failure all the same.
    """
    if result.disclosed:
        yield failed("audit.disclosed", number=result.disclosed)
    if result.failures:
        yield failed("table.levels", number=result.failures)
    yield from insider_reasons(result.insider, params.max_risk)
    over = params.max_risk is not None and (result.highest_risk or 0) > params.max_risk
    if params.max_risk is not None and (over or result.disclosed):
        yield failed("table.max_risk", dr=result.highest_risk or 1.0, allowed=float(params.max_risk))
    limited = params.max_risk is not None and params.max_risk < 1  # 1 is the risk of two possible values
    yield from unbounded_reasons(result.unbounded, params.lowest, limited=limited)
    if result.failures is None and not limited:
        yield unjudged(MEASURED_ONLY)


STAGES = Stages(
    check=check,
    counts=counts,
    decide=decide,
    apply=apply,
    verdict=verdict,
    foresee=foresee,
)
