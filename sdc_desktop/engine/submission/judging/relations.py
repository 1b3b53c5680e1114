"""What is published of sums: the relations between the cells of a table, and numbers stated for them.

A relation without a suppressed cell says nothing new and is excluded. One whose total is the sum of the parts
that are published was computed without the suppressed ones: it is set aside, alone, not with all others.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from functools import cached_property, partial
from itertools import product

import numpy as np

from sdc_desktop.engine.submission.finding.figures import Figure
from sdc_desktop.engine.submission.finding.statements import Scope, Statement
from sdc_desktop.engine.submission.finding.structures import (
    Flags,
    Lines,
    Structure,
    says_total,
    structures_of,
)
from sdc_desktop.engine.submission.finding.table import ADDITIVE, FoundTable
from sdc_desktop.engine.submission.finding.totals import Total
from sdc_desktop.engine.submission.judging.shares import half_unit
from sdc_desktop.engine.tables.table import MOST

Place = tuple[int, int]
_HUNDRED = Decimal(100)
MOST_READINGS = 4  # of a table that are audited


@dataclass(frozen=True)
class Relation:
    """A total and the cells whose sum it is: a cell (``total``), or a ``number`` of units that is stated at
    ``place``. ``source``: indent, labels, prefix, codes, word, figures, given, cumulated, statement, margin,
    other_total.
    """

    source: str
    parts: tuple[Place, ...]
    total: Place | None = None
    number: int | None = None
    place: str = ""
    certain: bool = True
    minus: tuple[Place, ...] = ()  # cells that the sum is less of: the last cumulated count


@dataclass(frozen=True)
class NumberElsewhere:
    """A number of persons that another table states: of one of the rows (0) or columns (1) of a table, by its
    number, or of all of it. ``source``: margin, other_total.
    """

    n: int
    place: str
    source: str
    line: tuple[int, int] | None = None
    certain: bool = False


@dataclass(frozen=True)
class Published:
    """The additive cells of a table in units of its last decimal; None where a cell is suppressed."""

    table: FoundTable
    units: Mapping[Place, int | None]
    decimals: int

    @cached_property
    def hidden(self) -> frozenset[Place]:
        """The suppressed cells."""
        return frozenset(place for place, value in self.units.items() if value is None)

    @cached_property
    def rows(self) -> tuple[tuple[Structure, ...], ...]:
        """The readings of the structure of its rows."""
        return _structures(self, "rows")

    @cached_property
    def columns(self) -> tuple[tuple[Structure, ...], ...]:
        """The readings of the structure of its columns."""
        return _structures(self, "columns")

    @cached_property
    def sums(self) -> tuple["Relation", ...]:
        """All certain sums, also those without a suppressed cell, but those that exclude one."""
        found = (*_relations(self, self.rows[0], "rows"), *_relations(self, self.columns[0], "columns"))
        return tuple(one for one in found if one.certain and not _leaves_out(self, one))


@dataclass(frozen=True)
class Reading:
    """The relations of one reading of a table's structure. ``roots``: its cells that are in no other sum.
    ``set_aside``: how many relations exclude suppressed cells.
    """

    relations: tuple[Relation, ...] = ()
    roots: frozenset[Place] = frozenset()
    set_aside: tuple[Relation, ...] = ()
    bounds: Mapping[Place, tuple[int, int]] = field(default_factory=dict)


def published(table: FoundTable) -> Published | None:
    """The additive cells of a table; None where figures are too large."""
    places = [
        (row, column)
        for row, column in table.figures
        if table.kinds_at(row, column)[0] in ADDITIVE and not table.figures[row, column].parts
    ]
    decimals = max((_decimals(table.figures[place]) for place in places), default=0)
    units: dict[Place, int | None] = {}
    for place in places:
        figure = table.figures[place]
        if figure.status == "none":
            units[place] = 0
        elif figure.status in ("value", "zero") and figure.value is not None:
            units[place] = int(figure.value.scaleb(decimals))
        else:
            units[place] = None
    if any(value is not None and abs(value) > MOST for value in units.values()):
        return None
    return Published(table, units, decimals)


def _decimals(figure: Figure) -> int:
    if figure.value is None:
        return 0
    exponent = figure.value.as_tuple().exponent
    return min(max(0, -exponent), 9) if isinstance(exponent, int) else 0


# structures ------------------------------------------------------------------------------------------


def readings_of(cells: Published) -> tuple[Reading, ...]:
    """The readings of a table that its figures allow, the most natural first."""
    found = []
    for rows, columns in list(product(cells.rows, cells.columns))[:MOST_READINGS]:
        relations = [*_relations(cells, rows, "rows"), *_relations(cells, columns, "columns")]
        found.append(_reading(cells, _unique(relations), tuple(_cumulated(cells))))
    return tuple(found)


def _structures(cells: Published, axis: str) -> tuple[tuple[Structure, ...], ...]:
    table = cells.table
    totals = table.row_totals if axis == "rows" else table.column_totals
    if axis in table.given_totals:
        return ((Structure("given", totals),),)
    if table.form != "table":
        return ((),)
    return structures_of(_lines(cells, axis), totals)


def _lines(cells: Published, axis: str) -> Lines:
    table = cells.table
    height, width = len(table.rows), len(table.columns)
    shape = (height, width) if axis == "rows" else (width, height)
    values = np.zeros(shape, dtype=np.int64)
    known, hidden = np.zeros(shape, dtype=np.bool_), np.zeros(shape, dtype=np.bool_)
    for (row, column), value in cells.units.items():
        at = (row, column) if axis == "rows" else (column, row)
        known[at], hidden[at] = value is not None, value is None
        values[at] = value or 0
    slack = partial(tolerance, cells)
    if axis == "rows":
        sure = _sure(table, axis) & (known | hidden).any(axis=0)
        groups = tuple(table.row_kinds.get(row, ("",))[0] for row in range(height))
        headed = bool(table.row_levels) and len(table.row_levels[0]) > len(table.label_columns)
        return Lines(
            _own_labels(table), table.depths or (0,) * height, values, known, hidden, sure, groups, slack,
            table.corner, headed,
        )  # fmt: skip
    sure = _sure(table, axis)
    kinds = tuple("sum" if kind == "magnitude" else kind for kind in table.kinds)
    levels = _level_labels(table.column_levels, table.columns)
    least = 2 if height > 1 else 1
    return Lines(levels, (0,) * width, values, known, hidden, sure, kinds, slack, least=least)


def tolerance(cells: Published, parts: int) -> int:
    """By how many units a total may miss the sum of this number of parts."""
    if cells.table.rounded:
        base: int = cells.table.rounded * 10**cells.decimals
        return (parts + 1) * base // 2
    return (parts + 1) // 2 if cells.decimals else 0


def _own_labels(table: FoundTable) -> tuple[tuple[str, ...], ...]:
    return _level_labels(table.row_levels, table.rows)


def _level_labels(levels: Sequence[Sequence[str]], labels: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The labels of lines by level; lines with fewer levels have the outer ones empty."""
    depth = max(map(len, levels), default=0)
    if not depth:
        return tuple((label,) for label in labels)
    return tuple((*("",) * (depth - len(one)), *one) for one in levels)


