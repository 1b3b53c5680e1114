"""Linked tables of a run: protected together where the plan says so, else audited together."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import NamedTuple

import numpy as np

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.methods.tables.table import TABLE
from sdc_desktop.engine.methods.tables.table.assembling import because_of
from sdc_desktop.engine.methods.tables.table.joint_finding import JointAudit, with_finding
from sdc_desktop.engine.methods.tables.table.members import Group, Member
from sdc_desktop.engine.methods.tables.table.result import TableResult
from sdc_desktop.engine.methods.tables.table.together import audit_together, protect_together
from sdc_desktop.engine.plan import Job, Plan, params_of
from sdc_desktop.engine.problems import Problem, Refused, warning
from sdc_desktop.engine.running.differences import Shown, unsafe_differences
from sdc_desktop.engine.running.given_tables import same_cells
from sdc_desktop.engine.running.linked_members import Basis, released_beside, sums_among, sums_beside
from sdc_desktop.engine.running.linking import (
    AmountsIn,
    CodesOfTables,
    CountedTable,
    Populations,
    RecordCodes,
    counted_table,
    populations_of,
    shape_of,
    sources_of,
)
from sdc_desktop.engine.running.links import TRUE_VALUES, link_of, linked_with
from sdc_desktop.engine.running.stages import counts
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.build import amounts_together
from sdc_desktop.engine.tables.contributions import summed
from sdc_desktop.engine.tables.linked.groups import Published, linked_groups
from sdc_desktop.engine.tables.linked.related import Relation, relations_of
from sdc_desktop.engine.tables.linked.released import definition_of
from sdc_desktop.engine.tables.linked.response import Response
from sdc_desktop.engine.tables.linked.sums import SumOf
from sdc_desktop.engine.tables.relations import Flags
from sdc_desktop.engine.tables.specs.suppression import SuppressionSpec
from sdc_desktop.engine.tables.table_counts import TableCounts, question, table_counts


@dataclass(frozen=True)
class DecidedTable:
    """A table job with its counts and its result."""

    table: CountedTable
    result: TableResult

    @property
    def name(self) -> str:
        """The name of the job."""
        return self.table.name

    @property
    def hidden(self) -> Flags:
        """Which cells (cells,) are suppressed."""
        cells = self.result.cells[: len(self.table.counted.table)]
        return np.array([cell.published is None for cell in cells], dtype=np.bool_)

    @property
    def counts_persons(self) -> bool:
        """Whether it counts persons, so that no audit has it together with others."""
        return self.table.params.count == "persons"

    @property
    def published(self) -> Published:
        """What is published of it."""
        return Published(shape_of(self.table), self.hidden)


class TablesOfRun:
    """The tables of a run: decided together where they are linked, and examined together at its end."""

    def __init__(self, basis: Basis) -> None:
        self._basis = basis
        self._decided: list[DecidedTable] = []

    def together_with(self, job: Job) -> tuple[Job, ...]:
        """The jobs that have to be decided together with one; none where it is decided alone."""
        return together_with(self._basis, job)

    def decided(
        self, jobs: Sequence[Job], context: JobContext
    ) -> Mapping[str, tuple[TableCounts, TableResult]]:
        """The counts and results of jobs that are decided together. Raises :class:`Refused`, Cancelled."""
        return decided_together(self._basis, jobs, context)

    def add(self, job: Job, counted: TableCounts, result: TableResult, source: Source) -> None:
        """Add a table that was made of `source`."""
        self._decided.append(DecidedTable(counted_table(self._basis.plan, job, counted, source), result))

    def examined(self, context: JobContext) -> Mapping[str, TableResult]:
        """Their results with what they reveal together, by name. Raises :class:`Refused`, Cancelled."""
        return examined_together(self._basis, self._decided, context)


class Known(NamedTuple):
    """What is known of the variables of some tables, and the codes of their records."""

    populations: Populations
    codes: RecordCodes


def decided_together(
    basis: Basis, jobs: Sequence[Job], context: JobContext
) -> Mapping[str, tuple[TableCounts, TableResult]]:
    """The counts and results of jobs that are protected together, by name. All work on the same source.

    The search is reported as that of the first. Raises :class:`Refused`, Cancelled.
    """
    context = context.of_job(jobs[0].name)
    source = basis.sources.get(jobs[0].input)
    given = Source.without_records() if source is None else source
    tables = []
    for place, job in enumerate(jobs):
        part = context.within(0.2 * place / len(jobs), 0.2 * (place + 1) / len(jobs))
        tables.append(counted_table(basis.plan, job, counts(job, source, part), given))
    tables = list(same_cells(tables, basis.plan.adding_up).tables)
    group, populations = _group(basis, tables, [None] * len(tables), context)
    results = protect_together(group, context.within(0.2, 1.0))
    return {
        table.name: (table.counted, _with_notes(results[table.name], _notes(populations, table, tables)))
        for table in tables
    }


def _group(
    basis: Basis,
    tables: Sequence[CountedTable],
    hidden: Sequence[Flags | None],
    context: JobContext,
    known: Known | None = None,
) -> tuple[Group, Populations]:
    """Tables as a group, with those beside them. `hidden`: what they do not show, where settled; `known`: of
    all tables of the plan.

    Raises :class:`Refused`, Cancelled.
    """
    same = same_cells(_with_equal_entries(tables, context), basis.plan.adding_up)
    tables = same.tables
    released = released_beside(basis, tables, context)
    every = [*tables, *(one.table for one in released.values())]
    sums, beside = sums_beside(basis, every, context)
    every += [one.table for one in beside.values()]
    sums = (*sums, *sums_found(every, sums, context))
    if known is None or len(every) > len(tables):
        known = Known(populations_of(every, context, same.nestings, same.codes), RecordCodes(context))
    populations, codes_of = known
    members = [
        Member(table.params, table.counted, shape_of(table), own)
        for table, own in zip(tables, hidden, strict=True)
    ]
    members += [one.member(name) for name, one in {**released, **beside}.items()]
    by_name = {table.name: table for table in tables}
    by_name |= {name: one.table for name, one in {**released, **beside}.items()}
    amounts = AmountsIn(every, populations, codes_of)
    codes = CodesOfTables(by_name, populations, codes_of)
    return Group(tuple(members), populations.definitions, amounts, codes, sums), populations


def _with_equal_entries(tables: Sequence[CountedTable], context: JobContext) -> list[CountedTable]:
    """The tables, those of records beyond memory counted again where they use different variables: so that
    the same contributor has the same number in all.
    """
    names = tuple(sorted({name for table in tables for _, name in question(table.params).variables}))
    return [
        replace(table, counted=table_counts(table.params, table.source, context, beside=names), beside=names)
        if len(tables) > 1 and table.source.data.relation.beyond_memory
        else table
        for table in tables
    ]


def together_with(basis: Basis, job: Job) -> tuple[Job, ...]:
    """The jobs that have to be decided together with one, itself among them: those linked with it, or it
    alone where earlier releases must be respected; none where neither is so.
    """
    group = linked_with(basis.plan, job)
    params = params_of(job, TABLE)
    spec = None if params is None else params.protect
    return group or ((job,) if isinstance(spec, SuppressionSpec) and spec.released else ())


def examined_together(
    basis: Basis, decided: Sequence[DecidedTable], context: JobContext
) -> Mapping[str, TableResult]:
    """The results of all tables of a plan that were run, with what they reveal together, by name. Where the
    context says that it is enough, what was not yet examined is left so, and is in no one's ``examined``.

    Raises :class:`Refused` where a solver fails, Cancelled.
    """
    results = {one.name: _defined(one) for one in decided}
    decided = [one for one in decided if not one.counts_persons]
    with_true = [one.table for one in decided if one.result.method in TRUE_VALUES]
    released = released_beside(basis, with_true, context)
    if len(decided) + len(released) < 2:
        return results
    context.may_end()
    same = same_cells([one.table for one in decided], basis.plan.adding_up)
    decided = [replace(one, table=table) for one, table in zip(decided, same.tables, strict=True)]
    true = [one for one in decided if one.result.method in TRUE_VALUES and one.table.counted.table.base == 1]
    tables = [*(one.table for one in decided), *(one.table for one in released.values())]
    populations = populations_of(tables, context, same.nestings, same.codes)
    definitions = populations.definitions
    for one in decided:
        others = tuple(other.name for other in decided if other is not one)
        notes = [*_notes(populations, one.table, tables)]
        notes += _other_methods(one, decided, populations)
        notes += same.warnings(one.name)
        notes = [problem for problem in notes if problem not in one.result.notes]
        results[one.name] = replace(_with_notes(results[one.name], notes), examined=others)
    declared = sums_among(basis.plan, [one.table for one in true])
    sums = (*declared, *sums_found([one.table for one in true], declared, context))
    for name, problem in _rounded_products([one.table for one in true], sums):
        results[name] = _with_notes(results[name], (problem,))
    shown = [Shown(one.name, one.table, one.hidden) for one in true]
    shown += [Shown(name, one.table, one.hidden) for name, one in released.items()]
    known = Known(populations, RecordCodes(context))
    found = unsafe_differences(shown, *known, context)
    for name in (one.name for one in true):
        results[name] = _with_notes(
            replace(results[name], differences=found.unsafe.get(name, ())), found.warnings(name)
        )
    groups = linked_groups([one.published for one in true], definitions, [one.responses for one in sums])
    for number, places in enumerate(groups):
        own = [true[place] for place in places]
        if _is_protected_so(basis.plan, own):
            continue
        part = context.within(number / len(groups), (number + 1) / len(groups))
        audit = _audited(basis, own, known, part)
        for one in own:
            if audit is None:
                results[one.name] = _not_examined(basis.plan, one, results[one.name], own)
                continue
            because = because_of(audit.facts)
            results[one.name] = with_finding(results[one.name], one.name, audit, because)
    return results


def _rounded_products(tables: Sequence[CountedTable], sums: Sequence[SumOf]) -> Iterator[tuple[str, Problem]]:
    """For tables, by name, a warning where their values add up to others but for the rounding of products of
    values and weights: such sums are not in the joint audit.
    """
    for one in sums:
        own = [table for table in tables if table.response in one.responses]
        records = [table.counted.records for table in own]
        if one.only is None and any(known is not None and known.coarser is not None for known in records):
            names = tuple(dict.fromkeys(table.name for table in own))
            yield from ((name, warning("linked.rounded_products", jobs=names)) for name in names)


def _audited(
    basis: Basis, tables: Sequence[DecidedTable], known: Known, context: JobContext
) -> JointAudit | None:
    """What tables reveal together; None where it was enough before that was known."""
    wished = context.until_enough()
    try:
        counted, hidden = [one.table for one in tables], [one.hidden for one in tables]
        group, _ = _group(basis, counted, hidden, wished, known)
        return audit_together(group, wished)
    except Cancelled:
        context.checkpoint()
        return None


def _not_examined(
    plan: Plan, one: DecidedTable, result: TableResult, group: Sequence[DecidedTable]
) -> TableResult:
    """The result of a table whose group was not audited: it was examined with those it was protected with."""
    linked = {job.name for job in linked_with(plan, one.table.job)}
    missed = {other.name for other in group} - linked
    return replace(result, examined=tuple(name for name in result.examined if name not in missed))


def _defined(one: DecidedTable) -> TableResult:
    """The result with the definition of its cells; a table that is given, or of persons, has none."""
    if one.table.params.table is not None or one.counts_persons:
        return one.result
    return replace(one.result, definition=definition_of(shape_of(one.table)))


def _is_protected_so(plan: Plan, tables: Sequence[DecidedTable]) -> bool:
    """Whether these tables are all that were protected together: their joint audit is known."""
    first = tables[0].table.job
    names = {job.name for job in linked_with(plan, first)}
    return link_of(first) is not None and names == {one.name for one in tables}


def _other_methods(
    one: DecidedTable, decided: Sequence[DecidedTable], populations: Populations
) -> Iterator[Problem]:
    """Tables with nearly true values of cells that a table suppresses, or that link it."""
    if not one.hidden.any():
        return
    named = tuple(
        other.name
        for other in decided
        if other.result.method not in TRUE_VALUES
        and linked_groups([one.published, other.published], populations.definitions)
    )
    if named:
        yield warning("linked.other_method", jobs=named)


def _notes(
    populations: Populations, table: CountedTable, others: Sequence[CountedTable]
) -> tuple[Problem, ...]:
    """What was found of the variables of a table and those of others with the same values."""
    same = [other for other in others if other is not table and other.response == table.response]
    return tuple(populations.notes(table, same))


def _with_notes(result: TableResult, notes: Sequence[Problem]) -> TableResult:
    return replace(result, notes=(*result.notes, *notes))


# what the responses of tables reveal about one another ----------------------------------------------


def sums_found(
    tables: Sequence[CountedTable], declared: Sequence[SumOf], context: JobContext
) -> tuple[SumOf, ...]:
    """The sums, differences and multiples among the responses of some tables that no plan declares, and the
    cells in which weighted and unweighted values are equal because all weights are 1. Raises Cancelled.
    """
    known = {frozenset(one.responses) for one in declared}
    found = [*_of_values(tables, context), *_of_weights(tables)]
    return tuple(one for one in found if frozenset(one.responses) not in known)


def _of_values(tables: Sequence[CountedTable], context: JobContext) -> Iterator[SumOf]:
    responses = dict.fromkeys(table.response for table in tables if table.params.table is None)
    for population in dict.fromkeys(one.population for one in responses):
        own = [one for one in responses if one.population == population]
        values = list(dict.fromkeys(one.value for one in own))
        if len(values) < 2:
            continue
        for relation in _relations(
            [t for t in tables if t.response.population == population], values, context
        ):
            for weight in dict.fromkeys(one.weight for one in own):
                terms = [Response(population, value, weight) for value in relation.names]
                if all(term in responses for term in terms):
                    yield _sum(terms, relation)


def _relations(
    tables: Sequence[CountedTable], values: Sequence[str], context: JobContext
) -> tuple[Relation, ...]:
    """The relations of some values; the value without a name is 1 in every record, which is counted."""
    named = [name for name in values if name]
    for source in sources_of(tables):
        if all(name in source.columns for name in named):
            columns = {name: source.columns[name] for name in named}
            try:
                amounts = amounts_together(source.source, list(columns.values()), context)
            except Refused:  # of counts the amounts of single records are not known
                return ()
            found = {name: amounts[column] for name, column in columns.items()}
            if "" in values:
                units, _ = next(iter(found.values()))
                found[""] = np.ones_like(units), Decimal(1)
            return relations_of(found)
    return ()


def _sum(terms: Sequence[Response], relation: Relation) -> SumOf:
    """The relation as a sum: the total is the only response of its side, where a side has only one."""
    coefficients = relation.coefficients
    alone = [
        place
        for place, own in enumerate(coefficients)
        if all((own > 0) != (other > 0) for at, other in enumerate(coefficients) if at != place)
    ]
    total = alone[0] if alone else 0
    sign = 1 if coefficients[total] > 0 else -1
    parts = [place for place in range(len(terms)) if place != total]
    factors = (sign * coefficients[total], *(-sign * coefficients[place] for place in parts))
    names = (terms[total].value, *(terms[place].value for place in parts))
    return SumOf(terms[total], tuple(terms[place] for place in parts), names, factors)


def _of_weights(tables: Sequence[CountedTable]) -> Iterator[SumOf]:
    responses = {table.response for table in tables}
    for response in dict.fromkeys(table.response for table in tables if table.response.weight):
        bare = replace(response, weight="")
        if bare not in responses:
            continue
        only = {table.name: _all_one(table) for table in tables if table.response == response}
        if any(flags.any() for flags in only.values()):
            yield SumOf(response, (bare,), (response.value, bare.value), (1, 1), only)


def _all_one(table: CountedTable) -> Flags:
    """The cells (cells,) of a table whose records all have the weight 1."""
    records, own = table.counted.records, table.counted.table
    if records is None or records.weights is None:
        return np.zeros(len(own), dtype=np.bool_)
    other = (records.weights != records.weight_one).astype(np.int64)
    return np.asarray((summed(records.codes, other, own.dimensions) == 0) & ~own.empty)
