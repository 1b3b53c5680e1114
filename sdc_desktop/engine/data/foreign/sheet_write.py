"""An Excel sheet, written row by row with openpyxl in the child. Equal records give equal bytes."""

import re
import zipfile
from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

from sdc_desktop.engine.data.foreign.reading_child import Unreadable
from sdc_desktop.engine.data.foreign.texts import Column

MOST_ROWS = 1_048_576  # with the names
MOST_COLUMNS = 16_384
_LONGEST_TEXT = 32_767
_STAMP = datetime(1980, 1, 1)  # the earliest a zip file can say
_CORE = "docProps/core.xml"
_CHANGED = re.compile(rb"(<dcterms:modified[^>]*>)[^<]*")
_NEVER = rb"\g<1>" + _STAMP.isoformat().encode() + b"Z"
_EXACT = 15  # figures that a sheet keeps of a number


def write_xlsx(path: Path, columns: Sequence[Column], batches: Iterable[Sequence[Sequence[str]]]) -> None:
    """One sheet, names in the first row. Texts stay texts, whatever they look like. Raises
    :class:`Unreadable` where a text is longer than a cell, or holds a sign that no cell can.
    """
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
        raise Unreadable("data.sheet_text", line=line, most=_LONGEST_TEXT) from None
    book.properties.created = _STAMP
    book.properties.creator = "SDC Desktop"
    book.save(path)
    _settle_times(path)


class _TooLong(Exception):  # noqa: N818 - becomes a refusal where the line is known
    """A text is longer than a cell."""


def _text_cell(sheet: Any, text: str) -> Any:
    from openpyxl.cell import WriteOnlyCell

    if len(text) > _LONGEST_TEXT:
        raise _TooLong
    cell = WriteOnlyCell(sheet, text)
    cell.data_type = "s"  # else what begins with = would be run
    return cell


def _maker(column: Column) -> Callable[[Any, str], Any]:
    """Text to cell; empty stays empty."""
    typed: Callable[[str], object] | None = {
        "integer": _number,
        "number": _number,
        "boolean": lambda text: text == "true",
        "date": date.fromisoformat,
        "datetime": datetime.fromisoformat,
        "time": time.fromisoformat,
    }.get(column.type)

    def make(sheet: Any, text: str) -> Any:
        if not text:
            return None
        value = None
        if typed is not None:
            try:
                value = typed(text)
            except ValueError:  # a span beyond a day, a number of too many figures
                value = None
        return _text_cell(sheet, text) if value is None else value

    return make


def _number(text: str) -> float | int | None:
    """The number, or None where the sheet would not keep all its figures."""
    if text.lstrip("+-").isdigit():
        return int(text) if len(text.lstrip("+-0")) <= _EXACT else None
    return float(text)


def _settle_times(path: Path) -> None:
    """Zip files say when each of their parts was written: always the same here."""
    settled = path.with_name(path.name + ".settled")
    try:
        with zipfile.ZipFile(path) as source, zipfile.ZipFile(settled, "w") as target:
            for part in source.infolist():
                told = zipfile.ZipInfo(part.filename, _STAMP.timetuple()[:6])
                told.compress_type = zipfile.ZIP_DEFLATED
                told.external_attr = part.external_attr
                with source.open(part) as read, target.open(told, "w") as written:
                    while block := read.read(1 << 20):
                        written.write(_CHANGED.sub(_NEVER, block) if part.filename == _CORE else block)
        settled.replace(path)
    finally:
        settled.unlink(missing_ok=True)
