"""A protection in steps: what the file is like after each of them, and the file of the last."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.reading import Style
from sdc_desktop.engine.data.spec import OutputSpec
from sdc_desktop.engine.methods.preparing.prepare import PREPARE
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.microdata.classes.changed_values import changed_values
from sdc_desktop.engine.microdata.classes.first_look import first_look
from sdc_desktop.engine.output.files import ReadFile
from sdc_desktop.engine.plan import Job, Plan, active_plan
from sdc_desktop.engine.policy.policy import Policy
from sdc_desktop.engine.runner import PlanResult, WrittenFile, evaluate_plan, write_job
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.verdict import Verdict


@dataclass(frozen=True)
class StepFigures:
    """What the file is like after a step: its records, those unique and those in classes below 3 as shown,
    the average of 1 / class size, and how many values differ from the original; None where that is not known:
    without key variables, and where records have no counterpart. ``values``: of the variables that both files
    have. ``name`` and ``kind`` are those of the job, empty for the file before the first step.
    """

    name: str
    kind: str
    records: int
    uniques: int | None
    below: int | None
    risk: float | None
    changed: int | None
    values: int


@dataclass(frozen=True)
class Trail:
    """The figures before the first step and after each; the verdict on the last step's file."""

    steps: tuple[StepFigures, ...]
    verdict: Verdict


def trail_of(
    plan: Plan, names: Sequence[str], base: Path, context: JobContext, held_to: Policy | None
) -> Trail:
    """Run the jobs of these names, which take each other's records, and measure each; no file is exported.

    Raises :class:`Refused` with the problems of plan or data.
    """
    steps, found = _evaluated(plan, names, base, context.within(0.0, 0.8), held_to)
    before = _before(steps, found).data
    figures = [_figures("", "", before, before, False, context)]
    redrawn = False
    for place, job in enumerate(steps):
        part = context.within(0.8 + 0.2 * place / len(steps), 0.8 + 0.2 * (place + 1) / len(steps))
        redrawn = redrawn or method_of(job.kind).synthetic
        after = found.released[job.name].data
        figures.append(_figures(job.name, job.kind, before, after, redrawn, part))
    last = next(job for job in found.jobs if job.name == steps[-1].name)
    return Trail(tuple(figures), last.verdict)


def write_last(
    plan: Plan,
    names: Sequence[str],
    base: Path,
    target: Path,
    style: Style,
    read: Sequence[ReadFile],
    context: JobContext,
    held_to: Policy | None,
) -> WrittenFile:
    """Export the file of the last of these jobs, as a run of the plan does. Raises :class:`Refused`."""
    steps, found = _evaluated(plan, names, base, context.within(0.0, 0.6), held_to)
    source = found.released.get(steps[-1].input, found.opened.source)
    assert source is not None
    inputs = [base / path for path in found.opened.inputs]
    return write_job(steps[-1], source, style, target, inputs, context.within(0.6, 1.0), read)


def _evaluated(
    plan: Plan, names: Sequence[str], base: Path, context: JobContext, held_to: Policy | None
) -> tuple[tuple[Job, ...], PlanResult]:
    """The steps and what they give in a plan of their own with its preparation; the last has a file."""
    active = active_plan(plan)
    steps = [active.job(name) for name in names]
    output = steps[-1].output or OutputSpec(path=f"{names[-1]}.csv")
    steps[-1] = steps[-1].model_copy(update={"output": output})
    prepared = [job for job in active.jobs if job.kind == PREPARE.kind]
    report = plan.report.model_copy(update={"products": None})
    alone = active.model_copy(update={"jobs": (*prepared, *steps), "report": report})
    return tuple(steps), evaluate_plan(alone, base, context, held_to=held_to)


def _before(steps: Sequence[Job], found: PlanResult) -> Source:
    source = found.released.get(steps[0].input, found.opened.source)
    assert source is not None
    return source


def _figures(
    name: str, kind: str, before: Microdata, data: Microdata, redrawn: bool, context: JobContext
) -> StepFigures:
    keys = [variable.name for variable in data.with_role("key")]
    look = first_look(data, keys, (), context) if keys and data.records else None
    names = [v.name for v in data.variables if v.name in before.names and v.role != "direct_identifier"]
    known = data.records == before.records and not redrawn
    changed = sum(changed_values(before, data, names, context).values()) if known else None
    return StepFigures(
        name,
        kind,
        data.records,
        None if look is None else look.uniques,
        None if look is None else look.below[1].records,
        None if look is None else look.classes / look.records,
        changed,
        len(names) * data.records,
    )
