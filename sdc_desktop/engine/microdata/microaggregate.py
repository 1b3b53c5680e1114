"""Microaggregation: groups of at least k near records get the same values in a block of variables.

Numbers become the group's mean, ordinal values the median category (the lower of two), nominal ones the mode
(of equals the first in text order). Groups come from MDAV (Domingo-Ferrer & Torra 2005) or, for one variable
of numbers, from the optimal partition (Hansen & Mukherjee 2003); within strata, where there are any.
SSE and SST are sums of squared distances in the units used for grouping (`distances`), over all blocks;
IL = 100 SSE / SST, and 0 where SST is 0.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.microdata.block_columns import BlockColumn, block_column, scaled
from sdc_desktop.engine.microdata.distances import Integers, Scaled
from sdc_desktop.engine.microdata.group_parts import parts_of, patterns_of
from sdc_desktop.engine.microdata.group_texts import group_texts
from sdc_desktop.engine.microdata.groups import Grouping, classes, squared_errors, squared_total
from sdc_desktop.engine.microdata.mdav import mdav
from sdc_desktop.engine.microdata.microaggregate_check import blocks_of, check, strata_of
from sdc_desktop.engine.microdata.microaggregate_spec import MicroaggregateParams
from sdc_desktop.engine.microdata.recoding import Anonymity
from sdc_desktop.engine.microdata.univariate import optimal_univariate
from sdc_desktop.engine.problems import Place, Problem, Refused, note, refuse_errors, warning
from sdc_desktop.engine.results import UNTOLD
from sdc_desktop.engine.source import Source


@dataclass(frozen=True)
class MicroaggregateCounts:
    """The variables of all blocks as numbers, and the stratum (records,) of each record."""

    blocks: tuple[tuple[str, ...], ...]
    columns: Mapping[str, BlockColumn]
    strata: Integers
    before: Anonymity  # of the variables of all blocks together
    left_out: tuple[str, ...]  # identifying variables in no block

    @property
    def records(self) -> int:
        """How many records there are."""
        return len(self.strata)


@dataclass(frozen=True)
class BlockResult:
    """What became of one block. ``sizes``: size of a group -> how many groups have it."""

    variables: tuple[str, ...]
    groups: int
    sizes: Mapping[int, int]
    sse: float
    sst: float
    il: float
    missing: int  # values that are missing, and stay so
    records_below_k: int  # that share group and missing values with fewer than k - 1 others


@dataclass(frozen=True)
class MicroaggregateResult:
    """What microaggregation did. ``groups``, ``sse``, ``sst`` and ``il`` are over all blocks.

    A missing value is told from every other value: records that share their group but not the places of
    their missing values are told apart in ``records_below_k`` (in any block) and in ``after`` (all blocks
    together).
    """

    k: int
    method: str
    standardise: bool
    missing: str
    strata: int
    records: int
    suppressed: int
    groups: int
    sse: float
    sst: float
    il: float
    records_below_k: int
    blocks: tuple[BlockResult, ...]
    before: Anonymity
    after: Anonymity
    notes: tuple[Problem, ...]
    kept: Integers = field(metadata=UNTOLD, repr=False, compare=False)  # the records that are released
    labels: tuple[Integers, ...] = field(metadata=UNTOLD, repr=False, compare=False)
    """For each block the group of each released record; -1 in none: it has no value there."""


def counts(params: MicroaggregateParams, source: Source, context: JobContext) -> MicroaggregateCounts:
    """One pass over the records of each variable. Raises :class:`Refused`."""
    refuse_errors(check(params, source))
    data = source.data
    blocks = blocks_of(params, data)
    names = [name for block in blocks for name in block]
    columns: dict[str, BlockColumn] = {}
    problems: list[Problem] = []
    for place, name in enumerate(names):
        context.progress(place / len(names), "counting")
        column = block_column(data, name, context)
        if isinstance(column, Problem):
            problems.append(column)
        else:
            columns[name] = column
    if problems:
        raise Refused(problems)
    divided = [data.relation.codes(data.index(name), context) for name in strata_of(params)]
    identifying = (variable.name for variable in data.with_role("identifying"))
    return MicroaggregateCounts(
        blocks=blocks,
        columns=columns,
        strata=classes(*divided) if divided else np.zeros(data.records, dtype=np.int64),
        before=_anonymity([column.codes for column in columns.values()]),
        left_out=tuple(name for name in identifying if name not in columns),
    )


def foresee(
    params: MicroaggregateParams, counted: MicroaggregateCounts, context: JobContext
) -> tuple[Problem, ...]:
    """What :func:`decide` would refuse or note, in milliseconds and without forming a group.

    How many records stay below k where missing values are kept is only known afterwards: here it is told how
    many lack a value. Raises :class:`Refused` with what every block has against it.
    """
    kept = _kept(params, counted)
    problems: list[Problem] = []
    for names in counted.blocks if params.k > 1 else ():
        context.checkpoint()
        missing = [counted.columns[name].missing[kept] for name in names]
        by_pattern = params.missing == "patterns"
        try:
            parts_of(counted.strata[kept], *patterns_of(missing), params.k, by_pattern=by_pattern)
        except Refused as refusal:
            problems += [problem for problem in refusal.problems if problem not in problems]
    refuse_errors(problems)
    return tuple(_notes(params, counted, None, counted.records - len(kept)))


def decide(
    params: MicroaggregateParams, counted: MicroaggregateCounts, context: JobContext
) -> MicroaggregateResult:
    """Form the groups: no matter of milliseconds. Raises :class:`Refused`, Cancelled when stopped."""
    kept = _kept(params, counted)
    results, labels, below, told_apart = [], [], np.zeros(len(kept), dtype=np.bool_), []
    for place, names in enumerate(counted.blocks):
        part = context.within(place / len(counted.blocks), (place + 1) / len(counted.blocks))
        block = _Block.of(params, counted, names, kept)
        label = _grouped(params, block, part)
        result, apart = _block_result(params, block, label)
        below |= _sizes_of(apart)[apart] < params.k
        results.append(result)
        labels.append(label)
        told_apart.append(apart)
    sse, sst = sum(result.sse for result in results), sum(result.sst for result in results)
    return MicroaggregateResult(
        k=params.k,
        method=params.method,
        standardise=params.standardise,
        missing=params.missing,
        strata=len(np.unique(counted.strata)),
        records=counted.records,
        suppressed=counted.records - len(kept),
        groups=sum(result.groups for result in results),
        sse=sse,
        sst=sst,
        il=_loss(sse, sst),
        records_below_k=int(below.sum()),
        blocks=tuple(results),
        before=counted.before,
        after=_anonymity(told_apart),
        notes=tuple(_notes(params, counted, int(below.sum()), counted.records - len(kept))),
        kept=kept,
        labels=tuple(labels),
    )


def apply(
    result: MicroaggregateResult, counted: MicroaggregateCounts, source: Source, context: JobContext
) -> Microdata:
    """The records with each group's values; direct identifiers and suppressed records are left out."""
    data = source.data
    if len(result.kept) < data.records:
        data = data.picked(result.kept, context)
    columns = {}
    if result.k > 1:
        for block, labels in zip(result.blocks, result.labels, strict=True):
            made = Grouping(labels, block.groups)
            for name in block.variables:
                columns[name] = group_texts(counted.columns[name], result.kept, made, data.decimal, context)
    return data.replaced(columns, context).without_direct_identifiers(context)


