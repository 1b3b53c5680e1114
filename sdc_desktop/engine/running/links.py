"""Tables of a plan that are protected together: which are, and what they must have in common."""

from collections.abc import Iterator

from sdc_desktop.engine.methods.tables.table import TABLE
from sdc_desktop.engine.plan import Job, Plan, params_of
from sdc_desktop.engine.problems import Place, Problem, error
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
