"""Differences of few persons: the same cell in two populations, or twice with different values; ranges of
numbers one inside the other; and means whose counts differ by few.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from sdc_desktop.engine.submission.comparing.definitions import Definition, may_be_nested, number_range
from sdc_desktop.engine.submission.comparing.systems import KnownTable, by_cell
from sdc_desktop.engine.submission.judging.rules import Rules

_MOST_RANGES = 300  # cells that differ in one range alone
_NEAREST = 6  # findings of one cell with the next larger counts

Ref = tuple[int, int]  # table, cell


@dataclass(frozen=True)
class Few:
    """Two cells with a difference of few persons: the first cell is submitted."""

    here: Ref
    there: Ref
    difference: Decimal


def few_differences(tables: Sequence[KnownTable], rules: Rules) -> Iterator[Few]:
    """All differences of few persons between cells, at least one of them submitted."""
    groups: dict[tuple[str, str, str, frozenset[tuple[str, str]]], list[_Counted]] = {}
    ranges: dict[tuple[object, ...], list[tuple[tuple[int, int], _Counted]]] = {}
    for table, place, cell in by_cell(tables):
        number = cell.value if cell.definition.statistic == "count" else _behind(cell.behind)
        if number is None or tables[table].rounded:
            continue
        definition = cell.definition
        one = _Counted(number, (table, place), definition.population, definition)
        groups.setdefault(
            (definition.statistic, definition.unit, definition.period, definition.cell), []
        ).append(one)
        for pair in definition.cell:
            found = number_range(pair[1])
            if found is not None:
                key = (
                    definition.statistic,
                    definition.unit,
                    definition.period,
                    pair[0],
                    definition.cell - {pair},
                )
                ranges.setdefault(key, []).append((found, one))
    seen: set[frozenset[Ref]] = set()
    for listed in groups.values():
        for few in _of_group(listed, tables, rules):
            pair_of = frozenset((few.here, few.there))
            if pair_of not in seen:
                seen.add(pair_of)
                yield few
    for nested in ranges.values():
        yield from _of_ranges(nested[:_MOST_RANGES], tables, rules)


@dataclass(frozen=True)
class _Counted:
    number: Decimal
    ref: Ref
    population: str
    definition: Definition


def _behind(number: int | None) -> Decimal | None:
    return None if number is None else Decimal(number)


def _of_group(listed: list[_Counted], tables: Sequence[KnownTable], rules: Rules) -> Iterator[Few]:
    ordered = sorted(listed, key=lambda one: (one.number, one.ref))
    for place, one in enumerate(ordered):
        number = 0
        for other in ordered[place + 1 :]:
            difference = other.number - one.number
            if difference >= rules.threshold or number == _NEAREST:
                break
            same_table = one.ref[0] == other.ref[0]  # whose labels differ by a level that was not read
            if difference > 0 and not same_table and may_be_nested(one.population, other.population):
                found = _few(one, other, difference, tables)
                if found is not None:
                    number += 1
                    yield found


def _of_ranges(
    listed: list[tuple[tuple[int, int], _Counted]], tables: Sequence[KnownTable], rules: Rules
) -> Iterator[Few]:
    for place, (one_range, one) in enumerate(listed):
        for other_range, other in listed[place + 1 :]:
            if one_range == other_range or not (
                _inside(one_range, other_range) or _inside(other_range, one_range)
            ):
                continue
            difference = abs(one.number - other.number)
            if 0 < difference < rules.threshold and may_be_nested(one.population, other.population):
                found = _few(one, other, difference, tables)
                if found is not None:
                    yield found


def _few(one: _Counted, other: _Counted, difference: Decimal, tables: Sequence[KnownTable]) -> Few | None:
    """The pair with a submitted cell first; None where both were released before."""
    if tables[one.ref[0]].earlier and tables[other.ref[0]].earlier:
        return None
    if tables[one.ref[0]].earlier:
        one, other = other, one
    return Few(one.ref, other.ref, difference)


def _inside(inner: tuple[int, int], outer: tuple[int, int]) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]
