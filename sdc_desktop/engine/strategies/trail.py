"""A protection in steps: what the file is like after each of them, and the file of the last.

What the steps left can be given again when one of them is changed: only it and those after it are run then.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import Integers
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.reading import Opened, Style
from sdc_desktop.engine.data.sampled import refuse_sampled
from sdc_desktop.engine.data.spec import Known, OutputSpec
from sdc_desktop.engine.methods.preparing.prepare import PREPARE
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.microdata.classes.compared_records import ComparedRecords, compared_records
from sdc_desktop.engine.microdata.classes.first_look import first_look
from sdc_desktop.engine.microdata.classes.key_classes import common_codes
from sdc_desktop.engine.microdata.classes.matching_values import MissingRule
from sdc_desktop.engine.output.files import ReadFile
from sdc_desktop.engine.plan import Job, Plan, active_plan
from sdc_desktop.engine.plan_result import PlanResult
from sdc_desktop.engine.policy.policy import Policy
from sdc_desktop.engine.runner import JobData, OpenedPlan, WrittenFile, evaluate_plan
from sdc_desktop.engine.running.writing import write_made
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.spec import NEVER_RELEASED
from sdc_desktop.engine.verdict import Verdict


@dataclass(frozen=True)
class StepFigures:
    """What the file is like after a step, by the plan's rule for missing values. Its records, those unique
    and those in classes below 3 as shown, the average of 1 / class size, and the number of values that differ
    from the original; None where that is not known: without key variables, and where records have no
    counterpart. ``values``: of the variables that both files have; of ``persons`` where some have several
    records, for an intruder with ``known`` records of each. ``name`` and ``kind`` are the job's, empty for
    the file before the first step.
    """

    name: str
    kind: str
    records: int
    uniques: int | None
    below: int | None
    risk: float | None
    changed: int | None
    values: int
    persons: int | None = None
    known: Known | None = None

    @property
    def units(self) -> int:
        """The persons; records where each is of a person of its own."""
        return self.records if self.persons is None else self.persons


@dataclass(frozen=True)
class Left:
    """What was found in a trail, by a key of all that it depends on: the records and results that jobs left,
    and the figures of files.
    """

    made: Mapping[str, JobData] = field(default_factory=dict)
    figures: Mapping[str, StepFigures] = field(default_factory=dict)


@dataclass(frozen=True)
class Trail:
    """The figures before the first step and after each; the verdict on the last step's file. ``left``: for
    the next trail; ``before`` and ``made``: the records before the first of the ``jobs``, and what each left.
    """

    steps: tuple[StepFigures, ...]
    verdict: Verdict
    jobs: tuple[Job, ...] = field(default=(), repr=False, compare=False)
    before: Source | None = field(default=None, repr=False, compare=False)
    made: tuple[JobData, ...] = field(default=(), repr=False, compare=False)
    left: Left = field(default_factory=Left, repr=False, compare=False)


def trail_of(
    plan: Plan,
    names: Sequence[str],
    base: Path,
    context: JobContext,
    held_to: Policy | None,
    *,
    read: Opened | None = None,
    left: Left | None = None,
) -> Trail:
    """Run the jobs of these names, which take each other's records, and measure each; no file is exported.
    ``read``: the plan's file where it has been opened already; ``left``: of an earlier trail.

    Raises :class:`Refused` with the problems of plan or data.
    """
    left = left or Left()
    steps, found = _evaluated(plan, names, base, context.within(0.0, 0.8), held_to, read, left)
    keys, rule = _keys(found.opened, context), plan.missing_rule
    source = _before(steps, found)
    before, figures = source.data, dict[str, StepFigures]()
    first = _digest(keys[steps[0].input], rule)
    figures[first] = left.figures.get(first) or _figures("", "", before, before, False, rule, context)
    redrawn = False
    for place, job in enumerate(steps):
        part = context.within(0.8 + 0.2 * place / len(steps), 0.8 + 0.2 * (place + 1) / len(steps))
        redrawn = redrawn or method_of(job.kind).synthetic
        after, key = _made(found, job), _digest(keys[job.name], rule)
        known = left.figures.get(key)
        figures[key] = known or _figures(job.name, job.kind, before, after, redrawn, rule, part)
    last = next(job for job in found.jobs if job.name == steps[-1].name)
    made = {keys[name]: replace(done, counted=None) for name, done in found.made.items()}
    shown = tuple(found.made[job.name] for job in steps)
    return Trail(tuple(figures.values()), last.verdict, steps, source, shown, Left(made, figures))


def compared_after(trail: Trail, steps: int, context: JobContext) -> ComparedRecords | None:
    """The records before the first step beside those that the first `steps` of them left; None where these
    have no counterpart: synthetic ones. Raises :class:`Refused` where the records are beyond memory.
    """
    assert trail.before is not None
    return _compared(trail.before.data, trail.jobs[:steps], trail.made, context)


def compared_of(
    plan: Plan,
    names: Sequence[str],
    base: Path,
    context: JobContext,
    held_to: Policy | None,
    read: Opened | None = None,
) -> ComparedRecords | None:
    """The records before and after the jobs of these names, which run without measurement.

    None where they have no counterpart: synthetic ones.
    """
    steps, found = _evaluated(plan, names, base, context.within(0.0, 0.6), held_to, read, Left())
    made = [found.made[job.name] for job in steps]
    return _compared(_before(steps, found).data, steps, made, context.within(0.6, 1.0))


def _compared(
    original: Microdata, jobs: Sequence[Job], made: Sequence[JobData], context: JobContext
) -> ComparedRecords | None:
    origin, released = np.arange(original.records), original
    for job, done in zip(jobs, made, strict=False):
        assert done.source is not None
        given, released = released, done.source.data
        if method_of(job.kind).synthetic:
            return None
        if released.records != len(origin):
            origin = origin[_left(done, given, released)]
    return compared_records(original, released, origin, context)


def _left(done: JobData, given: Microdata, released: Microdata) -> Integers:
    """The numbers (released records,) of the records given that a job left."""
    kept: Integers | None = getattr(done.result, "kept", None) if done.kept is None else done.kept
    if kept is not None:
        return kept
    before, after = given.relation.places, released.relation.places  # whole persons are picked from the root
    assert after is not None
    if before is None:
        return after
    order = np.argsort(before)
    return np.asarray(order[np.searchsorted(before[order], after)], dtype=np.int64)


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
    steps, found = _evaluated(plan, names, base, context.within(0.0, 0.6), held_to, None, Left())
    refuse_sampled(found.opened.notes, plan.data.path if plan.data is not None else "")
    inputs = [base / path for path in found.opened.inputs]
    made = _made(found, steps[-1])
    return write_made(steps[-1], made, style, target, inputs, context.within(0.6, 1.0), read)


def _evaluated(
    plan: Plan,
    names: Sequence[str],
    base: Path,
    context: JobContext,
    held_to: Policy | None,
    read: Opened | None,
    left: Left,
) -> tuple[tuple[Job, ...], PlanResult]:
    """The steps and what they give in a plan of their own with its preparation; the last has a file."""
    active = active_plan(plan)
    steps = [active.job(name) for name in names]
    output = steps[-1].output or OutputSpec(path=f"{names[-1]}.csv")
    steps[-1] = steps[-1].model_copy(update={"output": output})
    prepared = [job for job in active.jobs if job.kind == PREPARE.kind]
    report = plan.report.model_copy(update={"products": None})
    jobs = (*prepared, *steps)
    alone = active.model_copy(update={"jobs": jobs, "report": report, "missing": plan.missing_rule})

    def earlier(opened: OpenedPlan) -> Mapping[str, JobData]:
        keys = _keys(opened, context)
        return {name: left.made[key] for name, key in keys.items() if key in left.made}

    found = evaluate_plan(alone, base, context, held_to=held_to, read=read, earlier=earlier)
    return tuple(steps), found


def _keys(opened: OpenedPlan, context: JobContext) -> dict[str, str]:
    """By job a key of all that its records and result depend on: the files read, what is declared of the
    data, its settings and secrets, and those of the jobs before it. Its output is not among them.
    """
    plan = opened.plan
    secrets = plan.own_secrets.over(context.secrets)
    data = None if plan.data is None else plan.data.model_dump(mode="json")
    keys = {"data": _digest(data, dict(opened.inputs), id(opened.source.data.relation))}
    for job in plan.jobs:
        own = job.model_dump(mode="json", exclude={"input", "output", "no_file", "off"})
        keys[job.name] = _digest(keys[job.input], own, secrets.mark(job.name))
    return keys


def _digest(*parts: object) -> str:
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode("utf-8")).hexdigest()


def _before(steps: Sequence[Job], found: PlanResult) -> Source:
    made = found.made.get(steps[0].input)
    source = found.opened.source if made is None else made.source
    assert source is not None
    return source


def _made(found: PlanResult, job: Job) -> Microdata:
    source = found.made[job.name].source
    assert source is not None
    return source.data


def _figures(
    name: str,
    kind: str,
    before: Microdata,
    data: Microdata,
    redrawn: bool,
    rule: MissingRule,
    context: JobContext,
) -> StepFigures:
    keys = [variable.name for variable in data.with_role("key")]
    look = first_look(data, keys, (), context, rule) if keys and data.records else None
    names = [v.name for v in data.variables if v.name in before.names and v.role not in NEVER_RELEASED]
    known = data.records == before.records and not redrawn
    changed = sum(_changed_values(before, data, names, context).values()) if known else None
    return StepFigures(
        name,
        kind,
        data.records,
        None if look is None else look.uniques,
        None if look is None else look.below[1].units,
        None if look is None else look.risk,
        changed,
        len(names) * data.records,
        None if look is None else look.persons,
        None if look is None else look.known,
    )


def _changed_values(
    original: Microdata, released: Microdata, names: Sequence[str], context: JobContext
) -> dict[str, int]:
    """By variable how many records show another text; of a file with the same records in the same order."""
    return {
        name: int(np.count_nonzero(_changed_records(original, released, name, context))) for name in names
    }


def _changed_records(
    original: Microdata, released: Microdata, name: str, context: JobContext
) -> npt.NDArray[np.bool_]:
    """Of one variable which records show another text, (records,)."""
    context.checkpoint()
    own, shown = common_codes(original, released, name, context)
    return np.asarray(own != shown)
