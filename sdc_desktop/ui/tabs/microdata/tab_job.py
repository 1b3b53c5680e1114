"""The one job of a plan that the tab Microdata is about, by the way that the officer chose: `anopi`, `recode`
where levels are named by hand, `microaggregate` where records are grouped.

A plan holds one of them, for each would write its file. Those that were left stay in the project's history,
from which they come back when they are wanted again.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TypeGuard

from sdc_desktop.engine.microdata.anopi_spec import AnopiParams
from sdc_desktop.engine.microdata.microaggregate_spec import MicroaggregateParams
from sdc_desktop.engine.microdata.recode_spec import RecodeParams
from sdc_desktop.engine.plan import AnopiJob, MicroaggregateJob, Plan, RecodeJob

NAME, BY_HAND, GROUPED = "anopi", "recode", "microaggregate"  # the ways, by the kind of their job
TabJob = AnopiJob | RecodeJob | MicroaggregateJob
_Params = AnopiParams | RecodeParams | MicroaggregateParams
_K = 3  # to begin with: the least that hides a record among two others


def tab_job(plan: Plan) -> TabJob | None:
    """The tab's job, if the plan has one: of the kind `anopi`, else a `recode` job of that name, else one of
    the kind `microaggregate`.
    """
    return anopi_job(plan) or _recode_job(plan) or _microaggregate_job(plan)


def job_in(plan: Plan) -> TabJob:
    """The tab's job, or the one that :func:`with_job` would add: points equally shared, alpha 0.5."""
    return tab_job(plan) or AnopiJob(name=_free(NAME, plan))


def with_job(plan: Plan, job: TabJob) -> Plan:
    """The plan with this job in place of the one of its name, or at the end; all others stay."""
    if any(other.name == job.name for other in plan.jobs):
        jobs = tuple(job if other.name == job.name else other for other in plan.jobs)
    else:
        jobs = (*plan.jobs, job)
    return plan.model_copy(update={"jobs": jobs})


def by_hand(job: TabJob) -> TypeGuard[RecodeJob]:
    """Whether the officer names the levels."""
    return isinstance(job, RecodeJob)


def grouped(job: TabJob) -> TypeGuard[MicroaggregateJob]:
    """Whether records are grouped, and nothing is recoded."""
    return isinstance(job, MicroaggregateJob)


def switched(
    plan: Plan, way: str, earlier: Iterable[Plan], steps: Mapping[str, int], names: Collection[str]
) -> Plan:
    """The plan with the job of another way; where its file goes, and who builds on it, stays.

    ``earlier`` are the plans of the history, newest first: what was told the other job comes back from there.
    ``steps`` are the levels to begin with for variables that never had one by hand, of the data's ``names``.
    """
    old = job_in(plan)
    if old.kind == way:
        return plan
    find, past = _FIND[way], tuple(earlier)
    here = find(plan)
    known = here or next((job for job in map(find, past) if job is not None), None)
    others = tuple(job for job in plan.jobs if job not in (old, here))
    taken = Plan(jobs=others)
    params = _params(way, known, steps, names)
    name = known.name if known is not None else way
    output = old.output if old.output is not None or known is None else known.output
    made: type[TabJob] = {NAME: AnopiJob, BY_HAND: RecodeJob, GROUPED: MicroaggregateJob}[way]
    shared = _shared(old, past, params)
    new = made(name=_free(name, taken), output=output, seed=old.seed, params=shared)
    place = min([i for i, job in enumerate(plan.jobs) if job in (old, here)], default=len(others))
    jobs = (*others[:place], new, *others[place:])
    renamed = tuple(_building_on(job, {old.name: new.name}) for job in jobs)
    return plan.model_copy(update={"jobs": renamed})


def _params(way: str, known: TabJob | None, steps: Mapping[str, int], names: Collection[str]) -> _Params:
    """What the job was told before, of variables that the data still have; else what to begin with."""
    if way == BY_HAND:
        levels = known.params.levels if isinstance(known, RecodeJob) else {}
        return RecodeParams(levels=dict(steps) | {n: s for n, s in levels.items() if n in names})
    if way == GROUPED:
        return (
            _there(known.params, names)
            if isinstance(known, MicroaggregateJob)
            else MicroaggregateParams(k=_K)
        )
    return known.params if isinstance(known, AnopiJob) else AnopiParams()


def _there(params: MicroaggregateParams, names: Collection[str]) -> MicroaggregateParams:
    def left(told: Sequence[str]) -> tuple[str, ...]:
        return tuple(name for name in told if name in names)

    blocks = None if params.blocks is None else tuple(filter(None, map(left, params.blocks)))
    variables = None if params.variables is None else left(params.variables)
    strata = left((params.strata,) if isinstance(params.strata, str) else params.strata)
    return params.model_copy(update={"blocks": blocks, "variables": variables, "strata": strata})


def _shared(old: TabJob, earlier: Iterable[Plan], params: _Params) -> _Params:
    """What the two kinds that recode can both be told is told the new one, too: by the last of them."""
    if isinstance(params, MicroaggregateParams):
        return params
    jobs = (old, *(job for job in map(tab_job, earlier) if job is not None))
    last = next((job for job in jobs if not isinstance(job, MicroaggregateJob)), None)
    if last is None:
        return params
    keys = type(last.params).model_fields.keys() & type(params).model_fields.keys()
    return params.model_copy(update={key: getattr(last.params, key) for key in keys})


def _building_on(job: TabJob, names: Mapping[str, str]) -> TabJob:
    return job.model_copy(update={"input": names[job.input]}) if job.input in names else job


def anopi_job(plan: Plan) -> AnopiJob | None:
    """The job called `anopi`, else the first of that kind that works on the data themselves, else None."""
    found = [job for job in plan.jobs if isinstance(job, AnopiJob) and job.input == "data"]
    named = [job for job in found if job.name == NAME]
    return next(iter(named + found), None)


def _recode_job(plan: Plan) -> RecodeJob | None:
    """The first of that kind and name that works on the data themselves; others are the officer's own."""
    named = re.compile(rf"{BY_HAND}(_\d+)?")
    for job in plan.jobs:
        if isinstance(job, RecodeJob) and job.input == "data" and named.fullmatch(job.name):
            return job
    return None


def _microaggregate_job(plan: Plan) -> MicroaggregateJob | None:
    """The job called `microaggregate`, else the first of that kind that works on the data themselves."""
    found = [job for job in plan.jobs if isinstance(job, MicroaggregateJob) and job.input == "data"]
    named = [job for job in found if job.name == GROUPED]
    return next(iter(named + found), None)


_FIND: Mapping[str, Callable[[Plan], TabJob | None]] = {
    NAME: anopi_job,
    BY_HAND: _recode_job,
    GROUPED: _microaggregate_job,
}


def _free(name: str, plan: Plan) -> str:
    taken = {job.name for job in plan.jobs}
    stem, number = name, 2
    while name in taken:
        name, number = f"{stem}_{number}", number + 1
    return name
