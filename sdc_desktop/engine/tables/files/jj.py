"""Tables in JJ format: values, costs, statuses, bounds, protection levels and relations by cell number.

A line each: 0; the number of cells; per cell its number, value, cost, status (s safe, u unsafe, z never
suppressed, m suppressed to protect others), lower and upper bound, lower, upper and sliding protection level;
the number of relations; per relation `right terms : cell (coefficient) ...`.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from math import ceil, floor

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.tables.dimension import Dimension
from sdc_desktop.engine.tables.relations import Flags, Integers, Relations, relations_of
from sdc_desktop.engine.tables.table import NO_BOUND, Levels, Table, is_plain, refuse_too_large, unit_of

CELL = "cell"  # the name of the one dimension: cells are known by number
_TERM = re.compile(r"(\d+)\s*\(\s*([+-]?\d+)\s*\)")
_STATUSES = "suzm"
_MOST_DIGITS = 15  # of counts and factors


@dataclass(frozen=True)
class Instance:
    """A table with all that suppression needs.

    ``costs`` (cells,) float64; ``unsafe`` and ``frozen`` (cells,): primary, and never to be suppressed;
    ``lower``, ``upper`` (cells,) int64: what an intruder is granted, in units; levels by primary cell.
    """

    table: Table
    costs: npt.NDArray[np.float64]
    unsafe: Flags
    frozen: Flags
    lower: Integers
    upper: Integers
    levels: Mapping[int, Levels]
    secondary: Flags | None = None  # suppressed already, though safe
    stated: bool = True  # whether the table says of its cells if they are unsafe


def parse_jj(text: str, file: str) -> Instance:
    """Read a table in JJ format. Raises :class:`Refused` with file and line where it is none, and where the
    cells do not add up.
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    reader = _Lines(lines, file)
    reader.next()  # always 0
    cells = [reader.fields(9) for _ in range(reader.count())]
    rows, rights = [], []
    for _ in range(reader.count()):
        right, row = reader.relation(len(cells))
        rows.append(row)
        rights.append(right)
    return _instance(cells, rows, rights, file)


class _Lines:
    """The lines of a file, one after the other."""

    def __init__(self, lines: list[tuple[int, str]], file: str) -> None:
        self._lines, self._file, self._next = lines, file, 0

    def next(self) -> str:
        if self._next == len(self._lines):
            raise Refused(error("jj.ends_early", Place(file=self._file)))
        self._next += 1
        return self._lines[self._next - 1][1]

    def refusal(self) -> Refused:
        line = self._lines[self._next - 1][0]
        return Refused(error("jj.malformed", Place(file=self._file, line=line)))

    def count(self) -> int:
        text = self.next().strip()
        if not text.isdecimal() or len(text) > _MOST_DIGITS:
            raise self.refusal()
        return int(text)

    def fields(self, number: int) -> list[str]:
        fields = self.next().split()
        if len(fields) != number or fields[3] not in _STATUSES:
            raise self.refusal()
        try:
            numbers = [Decimal(field) for place, field in enumerate(fields) if place != 3]
        except InvalidOperation:
            raise self.refusal() from None
        if not all(map(is_plain, numbers)) or not fields[0].isdecimal():
            raise self.refusal()
        return fields

    def relation(self, cells: int) -> tuple[Decimal, tuple[list[int], list[int]]]:
        head, colon, tail = self.next().partition(":")
        terms = _TERM.findall(tail)
        try:
            right, number = head.split()
            right_side = Decimal(right), int(number)
        except (ValueError, InvalidOperation):
            raise self.refusal() from None
        longest = max((len(text) for term in terms for text in term), default=0)
        if (
            not colon
            or not terms
            or right_side[1] != len(terms)
            or longest > _MOST_DIGITS
            or not is_plain(right_side[0])
        ):
            raise self.refusal()
        if any(int(cell) >= cells for cell, _ in terms):
            raise self.refusal()
        return right_side[0], ([int(cell) for cell, _ in terms], [int(sign) for _, sign in terms])


