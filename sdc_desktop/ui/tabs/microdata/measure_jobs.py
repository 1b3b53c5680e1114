"""The jobs that only measure, beside the tab's own: what the officer told them, and how they enter the plan.

They measure what the tab's job makes (`risk`), or the data themselves (`ru_map`, `diversity_experiment`).
Until something is told they are not in the plan, and defaults hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sdc_desktop.engine.plan import BaseJob, DiversityExperimentJob, Job, Plan, RiskJob, RuMapJob
from sdc_desktop.ui.tabs.microdata.tab_job import job_in, with_job

_JOBS: Mapping[str, type[BaseJob]] = {
    "risk": RiskJob,
    "ru_map": RuMapJob,
    "diversity_experiment": DiversityExperimentJob,
}


def measure_job(plan: Plan, kind: str) -> Job | None:
    """The plan's first job of a kind, which the window is about."""
    return next((job for job in plan.jobs if job.kind == kind), None)


def params_of(plan: Plan, kind: str, default: Any) -> Any:
    """What the plan says to that job, or a default."""
    job = measure_job(plan, kind)
    return default if job is None else job.params


def with_params(plan: Plan, kind: str, params: Any) -> Plan:
    """The plan with other params of the job of that kind, which is added where there is none: after the tab's
    job, whose records risk is measured of.
    """
    known = measure_job(plan, kind)
    if known is not None:
        return with_job(plan, known.model_copy(update={"params": params}))
    if kind == "risk":
        plan = with_job(plan, job_in(plan))
    taken, name, number = {job.name for job in plan.jobs}, kind, 2
    while name in taken:
        name, number = f"{kind}_{number}", number + 1
    measured = job_in(plan).name if kind == "risk" else "data"
    new: Any = _JOBS[kind](name=name, input=measured, params=params)  # type: ignore[call-arg]
    return plan.model_copy(update={"jobs": (*plan.jobs, new)})
