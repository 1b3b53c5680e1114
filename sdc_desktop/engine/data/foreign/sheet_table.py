"""Where the table of a sheet begins: the rows of its names, which may be below titles, and several where
cells are merged. What is given is never questioned.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from sdc_desktop.engine.data.foreign.reading_child import Unreadable
from sdc_desktop.engine.data.foreign.texts import cell_text, cell_type

SAMPLE = 60  # rows of a sheet that are looked at
MOST_HEADER_ROWS = 3  # that are detected
_BODY = 25  # rows below the names that are compared with them
_YEARS = range(1800, 2201)
ROW_NAMES = "row_names"

Row = Sequence[Any]
Merged = Sequence[tuple[tuple[int, int], tuple[int, int]]]  # first and last (row, column), from 0


@dataclass(frozen=True)
class SheetLook:
    """A sheet before it is read: its size up to the last value, and its first rows."""

    name: str
    rows: int
    columns: int
    sample: tuple[tuple[Any, ...], ...]
    merged: Merged = ()

    @property
    def size(self) -> str:
        """Its name with its size."""
        return f"{self.name} ({self.rows} \u00d7 {self.columns})"


@dataclass(frozen=True)
class Header:
    """The names of a table, the row of the sheet in which they begin, from 1, and how many rows they take.
    ``left``: columns without names or values before the first; ``row_names``: the first column has no name in
    the sheet.
    """

    first_row: int
    rows: int
    names: tuple[str, ...]
    left: int = 0
    row_names: bool = False

    @property
    def body(self) -> int:
        """The row of the first record, from 1."""
        return self.first_row + self.rows


def header_of(look: SheetLook, first_row: int | None, header_rows: int | None) -> Header:
    """The names of a sheet's table, what is not given detected. Raises :class:`Unreadable` where there are
    none, where a column has none, or where two have the same.
    """
    header = _found(look, first_row, header_rows)
    if header is None:
        raise Unreadable("data.no_columns")
    names = header.names
    if not names:
        raise Unreadable("data.no_columns")
    for column, name in enumerate(names, start=1):
        if not name:
            raise Unreadable("data.nameless", line=header.first_row, column=header.left + column)
    twice = [name for name, times in Counter(names).items() if times > 1]
    if twice:
        place = header.left + names.index(twice[0]) + 1
        raise Unreadable("data.name_twice", line=header.first_row, column=place, name=twice[0])
    for number, row in enumerate(look.sample[header.body - 1 :], start=header.body):
        check_named(row, header, number)
    return header


def check_named(row: Row, header: Header, number: int) -> None:
    """Raises :class:`Unreadable` where row `number` has a value in a column without a name."""
    for place in chain(range(min(header.left, len(row))), range(header.left + len(header.names), len(row))):
        if _is_there(row[place]):
            raise Unreadable("data.beyond_names", line=number, column=place + 1)


def _found(look: SheetLook, first_row: int | None, header_rows: int | None) -> Header | None:
    grid = _Grid(look)
    if first_row is not None:
        counts = (header_rows,) if header_rows is not None else range(1, MOST_HEADER_ROWS + 1)
        fits = (grid.header(first_row - 1, count) for count in counts if grid.is_good(first_row - 1, count))
        return next(fits, None) or grid.with_row_names(grid.header(first_row - 1, header_rows or 1))
    first: int | None = None
    unnamed: Header | None = None
    for start, row in enumerate(look.sample):
        if not any(map(_is_there, row)):
            continue
        if first is None and header_rows in (None, 1) and grid.may_lack_first_name(start):
            unnamed = grid.header(start, 1)
            if grid.has_figures_below(start):
                may_go_on = header_rows is None and grid.is_good(start, 2)
                return unnamed if may_go_on else grid.with_row_names(unnamed)
        first = start if first is None else first
        for count in (header_rows,) if header_rows is not None else range(1, MOST_HEADER_ROWS + 1):
            if grid.is_good(start, count) and (start == first or grid.is_worded(start, count)):
                names_are_sure = unnamed is None or count > 1 or grid.has_figures_below(start)
                return grid.header(start, count) if names_are_sure else unnamed
    return None if first is None else grid.header(first, header_rows or 1)


class _Grid:
    """The first rows of a sheet, and how their cells are merged."""

    def __init__(self, look: SheetLook) -> None:
        self._rows = look.sample
        self._width = look.columns
        self._spans = [span for span in look.merged if span[0][0] < len(self._rows)]

    def header(self, start: int, count: int) -> Header:
        """The names that some rows give, without those that are missing at the end."""
        parts = [self._filled(start, row, count) for row in range(start, min(start + count, len(self._rows)))]
        names = [" ".join(_once(column)) for column in zip(*parts, strict=True)] if parts else []
        while names and not names[-1]:
            names.pop()
        used = self._used(start + count)
        left = next((place for place, name in enumerate(names) if name or place in used), 0)
        return Header(start + 1, count, tuple(names[left:]), left)

    def with_row_names(self, header: Header) -> Header:
        """A header with a name for row names, where only the first column has none; else the same."""
        first, *others = header.names or ("",)
        if first or not others or not all(others):
            return header
        name = ROW_NAMES
        while name in others:
            name += "_"
        return replace(header, names=(name, *others), row_names=True)

    def may_lack_first_name(self, start: int) -> bool:
        """Whether a row names every column that has values below but the first, which every record has."""
        header, used = self.header(start, 1), self._used(start + 1)
        names, body = self.with_row_names(header).names, self._rows[start + 1 : start + 1 + _BODY]
        if not all(_first(row) == header.left for row in body if any(map(_is_there, row))):
            return False
        is_plain = not any(top <= start <= bottom for (top, _), (bottom, _) in self._spans)
        named_all = bool(used) and max(used) < header.left + len(names) and len(set(names)) == len(names)
        return is_plain and names != header.names and named_all

    def has_figures_below(self, start: int) -> bool:
        """Whether a row has words alone, and one of its columns only figures below."""
        row, body = self._rows[start], self._rows[start + 1 : start + 1 + _BODY]
        if not all(isinstance(cell, str) for cell in row if _is_there(cell)):
            return False
        for place in (place for place, cell in enumerate(row) if _is_there(cell)):
            cells = [one[place] for one in body if place < len(one) and _is_there(one[place])]
            if cells and not any(isinstance(cell, str) for cell in cells):
                return True
        return False

    def _used(self, below: int) -> set[int]:
        """The columns that have values in the rows from one on."""
        body = self._rows[below : below + _BODY]
        return {place for row in body for place, cell in enumerate(row) if _is_there(cell)}

    def is_good(self, start: int, count: int) -> bool:
        """Whether these rows name every column that has values below, each by a name of its own."""
        rows = self._rows[start : start + count]
        if len(rows) < count or (count > 1 and not self._may_belong_together(start, count)):
            return False
        header, used = self.header(start, count), self._used(start + count)
        names = header.names
        if not used or not all(names) or len(set(names)) < len(names):
            return False
        alone = len(names) == 1 and self._width > header.left + 1
        return max(used) < header.left + len(names) and not alone

    def is_worded(self, start: int, count: int) -> bool:
        """Whether the cells of some rows are words more often than figures, as names are."""
        cells = [cell for row in self._rows[start : start + count] for cell in row if _is_there(cell)]
        return 2 * sum(isinstance(cell, str) for cell in cells) >= len(cells)

    def _may_belong_together(self, start: int, count: int) -> bool:
        """Whether rows are names above names: none is a title or a record."""
        rows = self._rows[start : start + count]
        for row in rows:
            cells = [cell for cell in row if _is_there(cell)]
            title = len(cells) < 2 and _first(row) <= min(map(_first, rows))
            if not cells or title or not all(isinstance(cell, str) or _is_year(cell) for cell in cells):
                return False
        above, below = rows[0], self._rows[start + count : start + count + _BODY]
        joined = any(top[0] == start and bottom[1] > top[1] for top, bottom in self._spans)
        gaps = any(not _is_there(cell) for cell in above[: _last(rows[-1]) + 1])
        figures = any(_is_there(cell) and not isinstance(cell, str) for row in below for cell in row)
        return joined or (gaps and figures)

    def _filled(self, start: int, row: int, count: int) -> list[str]:
        """The texts of a row of names; merged cells, and gaps above others, have the text on their left."""
        cells = [cell_text(cell).strip() for cell in self._rows[row]]
        cells += [""] * (self._width - len(cells))
        for (top, left), (bottom, right) in self._spans:
            if top <= row <= bottom and start <= top < start + count and count > 1:
                shown = cell_text(self._rows[top][left]).strip() if left < len(self._rows[top]) else ""
                for place in range(left, min(right + 1, len(cells))):
                    cells[place] = cells[place] or shown
        if count > 1 and row < start + count - 1 and not self._spans:
            below = self._rows[row + 1]
            for place in range(1, len(cells)):
                under = place < len(below) and _is_there(below[place])
                cells[place] = cells[place] or (cells[place - 1] if under else "")
        return cells


def _first(row: Row) -> int:
    return next((place for place, cell in enumerate(row) if _is_there(cell)), len(row))


def _last(row: Row) -> int:
    return max((place for place, cell in enumerate(row) if _is_there(cell)), default=-1)


def _once(parts: Sequence[str]) -> Iterator[str]:
    """Without what is said again: a cell that is merged over rows is one name."""
    before = ""
    for part in parts:
        if part and part != before:
            yield part
            before = part


def _is_there(cell: object) -> bool:
    return cell not in ("", None)


def _is_year(cell: object) -> bool:
    return cell_type(cell) == "integer" and int(cell) in _YEARS  # type: ignore[call-overload]
