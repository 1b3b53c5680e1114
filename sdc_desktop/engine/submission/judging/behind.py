"""Counts behind the figures of a table: in a column or row of its own, stated as N =, or in a companion."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import partial

from sdc_desktop.engine.submission.finding.closed_words import statistic_of
from sdc_desktop.engine.submission.finding.figures import Figure
from sdc_desktop.engine.submission.finding.table import FoundTable
from sdc_desktop.engine.submission.finding.words import stated_base, stated_number
from sdc_desktop.engine.submission.judging.shares import half_unit

SUPPRESSED = "suppressed"
_HUNDRED = Decimal(100)
_LEAST_MATCHED = 2  # percentages that a numerator must fit before it is believed to be one


@dataclass(frozen=True)
class Count:
    """A count behind a figure, from ``low`` to ``high`` (equal but for rounded and suppressed counts).
    ``source``: column, stated, companion, corrected or microdata; suppressed where the count itself is.
    ``where``: its address or file.
    """

    low: int
    high: int
    source: str
    where: str = ""


@dataclass(frozen=True)
class Offered:
    """A count that a companion offers for cells of its definition."""

    count: Count
    subject: frozenset[str]
    period: str
    table: str
    dimensions: frozenset[str]
    near: tuple[int, int, int]  # numbers of file, sheet and table


class Behind:
    """Counts behind the figures of one table, by the order of their sources."""

    def __init__(
        self,
        table: FoundTable,
        offered: Callable[[int, int], Count | None],
        corrected: Mapping[int, int] | None = None,
        stated: int | None = None,
    ) -> None:
        self._table, self._offered = table, offered
        self._corrected = corrected or {}
        self._stated = stated
        self._columns = [
            column for column, kind in enumerate(table.kinds) if kind == "count" and table.form == "table"
        ]
        self._rows = [row for row, kinds in table.row_kinds.items() if kinds == ("count",)]
        self._bases: dict[tuple[int, int], Count | None] = {}
        self._numerators = numerator_columns(table, self._columns)

    def of(self, row: int, column: int) -> Count | None:
        """How many persons or firms are behind a figure; None where nothing says it."""
        at = row, column
        if at not in self._bases:
            self._bases[at] = self._found(row, column)
        return self._bases[at]

    def used(self, row: int, column: int) -> Count | None:
        """The count that was found for a figure, if any rule took it."""
        return self._bases.get((row, column))

    def numerator(self, row: int, column: int) -> int | None:
        """The count that is the numerator of a percentage; None where the table has none."""
        place = self._numerators.get(column)
        return None if place is None else _whole(self._table.figure(row, place))

    def _found(self, row: int, column: int) -> Count | None:
        table = self._table
        if self._stated is not None:
            return Count(self._stated, self._stated, "corrected")
        place = self._corrected.get(column)
        if place is None:
            place = self._column_for(column)
        if place is not None and row not in table.row_kinds:
            count = self._count(row, place, "column")
            if count is not None:
                return count
        for other in self._rows if row in table.row_kinds else ():
            if len(self._rows) == 1 or table.row_levels[other][:-1] == table.row_levels[row][:-1]:
                count = self._count(other, column, "column")
                if count is not None:
                    return count
        return self._stated_for(row, column) or self._in_scope(row, column) or self._offered(row, column)

    def _in_scope(self, row: int, column: int) -> Count | None:
        """The number of persons stated for the scope of a figure, where it is the only one."""
        for scope in ("columns", "rows", "table"):
            found = {
                one.n: one.place
                for one in self._table.statements
                if one.scope == scope
                and (scope == "table" or (column if scope == "columns" else row) in one.lines)
            }
            if len(found) == 1:
                ((number, place),) = found.items()
                return Count(number, number, "stated", place)
        return None

    def _column_for(self, column: int) -> int | None:
        """The count column under the same heading, or the only one; not one that is a numerator."""
        taken = set(self._numerators.values())
        usable = [one for one in self._columns if one not in taken and one != column]
        levels = self._table.column_levels
        same = [one for one in usable if levels[one][:-1] and levels[one][:-1] == levels[column][:-1]]
        if len(same) == 1:
            return same[0]
        return usable[0] if len(usable) == 1 and len(self._columns) - len(taken) == 1 else None

    def _count(self, row: int, column: int, source: str) -> Count | None:
        figure = self._table.figure(row, column)
        if figure is None:
            return None
        where = self._table.cell(row, column)
        if figure.status == "suppressed" and figure.high is not None:
            return Count(figure.low or 0, figure.high, source, where)
        if figure.status == "suppressed":
            return Count(0, 0, SUPPRESSED, where)
        number = _whole(figure)
        return None if number is None else Count(*rounded_range(number, self._table.rounded), source, where)

    def _stated_for(self, row: int, column: int) -> Count | None:
        table = self._table
        for text in (table.columns[column], table.rows[row], table.corner, table.title, table.notes):
            number = stated_number(text)
            if number is not None:
                return Count(number, number, "stated", stated_base(text) or "")
        return None


def rounded_range(number: int, base: int) -> tuple[int, int]:
    """The whole numbers that are rounded to a multiple of a base, halves up; the number where it is 0."""
    if not base:
        return number, number
    return max(0, -((base - 2 * number) // 2)), -((-2 * number - base) // 2) - 1


def _whole(figure: Figure | None) -> int | None:
    if figure is None or figure.value is None or figure.parts:
        return None
    return int(figure.value) if figure.value == figure.value.to_integral_value() else None


def numerator_columns(table: FoundTable, counts: Sequence[int]) -> dict[int, int]:
    """For columns of percentages the column of counts that they are shares of a sum of."""
    found: dict[int, int] = {}
    for column, kind in enumerate(table.kinds):
        if kind != "percent":
            continue
        levels = table.column_levels
        near = [one for one in counts if levels[one][:-1] and levels[one][:-1] == levels[column][:-1]]
        for place in sorted(near or counts, key=lambda one: one in found.values()):  # one may have two
            if _fits(table, column, place, counts):
                found[column] = place
                break
    return found


def _fits(table: FoundTable, column: int, place: int, counts: Sequence[int]) -> bool:
    """Whether percentages are those of counts in their column, or of the counts of their row; of a stated
    number one fits where the others are suppressed.
    """
    hidden = any(at[1] == place and figure.status == "suppressed" for at, figure in table.figures.items())
    least = 1 if hidden else _LEAST_MATCHED
    totals = (_column_total(table, place), _row_total(table, counts), _size_row(table, place))
    return any(_share_of(table, column, place, total, _LEAST_MATCHED) for total in totals) or any(
        _share_of(table, column, place, total, least) for total in _stated(table, place)
    )


def _stated(table: FoundTable, place: int) -> Iterator[Callable[[int], int | None]]:
    """The numbers of persons stated for a column of counts."""
    for one in table.statements:
        if one.scope == "table" or (one.scope == "columns" and place in one.lines):
            yield partial(_always, one.n)


def _always(number: int, _: int) -> int:
    return number


def _share_of(
    table: FoundTable, column: int, place: int, total: Callable[[int], int | None], least: int
) -> bool:
    matched = 0
    for row in range(len(table.rows)):
        percent, count, base = table.figure(row, column), _whole(table.figure(row, place)), total(row)
        if percent is None or percent.value is None or count is None or not base:
            continue
        if abs(_HUNDRED * count / base - percent.value) > half_unit(percent.decimals) + Decimal("1e-6"):
            return False
        matched += 1
    return matched >= least


def _column_total(table: FoundTable, place: int) -> Callable[[int], int | None]:
    totals = {one.line for one in table.row_totals}
    parts = {part for one in table.row_totals for part in one.parts}
    lines = [row for row in range(len(table.rows)) if row not in totals or row in parts]
    grand = [one.line for one in table.row_totals if one.line not in parts]
    if grand:
        value = _whole(table.figure(grand[0], place))
        return lambda _: value
    values = [_whole(table.figure(row, place)) for row in lines]
    known = None if None in values else sum(value for value in values if value is not None)
    return lambda _: known


def _size_row(table: FoundTable, place: int) -> Callable[[int], int | None]:
    """The count in the only row N of a column."""
    sizes = [row for row, label in enumerate(table.rows) if statistic_of(label.split(" / ")[-1]) == "count"]
    value = _whole(table.figure(sizes[0], place)) if len(sizes) == 1 else None
    return lambda _: value


def _row_total(table: FoundTable, counts: Sequence[int]) -> Callable[[int], int | None]:
    def total(row: int) -> int | None:
        values = [_whole(table.figure(row, column)) for column in counts]
        known = [value for value in values if value is not None]
        if len(known) < len(counts) or len(counts) < 2:
            return None
        grand = [one.line for one in table.column_totals]
        return _whole(table.figure(row, grand[0])) if grand else sum(known)

    return total


class Companions:
    """All counts of a submission and its `evidence`, by the cells that they are of."""

    def __init__(self) -> None:
        self._by_cell: dict[frozenset[tuple[str, str]], list[Offered]] = {}

    def add(self, cell: frozenset[tuple[str, str]], offered: Offered) -> None:
        """Add the count of one cell."""
        self._by_cell.setdefault(cell, []).append(offered)

    def nearest(
        self,
        cell: frozenset[tuple[str, str]],
        dimensions: frozenset[str],
        subject: frozenset[str],
        period: str,
        near: tuple[int, int, int],
    ) -> Count | None:
        """The count of a cell, from the nearest table that divides by all of these dimensions."""
        usable = [
            one
            for one in self._by_cell.get(cell, ())
            if one.near != near
            and dimensions <= one.dimensions
            and one.subject <= subject
            and (not one.period or not period or one.period == period)
        ]
        if not usable:
            return None
        return min(usable, key=lambda one: _distance(one.near, near)).count


def _distance(one: tuple[int, int, int], other: tuple[int, int, int]) -> tuple[int, int, int]:
    file, sheet, table = (abs(a - b) for a, b in zip(one, other, strict=True))
    return (file, sheet, table) if not file else (file, one[1], one[2])
