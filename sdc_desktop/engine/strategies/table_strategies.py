"""Strategies for tables side by side: what every table job of each plan suppresses, costs and leaves open.

The figures are from the jobs' own results: counts of cells, the suppressed share of the sum of the finest
cells, the bound and the gap of the search (Fischetti & Salazar 2001), the width of the feasibility intervals
relative to the true values, and what the audit found. What a job's method does not compute is None.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, Literal

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.tables.audit import AUDIT
from sdc_desktop.engine.methods.tables.audit.engine import AuditResult
from sdc_desktop.engine.methods.tables.table import TABLE
from sdc_desktop.engine.methods.tables.table.result import SuppressedTable, TableResult
from sdc_desktop.engine.plan import Job, Plan
from sdc_desktop.engine.problems import Problem, Refused
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.engine.running.links import chosen_jobs
from sdc_desktop.engine.strategies.strategies import COMPARABLE
from sdc_desktop.engine.tables.cells import CellResult, counted_once

KINDS = (TABLE.kind, AUDIT.kind)
Audit = Literal["passed", "failed"]
_Outcome = TableResult | AuditResult | tuple[Problem, ...]  # of a job; why it was refused


@dataclass(frozen=True)
class TableFigures:
    """The figures of one table; None: not computed.

    ``primaries`` are unsafe, ``secondaries`` suppressed with them, ``suppressed`` both; ``lost``: their share
    of the sum of the finest cells (0 to 1); ``cost``: of these secondaries; ``bound``: no pattern that
    protects costs less; ``gap``: by what share of its cost this pattern may be too expensive; ``width``: the
    mean of (upper - lower) / |value| over cells with an interval that has two ends. Bound and gap of tables
    that are protected together are of all of them: ``with_job`` is the first, which has them.
    """

    cells: int
    primaries: int | None
    secondaries: int | None
    suppressed: int
    lost: float | None
    cost: float | None
    bound: float | None
    gap: float | None
    width: float | None
    audit: Audit | None
    with_job: str = ""


@dataclass(frozen=True)
class TableStrategy:
    """A table job of a plan kept by a name; no figures where it has no such job or the job was refused, with
    the problems then.
    """

    strategy: str
    job: str
    figures: TableFigures | None
    problems: tuple[Problem, ...] = ()


def has_tables(plans: Sequence[tuple[str, Plan]]) -> bool:
    """Whether any plan has a job on a table."""
    return any(_table_jobs(plan) for _, plan in plans)


def compares_records(plans: Sequence[tuple[str, Plan]]) -> bool:
    """Whether to compare plans also by records: some job releases records, or none has a table."""
    kinds = {job.kind for _, plan in plans for job in plan.jobs}
    return bool(kinds & COMPARABLE) or not has_tables(plans)


def _unseen(found: object) -> None:
    """What is compared so far, where no one looks."""


def compared_tables(
    plans: Sequence[tuple[str, Plan]],
    base: Path,
    context: JobContext,
    done: Mapping[str, Any] | None = None,
    each: Callable[[tuple[TableStrategy, ...]], None] = _unseen,
) -> tuple[TableStrategy, ...]:
    """Every table job that any of the plans has, by its name, in each of the plans.

    ``done``: results of the first plan's jobs by name, where they are known already. What several plans do
    equally is computed once. What is refused says why. ``each`` gets what is compared so far, one by one.
    Raises Cancelled.
    """
    known: dict[str, Mapping[str, _Outcome]] = {}
    outcomes: list[Mapping[str, _Outcome]] = []
    names = list(dict.fromkeys(job.name for _, plan in plans for job in _table_jobs(plan)))
    found: tuple[TableStrategy, ...] = ()
    for place, (_, plan) in enumerate(plans):
        part = context.within(place / len(plans), (place + 1) / len(plans))
        key = _only(plan, [job.name for job in _table_jobs(plan)]).model_dump_json()
        if key not in known:
            known[key] = _outcomes(plan, base, part, {} if place or not done else done)
        outcomes.append(known[key])
        found = tuple(
            _strategy(strategy, name, own.get(name))
            for name in names
            for (strategy, _), own in zip(plans, outcomes, strict=False)
        )
        each(found)
    return found


def _strategy(strategy: str, name: str, outcome: _Outcome | None) -> TableStrategy:
    if outcome is None or not isinstance(outcome, TableResult | AuditResult):
        return TableStrategy(strategy, name, None, outcome or ())
    return TableStrategy(strategy, name, figures_of(outcome, name))


def figures_of(result: TableResult | AuditResult, name: str = "") -> TableFigures:
    """The figures of the result of the job `name`; a cell with several rows counts once."""
    if isinstance(result, AuditResult):
        return _of_audit(result)
    pattern = result if isinstance(result, SuppressedTable) else None
    gap = None if result.unproven is None else result.unproven.gap
    secondaries = None if pattern is None else pattern.secondaries
    group = (pattern and pattern.protected_with) or (name,)
    first = pattern if name == group[0] else None
    return TableFigures(
        cells=result.losses.cells,
        primaries=result.risks.unsafe if pattern is None else pattern.primaries,
        secondaries=secondaries,
        suppressed=result.losses.cells_lost,
        lost=result.losses.value_lost,
        cost=None if pattern is None else pattern.cost_here,
        bound=None if first is None else first.bound,
        gap=gap if pattern is None else None if first is None else 0.0 if first.proven else first.gap,
        width=mean_width(counted_once(result.cells)),
        audit=_audit_of(result),
        with_job="" if name == group[0] else group[0],
    )


def mean_width(cells: Sequence[CellResult]) -> float | None:
    """The mean of (upper - lower) / |value| over the cells with an interval of two ends and a value other
    than zero; None where there is none.
    """
    widths = [
        float(cell.upper - cell.lower) / abs(float(cell.value))
        for cell in cells
        if cell.possible is not None or cell.risk is not None
        if cell.value and cell.lower is not None and cell.upper is not None
    ]
    finite = [width for width in widths if isfinite(width)]
    return sum(finite) / len(finite) if finite else None


def _table_jobs(plan: Plan) -> list[Job]:
    return [job for job in plan.jobs if job.kind in KINDS]


def _only(plan: Plan, names: Sequence[str]) -> Plan:
    """The plan with these jobs and what they need, without files."""
    jobs = (
        tuple(job.model_copy(update={"output": None}) for _, job in chosen_jobs(plan, names)) if names else ()
    )
    return plan.model_copy(update={"jobs": jobs})


def _outcomes(plan: Plan, base: Path, context: JobContext, done: Mapping[str, Any]) -> Mapping[str, _Outcome]:
    """What each table job of a plan gives, audited together with the others that are not refused."""
    names = [job.name for job in _table_jobs(plan)]
    if not names or all(name in done for name in names):
        return {name: done[name] for name in names}
    found = _run(plan, names, base, context.within(0.0, 0.4))
    if found:
        return found
    alone: dict[str, _Outcome] = {}
    for place, name in enumerate(names):
        part = context.within(0.4 + 0.4 * place / len(names), 0.4 + 0.4 * (place + 1) / len(names))
        alone |= _run(plan, [name], base, part)
    able = [name for name in names if isinstance(alone[name], TableResult | AuditResult)]
    return {**alone, **(_run(plan, able, base, context.within(0.8, 1.0)) if len(able) > 1 else {})}


def _run(plan: Plan, names: Sequence[str], base: Path, context: JobContext) -> Mapping[str, _Outcome]:
    """What these jobs give; the problems of a single one that is refused, nothing of several."""
    try:
        jobs = evaluate_plan(_only(plan, names), base, context).jobs
    except Refused as refusal:
        return dict.fromkeys(names, refusal.problems) if len(names) == 1 else {}
    return {job.name: job.result for job in jobs}


def _audit_of(result: TableResult) -> Audit | None:
    """Whether the audit has passed; None where there was nothing to audit, no intervals came of it,
    or protection levels were not judged.
    """
    if isinstance(result, SuppressedTable):
        open_ = result.contributors_derive or result.open_jointly or result.derived_jointly
        if result.audited and not open_ and not result.levels_judged:
            return None
        return "passed" if result.audited and not open_ else "failed"
    if result.method is None or result.risks.failures is None:
        return None
    return "failed" if result.risks.disclosed or result.risks.failures else "passed"


def _of_audit(result: AuditResult) -> TableFigures:
    known = result.failures is not None
    cells = counted_once(result.cells)
    primaries = sum(cell.lower_met is not None for cell in cells)
    bad = result.disclosed or result.failures or result.below_max_risk is False
    return TableFigures(
        cells=len(cells),
        primaries=primaries if known else None,
        secondaries=result.unpublished - primaries if known else None,
        suppressed=result.unpublished,
        lost=None,
        cost=None,
        bound=None,
        gap=None,
        width=mean_width(cells),
        audit="failed" if bad else "passed",
    )
