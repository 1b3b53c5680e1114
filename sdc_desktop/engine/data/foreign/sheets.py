"""A sheet of a workbook, read with calamine in the child: names in the first row, records below."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from sdc_desktop.engine.data.foreign.reading_child import Reading, Unreadable
from sdc_desktop.engine.data.foreign.sheet_extent import check_workbook
from sdc_desktop.engine.data.foreign.texts import Column, ColumnType, cell_text, cell_type, common_type

_BLOCK = 5_000


def read(path: Path, sheet: str | None = None) -> Reading:
    """Read a sheet by name, the first one without. Raises :class:`Unreadable`."""
    import python_calamine

    check_workbook(path)
    try:
        book = python_calamine.CalamineWorkbook.from_path(str(path))
    except python_calamine.PasswordError:
        raise Unreadable("data.password") from None
    except python_calamine.CalamineError:
        raise Unreadable("data.not_of_format", format="xlsx") from None
    names = book.sheet_names
    if sheet is not None and sheet not in names:
        raise Unreadable("data.no_sheet", name=sheet, names=tuple(names))
    if not names:
        raise Unreadable("data.no_columns")
    found = book.get_sheet_by_name(sheet or names[0])
    width, records = found.width, max(found.height - 1, 0)
    rows = _rows(found)
    header = next(rows, [])
    columns = _names(header, max(width, len(header)))
    kinds: list[set[ColumnType]] = [set() for _ in columns]
    return Reading(len(columns), _blocks(rows, kinds, records), lambda: _columns(columns, kinds))


def _rows(sheet: Any) -> Iterator[list[Any]]:
    """The rows from the first on, one at a time, each from the first column on."""
    before = [""] * (sheet.start[1] if sheet.start else 0)
    return (before + row for row in sheet.iter_rows())


def _names(header: list[Any], width: int) -> tuple[str, ...]:
    names = tuple(cell_text(value).strip() for value in header)
    while names and not names[-1]:
        names = names[:-1]
    if not names:
        raise Unreadable("data.no_columns")
    for column, name in enumerate(names, start=1):
        if not name:
            raise Unreadable("data.nameless", line=1, column=column)
    twice = [name for name, times in Counter(names).items() if times > 1]
    if twice:
        raise Unreadable("data.name_twice", line=1, column=names.index(twice[0]) + 1, name=twice[0])
    return names


def _blocks(
    rows: Iterator[list[Any]], kinds: list[set[ColumnType]], records: int
) -> Iterator[tuple[list[tuple[str, ...]], float]]:
    """Records as texts; a row without any value is none. Notes the types that the cells have."""
    width, block = len(kinds), []
    for number, row in enumerate(rows, start=1):
        values = list(chain(row[:width], [""] * (width - len(row))))
        if any(value not in ("", None) for value in row[width:]):
            raise Unreadable("data.beyond_names", line=number + 1, column=width + 1)
        if all(value in ("", None) for value in values):
            continue
        for kind, value in zip(kinds, values, strict=True):
            if value not in ("", None):
                kind.add(cell_type(value))
        block.append(tuple(map(cell_text, values)))
        if len(block) == _BLOCK:
            yield block, number / max(records, 1)
            block = []
    if block:
        yield block, 1.0


def _columns(names: tuple[str, ...], kinds: list[set[ColumnType]]) -> tuple[Column, ...]:
    return tuple(
        Column(name, common_type(kind) if kind else "text", origin="sheet" if kind else "")
        for name, kind in zip(names, kinds, strict=True)
    )
