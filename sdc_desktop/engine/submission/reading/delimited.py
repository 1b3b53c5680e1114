"""Delimited text: encoding and delimiter are detected, cells are the unchanged fields."""

import csv
import io
from collections import Counter

from sdc_desktop.engine.submission.sheets import MOST_CELLS, Cell, ReadFile, Sheet, Unreadable

_DELIMITERS = ",;\t|"
_SAMPLE = 200  # lines by which the delimiter is chosen
_MOST_FIELD = 1_000_000
_BINARY = set(range(9)) | set(range(14, 27)) | {28, 29, 30, 31}


def decoded(data: bytes) -> str:
    """The text of a file in UTF-8, UTF-16 or Windows-1252. Raises :class:`Unreadable` for other content."""
    for mark, name in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):
            try:
                return data.decode(name)
            except UnicodeDecodeError:
                raise Unreadable("damaged") from None
    if any(byte in _BINARY for byte in data[:4096]):
        raise Unreadable("not_its_format")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def read_delimited(data: bytes, format: str) -> ReadFile:
    """The fields of a delimited text. Raises :class:`Unreadable`."""
    text = decoded(data).replace("\0", "")
    csv.field_size_limit(_MOST_FIELD)
    cells: dict[tuple[int, int], Cell] = {}
    try:
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text, format))
        for row, fields in enumerate(rows):
            for column, field in enumerate(fields):
                if text := field.strip():
                    cells[row, column] = Cell(text, "", 0, len(field) - len(field.lstrip()))
            if len(cells) > MOST_CELLS:
                raise Unreadable("too_many_cells")
    except csv.Error:
        raise Unreadable("damaged") from None
    return ReadFile(format, (Sheet("", cells),))


def _delimiter(text: str, format: str) -> str:
    """The delimiter that divides most lines into the same number of fields, of several more."""
    if format == "tsv":
        return "\t"
    lines = [line for line in text[:200_000].splitlines() if line.strip()][:_SAMPLE]
    best, chosen = (0, 0), ","
    for sign in _DELIMITERS:
        numbers = Counter(len(fields) for fields in _fields(lines, sign) if len(fields) > 1)
        width, times = max(numbers.items(), key=lambda one: (one[1], one[0]), default=(0, 0))
        if (times, width) > best:
            best, chosen = (times, width), sign
    return chosen


def _fields(lines: list[str], sign: str) -> list[list[str]]:
    try:
        return list(csv.reader(lines, delimiter=sign))
    except csv.Error:
        return [line.split(sign) for line in lines]
