"""Tables beside those of a plan: released by earlier runs, or parts of values that add up."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.json_text import load_json, read_text
from sdc_desktop.engine.methods.tables.table.members import Member
from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.running.linking import CountedTable, shape_of, shown, sources_of
from sdc_desktop.engine.running.table_origins import origin_of
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.linked.released import read_released
from sdc_desktop.engine.tables.linked.response import Response
from sdc_desktop.engine.tables.linked.sums import SumOf
from sdc_desktop.engine.tables.relations import Flags
from sdc_desktop.engine.tables.specs.settings import DimensionSpec
from sdc_desktop.engine.tables.specs.suppression import SuppressionSpec
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.engine.tables.table_counts import table_counts


@dataclass(frozen=True)
class Basis:
    """What tables are linked on: the plan, what its jobs left (`data`: the data), and the data's SHA-256."""

    plan: Plan
    sources: Mapping[str, Source]
    sha256: str | None


@dataclass(frozen=True)
class Beside:
    """A table beside those of the plan, with the cells that it does not show, and those that were unsafe."""

    table: CountedTable
    kind: str
    hidden: Flags
    unsafe: Flags

    def member(self, name: str) -> Member:
        """The table as a member of a group."""
        shape = replace(shape_of(self.table), name=name)
        kind = "released" if self.kind == "released" else "beside"
        return Member(self.table.params, self.table.counted, shape, self.hidden, kind, self.unsafe)  # type: ignore[arg-type]


# released by earlier runs ------------------------------------------------------------------------------


def released_beside(basis: Basis, tables: Sequence[CountedTable], context: JobContext) -> dict[str, Beside]:
    """The tables of earlier runs that the jobs of some tables name, by what they are called.

    Raises :class:`Refused`.
    """
    found: dict[str, Beside] = {}
    for table in tables:
        spec = table.params.protect
        for place, one in enumerate(spec.released if isinstance(spec, SuppressionSpec) else ()):
            name = f"{one.job} ({one.path})"
            if name not in found:
                key = f"params.protect.released[{place}]"
                found[name] = _released(basis, table, one.path, one.job, key, context)
    return found


def _released(
    basis: Basis, table: CountedTable, path: str, job: str, key: str, context: JobContext
) -> Beside:
    where = Place(key=key, file=path)
    known = read_released(load_json(read_text(table.source.base / path)), job, path)
    if basis.sha256 is None or basis.sha256 not in known.inputs:
        raise Refused(error("linked.released_other_data", where, job=job))
    definition = known.definition
    source = next(
        (one for one in sources_of([table]) if table.origin.population == definition.population), None
    )
    needed = [definition.value, definition.weight, *(one.variable for one in definition.dimensions)]
    if source is None or not all(name in source.columns for name in needed if name):
        raise Refused(error("linked.released_other_records", where, job=job))
    columns = [source.columns[one.variable] for one in definition.dimensions]
    params = _bare(
        table.params, columns, *(source.columns.get(n) for n in (definition.value, definition.weight))
    )
    made = known.dimensions(_codes(source.source, columns, context))
    counted = table_counts(params, source.source, context, made=made)
    hidden, unsafe = known.flags(counted.table, path)
    own = CountedTable(table.job, params, counted, source.source, table.origin, definition.response)
    return Beside(own, "released", hidden, unsafe & hidden)


def _codes(source: Source, columns: Sequence[str], context: JobContext) -> list[tuple[str, ...]]:
    relation = source.data.relation
    return [relation.frequencies(source.data.index(name), context)[0] for name in columns]


def _bare(params: TableParams, columns: Sequence[str], value: str | None, weight: str | None) -> TableParams:
    """The params of a table of other dimensions and values, judged by the same rules."""
    spec = params.protect
    changed = {"apriori": None, "cost": "value", "cost_variable": None}
    return params.model_copy(
        update={
            "dimensions": tuple(DimensionSpec(variable=name) for name in columns),
            "value": value,
            "weight": weight,
            "cells": (),
            "protect": spec.model_copy(update=changed) if isinstance(spec, SuppressionSpec) else None,
            "max_risk": None,
        }
    )


# values that add up ------------------------------------------------------------------------------------


