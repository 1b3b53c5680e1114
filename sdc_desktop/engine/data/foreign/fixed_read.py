"""Records in fixed width whose fields a plan names, read line by line in the child.

Blanks around a field are layout and are removed. Fields count characters, whatever the encoding.
"""

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from sdc_desktop.engine.data.csv.packed import UnpackedFile
from sdc_desktop.engine.data.fixed_spec import END_OF_FILE, FixedField
from sdc_desktop.engine.data.foreign.reading_child import Reading, Unreadable
from sdc_desktop.engine.data.foreign.texts import Column
from sdc_desktop.engine.data.limits import MAX_RECORD
from sdc_desktop.engine.problems import Refused

_BLOCK = 20_000
_BUFFER = 1 << 16
_Blocks = Iterator[tuple[list[tuple[str, ...]], float]]
_UNDECODED = re.compile("[\udc80-\udcff]")  # what surrogateescape makes of bytes that are no character


def read(path: Path, fields: tuple[FixedField, ...], encoding: str, header: bool) -> Reading:
    """Read the records of a file. Raises :class:`Unreadable` with the line, and the field, of a fault."""
    try:
        raw = UnpackedFile(path, path.name)
    except OSError as failure:
        raise Unreadable("file.unreadable", reason=failure.strerror or "") from None
    outside = _Outside(fields)
    file = io.TextIOWrapper(io.BufferedReader(raw, _BUFFER), encoding=encoding, errors="surrogateescape")
    blocks = _refusing(_blocks(file, raw, fields, encoding, int(header), outside))
    columns = tuple(Column(str(field.name)) for field in fields)
    return Reading(len(fields), blocks, lambda: columns, outside.warnings)


class _Outside:
    """Counts the lines that hold text which no field takes: their fields may be too narrow."""

    def __init__(self, fields: tuple[FixedField, ...]) -> None:
        placed = sorted(fields, key=lambda field: field.start)
        starts = [0, *(field.end for field in placed)]
        stops = [*(field.start - 1 for field in placed), None]
        self._gaps = [
            slice(start, stop)
            for start, stop in zip(starts, stops, strict=True)
            if stop is None or start < stop
        ]
        self._lines = 0
        self._first: tuple[int, int] | None = None  # line, character

    def look(self, number: int, line: str) -> None:
        """Look at one more line."""
        for gap in self._gaps:
            text = line[gap]
            if text and not text.isspace():
                self._lines += 1
                if self._first is None:
                    self._first = number, gap.start + len(text) - len(text.lstrip()) + 1
                return

    def warnings(self) -> tuple[Unreadable, ...]:
        """What must be reported of it."""
        if self._first is None:
            return ()
        line, place = self._first
        return (Unreadable("fixed.outside", line=line, number=self._lines, place=place),)


def _refusing(blocks: _Blocks) -> _Blocks:
    """The blocks; what unpacking refuses is a refusal of the reader."""
    try:
        yield from blocks
    except Refused as refusal:
        first = refusal.problems[0]
        raise Unreadable(first.code, **first.params) from None


def _blocks(
    file: TextIO,
    raw: UnpackedFile,
    fields: tuple[FixedField, ...],
    encoding: str,
    skipped: int,
    outside: _Outside,
) -> _Blocks:
    cuts = [(field.start - 1, field.end) for field in fields]
    last = max(field.start for field in fields)
    rows: list[tuple[str, ...]] = []
    with file:
        for number, line in _records(file, encoding):
            if number <= skipped:
                continue
            if len(line) < last:
                raise _short(line, number, fields)
            outside.look(number, line)
            rows.append(tuple([line[start:end].strip() for start, end in cuts]))
            if len(rows) == _BLOCK:
                yield rows, raw.share
                rows = []
    if rows:
        yield rows, 1.0


def _short(line: str, number: int, fields: tuple[FixedField, ...]) -> Unreadable:
    first = min((field for field in fields if field.start > len(line)), key=lambda field: field.start)
    column = fields.index(first) + 1
    figures = {"start": first.start, "found": len(line), "name": str(first.name)}
    return Unreadable("fixed.short_line", line=number, column=column, **figures)


def _records(file: TextIO, encoding: str) -> Iterator[tuple[int, str]]:
    """Each line with its number. Blank lines are passed over at the end of the file only: elsewhere they are
    records with nothing in them, or too short.
    """
    blank: list[tuple[int, str]] = []
    for number, line in _lines(file, encoding):
        if not line.strip() or line == END_OF_FILE:
            blank.append((number, line))
            continue
        yield from blank
        blank.clear()
        yield number, line


def _lines(file: TextIO, encoding: str) -> Iterator[tuple[int, str]]:
    number = 1
    while True:
        try:
            line = file.readline(MAX_RECORD)
        except UnicodeError:
            raise Unreadable("csv.wrong_encoding", line=number, encoding=encoding) from None
        if not line:
            return
        if len(line) == MAX_RECORD and not line.endswith("\n"):
            raise Unreadable("csv.long_record", line=number, limit=MAX_RECORD)
        if not line.isascii() and _UNDECODED.search(line):
            raise Unreadable("csv.undecodable", line=number, encoding=encoding)
        if "\0" in line:
            raise Unreadable("csv.nul", line=number)
        yield number, line.removesuffix("\n")
        number += 1
