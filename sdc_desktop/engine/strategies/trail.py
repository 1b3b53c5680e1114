"""A protection in steps: what the file is like after each of them, and the file of the last.

What the steps left can be given again when one of them is changed: only it and those after it are run then.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import Integers
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.reading import Opened
from sdc_desktop.engine.data.spec import Known, OutputSpec
from sdc_desktop.engine.methods.preparing.prepare import PREPARE
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.microdata.classes.compared_records import ComparedRecords, compared_records
from sdc_desktop.engine.microdata.classes.first_look import first_look
from sdc_desktop.engine.microdata.classes.key_classes import common_codes
from sdc_desktop.engine.microdata.classes.matching_values import MissingRule
from sdc_desktop.engine.plan import Job, Plan, active_plan
from sdc_desktop.engine.plan_result import PlanResult
from sdc_desktop.engine.plan_rules import SMALL, size_of
from sdc_desktop.engine.policy.policy import Policy
from sdc_desktop.engine.problems import Problem, Refused, refuse_errors
from sdc_desktop.engine.runner import JobData, OpenedPlan, evaluate_plan
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.spec import NEVER_RELEASED
from sdc_desktop.engine.verdict import Verdict

_T = TypeVar("_T")


@dataclass(frozen=True)
class StepFigures:
    """What the file is like after a step, by the plan's rules for missing values and class sizes. Its
    records, those unique and those in classes below ``k`` as shown, the average of 1 / class size, and the
    number of their values that differ from the original; None where that is not known: without key
    variables, and where records have no counterpart. ``values``: of the variables that both files have; of
    ``persons`` where some have several records, for an intruder with ``known`` records of each.
    ``by_size``: as of :class:`~sdc_desktop.engine.microdata.recoding.Anonymity`; ``due``: by key variable
    the unique ones that are so only with it. ``name`` and ``kind`` are the job's, empty for the file
    before the first step.
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
    by_size: tuple[int, ...] = ()
    due: Mapping[str, int] = field(default_factory=dict)
    k: int = SMALL
    missing: MissingRule = "none"  # the rule by which classes were counted
    off: bool = False  # the step is switched off, and the figures are those before it

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

    def with_earlier(self, earlier: "Left", most: int) -> "Left":
        """This, and of an earlier trail what it no longer has, the newest ``most`` of each kind."""
        made = _with_newest(self.made, earlier.made, most)
        return Left(made, _with_newest(self.figures, earlier.figures, most))


@dataclass(frozen=True)
class Trail:
    """The figures before the first step and after each; the verdict on the last step's file, None where there
    is none. A step that is switched off has the figures of the step before it. ``failed``: the step that is
    refused, with its ``problems``; the trail ends before it.

    ``left``: for the next trail; ``before`` and ``made``: the records before the first of the ``jobs``, and
    what each left, None for those switched off.
    """

    steps: tuple[StepFigures, ...]
    verdict: Verdict | None
    jobs: tuple[Job, ...] = field(default=(), repr=False, compare=False)
    before: Source | None = field(default=None, repr=False, compare=False)
    made: tuple[JobData | None, ...] = field(default=(), repr=False, compare=False)
    left: Left = field(default_factory=Left, repr=False, compare=False)
    failed: str | None = None
    problems: tuple[Problem, ...] = ()

    def read_by(self, name: str) -> Source | None:
        """The records and hierarchies that a step reads; None where a step before it is refused."""
        names = [job.name for job in self.jobs]
        if name not in names and name != self.failed:
            return None
        return self.after(names.index(name) if name in names else len(names))

    def after(self, steps: int) -> Source:
        """The records and hierarchies that the first ``steps`` of the jobs left."""
        assert self.before is not None
        sources = [done.source for done in self.made[:steps] if done is not None and done.source is not None]
        return sources[-1] if sources else self.before


