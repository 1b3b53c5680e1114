"""Tables of a plan that are linked, counted: what they have in common, and the jobs that they need."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.tables.table import TABLE
from sdc_desktop.engine.plan import Job, Plan, params_of
from sdc_desktop.engine.problems import Problem, note, warning
from sdc_desktop.engine.running.table_origins import COUNTED_PERSONS, Origin, given_population, origin_of
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.build import amounts_by, codes_by
from sdc_desktop.engine.tables.linked.categories import Categories, Codes, Nesting
from sdc_desktop.engine.tables.linked.definitions import Definitions, Shape
from sdc_desktop.engine.tables.linked.derived_sums import CodesOf
from sdc_desktop.engine.tables.linked.fine import Amounts
from sdc_desktop.engine.tables.linked.nestings import Nestings, combined, nestings_of
from sdc_desktop.engine.tables.linked.response import Response
from sdc_desktop.engine.tables.relations import Integers
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.engine.tables.table_counts import TableCounts, question

Labels = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class CountedTable:
    """A table job of the plan with what it counted of its source. ``beside``: the variables by which records
    beyond memory were also distinguished.
    """

    job: Job
    params: TableParams
    counted: TableCounts
    source: Source
    origin: Origin
    response: Response
    beside: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name of the job."""
        return self.job.name


def counted_table(plan: Plan, job: Job, counted: TableCounts, source: Source) -> CountedTable:
    """A table job with its counts."""
    params = params_of(job, TABLE)
    assert params is not None
    variables = _variables(params, counted)
    if params.table is not None:
        origin = Origin(
            given_population(params), {name: name for name in variables}, {n: n for n in variables}
        )
        response = Response(origin.population, params.table.response or "")
        return CountedTable(job, params, counted, source, origin, response)
    origin = origin_of(plan, job, source.data.names)
    response = Response(
        origin.population,
        _summed(params, origin),
        "" if params.weight is None else origin.names[params.weight],
    )
    return CountedTable(job, params, counted, source, origin, response)


def _summed(params: TableParams, origin: Origin) -> str:
    if params.count == "persons":
        return COUNTED_PERSONS
    return "" if params.value is None else origin.names[params.value]


def _variables(params: TableParams, counted: TableCounts) -> tuple[str, ...]:
    if params.table is not None:
        return counted.table.names
    return tuple(dimension.variable for dimension in params.dimensions)


def shape_of(table: CountedTable) -> Shape:
    """The cells of a table, by the variables of the population."""
    counted = table.counted
    variables = tuple(table.origin.names[name] for name in _variables(table.params, counted))
    codes = counted.codes or tuple(
        tuple(dimension.categories[leaf] for leaf in dimension.leaves)
        for dimension in counted.table.dimensions
    )
    return Shape(table.name, counted.table, variables, codes, table.response)


@dataclass(frozen=True)
class Populations:
    """What is known of the variables of tables: the definitions of their cells, and what nests in what."""

    definitions: Definitions
    nestings: Mapping[str, Nestings]

    def made_of(self, population: str, variables: Sequence[str]) -> tuple[str, ...]:
        """The variables that records have, instead of those that are combinations of several."""
        known = self.nestings[population].made_of
        return tuple(dict.fromkeys(part for name in variables for part in known.get(name, (name,))))

    def combined(
        self, population: str, variables: Sequence[str], labels: Labels, codes: Integers
    ) -> tuple[Labels, Integers]:
        """The codes of variables, from those that `made_of` gives for them: `labels` by variable,
        `codes` (records, variables) index them.
        """
        known, names = self.nestings[population].made_of, self.made_of(population, variables)
        found, columns = list[tuple[str, ...]](), list[Integers]()
        for variable in variables:
            places = [names.index(part) for part in known.get(variable, (variable,))]
            if len(places) == 1:
                found.append(labels[places[0]])
                columns.append(codes[:, places[0]])
                continue
            chosen, column = _distinct([codes[:, place] for place in places], [labels[p] for p in places])
            found.append(tuple(map(combined, chosen)))
            columns.append(column)
        return tuple(found), np.stack(columns, axis=1)

    def notes(self, table: CountedTable, others: Sequence[CountedTable]) -> Iterator[Problem]:
        """What was found of the variables of a table and those of others, and must be reported."""
        found = self.nestings[table.response.population]
        own = set(shape_of(table).variables)
        theirs = {name for other in others for name in shape_of(other).variables}

        def apart(fine: str, coarse: str) -> bool:
            return (fine in own and coarse in theirs) or (coarse in own and fine in theirs)

        for denied in found.denied:
            if apart(denied.fine, denied.coarse):
                names = (shown(denied.fine), shown(denied.coarse))
                yield note("linked.not_nested", variables=names, number=denied.records)
        categories = self.definitions.categories(table.response)
        for fine, coarse in found.unstated:
            if apart(fine, coarse) and not categories.finer(fine).keys() & categories.finer(coarse).keys():
                yield warning("linked.nested_unstated", variables=(shown(fine), shown(coarse)))