def _relations(cells: Published, structures: Sequence[Structure], axis: str) -> Iterator[Relation]:
    table, units = cells.table, cells.units
    others = range(len(table.columns) if axis == "rows" else len(table.rows))
    sure = _sure(table, axis)
    for structure in structures:
        for other in others:
            totals = [total for total in structure.totals if _has(units, total, other, axis)]
            if not sure[other] and not _adds_up(cells, totals, other, axis):
                continue
            for total in totals:
                parts = tuple(_place(part, other, axis) for part in total.parts)
                whole = _place(total.line, other, axis)
                yield Relation(structure.source, parts, whole, certain=structure.certain)


def _place(line: int, other: int, axis: str) -> Place:
    return (line, other) if axis == "rows" else (other, line)


def _has(units: Mapping[Place, int | None], total: Total, other: int, axis: str) -> bool:
    return all(_place(line, other, axis) in units for line in (total.line, *total.parts))


def _sure(table: FoundTable, axis: str) -> Flags:
    """The columns (or rows) that can contradict a structure: counts and sums, and where there are others no
    totals, which may exclude suppressed cells.
    """
    if axis == "rows":
        sure = np.array([kind in ("count", "sum", "weighted") for kind in table.kinds], dtype=np.bool_)
    else:
        sure = np.array([row not in table.row_kinds for row in range(len(table.rows))], dtype=np.bool_)
    labels = table.columns if axis == "rows" else table.rows
    inner = sure & ~np.array([says_total(label) for label in labels], dtype=np.bool_)
    return inner if inner.any() else sure


