"""What ANOPI checks and counts: levels of recoded variables, records of those to microaggregate."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.formats import DecimalMark
from sdc_desktop.engine.data.members import RecordPersons
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.methods.recoding.anopi import AnopiParams
from sdc_desktop.engine.microdata.groups.block_columns import BlockColumn, Integers, block_column
from sdc_desktop.engine.microdata.recoded_disclosure import (
    DisclosureCounts,
    SensitiveCounts,
    sensitive_counts,
)
from sdc_desktop.engine.microdata.recoding import RecodingCounts, recoding_counts
from sdc_desktop.engine.problems import Place, Problem, Refused, error
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.spec import NEVER_RELEASED


@dataclass(frozen=True)
class AnopiCounts(DisclosureCounts):
    """The counts, and where something may be microaggregated the records too: ``columns`` of the variables
    that may be, and the number ``codes`` (records,) of each record's category for every counted variable.
    ``persons`` of the records, where persons have several.
    """

    columns: Mapping[str, BlockColumn] = field(default_factory=dict)
    codes: Mapping[str, Integers] = field(default_factory=dict)
    decimal: DecimalMark = "."
    persons: RecordPersons | None = None

    def groupable(self, names: Sequence[str]) -> int:
        """The number of records, or persons, to group: those with a value in some of these variables."""
        there = ~np.all([self.columns[name].missing for name in names], axis=0)
        return int(there.sum()) if self.persons is None else self.persons.within(there)


def anopi_counts(
    source: Source,
    names: Sequence[str],
    recoded: Collection[str],
    microaggregated: Collection[str],
    context: JobContext,
) -> AnopiCounts:
    """One pass over the combinations of all variables, and one over each that will be microaggregated.

    The hierarchies of the `recoded` variables are checked. Raises :class:`Refused` where a value is missing
    from a hierarchy, or values to be microaggregated are not numbers or have no order.
    """
    counted = recoding_counts(source.with_hierarchies_of(recoded), names, context)
    sensitive = sensitive_counts(source.data, counted.keys, context)
    columns, problems = read_columns(source.data, microaggregated, context)
    if problems:
        raise Refused(problems.values())
    return with_records(counted, sensitive, source.data, columns, context)


def read_columns(
    data: Microdata, names: Collection[str], context: JobContext
) -> tuple[dict[str, BlockColumn], dict[str, Problem]]:
    """The variables that can be microaggregated, and why the others cannot. Raises Cancelled."""
    columns, problems = {}, {}
    for place, name in enumerate(names):
        context.progress(place / len(names), "counting")
        column = block_column(data, name, context)
        if isinstance(column, Problem):
            problems[name] = column
        else:
            columns[name] = column
    return columns, problems


def with_records(
    counted: RecodingCounts,
    sensitive: SensitiveCounts | None,
    data: Microdata,
    columns: Mapping[str, BlockColumn],
    context: JobContext,
) -> AnopiCounts:
    """The counts together with the records of all variables, if any has a column."""
    codes = {}
    if columns:
        for name in counted.keys.variables:
            known = columns.get(name)
            codes[name] = data.relation.codes(data.index(name), context) if known is None else known.codes
    persons = data.record_persons(context) if columns else None
    return AnopiCounts(
        counted.keys, counted.variables, counted.notes, sensitive, columns, codes, data.decimal, persons
    )


def variables(params: AnopiParams, data: Microdata) -> tuple[str, ...]:
    """The variables the job is about: the key variables and those that have points, in file order."""
    named = {variable.name for variable in data.with_role("key")}
    for points in (params.user_points, params.intruder_points):
        named |= set(points or {})
    return tuple(name for name in data.names if name in named)


def check(params: AnopiParams, source: Source) -> tuple[Problem, ...]:
    """What can be refused before any record is counted."""
    names = variables(params, source.data)
    return (
        *_unknown(params, source),
        *_variable_problems(params, source, names),
        *_block_problems(params, source, names),
    )


def _unknown(params: AnopiParams, source: Source) -> Iterator[Problem]:
    known = set(source.data.names)
    for key in ("user_points", "intruder_points", "min_utility", "min_privacy", "override", "technique"):
        given = getattr(params, key) or {}
        for name in () if isinstance(given, str) else given:
            if name not in known:
                where = Place(key=f"params.{key}.{name}", variable=name)
                yield error("plan.unknown_variable", where, name=name)


def _variable_problems(params: AnopiParams, source: Source, names: tuple[str, ...]) -> Iterator[Problem]:
    if not names:
        yield error("anopi.no_variables", Place(key="params.user_points"))
    for name in names:
        where = Place(key=f"data.hierarchies.{name}", variable=name)
        if source.data.variable(name).role in NEVER_RELEASED:
            yield error("recode.direct_identifier", where, name=name)
        elif params.technique_of(name) == "recoding" and name not in source.hierarchies:
            yield error("anopi.no_hierarchy", where, name=name)


def _block_problems(params: AnopiParams, source: Source, names: tuple[str, ...]) -> Iterator[Problem]:
    if params.blocks is None:
        return
    seen: set[str] = set()
    for number, block in enumerate(params.blocks):
        key = f"params.blocks[{number}]"
        if not block:
            yield error("microaggregate.no_variables", Place(key=key))
        for name in block:
            where = Place(key=key, variable=name)
            if name not in source.data.names:
                yield error("plan.unknown_variable", where, name=name)
            elif name not in names:
                yield error("anopi.block_without_part", where, name=name)
            elif params.technique_of(name) != "microaggregation":
                yield error("anopi.recoded_in_block", where, name=name)
            elif name in seen:
                yield error("microaggregate.doubled", where, name=name)
            seen.add(name)
    for name in names:
        if params.technique_of(name) == "microaggregation" and name not in seen:
            yield error("anopi.in_no_block", Place(key="params.blocks", variable=name), name=name)