def shown(name: str) -> str:
    """The name of a variable without the job that derived it."""
    return name.partition("\n")[0]


def populations_of(
    tables: Sequence[CountedTable],
    context: JobContext,
    more: Mapping[str, tuple[Nesting, ...]] | None = None,
    codes_of: Mapping[str, Mapping[str, Codes]] | None = None,
) -> Populations:
    """The populations of some tables. ``more``, ``codes_of``: what else nests in each, and more codes of
    its variables, as tables that are given show. Raises Cancelled.
    """
    numbers = [0]
    categories: dict[str, Categories] = {}
    nestings: dict[str, Nestings] = {}
    for population in dict.fromkeys(table.response.population for table in tables):
        own = [table for table in tables if table.response.population == population]
        codes: dict[str, frozenset[str]] = {}
        for table in own:
            shape = shape_of(table)
            codes |= {v: frozenset(labels) for v, labels in zip(shape.variables, shape.codes, strict=True)}
        found = nestings[population] = _nestings(sources_of(own), tuple(codes), context)
        codes |= dict(found.groups or {})
        for name, labels in (codes_of or {}).get(population, {}).items():
            codes[name] = codes.get(name, frozenset()) | labels
        stated = (*found.stated, *(more or {}).get(population, ()))
        categories[population] = Categories(codes, stated, numbers)
    return Populations(Definitions(categories), nestings)


@dataclass(frozen=True)
class KnownSource:
    """Records of a population, and the column of each of its variables that they have."""

    source: Source
    columns: Mapping[str, str]
    roots: Mapping[str, str]  # by column


def sources_of(tables: Sequence[CountedTable]) -> tuple[KnownSource, ...]:
    """The different records that tables were counted from."""
    found: dict[int, KnownSource] = {}
    for table in tables:
        if table.params.table is None:
            columns = {name: column for column, name in table.origin.names.items()}
            found.setdefault(id(table.source), KnownSource(table.source, columns, table.origin.roots))
    return tuple(found.values())


def _nestings(sources: Sequence[KnownSource], variables: Sequence[str], context: JobContext) -> Nestings:
    """What nests in what among the variables of one population, in the records of any of its tables."""
    all_found = []
    for known in sources:
        columns = {known.columns[name]: name for name in variables if name in known.columns}
        data, hierarchies = known.source.data, known.source.hierarchies
        found = nestings_of(data, hierarchies, tuple(columns), known.roots, context)
        all_found.append(found.renamed({column: name for name, column in known.columns.items()}))
    return Nestings(
        tuple({(one.fine, one.coarse): one for found in all_found for one in found.stated}.values()),
        tuple(dict.fromkeys(one for found in all_found for one in found.denied)),
        tuple(dict.fromkeys(one for found in all_found for one in found.unstated)),
        {name: codes for found in all_found for name, codes in (found.groups or {}).items()},
        frozenset(pair for found in all_found for pair in found.overlapping),
        {name: parts for found in all_found for name, parts in found.made_of.items()},
    )


def _distinct(
    columns: Sequence[Integers], labels: Sequence[Sequence[str]]
) -> tuple[list[list[str]], Integers]:
    """The combinations of codes that records have, and for each record the number of its combination."""
    sizes = [len(own) for own in labels]
    flat = np.ravel_multi_index(tuple(columns), sizes)
    if np.prod([float(size) for size in sizes]) <= len(flat):
        chosen = np.flatnonzero(np.bincount(flat))
        numbers = np.zeros(int(np.prod(sizes)), dtype=np.int64)
        numbers[chosen] = np.arange(len(chosen))
        column = numbers[flat]
    else:
        chosen, column = np.unique(flat, return_inverse=True)
    rows = zip(*(own.tolist() for own in np.unravel_index(chosen, sizes)), strict=True)
    return [[own[code] for own, code in zip(labels, row, strict=True)] for row in rows], column


