"""The steps of a protection in a plan: jobs that take each other's output."""

import re
from collections.abc import Sequence

from sdc_desktop.engine.methods import perturbation, suppression
from sdc_desktop.engine.methods.grouping.microaggregate import MICROAGGREGATE
from sdc_desktop.engine.methods.recoding.anopi import ANOPI
from sdc_desktop.engine.methods.recoding.generalise import GENERALISE
from sdc_desktop.engine.methods.recoding.recode import RECODE
from sdc_desktop.engine.plan import Job, Plan
from sdc_desktop.engine.report_spec import PlanReportSpec

MASKING = tuple(method.kind for method in (*suppression.METHODS, *perturbation.METHODS))
STEP_KINDS = (ANOPI.kind, RECODE.kind, MICROAGGREGATE.kind, GENERALISE.kind, *MASKING)
_OWN_NAME = RECODE.kind  # jobs of other names are the officer's own


def first_step(plan: Plan) -> Job | None:
    """The first step, if the plan has one: the job of the first of STEP_KINDS that has one on the data."""
    found = (job_of_kind(kind, plan) for kind in STEP_KINDS)
    return next((job for job in found if job is not None), None)


def job_of_kind(kind: str, plan: Plan) -> Job | None:
    """The job called as its kind, else the first of the kind that works on the data, else None."""
    found = [job for job in plan.jobs if job.kind == kind and job.input == "data"]
    if kind == _OWN_NAME:
        named = re.compile(rf"{kind}(_\d+)?")
        return next((job for job in found if named.fullmatch(job.name)), None)
    return next((job for job in found if job.name == kind), next(iter(found), None))


def chain_of(plan: Plan) -> tuple[Job, ...]:
    """The first step and the jobs that build on it, one after the other; empty where there is none."""
    first = first_step(plan)
    found: list[Job] = [] if first is None else [first]
    while found:
        names = {job.name for job in found}
        last = found[-1].name
        after = (
            job for job in plan.jobs if job.input == last and job.kind in STEP_KINDS and job.name not in names
        )
        following = next(after, None)
        if following is None:
            break
        found.append(following)
    return tuple(found)


def active_steps(plan: Plan) -> tuple[Job, ...]:
    """The steps that are not switched off."""
    return tuple(job for job in chain_of(plan) if not job.off)


def linked(steps: Sequence[Job], before: Sequence[Job] = ()) -> tuple[Job, ...]:
    """The steps in this order, each on the records of the one before. The last that is not switched off has
    the file that a step had in the order ``before``; the others hand their records on without one. Any step
    may be switched off, also the first; where all are, the last keeps the file.
    """
    if not steps:
        return ()
    outputs = [job.output for job in (*before, *steps) if job.output is not None]
    last = next((job.name for job in reversed(steps) if not job.off), steps[-1].name)
    made, name = [], "data"
    for job in steps:
        is_last = job.name == last
        output = outputs[-1] if is_last and outputs else None
        made.append(job.model_copy(update={"input": name, "output": output, "no_file": not is_last}))
        name = job.name
    return tuple(made)


def with_chain(plan: Plan, steps: Sequence[Job]) -> Plan:
    """The plan with these steps instead of its own. Other jobs on the last step's records, or on those of a
    step that is gone, read those of the new last step, or the data where no step is left.
    """
    old = chain_of(plan)
    new = linked(steps, old)
    names, left = {job.name for job in old}, {job.name for job in new}
    last = new[-1].name if new else "data"
    moved = {job.name: last for job in old if job.name not in left}
    if old:
        moved[old[-1].name] = last
    others = [_reading(job, moved) for job in plan.jobs if job.name not in names]
    place = min((i for i, job in enumerate(plan.jobs) if job.name in names), default=len(others))
    jobs = (*others[:place], *new, *others[place:])
    return plan.model_copy(update={"jobs": jobs, "report": _report(plan, new, moved)})


def _reading(job: Job, moved: dict[str, str]) -> Job:
    return job.model_copy(update={"input": moved[job.input]}) if job.input in moved else job


def _report(plan: Plan, new: Sequence[Job], moved: dict[str, str]) -> PlanReportSpec:
    """The report without products that have no file any more."""
    products = plan.report.products
    if products is None:
        return plan.report
    without = {job.name for job in new if job.no_file}
    named = dict.fromkeys(moved.get(name, name) for name in products)
    left = tuple(name for name in named if name not in (*without, "data"))
    return plan.report.model_copy(update={"products": left or None})


def without_step(plan: Plan, name: str) -> Plan:
    """The plan without a step."""
    return with_chain(plan, [job for job in chain_of(plan) if job.name != name])


def moved_step(plan: Plan, name: str, by: int) -> Plan:
    """The plan with a step `by` places later; the same plan at either end."""
    steps = list(chain_of(plan))
    place = [job.name for job in steps].index(name)
    if not 0 <= place + by < len(steps):
        return plan
    steps.insert(place + by, steps.pop(place))
    return with_chain(plan, steps)


def switched_step(plan: Plan, name: str, *, on: bool) -> Plan:
    """The plan with a step switched on or off."""
    steps = chain_of(plan)
    update = {"off": not on}
    return with_chain(plan, [job.model_copy(update=update) if job.name == name else job for job in steps])
