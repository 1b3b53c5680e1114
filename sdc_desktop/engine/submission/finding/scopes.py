"""The cells that each stated number of persons of a sheet counts: a column, rows, a table, or any table."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from sdc_desktop.engine.submission.finding.closed_words import NOTE_WORDS, statistic_of
from sdc_desktop.engine.submission.finding.statements import (
    MOST_STATED,
    Scope,
    Source,
    Stated,
    Statement,
    stated_in,
)
from sdc_desktop.engine.submission.finding.table import FoundTable
from sdc_desktop.engine.submission.sheets import UNSEEN, Box, Sheet

MOST_STATEMENTS = 10_000  # of a file
_COUNT_ROWS = ("n", "obs", "count", "obs.", "n obs", "anzahl", "fallzahl")
_TITLE_WORDS = ("table", "tab.", "tabelle", "panel")
_BETWEEN = 1  # other blocks of text between a text and a table that it is about

Place = tuple[int, int]


class Text(NamedTuple):
    """A line of a sheet outside of its tables: its row, its first and last column, and its cells."""

    row: int
    left: int
    right: int
    text: str


@dataclass
class _Scoped:
    """The statements of one table, before certain ones are known."""

    found: list[tuple[Stated, Statement]] = field(default_factory=list)

    def settled(self) -> tuple[Statement, ...]:
        """Certain is a number with words for persons that is the only one of its scope."""
        numbers: dict[tuple[Scope, tuple[int, ...]], set[int]] = defaultdict(set)
        for stated, one in self.found:
            if stated.direct:
                numbers[one.scope, one.lines].add(one.n)
        return tuple(
            replace(one, certain=stated.direct and len(numbers[one.scope, one.lines]) == 1)
            for stated, one in self.found
        )


class StatedSheet(NamedTuple):
    """The tables of a sheet with what is stated for them, the numbers for any table, and the places of
    numbers that are too large or too many to be tried.
    """

    tables: list[FoundTable]
    pool: list[Statement]
    excess: list[str]


def with_statements(
    sheet: Sheet, tables: Sequence[FoundTable], apart: Iterable[Place] = (), most: int = MOST_STATEMENTS
) -> StatedSheet:
    """The statements of a sheet. ``apart``: cells that none is sought in. ``most``: how many are kept."""
    scoped = [_Scoped() for _ in tables]
    taken = set(apart)
    kept, excess = 0, []
    pool: list[Statement] = []

    def keep(one: Stated, found: Statement, at: int) -> None:
        nonlocal kept
        if one.n > MOST_STATED or kept >= most:
            excess.append(found.place)
        elif at < 0:
            pool.append(found)
        else:
            scoped[at].found.append((one, found))
        kept += 1

    for at, table in enumerate(tables):
        taken.update(places_in(sheet, box_of(table)))
        for one, found in _of_parts(sheet, table):
            keep(one, found, at)
    for at, one, found in _of_texts(sheet, texts_outside(sheet, taken), tables):
        keep(one, found, at)
    made = [replace(table, statements=own.settled()) for table, own in zip(tables, scoped, strict=True)]
    return StatedSheet(made, pool, excess)


def texts_outside(sheet: Sheet, taken: set[Place]) -> list[Text]:
    """The lines of a sheet outside of these cells: neighbours in a row, divided by tabs."""
    runs: list[list[Place]] = []
    for at in sorted(at for at, cell in sheet.cells.items() if at not in taken and not cell.flags & UNSEEN):
        if runs and runs[-1][-1] == (at[0], at[1] - 1):
            runs[-1].append(at)
        else:
            runs.append([at])
    return [
        Text(run[0][0], run[0][1], run[-1][1], "\t".join(sheet.cells[at].shown.strip() for at in run))
        for run in runs
    ]


def box_of(table: FoundTable) -> Box:
    """The box of a table with its header rows, headings and label columns."""
    top = min((*table.header_rows, *table.row_places))
    left = min((*table.label_columns, *table.column_places))
    return top, left, table.body[2], table.body[3]


def places_in(sheet: Sheet, box: Box) -> Iterable[Place]:
    """The places of the cells of a sheet within a box."""
    top, left, bottom, right = box
    cells = sheet.cells
    if (bottom - top + 1) * (right - left + 1) > len(cells):
        return [at for at in cells if top <= at[0] <= bottom and left <= at[1] <= right]
    rows, columns = range(top, bottom + 1), range(left, right + 1)
    return [(row, column) for row in rows for column in columns if (row, column) in cells]


def _statement(
    stated: Stated, place: str, text: str, scope: Scope, lines: tuple[int, ...], source: Source
) -> Statement:
    around = stated.around(text)
    return Statement(stated.n, place, around, scope, lines, False, source, stated.is_size)


def _address(sheet: Sheet, at: Place) -> str:
    return sheet.named(sheet.address(*at))


# head, labels, corner -------------------------------------------------------------------------------------


def _of_parts(sheet: Sheet, table: FoundTable) -> Iterator[tuple[Stated, Statement]]:
    parts = (*_heads(sheet, table), *_labels(table), *_headings(sheet, table))
    for at, scope, lines, source in parts:
        cell = sheet.cells.get(at)
        if cell is None or cell.flags & UNSEEN or cell.stored:
            continue
        for one in stated_in(cell.shown, is_label=True):
            yield one, _statement(one, _address(sheet, at), cell.shown, scope, lines, source)
    yield from _count_row(table)


_Part = tuple[Place, Scope, tuple[int, ...], Source]


def _heads(sheet: Sheet, table: FoundTable) -> Iterator[_Part]:
    """Cells of the header rows: of their columns, or where they are over the labels, of the table."""
    joined = {(a, b): d for a, b, _, d in sheet.merges}
    columns = {column: place for place, column in enumerate(table.column_places)}
    for row in table.header_rows:
        filled = [column for column in columns if (row, column) in sheet.cells]
        for place, column in enumerate(filled):
            last = joined.get((row, column), column)
            if row != table.header_rows[-1] and (row, column) not in joined:
                last = (filled[place + 1] if place + 1 < len(filled) else table.body[3] + 1) - 1
            lines = tuple(columns[one] for one in range(column, last + 1) if one in columns)
            yield (row, column), "columns", lines, "head"
        for column in table.label_columns:
            yield (row, column), "table", (), "corner"


def _labels(table: FoundTable) -> Iterator[_Part]:
    """Labels of rows with figures; an outer label that is not repeated is of the rows below it as well."""
    for column in table.label_columns:
        places = [number for number, row in enumerate(table.row_places) if (row, column) in table.sheet.cells]
        inner = column == table.label_columns[-1]
        for place, number in enumerate(places):
            last = number + 1
            if not inner:
                last = places[place + 1] if place + 1 < len(places) else len(table.row_places)
            lines = tuple(range(number, last))
            yield (table.row_places[number], column), "rows", lines, "heading" if len(lines) > 1 else "label"


def _headings(sheet: Sheet, table: FoundTable) -> Iterator[_Part]:
    """Rows within the body that hold a label and no figures: of the rows below them up to the next one."""
    top, left, bottom, _ = box_of(table)
    inside = set(table.row_places) | set(table.header_rows)
    rows = [row for row in range(top, bottom + 1) if row not in inside and (row, left) in sheet.cells]
    for place, row in enumerate(rows):
        end = rows[place + 1] if place + 1 < len(rows) else bottom + 1
        lines = tuple(number for number, at in enumerate(table.row_places) if row < at < end)
        yield (row, left), "rows", lines, "heading"


def _count_row(table: FoundTable) -> Iterator[tuple[Stated, Statement]]:
    """A row n above other rows: of each column the number behind its statistics."""
    labels = [label.split(" / ")[-1].strip().lower().rstrip(":") for label in table.rows]
    if len(labels) < 2 or labels[0] not in _COUNT_ROWS or _are_regions(labels):
        return
    for column in range(len(table.columns)):
        figure = table.figures.get((0, column))
        value = None if figure is None or figure.parts or figure.status != "value" else figure.value
        if value is None or not 0 <= value <= MOST_STATED or value != value.to_integral_value():
            continue
        stated = Stated(int(value), 0, 0, "", True, False)
        place = _address(table.sheet, table.place(0, column))
        text = f"{table.rows[0]} {figure.shown if figure is not None else ''}"
        yield stated, _statement(stated, place, text, "columns", (column,), "count_row")


def _are_regions(labels: Sequence[str]) -> bool:
    """Whether N is one of regions called by letters: N, E, SE."""
    others = labels[1:]
    short = labels[0] == "n" and all(len(label) < 3 and label.isalpha() for label in others)
    return short and not all(map(statistic_of, others))


# texts around tables --------------------------------------------------------------------------------------


def _of_texts(
    sheet: Sheet, texts: Sequence[Text], tables: Sequence[FoundTable]
) -> Iterator[tuple[int, Stated, Statement]]:
    """What texts outside of tables state, each with the number of its table; -1 for any table."""
    if sheet.kind == "sheet":
        for one in stated_in(sheet.name, is_title=True):
            scope: Scope = "table" if len(tables) == 1 else "pool"
            found = _statement(one, sheet.named(""), sheet.name, scope, (), "title")
            yield 0 if scope == "table" else -1, one, found
    blocks = _Blocks(texts)
    for text in texts:
        stated = list(stated_in(text.text))
        place = _address(sheet, (text.row, text.left))
        for at, source in _about(text, blocks, tables) if stated else ():
            made = stated_in(text.text, is_title=True) if source == "title" else stated
            for one in made:
                scope = "pool" if at < 0 else "table"
                yield at, one, _statement(one, place, text.text, scope, (), source)


class _Blocks:
    """Blocks of lines without an empty row between them."""

    def __init__(self, texts: Sequence[Text]) -> None:
        rows = sorted({text.row for text in texts})
        self._starts = [row for place, row in enumerate(rows) if not place or rows[place - 1] < row - 1]

    def between(self, row: int, edge: int) -> int:
        """How many blocks are between a line and the edge of a table."""
        own = bisect_right(self._starts, row) - 1
        if row < edge:
            return bisect_left(self._starts, edge) - own - 1
        return own - bisect_right(self._starts, edge)


def _about(text: Text, blocks: _Blocks, tables: Sequence[FoundTable]) -> list[tuple[int, Source]]:
    """The tables that a text is about: the nearest one below, as their title, and the nearest one above, as
    their note. Both where neither words nor empty rows decide; -1 where there is none.
    """
    near: dict[Source, tuple[int, int, int]] = {}  # rows and blocks between, and the number of the table
    for at, table in enumerate(tables):
        top, left, bottom, right = box_of(table)
        if left > text.right + 1 or right < text.left or top <= text.row <= bottom:
            continue
        source: Source = "title" if text.row < top else "note"
        edge = top if source == "title" else bottom
        gap = abs(edge - text.row)
        if source not in near or gap < near[source][0]:
            near[source] = gap, max(0, blocks.between(text.row, edge)), at
    usable = {source: one for source, one in near.items() if one[1] <= _BETWEEN}
    lower = text.text.lower()
    if len(usable) == 2 and lower.startswith((*_TITLE_WORDS, *NOTE_WORDS)):
        del usable["note" if lower.startswith(_TITLE_WORDS) else "title"]
    nearest = min((one[:2] for one in usable.values()), default=None)
    found = [(one[2], source) for source, one in usable.items() if one[:2] == nearest]
    return found or [(-1, "text")]
