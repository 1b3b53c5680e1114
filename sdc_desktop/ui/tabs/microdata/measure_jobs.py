"""The jobs that only measure, beside the tab's own: what the officer told them, and how they enter the plan.

They measure what the tab's job makes (`risk`), or the data themselves (`ru_map`, `diversity_experiment`).
Until something is told they are not in the plan, and defaults hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sdc_desktop.engine.microdata.risk_spec import RiskParams
from sdc_desktop.engine.plan import BaseJob, DiversityExperimentJob, Job, Plan, RiskJob, RuMapJob
from sdc_desktop.engine.policy import Policy
from sdc_desktop.engine.policy_remedy import begun
from sdc_desktop.ui.questions.question import with_job
from sdc_desktop.ui.tabs.microdata.tab_job import job_in

_JOBS: Mapping[str, type[BaseJob]] = {
    "risk": RiskJob,
    "ru_map": RuMapJob,
    "diversity_experiment": DiversityExperimentJob,
}


def measure_job(plan: Plan, kind: str) -> Job | None:
    """The plan's first job of a kind, which the window is about."""
    found = (job for job in plan.jobs if job.kind == kind and _compared(job) is None)
    return next(found, None)


def compared_paths(plan: Plan) -> tuple[str, ...]:
    """The files made from the data that the plan compares with them, as they stand in the plan."""
    paths = map(_compared, plan.jobs)
    return tuple(path for path in paths if path is not None)


def with_comparison(plan: Plan, path: str) -> Plan:
    """The plan with a job that compares a file made from the data with them: the score."""
    job = RiskJob(name=_free_name(plan, "score"), kind="risk", input="data", params=RiskParams(released=path))
    return plan.model_copy(update={"jobs": (*plan.jobs, job)})


def params_of(plan: Plan, kind: str, default: Any, policy: Policy | None = None) -> Any:
    """What the plan says to that job, or a default, as the site policy has it."""
    job = measure_job(plan, kind)
    if job is not None:
        return job.params
    return None if default is None else begun(default, policy)


def with_params(plan: Plan, kind: str, params: Any, policy: Policy | None = None) -> Plan:
    """The plan with other params of the job of that kind, which is added where there is none: after the tab's
    job, whose records risk is measured of.
    """
    known = measure_job(plan, kind)
    if known is not None:
        return with_job(plan, known.model_copy(update={"params": params}))
    if kind == "risk":
        plan = with_job(plan, job_in(plan, policy))
    name = _free_name(plan, kind)
    measured = job_in(plan, policy).name if kind == "risk" else "data"
    new: Any = _JOBS[kind](name=name, input=measured, params=params)  # type: ignore[call-arg]
    return plan.model_copy(update={"jobs": (*plan.jobs, new)})


def _compared(job: Job) -> str | None:
    """The file that a job compares with the data; None where it measures what a job made."""
    return job.params.released if isinstance(job, RiskJob) and job.input == "data" else None


def _free_name(plan: Plan, first: str) -> str:
    taken, name, number = {job.name for job in plan.jobs}, first, 2
    while name in taken:
        name, number = f"{first}_{number}", number + 1
    return name
