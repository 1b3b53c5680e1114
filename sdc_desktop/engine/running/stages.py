"""The three stages of one job, and all of them together: counts, decide (with settle), apply."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.hierarchies.hierarchy import Hierarchy, codings, suited
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.persons import PersonRecords
from sdc_desktop.engine.data.store.counted_relation import CoarseColumn, CountedRelation
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.microdata.classes.key_classes import Integers
from sdc_desktop.engine.microdata.criteria.criteria import attributes_of
from sdc_desktop.engine.microdata.person_figures import person_level
from sdc_desktop.engine.microdata.suppression.suppressed_records import starred, without_suppressed_records
from sdc_desktop.engine.plan import Job, Plan
from sdc_desktop.engine.problems import Place, Problem, Refused, error, note, refuse_errors, warning
from sdc_desktop.engine.running.following import followed
from sdc_desktop.engine.running.outputs import settled_seed, with_seed
from sdc_desktop.engine.running.secret_needs import shuffled
from sdc_desktop.engine.source import Source

_PERSONS = "data.persons"


@dataclass(frozen=True)
class JobData:
    """What a job leaves: its result, and the records for its file and for the jobs that build on it."""

    result: Any
    source: Source | None
    further: Mapping[str, Sequence[Sequence[str]]] = field(default_factory=dict)  # rows of further files
    counted: Any = None  # what the result came from
    kept: Integers | None = None  # the numbers, from 0, of the input's records that are left; None: all


def counts(job: Job, source: Source | None, context: JobContext) -> Any:
    """First stage: one pass over the records, if the job needs any. Raises :class:`Refused`."""
    refuse_errors((*memory_problems(job, source), *job_problems(job, source, context)))
    given = cast(Source, source and _readable(job, source))  # a method that needs no data is also run without
    return method_of(job.kind).stages.counts(job.params, given, context.of_job(job.name))


def memory_problems(job: Job, source: Source | None) -> tuple[Problem, ...]:
    """Whether a job would hold more of records beyond memory than fits into memory, or needs single records
    where only distinct combinations were counted.
    """
    if source is None:
        return ()
    if source.data.relation.by_counts:
        return counts_problems(job, elsewhere=source.data.relation.has_records)
    if not method_of(job.kind).by_record(job.params):
        return ()
    return source.data.relation.by_record_problems()


def _readable(job: Job, source: Source) -> Source:
    """The source, with those variables to be read that the job recodes: its decision refuses finer levels
    than they were counted at. Raises :class:`Refused` where a hierarchy is not the one of the count.
    """
    relation = source.data.relation
    if not isinstance(relation, CountedRelation) or not relation.counted_from:
        return source
    levels = method_of(job.kind).least_levels(job.params, {v.name: v.role for v in source.data.variables})
    sensitive = {variable.name for variable in source.data.with_role("sensitive")}
    hierarchies, columns = dict(source.hierarchies), []
    for column, counted in relation.counted_from.items():
        name = source.data.names[column]
        if name not in levels or name in sensitive:
            continue
        columns.append(column)
        if name in hierarchies:
            missing = source.data.variable(name).missing
            hierarchies[name] = _of_all_values(hierarchies[name], counted, missing)
    data = replace(source.data, relation=relation.from_levels(columns))
    return replace(source, data=data, hierarchies=hierarchies)


def as_counted(data: Microdata) -> Microdata:
    """The data that a job made, for the jobs that build on it: they may read what they recode themselves."""
    if not isinstance(data.relation, CountedRelation) or not data.relation.coarse:
        return data  # also the records of a cluster
    return replace(data, relation=data.relation.as_counted())


def _of_all_values(hierarchy: Hierarchy, counted: CoarseColumn, missing: tuple[str, ...]) -> Hierarchy:
    """The hierarchy with rows for all values that were counted, which losses are shares of. Raises
    :class:`Refused` where it or the missing codes divide a group.
    """
    where = Place(key=f"data.hierarchies.{hierarchy.variable}", variable=hierarchy.variable)
    values = [value for group in counted.groups for value in group]
    hierarchy = suited(hierarchy, values, missing)
    found, place = codings(hierarchy, values, missing), 0
    rows: dict[str, tuple[str, ...]] = {}
    for group in counted.groups:
        places = range(place, place + len(group))
        place += len(group)
        coarser = {tuple(own[at] for own in found.labels[counted.level :]) for at in places}
        if len(coarser) > 1 or (len(group) > 1 and set(group) & set(missing)):
            raise Refused(error("counts.coarse_hierarchy", where, name=hierarchy.variable))
        rows |= {values[at]: tuple(own[at] for own in found.labels) for at in places}
    if hierarchy.rows or hierarchy.grouping is None:
        return hierarchy
    return replace(hierarchy, rows={value: row for value, row in rows.items() if value not in missing})


def counts_problems(job: Job, *, elsewhere: bool = False) -> tuple[Problem, ...]:
    """The refusal of a job that needs single records, on a counts file or, `elsewhere`, on a cluster."""
    method = method_of(job.kind)
    if method.works_on_counts(job.params) or not method.needs_data(job.params):
        return ()
    if elsewhere and method.works_by_key(job.params):
        return ()
    code = "site.needs_all_records" if elsewhere else "site.needs_records"
    return (error(code, title=method.title, reason=method.why_records),)


def persons_problems(plan: Plan, source: Source, context: JobContext) -> tuple[Problem, ...]:
    """What is wrong with the persons of the plan's own records."""
    if source.data.persons is None:
        return ()
    try:
        records = _person_records(source.data, context)
        source.data.persons.times(source.data.relation, context)
    except Refused as refusal:
        return refusal.problems
    return (*_of_records(source.data, records), *_not_constant(plan, source.data, context))


