"""What leaves before anything is protected: the verdict on the original file, and its rules."""

from dataclasses import dataclass
from pathlib import Path

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.reading import Opened
from sdc_desktop.engine.data.spec import OutputSpec
from sdc_desktop.engine.methods.preparing.prepare import PREPARE
from sdc_desktop.engine.methods.recoding.recode import RECODE, RecodeParams
from sdc_desktop.engine.plan import JOB_CLASSES, Job, Plan, active_plan
from sdc_desktop.engine.policy.policy import Policy
from sdc_desktop.engine.rules.found import RuleFound
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.engine.spec import NEVER_RELEASED
from sdc_desktop.engine.verdict import Verdict

NAME = "as_read"  # of the job that changes nothing


@dataclass(frozen=True)
class AsRead:
    """The verdict on a file that no step has changed, and what the policy's rules find on it."""

    verdict: Verdict
    rules: tuple[RuleFound, ...] = ()


def as_read(
    plan: Plan, base: Path, context: JobContext, held_to: Policy | None, *, read: Opened
) -> AsRead | None:
    """The verdict on the plan's file, prepared as the plan prepares it, with no value recoded and in its own
    order; None where no variable could leave. ``read``: the opened file.

    Raises :class:`Refused` with the problems of plan or data, Cancelled.
    """
    names = [one.name for one in read.data.variables if one.role not in NEVER_RELEASED]
    if not names or read.counted is not None:
        return None
    prepared = tuple(job for job in active_plan(plan).jobs if job.kind == PREPARE.kind)
    keys = read.data.with_role("key")
    unchanged = _unchanged({} if keys else {names[0]: 0}, prepared)
    report = plan.report.model_copy(update={"products": None})
    alone = plan.model_copy(
        update={"jobs": (*prepared, unchanged), "report": report, "missing": plan.missing_rule}
    )
    last = evaluate_plan(alone, base, context, held_to=held_to, read=read).jobs[-1]
    return AsRead(last.verdict, last.rules)


def _unchanged(levels: dict[str, int], prepared: tuple[Job, ...]) -> Job:
    """A job that releases each value unchanged."""
    before = prepared[-1].name if prepared else "data"
    output = OutputSpec(path=f"{NAME}.csv", order="as_is")
    params = RecodeParams(levels=levels)
    made: Job = JOB_CLASSES[RECODE.kind](name=NAME, input=before, params=params, output=output)
    return made
