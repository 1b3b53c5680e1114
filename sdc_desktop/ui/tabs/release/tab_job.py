"""The one job of a plan that the tab Release queue is about; others of the officer's own stay as they are."""

from collections.abc import Iterable

from sdc_desktop.engine.methods.release.release import RELEASE, ReleaseParams
from sdc_desktop.engine.plan import JOB_CLASSES, MethodJob, Plan, is_job_of
from sdc_desktop.engine.policy.policy import Policy
from sdc_desktop.engine.policy.remedy import begun

ReleaseJob = MethodJob[ReleaseParams]
WAYS = ("simulate", "live")
UNCHOSEN = "\0"  # no variable is called so


def tab_job(plan: Plan) -> ReleaseJob | None:
    """The first release job that works on the data themselves."""
    return next((job for job in plan.jobs if is_job_of(job, RELEASE) and job.input == "data"), None)


def first_params(policy: Policy | None = None) -> ReleaseParams:
    """What is asked to begin with, as the site policy has it: no variable is chosen yet."""
    return begun(ReleaseParams(attribute=UNCHOSEN, target=UNCHOSEN), policy)


def chosen(params: ReleaseParams) -> bool:
    """Whether both variables are."""
    return UNCHOSEN not in (params.attribute, params.target)


def with_params(plan: Plan, params: ReleaseParams) -> Plan:
    """The plan with the tab's job asking this; in the place of the one before, or at the end."""
    old = tab_job(plan)
    if old is not None:
        job = old.model_copy(update={"params": params})
        return plan.model_copy(update={"jobs": tuple(job if one is old else one for one in plan.jobs)})
    made = job_of(params).model_copy(update={"name": _free("release queue", plan.jobs)})
    return plan.model_copy(update={"jobs": (*plan.jobs, made)})


def job_of(params: ReleaseParams, seed: int | None = None) -> ReleaseJob:
    """A job that asks this, whatever its name."""
    made: ReleaseJob = JOB_CLASSES[RELEASE.kind](name="release queue", params=params, seed=seed)
    return made


def _free(name: str, jobs: Iterable[object]) -> str:
    taken = {getattr(job, "name", "") for job in jobs}
    stem, number = name, 2
    while name in taken:
        name, number = f"{stem} {number}", number + 1
    return name
