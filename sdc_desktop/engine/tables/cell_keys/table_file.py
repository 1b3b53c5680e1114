"""Files of perturbation tables, as the R package ptable and tau-ARGUS exchange them.

CSV with a header, separated by semicolons or commas, with decimal points or commas: columns i (true count), j
(published count), p (probability), v (= j - i), p_int_ub or p_kum_o (upper end of the interval of the cell
key) and, where the file has them, p_int_lb or p_kum_u (lower end) and type. A lookup is by the upper ends.
"""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from sdc_desktop.engine.problems import Place, Problem, Refused, error, warning
from sdc_desktop.engine.tables.cell_keys.perturbation_table import PerturbationTable

HEADER = ("i", "j", "p", "v", "p_int_lb", "p_int_ub", "type")
_UPPER, _LOWER = ("p_int_ub", "p_kum_o"), ("p_int_lb", "p_kum_u")
_REQUIRED = ("i", "j", "p", "v")
_TYPES = ("all", "even", "odd", "small_cells")
_MOST_ROWS, _MOST_COUNT, _MOST_NOISE = 100_000, 10_000, 1000
_CLOSE = Decimal("2e-8")  # files carry eight decimals
_UNBIASED = 1e-6
_TINY = 1e-9
_NUMBER = re.compile(r"[+-]?(\d{1,18}([.,]\d{0,25})?|[.,]\d{1,25})([eE][+-]?\d{1,3})?")
_MOST_LISTED = 20


@dataclass(frozen=True)
class _Row:
    line: int
    count: int
    target: int
    p: Decimal
    noise: int
    upper: Decimal
    lower: Decimal | None


def read_table(text: str, file: str) -> PerturbationTable:
    """The perturbation table of a file, and warnings of rows that are not unbiased. Raises :class:`Refused`
    with each row that is wrong.
    """
    found = list(_rows(text, file))
    rows = [row for row in found if isinstance(row, _Row)]
    problems = [row for row in found if isinstance(row, Problem)]
    if problems:
        raise Refused(problems[:_MOST_LISTED])
    by_count: dict[int, list[_Row]] = {}
    for row in rows:
        by_count.setdefault(row.count, []).append(row)
    wrong = list(_wrong(by_count, file))
    if wrong:
        raise Refused(wrong[:_MOST_LISTED])
    listed = [sorted(by_count[count], key=lambda row: row.noise) for count in range(len(by_count))]
    table = PerturbationTable(
        tuple(np.array([row.noise for row in part], dtype=np.int64) for part in listed),
        tuple(np.array([float(row.upper) for row in part]) for part in listed),
    )
    return PerturbationTable(table.noise, table.ends, tuple(_biased(table, listed, file)))


def table_text(table: PerturbationTable) -> str:
    """The file of a table: read again it is the same."""
    lines = [";".join(HEADER)]
    for count, (noise, ends) in enumerate(zip(table.noise, table.ends, strict=True)):
        lower = 0.0
        for value, upper in zip(noise.tolist(), ends.tolist(), strict=True):
            p = Decimal(repr(upper)) - Decimal(repr(lower))
            if not p:  # as in rows of older plans, whose rarest results are too rare for a number
                continue
            fields = (count, count + value, _plain(float(p)), value, _plain(lower), _plain(upper), "all")
            lines.append(";".join(map(str, fields)))
            lower = upper
    return "\n".join(lines) + "\n"


def _plain(number: float) -> str:
    """A number without zeros at its end, and without an exponent unless it is tiny."""
    text = repr(number)
    if abs(number) >= _TINY:
        text = f"{Decimal(text):f}"
    return text.rstrip("0").rstrip(".") if "." in text and "e" not in text else text


