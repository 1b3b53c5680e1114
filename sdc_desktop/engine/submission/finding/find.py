"""The tables of a sheet: blocks, layout, kinds and totals together."""

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from operator import add

from sdc_desktop.engine.submission.finding.blocks import Block, TooManyBlocks, blocks_of, text_in
from sdc_desktop.engine.submission.finding.closed_words import statistic_of
from sdc_desktop.engine.submission.finding.figures import Figure, Meaning, Style, figure_of, marks_of, votes
from sdc_desktop.engine.submission.finding.indents import depths_of
from sdc_desktop.engine.submission.finding.kinds import Kinds, kinds_of
from sdc_desktop.engine.submission.finding.layout import Grid, Layout, layouts
from sdc_desktop.engine.submission.finding.models import (
    Model,
    has_residuals,
    is_model_command,
    is_size_command,
    is_summary,
    lists_records,
    model_of,
    tabulates,
)
from sdc_desktop.engine.submission.finding.records import columns_of, has_records
from sdc_desktop.engine.submission.finding.scopes import (
    MOST_STATEMENTS,
    StatedSheet,
    places_in,
    with_statements,
)
from sdc_desktop.engine.submission.finding.settle import with_totals
from sdc_desktop.engine.submission.finding.statements import Statement, thousands_votes
from sdc_desktop.engine.submission.finding.table import FoundTable
from sdc_desktop.engine.submission.finding.thousands import Figures, in_persons
from sdc_desktop.engine.submission.finding.words import is_at_risk, is_model, is_total, kind_of
from sdc_desktop.engine.submission.sheets import Box, Command, ReadFile, Sheet

_MOST_OF_SIZE = 2  # cells of a printed number: [1] 1203
_MOST_TEXTS = 60  # cells that can be labels of a summary
_MODEL_HEAD = re.compile(
    r"(?:model|modell|ols|logit|probit|iv|fe|re|m)?[ (]*(?:\d{1,2}|[ivx]{1,4}|[a-f])?\)?"
)
_FAR_ROWS, _FAR_COLUMNS = 1_000, 200


@dataclass(frozen=True)
class Reading:
    """What the finder is given beside a file: style of decimals (None: detected), marks, what counts."""

    style: Style | None = None
    marks: Mapping[str, Meaning] = field(default_factory=dict)
    counted: bool = False  # something else shows that the file's whole figures are counts
    rounded: int = 0  # a base that something else states
    empty: Meaning = "suppressed"  # what an empty cell of a body means
    hint: str = ""  # what a peer's session says of the figures, read as a title is


@dataclass(frozen=True)
class FoundFile:
    """Tables, models, and places of records and of far cells in one file."""

    tables: tuple[FoundTable, ...] = ()
    models: tuple[Model, ...] = ()
    records: tuple[str, ...] = ()
    far_cells: tuple[str, ...] = ()
    loose: tuple[str, ...] = ()  # single figures that are part of no table
    too_many: tuple[str, ...] = ()  # sheets with more blocks than are examined
    style: Style = "."
    model_boxes: tuple[tuple[int, Box], ...] = ()  # with the numbers of their sheets
    record_boxes: tuple[tuple[int, Box], ...] = ()
    statements: tuple[Statement, ...] = ()  # numbers of persons stated for no table of its own
    excess: tuple[str, ...] = ()  # places of stated numbers that are too large or too many


def find_in(read: ReadFile, reading: Reading) -> FoundFile:
    """Everything found in a file. Where no figure shows the style of decimals, totals decide, then counts."""
    if reading.style is not None:
        return _find(read, reading, reading.style)
    texts = [cell.shown for sheet in read.sheets for cell in sheet.cells.values() if not cell.stored]
    point, comma, either = map(add, votes(texts), thousands_votes(texts))
    if point or comma or not either:
        return _find(read, reading, "," if comma > point else ".")
    found = [_find(read, reading, style) for style in (".", ",")]
    explained = [sum(len(t.row_totals) + len(t.column_totals) for t in one.tables) for one in found]
    if explained[0] != explained[1]:
        return found[explained[1] > explained[0]]
    counted = [sum(map(_named_counts, one.tables)) for one in found]
    if counted[0] != counted[1]:
        return found[counted[1] > counted[0]]
    requests = tuple(
        replace(table, questions=(*table.questions, "decimal_unknown")) for table in found[0].tables
    )
    return replace(found[0], tables=requests)


def _named_counts(table: FoundTable) -> int:
    """Columns of counts that a word confirms: in another style they would have decimals."""
    return sum(kind == "count" and column not in table.assumed for column, kind in enumerate(table.kinds))


