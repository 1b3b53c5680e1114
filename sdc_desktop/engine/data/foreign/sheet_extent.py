"""What a workbook would take when it is read, found by streaming its parts: before any row is built.

A sheet is read as a full rectangle, so one cell far out takes gigabytes, and a repeated row of an
OpenDocument sheet takes as many. Parts are inflated here without trusting the sizes that they declare.
"""

import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO
from xml.parsers import expat

from sdc_desktop.engine.data.foreign.reading_child import Unreadable
from sdc_desktop.engine.data.foreign.sheet_faults import FormulaResult, SheetFaults, refuse_entities
from sdc_desktop.engine.data.limits import FREE_CELLS, MOST_COLUMNS, MOST_PER_CELL, MOST_ROWS, expanded_limit
from sdc_desktop.engine.problems import Place, Refused, error

_BLOCK = 1 << 18
_LOCAL_HEADER = 30  # bytes before the name; the lengths of name and extra field are its last two
_SHEETS = (b"sheetData", b"table-row")  # no reader finds a sheet in a part without one of these
_VALUES = {"value", "value-type", "string-value", "date-value", "time-value", "boolean-value", "formula"}
_BINARY_SHEET = b"\x81\x01"  # the record that begins a sheet of a binary workbook
_ROW, _LAST_CELL = 0, 11  # records of a binary sheet: a row, then kinds of cells


@dataclass
class Extent:
    """The rectangle from the first cell of a sheet to its last value, and the cells that the file holds."""

    rows: int = 0
    columns: int = 0
    cells: int = 0

    def check(self) -> None:
        """Raises :class:`Unreadable` where reading it would take far more than the file holds."""
        area = self.rows * self.columns
        beyond = self.rows > MOST_ROWS or self.columns > MOST_COLUMNS
        if beyond or area > FREE_CELLS + MOST_PER_CELL * self.cells:
            raise Unreadable("data.sheet_extent", rows=self.rows, columns=self.columns, cells=self.cells)


def check_workbook(path: Path, *, to_open: bool = False) -> dict[str, SheetFaults]:
    """Checks all that is read of a workbook; with ``to_open`` only what is needed to list its sheets. Returns
    the faults of its sheets by their part, in small letters.

    Raises :class:`Unreadable` where a part inflates to far more than the file's size or than it declares,
    where a sheet is not well-formed or defines entities, and where its extent is disproportionate. A file
    that is not a zip archive, as an old Excel workbook, is left to its reader.
    """
    found: dict[str, SheetFaults] = {}
    if not zipfile.is_zipfile(path):
        return found
    try:
        with zipfile.ZipFile(path) as archive, path.open("rb") as file:
            parts = archive.infolist()
            names = [part.filename.casefold() for part in parts]
            if len(set(names)) < len(names):  # readers differ in which of two parts they take
                raise Unreadable("data.damaged")
            room = expanded_limit(path.stat().st_size)
            for part in parts:
                faults = found[part.filename.casefold()] = SheetFaults()
                room -= _check_part(file, part, room, to_open, faults)
    except (zipfile.BadZipFile, zlib.error, struct.error, NotImplementedError, EOFError):
        raise Unreadable("data.damaged") from None
    return found


