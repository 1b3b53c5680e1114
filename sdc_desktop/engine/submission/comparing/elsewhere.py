"""Numbers that other tables state of one with suppressed cells: margins with the same labels, and totals.

A margin is of the rows or columns of a table whose labels it has, where it is equal in all that both publish.
A total counts persons that may be others: it is an assumption, and in large submissions only some are tried.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
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
_EARLIER: Key = (-1, -1)


@dataclass(frozen=True, eq=False)
class _Profile:
    """A margin: a number by label, None where it is suppressed, and the place of each."""

    values: Mapping[str, int | None]
    places: Mapping[str, str]


@dataclass(frozen=True)
class _Total:
    n: int
    place: str
    stated: bool


@dataclass(frozen=True)
class TableBeside:
    """What a table offers to others; computed when first used. Supporting files may have been published:
    their totals are offered to tables with other labels alone.
    """

    key: Key
    name: str
    table: FoundTable
    evidence: bool = False

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
        tables: Sequence[TableBeside],
        pool: Mapping[int, Sequence[Statement]],
        released: Sequence[KnownTable],
    ) -> None:
        self._tables = [one for one in tables if not one.evidence]
        evidence = [one for one in tables if one.evidence]
        self._evidence = evidence if len(evidence) <= _MANY_TABLES else []
        self._pool, self._released = pool, released

    def of(self, key: Key, table: FoundTable) -> tuple[NumberElsewhere, ...]:
        """The numbers that others state for a table."""
        margins = dict.fromkeys(self._margins(key, table))
        return (*margins, *self._totals_for(key), *self._of_evidence(table))

    @cached_property
    def _profiles(self) -> Sequence[tuple[Key, _Profile]]:
        """All margins, each with the table that it is of."""
        own = [(one.key, profile) for one in self._tables for profile in one.profiles]
        return [*own, *((_EARLIER, one) for table in self._released for one in _earlier_profiles(table))]

    @cached_property
    def _by_value(self) -> Mapping[tuple[str, int], Sequence[tuple[Key, _Profile]]]:
        """The margins by each label with its number."""
        found: dict[tuple[str, int], list[tuple[Key, _Profile]]] = {}
        for of, profile in self._profiles:
            for label, value in profile.values.items():
                if value is not None:
                    found.setdefault((label, value), []).append((of, profile))
        return found

    @cached_property
    def _by_labels(self) -> Mapping[frozenset[str], Sequence[tuple[Key, _Profile]]]:
        found: dict[frozenset[str], list[tuple[Key, _Profile]]] = {}
        for of, profile in self._profiles:
            found.setdefault(frozenset(profile.values), []).append((of, profile))
        return found

    def _margins(self, key: Key, table: FoundTable) -> Iterator[NumberElsewhere]:
        """Rows and columns of counts whose labels are those of a margin. Where no line is known in both,
        nothing but the labels shows whose margin it is: of many tables those of the same file.
        """
        many = len(self._tables) > _MANY_TABLES
        for axis, (named, sums) in enumerate(_sums(table)):
            known = [(label, sum_) for label, line in named.items() if (sum_ := sums.get(line)) is not None]
            equal = (one for pair in known[:2] for one in self._by_value.get(pair, ()))
            alike = self._by_labels.get(frozenset(named), ())
            near = (one for one in alike if not many or one[0][0] == key[0])
            for of, profile in dict.fromkeys((*equal, *near)):  # a margin may lack one of the labels
                if of != key:
                    yield from _margin(axis, named, sums, profile)

    def _of_evidence(self, table: FoundTable) -> Iterator[NumberElsewhere]:
        labels = _labels(table)
        for other in self._evidence:
            if len(labels & _labels(other.table)) < _LEAST_SHARED:
                for total in other.totals:
                    yield NumberElsewhere(total.n, total.place, "other_total")

    @cached_property
    def _listed(self) -> Sequence[tuple[Key, _Total]]:
        """All totals, each with the table that it is of."""
        listed = [(one.key, total) for one in self._tables for total in one.totals]
        listed += [
            ((number, -1), _Total(one.n, one.place, True))
            for number, own in self._pool.items()
            for one in own
        ]
        return [*listed, *((_EARLIER, total) for table in self._released for total in _earlier_totals(table))]

    @cached_property
    def _usual(self) -> Sequence[tuple[Key, _Total]]:
        """Of many tables only the totals that are stated, or of two tables."""
        times = Counter(n for _, n in {(key, total.n) for key, total in self._listed})
        return [(key, one) for key, one in self._listed if one.stated or times[one.n] > 1]

    @cached_property
    def _by_file(self) -> Mapping[int, Sequence[tuple[Key, _Total]]]:
        found: dict[int, list[tuple[Key, _Total]]] = {}
        for key, total in self._listed:
            found.setdefault(key[0], []).append((key, total))
        return found

    def _totals_for(self, key: Key) -> Iterator[NumberElsewhere]:
        many = len(self._tables) > _MANY_TABLES
        listed = [*self._by_file.get(key[0], ()), *self._usual] if many else self._listed
        seen: set[int] = set()
        for of, total in listed:
            if of != key and total.n not in seen:
                seen.add(total.n)
                yield NumberElsewhere(total.n, total.place, "other_total")


# margins ---------------------------------------------------------------------------------------------

Named = Mapping[str, int]  # the line of each label
Sums = Mapping[int, int | None]  # the sum of the counts of each line; None where one is suppressed


def _sums(table: FoundTable) -> Iterator[tuple[Named, Sums]]:
    """The sums of the counts of rows, and of columns, without totals; of the lines with a label."""
    counts = {
        at: None if figure.value is None else int(figure.value)
        for at, figure in table.figures.items()
        if table.kinds_at(*at)[0] == "count" and not figure.parts
    }
    for axis, labels in enumerate((table.rows, table.columns)):
        named = {_plain(label): line for line, label in enumerate(labels) if label and not says_total(label)}
        totals = {other for other, label in enumerate((table.columns, table.rows)[axis]) if says_total(label)}
        totals |= {total.line for total in (table.column_totals, table.row_totals)[axis]}
        sums: dict[int, int | None] = {}
        for at, value in counts.items():
            if at[1 - axis] not in totals:
                old = sums.get(at[axis], 0)
                sums[at[axis]] = None if value is None or old is None else old + value
        yield named, sums


def _margin(axis: int, named: Named, sums: Sums, profile: _Profile) -> Iterator[NumberElsewhere]:
    """The numbers of a margin for the lines with suppressed counts, where it is equal in all others: an
    assumption where there are none.
    """
    shared = [label for label in named if label in profile.values and named[label] in sums]
    if len(shared) < max(_LEAST_SHARED, len(named) - 1):
        return
    both = [(sums[named[label]], profile.values[label]) for label in shared]
    known = [one for one in both if None not in one]
    if any(one != other for one, other in known):
        return
    for label, (sum_, n) in zip(shared, both, strict=True):
        if sum_ is None and n is not None:
            yield NumberElsewhere(n, profile.places[label], "margin", (axis, named[label]), bool(known))


def _profiles(table: FoundTable, name: str) -> Iterator[_Profile]:
    """The numbers of a table by row under its only column of counts or that of totals, and by column; or the
    sums of its counts.
    """
    if table.form != "table" or table.rounded:
        return
    yield from _added_up(table, name)
    for axis, labels in enumerate((table.rows, table.columns)):
        others = (table.columns, table.rows)[axis]
        lines = _count_lines(table, axis)
        for line in lines if len(lines) == 1 else [one for one in lines if says_total(others[one])]:
            values: dict[str, int | None] = {}
            places = {}
            for number, label in enumerate(labels):
                at = (number, line) if axis == 0 else (line, number)
                figure = table.figures.get(at)
                if figure is None or figure.parts or not label or says_total(label):
                    continue
                if table.kinds_at(*at)[0] == "count" and figure.status in ("value", "zero", "suppressed"):
                    values[_plain(label)] = None if figure.value is None else int(figure.value)
                    places[_plain(label)] = f"{name}{table.cell(*at)}"
            yield _Profile(values, places)


def _added_up(table: FoundTable, name: str) -> Iterator[_Profile]:
    """The sums of the counts by row and by column."""
    for named, sums in _sums(table):
        values = {label: sums[line] for label, line in named.items() if line in sums}
        yield _Profile(values, dict.fromkeys(values, f"{name}{table.address}"))


def _count_lines(table: FoundTable, axis: int) -> list[int]:
    """The columns of counts, or for the other axis all rows with one."""
    if axis == 0:
        return [column for column, kind in enumerate(table.kinds) if kind == "count"]
    return sorted({row for row, column in table.figures if table.kinds_at(row, column)[0] == "count"})


def _labels(table: FoundTable) -> frozenset[str]:
    """All labels of rows and columns without those of totals."""
    return frozenset(
        _plain(label) for label in (*table.rows, *table.columns) if label and not says_total(label)
    )


def _plain(label: str) -> str:
    return " ".join(label.casefold().split())


def _earlier_profiles(table: KnownTable) -> Iterator[_Profile]:
    """The counts of a released table by each of its dimensions."""
    by_dimension: dict[str, tuple[dict[str, int | None], dict[str, str]]] = {}
    for cell in () if table.rounded else table.cells:
        about = cell.definition
        if about.statistic == "count" and len(about.cell) == 1:
            ((dimension, category),) = about.cell
            values, places = by_dimension.setdefault(dimension, ({}, {}))
            values[category] = None if cell.value is None else int(cell.value)
            places[category] = f"{table.name} {cell.address}".strip()
    for values, places in by_dimension.values():
        if len(values) >= _LEAST_SHARED:
            yield _Profile(values, places)


# totals ----------------------------------------------------------------------------------------------


def _totals(table: FoundTable, name: str) -> Iterator[_Total]:
    """The numbers that are stated for a table, its total by word, or the sum of its counts where all are
    known.
    """
    file = name.removesuffix(f"{table.sheet.name}!") if table.sheet.name else name
    yield from (_Total(one.n, file + one.place, True) for one in table.statements if one.scope == "table")
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
