"""The prepare job of a plan on the data themselves: the plan with one, and with further steps in it."""

from itertools import count

from sdc_desktop.engine.methods.preparing.prepare import PREPARE, PrepareParams
from sdc_desktop.engine.methods.preparing.prepare.steps import StepSpec
from sdc_desktop.engine.plan import JOB_CLASSES, MethodJob, Plan, params_of

NAME = "prepared"


def prepare_job(plan: Plan) -> MethodJob[PrepareParams] | None:
    """The first prepare job on the data themselves, if the plan has one."""
    found = (job for job in plan.jobs if job.input == "data" and params_of(job, PREPARE) is not None)
    return next(found, None)


def with_prepare(plan: Plan, job: MethodJob[PrepareParams]) -> Plan:
    """The whole plan with this prepare job instead of its own; where it had none, all jobs on the data
    work on the prepared records from then on.
    """
    old = prepare_job(plan)
    if old is not None:
        jobs = tuple(job if one is old else one for one in plan.jobs)
    else:
        moved = (
            one.model_copy(update={"input": job.name}) if one.input == "data" else one for one in plan.jobs
        )
        jobs = (job, *moved)
    return plan.model_copy(update={"jobs": jobs})


def prepare_name(plan: Plan) -> str:
    """A name for a prepare job that the plan does not have yet."""
    taken = {job.name for job in plan.jobs}
    names = (NAME if number == 1 else f"{NAME} {number}" for number in count(1))
    return next(name for name in names if name not in taken)


def with_steps(plan: Plan, *steps: StepSpec) -> Plan:
    """The plan whose jobs work on records that these steps have prepared, after those it has already."""
    if not steps:
        return plan
    job = prepare_job(plan)
    if job is not None:
        params = job.params.model_copy(update={"steps": (*job.params.steps, *steps)})
        return with_prepare(plan, job.model_copy(update={"params": params}))
    made = JOB_CLASSES[PREPARE.kind](name=prepare_name(plan), params=PREPARE.params(steps=steps))
    assert params_of(made, PREPARE) is not None
    return with_prepare(plan, made)