def _check_part(file: BinaryIO, part: zipfile.ZipInfo, room: int, to_open: bool, faults: SheetFaults) -> int:
    """Checks one part and notes its faults; returns how many bytes it inflates to, at most ``room``."""
    size, sheet, tail, first = 0, False, b"", b""
    marks = _SHEETS[1:] if to_open else _SHEETS  # of OpenDocument all sheets are read at once
    for block in _inflated(file, part):
        size += len(block)
        if size > room or size > part.file_size:
            raise Unreadable("data.workbook_inflates", megabytes=max(room, size) // 2**20)
        first = first or block[:2]
        searched = tail + block
        sheet = sheet or any(mark in searched for mark in marks)
        tail = block[-16:]
    if size != part.file_size:
        raise Unreadable("data.damaged")
    if first == _BINARY_SHEET and not to_open:
        _binary_extent(_inflated(file, part))
    elif sheet:
        _check_sheet(_inflated(file, part), faults)
    return size


def _inflated(file: BinaryIO, part: zipfile.ZipInfo) -> Iterator[bytes]:
    """The content of a part in blocks, whatever size it declares. Raises BadZipFile, zlib.error, EOFError."""
    if part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise zipfile.BadZipFile(part.filename)
    file.seek(part.header_offset)
    lengths = file.read(_LOCAL_HEADER)[-4:]
    file.seek(sum(struct.unpack("<HH", lengths)), 1)
    left = part.compress_size
    inflate = zlib.decompressobj(-15) if part.compress_type == zipfile.ZIP_DEFLATED else None
    while left > 0:
        packed = file.read(min(_BLOCK, left))
        if not packed:
            raise EOFError
        left -= len(packed)
        if inflate is None:
            yield packed
            continue
        while packed:
            yield inflate.decompress(packed, _BLOCK)
            packed = inflate.unconsumed_tail
    if inflate is not None:
        while not inflate.eof:  # what is left of a block that grew
            rest = inflate.decompress(b"", _BLOCK)
            if not rest:
                raise EOFError
            yield rest


def _check_sheet(blocks: Iterator[bytes], faults: SheetFaults) -> None:
    """Reads the elements of sheets. Raises :class:`Unreadable`."""
    parser = expat.ParserCreate()
    elements = _Elements(parser, faults)
    parser.StartElementHandler = elements.start
    parser.StartDoctypeDeclHandler = refuse_entities
    try:
        for block in blocks:
            parser.Parse(block, False)
        parser.Parse(b"", True)
    except expat.ExpatError:
        raise Unreadable("data.damaged") from None
    elements.results.end()
    elements.extent.check()


class _Elements:
    """Follows the elements of a sheet in Office Open XML or OpenDocument; prefixes do not matter."""

    def __init__(self, parser: Any, faults: SheetFaults) -> None:
        self.extent = Extent()
        self.results = FormulaResult(parser, faults)
        self._parser = parser
        self._row = 0  # the row begun, counted from 1; of OpenDocument the rows that have ended
        self._digits = ""  # its number as its cells say it
        self._column = 0  # the cell of this row begun
        self._kind: str | None = None  # of its value
        self._filled = 0  # columns up to the last value of this row
        self._repeated = 1
        self._numbers: dict[str, int] = {}  # of columns, by their letters
        self._handlers: dict[str, Callable[[Mapping[str, str]], None] | None] = {}

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """An element begins."""
        try:
            handler = self._handlers[name]
        except KeyError:
            handler = self._handlers[name] = self._handler(name.rpartition(":")[2])
        if handler is not None:
            handler(attributes)

    def _handler(self, local: str) -> Callable[[Mapping[str, str]], None] | None:
        if local == "table-row":
            self._parser.EndElementHandler = self._end
        return {
            "row": self._start_row,
            "c": self._start_cell,
            "f": self._formula,
            "v": self._value,
            "is": self._value,
            "table": self._start_table,
            "table-row": self._start_table_row,
            "table-cell": self._table_cell,
            "covered-table-cell": self._table_cell,
        }.get(local)

    def _start_row(self, attributes: Mapping[str, str]) -> None:
        self._digits = attributes.get("r", "")
        self._row = _number(self._digits) or self._row + 1
        self._column = 0

    def _start_cell(self, attributes: Mapping[str, str]) -> None:
        place = attributes.get("r")
        if place is None:
            self._column += 1
            self._begin_cell(attributes.get("t"))
            return
        letters = place.rstrip("0123456789")
        try:
            self._column = self._numbers[letters]
        except KeyError:
            self._column = self._numbers[letters] = _column_number(letters)
        digits = place[len(letters) :]
        if digits != self._digits:
            self._row = _number(digits) or self._row
        self._begin_cell(attributes.get("t"))

    def _begin_cell(self, kind: str | None) -> None:
        self._kind = kind
        if self.results.row:
            self.results.end()
        if kind == "e":
            self.results.error(self._row)

    def _formula(self, _: Mapping[str, str]) -> None:
        self.results.formula(self._row, self._kind)

    def _value(self, _: Mapping[str, str]) -> None:
        if self.results.row:
            self.results.value()
        extent = self.extent
        extent.cells += 1
        if self._row > extent.rows:
            extent.rows = self._row
        if self._column > extent.columns:
            extent.columns = self._column

    def _start_table(self, _: Mapping[str, str]) -> None:
        self.extent.check()
        self.extent = Extent()
        self._row = 0

    def _start_table_row(self, attributes: Mapping[str, str]) -> None:
        self._repeated = _times(attributes, "number-rows-repeated")
        self._column = self._filled = 0

    def _table_cell(self, attributes: Mapping[str, str]) -> None:
        self.extent.cells += 1
        self._column += _times(attributes, "number-columns-repeated")
        if any(name.rpartition(":")[2] in _VALUES for name in attributes):
            self._filled = self._column

    def _end(self, name: str) -> None:
        """A row of OpenDocument ends: its repetition counts where it or a later one holds a value."""
        if name.rpartition(":")[2] != "table-row":
            return
        self._row += self._repeated
        if self._filled:
            self.extent.rows = self._row
            self.extent.columns = max(self.extent.columns, self._filled)


def _number(digits: str) -> int:
    """The number that digits make; 0 where they make none. More than ten are as good as too many rows."""
    return int(digits[:10]) if digits.isascii() and digits.isdecimal() else 0


def _column_number(letters: str) -> int:
    """A is 1. More letters than any sheet has are as good as too many columns."""
    number = 0
    for letter in letters.lstrip("$").rstrip("$")[:8].upper():
        number = number * 26 + max(ord(letter) - 64, 1)
    return number


def _times(attributes: Mapping[str, str], local: str) -> int:
    for name, value in attributes.items():
        if name.endswith(local):
            return _number(value) or 1
    return 1


def _binary_extent(blocks: Iterator[bytes]) -> None:
    """Adds up the extent of a sheet of a binary workbook (.xlsb): records of an id, a size and its bytes.

    Raises :class:`Unreadable` where it is disproportionate.
    """
    extent, row, held, place = Extent(), 0, b"", 0
    for block in blocks:
        held, place = held[place:] + block, 0
        while True:
            kind, at = _varying(held, place, 2)
            size, at = _varying(held, at, 4) if at else (0, 0)
            if not at or at + size > len(held):
                break
            if kind <= _LAST_CELL and size >= 4:
                (number,) = struct.unpack_from("<I", held, at)
                if kind == _ROW:
                    row = number + 1
                else:
                    extent.cells += 1
                    extent.rows, extent.columns = max(extent.rows, row), max(extent.columns, number + 1)
            place = at + size
    extent.check()


def _varying(data: bytes, at: int, longest: int) -> tuple[int, int]:
    """A number of seven bits a byte, and the place after it; place 0 where the bytes end before it does."""
    number = 0
    for index in range(longest):
        if at + index >= len(data):
            return 0, 0
        byte = data[at + index]
        number |= (byte & 0x7F) << (7 * index)
        if not byte & 0x80:
            return number, at + index + 1
    return number, at + longest


def sheet_names(path: Path) -> tuple[str, ...]:
    """The names, in the workbook's order. Raises :class:`Refused` where it is no workbook, or one that would
    exhaust the memory.
    """
    import python_calamine

    try:
        check_workbook(path, to_open=True)
        with python_calamine.CalamineWorkbook.from_path(str(path)) as book:
            return tuple(book.sheet_names)
    except Unreadable as refusal:
        raise Refused(error(refusal.code, Place(file=path.name), **refusal.figures)) from None
    except (python_calamine.CalamineError, OSError, ValueError):
        raise Refused(error("data.not_of_format", Place(file=path.name), format="xlsx")) from None
