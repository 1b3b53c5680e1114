"""The jobs that only measure, beside the tab's own: their settings, and how they enter the plan.

They measure what the tab's job makes (`risk`), or the data themselves (`ru_map`, `diversity_experiment`).
Until something is given they are not in the plan, and defaults hold.
"""

from __future__ import annotations

from typing import Any

from sdc_desktop.engine.method import Method
from sdc_desktop.engine.methods.experiments.utility import UTILITY, UtilityParams
from sdc_desktop.engine.methods.risk.risk import RISK
from sdc_desktop.engine.plan import JOB_CLASSES, Job, Plan, as_in_plan, params_of
from sdc_desktop.engine.policy.policy import Policy
from sdc_desktop.engine.policy.remedy import begun
from sdc_desktop.project.free_name import free_name
from sdc_desktop.ui.questions.question import with_job
from sdc_desktop.ui.tabs.microdata.tab_job import job_in


def measure_job(plan: Plan, method: Method[Any]) -> Job | None:
    """The plan's first job of a method, which the window is about."""
    found = (job for job in plan.jobs if job.kind == method.kind and _compared(job) is None)
    return next(found, None)


def compared_paths(plan: Plan) -> tuple[str, ...]:
    """The files made from the data that the plan compares with them, as paths of the plan."""
    paths = map(_compared, plan.jobs)
    return tuple(path for path in paths if path is not None)


def has_utility(plan: Plan, params: UtilityParams, measured: str) -> bool:
    """Whether the plan compares what `measured` makes by these params."""
    return any(params_of(job, UTILITY) == params and job.input == measured for job in plan.jobs)


def with_measure(
    plan: Plan,
    method: Method[Any],
    params: Any,
    measured: str = "data",
    policy: Policy | None = None,
    name: str = "",
) -> Plan:
    """The plan with one more job of a method, on the data or on what the tab's job makes."""
    if measured != "data":
        plan = with_job(plan, job_in(plan, policy))
    free = free_name(name or method.kind, {job.name for job in plan.jobs})
    new = JOB_CLASSES[method.kind](name=free, input=measured, params=params)
    return plan.model_copy(update={"jobs": (*plan.jobs, new)})


def measure_params(plan: Plan, method: Method[Any], default: Any, policy: Policy | None = None) -> Any:
    """The params of that job in the plan, or a default, as the site policy has it."""
    job = measure_job(plan, method)
    if job is not None:
        return job.params
    return None if default is None else as_in_plan(begun(default, policy), plan)


def with_params(plan: Plan, method: Method[Any], params: Any, policy: Policy | None = None) -> Plan:
    """The plan with other params of the job of that method, which is added where there is none; one that
    judges records after the tab's job, which makes them.
    """
    known = measure_job(plan, method)
    if known is not None:
        return with_job(plan, known.model_copy(update={"params": params}))
    measured = job_in(plan, policy).name if method.judges_input(params) else "data"
    return with_measure(plan, method, params, measured, policy)


def _compared(job: Job) -> str | None:
    """The file that a job compares with the data; None where it measures what a job made."""
    params = params_of(job, RISK)
    return params.released if params is not None and job.input == "data" else None
