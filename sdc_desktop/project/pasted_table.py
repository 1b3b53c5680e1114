"""A table pasted from a spreadsheet or read from a text file: codes, figures, gaps."""

import csv
import io
import math
import re
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path

from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.tables.specs.settings import BOOK_ENDINGS, Dashes, SplitSpec, TableSpec
from sdc_desktop.project.with_data import relative_path

DASHES = frozenset({"-", "\u2013", "\u2014"})
GAPS = DASHES | {"", ".", "..", "...", "x", "*", "p", "s", "c", ":", "#", "n/a", "?"}
_SPACES = re.compile(r"[\s\u00a0\u2009\u202f']")
TOTAL = TableSpec.model_fields["total_code"].default
_MOST = 1_000_000  # characters of a file


def table_of(text: str, file: str | None = None) -> TableSpec:
    """The two-way table of some lines: codes of the columns first, then by line a row's code and figures. The
    totals are last. Between entries is a tab, else a semicolon, else a comma. The marks of suppressed values
    are in GAPS. A dash is zero, as in what this program exports, except where it is the only mark and the
    totals contradict it. Raises :class:`Refused` with line and column.
    """
    rows = _rows(text)
    if len(rows) < 2:
        raise Refused(error("pasted_table.too_short", Place(file=file)))
    comma = _comma_is_decimal(rows)
    (_, header), *lines = rows
    named_columns = any(_names(entry, comma) for entry in header[1:])
    if not named_columns:
        lines, header = rows, []
    named_rows = bool(header) or any(_names(entries[0], comma) for _, entries in lines)
    width = max(len(entries) for _, entries in lines)
    labels: list[str] = []
    values, dashed = [], []
    for number, entries in lines:
        if len(entries) != width:
            where = Place(file=file, line=number)
            raise Refused(error("pasted_table.uneven", where, number=len(entries), expected=width))
        labels.append(entries[0].strip() if named_rows else str(len(labels) + 1))
        first = 1 if named_rows else 0
        values.append(
            [_value(entry, comma, file, number, place) for place, entry in enumerate(entries[first:], first)]
        )
        dashed.append([entry.strip() in DASHES for entry in entries[first:]])
    codes = _codes(header, width - named_rows)
    for texts in (labels, codes):
        twice = [code for place, code in enumerate(texts) if code in texts[:place]]
        if twice:
            raise Refused(error("pasted_table.code_twice", Place(file=file), label=twice[0]))
    read, dashes = _dashes_read(values, dashed, (_total(labels), _total(codes)))
    return TableSpec.model_validate({"rows": labels, "columns": codes, "values": read, "dashes": dashes})


def sums_of(spec: TableSpec) -> tuple[SplitSpec, ...]:
    """The subtotals of a two-way table by what adds up, so that an audit knows them too; none where only
    totals add up, which need not be stated.
    """
    import numpy as np

    from sdc_desktop.engine.submission.finding.axes import sums_among

    if spec.rows is None or spec.columns is None or spec.values is None:
        return ()
    if len(spec.rows) != len(spec.values) or len(spec.columns) != len(spec.values[0]):
        return ()
    decimals = [[None if one is None else Decimal(str(one)) for one in line] for line in spec.values]
    places = [_places(one) for line in decimals for one in line if one is not None]
    unit = 10 ** max(places, default=0)
    values = np.array([[0 if one is None else int(one * unit) for one in line] for line in decimals])
    known = np.array([[one is not None for one in line] for line in decimals])
    found: dict[SplitSpec, None] = {}
    for labels, own, there in ((spec.rows, values, known), (spec.columns, values.T, known.T)):
        codes = [str(label) for label in labels]
        sums = list(sums_among(codes, [0] * len(codes), own, there))
        if len(sums) > 1:
            found |= {(codes[whole], tuple(codes[part] for part in parts)): None for whole, parts in sums}
    return tuple(found)


def _places(value: Decimal) -> int:
    return max(0, -int(value.normalize().as_tuple().exponent))


def read_table(path: Path) -> TableSpec:
    """The table of a text file. Raises :class:`Refused`."""
    try:
        raw = path.read_bytes()
    except OSError as failure:
        where = Place(file=path.name)
        raise Refused(error("file.unreadable", where, reason=failure.strerror or "")) from None
    if len(raw) > _MOST:
        raise Refused(error("pasted_table.too_long", Place(file=path.name), most=_MOST))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("cp1252", errors="replace")
    return table_of(text, path.name)


def text_of(spec: TableSpec) -> str:
    """A two-way table as it would be pasted; empty for others."""
    if spec.rows is None or spec.columns is None or spec.values is None:
        return ""
    rows, columns = list(map(str, spec.rows)), list(map(str, spec.columns))
    total = str(spec.total_code)
    rows += [total] * (len(spec.values) - len(rows))
    columns += [total] * (max(map(len, spec.values), default=0) - len(columns))
    lines = ["\t".join(["", *columns])]
    for row, values in zip(rows, spec.values, strict=False):
        lines.append("\t".join([row, *("" if value is None else str(value) for value in values)]))
    return "\n".join(lines)


Values = list[list[Number | None]]