@dataclass(frozen=True)
class _Block:
    """One block, of the records that are kept."""

    names: tuple[str, ...]
    columns: tuple[Scaled, ...]
    codes: tuple[Integers, ...]
    strata: Integers
    patterns: Integers  # which values are missing; equal where the same are
    empty: npt.NDArray[np.bool_]  # all are

    @staticmethod
    def of(
        params: MicroaggregateParams, counted: MicroaggregateCounts, names: tuple[str, ...], kept: Integers
    ) -> "_Block":
        read = [counted.columns[name] for name in names]
        missing = [column.missing[kept] for column in read]
        return _Block(
            names,
            tuple(scaled(column, kept, params.standardise) for column in read),
            tuple(column.codes[kept] for column in read),
            counted.strata[kept],
            *patterns_of(missing),
        )


def _kept(params: MicroaggregateParams, counted: MicroaggregateCounts) -> Integers:
    """The records that are released."""
    if params.missing == "suppress":
        return np.flatnonzero(~_lacking(counted))
    return np.arange(counted.records)


def _lacking(counted: MicroaggregateCounts) -> npt.NDArray[np.bool_]:
    """Whether each record lacks a value in any block."""
    lacking: npt.NDArray[np.bool_] = np.any([c.missing for c in counted.columns.values()], axis=0)
    return lacking


