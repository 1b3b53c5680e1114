"""The one job of a plan that the tab Output checking is about, and what a checker changes of it. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sdc_desktop.engine.methods.outputs.output_check import (
    OUTPUT_CHECK,
    DecisionSpec,
    ExceptionSpec,
    OutputCheckParams,
)
from sdc_desktop.engine.plan import JOB_CLASSES, MethodJob, Plan, is_job_of
from sdc_desktop.engine.policy.policy import Policy
from sdc_desktop.engine.policy.remedy import begun
from sdc_desktop.engine.submission.spec import CorrectionSpec

OutputJob = MethodJob[OutputCheckParams]


def tab_job(plan: Plan) -> OutputJob | None:
    """The first output check of a plan."""
    return next((job for job in plan.jobs if is_job_of(job, OUTPUT_CHECK)), None)


def with_job_of(plan: Plan, params: OutputCheckParams) -> Plan:
    """The plan with the tab's job having these params, at its place or at the end."""
    old = tab_job(plan)
    if old is not None:
        job = old.model_copy(update={"params": params})
        return plan.model_copy(update={"jobs": tuple(job if one is old else one for one in plan.jobs)})
    taken = {job.name for job in plan.jobs}
    stem, number = "output check", 2
    name = stem
    while name in taken:
        name, number = f"{stem} {number}", number + 1
    made: OutputJob = JOB_CLASSES[OUTPUT_CHECK.kind](name=name, params=params)
    return plan.model_copy(update={"jobs": (*plan.jobs, made)})


def with_outputs(
    params: OutputCheckParams | None, paths: Sequence[str], policy: Policy | None = None
) -> OutputCheckParams:
    """The params with further outputs; those of a new job are as the site policy has them."""
    if params is None:
        return begun(OutputCheckParams(outputs=tuple(paths)), policy)
    return params.model_copy(update={"outputs": tuple(dict.fromkeys((*params.outputs, *paths)))})


def with_decisions(
    params: OutputCheckParams, made: Sequence[DecisionSpec], dropped: Iterable[str] = ()
) -> OutputCheckParams:
    """The params with these decisions instead of those on the same items, and without those ``dropped``.
    Another decision lapses an approval that the plan has.
    """
    gone = {one.table for one in made} | set(dropped)
    kept = tuple(one for one in params.decisions if one.table not in gone)
    return params.model_copy(update={"decisions": (*kept, *made), "approval": None})


def decision(
    item: str, verdict: str, reason: str, by: str, excepted: Mapping[str, tuple[str, ...]] | None = None
) -> DecisionSpec:
    """A decision; ``excepted``: the findings that a release is an exception to, whose reason this is then."""
    exception = None
    if excepted:
        exception = ExceptionSpec(reason=reason, findings=dict(excepted))
        reason = ""
    fields: dict[str, Any] = {"table": item, "verdict": verdict, "reason": reason, "by": by}
    return DecisionSpec.model_validate(fields | {"exception": exception})


def with_correction(
    params: OutputCheckParams,
    known: Callable[[CorrectionSpec], bool],
    first: CorrectionSpec,
    fields: Mapping[str, object],
) -> OutputCheckParams:
    """The params with a table corrected: the correction that is ``known`` to be its own with these fields
    changed, or ``first`` with them. Fields that are mappings are joined to what they were.
    """
    old = next((one for one in params.tables if known(one)), first)
    given = old.model_dump(by_alias=True)
    for key, entry in fields.items():
        given[key] = {**given[key], **entry} if isinstance(entry, Mapping) else entry
    made = CorrectionSpec.model_validate(given)
    others = tuple(one for one in params.tables if not known(one))
    return params.model_copy(update={"tables": (*others, made)})


def without_correction(
    params: OutputCheckParams, known: Callable[[CorrectionSpec], bool]
) -> OutputCheckParams:
    """The params without the correction of a table."""
    return params.model_copy(update={"tables": tuple(one for one in params.tables if not known(one))})