def persons_notes(plan: Plan, source: Source, context: JobContext) -> Iterator[Problem]:
    """What is noted on the persons of the plan's own records: knowledge of persons whom no variable names,
    and persons whose texts are nearly those of another one. Raises Cancelled.
    """
    stated, persons = None if plan.data is None else plan.data.persons, source.data.persons
    if persons is None:
        if stated is not None and stated.known is not None and not stated.one_record_each:
            yield warning("persons.known_without_role", Place(key=f"{_PERSONS}.known"))
        return
    number, more_than_case = persons.near_equal(context)
    if number:  # case may distinguish persons, blanks and leading zeros hardly do
        where = Place(key="data.variables", variable=persons.variables[0])
        yield (warning if more_than_case else note)("persons.near_equal", where, number=number)


def in_random_order(plan: Plan, data: Microdata, context: JobContext) -> Plan:
    """The plan whose files of persons with several records have a random order where they name none and
    there is a secret for it: neighbours would show whose records are one person's. ``data``: the records of
    the plan. Raises Cancelled.
    """
    if data.persons is None or _person_records(data, context).is_one_each:
        return plan

    secrets = plan.own_secrets.over(context.secrets)
    jobs = (job if secrets.of_order(job.name) is None else shuffled(job) for job in plan.jobs)
    return plan.model_copy(update={"jobs": tuple(jobs)})


def _not_constant(plan: Plan, data: Microdata, context: JobContext) -> Iterator[Problem]:
    """Variables that the plan states to be of persons, and that vary within some person."""
    specs = {} if plan.data is None else plan.data.variables
    stated = [name for name, spec in specs.items() if spec.of == "person" and name in data.names]
    if not stated or data.persons is None:
        return
    level = person_level(data, data.persons.of(data.relation, context), context)
    for name in stated:
        if name not in level and data.variable(name).role != "person":
            where = Place(key=f"data.variables.{name}.of", variable=name)
            yield error("persons.not_constant", where, name=name)


def _of_records(data: Microdata, records: PersonRecords) -> Iterator[Problem]:
    assert data.persons is not None
    stated = data.persons.stated
    if records.without and stated.missing == "refuse":
        yield error("persons.missing", Place(key=f"{_PERSONS}.missing"), records=records.without)
    if records.without and data.known != 1:
        yield error("persons.without_and_known", Place(key=f"{_PERSONS}.known"), records=records.without)
    if stated.one_record_each and records.repeating:
        where = Place(key=f"{_PERSONS}.one_record_each")
        yield error("persons.not_one_record_each", where, persons=records.repeating, most=records.most)


def job_problems(job: Job, source: Source | None, context: JobContext) -> tuple[Problem, ...]:
    """Whether a job would count records where some persons have several. Raises :class:`Refused`."""
    if source is None or source.data.persons is None or not method_of(job.kind).needs_data(job.params):
        return ()
    method = method_of(job.kind)
    if method.counts_persons(job.params) or _person_records(source.data, context).is_one_each:
        return ()
    return (error("persons.not_yet", Place(key="kind"), title=method.title),)


def _person_records(data: Microdata, context: JobContext) -> PersonRecords:
    assert data.persons is not None
    return data.persons.records(data.relation, context)


def foresee(job: Job, counted: Any, context: JobContext) -> tuple[Problem, ...]:
    """The warnings and notes of the second stage, without its work where a kind knows them before.

    Raises :class:`Refused`.
    """
    known_before = method_of(job.kind).stages.foresee
    if known_before is not None:
        return known_before(job.params, counted, context.of_job(job.name))
    notes: tuple[Problem, ...] = settle(job, decide(job, counted, context), counted, context).notes
    return notes


def decide(job: Job, counted: Any, context: JobContext) -> Any:
    """Second stage: the result; for most kinds in milliseconds. Raises :class:`Refused`."""
    return method_of(job.kind).stages.decide(job.params, counted, context.of_job(job.name))


def settle(job: Job, result: Any, counted: Any, context: JobContext) -> Any:
    """The result with all figures true that `decide` could only promise. Raises :class:`Refused`."""
    settled = method_of(job.kind).stages.settle
    return result if settled is None else settled(job.params, result, counted, context.of_job(job.name))