def _adds_up(cells: Published, totals: Sequence[Total], other: int, axis: str) -> bool:
    """Whether no figure of a column contradicts these totals."""
    for total in totals:
        parts = [cells.units[_place(part, other, axis)] for part in total.parts]
        whole = cells.units[_place(total.line, other, axis)]
        rest = (whole or 0) - sum(part or 0 for part in parts)
        slack = tolerance(cells, len(parts))
        if whole is not None and (rest < -slack or (None not in parts and rest > slack)):
            return False
    return True


def _unique(relations: Iterable[Relation]) -> tuple[Relation, ...]:
    """Relations once each, by the first source."""
    seen: dict[tuple[Place | None, tuple[Place, ...]], Relation] = {}
    for one in relations:
        key = (one.total, one.parts)
        if key not in seen or (one.certain and not seen[key].certain):
            seen[key] = one
    return tuple(seen.values())


def _reading(cells: Published, relations: Sequence[Relation], more: Sequence[Relation]) -> Reading:
    certain = [one for one in relations if one.certain]
    aside = [one for one in certain if _leaves_out(cells, one)]
    covered = {part for one in certain for part in one.parts if one not in aside or part not in cells.hidden}
    roots = frozenset(place for place in cells.units if place not in covered)
    kept = [one for one in (*relations, *more) if one not in aside and _is_open(cells, one)]
    return Reading(tuple(kept), roots, tuple(aside))


def _leaves_out(cells: Published, one: Relation) -> bool:
    """Whether a total is the sum of its published parts although some are suppressed."""
    total = None if one.total is None else cells.units[one.total]
    values = [cells.units[part] for part in one.parts]
    return total is not None and None in values and total == sum(value or 0 for value in values)


def _is_open(cells: Published, one: Relation) -> bool:
    places = [*one.parts, *one.minus, *(() if one.total is None else (one.total,))]
    return any(place in cells.hidden for place in places)


def _cumulated(cells: Published) -> Iterator[Relation]:
    """Counts between two cumulated ones, where what is known fits: cell = this - the last known one."""
    table = cells.table
    for column, kind in enumerate(table.kinds):
        if kind != "cumulative":
            continue
        values = {}
        for row in range(len(table.rows)):
            figure = table.figures.get((row, column))
            if figure is not None and _is_whole(figure):
                values[row] = int((figure.value or Decimal(0)).scaleb(cells.decimals))
        for beside in range(len(table.columns)):
            steps = list(_steps(cells, values, beside))
            if table.kinds[beside] == "count" and len(values) > 1 and steps and _fit(cells, steps):
                yield from (one for one, _ in steps)
                break


def _is_whole(figure: Figure) -> bool:
    value = figure.value
    return value is not None and value == value.to_integral_value() and not (figure.percent or figure.parts)


def _steps(cells: Published, values: Mapping[int, int], column: int) -> Iterator[tuple[Relation, int]]:
    last, run = 0, []
    for row in range(len(cells.table.rows)):
        run.append((row, column))
        if row not in values:
            continue
        if all(place in cells.units for place in run):
            yield Relation("cumulated", tuple(run), number=values[row] - last), values[row] - last
        last, run = values[row], []


