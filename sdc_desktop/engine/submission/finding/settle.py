"""Kinds settled by what adds up, totals, and rounding that a file states."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from sdc_desktop.engine.submission.finding.figures import Figure
from sdc_desktop.engine.submission.finding.kinds import Kinds, add_up, are_shares
from sdc_desktop.engine.submission.finding.table import ADDITIVE, FoundTable
from sdc_desktop.engine.submission.finding.totals import Answer, Line, Question, find_totals
from sdc_desktop.engine.submission.finding.words import is_total, says_rounded

_BASES = (100, 10, 5, 3)
_LEAST_ROUNDED = 6  # figures
_HUNDRED = Decimal(100)
_MOST_UNITS = 18  # digits of a figure in units


def with_totals(table: FoundTable, kinds: Kinds, stated_base: int = 0) -> FoundTable:
    """The table with its kinds settled by what adds up, and its totals."""
    base, stated = (table.rounded, True) if table.rounded else _rounding(table, kinds, stated_base)
    column_kinds, rows = list(kinds.columns), dict(kinds.rows)
    table = _with_fractions(table, column_kinds, rows)
    for column in kinds.open:
        if table.form == "coefficients":
            column_kinds[column] = "coefficient"
    row_answer, column_answer = _answers(table, column_kinds, rows, base)
    adding = _adding(row_answer, column_answer)
    for column in kinds.open:
        if column_kinds[column] == "magnitude" and (adding[0] or column in adding[1]):
            column_kinds[column] = "sum"
    if not adding[0] and not adding[1]:
        column_kinds, rows = _as_shares(table, column_kinds, rows, kinds)
    assumed = frozenset(column for column in kinds.assumed if column_kinds[column] == "count")
    return replace(
        table,
        kinds=tuple(column_kinds),
        row_kinds=rows,
        row_totals=row_answer.totals,
        column_totals=column_answer.totals,
        without_suppressed=row_answer.without_suppressed or column_answer.without_suppressed,
        assumed=assumed,
        rounded=base,
        rounding_stated=stated,
    )


def _answers(
    table: FoundTable, kinds: Sequence[str], row_kinds: Mapping[int, tuple[str, ...]], base: int
) -> tuple[Answer, Answer]:
    """Totals among the rows, and among the columns."""
    height, width = len(table.rows), len(table.columns)
    units, digits = _units(table)
    if units is None or table.form != "table":
        return Answer(), Answer()
    additive = [kind in ADDITIVE for kind in kinds]
    taking_rows = [row not in row_kinds or row_kinds[row][0] in ADDITIVE for row in range(height)]
    columns = [column for column in range(width) if additive[column]]
    lines: list[Line] = [[units.get((row, column)) for column in columns] for row in range(height)]
    rows = Question(
        lines,
        taking_rows,
        [is_total(label.split(" / ")[-1]) or is_total(label) for label in table.rows],
        [row_kinds.get(row, ("",))[0] for row in range(height)],
        digits,
        base * 10**digits,
    )
    usable = [row for row in range(height) if taking_rows[row]]
    across: list[Line] = [[units.get((row, column)) for row in usable] for column in range(width)]
    groups = ["sum" if kind == "magnitude" else kind for kind in kinds]
    columns_question = Question(
        across, additive, [is_total(label) for label in table.columns], groups, digits, base * 10**digits
    )
    row_answer = find_totals(rows) if columns else Answer()
    return row_answer, find_totals(columns_question)


def _units(table: FoundTable) -> tuple[Mapping[tuple[int, int], int | None] | None, int]:
    """The figures in units of their last decimal; None where some figure is too long."""
    values = [
        (at, figure)
        for at, figure in table.figures.items()
        if figure.status in ("value", "zero") and figure.value is not None and not figure.parts
    ]
    digits = max((_decimals(figure) for _, figure in values), default=0)
    if any(
        figure.value is not None and figure.value.adjusted() + digits > _MOST_UNITS for _, figure in values
    ):
        return None, 0
    return {at: int(Decimal(figure.value or 0).scaleb(digits)) for at, figure in values}, digits


def _decimals(figure: Figure) -> int:
    exponent = Decimal(figure.value or 0).as_tuple().exponent
    return min(max(0, -exponent), 9) if isinstance(exponent, int) else 0


def _adding(rows: Answer, columns: Answer) -> tuple[bool, set[int]]:
    """Whether rows add up, and the columns that are part of sums of columns."""
    return bool(rows.totals), {one for total in columns.totals for one in (total.line, *total.parts)}


def _as_shares(
    table: FoundTable, kinds: list[str], rows: dict[int, tuple[str, ...]], found: Kinds
) -> tuple[list[str], dict[int, tuple[str, ...]]]:
    """Kinds that nothing said become per cent where all lines add up to 100."""
    width = len(table.columns)
    if len(found.open) != width or rows:
        return kinds, rows
    by_row = [
        [table.figures[row, column] for column in range(width) if (row, column) in table.figures]
        for row in range(len(table.rows))
    ]
    by_column = [list(line) for line in zip(*by_row, strict=False)]
    if are_shares(by_row) or are_shares(by_column):
        return ["percent"] * width, rows
    return kinds, rows


def _with_fractions(table: FoundTable, kinds: list[str], rows: Mapping[int, tuple[str, ...]]) -> FoundTable:
    """The table with columns within [0, 1] that are shares as percentages: their rows or columns add up to 1.
    The kinds change with it.
    """
    columns = [
        column
        for column, kind in enumerate(kinds)
        if kind in ("magnitude", "percent") and _are_fractions(_line(table, column, rows))
    ]
    lines = [
        [table.figures[row, column] for column in columns if (row, column) in table.figures]
        for row in range(len(table.rows))
        if row not in rows
    ]
    parts = [row for row, label in enumerate(table.rows) if not is_total(label)]
    down = [
        column
        for column in columns
        if add_up([[table.figures[row, column] for row in parts if row not in rows]], 1)
    ]
    found = columns if len(lines) > 1 and _across(table, columns, lines) else down
    for column in found:
        kinds[column] = "percent"
    figures = {
        at: _in_percent(figure) if at[1] in found and at[0] not in rows else figure
        for at, figure in table.figures.items()
    }
    return replace(table, figures=figures) if found else table


def _across(table: FoundTable, columns: Sequence[int], lines: Sequence[Sequence[Figure]]) -> bool:
    """Whether rows add up to 1, with a column of totals or without one."""
    whole = [place for place, column in enumerate(columns) if not is_total(table.columns[column])]
    return add_up(lines, 1) or add_up(
        [[line[place] for place in whole if place < len(line)] for line in lines], 1
    )


def _line(table: FoundTable, column: int, rows: Mapping[int, tuple[str, ...]]) -> list[Figure]:
    return [figure for (row, at), figure in table.figures.items() if at == column and row not in rows]


def _are_fractions(figures: Sequence[Figure]) -> bool:
    """Whether figures lie within [0, 1], some of them with decimals."""
    values = [figure.value for figure in figures if figure.value is not None]
    inside = all(0 <= value <= 1 for value in values) and any(figure.decimals for figure in figures)
    return inside and not any(figure.parts or figure.percent for figure in figures)


def _in_percent(figure: Figure) -> Figure:
    if figure.value is None:
        return figure
    places = max(figure.decimals - 2, 0)
    return figure._replace(value=(figure.value * _HUNDRED).normalize(), decimals=places, percent=True)


def _rounding(table: FoundTable, kinds: Kinds, stated_base: int) -> tuple[int, bool]:
    """The base that all counts are multiples of, and whether the file states that they are rounded. Figures
    that only look rounded are not called so.
    """
    is_stated, base = says_rounded(f"{table.title}\n{table.notes}")
    is_stated = is_stated or bool(stated_base)
    base = base or stated_base
    if not is_stated:
        return 0, False
    values = [
        int(figure.value)
        for (row, column), figure in table.figures.items()
        if figure.value is not None
        and figure.status in ("value", "zero")
        and kinds.columns[column] in ADDITIVE
        and row not in kinds.rows
        and figure.value == figure.value.to_integral_value()
    ]
    if len(values) < _LEAST_ROUNDED:
        return 0, False
    for candidate in (base,) if base else _BASES:
        if candidate and all(value % candidate == 0 for value in values):
            return candidate, True
    return 0, False
