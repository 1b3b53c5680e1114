"""Which records match where key values can be missing, and which sensitive values their matches have.

One rule holds for all figures of a job. Two records match with 0 if both have a value of some key variable
and the values differ; else with alpha if either misses one (1 where a missing value matches every value, 0
where it matches none), else with 1. A record matches itself with 1.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.store.packed_codes import numbered, numbered_columns
from sdc_desktop.engine.microdata.classes.key_classes import (
    Disclosed,
    Integers,
    KeyClasses,
    Pairs,
    ValueGroups,
    Vector,
    float_sums,
    row_numbers,
)

Codes = npt.NDArray[np.integer]
Flags = npt.NDArray[np.bool_]
MissingRule = str | float  # `all`, `none`, or the share of a record

_MOST_ROWS = 1 << 22  # values of matching records held at once
_NO = np.zeros(0, dtype=np.int64)


def share_of(rule: MissingRule) -> float:
    """How much of a record a match that rests on a missing value counts: alpha, 0 to 1."""
    known = {"all": 1.0, "none": 0.0}.get(str(rule))
    return float(rule) if known is None else known


def is_weighted(rule: MissingRule) -> bool:
    """Whether matches can count as a fraction of a record."""
    return 0 < share_of(rule) < 1


def matching_sums(
    codes: Codes,
    absent: Flags,
    categories: Sequence[int],
    records: Integers,
    amounts: Vector,
    alpha: float,
    context: JobContext,
) -> Vector:
    """For each distinct combination the amounts of the records that match one of its records, (rows,).

    ``codes`` and ``absent`` (rows, variables): categories, and where they mean "missing"; ``records`` (rows,)
    how many records have the combination; ``amounts`` (rows,) what they count together: their number, or the
    sum of their weights. With missing values a record's own amount is taken as the mean of its combination.
    """
    some = absent.any(axis=1)
    own = amounts / records
    sums = np.where(some, own + alpha * (amounts - own), amounts)
    if alpha == 0 or not some.any():
        return sums
    rows_of, shown = patterns_of(absent)
    for one in range(len(rows_of)):
        for other in range(one, len(rows_of)):
            context.checkpoint()
            together = np.flatnonzero(shown[one] & shown[other])
            if one == other and len(together) == len(categories):
                continue  # nothing is missing: only the same combination matches
            rows = rows_of[one] if one == other else np.concatenate([rows_of[one], rows_of[other]])
            number, groups = row_numbers(codes[rows][:, together], [categories[v] for v in together.tolist()])
            if one == other:  # "" and "NA" are two texts for the same
                sums[rows] += alpha * (_found(number, number, amounts[rows], groups) - amounts[rows])
                continue
            cut = len(rows_of[one])
            sums[rows_of[one]] += alpha * _found(number[:cut], number[cut:], amounts[rows[cut:]], groups)
            sums[rows_of[other]] += alpha * _found(number[cut:], number[:cut], amounts[rows[:cut]], groups)
    return sums


def absent_values(codes: Codes, labels: Sequence[Sequence[str]], missing: Sequence[Sequence[str]]) -> Flags:
    """Where ``codes`` (variables, classes) mean "missing", (classes, variables): by variable the texts of its
    codes and those declared missing.
    """
    flags = [
        np.array([text in texts for text in own], dtype=np.bool_)[one]
        for own, texts, one in zip(labels, missing, codes, strict=True)
    ]
    return np.stack(flags, axis=1)


def sums_on(
    places: Sequence[int],
    codes: Codes,
    absent: Flags,
    categories: Sequence[int],
    records: Integers,
    alpha: float,
    context: JobContext,
) -> tuple[Vector, Integers]:
    """The sum of the matches of a record on some of the variables, and how many records have it, both
    (combinations on these variables,). Arguments as of :func:`matching_sums`.
    """
    chosen = list(places)
    counts = [categories[place] for place in chosen]
    number, count = row_numbers(codes[:, chosen], counts)
    member = np.zeros(count, dtype=np.int64)
    member[number] = np.arange(len(number))
    sizes = float_sums(number, records, count)
    rows = codes[member][:, chosen], absent[member][:, chosen]
    return matching_sums(*rows, counts, sizes.astype(np.int64), sizes, alpha, context), sizes.astype(np.int64)


def company(
    codes: Codes,
    absent: Flags,
    categories: Sequence[int],
    records: Integers,
    alpha: float,
    context: JobContext,
) -> Vector:
    """How many records match one of each combination with more than 0 on the variables that it has a value
    of, itself included, (rows,); 0 where it has none. Arguments as of :func:`matching_sums`.
    """
    amounts = records.astype(np.float64)
    if alpha > 0 or not absent.any():
        found = matching_sums(codes, absent, categories, records, amounts, 1.0, context)
        return np.where(absent.all(axis=1), 0.0, found)
    found = np.zeros(len(records))
    rows_of, shown = patterns_of(absent)
    for rows, has in zip(rows_of, shown, strict=True):
        context.checkpoint()
        if not has.any():
            continue
        together = np.flatnonzero(has)
        others = np.flatnonzero(~absent[:, together].any(axis=1))  # the rows themselves among them
        number, groups = row_numbers(codes[others][:, together], [categories[v] for v in together.tolist()])
        found[rows] = _found(number, number, amounts[others], groups)[np.searchsorted(others, rows)]
    return found


def patterns_of(absent: Flags) -> tuple[list[Integers], list[Flags]]:
    """The rows with the same variables missing, set by set, and which variables each set shows."""
    patterns, count = row_numbers(absent.astype(np.int64), [2] * absent.shape[1])
    order = np.argsort(patterns, kind="stable")
    ends = np.searchsorted(patterns[order], np.arange(1, count))
    rows_of = [np.sort(rows) for rows in np.split(order, ends)]
    return rows_of, [~absent[rows[0]] for rows in rows_of]


def _found(wanted: Integers, number: Integers, amounts: Vector, groups: int) -> Vector:
    """The amounts of rows in the group that each wanted row is in."""
    return float_sums(number, amounts, groups)[wanted]


@dataclass(frozen=True)
class Matches:
    """Records whose matches have the same values, by group: ``records[i]`` records of class ``classes[i]``,
    both (groups,). ``pairs``: rows (group, value, weight), the values of all records with a match above 0,
    weighted by it; whole numbers unless alpha is a fraction.
    """

    classes: Integers
    records: Integers
    pairs: Pairs


@dataclass(frozen=True)
class _Spread:
    """The values of groups, as rows (value, amount) that begin at ``starts`` (groups + 1,); ``group`` (rows,)
    says in which of them each wanted class finds its matches.
    """

    group: Integers
    starts: Integers
    values: Integers
    amounts: Vector


def value_matches(
    classes: KeyClasses,
    pairs: Pairs,
    absent: Flags,
    categories: Sequence[int],
    alpha: float,
    context: JobContext,
) -> Iterator[Matches]:
    """The values of a sensitive variable (`pairs`) among the matches of each record, in parts that fit into
    memory. ``absent`` (classes, variables); ``categories`` (variables,). Raises Cancelled.
    """
    starts = pairs.starts(len(classes.sizes))
    patterns = [
        _pattern(classes, pairs, starts, rows, has) for rows, has in zip(*patterns_of(absent), strict=True)
    ]
    for one in patterns:
        spreads = []
        for other in patterns:
            if alpha > 0 and not (one.is_whole and other.is_whole):
                context.checkpoint()
                spreads.append(_spread(one, other, categories, pairs.categories))
        if one.is_whole or alpha == 1:
            extra = (one.owners, one.values, one.counts) if one.is_whole else (_NO, _NO, _NO)
            yield from _parts(np.arange(len(one.rows)), one.sizes, one.rows, spreads, extra, alpha, pairs)
            continue
        known = float_sums(one.owners, one.counts, len(one.rows)).astype(np.int64)
        lacking = np.flatnonzero(one.sizes > known)  # of these records no value is their own
        place = np.concatenate([one.owners, lacking])
        records = np.concatenate([one.counts, (one.sizes - known)[lacking]])
        extra = np.arange(len(one.values)), one.values, np.full(len(one.values), 1 - alpha)
        yield from _parts(place, records, one.rows, spreads, extra, alpha, pairs)


@dataclass(frozen=True)
class _Pattern:
    """The classes ``rows`` with the same variables missing, their codes (variables, classes), and the rows
    (class, value, records) of their values, ``owners`` being places among them.
    """

    rows: Integers
    shown: Flags
    codes: Codes
    sizes: Integers
    owners: Integers
    values: Integers
    counts: Integers

    @property
    def is_whole(self) -> bool:
        """Whether no variable is missing."""
        return bool(self.shown.all())


def _pattern(classes: KeyClasses, pairs: Pairs, starts: Integers, rows: Integers, shown: Flags) -> _Pattern:
    own = _slices(starts, rows)
    owners = np.repeat(np.arange(len(rows)), starts[rows + 1] - starts[rows])
    counts = pairs.counts[own].astype(np.int64)
    return _Pattern(
        rows, shown, classes.codes[:, rows], classes.sizes[rows], owners, pairs.values[own], counts
    )


def _spread(one: _Pattern, other: _Pattern, categories: Sequence[int], values: int) -> _Spread:
    """What classes of one set of variables find among those of another, by the variables that both show;
    ``values``: how many values the sensitive variable has.
    """
    rows = len(one.rows)
    together = np.flatnonzero(one.shown & other.shown).tolist()
    columns = [np.concatenate([one.codes[place], other.codes[place]]) for place in together]
    number, groups = numbered_columns(
        columns, [categories[place] for place in together], rows + len(other.rows)
    )
    keys = number[rows:][other.owners] * values + other.values
    places, count = numbered(keys, groups * values)
    distinct = np.zeros(count, dtype=np.int64)
    distinct[places] = keys
    begins = np.searchsorted(distinct, np.arange(groups + 1) * values)
    return _Spread(number[:rows], begins, distinct % values, float_sums(places, other.counts, count))


def _slices(starts: Integers, rows: Integers) -> Integers:
    """The places of all that begins at ``starts`` for these rows, one after another."""
    lengths = starts[rows + 1] - starts[rows]
    begins = np.cumsum(lengths) - lengths
    places: Integers = np.arange(int(lengths.sum())) + np.repeat(starts[rows] - begins, lengths)
    return places


def _parts(
    place: Integers,
    records: Integers,
    rows: Integers,
    spreads: Sequence[_Spread],
    extra: tuple[Integers, Integers, Integers | Vector],
    alpha: float,
    pairs: Pairs,
) -> Iterator[Matches]:
    """Parts of the matches of records, cut so that each takes limited memory.

    ``place`` (groups,): the place in the classes `rows` that a group is of; ``extra``: rows (group, value,
    amount) that count whole, ordered by group.
    """
    costs = np.ones(len(place), dtype=np.int64)
    for one in spreads:
        costs += (one.starts[one.group + 1] - one.starts[one.group])[place]
    part = np.cumsum(costs) // _MOST_ROWS
    ends = np.flatnonzero(np.diff(part, append=-1)) + 1
    for start, end in zip(np.r_[0, ends[:-1]].tolist(), ends.tolist(), strict=True):
        own = place[start:end]
        first, last = np.searchsorted(extra[0], [start, end])
        owners = [extra[0][first:last] - start]
        values, amounts = [extra[1][first:last]], [extra[2][first:last].astype(np.float64)]
        for one in spreads:
            wanted = one.group[own]
            taken = _slices(one.starts, wanted)
            owners.append(np.repeat(np.arange(len(own)), one.starts[wanted + 1] - one.starts[wanted]))
            values.append(one.values[taken])
            amounts.append(alpha * one.amounts[taken])
        keys = np.concatenate(owners) * pairs.categories + np.concatenate(values)
        numbers, count = numbered(keys, max(len(own) * pairs.categories, 1))
        distinct = np.zeros(count, dtype=np.int64)
        distinct[numbers] = keys
        sums: Vector | Integers = float_sums(numbers, np.concatenate(amounts), count)
        if alpha in (0, 1):
            sums = np.rint(sums).astype(np.int64)
        found = distinct // pairs.categories, distinct % pairs.categories
        yield Matches(rows[own], records[start:end], Pairs(*found, sums, pairs.categories))


class Disclosing:
    """What matches disclose of a sensitive variable, gathered part by part: records all of whose matches with
    a value have the same, and those where one value has 90 % of the weight. ``alone`` (classes,): classes
    whose records are groups of their own.
    """

    def __init__(self, alone: Flags) -> None:
        self._alone = alone
        self._found: tuple[list[tuple[Integers, Integers]], ...] = ([], [])

    def take(self, part: Matches) -> None:
        """Add a part."""
        number = len(part.classes)
        values = np.bincount(part.pairs.classes, minlength=number)
        known = float_sums(part.pairs.classes, part.pairs.counts, number)
        most = np.zeros(number)
        np.maximum.at(most, part.pairs.classes, part.pairs.counts)
        ninety = (values > 0) & (10 * most >= 9 * known - 1e-9)
        for flags, found in zip((values == 1, ninety), self._found, strict=True):
            found.append((part.classes[flags], part.records[flags]))

    @property
    def found(self) -> Disclosed:
        """The figures of all parts."""
        one, ninety = map(self._groups, self._found)
        return one, ninety

    def _groups(self, parts: Sequence[tuple[Integers, Integers]]) -> ValueGroups:
        owners = np.concatenate([_NO, *(part[0] for part in parts)])
        records = np.concatenate([_NO, *(part[1] for part in parts)])
        single = self._alone[owners]
        groups = len(np.unique(owners[~single])) + int(records[single].sum())
        return ValueGroups(int(records.sum()), groups)