def _instance(
    cells: list[list[str]], rows: list[tuple[list[int], list[int]]], rights: list[Decimal], file: str
) -> Instance:
    if [int(fields[0]) for fields in cells] != list(range(len(cells))):
        raise Refused(error("jj.numbering", Place(file=file)))
    values = [Decimal(fields[1]) for fields in cells]
    unit = unit_of([*values, *rights])
    units = np.array([int(value / unit) for value in values], dtype=object)
    rights_in_units = [int(right / unit) for right in rights]
    refuse_too_large(max(map(abs, [*units, *rights_in_units]), default=0), Place(file=file))
    status = np.array([fields[3] for fields in cells])
    relations = relations_of(len(cells), rows, rights_in_units)
    labels = tuple(fields[0] for fields in cells)
    dimension = Dimension(CELL, labels, (), {label: place for place, label in enumerate(labels)})
    table = Table(
        (dimension,),
        np.arange(len(cells), dtype=np.int32)[:, None],
        units.astype(np.int64),
        np.ones(len(cells), dtype=np.bool_),
        (units == 0) & (status == "z"),
        relations,
        unit,
    )
    problems = table.additive_problems()
    if problems:
        raise Refused(problems)
    levels = {
        cell: Levels(*(Fraction(Decimal(fields[place])) / Fraction(unit) for place in (7, 6, 8)))
        for cell, fields in enumerate(cells)
        if fields[3] == "u"
    }
    return Instance(
        table,
        np.array([float(fields[2]) for fields in cells]),
        status == "u",
        np.isin(status, ["z"]),
        _bounds([fields[4] for fields in cells], unit, ceil),
        _bounds([fields[5] for fields in cells], unit, floor),
        levels,
        status == "m" if (status == "m").any() else None,
    )


def _bounds(texts: list[str], unit: Decimal, inwards: Callable[[Decimal], int]) -> Integers:
    """Absolute bounds in whole units, rounded inwards: values are whole units. Beyond NO_BOUND: none."""
    found = (inwards(Decimal(text) / unit) for text in texts)
    return np.array([min(max(bound, -NO_BOUND), NO_BOUND) for bound in found], dtype=np.int64)


def jj_text(instance: Instance) -> str:
    """The table in JJ format. Numbers in full."""
    table = instance.table
    lines = ["0", str(len(table))]
    for cell in range(len(table)):
        levels = instance.levels.get(cell, Levels())
        held = instance.secondary is not None and instance.secondary[cell]
        status = "u" if instance.unsafe[cell] else "m" if held else "z" if instance.frozen[cell] else "s"
        own = (table.values[cell], instance.lower[cell], instance.upper[cell])
        value, low, high = (_plain(Fraction(int(units)) * Fraction(table.unit)) for units in own)
        cell_lines = (
            _plain(level * Fraction(table.unit)) for level in (levels.lower, levels.upper, levels.sliding)
        )
        cost = _plain(Fraction(float(instance.costs[cell])))
        lines.append(" ".join((str(cell), value, cost, status, low, high, *cell_lines)))
    lines.append(str(len(table.relations)))
    lines += [_relation_text(table.relations, row, table.unit) for row in range(len(table.relations))]
    return "\n".join(lines) + "\n"


def _relation_text(relations: Relations, row: int, unit: Decimal) -> str:
    cells, coefficients = relations.row(row)
    terms = " ".join(
        f"{cell} ({sign})" for cell, sign in zip(cells.tolist(), coefficients.tolist(), strict=True)
    )
    right = _plain(Fraction(int(relations.rights[row])) * Fraction(unit))
    return f"{right} {len(cells)} : {terms}"


def _plain(value: Fraction) -> str:
    """A decimal number in full, or as near as 15 figures come."""
    if value.denominator == 1:
        return str(value.numerator)
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    return f"{exact:f}" if Fraction(exact) == value else f"{float(value):.15g}"
