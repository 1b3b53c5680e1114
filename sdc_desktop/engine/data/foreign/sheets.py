"""A sheet of a workbook, read with calamine in the child: the names of its table, and the records below."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from itertools import islice
from pathlib import Path
from typing import Any

from sdc_desktop.engine.data.foreign.reading_child import Reading, Unreadable
from sdc_desktop.engine.data.foreign.sheet_extent import check_workbook
from sdc_desktop.engine.data.foreign.sheet_faults import SheetFaults, part_of
from sdc_desktop.engine.data.foreign.sheet_table import SAMPLE, Header, SheetLook, check_named, header_of
from sdc_desktop.engine.data.foreign.texts import EXACT, Column, ColumnType, cell_text, cell_type, common_type

_BLOCK = 5_000
_SPAN = re.compile(r"(-?)PT(\d{1,9})H(\d{1,9})M(\d{1,9}(?:\.\d+)?)S")
_NARROW = 3  # columns below which a row with one value is as good as any


def read(
    path: Path, sheet: str | None = None, first_row: int | None = None, header_rows: int | None = None
) -> Reading:
    """Read a sheet by name; without, the only one that holds anything. Names begin in row `first_row`, from
    1, and take `header_rows`; both are detected where they are not given. Raises :class:`Unreadable`.
    """
    book, parts = _opened(path)
    name = _chosen(book, sheet)
    faults = parts.get(part_of(path, name), SheetFaults())
    faults.check()
    found = book.get_sheet_by_name(name)
    header = header_of(_look(found, name), first_row, header_rows)
    rows: Iterator[list[Any]] = islice(_rows(found), header.body - 1, None)
    if path.suffix.casefold() == ".ods":
        rows = (list(map(_span_of, row)) for row in rows)
    records = max(found.height - header.body + 1, 0)
    kinds: list[set[ColumnType]] = [set() for _ in header.names]
    alone, digits = _Alone("data.sheet_notes"), _Counted("data.sheet_digits")
    settled: dict[str, object] = {"first_row": header.first_row, "header_rows": header.rows}
    if len(book.sheet_names) > 1:
        settled = {"sheet": name, **settled}
    return Reading(
        len(header.names),
        _blocks(rows, header, kinds, records, alone, digits, frozenset(faults.errors)),
        lambda: _columns(header.names, kinds),
        lambda: (*_row_names(header), *faults.warnings(), *digits.warnings(), *alone.warnings()),
        settled,
    )


def _row_names(header: Header) -> tuple[Unreadable, ...]:
    """What must be reported of a first column without a name."""
    return (Unreadable("r.row_names", listed=header.names[:1], number=1),) if header.row_names else ()


def looks(path: Path) -> tuple[SheetLook, ...]:
    """The sheets of a workbook with their sizes and first rows. Raises :class:`Unreadable`."""
    book, _ = _opened(path)
    return tuple(_look(book.get_sheet_by_name(name), name) for name in _names(book))


def _opened(path: Path) -> tuple[Any, dict[str, SheetFaults]]:
    import python_calamine

    faults = check_workbook(path)
    try:
        return python_calamine.CalamineWorkbook.from_path(str(path)), faults
    except python_calamine.PasswordError:
        raise Unreadable("data.password") from None
    except python_calamine.CalamineError:
        raise Unreadable("data.not_of_format", format="xlsx") from None


def _names(book: Any) -> list[str]:
    """The sheets that can hold records: no charts, no macros."""
    import python_calamine

    kinds = (python_calamine.SheetTypeEnum.WorkSheet,)
    return [one.name for one in book.sheets_metadata if one.typ in kinds]


def _chosen(book: Any, sheet: str | None) -> str:
    names = _names(book)
    if sheet is not None:
        if sheet not in names:
            raise Unreadable("data.no_sheet", name=sheet, names=tuple(names))
        return sheet
    if not names:
        raise Unreadable("data.no_columns")
    if len(names) == 1:
        return names[0]
    filled = [look for look in (_look(book.get_sheet_by_name(name), name) for name in names) if look.rows]
    if len(filled) > 1:
        sizes = tuple(look.size for look in filled)
        raise Unreadable("data.several_sheets", names=sizes, number=len(filled))
    return filled[0].name if filled else names[0]


def _look(found: Any, name: str) -> SheetLook:
    sample = tuple(tuple(row) for row in islice(_rows(found), SAMPLE))
    width = (found.start[1] if found.start else 0) + found.width
    rows = (found.start[0] if found.start else 0) + found.height
    return SheetLook(
        name, rows, max([width, *map(len, sample)]), sample, tuple(found.merged_cell_ranges or ())
    )


def _rows(sheet: Any) -> Iterator[list[Any]]:
    """The rows from the first on, one at a time, each from the first column on."""
    before = [""] * (sheet.start[1] if sheet.start else 0)
    return (before + row for row in sheet.iter_rows())


def _span_of(value: Any) -> Any:
    """The span of time that OpenDocument writes as PT30H05M00S where it is no time of a day; anything else
    unchanged.
    """
    found = _SPAN.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        return value
    hours, minutes, seconds = found[2], found[3], found[4]
    span = timedelta(hours=int(hours), minutes=int(minutes), seconds=float(seconds))
    return -span if found[1] else span


@dataclass
class _Counted:
    """Rows of a kind that must be reported: how many, and the first, from 1."""

    code: str
    number: int = 0
    first: int = 0

    def add(self, row: int) -> None:
        """Count one more."""
        self.first = self.first or row
        self.number += 1

    def warnings(self) -> tuple[Unreadable, ...]:
        """What must be reported of them."""
        return (Unreadable(self.code, line=self.first, number=self.number),) if self.number else ()


class _Alone(_Counted):
    """Rows after an empty one that have a single value, in tables of several columns: notes below the table,
    which are no records.
    """

    gap = False

    def look(self, row: int, filled: int, width: int) -> None:
        """Look at one more row, with `filled` values."""
        if not filled:
            self.gap = True
        elif filled > 1 or width < _NARROW:
            self.gap, self.number, self.first = False, 0, 0
        elif self.gap:
            self.add(row)


def _blocks(
    rows: Iterator[list[Any]],
    header: Header,
    kinds: list[set[ColumnType]],
    records: int,
    alone: _Alone,
    digits: _Counted,
    kept: frozenset[int],
) -> Iterator[tuple[list[tuple[str, ...]], float]]:
    """Records as texts; a row without any value is none, but those ``kept``. Notes the types that the cells
    have.
    """
    left, width, block = header.left, len(kinds), []
    for number, row in enumerate(rows, start=header.body):
        values = row[left : left + width]
        values += [""] * (width - len(values))
        check_named(row, header, number)
        filled = sum(value not in ("", None) for value in values)
        alone.look(number, filled, width)
        if not filled and number not in kept:
            continue
        for kind, value in zip(kinds, values, strict=True):
            if value not in ("", None):
                kind.add(cell_type(value))
                if type(value) is float and not -EXACT < value < EXACT:
                    digits.add(number)
        block.append(tuple(map(cell_text, values)))
        if len(block) == _BLOCK:
            yield block, min(1.0, (number - header.body + 1) / max(records, 1))
            block = []
    if block:
        yield block, 1.0


def _columns(names: tuple[str, ...], kinds: list[set[ColumnType]]) -> tuple[Column, ...]:
    return tuple(
        Column(name, common_type(kind) if kind else "text", origin="sheet" if kind else "")
        for name, kind in zip(names, kinds, strict=True)
    )
