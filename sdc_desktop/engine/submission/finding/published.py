"""The tables of a published file: whatever is in it is a table, neither records nor the result of a model."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from sdc_desktop.engine.submission.finding.blocks import Block, TooManyBlocks, blocks_of
from sdc_desktop.engine.submission.finding.closed_words import is_number_word
from sdc_desktop.engine.submission.finding.figures import Meaning, Style, figure_of, marks_of, votes
from sdc_desktop.engine.submission.finding.find import Reading, bare_table
from sdc_desktop.engine.submission.finding.kinds import Kinds
from sdc_desktop.engine.submission.finding.layout import Grid, layouts
from sdc_desktop.engine.submission.finding.settle import with_totals
from sdc_desktop.engine.submission.finding.table import FoundTable
from sdc_desktop.engine.submission.sheets import UNSEEN, Cell, ReadFile, Sheet

_LONGEST_SIGN = 12
_LABEL = "\u2060"  # before a code of digits or in words, which is no figure: no published text begins with it


def tables_of(read: ReadFile, dashes: Meaning = "zero") -> tuple[FoundTable, ...]:
    """The tables of the sheets that are seen, in their order. Where no figure shows the style of decimals,
    what adds up decides.
    """
    sheets = [_with_labels(sheet) for sheet in read.sheets if sheet.state == "visible"]
    texts = (cell.shown for sheet in sheets for cell in sheet.cells.values() if not cell.stored)
    point, comma, either = votes(texts)
    styles: tuple[Style, ...] = (",",) if comma > point else (".",)
    if point == comma and either:
        styles = (".", ",")
    signs = {sign for sheet in sheets for sign in _signs(sheet)}
    own: dict[str, Meaning] = dict.fromkeys(signs, "suppressed")
    marks = marks_of(own | dict.fromkeys(("-", "–", "—"), dashes))
    found = [
        [one for number, sheet in enumerate(sheets) for one in _in_sheet(sheet, number, style, marks)]
        for style in styles
    ]
    best = found[0] if len(found) == 1 else max(found, key=_totals)
    return tuple(table for table, _ in best)


def _totals(found: Sequence[tuple[FoundTable, Kinds]]) -> int:
    """How many lines are sums of others."""
    whole = [with_totals(*one) for one in found]
    return sum(len(table.row_totals) + len(table.column_totals) for table in whole)


def label_text(text: str) -> str:
    """A label as the file has it."""
    return text.replace(_LABEL, "").strip()


def _with_labels(sheet: Sheet) -> Sheet:
    """The sheet with codes of digits, and those in words, marked as labels. Where figures are stored as such,
    they are those that are texts; where all is text, those of the first column and of the first row of each
    block.
    """
    cells = {at: cell for at, cell in sheet.cells.items() if not cell.flags & UNSEEN}
    stored = any(cell.stored for cell in cells.values())
    first = min((column for _, column in cells), default=0)
    heads = set() if stored else set(_first_rows(cells))
    marked = {
        at: _labelled(cell) if not cell.stored and (stored or at[1] == first or at[0] in heads) else cell
        for at, cell in cells.items()
    }
    return replace(sheet, cells=marked)


def _signs(sheet: Sheet) -> Iterator[str]:
    """Short texts without digits that are where figures could be: beside one and above or below another."""
    marks = marks_of({})
    places = [at for at, cell in sheet.cells.items() if cell.stored or _is_figure(cell)]
    rows, columns = {row for row, _ in places}, {column for _, column in places}
    for (row, column), cell in sheet.cells.items():
        text = cell.shown.strip()
        if row in rows and column in columns and 0 < len(text) <= _LONGEST_SIGN:
            status = figure_of(cell, ".", marks).status
            if status == "text" and not any(sign.isdigit() for sign in text):
                yield text


def _first_rows(cells: Mapping[tuple[int, int], Cell]) -> Iterator[int]:
    """The first row of several cells after each empty one, where it has no figures but whole numbers."""
    rows: dict[int, list[Cell]] = {}
    for (row, _), cell in cells.items():
        rows.setdefault(row, []).append(cell)
    begun = -2
    done = False
    for row in sorted(rows):
        done = done and row == begun + 1
        begun = row
        if not done and len(rows[row]) > 1:
            done = True
            if all(cell.shown.isdecimal() or not _is_figure(cell) for cell in rows[row]):
                yield row


def _is_figure(cell: Cell) -> bool:
    return figure_of(cell, ".", {}).status in ("value", "suppressed")


def _labelled(cell: Cell) -> Cell:
    is_label = _is_figure(cell) or is_number_word(cell.shown)
    return cell._replace(shown=_LABEL + cell.shown) if is_label else cell


def _in_sheet(
    sheet: Sheet, number: int, style: Style, marks: Mapping[str, Meaning]
) -> Iterator[tuple[FoundTable, Kinds]]:
    try:
        blocks = blocks_of(sheet, lambda at: figure_of(sheet.cells[at], style, marks).status == "value")
    except TooManyBlocks:
        return
    before: list[FoundTable] = []
    for block in blocks:
        for one in _in_block(sheet, number, block, style, marks, before):
            before.append(one[0])
            yield one


def _in_block(
    sheet: Sheet,
    number: int,
    block: Block,
    style: Style,
    marks: Mapping[str, Meaning],
    before: list[FoundTable],
) -> Iterator[tuple[FoundTable, Kinds]]:
    grid = Grid(sheet, block.box, style, marks)
    for layout in layouts(grid, block):
        table, kinds = bare_table(grid, number, layout, Reading(style, marks), "", before)
        if len(table.figures) > 1:
            yield table, kinds
