"""Differences of few persons: the same cell in two populations, or twice with different values; ranges of
numbers one inside the other; and means whose counts differ by few.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from sdc_desktop.engine.submission.comparing.definitions import Definition, may_be_nested, number_range
from sdc_desktop.engine.submission.comparing.systems import KnownTable, by_cell
from sdc_desktop.engine.submission.finding.words import is_total_label
from sdc_desktop.engine.submission.judging.rules import Rules

_EXCLUDING = {"without", "excluding", "excl.", "except", "ohne", "außer", "exkl."}
_INCLUDING = {"with", "including", "incl.", "mit", "einschließlich", "einschl.", "inkl."}
_NEAREST = 6  # findings of one cell with the next larger counts

Ref = tuple[int, int]  # table, cell
_Key = tuple[str, str, str, frozenset[tuple[str, str]]]


@dataclass(frozen=True)
class Few:
    """Two cells with a difference of few persons: the first cell is submitted."""

    here: Ref
    there: Ref
    difference: Decimal


def few_differences(tables: Sequence[KnownTable], rules: Rules) -> Iterator[Few]:
    """All differences of few persons between cells, at least one of them submitted."""
    groups: dict[_Key, list[_Counted]] = {}
    ranges: dict[tuple[_Key, str], list[tuple[tuple[int, int], _Counted]]] = {}
    totals: dict[_Key, list[_Counted]] = {}  # under a label that begins with a word for total
    without: dict[_Key, list[_Counted]] = {}  # under a label that excludes a group
    for table, place, cell in by_cell(tables):
        number = cell.value if cell.definition.statistic == "count" else _behind(cell.behind)
        if number is None or tables[table].rounded:
            continue
        one = _Counted(number, (table, place), cell.definition.population, cell.unread)
        groups.setdefault(_key(cell.definition), []).append(one)
        for pair in cell.definition.cell:
            rest = _key(cell.definition._replace(cell=cell.definition.cell - {pair}))
            found = number_range(pair[1])
            if found is not None:
                ranges.setdefault((rest, pair[0]), []).append((found, one))
            elif excludes(pair[1]):
                without.setdefault(rest, []).append(one)
            elif is_total_label(first := pair[1].partition(" ")[0]) or first in _INCLUDING:
                totals.setdefault(rest, []).append(one)
    seen: set[frozenset[Ref]] = set()
    for few in (
        *(few for listed in groups.values() for few in _of_group(listed, tables, rules)),
        *_of_totals(without, (groups, totals), tables, rules),
    ):
        pair_of = frozenset((few.here, few.there))
        if pair_of not in seen:
            seen.add(pair_of)
            yield few
    for nested in ranges.values():
        yield from _of_ranges(nested, tables, rules)
        yield from _of_sums(nested, tables, rules)


def _key(definition: Definition) -> _Key:
    return definition.statistic, definition.unit, definition.period, definition.cell


@dataclass(frozen=True)
class _Counted:
    number: Decimal
    ref: Ref
    population: str
    unread: tuple[str, str]

    def is_comparable(self, other: "_Counted") -> bool:
        """Whether this cell and the other, of equal definition, may count the same persons. Two of one table
        differ by labels that were not read, and are comparable only where one label extends the other.
        """
        if self.ref[0] == other.ref[0]:
            pairs = [(a, b) for a, b in zip(self.unread, other.unread, strict=True) if a != b]
            if not pairs or not all(_says_more(one, another) for one, another in pairs):
                return False
        return may_be_nested(self.population, other.population)

    def is_apart(self, other: "_Counted") -> bool:
        """Whether this cell and the other, with one category that differs, are of other persons."""
        unlike = self.ref[0] == other.ref[0] and self.unread != other.unread
        return unlike or not may_be_nested(self.population, other.population)


def _says_more(one: str, other: str) -> bool:
    words, others = set(one.split()), set(other.split())
    return words <= others or others <= words


def excludes(label: str) -> bool:
    """Whether a label excludes a group."""
    return not _EXCLUDING.isdisjoint(label.split())


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
            if difference > 0 and one.is_comparable(other):
                found = _few(one, other, difference, tables)
                if found is not None:
                    number += 1
                    yield found


def _of_totals(
    without: Mapping[_Key, list[_Counted]],
    wholes: Sequence[Mapping[_Key, list[_Counted]]],
    tables: Sequence[KnownTable],
    rules: Rules,
) -> Iterator[Few]:
    """Cells that exclude a group, against the totals that contain it."""
    for key, parts in without.items():
        listed = sorted((one for whole in wholes for one in whole.get(key, ())), key=lambda one: one.number)
        numbers = [one.number for one in listed]
        for part in parts:
            for whole in listed[bisect_right(numbers, part.number) :]:
                difference = whole.number - part.number
                if difference >= rules.threshold:
                    break
                found = None if part.is_apart(whole) else _few(part, whole, difference, tables)
                if found is not None:
                    yield found


def _of_ranges(
    listed: list[tuple[tuple[int, int], _Counted]], tables: Sequence[KnownTable], rules: Rules
) -> Iterator[Few]:
    ordered = sorted(listed, key=lambda one: (one[1].number, one[1].ref))
    numbers = [one.number for _, one in ordered]
    for one_range, one in ordered:
        for place in range(bisect_right(numbers, one.number), len(ordered)):
            other_range, other = ordered[place]
            difference = other.number - one.number
            if difference >= rules.threshold:
                break
            nested = _inside(one_range, other_range) or _inside(other_range, one_range)
            if one_range != other_range and nested and not one.is_apart(other):
                found = _few(one, other, difference, tables)
                if found is not None:
                    yield found


def _of_sums(
    listed: list[tuple[tuple[int, int], _Counted]], tables: Sequence[KnownTable], rules: Rules
) -> Iterator[Few]:
    """Ranges of one table against those of another that fill them without a gap."""
    by_table: dict[int, dict[int, tuple[int, _Counted]]] = {}
    cells: dict[tuple[int, int], list[_Counted]] = {}
    for (low, high), one in listed:
        cells.setdefault((low, high), []).append(one)
        own = by_table.setdefault(one.ref[0], {})
        if low not in own or high < own[low][0]:  # the narrowest that begins there
            own[low] = high, one
    for (low, high), wholes in cells.items():
        filled = [(number, list(_filling(own, low, high))) for number, own in by_table.items() if low in own]
        sums = sorted((sum(one.number for one in parts), number, parts) for number, parts in filled if parts)
        totals = [total for total, _, _ in sums]
        for one in wholes:
            first = bisect_right(totals, one.number - rules.threshold)
            for place in range(first, len(sums)):
                total, number, parts = sums[place]
                if total - one.number >= rules.threshold:
                    break
                apart = number == one.ref[0] or not may_be_nested(one.population, parts[0].population)
                difference = abs(total - one.number)
                found = None if apart or not difference else _few(one, parts[0], difference, tables)
                if found is not None:
                    yield found


def _filling(own: Mapping[int, tuple[int, _Counted]], low: int, high: int) -> Iterator[_Counted]:
    """Two ranges and more that follow one another from `low` to `high`; none where there are no such ones."""
    parts: list[_Counted] = []
    place = low
    while place in own and own[place][0] <= high:
        end, part = own[place]
        parts.append(part)
        place = end + 1
    if place == high + 1 and len(parts) > 1:
        yield from parts


def _few(one: _Counted, other: _Counted, difference: Decimal, tables: Sequence[KnownTable]) -> Few | None:
    """The pair with a submitted cell first; None where both were released before."""
    if tables[one.ref[0]].earlier and tables[other.ref[0]].earlier:
        return None
    if tables[one.ref[0]].earlier:
        one, other = other, one
    return Few(one.ref, other.ref, difference)


def _inside(inner: tuple[int, int], outer: tuple[int, int]) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]
