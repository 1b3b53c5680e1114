"""Lines before the header of delimited text, and names of rows that the header does not mention.

Only files that no header fits otherwise are read so: a file that opens without this opens unchanged.
"""

import re
from typing import Literal

from sdc_desktop.engine.data.csv.marks import split_rows
from sdc_desktop.engine.data.detect import ISO_DATE, number_pattern
from sdc_desktop.engine.problems import Place, Refused, error

_STATED = re.compile(rb'"?sep=([^\r\n"])"?(?:\r\n|\r|\n)', re.IGNORECASE)  # Excel's first line
FIGURE = re.compile(f"{number_pattern('.')}|{number_pattern(',')}|{ISO_DATE}")
_DELIMITERS = (",", ";", "\t", "|")
_ROWS = 500
_MOST = 20  # lines before the header
_LEAST = 3  # columns of a table in which a line with a single text is no header

Rows = list[tuple[str, ...]]


def first_row_of(
    text: bytes, quote: str | None, delimiter: str | None, whole: bool, *, header: bool | None
) -> tuple[int, str | None]:
    """The line, from 1, on which the header of a text begins, and the separator that the first line states.
    ``whole``: the text is the whole file. Text without a header has no titles before it.
    """
    stated = _STATED.match(text)
    if stated is not None:
        sign = stated[1].decode("ascii", "replace")
        return 2, sign if sign.isascii() else None
    if header is False:
        return 1, None
    found = [
        _lines_before(text, one, '"' if quote is None else quote, whole)
        for one in ((delimiter,) if delimiter else _DELIMITERS)
        if one != quote
    ]
    columns, lines = max(found, default=(0, 0))
    return (lines if columns else 0) + 1, None


def _lines_before(text: bytes, delimiter: str, quote: str, whole: bool) -> tuple[int, int]:
    """How many columns a table has below titles and comments, and how many lines these are; else zeros."""
    rows = split_rows(text, delimiter, quote, _ROWS)
    if not whole and len(rows) < _ROWS:
        rows = rows[:-1]
    while rows and rows[-1] == ("",):
        rows.pop()
    columns = len(rows[-1]) if rows else 0
    opens = len(rows[0]) == columns if rows else True
    if columns < 2 or (opens and not _cannot_be_a_record(rows, columns)):
        return 0, 0
    lines = len(rows)
    while lines and len(rows[lines - 1]) == columns:
        lines -= 1
    while lines < len(rows) and (_is_title(rows[lines], columns) or (lines and _is_blank(rows[lines]))):
        lines += 1
    before, table = rows[:lines], rows[lines:]
    if (
        not 0 < lines <= _MOST
        or len(table) < 2
        or any("\n" in cell or "\r" in cell for row in before for cell in row)
    ):
        return 0, 0
    titles = [row for row in before if not _is_blank(row)]
    if not titles or not all(_is_title(row, columns) or _is_note(row) for row in titles):
        return 0, 0
    certain = lines > 1 or columns >= _LEAST or _is_note(before[0]) or _has_header(table)
    return (columns, lines) if certain else (0, 0)


def _is_title(row: tuple[str, ...], columns: int) -> bool:
    """Whether a row has a single text at its beginning, or nothing."""
    if any(cell.strip() for cell in row[1:]):
        return False
    return len(row) == 1 or (len(row) == columns >= _LEAST and bool(row[0].strip()))


def _is_blank(row: tuple[str, ...]) -> bool:
    return not any(cell.strip() for cell in row)


def _is_note(row: tuple[str, ...]) -> bool:
    return row[0].lstrip().startswith("#")


def _cannot_be_a_record(rows: Rows, columns: int) -> bool:
    """Whether the first row has a single text which is neither a number nor recurs below."""
    text = rows[0][0]
    recurs = any(row[0] == text for row in rows[1:])
    return _is_title(rows[0], columns) and not FIGURE.fullmatch(text) and not recurs


def _has_header(table: Rows) -> bool:
    """Whether a column has a text over numbers or dates."""
    return any(not FIGURE.fullmatch(table[0][column]) for column in _of_figures(table))


def _of_figures(table: Rows) -> list[int]:
    """The columns with numbers or dates below the first row."""
    return [
        column
        for column in range(len(table[0]))
        if all(FIGURE.fullmatch(row[column]) for row in table[1:] if len(row) > column)
    ]


def row_names_of(rows: Rows, given: bool | None, shown: str) -> Literal["", "unnamed", "short"]:
    """How the header, the first of some rows, omits the names of the rows. Raises :class:`Refused` where
    they are given and it names every column.
    """
    found = _omitted(rows) if given is not False else ""
    if given and not found:
        raise Refused(error("csv.no_row_names", Place(key="data.row_names", file=shown)))
    return found


def _omitted(rows: Rows) -> Literal["", "unnamed", "short"]:
    header, body = (rows[0], [row for row in rows[1:] if row != ("",)]) if rows else ((), [])
    if not body or any(not name.strip() for name in header[1:]):
        return ""
    if len(header) > 1 and not header[0].strip():
        return "unnamed"
    if not header[0].strip() or any(len(row) != len(header) + 1 for row in body):
        return ""
    is_data = len(header) > 1 or (bool(_of_figures(body)) and not _has_header(body))
    return "short" if is_data and any(row[-1].strip() for row in body) and _differ(body) else ""


def _differ(body: Rows) -> bool:
    """Whether the first column has a different value in each row."""
    names = [row[0] for row in body]
    return len(set(names)) == len(names)
