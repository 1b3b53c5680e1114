"""An Excel sheet, saved row by row with openpyxl in the child. Equal records give equal bytes."""

import math
import os
import re
import zipfile
from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

from sdc_desktop.engine.data.foreign.reading_child import Unreadable
from sdc_desktop.engine.data.target.fitted import Fitted
from sdc_desktop.engine.output.zip_parts import zip_part

LONGEST_TEXT = 32_767
_STAMP = datetime(1980, 1, 1)  # the earliest a zip file can say
_CORE = "docProps/core.xml"
_CHANGED = re.compile(rb"(<dcterms:modified[^>]*>)[^<]*")
_NEVER = rb"\g<1>" + _STAMP.isoformat().encode() + b"Z"
_EXACT = 15  # figures that a sheet keeps of a number
_FIRST_DAY = date(1900, 3, 1)  # before it programs differ in how they count days
CellValue = bool | int | float | date | datetime | time


def write_xlsx(path: Path, columns: Sequence[Fitted], batches: Iterable[Sequence[Sequence[str]]]) -> None:
    """One sheet, names in the first row. Texts stay texts, whatever they look like. Raises
    :class:`Unreadable` where a text is longer than a cell, or holds a sign that no cell can.
    """
    os.environ["OPENPYXL_LXML"] = "False"  # before the import: lxml would write other bytes
    import openpyxl
    from openpyxl.utils.exceptions import IllegalCharacterError

    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Data")
    line = 1
    makers = [_maker(column) for column in columns]
    try:
        sheet.append([_text_cell(sheet, column.name) for column in columns])
        for batch in batches:
            for row in batch:
                line += 1
                sheet.append([maker(sheet, text) for maker, text in zip(makers, row, strict=True)])
    except IllegalCharacterError:
        raise Unreadable("data.sheet_sign", line=line) from None
    except _TooLong:
        raise Unreadable("data.sheet_text", line=line, most=LONGEST_TEXT) from None
    book.properties.created = _STAMP
    book.properties.creator = "SDC Desktop"
    book.save(path)
    _settle_times(path)


class _TooLong(Exception):  # noqa: N818 - becomes a refusal where the line is known
    """A text is longer than a cell."""


def _text_cell(sheet: Any, text: str) -> Any:
    from openpyxl.cell import WriteOnlyCell

    if len(text) > LONGEST_TEXT:
        raise _TooLong
    cell = WriteOnlyCell(sheet, text)
    cell.data_type = "s"  # else what begins with = would be run
    return cell


def _maker(column: Fitted) -> Callable[[Any, str], Any]:
    """Text to cell; empty stays empty."""
    value_of = cell_value(column)

    def make(sheet: Any, text: str) -> Any:
        if not text:
            return None
        value = value_of(text)
        return _text_cell(sheet, text) if value is None else value

    return make


def cell_value(column: Fitted) -> Callable[[str], CellValue | None]:
    """What a cell holds for a text of a variable; None where it holds the text itself: texts, missing codes
    that are no numbers, numbers with more figures than a sheet keeps, dates before its calendar.
    """
    typed: Callable[[str], CellValue | None] | None = {
        "integer": _number,
        "number": _number,
        "boolean": _boolean,
        "date": _date,
        "datetime": _datetime,
        "time": time.fromisoformat,
    }.get(column.type)

    def value(text: str) -> CellValue | None:
        if typed is None:
            return None
        try:
            return typed(text.replace(",", ".") if column.decimal == "," else text)
        except ValueError:  # a missing code, a span beyond a day
            return None

    return value


def _boolean(text: str) -> bool | None:
    return {"true": True, "false": False}.get(text)


def _date(text: str) -> date | None:
    found = date.fromisoformat(text)
    return found if found >= _FIRST_DAY else None


def _datetime(text: str) -> datetime | None:
    found = datetime.fromisoformat(text)
    return found if found.date() >= _FIRST_DAY else None


def _number(text: str) -> float | int | None:
    """The number, or None where the sheet would not keep all its figures."""
    bare = text.strip()
    if bare.lstrip("+-").isdecimal():
        return int(bare) if len(bare.lstrip("+-0")) <= _EXACT else None
    value = float(bare)
    return value if math.isfinite(value) else None


def _settle_times(path: Path) -> None:
    """Sets the time that a zip file states for each of its parts to a constant."""
    settled = path.with_name(path.name + ".settled")
    try:
        with zipfile.ZipFile(path) as source, zipfile.ZipFile(settled, "w") as target:
            for part in source.infolist():
                with source.open(part) as read, target.open(zip_part(part.filename), "w") as written:
                    while block := read.read(1 << 20):
                        written.write(_CHANGED.sub(_NEVER, block) if part.filename == _CORE else block)
        settled.replace(path)
    finally:
        settled.unlink(missing_ok=True)
