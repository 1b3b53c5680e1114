"""What the responses of a plan's tables reveal about one another in all records."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.running.linking import CountedTable, sources_of
from sdc_desktop.engine.tables.build import amounts_together
from sdc_desktop.engine.tables.contributions import summed
from sdc_desktop.engine.tables.linked.definitions import Response
from sdc_desktop.engine.tables.linked.related import Relation, relations_of
from sdc_desktop.engine.tables.linked.sums import SumOf
from sdc_desktop.engine.tables.relations import Flags


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
