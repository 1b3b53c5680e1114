"""Cells, rows and columns of a table that were not read with certainty."""

import unicodedata
from collections.abc import Iterator, Mapping

from sdc_desktop.engine.submission.finding.table import FoundTable, Unread
from sdc_desktop.engine.submission.finding.totals import MOST_LINES
from sdc_desktop.engine.submission.finding.words import is_total
from sdc_desktop.engine.submission.sheets import Sheet

_DELIMITED = frozenset({"csv", "tsv"})


def unread_in(table: FoundTable, sheet: Sheet, format: str) -> Iterator[Unread]:
    """What was not read of a table in a sheet of a file of this format."""
    for (row, column), figure in table.figures.items():
        if not figure.is_read and (_has_digit(figure.shown) or _is_numeral(figure.shown)):
            yield Unread("cell_not_read", row, column)
    hidden = any(figure.status == "suppressed" for figure in table.figures.values())
    if hidden and max(len(table.rows), len(table.columns)) > MOST_LINES:
        yield Unread("too_many_statements", -1, -1)  # sums that figures alone show are not tried
    is_text = sheet.kind == "text"
    if is_text or format in _DELIMITED:
        yield from _longer(table, sheet)
    if is_text:
        yield from _shorter(table)
        yield from _unclear(table, sheet)


def _has_digit(text: str) -> bool:
    return any(sign.isdecimal() for sign in text)


def _is_numeral(text: str) -> bool:
    """Whether all signs of a text are numerals of another kind: ③, Ⅲ, ½, ³."""
    return bool(text) and all(unicodedata.numeric(sign, None) is not None for sign in text)


def _longer(table: FoundTable, sheet: Sheet) -> Iterator[Unread]:
    """Rows with more cells than the heads: North,1,204 below area,n."""
    joined = {(a, b): d for a, b, _, d in sheet.merges}
    heads = [joined.get(at, at[1]) for at in sheet.cells if at[0] in table.header_rows]
    last = max(heads, default=None)
    for row in range(len(table.rows)):
        beyond = [
            column
            for column, place in enumerate(table.column_places)
            if last is not None and place > last and (row, column) in table.figures
        ]
        if any(table.figures[row, column].shown for column in beyond):
            yield Unread("row_not_read", row, beyond[0])


def _shorter(table: FoundTable) -> Iterator[Unread]:
    """The only row of a text that has empty cells; one of totals may."""
    lacking: dict[int, int] = {}
    for (row, column), figure in table.figures.items():
        if not figure.shown:
            lacking.setdefault(row, column)
    if len(lacking) == 1 and len(table.rows) > 1:
        ((row, column),) = lacking.items()
        label = table.rows[row]
        if label and not is_total(label):
            yield Unread("row_not_read", row, column)


def _unclear(table: FoundTable, sheet: Sheet) -> Iterator[Unread]:
    """Figures of a text that stand below those of the column to their left."""
    spans = {at: span for at in table.figures if (span := _span(table, sheet, at)) is not None}
    by_column: dict[int, list[tuple[int, int]]] = {}
    for (_, column), span in spans.items():
        by_column.setdefault(column, []).append(span)
    edges = {column: (min(a for a, _ in own), max(b for _, b in own)) for column, own in by_column.items()}
    for (row, column), span in spans.items():
        others = (
            [one for (at, own), one in spans.items() if own == column and at != row]
            if _is_in(span, edges.get(column - 1))
            else []
        )
        if others and not any(_is_in(span, one) for one in others) and (row, column - 1) in spans:
            yield Unread("columns_unclear", row, column)


def _span(table: FoundTable, sheet: Sheet, at: tuple[int, int]) -> tuple[int, int] | None:
    places: Mapping[tuple[int, int], tuple[int, int]] = sheet.places or {}
    found = places.get(table.place(*at))
    return None if found is None else (found[1], found[1] + len(table.figures[at].shown))


def _is_in(one: tuple[int, int], other: tuple[int, int] | None) -> bool:
    return other is not None and one[0] < other[1] and other[0] < one[1]
