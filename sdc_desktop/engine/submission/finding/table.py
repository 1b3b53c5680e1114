"""A table found in a file: its parts, the figures of its body, their kinds, and its totals."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from sdc_desktop.engine.submission.finding.figures import Figure
from sdc_desktop.engine.submission.finding.kinds import parts_of_column
from sdc_desktop.engine.submission.finding.statements import Statement
from sdc_desktop.engine.submission.finding.totals import Total
from sdc_desktop.engine.submission.sheets import Box, Sheet, column_name

ADDITIVE = ("count", "sum", "weighted", "magnitude")


class Unread(NamedTuple):
    """What was not read of a table: a code, and a cell."""

    code: str
    row: int
    column: int


@dataclass(frozen=True)
class FoundTable:
    """A table in a sheet. ``row_places`` and ``column_places`` are rows and columns of the sheet, by those of
    the table. ``kinds``: by column, of a cell with one figure; ``row_kinds``: by row where its label says
    so, one kind for each figure of a cell. ``assumed``: columns whose counts no word confirms.
    ``form``: table, survival, coefficients, summary, records or correlation.
    """

    sheet: Sheet
    number: int  # of the sheet in its file
    body: Box
    row_places: tuple[int, ...]
    column_places: tuple[int, ...]
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    figures: Mapping[tuple[int, int], Figure] = field(repr=False)
    title: str = ""
    corner: str = ""
    notes: str = ""
    header_rows: tuple[int, ...] = ()
    label_columns: tuple[int, ...] = ()
    row_levels: tuple[tuple[str, ...], ...] = ()  # the parts of each row's label
    column_levels: tuple[tuple[str, ...], ...] = ()
    row_dimensions: tuple[str, ...] = ()  # names of the label columns, "" where not given
    column_dimension: str = ""
    depths: tuple[int, ...] = ()  # how far the label of each row is indented
    kinds: tuple[str, ...] = ()
    row_kinds: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    row_totals: tuple[Total, ...] = ()
    column_totals: tuple[Total, ...] = ()
    given_totals: frozenset[str] = frozenset()  # axes whose totals a checker gave: rows, columns
    without_suppressed: bool = False  # totals leave suppressed cells out
    assumed: frozenset[int] = frozenset()
    rounded: int = 0
    rounding_stated: bool = False
    form: str = "table"
    command: str = ""
    questions: tuple[str, ...] = ()  # what reading could not settle: decimal_unknown
    counts_shown: tuple[str, str] = ("", "")  # a code and a place that settled what was assumed
    statements: tuple[Statement, ...] = ()  # numbers of persons stated for it
    unread: tuple[Unread, ...] = ()  # what was not read with certainty

    @property
    def address(self) -> str:
        """The range of the body."""
        return self.sheet.box_address(self.body)

    def figure(self, row: int, column: int) -> Figure | None:
        """What a cell of the body states; None where the row has no cell there."""
        return self.figures.get((row, column))

    def cell(self, row: int, column: int) -> str:
        """The address of a cell of the body."""
        return self.sheet.address(self.row_places[row], self.column_places[column])

    def place(self, row: int, column: int) -> tuple[int, int]:
        """Row and column of the sheet."""
        return self.row_places[row], self.column_places[column]

    def row_name(self, row: int) -> str:
        """The name of a row in its sheet: 5; in texts its line."""
        address = self.sheet.address(self.row_places[row], self.column_places[0])
        return address.partition(":")[0] if self.sheet.places is not None else str(self.row_places[row] + 1)

    def column_name(self, column: int) -> str:
        """The name of a column in its sheet: C."""
        return column_name(self.column_places[column])

    def kinds_at(self, row: int, column: int) -> tuple[str, ...]:
        """The kind of each figure of a cell."""
        if row in self.row_kinds:
            return self.row_kinds[row]
        figure = self.figures.get((row, column))
        if figure is not None and len(figure.parts) > 1:
            return parts_of_column(self.columns[column], self.kinds[column], len(figure.parts))
        return (self.kinds[column],)

    def parts_at(self, row: int, column: int) -> tuple[tuple[str, Figure], ...]:
        """The figures of a cell, each with its kind."""
        figure = self.figures.get((row, column))
        if figure is None:
            return ()
        kinds = self.kinds_at(row, column)
        if len(figure.parts) > 1:
            return tuple(zip(_fitted(kinds, len(figure.parts)), figure.parts, strict=True))
        return ((kinds[0], figure),)

    def label(self, row: int, column: int) -> str:
        """Row and column of a cell in words."""
        parts = (part for part in (self.rows[row], self.columns[column]) if part)
        return " / ".join(parts)


def _fitted(kinds: tuple[str, ...], number: int) -> tuple[str, ...]:
    return kinds[:number] + (kinds[-1],) * (number - len(kinds))
