"""Strategies on one map: several jobs on the same records, each carried through and measured in the same way.

Risk is the average re-identification risk, classes / records (Duncan, Keller-McNulty & Stokes 2001); utility
the share of the key variables' entropies that is left, each weighed by the user's points (Zielinski
2010). Both are of what is really released, so that recoding, generalisation, microaggregation and suppression
can be compared. Where released values may be false (post-randomisation, swapping, noise) neither figure means
anything: such jobs are not for this map.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.information.distribution import entropy
from sdc_desktop.engine.methods import grouping, recoding, suppression
from sdc_desktop.engine.methods.experiments.ru_map.engine import weights_of_points
from sdc_desktop.engine.methods.preparing.prepare import PREPARE
from sdc_desktop.engine.methods.recoding.anopi import ANOPI
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.microdata.recoding import anonymity_of_sizes
from sdc_desktop.engine.plan import Job, Plan, params_of
from sdc_desktop.engine.problems import Place, Problem, Refused, error
from sdc_desktop.engine.runner import open_plan, run_job
from sdc_desktop.engine.running.links import chosen_jobs
from sdc_desktop.engine.source import Source

COMPARABLE = frozenset(
    method.kind for family in (recoding, grouping, suppression) for method in family.METHODS
)


@dataclass(frozen=True)
class Measured:
    """A released file: risk, utility (0 to 1), the smallest class, records alone in theirs; persons where
    some have several records, then ``persons`` in all.
    """

    risk: float
    utility: float
    smallest: int
    uniques: int
    persons: int | None = None


@dataclass(frozen=True)
class Strategy:
    """A job by a name, and its place on the map; None and the problems where it was refused."""

    name: str
    job: Job | None  # None: the records as they are
    place: Measured | None
    problems: tuple[Problem, ...] = ()


def measured(
    original: Microdata,
    released: Microdata,
    names: Sequence[str],
    user_points: Mapping[str, float] | None,
    context: JobContext,
) -> Measured:
    """Where a released file lies; the files have at least one record each."""
    own = {name: _entropy(original, name, context) for name in names}
    weights = weights_of_points(user_points, own)
    kept = {name: _entropy(released, name, context) / (own[name] or 1.0) for name in names}
    keys = released.counts(names, context)
    found = anonymity_of_sizes(keys.frequencies, keys.members)
    return Measured(
        risk=found.average,
        utility=sum(weights[name] * min(kept[name], 1.0) for name in names),
        smallest=found.k,
        uniques=found.uniques,
        persons=found.persons,
    )


def compared(
    jobs: Sequence[tuple[str, Job | None]],
    source: Source,
    names: Sequence[str],
    user_points: Mapping[str, float] | None,
    context: JobContext,
) -> tuple[Strategy, ...]:
    """Every job carried through and measured on the variables named. What is refused says why. Raises
    Cancelled.
    """
    found = []
    for place, (name, job) in enumerate(jobs):
        part = context.within(place / len(jobs), (place + 1) / len(jobs))
        try:
            released = source.data if job is None else _released(job, source, part)
            found.append(Strategy(name, job, measured(source.data, released, names, user_points, part)))
        except Refused as refusal:
            found.append(Strategy(name, job, None, refusal.problems))
    return tuple(found)


def _unseen(found: object) -> None:
    """What is compared so far, where no one looks."""


def compared_plans(
    plans: Sequence[tuple[str, Plan]],
    base: Path,
    context: JobContext,
    each: Callable[[tuple[Strategy, ...]], None] = _unseen,
) -> tuple[Strategy, ...]:
    """Whole plans by their names: the original data, then what each plan makes of them, measured equally.

    All are measured on the key variables of the first plan, weighed by its points: those of
    the records that its protection begins with, where it prepares them first. Utility is the share of what is
    in these records, for all plans on the same file. Data that several plans read and prepare in the same way
    are made once. What is refused says why. ``each`` gets what is compared so far, one by one. Raises
    :class:`Refused` where the first plan's data cannot be read or prepared or there is no key variable, and
    Cancelled.
    """
    share = 1 / (len(plans) + 1)
    sources: dict[str, Source] = {}
    _, first = plans[0]
    source = _begun_with(first, _chain_of(first), base, sources, context.within(0, share))
    names = [variable.name for variable in source.data.with_role("key")]
    if not names:
        raise Refused(error("strategy.no_key_variable", Place(key="data.variables")))
    points = points_of(first)
    as_is = measured(source.data, source.data, names, points, context)
    found = [Strategy("", None, as_is)]
    each(tuple(found))
    for place, (name, plan) in enumerate(plans, start=1):
        part = context.within(place * share, (place + 1) * share)
        part = replace(part, secrets=plan.own_secrets.over(context.secrets))
        try:
            job = released_job(plan)
            chain = _chain_of(plan)
            own = _begun_with(plan, chain, base, sources, part.within(0, 0.3))
            released = _carried_through(chain, own, part.within(0.3, 0.9))
            original = source.data if _same_file(plan, first) else own.data
            _refuse_missing(names, original, released, job)
            placed = measured(original, released, names, points, part)
            found.append(Strategy(name, job, placed))
        except Refused as refusal:
            found.append(Strategy(name, None, None, refusal.problems))
        each(tuple(found))
    return tuple(found)


def released_job(plan: Plan) -> Job:
    """The job whose records a plan releases: the last that can be compared and that none of these builds on.
    Records may be prepared before they are protected, not after.

    Raises :class:`Refused` where there is none, or where values may be false.
    """
    jobs = [job for job in plan.jobs if job.kind in COMPARABLE]
    by_name = {job.name: job for job in plan.jobs}
    built_on = {job.input for job in jobs}
    left = [job for job in jobs if job.name not in built_on]
    if not left:
        raise Refused(error("strategy.no_job", Place(key="jobs")))
    job = left[-1]
    for _, other in chosen_jobs(plan, (job.name,)):
        begins = other.kind == PREPARE.kind and (
            other.input == "data" or by_name[other.input].kind == PREPARE.kind
        )
        if other.kind not in COMPARABLE and not begins:
            raise Refused(error("strategy.not_comparable", Place(job=other.name), name=other.name))
    return job


def points_of(plan: Plan) -> Mapping[str, float] | None:
    """The user's points that a plan's first ANOPI job was given; None: all variables equally."""
    given = (params_of(job, ANOPI) for job in plan.jobs)
    return next((params.user_points for params in given if params is not None), None)


def _source(plan: Plan, base: Path, known: dict[str, Source], context: JobContext) -> Source:
    key = "" if plan.data is None else plan.data.model_dump_json()
    if key not in known:
        known[key] = open_plan(plan.model_copy(update={"jobs": ()}), base, context).source
    return known[key]


def _same_file(plan: Plan, first: Plan) -> bool:
    return plan.data is not None and first.data is not None and plan.data.path == first.data.path


def _chain_of(plan: Plan) -> tuple[Job, ...]:
    """The jobs in sequence to the one released; where there is none, those that prepare the data."""
    try:
        job = released_job(plan)
    except Refused:
        prepared = [one for one in plan.jobs if one.kind == PREPARE.kind]
        begun = [one for one in prepared if one.input in {"data", *(other.name for other in prepared)}]
        if not begun:
            return ()
        job = begun[-1]
    return tuple(one for _, one in chosen_jobs(plan, (job.name,)))


def _begun_with(
    plan: Plan, chain: Sequence[Job], base: Path, known: dict[str, Source], context: JobContext
) -> Source:
    """The records that the protection of a plan begins with: its data, prepared where it prepares them."""
    preparing = [job for job in chain if job.kind == PREPARE.kind]
    context = replace(context, secrets=plan.own_secrets.over(context.secrets))
    source = _source(plan, base, known, context.within(0, 0.5) if preparing else context)
    key = "" if plan.data is None else plan.data.model_dump_json()
    for place, job in enumerate(preparing):
        key += job.model_dump_json(exclude={"name", "input", "output"})
        if method_of(job.kind).draws(job.params):  # what is drawn follows from these two
            key += repr((job.name, plan.secrets))
        if key not in known:
            part = context.within(
                0.5 + 0.5 * place / len(preparing), 0.5 + 0.5 * (place + 1) / len(preparing)
            )
            known[key] = _made(job, source, part)
        source = known[key]
    return source


def _carried_through(chain: Sequence[Job], source: Source, context: JobContext) -> Microdata:
    """What the jobs of a chain make of prepared records."""
    protecting = [job for job in chain if job.kind != PREPARE.kind]
    for place, job in enumerate(protecting):
        source = _made(job, source, context.within(place / len(protecting), (place + 1) / len(protecting)))
    return source.data


def _made(job: Job, source: Source, context: JobContext) -> Source:
    done = run_job(job, source, context)
    assert done.source is not None
    return done.source


def _refuse_missing(names: Sequence[str], original: Microdata, released: Microdata, job: Job) -> None:
    there = {v.name for v in original.variables} & {v.name for v in released.variables}
    gone = [name for name in names if name not in there]
    if gone:
        raise Refused(error("strategy.variable_gone", Place(job=job.name), names=tuple(gone)))


def best_of(strategies: Sequence[Strategy], alpha: float, max_risk: float) -> int | None:
    """The number of the tolerable strategy with the greatest utility^alpha (1 - risk)^(1 - alpha), then the
    least risk, then the first; None where none is tolerable.
    """
    rated = [
        (-(one.place.utility**alpha * (1 - one.place.risk) ** (1 - alpha)), one.place.risk, place)
        for place, one in enumerate(strategies)
        if one.place is not None and one.place.risk <= max_risk + 1e-9
    ]
    return min(rated)[2] if rated else None


def _released(job: Job, source: Source, context: JobContext) -> Microdata:
    return _made(job, source, context).data


def _entropy(data: Microdata, name: str, context: JobContext) -> float:
    _, frequencies = data.relation.frequencies(data.index(name), context)
    return float(entropy(frequencies))
