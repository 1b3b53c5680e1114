"""What is wrong with the jobs of a plan, told before it is run."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.roles import missing_roles
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.plan import Job
from sdc_desktop.engine.problems import Place, Problem, Refused, Severity, error
from sdc_desktop.engine.running.opening import OpenedPlan
from sdc_desktop.engine.running.outputs import output_of, settled_seed
from sdc_desktop.engine.running.secret_needs import secret_problems
from sdc_desktop.engine.running.stages import counts, foresee, memory_problems, placed
from sdc_desktop.engine.source import Source


def check_plan(opened: OpenedPlan) -> tuple[Problem, ...]:
    """What is wrong with the jobs of a plan whose data have been read, without running any.

    A job on another's records finds the variables that this one leaves; where that cannot be told, as the
    other is refused, it is not checked.
    """
    problems: list[Problem] = []
    sources: dict[str, Source | None] = {"data": opened.source}
    for index, job in enumerate(opened.plan.jobs):
        method = method_of(job.kind)
        source = sources.get(job.input)
        sources[job.name] = source
        if opened.opened is None and method.needs_data(job.params):
            problems.append(error("plan.no_data", Place(key="data", job=job.name)))
        elif source is not None:
            found = [_since_gone(one, job, source, opened) for one in method.stages.check(job.params, source)]
            found += memory_problems(job, source)
            found += role_problems(job, source)
            if method.stages.outline is not None:
                sources[job.name], more = _outlined(method.stages.outline, job, source, found)
                found += more
            problems += [placed(problem, job, index) for problem in found]
    return (*opened.notes, *secret_problems(opened.plan, opened.plan.own_secrets), *problems)


def role_problems(job: Job, source: Source) -> tuple[Problem, ...]:
    """Variables that a job would write although they look like direct identifiers and have no role. Those
    that a job removes, as preparing does, are not written.
    """
    method = method_of(job.kind)
    if output_of(job) is None or method.makes != "records":
        return ()
    missing = missing_roles(source.data.variables)
    if not missing or method.stages.outline is None:
        return missing
    try:
        return missing_roles(method.stages.outline(job.params, source).data.variables)
    except Refused:  # its problem is reported elsewhere
        return ()


def _outlined(
    outline: Callable[[Any, Source], Source], job: Job, source: Source, found: Sequence[Problem]
) -> tuple[Source | None, tuple[Problem, ...]]:
    """What a job leaves, and what is found wrong on the way; nothing where the job is refused."""
    if any(problem.severity is Severity.ERROR for problem in found):
        return None, ()
    try:
        return outline(job.params, source), ()
    except Refused as refusal:
        return None, refusal.problems


def _since_gone(problem: Problem, job: Job, source: Source, opened: OpenedPlan) -> Problem:
    """A variable that a job does not find, though the data have it: an earlier job took or renamed it."""
    name = problem.params.get("name")
    unknown = problem.code in ("plan.unknown_variable", "prepare.unknown_variable")
    if not unknown or name in source.data.names or name not in opened.source.data.names:
        return problem
    return error("prepare.variable_gone", problem.where, name=name, job=job.input)


def found_by(opened: OpenedPlan, job: Job) -> Source:
    """What a sound job finds: the data, or variables and hierarchies that its input leaves, without records
    where these are of another job's making. Raises :class:`Refused` where a hierarchy cannot be read.
    """
    if job.input == "data":
        return opened.source
    earlier = opened.plan.job(job.input)
    source, outline = found_by(opened, earlier), method_of(earlier.kind).stages.outline
    return source if outline is None else outline(earlier.params, source)


def try_jobs(opened: OpenedPlan, context: JobContext) -> tuple[Problem, ...]:
    """What counting and deciding says of the jobs that read the plan's own data: what a run would refuse,
    and its warnings and notes. No records are made; what later jobs get is not known before a run.
    """
    problems: list[Problem] = []
    for index, job in enumerate(opened.plan.jobs):
        if job.input != "data":
            continue
        own = replace(context, seed=settled_seed(job), secrets=opened.plan.own_secrets.over(context.secrets))
        try:
            notes = foresee(job, counts(job, opened.source, own), own)
        except Refused as refusal:
            problems += [placed(problem, job, index) for problem in refusal.problems]
        else:
            problems += [placed(note, job, index) for note in notes]
    return tuple(problems)