def _fit(cells: Published, steps: Sequence[tuple[Relation, int]]) -> bool:
    seen = False
    for one, number in steps:
        parts = [cells.units[part] for part in one.parts]
        rest = number - sum(part or 0 for part in parts)
        if rest < 0 or (rest and None not in parts):
            return False
        seen = seen or None not in parts
    return seen


# numbers of persons ----------------------------------------------------------------------------------


def stated_relations(
    cells: Published, reading: Reading, statements: Sequence[Statement]
) -> Iterator[Relation]:
    """The numbers of persons stated for a table or for lines of it, each the sum of its scope."""
    for one in statements:
        if one.scope == "pool":
            continue
        scope = sorted(
            place for place in _roots(cells, reading, one.scope, one.lines) if _is_count(cells, place)
        )
        number = one.n * 10**cells.decimals
        for parts in _scopes(cells, scope, number):
            yield Relation("statement", parts, number=number, place=one.place, certain=one.certain)


def _roots(cells: Published, reading: Reading, of: Scope, lines: Sequence[int]) -> Iterable[Place]:
    """The cells of a scope that are in no other sum of it."""
    if of == "table":
        return reading.roots
    axis = 0 if of == "rows" else 1
    inside = {place for place in cells.units if place[axis] in lines}
    totals = {
        relation.total: relation
        for relation in cells.sums
        if relation.total in inside and inside.issuperset(relation.parts)
    }
    covered = {part for relation in totals.values() for part in relation.parts}
    return inside - covered


def _is_count(cells: Published, place: Place) -> bool:
    return cells.table.kinds_at(*place)[0] == "count"


def _scopes(cells: Published, scope: Sequence[Place], number: int) -> Iterator[tuple[Place, ...]]:
    """The cells whose sum a number can be: all of them, or those of each heading or column separately.
    None where it is less than what is known.
    """
    ways = _ways(cells, scope)
    groups = ways[1]
    if any(_rest(cells, group, number) == 0 and not _gaps(cells, group) for group in groups):
        ways = [groups]
    for way in ways:
        fitting = [group for group in way if _fits(cells, group, number)]
        if len(fitting) == len(way) > 0:
            yield from (tuple(group) for group in fitting if _gaps(cells, group))
            return


def _ways(cells: Published, scope: Sequence[Place]) -> list[list[list[Place]]]:
    """A scope as a whole, by groups of rows, and by columns."""
    columns: dict[int, list[Place]] = {}
    for place in scope:
        columns.setdefault(place[1], []).append(place)
    return [[list(scope)], _grouped(cells, scope), list(columns.values())]


def _grouped(cells: Published, scope: Sequence[Place]) -> list[list[Place]]:
    """The cells by the heading or outer label of their rows, where there are several of two rows and more."""
    labels = _own_labels(cells.table)
    if not labels or len(labels[0]) < 2:
        return []
    groups: dict[str, list[Place]] = {}
    for place in scope:
        groups.setdefault(labels[place[0]][0], []).append(place)
    several = [group for group in groups.values() if len({row for row, _ in group}) > 1]
    return several if len(several) > 1 else []


def _rest(cells: Published, group: Sequence[Place], number: int) -> int:
    return number - sum(cells.units[place] or 0 for place in group)


def _gaps(cells: Published, group: Sequence[Place]) -> bool:
    return any(place in cells.hidden for place in group)


def _fits(cells: Published, group: Sequence[Place], number: int) -> bool:
    """Whether a number is not less than what is known, and equal to it where all is."""
    rest, slack = _rest(cells, group, number), tolerance(cells, len(group))
    if any(value is not None and value < 0 for value in (cells.units[place] for place in group)):
        return False
    return rest >= -slack if _gaps(cells, group) else abs(rest) <= slack


