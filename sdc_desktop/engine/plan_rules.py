"""The rules that a plan states once: the minimum class size, and what a missing value matches."""

from sdc_desktop.engine.plan import Job, Plan
from sdc_desktop.engine.spec import Spec

SMALL = 3  # the class size that figures are about where a plan has none


def sizes_in(plan: Plan) -> tuple[int, ...]:
    """The minimum class sizes of the plan and of the jobs that have one, ascending, each once."""
    own = [plan.k] if plan.k is not None else []
    found = [getattr(job.params, key) for job in _active(plan) for key in _inheriting(job.params, "k")]
    return tuple(sorted({*own, *(size for size in found if size is not None)}))


def size_of(plan: Plan) -> int:
    """The class size that figures of the plan are about: the greatest that it has, else ``SMALL``."""
    return max(sizes_in(plan), default=SMALL)


def missing_in(plan: Plan) -> tuple[str | float, ...]:
    """The rules for missing values of the plan and of the jobs that have one, each once."""
    found: list[str | float] = [plan.missing_rule]
    for job in _active(plan):
        found += [getattr(job.params, key) for key in _inheriting(job.params, "missing")]
    return tuple(dict.fromkeys(found))


def with_rule(plan: Plan, rule: str, value: int | float | str) -> Plan:
    """The plan with another ``k`` or ``missing``, also in the jobs that have one of their own."""
    jobs = tuple(_with(job, rule, value) for job in plan.jobs)
    return plan.model_copy(update={rule: value, "jobs": jobs})


def _active(plan: Plan) -> list[Job]:
    return [job for job in plan.jobs if not job.off]


def _inheriting(params: Spec, rule: str) -> list[str]:
    return [key for key, one in getattr(params, "settings", {}).items() if one.inherits == rule]


def _with(job: Job, rule: str, value: int | float | str) -> Job:
    keys = _inheriting(job.params, rule)
    if not keys:
        return job
    return job.model_copy(update={"params": job.params.model_copy(update=dict.fromkeys(keys, value))})