def _dashes_read(
    values: Values, dashed: Sequence[Sequence[bool]], totals: tuple[int, int]
) -> tuple[Values, Dashes | None]:
    """The values with their dashes as zero or suppressed, and as which; None where there is no dash.
    ``totals``: the places of the totals among rows and columns.

    Where no other mark is there, they are suppressed if zero contradicts the totals.
    """
    if not any(map(any, dashed)):
        return values, None
    pairs = [list(zip(*lines, strict=True)) for lines in zip(values, dashed, strict=True)]
    others = any(value is None and not is_dash for line in pairs for value, is_dash in line)
    zeros: Values = [[0 if is_dash else value for value, is_dash in line] for line in pairs]
    if others or not _is_contradicted(zeros, dashed, totals):
        return zeros, "zero"
    return values, "suppressed"


def _is_contradicted(values: Values, dashed: Sequence[Sequence[bool]], totals: tuple[int, int]) -> bool:
    """Whether a row or column with dashes misses its total."""
    down, across = totals
    rows = ((own, marks, across) for own, marks in zip(values, dashed, strict=True))
    turned = zip(zip(*values, strict=True), zip(*dashed, strict=True), strict=True)
    columns = ((own, marks, down) for own, marks in turned)
    for own, marks, place in (*rows, *columns):
        figures = [Decimal(str(value)) for value in own]
        if any(marks) and len(figures) > 1 and sum(figures) != 2 * figures[place]:
            return True
    return False


def _total(labels: Sequence[str]) -> int:
    """The place of the total: the last, where none has its code."""
    return labels.index(TOTAL) if TOTAL in labels else len(labels) - 1


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """Each line that holds anything, with its number from 1."""
    mark = "\t" if "\t" in text else ";" if ";" in text else ","
    found = csv.reader(io.StringIO(text), delimiter=mark)
    try:
        rows = [(found.line_num, entries) for entries in found]
    except csv.Error as failure:
        raise Refused(
            error("pasted_table.malformed", Place(line=found.line_num), reason=str(failure))
        ) from None
    rows = [(number, entries) for number, entries in rows if any(map(_text, entries))]
    while rows and all(not _text(entries[-1]) for _, entries in rows) and len(rows[0][1]) > 1:
        rows = [(number, entries[:-1]) for number, entries in rows]  # a mark at the end of every line
    return rows


def _codes(header: Sequence[str], number: int) -> list[str]:
    """The codes of the columns; the corner above the codes of the rows may be left out of the header."""
    if not header:
        return [str(place + 1) for place in range(number)]
    entries = [entry.strip() for entry in header]
    entries = entries[1:] if len(entries) == number + 1 else entries
    if len(entries) != number:
        raise Refused(error("pasted_table.uneven", Place(line=1), number=len(entries), expected=number))
    return entries


def _names(entry: str, comma: bool) -> bool:
    """Whether an entry is a code, and neither a figure nor what stands for one."""
    return entry.strip().lower() not in GAPS and _figure(entry, comma) is None


def _text(entry: str) -> str:
    return entry.strip()


def _comma_is_decimal(rows: Sequence[tuple[int, Sequence[str]]]) -> bool:
    """Whether a comma in a figure is its decimal mark: where it follows a point in some figure; else where no
    figure has a point, and some comma is not followed by three figures.
    """
    entries = [_SPACES.sub("", entry) for _, line in rows for entry in line]
    figures = [entry for entry in entries if re.fullmatch(r"[-\u2212+]?[\d.,]+", entry)]
    if any(re.search(r"\..*,", entry) for entry in figures):
        return True
    if any("." in entry for entry in figures):
        return False
    return any("," in entry and not re.search(r"^\D?\d{1,3}(,\d{3})+$", entry) for entry in figures)


def _figure(entry: str, comma: bool) -> Number | None:
    """The number that an entry says; None where it says none."""
    text = _SPACES.sub("", entry).replace("\u2212", "-")
    text = text.replace(".", "").replace(",", ".") if comma else text.replace(",", "")
    try:
        value = float(text)
    except ValueError:
        return None
    if not math.isfinite(value) or not re.fullmatch(r"[-+]?[\d.]+", text):
        return None
    return int(text) if "." not in text else value


def _value(entry: str, comma: bool, file: str | None, line: int, place: int) -> Number | None:
    if entry.strip().lower() in GAPS:
        return None
    value = _figure(entry, comma)
    if value is None:
        where = Place(file=file, line=line, column=place + 1)
        raise Refused(error("pasted_table.no_figure", where, text=entry.strip()[:30]))
    return value


def table_of_file(path: Path, base: Path) -> TableSpec:
    """The table of a file. One in JJ format, of tau-ARGUS, in a workbook or in HTML stays a file, named from
    `base`; of others the cells are read. Raises :class:`Refused`.
    """
    if path.suffix.lower() in BOOK_ENDINGS:
        return TableSpec(file=relative_path(path, base))
    if path.suffix.lower() == ".jj":
        return TableSpec(instance=relative_path(path, base))
    if path.suffix.lower() != ".tab":
        return read_table(path)
    metadata = next((other for other in path.parent.glob("*") if is_metadata_of(other, path)), None)
    if metadata is None:
        raise Refused(error("tauargus.no_metadata", Place(file=path.name)))
    return TableSpec(tab=relative_path(path, base), metadata=relative_path(metadata, base))


def is_metadata_of(path: Path, table: Path) -> bool:
    """Whether a file is the .rda of a .tab, whatever their case."""
    name, wanted = path.name.casefold(), table.with_suffix(".rda").name.casefold()
    return name == wanted and path.is_file()
