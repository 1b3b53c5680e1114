"""The steps of a protection in a plan: jobs that take each other's output. No widgets."""

from collections.abc import Sequence

from sdc_desktop.engine.plan import Job, Plan
from sdc_desktop.engine.report_spec import PlanReportSpec
from sdc_desktop.ui.tabs.microdata.tab_job import WAYS, tab_job


def chain_of(plan: Plan) -> tuple[Job, ...]:
    """The tab's job and the jobs that build on it, one after the other; empty where there is none."""
    first = tab_job(plan)
    found: list[Job] = [] if first is None else [first]
    while found:
        names = {job.name for job in found}
        last = found[-1].name
        after = (job for job in plan.jobs if job.input == last and job.kind in WAYS and job.name not in names)
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
    the file that a step had in the order ``before``; the others hand their records on without one. The first
    step is never switched off.
    """
    if not steps:
        return ()
    steps = (steps[0].model_copy(update={"off": False}), *steps[1:])
    outputs = [job.output for job in (*before, *steps) if job.output is not None]
    last = next(job.name for job in reversed(steps) if not job.off)
    made, name = [], "data"
    for job in steps:
        is_last = job.name == last
        output = outputs[-1] if is_last and outputs else None
        made.append(job.model_copy(update={"input": name, "output": output, "no_file": not is_last}))
        name = job.name
    return tuple(made)


def with_chain(plan: Plan, steps: Sequence[Job]) -> Plan:
    """The plan with these steps instead of its own. Other jobs on the last step's records, or on those of a
    step that is gone, read those of the new last step.
    """
    old = chain_of(plan)
    new = linked(steps, old)
    names, left = {job.name for job in old}, {job.name for job in new}
    moved = {job.name: new[-1].name for job in old if new and job.name not in left}
    if old and new:
        moved[old[-1].name] = new[-1].name
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
    left = tuple(name for name in named if name not in without)
    return plan.report.model_copy(update={"products": left or None})