def _rows(text: str, file: str) -> Iterator[_Row | Problem]:
    lines = text.splitlines()
    start = next((place for place, line in enumerate(lines) if line.strip()), None)
    if start is None:
        yield error("ptable.empty", Place(file=file))
        return
    separator = ";" if ";" in lines[start] else ","
    try:
        records = [
            (place, [field.strip() for field in fields])
            for place, line in enumerate(lines[start:], start=start + 1)
            if line.strip()
            for fields in csv.reader(io.StringIO(line), delimiter=separator, strict=True)
        ]
    except csv.Error:
        yield error("ptable.malformed", Place(file=file), text=lines[start][:40])
        return
    names = [name.strip("\ufeff").lower() for name in records[0][1]]
    upper = next((name for name in _UPPER if name in names), None)
    missing = [name for name in _REQUIRED if name not in names]
    missing += [] if upper else [_UPPER[0]]
    if missing or upper is None:
        yield error("ptable.no_column", Place(file=file, line=start + 1), names=tuple(missing))
        return
    if len(set(names)) < len(names):
        yield error("ptable.column_twice", Place(file=file, line=start + 1))
        return
    if not 1 <= len(records) - 1 <= _MOST_ROWS:
        yield error("ptable.length", Place(file=file), number=len(records) - 1, most=_MOST_ROWS)
        return
    lower = next((name for name in _LOWER if name in names), None)
    for line, fields in records[1:]:
        yield _row(line, dict(zip(names, fields, strict=False)), len(fields) - len(names), upper, lower, file)


def _row(
    line: int, fields: dict[str, str], more: int, upper: str, lower: str | None, file: str
) -> _Row | Problem:
    where = Place(file=file, line=line)
    if more:
        return error("ptable.malformed", where, text="; ".join(fields.values())[:40])
    kind = fields.get("type", "all").lower() or "all"
    if kind not in _TYPES:
        return error("ptable.unknown_type", where, text=kind, types=_TYPES)
    numbers: dict[str, Decimal] = {}
    for name in (*_REQUIRED, upper, *((lower,) if lower else ())):
        if not _NUMBER.fullmatch(fields[name]):
            return error("ptable.no_number", where, name=name, text=fields[name][:20])
        numbers[name] = Decimal(fields[name].replace(",", "."))
    whole = [numbers[name] == numbers[name].to_integral_value() for name in ("i", "j", "v")]
    if kind != "all" or not all(whole):
        return error("ptable.for_amounts", where)
    count, target, noise = (int(numbers[name]) for name in ("i", "j", "v"))
    if not 0 <= count <= _MOST_COUNT or target < 0 or abs(noise) > _MOST_NOISE:
        return error("ptable.out_of_range", where, most=_MOST_COUNT, noise=_MOST_NOISE)
    if noise != target - count:
        return error("ptable.wrong_noise", where, noise=noise, difference=target - count)
    if not 0 <= numbers["p"] <= 1:
        return error("ptable.no_probability", where, text=fields["p"][:20])
    low = None if lower is None else numbers[lower]
    return _Row(line, count, target, numbers["p"], noise, numbers[upper], low)


def _wrong(by_count: dict[int, list[_Row]], file: str) -> Iterator[Problem]:
    """What is wrong between rows."""
    for count in range(max(by_count) + 1):
        if count not in by_count:
            yield error("ptable.no_count", Place(file=file), count=count)
            return
    for count, rows in sorted(by_count.items()):
        yield from _wrong_ends(count, rows, file)
    if any(row.target for row in by_count[0] if row.p or row.upper > 0):
        yield error("ptable.zero_changes", Place(file=file, line=by_count[0][0].line))


def _wrong_ends(count: int, rows: Sequence[_Row], file: str) -> Iterator[Problem]:
    """The first row of a count whose interval does not follow from its probability and the row before."""
    before, noise = Decimal(0), None
    for row in sorted(rows, key=lambda row: (row.upper, row.noise)):
        where = Place(file=file, line=row.line)
        if noise is not None and row.noise <= noise:
            yield error("ptable.order", where, count=count)
            return
        ends = row.upper > before and abs(row.upper - before - row.p) <= _CLOSE
        begins = row.lower is None or abs(row.lower - before) <= _CLOSE
        if not (ends and begins):
            yield error("ptable.ends", where, count=count)
            return
        before, noise = row.upper, row.noise
    if before != 1:
        yield error("ptable.sum", Place(file=file, line=rows[-1].line), count=count, end=float(before))


def _biased(table: PerturbationTable, rows: Sequence[Sequence[_Row]], file: str) -> Iterator[Problem]:
    for count, part in enumerate(rows):
        noise, probabilities = table.row(count)
        mean = float(probabilities @ noise)
        if abs(mean) > _UNBIASED:
            yield warning("ptable.biased", Place(file=file, line=part[0].line), count=count, mean=mean)
