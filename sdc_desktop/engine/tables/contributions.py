"""The contributions to the cells of a table: their number, their sum, and the largest of them.

Everything is in whole numbers. Contributions are combined for the leaf cells first, then, one dimension after
the other, for the categories above. Only the number of largest contributions that a rule needs is kept,
except where contributions are summed by holding: a holding's sum is known at the end only.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import NOBODY, Numbers
from sdc_desktop.engine.problems import NOWHERE
from sdc_desktop.engine.tables.dimension import Dimension
from sdc_desktop.engine.tables.relations import Flags, Integers
from sdc_desktop.engine.tables.table import MOST, refuse_too_large


@dataclass(frozen=True)
class Records:
    """The records of a table, one entry each, or at least one entry for each different record.

    ``codes`` (records, dimensions): places of leaf categories. ``amounts`` int64 in units. ``weights`` int64,
    `weight_one` of them make 1; products of both are in ``parts`` of a unit, rounded where these are not
    `weight_one`. ``holdings``: numbers that are equal where records belong to one contributor.
    ``open``: records whose contributor does not waive; ``asking``: whose contributor requests protection.
    ``times``: how many equal records an entry stands for, as :func:`equal_records` divides them. ``persons``:
    whose the records are, where some have several; ``nobody``: the number in ``holdings`` of records that are
    no contributor's.
    """

    codes: npt.NDArray[np.int32]
    amounts: Integers
    weights: Integers | None = None
    weight_one: int = 1
    holdings: Integers | None = None
    open: Flags | None = None
    asking: Flags | None = None
    times: Integers | None = None
    persons: Numbers | None = None
    nobody: int | None = None
    coarser: int | None = None

    @property
    def parts(self) -> int:
        """How many parts of a unit the weighted amounts are in."""
        return self.weight_one if self.coarser is None else self.coarser

    @property
    def weighted(self) -> Integers:
        """(records,): amounts times weights, all equal records of an entry together, in parts of a unit."""
        return self.times_weight(self.amounts, self.weights) * self.counted

    def times_weight(self, amounts: Integers, weights: Integers | None) -> Integers:
        """The products of amounts and weights, both (records,), in parts of a unit; halves go to the even
        number.
        """
        if weights is None:
            return amounts
        if self.coarser is None:
            return amounts * weights
        exact = amounts.astype(np.float64) * (weights / self.weight_one) * self.coarser
        return np.rint(exact).astype(np.int64)

    @property
    def counted(self) -> Integers:
        """How many records each entry stands for."""
        return np.ones(len(self.amounts), dtype=np.int64) if self.times is None else self.times


_HUNDREDTH = 100


def fitted(records: Records, *, coarse: bool) -> tuple[Records, Fraction | None]:
    """The records with products of amounts and weights rounded to a hundredth of the unit, where weights are
    `coarse` or the exact products have too many figures, and by how much the sum of all changes, in units;
    None where neither is so.
    """
    if records.weights is None or records.weight_one <= _HUNDREDTH:
        return records, None
    exact = np.abs(records.amounts).astype(np.float64) @ (records.weights * records.counted).astype(
        np.float64
    )
    if exact <= MOST and not coarse:
        return records, None
    rounded = replace(records, coarser=_HUNDREDTH)
    true = int((records.amounts.astype(object) * records.weights.astype(object)) @ records.counted)
    loss = Fraction(true, records.weight_one) - Fraction(int(rounded.weighted.sum()), _HUNDREDTH)
    return rounded, abs(loss)


def equal_records(times: Integers) -> tuple[Integers, Integers]:
    """Entries for records with repetitions: (record, its times) each. One entry is for the first of several
    equal records, one for the others: entries show whether a contributor is alone.
    """
    which = np.concatenate([np.arange(len(times)), np.flatnonzero(times > 1)])
    return which, np.concatenate([np.ones(len(times), dtype=np.int64), times[times > 1] - 1])


@dataclass(frozen=True)
class Contributions:
    """By cell, in row-major order of the dimensions' categories; amounts in units times `weight_one`.

    ``values``: the (weighted) sum. ``contributors``: records, or holdings, unweighted; ``weighted``: the sum
    of weights in parts of `weight_one`, that of a person once. ``negative``: cells that a contribution below
    zero is part of. ``magnitudes``: the sum of absolute contributions. ``largest`` (cells, places): absolute
    contributions from the largest down, one of weight w standing w times, the last part fractional.
    ``largest_open``, ``largest_asking``: the largest of those that do not waive, and of those that request
    protection.
    """

    values: Integers
    magnitudes: Integers
    contributors: Integers
    weighted: Integers
    negative: Flags
    largest: Integers
    largest_open: Integers
    largest_asking: Integers | None
    weight_one: int


@dataclass(frozen=True)
class _Entries:
    """Contributions to cells (numbered in row-major order), sorted by cell, the largest first."""

    cells: Integers
    amounts: Integers
    weights: Integers
    holdings: Integers | None

    def taken(self, chosen: Flags | Integers) -> "_Entries":
        holdings = None if self.holdings is None else self.holdings[chosen]
        return _Entries(self.cells[chosen], self.amounts[chosen], self.weights[chosen], holdings)


def contributions(
    records: Records, dimensions: Sequence[Dimension], places: int, context: JobContext
) -> Contributions:
    """Contributions to all combinations of categories; `places` (at least 1) of the largest are kept.

    A holding counts with its (weighted) sum, once. It waives if all its records do, and requests protection
    if any does. Raises :class:`Refused` where sums are too large to represent, Cancelled.
    """
    times = records.counted
    weights = times if records.weights is None else records.weights * times
    whole = np.abs(records.amounts).astype(np.float64) @ weights.astype(np.float64)
    refuse_too_large(int(whole * (records.parts / records.weight_one)), NOWHERE)
    weighted = records.weighted
    entries = _entries(records, weights, weighted, dimensions, None, places, context)
    cells_number = int(np.prod([len(dimension) for dimension in dimensions]))

    def sums(amounts: Integers) -> Integers:
        context.checkpoint()
        return summed(records.codes, amounts, dimensions)

    def first(chosen: Flags) -> Integers:
        found = _entries(records, weights, weighted, dimensions, chosen, 1, context)
        return _largest(found, cells_number, 1, records)[:, 0]

    values, counts = sums(weighted), sums(times)
    largest = _largest(entries, cells_number, places, records)
    if records.holdings is not None:
        assert entries.holdings is not None
        someone = entries.holdings != (NOBODY if records.nobody is None else records.nobody)
        contributors = _by_cell(entries, someone.astype(np.int64), cells_number)
        magnitudes = _by_cell(entries, np.abs(entries.amounts), cells_number)
        negative = _by_cell(entries, (entries.amounts < 0).astype(np.int64), cells_number) > 0
    else:
        below_zero = records.amounts < 0
        contributors = counts
        magnitudes = sums(np.abs(weighted)) if below_zero.any() else values
        negative = sums(below_zero.astype(np.int64)) > 0
    return Contributions(
        values=values,
        magnitudes=magnitudes,
        contributors=contributors,
        weighted=_weighted(records, sums, counts, dimensions, context),
        negative=negative,
        largest=largest,
        largest_open=largest[:, 0] if records.open is None else first(_of_holding(records, records.open)),
        largest_asking=None if records.asking is None else first(_of_holding(records, records.asking)),
        weight_one=records.weight_one,
    )


def _weighted(
    records: Records,
    sums: Callable[[Integers], Integers],
    counts: Integers,
    dimensions: Sequence[Dimension],
    context: JobContext,
) -> Integers:
    """The sum of weights in each cell; that of a person counts once."""
    if records.persons is None:
        return counts if records.weights is None else sums(records.weights * records.counted)
    cells, persons = persons_in_cells(records, dimensions, context)
    own = np.full(int(records.persons.max(initial=NOBODY)) + 2, records.weight_one, dtype=np.int64)
    if records.weights is not None:
        own[records.persons] = records.weights
    found = np.zeros(len(counts), dtype=np.int64)
    np.add.at(found, cells, own[persons])
    return found


def persons_in_cells(
    records: Records, dimensions: Sequence[Dimension], context: JobContext
) -> tuple[Integers, Integers]:
    """All pairs of a cell and a person with a record there, by cell: both (pairs,). Raises Cancelled."""
    assert records.persons is not None
    known = records.persons != NOBODY
    shape = tuple(len(dimension) for dimension in dimensions)
    cells = np.ravel_multi_index(tuple(records.codes[known].T), shape).astype(np.int64)
    ones = np.ones(len(cells), dtype=np.int64)
    entries = _Entries(cells, ones, ones, records.persons[known].astype(np.int64))
    found = _above(entries, dimensions, 1, context)
    assert found.holdings is not None
    return found.cells, found.holdings


def _of_holding(records: Records, flags: Flags) -> Flags:
    """The records whose contributor has the flag: itself, or any of its holding's."""
    if records.holdings is None:
        return flags
    some = np.zeros(int(records.holdings.max(initial=-1)) + 1, dtype=np.bool_)
    some[records.holdings[flags]] = True
    return some[records.holdings]