def trail_of(
    plan: Plan,
    names: Sequence[str],
    base: Path,
    context: JobContext,
    held_to: Policy | None,
    *,
    read: Opened | None = None,
    left: Left | None = None,
    judged: bool = True,
    kept: dict[str, JobData] | None = None,
) -> Trail:
    """Run the jobs of these names, which take each other's records, and measure each; no file is exported.
    ``read``: the plan's file where it has been opened already; ``left``: of an earlier trail; ``judged``:
    whether the last file is judged; ``kept`` takes what the jobs left, also before a refusal.

    Raises :class:`Refused` with the problems of plan or data.
    """
    left = left or Left()
    jobs = tuple(plan.job(name) for name in names)
    steps, found = _evaluated(
        plan, names, base, context.within(0.0, 0.8), held_to, read, left, judged=judged, kept=kept
    )
    keys, rules = _keys(found.opened, context), (plan.missing_rule, size_of(plan))
    source = _before(jobs, steps, found)
    before, figures = source.data, dict[str, StepFigures]()
    given = before
    origin: Integers | None = _all_of(before)
    first = _digest(keys[_first_input(jobs, found)], *rules)
    shown = [left.figures.get(first) or _figures("", "", before, before, origin, rules, context)]
    figures[first] = shown[0]
    for place, job in enumerate(jobs):
        part = context.within(0.8 + 0.2 * place / len(jobs), 0.8 + 0.2 * (place + 1) / len(jobs))
        if job.off:
            shown.append(replace(shown[-1], name=job.name, kind=job.kind, off=True))
            continue
        after, key = _made(found, job), _digest(keys[job.name], *rules)
        origin = None if origin is None else _origin_after(job, origin, found.made[job.name], given, after)
        given, known = after, left.figures.get(key)
        figures[key] = known or _figures(job.name, job.kind, before, after, origin, rules, part)
        shown.append(figures[key])
    last = next((job for job in found.jobs if steps and job.name == steps[-1].name), None)
    made = {keys[name]: replace(done, counted=None) for name, done in found.made.items()}
    return Trail(
        tuple(shown),
        last.verdict if last is not None and judged else None,
        jobs,
        source,
        tuple(found.made.get(job.name) for job in jobs),
        Left(made, figures),
    )


def trail_as_far(
    plan: Plan,
    names: Sequence[str],
    base: Path,
    context: JobContext,
    held_to: Policy | None,
    *,
    read: Opened | None = None,
    left: Left | None = None,
) -> Trail:
    """As :func:`trail_of`; where a step is refused, the trail up to it, with its name and its problems. The
    steps before it are run once. Raises :class:`Refused` where the records before the first step are.
    """
    made, figures = dict((left or Left()).made), dict((left or Left()).figures)

    def first(number: int, *, judged: bool) -> Trail:
        known = Left(dict(made), dict(figures))
        chosen = names[:number]
        found = trail_of(
            plan, chosen, base, context, held_to, read=read, left=known, judged=judged, kept=made
        )
        figures.update(found.left.figures)
        return found

    try:
        return first(len(names), judged=True)
    except Refused:
        found = first(0, judged=False)
    for place, name in enumerate(names):
        try:
            found = first(place + 1, judged=place == len(names) - 1)
        except Refused as refusal:
            return replace(found, failed=name, problems=tuple(refusal.problems))
    return found


def compared_after(
    trail: Trail, steps: int, context: JobContext, *, since: int = 0
) -> ComparedRecords | None:
    """The records after the first `since` steps, by default the original ones, beside those that the first
    `steps` left; None where these have no counterpart: synthetic ones. `since` is one less than `steps` for
    the step before. Raises :class:`Refused` where the records are beyond memory.
    """
    given, first = trail.after(since).data, trail.steps[0]
    rules = first.missing, first.k
    return _compared(given, trail.jobs[since:steps], trail.made[since:steps], rules, context)


def origin_after(trail: Trail, steps: int) -> Integers | None:
    """The numbers (records,) of the records before the first step that those which the first `steps` left
    were made of; None where they have no counterpart, or beyond memory none that is known.
    """
    return _origin_of(trail.after(0).data, trail.jobs[:steps], trail.made[:steps])[0]


def _origin_of(
    original: Microdata, jobs: Sequence[Job], made: Sequence[JobData | None]
) -> tuple[Integers | None, Microdata]:
    """The origin of the last records, and these; those without any origin end it. ``made``: what each of the
    jobs left, None for one that is switched off.
    """
    origin, released = _all_of(original), original
    for job, done in zip(jobs, made, strict=False):
        if done is None:
            continue
        assert done.source is not None
        given, released = released, done.source.data
        found = _origin_after(job, origin, done, given, released)
        if found is None:
            return None, released
        origin = found
    return origin, released


def _compared(
    original: Microdata,
    jobs: Sequence[Job],
    made: Sequence[JobData | None],
    rules: tuple[MissingRule, int],
    context: JobContext,
) -> ComparedRecords | None:
    origin, released = _origin_of(original, jobs, made)
    refuse_errors(() if origin is not None else released.relation.by_record_problems())
    return None if origin is None else compared_records(original, released, origin, context, *rules)


def _all_of(data: Microdata) -> Integers:
    """The numbers of all records."""
    return np.arange(data.records, dtype=np.int64)


def _origin_after(
    job: Job, origin: Integers, done: JobData, given: Microdata, released: Microdata
) -> Integers | None:
    """The numbers (released records,) of the original records that those which a job left were made of;
    ``origin``: of those given. None where these have no counterpart, or beyond memory none that is known.
    """
    if method_of(job.kind).synthetic:
        return None
    if released.records == len(origin):
        return origin
    left = _left(done, given, released)
    return None if left is None else origin[left]


