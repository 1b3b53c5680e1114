"""Groups of similar records by one block of variables: formed, and the effect on the block."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import Numbers, RecordPersons, is_one_each
from sdc_desktop.engine.microdata.classes.knowledge import found_by
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
from sdc_desktop.engine.microdata.groups.person_groups import mdav_of_persons, optimal_of_persons
from sdc_desktop.engine.microdata.person_draws import drawn_with


class Rules(Protocol):
    """How groups are formed: at least k records each, by a method, what missing values do, and whether
    numbers are standardised.
    """

    @property
    def k(self) -> int: ...
    @property
    def method(self) -> str: ...
    @property
    def missing(self) -> str: ...
    @property
    def standardise(self) -> bool: ...


@dataclass(frozen=True)
class GroupRules:
    """MDAV on standardised numbers with missing values kept, as ANOPI groups."""

    k: int
    method: str = "mdav"
    missing: str = "keep"
    standardise: bool = True


@dataclass(frozen=True)
class BlockResult:
    """The effect on one block. ``sizes``: group size -> how many groups have it; in persons where these
    have several records. Losses are over records, or over persons where all variables of the block have one
    value for each.
    """

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


def grouped(
    block: Block, rules: Rules, context: JobContext, persons: RecordPersons | None = None
) -> Integers:
    """The group of each record, -1 for those without any value; k is one of ``persons`` where these have
    several records. Raises :class:`Refused`.
    """
    labels = np.full(len(block.empty), -1, dtype=np.int64)
    if rules.k == 1:
        return np.arange(len(labels))
    by_pattern = rules.missing == "patterns"
    numbers = None if persons is None else persons.numbers
    parts = parts_of(block.strata, block.patterns, block.empty, rules.k, numbers, by_pattern=by_pattern)
    groups = done = 0
    total = sum(len(part) for part in parts)
    for part in parts:
        within = context.within(done / total, (done + len(part)) / total)
        own = None if numbers is None or is_one_each(numbers[part]) else numbers[part]
        found = _of_part(block, part, rules, own, within)
        labels[part] = found + groups
        groups += int(found.max()) + 1
        done += len(part)
    return labels


def _of_part(
    block: Block, part: Integers, rules: Rules, persons: Numbers | None, context: JobContext
) -> Integers:
    if rules.method == "mdav":
        columns = [column.of(part) for column in block.columns]
        if persons is None:
            return mdav(columns, rules.k, context)
        return mdav_of_persons(columns, persons, rules.k, context)
    values = block.columns[0].values[part]
    if persons is None:
        return optimal_univariate(values, rules.k, context)
    return optimal_of_persons(values, persons, rules.k, context)


def rows_of_persons(block: Block, persons: Numbers) -> tuple[Integers, Integers] | None:
    """One record for each person, and each record without a person, (rows,), and the row of each record
    (records,); None where some person has different values in the block, or is in several strata.
    """
    first = drawn_with(None, persons)
    if any((column != column[first]).any() for column in (*block.codes, block.strata)):
        return None
    rows, own = np.unique(first, return_inverse=True)
    return rows, own.reshape(-1)


def block_result(
    block: Block, k: int, labels: Integers, persons: RecordPersons | None = None
) -> tuple[BlockResult, Integers]:
    """The effect on a block, and numbers (kept,) that are equal where records can be distinguished no more.
    ``labels`` (kept,): the group of each record of the block, below 0 where it has none; ``persons`` where
    these have several records.
    """
    grouped = labels >= 0
    groups = int(labels.max(initial=-1)) + 1
    taking_part = [column.of(np.flatnonzero(grouped)) for column in block.columns]
    made = Grouping(labels[grouped], groups)
    members = None if persons is None else persons.of(np.flatnonzero(grouped)).members(made.labels)
    of_groups = made.sizes if members is None else members.numbers(groups)
    sizes, numbers = np.unique(of_groups, return_counts=True)
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
        records_below_k=int(np.count_nonzero(units_of(apart, persons)[apart] < k)),
    )
    return result, apart


def sizes_of(numbers: Integers) -> Integers:
    """How many records have each number from 0."""
    return np.bincount(numbers) if len(numbers) else np.zeros(0, dtype=np.int64)


def units_of(numbers: Integers, persons: RecordPersons | None) -> Integers:
    """How many records have each number from 0, (numbers,), or how many persons fit what can be known of one
    with a record there, where persons have several records.
    """
    members = None if persons is None else persons.members(numbers)
    sizes = sizes_of(numbers)
    return sizes if members is None else found_by(members, sizes, JobContext()).of_classes


def loss(sse: float, sst: float) -> float:
    """The information loss in per cent: squared errors within groups as a share of all."""
    return 100 * sse / sst if sst > 0 else 0.0
