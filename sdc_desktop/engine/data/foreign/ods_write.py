"""An OpenDocument sheet, saved row by row in the child. Equal records give equal bytes.

Source: OASIS, Open Document Format for Office Applications 1.3, part 3, chapters 9 and 19.
Own code: odfpy has no wheels, holds the whole sheet in memory as objects, and keeps the time.
"""

import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime, time
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from sdc_desktop.engine.data.foreign.reading_child import Unreadable
from sdc_desktop.engine.data.foreign.sheet_write import LONGEST_TEXT, cell_value
from sdc_desktop.engine.data.target.fitted import Fitted
from sdc_desktop.engine.output.zip_parts import zip_part

_TYPE = "application/vnd.oasis.opendocument.spreadsheet"
_SPACES = re.compile(r"[ \t\r\n]|[^\S ]")
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_NAMES = " ".join(
    f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{short.replace("number", "datastyle")}:1.0"'
    for short in ["office", "table", "text", "style", "number", "manifest"]
)
_DAY = "<number:year number:style='long'/><number:text>-</number:text><number:month number:style='long'/>"
_DAY += "<number:text>-</number:text><number:day number:style='long'/>"
_TIME = "<number:hours number:style='long'/><number:text>:</number:text><number:minutes number:style='long'/>"
_TIME += "<number:text>:</number:text><number:seconds number:style='long'/>"
_STYLES = (
    f'<number:date-style style:name="N1">{_DAY}</number:date-style>'
    f'<number:date-style style:name="N2">{_DAY}<number:text> </number:text>{_TIME}</number:date-style>'
    f'<number:time-style style:name="N3">{_TIME}</number:time-style>'
    + "".join(
        f'<style:style style:name="{name}" style:family="table-cell" style:data-style-name="{shown}"/>'
        for name, shown in (("day", "N1"), ("moment", "N2"), ("time", "N3"))
    )
)
_BEGINNING = (
    f'<?xml version="1.0" encoding="UTF-8"?>\n<office:document-content {_NAMES} office:version="1.3">'
    f"<office:automatic-styles>{_STYLES}</office:automatic-styles>"
    '<office:body><office:spreadsheet><table:table table:name="Data">'
)
_END = "</table:table></office:spreadsheet></office:body></office:document-content>"
_MANIFEST = (
    f'<?xml version="1.0" encoding="UTF-8"?>\n<manifest:manifest {_NAMES} manifest:version="1.3">'
    f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{_TYPE}"/>'
    '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
    "</manifest:manifest>"
)


def write_ods(path: Path, columns: Sequence[Fitted], batches: Iterable[Sequence[Sequence[str]]]) -> None:
    """One sheet, names in the first row. Texts stay texts, whatever they look like. Raises
    :class:`Unreadable` where a text is longer than a cell, or holds a sign that no cell can.
    """
    with zipfile.ZipFile(path, "w") as archive:
        _put(archive, "mimetype", _TYPE, zipfile.ZIP_STORED)
        _put(archive, "META-INF/manifest.xml", _MANIFEST)
        with archive.open(zip_part("content.xml"), "w", force_zip64=True) as file:
            file.write(_BEGINNING.encode())
            for text in _rows(columns, batches):
                file.write(text.encode())
            file.write(_END.encode())


def _put(archive: zipfile.ZipFile, name: str, text: str, method: int = zipfile.ZIP_DEFLATED) -> None:
    archive.writestr(zip_part(name, method), text)


def _rows(columns: Sequence[Fitted], batches: Iterable[Sequence[Sequence[str]]]) -> Iterator[str]:
    yield _row(_text_cell(column.name, 1) for column in columns)
    makers = [_maker(column) for column in columns]
    line = 1
    for batch in batches:
        rows = []
        for row in batch:
            line += 1
            rows.append(_row(maker(text, line) for maker, text in zip(makers, row, strict=True)))
        yield "".join(rows)


def _row(cells: Iterable[str]) -> str:
    return f"<table:table-row>{''.join(cells)}</table:table-row>"


def _maker(column: Fitted) -> Callable[[str, int], str]:
    value_of = cell_value(column)

    def make(text: str, line: int) -> str:
        if not text:
            return "<table:table-cell/>"
        value = value_of(text)
        return _text_cell(text, line) if value is None else _typed_cell(value)

    return make


def _text_cell(text: str, line: int) -> str:
    if len(text) > LONGEST_TEXT:
        raise Unreadable("data.sheet_text", line=line, most=LONGEST_TEXT)
    if _FORBIDDEN.search(text):
        raise Unreadable("data.sheet_sign", line=line)
    whole = ""
    if _SPACES.search(text):  # readers fold white space in paragraphs, not in this
        whole = " office:string-value=" + quoteattr(text, {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})
    return f'<table:table-cell office:value-type="string"{whole}>{_paragraphs(text)}</table:table-cell>'


def _paragraphs(text: str) -> str:
    return "".join(f"<text:p>{_spaced(line)}</text:p>" for line in re.split("\r\n|\n|\r", text))


def _spaced(line: str) -> str:
    parts = re.split("( +|\t)", line)
    return "".join(
        "<text:tab/>" if part == "\t" else _blanks(part) if part.strip(" ") == "" else escape(part)
        for part in parts
    )


def _blanks(part: str) -> str:
    return f'<text:s text:c="{len(part)}"/>' if part else ""


def _typed_cell(value: bool | int | float | date | datetime | time) -> str:
    if isinstance(value, bool):
        word = "true" if value else "false"
        return _cell("boolean", f'office:boolean-value="{word}"', word)
    if isinstance(value, datetime):
        return _cell("date", f'office:date-value="{value.isoformat()}"', value.isoformat(" "), "moment")
    if isinstance(value, date):
        return _cell("date", f'office:date-value="{value.isoformat()}"', value.isoformat(), "day")
    if isinstance(value, time):
        seconds = f"{value.second:02}" + (f".{value.microsecond:06}" if value.microsecond else "")
        span = f"PT{value.hour:02}H{value.minute:02}M{seconds}S"
        return _cell("time", f'office:time-value="{span}"', value.isoformat(), "time")
    return _cell("float", f'office:value="{value!r}"', repr(value))


def _cell(kind: str, value: str, shown: str, style: str = "") -> str:
    styled = f' table:style-name="{style}"' if style else ""
    kept = f'{styled} office:value-type="{kind}" {value}'
    return f"<table:table-cell{kept}><text:p>{shown}</text:p></table:table-cell>"