def _left(done: JobData, given: Microdata, released: Microdata) -> Integers | None:
    """The numbers (released records,) of the records given that a job left; None where they are not known."""
    kept: Integers | None = getattr(done.result, "kept", None) if done.kept is None else done.kept
    if kept is not None:
        return kept
    before, after = given.relation.places, released.relation.places  # whole persons are picked from the root
    if after is None or before is None:
        return after
    order = np.argsort(before)
    return np.asarray(order[np.searchsorted(before[order], after)], dtype=np.int64)


def _evaluated(
    plan: Plan,
    names: Sequence[str],
    base: Path,
    context: JobContext,
    held_to: Policy | None,
    read: Opened | None,
    left: Left,
    *,
    judged: bool = True,
    kept: dict[str, JobData] | None = None,
) -> tuple[tuple[Job, ...], PlanResult]:
    """The steps that are not switched off, and what they give in a plan of their own with its preparation;
    the last has a file, if it is `judged`. ``kept`` takes what the jobs left, also before a refusal.
    """
    active = active_plan(plan)
    steps = [active.job(name) for name in names if not plan.job(name).off]
    if steps and judged:
        output = steps[-1].output or OutputSpec(path=f"{steps[-1].name}.csv")
        steps[-1] = steps[-1].model_copy(update={"output": output})
    elif steps:
        steps[-1] = steps[-1].model_copy(update={"output": None, "no_file": True})
    prepared = [job for job in active.jobs if job.kind == PREPARE.kind]
    report = plan.report.model_copy(update={"products": None})
    jobs = (*prepared, *steps)
    alone = active.model_copy(update={"jobs": jobs, "report": report, "missing": plan.missing_rule})

    keys: dict[str, str] = {}
    done: dict[str, JobData] = {}

    def earlier(opened: OpenedPlan) -> dict[str, JobData]:
        keys.update(_keys(opened, context))
        done.update({name: left.made[key] for name, key in keys.items() if key in left.made})
        return done

    handed_on = () if judged else [job.name for job in jobs[-1:]]
    try:
        found = evaluate_plan(
            alone, base, context, held_to=held_to, read=read, earlier=earlier, handed_on=handed_on
        )
    finally:
        if kept is not None:
            kept.update({keys[name]: replace(one, counted=None) for name, one in done.items()})
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


def _with_newest(now: Mapping[str, _T], earlier: Mapping[str, _T], most: int) -> Mapping[str, _T]:
    only = [key for key in earlier if key not in now]
    return {key: earlier[key] for key in only[-most:]} | dict(now)


def _digest(*parts: object) -> str:
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode("utf-8")).hexdigest()


def _first_input(jobs: Sequence[Job], found: PlanResult) -> str:
    """The job whose records the first step reads, switched off or not, else `data`: the last that prepares
    them.
    """
    prepared = [job.name for job in found.opened.plan.jobs if job.kind == PREPARE.kind]
    given = jobs[0].input if jobs else (prepared[-1] if prepared else "data")
    return given if given in prepared else "data"


def _before(jobs: Sequence[Job], steps: Sequence[Job], found: PlanResult) -> Source:
    made = found.made.get(steps[0].input if steps else _first_input(jobs, found))
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
    origin: Integers | None,
    rules: tuple[MissingRule, int],
    context: JobContext,
) -> StepFigures:
    """``origin``: the numbers (records,) of the records before that these were made of; None: of none."""
    rule, k = rules
    keys = [variable.name for variable in data.with_role("key")]
    look = first_look(data, keys, (), context, rule, k) if keys and data.records else None
    names = [v.name for v in data.variables if v.name in before.names and v.role not in NEVER_RELEASED]
    changed = None if origin is None else _changed_values(before, data, origin, names, context)
    return StepFigures(
        name,
        kind,
        data.records,
        None if look is None else look.uniques,
        None if look is None else look.in_classes_below(k),
        None if look is None else look.risk,
        changed,
        len(names) * data.records,
        None if look is None else look.persons,
        None if look is None else look.known,
        () if look is None else look.by_size,
        {} if look is None else {one.variable: one.adds for one in look.contributions},
        k,
        rule,
    )


def _changed_values(
    original: Microdata, released: Microdata, origin: Integers, names: Sequence[str], context: JobContext
) -> int:
    """How many values of released records are another text than in the original ones that they were made of,
    whose numbers are ``origin`` (released records,).
    """
    found = 0
    for name in names:
        context.checkpoint()
        own, shown = common_codes(original, released, name, context)
        found += int(np.count_nonzero(own[origin] != shown))
    return found