def _find(read: ReadFile, reading: Reading, style: Style) -> FoundFile:
    finders: list[_SheetFinder] = []
    stated: list[StatedSheet] = []
    too_many: list[str] = []
    left = MOST_STATEMENTS
    for number, sheet in enumerate(read.sheets):
        finder = _SheetFinder(sheet, number, reading, style, read.commands)
        try:
            finder.find()
        except TooManyBlocks:
            too_many.append(sheet.name)
            continue
        one = with_statements(sheet, finder.tables, finder.inside, left)
        left -= len(one.pool) + sum(len(table.statements) for table in one.tables)
        finders.append(finder)
        stated.append(one)
    return FoundFile(
        tables=tuple(table for one in stated for table in one.tables),
        models=tuple(model for one in finders for model in one.models),
        records=tuple(where for one in finders for where in one.records),
        far_cells=tuple(where for one in finders for where in one.far_cells()),
        loose=tuple(where for one in finders for where in one.loose),
        too_many=tuple(too_many),
        style=style,
        model_boxes=tuple((one.number, box) for one in finders for box in one.model_boxes),
        record_boxes=tuple((one.number, box) for one in finders for box in one.record_boxes),
        statements=tuple(found for one in stated for found in one.pool),
        excess=tuple(where for one in stated for where in one.excess),
    )


class _SheetFinder:
    def __init__(
        self, sheet: Sheet, number: int, reading: Reading, style: Style, commands: Sequence[Command]
    ) -> None:
        self.sheet, self.number, self.reading, self.style = sheet, number, reading, style
        self.marks = marks_of(reading.marks)
        self.commands = commands if sheet.kind == "text" else ()
        self.tables: list[FoundTable] = []
        self.models: list[Model] = []
        self.records: list[str] = []
        self.loose: list[str] = []
        self.model_boxes: list[Box] = []
        self.record_boxes: list[Box] = []
        self.inside: set[tuple[int, int]] = set()

    def find(self) -> None:
        """Fill `tables`, `models` and `records`. Raises :class:`TooManyBlocks`."""
        cells, style, marks = self.sheet.cells, self.style, self.marks
        values: dict[tuple[int, int], Figure] = {}

        def is_figure(at: tuple[int, int]) -> bool:
            found = values[at] = figure_of(cells[at], style, marks)
            return found.status == "value"

        by_command: dict[int, list[Box]] = {}
        for block in blocks_of(self.sheet, is_figure):
            command = self._command(block.box)
            text = command.text if command is not None else ""
            is_size = is_size_command(text) and len(list(places_in(self.sheet, block.box))) <= _MOST_OF_SIZE
            of_model = is_model_command(text) and not self._is_apart(block.box, values)
            if command is not None and (of_model or is_size):
                by_command.setdefault(command.row, []).append(block.box)
                self._cover(block.box, self.model_boxes)
            elif lists_records(text):
                self.records.append(self._address(block.box))
                self._cover(block.box, self.record_boxes)
            elif has_residuals(self.sheet, block.box) or self._is_summary(block.box):
                self.models.append(model_of(self.sheet, (block.box,), text))
                self._cover(block.box, self.model_boxes)
            else:
                self._tables(block, values, text)
        for row, boxes in by_command.items():
            command = next(one for one in self.commands if one.row == row)
            end = next((one.row for one in self.commands if one.row > row), sys.maxsize)
            texts = text_in(cells, (row, 0, end, sys.maxsize)).splitlines()
            self.models.append(model_of(self.sheet, boxes, command.text, texts))

    def _is_apart(self, box: Box, values: Mapping[tuple[int, int], Figure]) -> bool:
        """Whether a block that a model's command prints is a table of its own, of counts or percentages."""
        figures = [one for at in places_in(self.sheet, box) if (one := values[at]).status == "value"]
        first = text_in(self.sheet.cells, box).partition("\n")[0]
        named = kind_of(first) in ("count", "percent") or not any(one.decimals for one in figures)
        return len(figures) > 1 and named and not self._is_summary(box)

    def _is_summary(self, box: Box) -> bool:
        """Whether a block is the summary of a model, by its lines and the cells of its first rows."""
        cells = [self.sheet.cells[at].shown for at in places_in(self.sheet, box)][:_MOST_TEXTS]
        return is_summary((*text_in(self.sheet.cells, box).splitlines(), *cells))

    def _tables(self, block: Block, values: Mapping[tuple[int, int], Figure], command: str) -> None:
        grid = Grid(self.sheet, block.box, self.style, self.marks, tabulates(command))
        grid.figures.update((at, values[at]) for at in places_in(self.sheet, block.box))
        if self._is_records(block.box):
            return
        found = list(layouts(grid, block))
        for layout in found:
            table = table_in(grid, self.number, layout, self.reading, command, self.tables)
            if len(table.figures) == 1 and not (table.rows[0] and table.columns[0]):
                self.loose.append(self._address(table.body))
            else:
                self._cover((layout.body[0], block.box[1], layout.body[2], layout.body[3]))
                self.tables.append(table)

    def _is_records(self, box: Box) -> bool:
        rows = box[2] - box[0] + 1
        if rows < 10 or box[3] == box[1]:
            return False
        columns = columns_of(self.sheet, box)
        totals = any(is_total(text) for column in columns for text in (column[0], column[-1], *column[-3:]))
        without_head = [column[1:] for column in columns]
        found = any(
            has_records(one, number, with_totals=totals)
            for one, number in ((columns, rows), (without_head, rows - 1))
        )
        if found:
            self.records.append(self._address(box))
            self._cover(box, self.record_boxes)
        return found

    def _address(self, box: Box) -> str:
        return self.sheet.named(self.sheet.box_address(box))

    def _command(self, box: Box) -> Command | None:
        """The command whose output a block is: the last one before it."""
        before = [one for one in self.commands if one.row < box[0]]
        return before[-1] if before else None

    def _cover(self, box: Box, boxes: list[Box] | None = None) -> None:
        self.inside.update(places_in(self.sheet, box))
        if boxes is not None:
            boxes.append(box)

    def far_cells(self) -> Iterator[str]:
        """Cells that lie far off every table."""
        boxes = [table.body for table in self.tables]
        for row, column in () if not boxes else self.sheet.cells:
            if (row, column) in self.inside:
                continue
            near = any(
                top - _FAR_ROWS <= row <= bottom + _FAR_ROWS
                and left - _FAR_COLUMNS <= column <= right + _FAR_COLUMNS
                for top, left, bottom, right in boxes
            )
            if not near:
                yield self.sheet.named(self.sheet.address(row, column))


