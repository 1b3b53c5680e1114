"""The groups of a block: of all records, or of one of each person where the block has one value for each."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import RecordPersons
from sdc_desktop.engine.microdata.groups.block_columns import BlockColumn, Integers
from sdc_desktop.engine.microdata.groups.block_groups import (
    Block,
    BlockResult,
    Rules,
    block_result,
    grouped,
    rows_of_persons,
    units_of,
)
from sdc_desktop.engine.microdata.groups.group_texts import group_texts
from sdc_desktop.engine.microdata.groups.groups import Grouping

Read = tuple[Mapping[str, BlockColumn], Integers, Integers]  # columns, strata and the released records


@dataclass(frozen=True)
class Formed:
    """The effect on a block, the group of each released record, numbers that are equal where records can be
    distinguished no more, both (kept,), and the released records that groups are made of (None: all).
    """

    result: BlockResult
    labels: Integers
    apart: Integers
    rows: Integers | None = None


def formed(
    params: Rules, block: Block, read: Read, persons: RecordPersons | None, context: JobContext
) -> Formed:
    """The groups of a block of the released records, which are of these persons where they have several.
    Raises :class:`Refused`, Cancelled.
    """
    columns, strata, kept = read
    found = None if persons is None else rows_of_persons(block, persons.numbers)
    if persons is None or found is None:
        labels = grouped(block, params, context, persons)
        result, apart = block_result(block, params.k, labels, persons)
        return Formed(result, labels, apart, None if persons is None else np.arange(len(kept)))
    rows, own = found
    of_rows = persons.of(rows)
    one_each = Block.of(block.names, columns, strata, kept[rows], standardise=params.standardise)
    labels = grouped(one_each, params, context, of_rows)
    result, apart = block_result(one_each, params.k, labels, of_rows)
    missing = sum(int(columns[name].missing[kept].sum()) for name in block.names)
    apart = apart[own]
    below = int(np.count_nonzero(units_of(apart, persons)[apart] < params.k))
    return Formed(replace(result, missing=missing, records_below_k=below), labels[own], apart, rows)


def texts_of_rows(
    column: BlockColumn,
    kept: Integers,
    labels: Integers,
    rows: Integers | None,
    groups: int,
    decimal: str,
    context: JobContext,
) -> tuple[Integers, list[str]]:
    """The code (kept,) of each released record, and the texts that codes mean: those of the groups, from
    ``labels`` (kept,), that some of the records, ``rows``, make.
    """
    if rows is None or len(rows) == len(kept):
        return group_texts(column, kept, Grouping(labels, groups), decimal, context)
    of_groups, texts = group_texts(column, kept[rows], Grouping(labels[rows], groups), decimal, context)
    keys = np.where(column.missing[kept], groups + 1 + column.codes[kept], labels + 1)
    codes = np.full(groups + 1 + len(column.texts), -1, dtype=np.int64)
    codes[keys[rows]] = of_groups
    return codes[keys], texts