def summed(codes: npt.NDArray[np.int32], amounts: Integers, dimensions: Sequence[Dimension]) -> Integers:
    """The sum of amounts for all combinations of categories, flat."""
    table = np.zeros([len(dimension) for dimension in dimensions], dtype=np.int64)
    np.add.at(table, tuple(codes.T), amounts)
    for axis, dimension in enumerate(dimensions):
        along = np.moveaxis(table, axis, 0)
        leaves = set(dimension.leaves)
        for place, below in enumerate(dimension.below):
            if place not in leaves:
                along[place] = along[sorted(below)].sum(axis=0)
    return table.ravel()


def _entries(
    records: Records,
    weights: Integers,
    weighted: Integers,
    dimensions: Sequence[Dimension],
    chosen: Flags | None,
    places: int,
    context: JobContext,
) -> _Entries:
    """The contributions to each cell, or the largest that make up `places`."""
    shape = tuple(len(dimension) for dimension in dimensions)
    cells = np.ravel_multi_index(tuple(records.codes.T), shape).astype(np.int64)
    by_holding = records.holdings is not None
    entries = _Entries(cells, weighted if by_holding else np.abs(records.amounts), weights, records.holdings)
    if chosen is not None:
        entries = entries.taken(chosen)
    return _above(entries, dimensions, places * records.weight_one, context)


