"""What the beginning of a delimited file shows of its form. What is given is never questioned."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.csv.marks import split_rows
from sdc_desktop.engine.data.csv.packed import unpacked
from sdc_desktop.engine.data.csv.preamble import FIGURE, first_row_of, row_names_of
from sdc_desktop.engine.data.csv.text import (
    BYTE_ORDER_MARKS,
    Faults,
    FileBytes,
    FoundEncoding,
    canonical,
    check_encoding,
    find_encoding,
    unreadable,
    without_lines,
    words_beyond_ascii,
)
from sdc_desktop.engine.data.csv.unquoted import NA, quotes_texts, with_na_marked
from sdc_desktop.engine.data.formats import DecimalMark, Dialect, DialectHints
from sdc_desktop.engine.problems import Place, Problem, Refused, error

SAMPLE = 1 << 18  # bytes of the file's beginning that are looked at
STEP_SNIFF = "csv.sniff"
ROW_NAMES = "row_names"
_CONSISTENT = 0.9  # share of records that a separator splits like the first
_SHORT = 0.99  # what a header without a field for the names of the rows counts
_ROWS = 500
_DELIMITERS = (",", ";", "\t", "|")
_QUOTES = ('"', "'")
_COMMA_DECIMAL = re.compile(r"[+-]?\d+,\d+")
_COMMA_WITH_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(\.\d{3})+,\d+")
_POINT_WITH_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+\.\d+")
_GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+")  # 1,234 may be a thousand and more
_POINT_DECIMAL = re.compile(r"[+-]?\d*\.\d+")
_YEAR = re.compile(r"(19|20)\d\d")

Rows = list[tuple[str, ...]]
Detected = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Preview:
    """How a file's first rows split with the given and the detected settings. ``na_unquoted``: whether NA
    is missing and "NA" in quotation marks a text, where the file has such; then the rows have this text with
    its marks. ``words``: some with signs beyond ASCII, which show whether the encoding is right.
    """

    dialect: Dialect
    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]  # as they stand: of any length where the file is ragged
    detected: Detected
    problems: tuple[Problem, ...] = ()  # of the names
    na_unquoted: bool | None = None
    words: tuple[str, ...] = ()


def preview(path: Path, hints: DialectHints, rows: int = 50, shown: str | None = None) -> Preview:
    """The first rows of a file, from its beginning only. Raises :class:`Refused` (unreadable, bad hints)."""
    shown = path.name if shown is None else shown
    beginning = beginning_of(path, shown)
    if hints.encoding is None:
        encoding = find_encoding([beginning], whole=len(beginning) < SAMPLE)
    else:
        encoding = checked_encoding(hints.encoding, beginning, shown)
    dialect, detected, found = _sniff(beginning, encoding, hints, shown)
    faults = Faults(shown)
    names = name_columns(found[0], dialect, faults) if found else ()
    body = found[int(dialect.header) :]
    text = b"".join(canonical(iter([beginning]), encoding.name, dialect.delimiter, shown))
    unquoted, mark = None, dialect.quote
    if mark and f"{mark}{NA}{mark}".encode() in text:
        proposed = quotes_texts(text, dialect.delimiter, mark, dialect.first_row)
        unquoted = proposed if hints.na_unquoted is None else hints.na_unquoted
    if unquoted:
        body = _rows(with_na_marked(text, dialect), dialect.delimiter, mark, len(beginning) < SAMPLE)
        body = body[int(dialect.header) :]
    words = () if dialect.encoding.startswith("utf") else words_beyond_ascii(text)
    return Preview(dialect, names, tuple(body[:rows]), detected, faults.problems(), unquoted, words)


def settle(path: Path, shown: str, hints: DialectHints, context: JobContext) -> tuple[Dialect, Detected]:
    """The dialect of a file without its line ends, and what was detected. Raises :class:`Refused`."""
    beginning = beginning_of(path, shown)
    if hints.encoding is None:
        encoding = find_encoding(FileBytes(path, shown).blocks(context.within(0.0, 0.0), STEP_SNIFF))
    else:
        encoding = checked_encoding(hints.encoding, beginning, shown)
    dialect, detected, _ = _sniff(beginning, encoding, hints, shown)
    return dialect, detected


def name_columns(first: tuple[str, ...], dialect: Dialect, faults: Faults) -> tuple[str, ...]:
    """The names in a header, faults noted; V1, V2, ... for a file that has none. Names of rows, which have
    none, are called row_names.
    """
    if not dialect.header:
        return tuple(f"V{number}" for number in range(1, len(first) + 1))
    if dialect.row_names:
        named = first if dialect.row_names == "short" else first[1:]
        first = (_free_name(named), *named)
    places: dict[str, int] = {}
    for field, name in enumerate(first, start=1):
        if not name.strip():
            faults.add("csv.empty_name", dialect.first_row, field)
        elif name in places:
            faults.add("csv.duplicate_name", dialect.first_row, field, name=name, first=places[name])
        places.setdefault(name, field)
    return first


def _free_name(names: tuple[str, ...]) -> str:
    name, number = ROW_NAMES, 2
    while name in names:
        name, number = f"{ROW_NAMES}_{number}", number + 1
    return name


def beginning_of(path: Path, shown: str) -> bytes:
    """The file's first bytes. Raises :class:`Refused` where it is no file, or none that can be read."""
    try:
        if not path.is_file():
            code = "csv.not_a_file" if path.exists() else "csv.no_such_file"
            raise Refused(error(code, Place(file=shown)))
        with path.open("rb") as file:
            return _first(unpacked(path, shown, iter(lambda: file.read(SAMPLE), b"")))
    except OSError as failure:
        raise Refused(unreadable(failure, shown)) from None


