"""Where the records of a table come from, and which tables of a plan cover the same cells."""

import posixpath
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sdc_desktop.engine.methods.preparing.prepare import PREPARE
from sdc_desktop.engine.methods.preparing.prepare.steps import DeriveSpec, DropSpec, RenameSpec, StepSpec
from sdc_desktop.engine.methods.tables.table import TABLE
from sdc_desktop.engine.plan import Job, Plan, params_of
from sdc_desktop.engine.tables.linked.response import Response
from sdc_desktop.engine.tables.specs.protection import RedesignSpec
from sdc_desktop.engine.tables.specs.suppression import SuppressionSpec
from sdc_desktop.engine.tables.specs.table import TableParams

COUNTED_PERSONS = "\npersons"  # what is summed where persons are counted; no variable is called so
_KEEPING = (DropSpec, RenameSpec, DeriveSpec)  # steps that leave all records and all values unchanged


@dataclass(frozen=True)
class Origin:
    """``population``: the job whose records these are, or `data`. ``names``: what each variable is called in
    all tables of these records; one that was derived on the way has a name with the job's. ``roots``: the
    variable of the population that each is, or was derived of.
    """

    population: str
    names: Mapping[str, str]
    roots: Mapping[str, str]


def origin_of(plan: Plan, job: Job, variables: Sequence[str]) -> Origin:
    """The origin of some variables of the records that a job reads: back to the data, past preparing that
    leaves all records and all values unchanged.
    """
    jobs = {other.name: other for other in plan.jobs}
    roots = {name: name for name in variables}
    derived: dict[str, str] = {}
    population = job.input
    while population in jobs:
        params = params_of(jobs[population], PREPARE)
        if params is None or not all(isinstance(step, _KEEPING) for step in params.steps):
            break
        for own, name in roots.items():
            roots[own], is_derived = _before(params.steps, name)
            if is_derived:
                derived.setdefault(own, f"{name}\n{population}")  # no variable of a file is called so
        population = jobs[population].input
    return Origin(population, {own: derived.get(own, name) for own, name in roots.items()}, roots)


def _before(steps: Sequence[StepSpec], name: str) -> tuple[str, bool]:
    """The name before the steps of a variable, or of its origin if they derived it; and whether so."""
    is_derived = False
    for step in reversed(steps):
        if isinstance(step, DeriveSpec) and step.derive.name == name:
            name, is_derived = step.derive.of, True
        elif isinstance(step, RenameSpec):
            name = next((old for old, new in step.rename.items() if new == name), name)
    return name, is_derived


def response_of(plan: Plan, job: Job) -> Response | None:
    """What the cells of a table job count or sum; None of other jobs."""
    params = params_of(job, TABLE)
    if params is None:
        return None
    if params.table is not None:
        return Response(given_population(params), params.table.response or "")
    named = [name for name in (params.value, params.weight) if name is not None]
    found = origin_of(plan, job, named)
    value, weight = ("" if name is None else found.names[name] for name in (params.value, params.weight))
    return Response(found.population, COUNTED_PERSONS if params.count == "persons" else value, weight)


def given_population(params: TableParams) -> str:
    """The population of a table that is given: its file, or its values."""
    spec = params.table
    assert spec is not None
    path = spec.tab or spec.instance or spec.file
    stated = spec.model_dump_json() if path is None else posixpath.normpath(path.replace("\\", "/"))
    return f"\n{stated}"  # no job is called so


def publishes_true_values(job: Job) -> bool:
    """Whether a table job publishes values unchanged, or not at all."""
    params = params_of(job, TABLE)
    return params is not None and (
        params.protect is None or isinstance(params.protect, SuppressionSpec | RedesignSpec)
    )


@dataclass(frozen=True)
class OtherTables:
    """Other tables of a plan, by the names of their jobs, that cover the same records.

    ``same``: perhaps of the same cells, or of values that follow from one another, so that an audit of both
    shows what they reveal; ``apart``: of other records of the same file, or both with changed values, or one
    of persons, so that no audit can.
    """

    same: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()


def other_tables(plan: Plan, job: Job) -> OtherTables:
    """The other tables that may reveal something together with one; none where it is no table."""
    own = response_of(plan, job)
    if own is None:
        return OtherTables()
    same: list[str] = []
    apart: list[str] = []
    for other in plan.jobs:
        response = response_of(plan, other)
        if other.name == job.name or response is None or is_given(response) != is_given(own):
            continue
        if COUNTED_PERSONS in (response.value, own.value):
            apart.append(other.name)
        elif response.population != own.population and not _add_up(plan, own, response):
            apart += [] if is_given(own) else [other.name]
        elif response == own:
            (same if publishes_true_values(job) else apart).append(other.name)
        elif publishes_true_values(job) and publishes_true_values(other):  # values may follow from others
            same.append(other.name)
    return OtherTables(tuple(same), tuple(apart))


def _add_up(plan: Plan, one: Response, other: Response) -> bool:
    """Whether the plan says that one of two values, or of two sets of records, is part of what the other is:
    by the names that they have there, whatever else they are called.
    """
    for names in map(set, plan.adding_up):
        values = {response.value.partition("\n")[0] for response in (one, other)}
        if values <= names or {one.population, other.population} <= names:
            return True
    return False


def earlier_releases(job: Job) -> tuple[str, ...]:
    """The tables of earlier runs that a table job respects."""
    params = params_of(job, TABLE)
    spec = None if params is None else params.protect
    return tuple(one.job for one in spec.released) if isinstance(spec, SuppressionSpec) else ()


def is_given(response: Response) -> bool:
    return response.population.startswith("\n")