def sums_beside(
    basis: Basis, tables: Sequence[CountedTable], context: JobContext
) -> tuple[tuple[SumOf, ...], dict[str, Beside]]:
    """What the plan says to add up, as far as tables have the total and a part; and the tables that are
    missing, so that each value has them all.

    Raises :class:`Refused` where records have no variables of such a table.
    """
    sums = sums_among(basis.plan, tables)
    found: dict[str, Beside] = {}
    for one in sums:
        donors = [t for t in tables if t.response in one.responses and t.params.table is None]
        for donor in donors:
            for response in one.responses:
                own = [*tables, *(known.table for known in found.values())]
                if not any(other.response == response and _alike(other, donor) for other in own):
                    table = _with_response(basis, donor, response, context)
                    hidden = np.ones(len(table.counted.table), dtype=np.bool_)
                    unsafe = np.zeros(len(hidden), dtype=np.bool_)
                    found[f"\n{len(found)}"] = Beside(table, "beside", hidden, unsafe)
    return sums, found


def sums_among(plan: Plan, tables: Sequence[CountedTable]) -> tuple[SumOf, ...]:
    """What the plan says to add up, as far as tables have the total and a part."""
    return tuple(dict.fromkeys(one for names in plan.adding_up for one in _sums(plan, names, tables)))


def _sums(plan: Plan, names: tuple[str, ...], tables: Sequence[CountedTable]) -> Iterator[SumOf]:
    """The sums of a plan's entry: of variables in the same records, of records with the same variable, or of
    values of given tables.
    """
    responses = list(dict.fromkeys(table.response for table in tables))
    populations = {"data", *(job.name for job in plan.jobs)}
    for response in responses:
        own = [table for table in tables if table.response.population == response.population]
        for source in sources_of(own):
            base = {column: name for name, column in source.columns.items()}
            if not all(name in base for name in names):
                continue
            total, *parts = (replace(response, value=base[name]) for name in names)
            if response == total and any(part in responses for part in parts):
                yield SumOf(total, tuple(parts), names)
                break
        else:
            if all(name in populations for name in names) and response.population == names[0]:
                total, *parts = (replace(response, population=name) for name in names)
                if any(part in responses for part in parts):
                    yield SumOf(total, tuple(parts), names)
            given = [replace(response, value=name, weight="") for name in names]
            if response == given[0] and all(one in responses for one in given):
                yield SumOf(response, tuple(given[1:]), names)


def _alike(one: CountedTable, other: CountedTable) -> bool:
    """Whether two tables have the same dimensions."""
    return _structure(one) == _structure(other)


def _structure(table: CountedTable) -> frozenset[tuple[str, object]]:
    params, origin = table.params, table.origin
    return frozenset(
        (origin.names[dimension.variable], dimension.hierarchies(table.source))
        for dimension in params.dimensions
    )


def _with_response(
    basis: Basis, donor: CountedTable, response: Response, context: JobContext
) -> CountedTable:
    """The table of a donor's dimensions with another value, or of other records. Raises :class:`Refused`."""
    source: Source | None = donor.source
    if response.population != donor.response.population:
        source = basis.sources.get(response.population)
    job = donor.job.model_copy(update={"input": response.population})
    names = () if source is None else source.data.names
    origin = donor.origin if source is donor.source else origin_of(basis.plan, job, names)
    columns = {name: column for column, name in origin.names.items()}
    named = [name for name in (response.value, response.weight) if name]
    own = [donor.origin.names[dimension.variable] for dimension in donor.params.dimensions]
    missing = tuple(shown(name) for name in (*own, *named) if name not in columns)
    if source is None or missing:
        where, population = Place(key="sums"), response.population
        raise Refused(
            error("linked.sum_without_variables", where, name=donor.name, input=population, variables=missing)
        )
    params = donor.params.model_copy(
        update={
            "dimensions": tuple(
                dimension.model_copy(update={"variable": columns[name]})
                for dimension, name in zip(donor.params.dimensions, own, strict=True)
            ),
            "value": columns.get(response.value),
            "weight": columns.get(response.weight),
            "rules": (),
            "shadow": None,
            "cells": (),
            "zeros_unsafe": False,
            "protect": _contributors_of(donor.params),
            "max_risk": None,
        }
    )
    counted = table_counts(params, source, context)
    return CountedTable(donor.job, params, counted, source, origin, response)


def _contributors_of(params: TableParams) -> SuppressionSpec | None:
    """Suppression that says no more than who is a contributor."""
    spec = params.protect
    if not isinstance(spec, SuppressionSpec):
        return None
    return SuppressionSpec(method="suppression", holding=spec.holding)  # beside that of the table
