"""Numbers that other tables state of one with suppressed cells: margins with the same labels, and totals.

A margin is of the rows or columns of a table whose labels it has, where it is equal in all that both publish.
A total counts persons that may be others: it is an assumption, and in large submissions only some are tried.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from sdc_desktop.engine.submission.comparing.systems import KnownTable
from sdc_desktop.engine.submission.finding.statements import Statement
from sdc_desktop.engine.submission.finding.structures import says_total
from sdc_desktop.engine.submission.finding.table import FoundTable
from sdc_desktop.engine.submission.finding.words import is_total_label
from sdc_desktop.engine.submission.judging.relations import NumberElsewhere, Place

_MANY_TABLES = 10
_LEAST_SHARED = 2
Key = tuple[int, int]  # of a file, and of a table in it


@dataclass(frozen=True)
class _Profile:
    """A margin: a number by label, and the place of each."""

    values: Mapping[str, int]
    places: Mapping[str, str]


@dataclass(frozen=True)
class _Total:
    n: int
    place: str
    stated: bool


@dataclass(frozen=True)
class _Of:
    """What a table offers to others; computed when first used."""

    key: Key
    name: str
    table: FoundTable

    @cached_property
    def profiles(self) -> tuple[_Profile, ...]:
        return tuple(one for one in _profiles(self.table, self.name) if len(one.values) >= _LEAST_SHARED)

    @cached_property
    def totals(self) -> tuple[_Total, ...]:
        return tuple(_totals(self.table, self.name))


class Elsewhere:
    """The tables of a submission and those released before. ``pool``: statements of a file, by its number."""

    def __init__(
        self,
        tables: Iterable[tuple[Key, str, FoundTable]],
        pool: Mapping[int, Sequence[Statement]],
        released: Sequence[KnownTable],
    ) -> None:
        self._tables = [_Of(key, name, table) for key, name, table in tables]
        self._pool, self._released = pool, released

    @cached_property
    def _earlier(self) -> tuple[tuple[_Profile, ...], tuple[_Total, ...]]:
        profiles = [profile for table in self._released for profile in _earlier_profiles(table)]
        totals = [total for table in self._released for total in _earlier_totals(table)]
        return tuple(profiles), tuple(totals)

    def of(self, key: Key, table: FoundTable) -> tuple[NumberElsewhere, ...]:
        """The numbers that others state for a table."""
        others = [one for one in self._tables if one.key != key]
        profiles = [*(profile for one in others for profile in one.profiles), *self._earlier[0]]
        return (*_margins(table, profiles), *self._totals_for(key, others))

    def _totals_for(self, key: Key, others: Sequence[_Of]) -> Iterator[NumberElsewhere]:
        listed = [(one.key[0], total) for one in others for total in one.totals]
        listed += [
            (number, _Total(one.n, one.place, True)) for number, own in self._pool.items() for one in own
        ]
        listed += [(-1, total) for total in self._earlier[1]]
        times = Counter({(file, total.n) for file, total in listed}) + Counter(total.n for _, total in listed)
        seen: set[int] = set()
        for file, total in listed:
            usual = total.stated or file == key[0] or times[total.n] > 1
            if total.n in seen or not (usual or len(self._tables) <= _MANY_TABLES):
                continue
            seen.add(total.n)
            yield NumberElsewhere(total.n, total.place, "other_total")


# margins ---------------------------------------------------------------------------------------------


def _margins(table: FoundTable, profiles: Sequence[_Profile]) -> Iterator[NumberElsewhere]:
    """Rows and columns of counts whose labels are those of a margin."""
    counts = {
        at: figure
        for at, figure in table.figures.items()
        if table.kinds_at(*at)[0] == "count" and not figure.parts
    }
    for axis, labels in enumerate((table.rows, table.columns)):
        named = {_plain(label): line for line, label in enumerate(labels) if label and not says_total(label)}
        sums: dict[int, int | None] = {}
        for at, figure in counts.items():
            if says_total((table.columns, table.rows)[axis][at[1 - axis]]):
                continue
            value = None if figure.value is None else int(figure.value)
            old = sums.get(at[axis], 0)
            sums[at[axis]] = None if value is None or old is None else old + value
        for profile in profiles:
            shared = [label for label in named if label in profile.values and named[label] in sums]
            if len(shared) < max(_LEAST_SHARED, len(named) - 1):
                continue
            known = [label for label in shared if sums[named[label]] is not None]
            if all(sums[named[label]] == profile.values[label] for label in known):
                for label in shared:
                    if sums[named[label]] is None:
                        line = (axis, named[label])
                        yield NumberElsewhere(
                            profile.values[label], profile.places[label], "margin", line, bool(known)
                        )


def _profiles(table: FoundTable, name: str) -> Iterator[_Profile]:
    """The numbers of a table by row under its only column of counts or that of totals, and by column."""
    if table.form != "table" or table.rounded:
        return
    for axis, labels in enumerate((table.rows, table.columns)):
        others = (table.columns, table.rows)[axis]
        lines = _count_lines(table, axis)
        for line in lines if len(lines) == 1 else [one for one in lines if says_total(others[one])]:
            values, places = {}, {}
            for number, label in enumerate(labels):
                at = (number, line) if axis == 0 else (line, number)
                figure = table.figures.get(at)
                whole = figure is not None and figure.value is not None and not figure.parts
                if figure is None or not whole or not label or says_total(label):
                    continue
                if table.kinds_at(*at)[0] == "count" and figure.value is not None:
                    values[_plain(label)] = int(figure.value)
                    places[_plain(label)] = f"{name}{table.cell(*at)}"
            yield _Profile(values, places)


def _count_lines(table: FoundTable, axis: int) -> list[int]:
    """The columns of counts, or for the other axis all rows with one."""
    if axis == 0:
        return [column for column, kind in enumerate(table.kinds) if kind == "count"]
    return sorted({row for row, column in table.figures if table.kinds_at(row, column)[0] == "count"})


def _plain(label: str) -> str:
    return " ".join(label.casefold().split())


def _earlier_profiles(table: KnownTable) -> Iterator[_Profile]:
    """The counts of a released table by each of its dimensions."""
    by_dimension: dict[str, tuple[dict[str, int], dict[str, str]]] = {}
    for cell in () if table.rounded else table.cells:
        about = cell.definition
        if about.statistic == "count" and len(about.cell) == 1 and cell.value is not None:
            ((dimension, category),) = about.cell
            values, places = by_dimension.setdefault(dimension, ({}, {}))
            values[category] = int(cell.value)
            places[category] = f"{table.name} {cell.address}".strip()
    for values, places in by_dimension.values():
        if len(values) >= _LEAST_SHARED:
            yield _Profile(values, places)


# totals ----------------------------------------------------------------------------------------------


def _totals(table: FoundTable, name: str) -> Iterator[_Total]:
    """The numbers that are stated for a table, its total by word, or the sum of its counts where all are
    known.
    """
    yield from (_Total(one.n, one.place, True) for one in table.statements if one.scope == "table")
    if table.form != "table" or table.rounded:
        return
    roots = list(_roots(table))
    values = [figure.value for at in roots if (figure := table.figures[at]) is not None]
    if roots and None not in values:
        total = int(sum(value for value in values if value is not None))
        yield _Total(total, f"{name}{table.cell(*roots[0]) if len(roots) == 1 else table.address}", False)


def _roots(table: FoundTable) -> Iterator[Place]:
    """The counts that are in no other sum: totals by word alone, where there are any."""
    rows = {part for total in table.row_totals for part in total.parts}
    columns = {part for total in table.column_totals for part in total.parts}
    places = [
        at
        for at, figure in table.figures.items()
        if table.kinds_at(*at)[0] == "count" and not figure.parts and figure.status != "none"
    ]
    named_rows = {row for row, label in enumerate(table.rows) if is_total_label(label)}
    named_columns = {column for column, label in enumerate(table.columns) if is_total_label(label)}
    rows |= set(range(len(table.rows))) - named_rows if len(named_rows) == 1 else set()
    columns |= set(range(len(table.columns))) - named_columns if len(named_columns) == 1 else set()
    yield from (at for at in places if at[0] not in rows and at[1] not in columns)


def _earlier_totals(table: KnownTable) -> Iterator[_Total]:
    yield from (_Total(n, f"{table.name}: {text}", True) for n, text in table.statements)
    if table.rounded:
        return
    parts = {part for _, own in table.relations for part in own}
    roots = [
        cell
        for number, cell in enumerate(table.cells)
        if cell.definition.statistic == "count" and number not in parts
    ]
    whole = [cell for cell in roots if not cell.definition.cell] or roots
    if whole and all(cell.value is not None for cell in whole):
        total = sum(int(cell.value) for cell in whole if cell.value is not None)
        yield _Total(total, f"{table.name} {whole[0].address if len(whole) == 1 else ''}".strip(), False)
