"""Groups of similar records by one block of variables: formed, and the effect on the block."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.groups.block_columns import BlockColumn, Integers, Scaled, scaled
from sdc_desktop.engine.microdata.groups.group_texts import parts_of, patterns_of
from sdc_desktop.engine.microdata.groups.groups import (
    Grouping,
    classes,
    optimal_univariate,
    squared_errors,
    squared_total,
)
from sdc_desktop.engine.microdata.groups.mdav import mdav


class Rules(Protocol):
    """How groups are formed: at least k records each, by a method, and what missing values do."""

    @property
    def k(self) -> int: ...
    @property
    def method(self) -> str: ...
    @property
    def missing(self) -> str: ...


@dataclass(frozen=True)
class GroupRules:
    """MDAV with missing values kept, as ANOPI groups."""

    k: int
    method: str = "mdav"
    missing: str = "keep"


@dataclass(frozen=True)
class BlockResult:
    """The effect on one block. ``sizes``: size of a group -> how many groups have it."""

    variables: tuple[str, ...]
    groups: int
    sizes: Mapping[int, int]
    sse: float
    sst: float
    il: float
    missing: int  # values that are missing, and stay so
    records_below_k: int  # that share group and missing values with fewer than k - 1 others


@dataclass(frozen=True)
class Block:
    """One block, of the records that are kept."""

    names: tuple[str, ...]
    columns: tuple[Scaled, ...]
    codes: tuple[Integers, ...]
    strata: Integers
    patterns: Integers  # which values are missing; equal where the same are
    empty: npt.NDArray[np.bool_]  # all are

    @staticmethod
    def of(
        names: tuple[str, ...],
        columns: Mapping[str, BlockColumn],
        strata: Integers,
        kept: Integers,
        *,
        standardise: bool,
    ) -> "Block":
        """The block of these variables; numbers are standardised where that is set. ``strata`` (records,) of
        all records, ``kept`` (kept,) the numbers of those that the block has.
        """
        read = [columns[name] for name in names]
        missing = [column.missing[kept] for column in read]
        return Block(
            names,
            tuple(scaled(column, kept, standardise) for column in read),
            tuple(column.codes[kept] for column in read),
            strata[kept],
            *patterns_of(missing),
        )


def grouped(block: Block, rules: Rules, context: JobContext) -> Integers:
    """The group of each record, -1 for those without any value. Raises :class:`Refused`."""
    labels = np.full(len(block.empty), -1, dtype=np.int64)
    if rules.k == 1:
        return np.arange(len(labels))
    by_pattern = rules.missing == "patterns"
    parts = parts_of(block.strata, block.patterns, block.empty, rules.k, by_pattern=by_pattern)
    groups = done = 0
    total = sum(len(part) for part in parts)
    for part in parts:
        within = context.within(done / total, (done + len(part)) / total)
        if rules.method == "mdav":
            found = mdav([column.of(part) for column in block.columns], rules.k, within)
        else:
            found = optimal_univariate(block.columns[0].values[part], rules.k, within)
        labels[part] = found + groups
        groups += int(found.max()) + 1
        done += len(part)
    return labels


def block_result(block: Block, k: int, labels: Integers) -> tuple[BlockResult, Integers]:
    """The effect on a block, and numbers (kept,) that are equal where records can be distinguished no more.
    ``labels`` (kept,): the group of each record of the block, below 0 where it has none.
    """
    grouped = labels >= 0
    groups = int(labels.max(initial=-1)) + 1
    taking_part = [column.of(np.flatnonzero(grouped)) for column in block.columns]
    made = Grouping(labels[grouped], groups)
    sizes, numbers = np.unique(made.sizes, return_counts=True)
    sse = 0.0 if k == 1 else squared_errors(taking_part, made)
    sst = squared_total(taking_part)
    apart = classes(*block.codes) if k == 1 else classes(labels, block.patterns)
    result = BlockResult(
        variables=block.names,
        groups=groups,
        sizes=dict(zip(sizes.tolist(), numbers.tolist(), strict=True)),
        sse=sse,
        sst=sst,
        il=loss(sse, sst),
        missing=sum(int(column.missing.sum()) for column in block.columns if column.missing is not None),
        records_below_k=int(np.count_nonzero(sizes_of(apart)[apart] < k)),
    )
    return result, apart


def sizes_of(numbers: Integers) -> Integers:
    """How many records have each number from 0."""
    return np.bincount(numbers) if len(numbers) else np.zeros(0, dtype=np.int64)


def loss(sse: float, sst: float) -> float:
    """The information loss in per cent: squared errors within groups as a share of all."""
    return 100 * sse / sst if sst > 0 else 0.0