class RecordCodes:
    """The codes of variables in records, each read once."""

    def __init__(self, context: JobContext) -> None:
        self.context = context
        self.combined: dict[tuple[int, str, tuple[str, ...]], CodesOf] = {}  # in all records of a source
        self._known: dict[tuple[int, str], tuple[tuple[str, ...], Integers]] = {}

    def holds(self, source: Source) -> bool:
        """Whether there is a code for each record; else there are combinations alone."""
        relation = source.data.relation
        return not (relation.beyond_memory or relation.by_counts)

    def __call__(self, source: Source, names: Sequence[str]) -> tuple[Labels, list[Integers]]:
        """The labels of some variables, and for each of them the codes of all records."""
        data = source.data
        for name in names:
            if (id(source), name) not in self._known:
                labels = data.relation.frequencies(data.index(name), self.context)[0]
                codes = data.relation.codes(data.index(name), self.context)
                self._known[id(source), name] = labels, codes.astype(np.int32)
        found = [self._known[id(source), name] for name in names]
        return tuple(labels for labels, _ in found), [codes for _, codes in found]


class AmountsIn:
    """Gives the records of a response by some variables, where any table was counted from records that have
    them all.
    """

    def __init__(
        self, tables: Sequence[CountedTable], populations: Populations, record_codes: RecordCodes
    ) -> None:
        self._tables, self._populations, self._codes = tables, populations, record_codes

    def __call__(self, response: Response, variables: Sequence[str]) -> Amounts | None:
        """None where no records have all the variables."""
        own = [table for table in self._tables if table.response.population == response.population]
        names = self._populations.made_of(response.population, variables)
        needed = [*names, *filter(None, (response.value, response.weight))]
        for known in sources_of(own):
            if all(name in known.columns for name in needed):
                columns = [known.columns[name] for name in names]
                value, weight = (known.columns.get(name) for name in (response.value, response.weight))
                if value is None and weight is None and self._codes.holds(known.source):
                    labels, codes, units = self._numbers(known.source, columns)
                else:
                    labels, codes, units = amounts_by(
                        known.source, columns, value, weight, self._codes.context
                    )
                labels, codes = self._populations.combined(response.population, variables, labels, codes)
                return Amounts(labels, codes, units)
        return None

    def _numbers(self, source: Source, names: Sequence[str]) -> tuple[Labels, Integers, Integers]:
        """The combinations of codes, and the number of records of each."""
        labels, codes = self._codes(source, names)
        sizes = [len(own) for own in labels]
        flat = np.ravel_multi_index(tuple(codes), sizes)
        if np.prod([float(size) for size in sizes]) <= len(flat):
            counted = np.bincount(flat)
            chosen = np.flatnonzero(counted)
            units = counted[chosen]
        else:
            chosen, units = np.unique(flat, return_counts=True)
        return labels, np.stack(np.unravel_index(chosen, sizes), axis=1), units


class CodesOfTables:
    """Gives the codes of variables in the records that a table was counted from, where they have them."""

    def __init__(
        self, tables: Mapping[str, CountedTable], populations: Populations, record_codes: RecordCodes
    ) -> None:
        """`tables`: by the names of the group's members."""
        self._tables, self._populations, self._codes = tables, populations, record_codes

    def __call__(self, name: str, variables: Sequence[str]) -> CodesOf | None:
        """Those of the records in the order in which they were counted; None where they are not known."""
        table = self._tables[name]
        numbers = table.counted.numbers
        columns = {known: column for column, known in table.origin.names.items()}
        population = table.response.population
        names = self._populations.made_of(population, variables)
        if numbers is None or table.params.table is not None or not set(names) <= set(columns):
            return None
        own = [columns[name] for name in names]
        if self._codes.holds(table.source):
            labels, found = self._codes(table.source, own)
            whole = len(found[0]) == len(numbers)
            key = id(table.source), population, tuple(variables)
            if whole and key in self._codes.combined:
                return self._codes.combined[key]
            chosen = np.stack([one if whole else one[numbers] for one in found], axis=1)
            made = CodesOf(*self._populations.combined(population, variables, labels, chosen))
            if whole:
                self._codes.combined[key] = made
            return made
        else:
            by = codes_by(
                replace(question(table.params), beside=table.beside), table.source, own, self._codes.context
            )
            if by is None:
                return None
            labels, chosen = by[0], by[1][numbers]
        return CodesOf(*self._populations.combined(population, variables, labels, chosen))
