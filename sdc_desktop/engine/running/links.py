"""Tables of a plan that are protected together, what they must have in common, and the jobs they need."""

from collections.abc import Collection, Iterator, Sequence

from sdc_desktop.engine.methods.tables.table import TABLE
from sdc_desktop.engine.plan import Job, Plan, params_of
from sdc_desktop.engine.problems import Place, Problem, Refused, error
from sdc_desktop.engine.running.table_origins import response_of
from sdc_desktop.engine.tables.specs.suppression import SuppressionSpec

EQUAL = (
    "solver",
    "nodes",
    "effort",
    "gap",
    "starts",
    "singletons",
    "insiders",
    "insider_levels",
    "lone_by_weight",
    "unions",
    "waiver",
    "waiver_codes",
)
TRUE_VALUES = (None, "suppression", "redesign")  # methods that publish values as they are, or not at all


def link_of(job: Job) -> str | None:
    """The text by which a table job is protected together with others; None where it is protected alone."""
    params = params_of(job, TABLE)
    spec = None if params is None else params.protect
    return spec.link if isinstance(spec, SuppressionSpec) else None


def linked_with(plan: Plan, job: Job) -> tuple[Job, ...]:
    """The jobs that are protected together with one, itself among them; none where it is protected alone."""
    link = link_of(job)
    group = tuple(other for other in plan.jobs if link is not None and link_of(other) == link)
    return group if len(group) > 1 else ()


def link_problems(plan: Plan) -> Iterator[tuple[int, Problem]]:
    """What is wrong with the groups of a plan, each with the number of its job: settings that must be equal
    within a group.
    """
    first: dict[str, Job] = {}
    for index, job in enumerate(plan.jobs):
        link = link_of(job)
        if link is None:
            continue
        leader = first.setdefault(link, job)
        keys = tuple(_differing(leader, job))
        if keys:
            code = "linked.settings_differ"
            if keys == ("published_unit",):
                code = "linked.published_units"
            where = Place(key="params.protect.link")
            yield index, error(code, where, jobs=(leader.name, job.name), keys=keys)


def _differing(one: Job, other: Job) -> Iterator[str]:
    """The settings that two jobs of a group must have in common and have not."""
    if one.input != other.input:
        yield "input"
    for key in ("weight", "published_unit"):
        if getattr(one.params, key) != getattr(other.params, key):
            yield key
    tables = params_of(one, TABLE), params_of(other, TABLE)
    if len({None if params is None else params.contributor for params in tables}) > 1:
        yield "holding"
    for key in EQUAL:
        if getattr(one.params.protect, key) != getattr(other.params.protect, key):
            yield f"protect.{key}"


def sum_problems(plan: Plan, names: Sequence[str]) -> Iterator[Problem]:
    """Names in the sums of a plan that are no variables of its data or of a job, and no jobs. `names`: of all
    variables.
    """
    known = {"data", *(job.name for job in plan.jobs), *names}
    known |= {
        params.table.response
        for job in plan.jobs
        if (params := params_of(job, TABLE)) is not None
        and params.table is not None
        and params.table.response
    }
    for place, one in enumerate(plan.sums):
        for name in dict.fromkeys(name for own in one.all for name in own.names):
            if name not in known:
                yield error("linked.sum_unknown", Place(key=f"sums[{place}]"), name=name)


def summed_jobs(plan: Plan, names: Collection[str]) -> frozenset[str]:
    """The jobs whose records add up, as the plan says, where tables of the total and of a part are among
    some jobs (`names`).
    """
    responses = (response_of(plan, job) for job in plan.jobs if job.name in names)
    populations = {one.population for one in responses if one is not None}
    known = {job.name for job in plan.jobs}
    return frozenset(
        name
        for total, *parts in plan.adding_up
        if total in populations and not populations.isdisjoint(parts)
        for name in (total, *parts)
        if name in known
    )


def chosen_jobs(plan: Plan, names: Sequence[str]) -> tuple[tuple[int, Job], ...]:
    """The jobs of these names and all whose results they take as input, numbered as in the plan.

    No names: all jobs. Raises :class:`Refused` for a name that is not in the plan.
    """
    known = {job.name for job in plan.jobs}
    unknown = [name for name in names if name not in known]
    if unknown:
        raise Refused([error("plan.no_such_job", Place(key="jobs"), name=name) for name in unknown])
    wanted = set(names) or known
    wanted |= summed_jobs(plan, wanted)
    for job in reversed(plan.jobs):
        if job.name in wanted:
            wanted |= {job.input, *(other.name for other in linked_with(plan, job))}
    return tuple((index, job) for index, job in enumerate(plan.jobs) if job.name in wanted)
