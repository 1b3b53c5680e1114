"""What ANOPI counts: every coding of the recoded variables, and the records of those to microaggregate."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.dialect import DecimalMark
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.microdata.block_columns import BlockColumn, block_column
from sdc_desktop.engine.microdata.distances import Integers
from sdc_desktop.engine.microdata.recoded_disclosure import (
    DisclosureCounts,
    SensitiveCounts,
    sensitive_counts,
)
from sdc_desktop.engine.microdata.recoding import RecodingCounts, recoding_counts
from sdc_desktop.engine.problems import Problem, Refused
from sdc_desktop.engine.source import Source


@dataclass(frozen=True)
class AnopiCounts(DisclosureCounts):
    """The counts, and where something may be microaggregated the records too: ``columns`` of the variables
    that may be, and the number ``codes`` (records,) of each record's category for every counted variable.
    """

    columns: Mapping[str, BlockColumn] = field(default_factory=dict)
    codes: Mapping[str, Integers] = field(default_factory=dict)
    decimal: DecimalMark = "."


def anopi_counts(
    source: Source,
    names: Sequence[str],
    recoded: Collection[str],
    microaggregated: Collection[str],
    context: JobContext,
) -> AnopiCounts:
    """One pass over the combinations of all variables, and one over each that is to be microaggregated.

    The hierarchies of the `recoded` ones are looked at. Raises :class:`Refused` where a hierarchy lacks a
    value, or values to be microaggregated are no numbers or have no order.
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
    return AnopiCounts(
        counted.keys, counted.variables, counted.notes, sensitive, columns, codes, data.decimal
    )