def _first(blocks: Iterator[bytes]) -> bytes:
    """The first bytes of some blocks, at most `SAMPLE`."""
    found = b""
    for block in blocks:
        found += block
        if len(found) >= SAMPLE:
            break
    return found[:SAMPLE]


def checked_encoding(name: str, beginning: bytes, shown: str) -> FoundEncoding:
    """A given encoding. Raises :class:`Refused` where there is none of that name."""
    given = check_encoding(name, shown)
    marked = beginning.startswith(BYTE_ORDER_MARKS[0][0])
    return FoundEncoding("utf-8-sig" if given == "utf-8" and marked else given)


def _sniff(
    sample: bytes, found_encoding: FoundEncoding, hints: DialectHints, shown: str
) -> tuple[Dialect, Detected, Rows]:
    """The dialect, what was detected, and the sample's rows (the last one only if it is surely whole)."""
    _check_signs(hints, shown)
    encoding = found_encoding.name
    text = b"".join(canonical(iter([sample]), encoding, hints.delimiter or ",", shown))
    whole = len(sample) < SAMPLE
    quote, delimiter = hints.quote, hints.delimiter
    first_row = hints.first_row
    if first_row is None:
        first_row, stated = first_row_of(text, quote, delimiter, whole, header=hints.header)
        delimiter = delimiter or stated
    text = b"".join(without_lines(iter([text]), first_row - 1))
    if delimiter is None:
        delimiter = _find_delimiter(text, '"' if quote is None else quote, whole)
    if quote is None:
        quote = _find_quote(text, delimiter)
    rows = _rows(text, delimiter, quote, whole)
    header = header_votes(rows) >= 0 if hints.header is None else hints.header
    body = rows[int(header) :]
    row_names = row_names_of(rows, hints.row_names, shown) if header else ""
    decimal = hints.decimal or find_decimal(body, delimiter)
    found = {
        "delimiter": (hints.delimiter, delimiter),
        "quote": (hints.quote, quote),
        "encoding": (hints.encoding, encoding),
        "decimal": (hints.decimal, decimal),
        "header": (hints.header, "true" if header else "false"),
    }
    if first_row > 1:
        found["first_row"] = (None if hints.first_row is None else "", str(first_row))
    if row_names:
        found["row_names"] = (None if hints.row_names is None else "", "true")
    detected = tuple((key, guess) for key, (given, guess) in found.items() if given is None)
    dialect = Dialect(delimiter, quote, encoding, decimal, header)
    dialect = replace(dialect, first_row=first_row, row_names=row_names, doubt=found_encoding.doubt)
    return dialect, detected, rows


def _check_signs(hints: DialectHints, shown: str) -> None:
    delimiter, quote = hints.delimiter, hints.quote
    if delimiter is not None and (
        len(delimiter) != 1 or delimiter in "\0\n\r\ufeff" or not _is_text(delimiter)
    ):
        raise Refused(error("csv.bad_delimiter", Place(file=shown)))
    if quote and (len(quote) != 1 or not quote.isascii() or quote in "\0\n\r" or quote == delimiter):
        raise Refused(error("csv.bad_quote", Place(file=shown)))