def _grouped(params: MicroaggregateParams, block: _Block, context: JobContext) -> Integers:
    """The group of each record, -1 for those without any value. Raises :class:`Refused`."""
    labels = np.full(len(block.empty), -1, dtype=np.int64)
    if params.k == 1:
        return np.arange(len(labels))
    by_pattern = params.missing == "patterns"
    parts = parts_of(block.strata, block.patterns, block.empty, params.k, by_pattern=by_pattern)
    groups = done = 0
    total = sum(len(part) for part in parts)
    for part in parts:
        within = context.within(done / total, (done + len(part)) / total)
        if params.method == "mdav":
            found = mdav([column.of(part) for column in block.columns], params.k, within)
        else:
            found = optimal_univariate(block.columns[0].values[part], params.k, within)
        labels[part] = found + groups
        groups += int(found.max()) + 1
        done += len(part)
    return labels


def _block_result(
    params: MicroaggregateParams, block: _Block, labels: Integers
) -> tuple[BlockResult, Integers]:
    """What became of a block, and numbers that are equal where records can be told apart no more."""
    grouped = labels >= 0
    groups = int(labels.max(initial=-1)) + 1
    taking_part = [column.of(np.flatnonzero(grouped)) for column in block.columns]
    made = Grouping(labels[grouped], groups)
    sizes, numbers = np.unique(made.sizes, return_counts=True)
    sse = 0.0 if params.k == 1 else squared_errors(taking_part, made)
    sst = squared_total(taking_part)
    apart = classes(*block.codes) if params.k == 1 else classes(labels, block.patterns)
    result = BlockResult(
        variables=block.names,
        groups=groups,
        sizes=dict(zip(sizes.tolist(), numbers.tolist(), strict=True)),
        sse=sse,
        sst=sst,
        il=_loss(sse, sst),
        missing=sum(int(column.missing.sum()) for column in block.columns if column.missing is not None),
        records_below_k=int(np.count_nonzero(_sizes_of(apart)[apart] < params.k)),
    )
    return result, apart


def _notes(
    params: MicroaggregateParams, counted: MicroaggregateCounts, below: int | None, suppressed: int
) -> Iterator[Problem]:
    """`below` is None as long as no groups were formed."""
    if params.k == 1:
        yield note("microaggregate.k_is_one", Place(key="params.k"))
    lacking = int(np.count_nonzero(_lacking(counted)))
    if lacking and params.missing == "keep" and params.k > 1:
        where = Place(key="params.missing")
        if below is None:
            yield warning("microaggregate.missing_stay", where, number=lacking)
        else:
            yield warning("microaggregate.missing_kept", where, number=below, k=params.k)
    if suppressed:
        yield note("microaggregate.suppressed", Place(key="params.missing"), number=suppressed)
    if len(counted.blocks) > 1:
        yield note("microaggregate.several_blocks", Place(key="params.blocks"), number=len(counted.blocks))
    if counted.left_out:
        yield note("microaggregate.left_out", Place(key="params.variables"), names=counted.left_out)


def _sizes_of(numbers: Integers) -> Integers:
    return np.bincount(numbers) if len(numbers) else np.zeros(0, dtype=np.int64)


def _anonymity(columns: Sequence[Integers]) -> Anonymity:
    sizes = _sizes_of(classes(*columns))
    return Anonymity(
        k=int(sizes.min()) if sizes.size else 0,
        uniques=int(np.count_nonzero(sizes == 1)),
        classes=len(sizes),
        records=int(sizes.sum()),
    )


def _loss(sse: float, sst: float) -> float:
    """In percent."""
    return 100 * sse / sst if sst > 0 else 0.0
