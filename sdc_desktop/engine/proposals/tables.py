"""Proposals for a table: each way to protect it, audited with the other tables of the plan."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.data.reading import Opened
from sdc_desktop.engine.methods.recoding.recode import RECODE, RecodeParams
from sdc_desktop.engine.methods.tables.table import TABLE
from sdc_desktop.engine.methods.tables.table.result import TableResult
from sdc_desktop.engine.plan import JOB_CLASSES, Job, Plan, as_in_plan, params_of
from sdc_desktop.engine.plan_result import JobResult
from sdc_desktop.engine.policy.policy import Policy, policy_problems
from sdc_desktop.engine.problems import Place, Problem, Refused, error, refuse_errors
from sdc_desktop.engine.proposals.choosing import chosen
from sdc_desktop.engine.proposals.proposal import Family, Proposal, Proposals
from sdc_desktop.engine.proposals.table_costs import Coarser, coarser_by, cost_of, gap_of, risk_of
from sdc_desktop.engine.proposals.table_together import protected_together
from sdc_desktop.engine.proposals.table_ways import (
    Way,
    adjustment,
    cell_keys,
    merged,
    rounding,
    suppression,
    unprotected,
    ways_barred,
    with_rules,
)
from sdc_desktop.engine.runner import evaluate_plan, of_jobs, open_plan
from sdc_desktop.engine.running.links import chosen_jobs, link_of
from sdc_desktop.engine.running.secret_needs import with_fresh_secrets
from sdc_desktop.engine.running.stages import JobData
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.engine.verdict import Grade, Verdict, verdict_of

_LONGEST_NAME = 90
_LINKED = "linked."  # codes of what tables reveal together
_NO_OTHERS: Mapping[str, Job] = MappingProxyType({})


def propose_table(
    plan: Plan,
    job_name: str,
    base: Path,
    context: JobContext,
    held_to: Policy | None,
    *,
    read: Opened | None = None,
) -> Proposals:
    """Protections for the table of a job, each judged by what would leave: the table audited alone, and with
    the other tables of the plan, which stay; only where suppression is not enough alone, those that share
    cells are suppressed together with it. ``read``: the plan's file where it has been opened already.

    A table from records without rules gets those of new jobs (see `with_rules`). What the job sets of a
    method is kept. Equal inputs give equal proposals, except where noise needs a fresh secret.
    Every proposal found is a draft; ended by request, those stay. Raises :class:`Refused` where the plan, its
    data or the unprotected table is refused, Cancelled.
    """
    search = _begun(plan, job_name, base, context.within(0.0, 0.15), held_to, read)
    found = Proposals()
    context.may_end()
    wished = context.until_enough().unwatched().within(0.15, 1.0)

    def now(tried: int) -> None:
        nonlocal found
        found = replace(found, found=chosen(search.found), tried=tried)
        context.on_draft(found)

    try:
        _search(search, wished, now)
    except Cancelled:
        context.checkpoint()
        return replace(found, ended=True)
    return found if found.found else replace(found, problems=tuple(dict.fromkeys(search.problems)))


@dataclass(frozen=True)
class _Alone:
    """A table job in the plan, and what it gave."""

    plan: Plan
    steps: tuple[str, ...]
    done: JobResult


@dataclass
class _Search:
    """What all ways have in common, and what was found. ``left``: what the plan's other tables left, which
    are not protected again.
    """

    plan: Plan
    job: Job
    params: TableParams
    base: Path
    held_to: Policy | None
    read: Opened | None
    original: TableResult
    left: dict[str, JobData]
    found: list[Proposal] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    tried: int = 0

    @property
    def passes(self) -> bool:
        """Whether a protection passes already."""
        return any(one.passes for one in self.found)


def _begun(
    plan: Plan, name: str, base: Path, context: JobContext, held_to: Policy | None, read: Opened | None
) -> _Search:
    """The data opened once, and the table as it would leave without protection."""
    ((_, job),) = [one for one in chosen_jobs(plan, [name]) if one[1].name == name]
    params = params_of(job, TABLE)
    if params is None:
        raise Refused(error("proposals.not_a_table", Place(job=name), name=name))
    params = with_rules(params, plan, held_to)
    opened = open_plan(_tables_of(plan, name), base, context.within(0.0, 0.4), read=read).opened
    bare = (_job(job, unprotected(params)),)
    result = evaluate_plan(
        _tables_of(_with(plan, job, bare), name),
        base,
        context.within(0.4, 1.0),
        held_to=held_to,
        read=opened,
        earlier=lambda _: {},
    )
    link = link_of(job)
    again = {name, *(one.name for one in plan.jobs if link is not None and link_of(one) == link)}
    left = {one: done for one, done in result.made.items() if one not in again}
    original = next(one.result for one in result.jobs if one.name == name)
    return _Search(plan, job, params, base, held_to, opened, original, left)


def _search(search: _Search, context: JobContext, now: Callable[[int], None]) -> None:
    """Try the ways one after the other. Raises Cancelled."""
    held_to, barred = search.held_to, ways_barred(search.params)
    pattern = _suppressed(search, context.within(0.0, 0.3))
    now(search.tried)
    shown = None if pattern is None else pattern.done.result
    tables: list[tuple[Family, Callable[[], Way]]] = [
        ("rounding", lambda: rounding(search.params, search.original, shown, held_to)),
        ("cell_keys", lambda: cell_keys(search.params, held_to)),
        ("adjustment", lambda: adjustment(search.params, held_to)),
    ]
    if "coarser" not in barred:
        _coarser(search, context.within(0.3, 0.5))
        now(search.tried)
    for place, (family, way) in enumerate(tables):
        part = context.within(0.5 + place / 6, 0.5 + (place + 1) / 6)
        made = None if family in barred else way()
        if made is not None and not (made.best_reserved and search.passes):  # it would be dropped
            _tried(search, made, part)
            now(search.tried)


def _tried(search: _Search, way: Way, context: JobContext) -> _Alone | None:
    """Propose the first settings of a way that pass, or else those with the best verdict."""
    best: tuple[Proposal, _Alone] | None = None
    started = time.process_time()
    for params in way.settings:
        alone = _evaluated(search, (_job(search.job, params),), context)
        if alone is None:
            continue
        own = _proposal(search, way.family, alone, None, started)
        if best is None or _is_better(own.verdict, best[0].verdict):
            best = own, alone
        if own.passes or (way.best_reserved and own.verdict.grade is Grade.RESERVATIONS):
            break
    if best is None:
        return None
    search.found.append(replace(best[0], seconds=time.process_time() - started))
    return best[1]


def _suppressed(search: _Search, context: JobContext) -> _Alone | None:
    """Propose suppression: of this table, or where that is not enough, of all tables of the plan that share
    cells with it.
    """
    started = time.process_time()
    alone = _tried(search, suppression(search.params, search.held_to), context.within(0.0, 0.6))
    if alone is None or alone.done.verdict.grade is Grade.SAFE or alone.done.result.linked is None:
        return alone
    group = protected_together(alone.plan, search.job.name, alone.done.result.linked.jobs)
    if not group:
        return alone
    together = _evaluated(search, (group[search.job.name],), context.within(0.6, 1.0), group)
    if together is not None and _is_better(together.done.verdict, alone.done.verdict):
        search.found[-1] = _proposal(search, "cell_suppression", together, None, started)
        return together
    return alone


def _is_better(one: Verdict, other: Verdict) -> bool:
    """Whether a verdict has the better grade, or the same for fewer reasons."""
    if one.grade is not other.grade:
        return one.meets(other.grade)
    return len(one.reasons) < len(other.reasons)


def _coarser(search: _Search, context: JobContext) -> None:
    """Propose the table one level coarser in the dimension that leaves the fewest unsafe cells: its finest
    categories merged into those above them. Where cells are unsafe even so, the records are recoded before
    the table, and cells suppressed; it has no further subtotals of the dimension then.
    """
    started = time.process_time()
    tried = []
    dimensions = search.original.table.dimensions
    for axis, dimension in enumerate(dimensions):
        coarser = coarser_by(dimension, axis)
        if coarser is None:
            continue
        part = context.within(axis / (2 * len(dimensions)), (axis + 1) / (2 * len(dimensions)))
        for params in merged(search.params, dimension.name, coarser, search.held_to).settings:
            alone = _evaluated(search, (_job(search.job, params),), part)
            if alone is not None:
                tried.append((alone.done.result.risks.unsafe, axis, coarser, alone))
    if not tried:
        return
    unsafe, axis, coarser, alone = min(tried, key=lambda one: one[:2])
    found = _proposal(search, "coarser", alone, coarser, started)
    if unsafe and not found.passes:
        recoded = _recoded(search, axis, coarser, context.within(0.5, 1.0), started)
        found = recoded if recoded is not None and recoded.verdict.meets(found.verdict.grade) else found
    search.found.append(found)


def _recoded(
    search: _Search, axis: int, coarser: Coarser, context: JobContext, started: float
) -> Proposal | None:
    """The proposal with the records recoded by a level before the table, whose unsafe cells are suppressed;
    None where the dimension has no hierarchy of its own to recode by.
    """
    if search.params.table is not None:
        return None
    dimension = search.params.dimensions[axis]
    name = dimension.variable
    if dimension.hierarchy not in (None, True, name, (name,)):
        return None
    levels = as_in_plan(RecodeParams(levels={name: 1}), search.plan)
    step = JOB_CLASSES[RECODE.kind](
        name=_free_name(search.plan, search.job.name), input=search.job.input, no_file=True, params=levels
    )
    flat = (dimension.model_copy(update={"hierarchy": False}),)
    listed = search.params.dimensions
    params = search.params.model_copy(update={"dimensions": (*listed[:axis], *flat, *listed[axis + 1 :])})
    for own in suppression(params, search.held_to).settings:
        job = _job(search.job, own).model_copy(update={"input": step.name})
        alone = _evaluated(search, (step, job), context)
        if alone is not None:
            return _proposal(search, "coarser", alone, coarser, started)
    return None


def _evaluated(
    search: _Search, jobs: tuple[Job, ...], context: JobContext, others: Mapping[str, Job] = _NO_OTHERS
) -> _Alone | None:
    """The table of the last of the jobs, which replace the plan's, as do ``others`` by name; None where it is
    refused, or weaker than the policy requires.
    """
    name = search.job.name
    changed = _with(search.plan, search.job, jobs)
    changed = changed.model_copy(update={"jobs": tuple(others.get(job.name, job) for job in changed.jobs)})
    plan = with_fresh_secrets(changed)
    context.checkpoint()
    try:
        refuse_errors(of_jobs(policy_problems(plan, search.held_to), plan, [name]))
        result = evaluate_plan(
            _tables_of(plan, name),
            search.base,
            context,
            held_to=search.held_to,
            read=search.read,
            earlier=lambda _: {one: done for one, done in search.left.items() if one not in others},
        )
    except Refused as refusal:
        search.problems += refusal.problems
        return None
    search.tried += 1
    steps = tuple(job.name for job in plan.jobs if job in jobs or job.name in others)
    done = next(one for one in result.jobs if one.name == name)
    return _Alone(plan, steps, replace(done, verdict=_with_others(done, result.jobs)))


def _with_others(own: JobResult, jobs: Sequence[JobResult]) -> Verdict:
    """The verdict on a table with what was found of other tables because of it."""
    known = {one.code for one in own.verdict.reasons}
    more = [
        replace(one, job=one.job or other.name)
        for other in jobs
        for one in other.verdict.reasons
        if other.name != own.name and one.code.startswith(_LINKED) and one.code not in known
        if any(isinstance(figure, tuple) and own.name in figure for figure in one.figures.values())
    ]
    return verdict_of([*own.verdict.reasons, *more]) if more else own.verdict


def _proposal(
    search: _Search, family: Family, alone: _Alone, coarser: Coarser | None, started: float
) -> Proposal:
    result: TableResult = alone.done.result
    return Proposal(
        family,
        alone.plan,
        alone.steps,
        alone.done.verdict,
        cost_of(search.original, result, coarser),
        risk_of(result),
        gap=gap_of(result),
        seconds=time.process_time() - started,
    )


def _job(job: Job, params: TableParams) -> Job:
    return job.model_copy(update={"params": params, "off": False})


def _with(plan: Plan, job: Job, jobs: tuple[Job, ...]) -> Plan:
    """The plan with one job replaced by some."""
    place = plan.jobs.index(job)
    return plan.model_copy(update={"jobs": (*plan.jobs[:place], *jobs, *plan.jobs[place + 1 :])})


def _tables_of(plan: Plan, name: str) -> Plan:
    """The plan's tables and what they need; files alone of the table of this name."""
    names = [job.name for job in plan.jobs if job.name == name or _is_active_table(job)]
    jobs = tuple(_without_file(job, name) for job in _needed(plan, names))
    report = plan.report.model_copy(update={"products": None})
    return plan.model_copy(update={"jobs": jobs, "report": report, "missing": plan.missing_rule})


def _is_active_table(job: Job) -> bool:
    return params_of(job, TABLE) is not None and not job.off


def _needed(plan: Plan, names: list[str]) -> Iterator[Job]:
    return (job for _, job in chosen_jobs(plan, names))


def _without_file(job: Job, name: str) -> Job:
    return job if job.name == name or job.output is None else job.model_copy(update={"output": None})


def _free_name(plan: Plan, name: str) -> str:
    """A name for the step that recodes the records of a table."""
    taken, number = {job.name for job in plan.jobs}, 1
    first = found = f"{name[:_LONGEST_NAME]} coarser"
    while found in taken:
        number += 1
        found = f"{first[:_LONGEST_NAME]} {number}"
    return found