def other_relations(
    cells: Published, reading: Reading, numbers: Sequence[NumberElsewhere], few: Callable[[int], bool]
) -> Iterator[Relation]:
    """Numbers that other tables state: of rows with the same labels, and of the table as a whole, where that
    leaves few units.
    """
    whole = sorted(place for place in reading.roots if _is_count(cells, place))
    scopes = [group for way in _ways(cells, whole) for group in way if _gaps(cells, group)]
    known = {_rest(cells, group, 0) for group in scopes}
    for one in numbers:
        number = one.n * 10**cells.decimals
        if one.line is not None:
            scope: Scope = "columns" if one.line[0] else "rows"
            places = _roots(cells, reading, scope, one.line[1:])
            ways = [tuple(sorted(place for place in places if _is_count(cells, place)))]
        elif any(few(number + rest) for rest in known):
            ways = list(_scopes(cells, whole, number))
        else:
            continue
        for parts in ways:
            if _gaps(cells, parts) and _fits(cells, parts, number) and _rest(cells, parts, number):
                yield Relation(one.source, parts, None, number, one.place, one.certain)


# percentages -----------------------------------------------------------------------------------------


def percentage_bounds(
    cells: Published, reading: Reading, statements: Sequence[Statement]
) -> dict[Place, tuple[int, int]]:
    """What percentages beside suppressed counts say of these, by a base that fits all that are known."""
    table = cells.table
    found: dict[Place, tuple[int, int]] = {}
    if not cells.hidden or cells.decimals:
        return found
    for column, kind in enumerate(table.kinds):
        if kind != "percent":
            continue
        for counts in _beside(table, column):
            bases = _bases(cells, statements, counts)
            for base in bases:
                bounds = _bounds(cells, column, counts, base)
                if bounds:
                    for place, (low, high) in bounds.items():
                        old = found.get(place, (low, high))
                        found[place] = max(low, old[0]), min(high, old[1])
                    break
    return {place: ends for place, ends in found.items() if ends[0] <= ends[1]}


def _beside(table: FoundTable, column: int) -> list[int]:
    """The columns of counts that a column of percentages can be shares of: next to it, or the only one."""
    counts = [other for other, kind in enumerate(table.kinds) if kind == "count"]
    same = [other for other in counts if table.column_levels[other][:-1] == table.column_levels[column][:-1]]
    near = [other for other in same or counts if abs(other - column) == 1]
    return sorted(near, reverse=True)[-1:] if len(counts) > 1 else counts


def _bases(cells: Published, statements: Sequence[Statement], column: int) -> Iterator[Mapping[int, int]]:
    """Bases by row: of the whole column, as published or stated, and of the row."""
    rows = range(len(cells.table.rows))
    for one in statements:
        if one.certain and (one.scope == "table" or (one.scope == "columns" and column in one.lines)):
            yield dict.fromkeys(rows, one.n)
    relations = cells.sums
    for number in sorted(
        {
            cells.units[one.total] or 0
            for one in relations
            if one.total is not None and one.total[1] == column
        },
        reverse=True,
    ):
        yield dict.fromkeys(rows, number)
    of_rows = {
        one.total[0]: cells.units[one.total] or 0
        for one in relations
        if one.total is not None and {place[1] for place in one.parts} >= {column}
        and len({place[0] for place in one.parts}) == 1
    }  # fmt: skip
    if of_rows:
        yield {row: number for row, number in of_rows.items() if number}


def _bounds(
    cells: Published, percents: int, counts: int, bases: Mapping[int, int]
) -> dict[Place, tuple[int, int]]:
    """The bounds of suppressed counts; none where a known count does not fit its percentage."""
    decimals = max(
        (cells.table.figures[at].decimals for at in cells.table.figures if at[1] == percents), default=0
    )
    half = half_unit(decimals)
    found = {}
    for row in range(len(cells.table.rows)):
        figure = cells.table.figures.get((row, percents))
        place = (row, counts)
        if figure is None or figure.value is None or figure.parts or place not in cells.units:
            continue
        base = bases.get(row, 0)
        if base <= 0 or figure.status != "value":
            continue
        count = cells.units[place]
        low = ((figure.value - half) * base / _HUNDRED).to_integral_value(ROUND_CEILING)
        high = ((figure.value + half) * base / _HUNDRED).to_integral_value(ROUND_FLOOR)
        if count is None:
            found[place] = max(int(low), 0), int(high)
        elif not low <= count <= high:
            return {}
    return found