def table_in(
    grid: Grid,
    number: int,
    layout: Layout,
    reading: Reading,
    command: str,
    before: Sequence[FoundTable],
) -> FoundTable:
    """The table of a layout, with its totals. ``before``: tables whose labels it has where it has none."""
    made, kinds = bare_table(grid, number, layout, reading, command, before)
    return with_totals(made, kinds, reading.rounded)


def bare_table(
    grid: Grid,
    number: int,
    layout: Layout,
    reading: Reading,
    command: str,
    before: Sequence[FoundTable],
) -> tuple[FoundTable, Kinds]:
    """The table of a layout as `table_in` gives it, before anything is added up, and its kinds."""
    top, left, bottom, right = layout.body
    rows = tuple(row for row in range(top, bottom + 1) if row not in layout.skipped and _is_row(grid, row))
    columns = tuple(range(left, right + 1))
    figures: Figures = {
        (i, j): _filled(grid.figure((row, column)), reading.empty)
        for i, row in enumerate(rows)
        for j, column in enumerate(columns)
    }
    row_levels = _row_levels(grid, layout, rows)
    row_names = tuple(" / ".join(filter(None, levels)) for levels in row_levels)
    label_columns = layout.labels
    corner = _corner(grid, layout)
    names = _label_names(grid, layout)
    if not label_columns:
        beside = _beside(before, number, rows, left)
        if beside is not None:
            row_levels, row_names = beside.row_levels, beside.rows
            corner, names = beside.corner, beside.row_dimensions
    column_levels, dimension = _column_levels(grid, layout, columns)
    column_names = tuple(" / ".join(levels) for levels in column_levels)
    counted = reading.counted or tabulates(command)
    about = "\n".join(filter(None, (layout.title, reading.hint)))
    figures, rounded = in_persons(figures, column_names, (layout.title, corner))
    kinds = kinds_of(row_names, column_names, figures, about, corner, layout.notes, counted=counted)
    made = FoundTable(
        grid.sheet, number, layout.body, rows, columns, row_names, column_names, figures, layout.title,
        corner, layout.notes, layout.header, label_columns, row_levels, column_levels, names, dimension,
        depths_of(grid.sheet, rows, label_columns), form=_form(column_names, row_names, figures),
        command=command, questions=("head_unclear",) if layout.unclear else (), rounded=rounded,
    )  # fmt: skip
    return made, kinds


def _filled(figure: Figure, empty: Meaning) -> Figure:
    """A figure of the body; an empty cell is what the project says."""
    if figure.status != "empty":
        return figure
    return figure._replace(status=empty, value=Decimal(0) if empty == "zero" else None)


def _is_row(grid: Grid, row: int) -> bool:
    return bool(grid.row(row, grid.box[1]))


