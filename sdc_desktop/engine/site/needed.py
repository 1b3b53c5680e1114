"""What of the data the jobs of a plan need to be counted: which jobs work on counts, and which variables each
of them counts.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.plan import Job, Plan
from sdc_desktop.engine.problems import Place, Problem, Refused, error
from sdc_desktop.engine.running.stages import counts_problems
from sdc_desktop.engine.running.variables_used import variables_used
from sdc_desktop.engine.spec import VariableSpec

Wanted = Mapping[tuple[str, ...], tuple[str, ...]]  # variables -> the jobs that count them


def works_on_counts(plan: Plan, job: Job) -> bool:
    """Whether a job can be decided from counts, as all that it is built on; one that needs no data can."""
    return not _hindrances(plan, job)


def needs_records(plan: Plan, jobs: Sequence[Job], *, elsewhere: bool = False) -> Iterator[Problem]:
    """A problem for each of the jobs that cannot be decided from counts, or, `elsewhere`, not be applied to
    records that a cluster holds.
    """
    for job in jobs:
        for problem in _hindrances(plan, job, elsewhere=elsewhere):
            key = f"jobs[{plan.jobs.index(job)}].kind"
            yield replace(problem, where=Place(key=key, job=job.name))


def _hindrances(plan: Plan, job: Job, *, elsewhere: bool = False) -> tuple[Problem, ...]:
    """Why a job cannot be decided from counts: the first that it is built on that cannot."""
    if not method_of(job.kind).needs_data(job.params):
        return ()
    problems = (counts_problems(one, elsewhere=elsewhere) for one in chain_of(plan, job))
    return next((found for found in problems if found), ())


def wanted_joints(plan: Plan, variables: Mapping[str, VariableSpec], jobs: Sequence[Job]) -> Wanted:
    """The sets of variables that jobs count, the largest first. Raises :class:`Refused` without any."""
    found = joints_of(plan, variables, jobs)
    if not found:
        raise Refused([error("site.nothing_to_count", Place(key="jobs")), *needs_records(plan, jobs)])
    return found


def joints_of(plan: Plan, variables: Mapping[str, VariableSpec], jobs: Sequence[Job]) -> Wanted:
    """The sets of variables that jobs count, in the order of the data, the largest first; sets within another
    one are left to it. Jobs that need records, or no data, count nothing.
    """
    found: dict[tuple[str, ...], list[str]] = {}
    for job in jobs:
        if not method_of(job.kind).needs_data(job.params) or not works_on_counts(plan, job):
            continue
        used = {name for one in chain_of(plan, job) for name in counted_by(one, plan, variables)}
        names = tuple(name for name in variables if name in used)
        if names:
            found.setdefault(names, []).append(job.name)
    for names, listed in _tables_together(found, plan, variables).items():
        found.setdefault(names, []).extend(listed)
    return {
        names: tuple(
            dict.fromkeys(
                job for others, listed in found.items() if set(others) <= set(names) for job in listed
            )
        )
        for names in sorted(found, key=lambda names: (-len(names), names))
        if not any(set(names) < set(others) for others in found)
    }


def _tables_together(
    found: Mapping[tuple[str, ...], Sequence[str]], plan: Plan, variables: Mapping[str, VariableSpec]
) -> Wanted:
    """The variables of all tables that read the same records, as these are audited together: the same
    contributor must be the same in all.
    """
    union: dict[str, tuple[str, ...]] = {}
    jobs: dict[str, list[str]] = {}
    for names, listed in found.items():
        for job in (plan.job(name) for name in listed):
            if method_of(job.kind).makes == "table":
                union[job.input] = (*union.get(job.input, ()), *names)
                jobs.setdefault(job.input, []).append(job.name)
    return {
        tuple(name for name in variables if name in union[source]): tuple(listed)
        for source, listed in jobs.items()
    }


def counted_by(job: Job, plan: Plan, variables: Mapping[str, VariableSpec]) -> set[str]:
    """The variables that a job counts: where it makes records, also those whose values may be disclosed."""
    used = set(variables_used(job, variables, plan.jobs))
    if method_of(job.kind).makes == "records":
        used |= {name for name, facts in variables.items() if facts.settled_role == "sensitive"}
    return used


def chain_of(plan: Plan, job: Job) -> Iterator[Job]:
    """A job and those that it is built on."""
    yield job
    while job.input != "data":
        job = plan.job(job.input)
        yield job