def _above(entries: _Entries, dimensions: Sequence[Dimension], kept: int, context: JobContext) -> _Entries:
    """Contributions to leaf cells, to these and all cells above."""
    entries = _put_together(entries, kept)
    stride = int(np.prod([len(dimension) for dimension in dimensions]))
    for dimension in dimensions:
        stride //= len(dimension)
        context.checkpoint()
        entries = _put_together(_with_sums(entries, dimension, stride), kept)
    return entries


def _with_sums(entries: _Entries, dimension: Dimension, stride: int) -> _Entries:
    """Each contribution to all categories of the dimension that its leaf is part of."""
    above: list[list[int]] = [[] for _ in range(len(dimension))]
    for place, below in enumerate(dimension.below):
        for leaf in below:
            above[leaf].append(place)
    lengths = np.array([len(places) for places in above], dtype=np.int64)
    starts: Integers = np.cumsum(lengths) - lengths
    listed = np.array([place for places in above for place in places], dtype=np.int64)
    code: Integers = entries.cells // stride % len(dimension)
    repeated = np.repeat(np.arange(len(code)), lengths[code])
    ends = np.cumsum(lengths[code])
    within = np.arange(len(repeated)) - np.repeat(ends - lengths[code], lengths[code])
    moved = listed[starts[code][repeated] + within] - code[repeated]
    spread = entries.taken(repeated)
    return _Entries(spread.cells + moved * stride, spread.amounts, spread.weights, spread.holdings)


def _put_together(entries: _Entries, kept: int) -> _Entries:
    """Sorted by cell; by holding summed, else of each cell the largest whose weights make up `kept`."""
    if entries.holdings is not None:
        return _by_holding(entries, entries.holdings)
    entries = entries.taken(np.lexsort((-entries.amounts, entries.cells)))
    return entries.taken(_weight_before(entries) < kept)


def _by_holding(entries: _Entries, holdings: Integers) -> _Entries:
    order = np.lexsort((holdings, entries.cells))
    cells, numbers = entries.cells[order], holdings[order]
    if not len(order):
        return entries
    first = np.ones(len(order), dtype=np.bool_)
    first[1:] = (cells[1:] != cells[:-1]) | (numbers[1:] != numbers[:-1])
    amounts = np.add.reduceat(entries.amounts[order], np.flatnonzero(first))
    return _Entries(cells[first], amounts, np.ones(len(amounts), dtype=np.int64), numbers[first])


def _weight_before(entries: _Entries) -> Integers:
    """For each entry the weight of those before it in its cell."""
    before = np.cumsum(entries.weights) - entries.weights
    first = np.ones(len(before), dtype=np.bool_)
    first[1:] = entries.cells[1:] != entries.cells[:-1]
    starts = np.flatnonzero(first)
    lengths = np.diff(np.append(starts, len(before)))
    return np.asarray(before - np.repeat(before[starts], lengths), dtype=np.int64)


def _largest(entries: _Entries, cells_number: int, places: int, records: Records) -> Integers:
    """(cells, places): the largest contributions, from the largest down."""
    found = np.zeros((cells_number, places), dtype=np.int64)
    one = records.weight_one
    if entries.holdings is not None:  # sums are weighted already; each stands once
        entries = _Entries(entries.cells, np.abs(entries.amounts), entries.weights, None)
        entries = entries.taken(np.lexsort((-entries.amounts, entries.cells)))
        one = 1
    before = _weight_before(entries)
    for place in range(places):
        start, stop = np.maximum(before, place * one), np.minimum(before + entries.weights, (place + 1) * one)
        inside = stop > start
        own, times = entries.amounts[inside], (stop - start)[inside]
        part = own * times if records.holdings is not None else records.times_weight(own, times)
        np.add.at(found, (entries.cells[inside], place), part)
    return found


def _by_cell(entries: _Entries, amounts: Integers, cells_number: int) -> Integers:
    found = np.zeros(cells_number, dtype=np.int64)
    np.add.at(found, entries.cells, amounts)
    return found