def decided(job: Job, source: Source | None, context: JobContext, known: Any = None) -> tuple[Any, Any]:
    """The first two stages: counts, unless they are `known`, and result. Found once where another part of the
    program needs the same. Raises :class:`Refused`.
    """

    def find(part: JobContext) -> tuple[Any, Any]:
        part.progress(0.0, "counting")
        counted = counts(job, source, part.within(0.0, 0.4)) if known is None else known
        part.progress(0.4, "deciding")
        return counted, decide(job, counted, part.within(0.4, 1.0))

    found: tuple[Any, Any] = context.once("decide", job, find, context)
    return found


def settled(job: Job, counted: Any, result: Any, context: JobContext) -> tuple[Any, Any]:
    """Counts and settled result of a decision, found as :func:`decided` does. Raises :class:`Refused`."""
    if method_of(job.kind).stages.settle is None:
        return counted, result

    def find(part: JobContext) -> tuple[Any, Any]:
        return counted, settle(job, result, counted, part)

    found: tuple[Any, Any] = context.once("settle", job, find, context)
    return found


@dataclass(frozen=True)
class Applied:
    """Protected records. ``kept``: the numbers (records,), from 0, of the input's records that these are, in
    this order, where suppressed records are dropped; None: no record was dropped for that. ``notes``: on
    variables that follow others.
    """

    data: Microdata
    kept: Integers | None = None
    notes: tuple[Problem, ...] = ()


def apply(job: Job, result: Any, counted: Any, source: Source, context: JobContext) -> Microdata:
    """Third stage: the protected records of a settled result."""
    return applied(job, result, counted, source, context).data


def applied(job: Job, result: Any, counted: Any, source: Source, context: JobContext) -> Applied:
    """Third stage: the protected records, with the effect on records and variables. Variables that follow
    others are treated before suppressed records are blanked or dropped.
    """
    stages = method_of(job.kind).stages
    given = _readable(job, source)
    made = stages.apply(result, counted, given, context.of_job(job.name))
    if method_of(job.kind).synthetic:  # drawn records are of no person
        made = replace(made, persons=None)
    made, notes = followed(job, result, counted, given.data, made, context)
    keys = () if stages.keys is None else tuple(stages.keys(result))
    becomes = job.params.suppressed_records if keys else "keep"
    kept = None
    if becomes == "blank":
        made = starred(made, keys, _sensitive(job, made, keys), context)
    elif becomes == "delete":
        made, kept = without_suppressed_records(made, keys, context)
    return Applied(as_counted(made), kept, notes)


def _sensitive(job: Job, data: Microdata, keys: Collection[str]) -> tuple[str, ...]:
    """The sensitive variables, by their role or by the params of a job."""
    given = (
        *(getattr(job.params, "sensitive", None) or ()),
        *attributes_of(getattr(job.params, "criteria", ())),
    )
    named = {*given, *(one.name for one in data.with_role("sensitive"))}
    return tuple(name for name in data.names if name in named and name not in keys)


def run_job(
    job: Job,
    source: Source | None,
    context: JobContext,
    *,
    with_data: bool = True,
    seed: int | None = None,
    known: tuple[Any, Any] | None = None,
) -> JobData:
    """All stages of one job; without `with_data` the records are left alone. `seed` replaces that of a
    simulation; what protects draws from ``context.secrets``. ``known``: its counts and its result, where
    they are.

    Raises :class:`Refused`.
    """
    job = with_seed(job, seed)
    context = replace(context, seed=settled_seed(job, seed))
    until = 0.4 if method_of(job.kind).stages.settle else 0.6
    counted, result = known or decided(job, source, context.within(0.0, until))
    counted, result = settled(job, counted, result, context.within(0.4, 0.6))
    written = method_of(job.kind).stages.further_files
    further = {} if written is None else written(job.params, result, counted)
    if not with_data:
        return JobData(result, None, further, counted)
    assert source is not None
    context.progress(0.6, "applying")
    done = applied(job, result, counted, source, context.within(0.6, 0.7))
    if done.notes:
        result = replace(result, notes=(*result.notes, *done.notes))
    outline = method_of(job.kind).stages.outline
    hierarchies = source.hierarchies if outline is None else outline(job.params, source).hierarchies
    made = replace(source.with_original(), data=done.data, hierarchies=hierarchies)
    return JobData(result, made, further, counted, done.kept)


def with_cells(job: Job, results: Mapping[str, Any]) -> Job:
    """The job with the cells that it needs from the results of earlier jobs. Raises :class:`Refused`."""
    method = method_of(job.kind)
    if not method.takes_cells(job.params):
        return job
    found = method.stages.with_cells
    assert found is not None
    return job.model_copy(update={"params": found(job.params, results[job.input])})


def placed(problem: Problem, job: Job, index: int) -> Problem:
    """The problem of a job with the job's place in the plan."""
    key = problem.where.key
    if key is not None and key.split(".")[0] == "params":
        key = f"jobs[{index}].{key}"
    return replace(problem, where=replace(problem.where, key=key, job=job.name))