def _is_text(sign: str) -> bool:
    return not "\ud800" <= sign <= "\udfff"


def _rows(text: bytes, delimiter: str, quote: str, whole: bool) -> Rows:
    rows = split_rows(text, delimiter, quote, _ROWS + 1)
    return rows if whole or len(rows) < 2 else rows[:-1]


def _find_delimiter(text: bytes, quote: str, whole: bool) -> str:
    """The separator that splits most records like the first, into the most fields; a comma where none does.

    A separator found in the first record is used even if later records do not fit: a ragged file must be
    refused, not opened as a single column.
    """
    best, delimiter = (0.0, 0), ","
    for candidate in _DELIMITERS:
        if candidate == quote or candidate.encode() not in text:
            continue
        fields = [len(row) for row in _rows(text, candidate, quote, whole) if row != ("",)]
        if max(fields, default=1) == 1:
            continue
        score = _split_score(fields)
        if score > best:
            best, delimiter = score, candidate
    if best[0] < _CONSISTENT and quote and text.startswith(quote.encode()):  # as R's write.table has it
        fields = [len(row) for row in _rows(text, " ", quote, whole) if row != ("",)]
        if max(fields, default=1) > 1 and _split_score(fields)[0] > _CONSISTENT:
            return " "
    return delimiter


def _split_score(fields: list[int]) -> tuple[float, int]:
    first = fields[0]
    if first > 1 and len(fields) > 1 and all(number == first + 1 for number in fields[1:]):
        return _SHORT, first
    return (fields.count(first) / len(fields), first) if first > 1 else (0.0, 1)


def _find_quote(text: bytes, delimiter: str) -> str:
    """A quotation mark, but an apostrophe where fields are wrapped in those and none in quotation marks."""
    if b"'" not in text:
        return '"' if delimiter != '"' else ""
    fields = [field for row in _rows(text, delimiter, "", False) for field in row]
    wrapped = {
        quote: sum(len(field) > 1 and field[0] == field[-1] == quote for field in fields) for quote in _QUOTES
    }
    opened = sum(field.startswith("'") for field in fields)
    if delimiter != "'" and wrapped["'"] == opened > 0 and not wrapped['"']:
        return "'"
    return '"' if delimiter != '"' else ""


def header_votes(rows: Rows) -> int:
    """How surely the first row names the columns; below 0: it does not.

    Each column votes: no, if its first cell is a number or date over numbers or dates, or recurs below;
    yes, if it is another text over numbers or dates; not at all, if it is a year over numbers that are none
    (a table with one column per year). In delimited text it is a header without a majority for no.
    """
    votes = 0
    for column, name in enumerate(rows[0] if rows else ()):
        below = [row[column] for row in rows[1:] if len(row) > column and row[column].strip()]
        if below and all(FIGURE.fullmatch(cell) for cell in below):
            if _YEAR.fullmatch(name) and not all(_YEAR.fullmatch(cell) for cell in below):
                continue
            votes += -1 if FIGURE.fullmatch(name) else 1
        elif name in below:
            votes -= 1
    return votes


def find_decimal(rows: Rows, delimiter: str) -> DecimalMark:
    """A comma where numbers with a comma are more than those with a point; numbers with both marks decide.

    1,234 may be a thousand and more: it only counts where nothing else does and the separator is no comma.
    """
    cells = [cell.strip() for row in rows for cell in row]
    both = sum(bool(_COMMA_WITH_THOUSANDS.fullmatch(cell)) for cell in cells)
    both -= sum(bool(_POINT_WITH_THOUSANDS.fullmatch(cell)) for cell in cells)
    if both:
        return "," if both > 0 else "."
    commas = sum(bool(_COMMA_DECIMAL.fullmatch(cell) and not _GROUPED.fullmatch(cell)) for cell in cells)
    points = sum(bool(_POINT_DECIMAL.fullmatch(cell)) for cell in cells)
    grouped = sum(bool(_GROUPED.fullmatch(cell)) for cell in cells)
    return "," if commas > points or (grouped and not points and delimiter != ",") else "."