def _row_levels(grid: Grid, layout: Layout, rows: Sequence[int]) -> tuple[tuple[str, ...], ...]:
    """The labels of each row: a heading above it, then its label columns, empty ones filled from above."""
    levels: list[tuple[str, ...]] = []
    heading, last = "", dict.fromkeys(layout.labels, "")
    headings = {row: grid.text((row, grid.box[1])) for row in layout.skipped}
    inner = layout.labels[-1] if layout.labels else None
    place = 0
    for row in rows:
        for skipped in sorted(headings):
            if place <= skipped < row:
                heading = headings[skipped]
                last = dict.fromkeys(last, "")
        place = row
        parts = []
        for column in layout.labels:
            text = grid.text((row, column))
            if column != inner:
                last[column] = text = text or last[column]
            parts.append(text)
        levels.append(((heading,) if headings else ()) + tuple(parts))
    return tuple(levels)


def _column_levels(
    grid: Grid, layout: Layout, columns: Sequence[int]
) -> tuple[tuple[tuple[str, ...], ...], str]:
    """The headings of each column, and the name of their dimension where one heading is over all."""
    levels: list[list[str]] = [[] for _ in columns]
    dimension = ""
    for row in layout.header:
        texts = [grid.text((row, column)) for column in columns]
        own = [text for text in texts if text]
        last = row == layout.header[-1]
        single = len(grid.row(row, columns[0])) == 1 and len(columns) > 1
        of_last = grid.own((row, columns[-1])) is not None
        if not last and single and not of_last and not _is_partly_joined(grid, row, columns):
            dimension = own[0] if own else dimension
            continue
        fill = ""
        for place, text in enumerate(texts):
            if text:
                fill = text
            elif not last and (row, columns[place]) not in grid.joined:
                text = fill
            if text and text not in levels[place][-1:]:
                levels[place].append(text)
    if layout.index is not None and len(layout.header) > 1 and not dimension:
        dimension = grid.text((layout.header[-1], grid.box[1]))
    return tuple(tuple(one) for one in levels), dimension


def _is_partly_joined(grid: Grid, row: int, columns: Sequence[int]) -> bool:
    """Whether the only heading of a row is joined over some of the columns."""
    joined = [column for column in columns if (row, column) in grid.joined and grid.text((row, column))]
    return bool(joined) and len(joined) < len(columns)


def _corner(grid: Grid, layout: Layout) -> str:
    row = layout.index if layout.index is not None else layout.header[-1] if layout.header else None
    if row is None or not layout.labels:
        return ""
    return " ".join(filter(None, (grid.text((row, column)) for column in layout.labels)))


def _label_names(grid: Grid, layout: Layout) -> tuple[str, ...]:
    row = layout.index if layout.index is not None else layout.header[-1] if layout.header else None
    names = tuple("" if row is None else grid.text((row, column)) for column in layout.labels)
    return ("", *names) if layout.skipped else names


def _beside(before: Sequence[FoundTable], number: int, rows: Sequence[int], left: int) -> FoundTable | None:
    """The table to the left with the same rows."""
    near = [
        table
        for table in before
        if table.number == number and table.row_places == tuple(rows) and table.body[3] < left
    ]
    return max(near, key=lambda table: table.body[3], default=None)


def _form(columns: Sequence[str], rows: Sequence[str], figures: Mapping[tuple[int, int], Figure]) -> str:
    lower = [label.lower() for label in columns]
    if any(is_at_risk(label) for label in lower):
        return "survival"
    first = lower[0].split(" / ")[-1] if lower else ""
    tests = sum(
        label.split(" / ")[-1].strip()
        in ("t", "z", "p", "p>|t|", "p>|z|", "se", "std err", "std. err.", "pr(>|t|)", "wald")
        or kind_of(label) in ("p_value", "sd")
        for label in lower
    )
    if is_model(first) and tests and len(columns) > 1:
        return "coefficients"
    if _has_errors_below(lower, rows, figures):
        return "coefficients"
    if list(rows) == list(columns) and len(rows) > 1 and _is_correlation(len(rows), figures):
        return "correlation"
    return "table"


def _has_errors_below(
    columns: Sequence[str], rows: Sequence[str], figures: Mapping[tuple[int, int], Figure]
) -> bool:
    """Whether columns are models: below each label a row without one that holds standard errors in brackets,
    and a row N.
    """
    below = [row for row, label in enumerate(rows) if not label]
    shown = [one for (row, _), one in figures.items() if row in below and one.shown]
    errors = bool(shown) and all(one.shown[0] in "([" and one.decimals for one in shown)
    models = all(_MODEL_HEAD.fullmatch(label.split(" / ")[-1]) for label in columns)
    return errors and models and bool(rows[0]) and any(statistic_of(label) == "count" for label in rows)


def _is_correlation(size: int, figures: Mapping[tuple[int, int], Figure]) -> bool:
    values = [figure.value for figure in figures.values() if figure.value is not None]
    diagonal = [figures[i, i].value for i in range(size) if (i, i) in figures]
    return all(abs(value) <= 1 for value in values) and all(value in (1, None) for value in diagonal)
