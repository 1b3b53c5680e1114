"""A table: cells, the relations that make them add up, and the levels they must be protected by."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import ceil

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.problems import Param, Place, Problem, Refused, error
from sdc_desktop.engine.tables.dimension import Dimension
from sdc_desktop.engine.tables.relations import Flags, Integers, Relations

MOST = 2**50  # units in a cell: sums of thousands of them still fit 64 bits, and a double holds each
NO_BOUND = 2**62  # stands for "no bound" among whole numbers, with its sign
_LISTED = 8  # cells or relations named in a problem; the rest are counted
_BETWEEN = " / "


@dataclass(frozen=True)
class Table:
    """Cells, their values in whole units, and their relations.

    ``codes`` (cells, dimensions) int32: places in each dimension's categories. ``values`` (cells,) int64 in
    units; 0 where not ``known``. ``empty``: cells to which no one contributes; they are published zeros.
    ``base``: what the values of a given table were rounded to one by one, in units; 1 where they add up.
    """

    dimensions: tuple[Dimension, ...]
    codes: npt.NDArray[np.int32]
    values: Integers
    known: Flags
    empty: Flags
    relations: Relations
    unit: Decimal = Decimal(1)
    base: int = 1

    def __len__(self) -> int:
        return len(self.values)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the dimensions."""
        return tuple(dimension.name for dimension in self.dimensions)

    def coordinates(self, cell: int) -> tuple[str, ...]:
        """The category of a cell in each dimension."""
        codes = self.codes[cell].tolist()
        return tuple(d.categories[code] for d, code in zip(self.dimensions, codes, strict=True))

    def rows_of(self, cell: int) -> tuple[tuple[str, ...], ...]:
        """The coordinates of all rows that show a cell, its own first."""
        labels = [
            [dimension.rows[row] for row in dimension.rows_of.get(code, (code,))]
            for dimension, code in zip(self.dimensions, self.codes[cell].tolist(), strict=True)
        ]
        return tuple(product(*labels))

    def cell_name(self, cell: int) -> str:
        """The coordinates as one text, for problems: `5 / 7`."""
        return _BETWEEN.join(self.coordinates(cell))

    @cached_property
    def _cells(self) -> Mapping[bytes, int]:
        """The cells by their codes as bytes: of tuples a large table would take half a second."""
        codes = np.ascontiguousarray(self.codes, dtype=np.int32).tobytes()
        width = 4 * len(self.dimensions)
        return {codes[width * cell : width * (cell + 1)]: cell for cell in range(len(self))}

    def find(self, coordinates: Sequence[str]) -> int | None:
        """The number of the cell with these coordinates; None if there is none."""
        if len(coordinates) != len(self.dimensions):
            return None
        codes = [d.places.get(label, -1) for d, label in zip(self.dimensions, coordinates, strict=True)]
        return self._cells.get(np.array(codes, dtype=np.int32).tobytes())

    def number(self, units: int) -> int | float:
        """This many units as the number they are."""
        return number(units, self.unit)

    def additive_problems(self, among: Sequence[int] | None = None, **facts: Param) -> tuple[Problem, ...]:
        """The relations, all of whose cells are known, that the values miss: the first and how many;
        ``among``: of these relations alone. ``facts`` are part of each problem.
        """
        wrong = self.relations.differences(self.values) * self.relations.complete(self.known)
        rows = np.flatnonzero(wrong).tolist() if among is None else list(among)
        problems = []
        for row in rows[:_LISTED]:
            cells, _ = self.relations.row(row)
            parent = self.relations.parent(row)
            names = tuple(self.cell_name(cell) for cell in cells.tolist() if cell != parent)
            problems.append(
                error(
                    "table.not_additive",
                    Place(),
                    cell=self.cell_name(parent),
                    value=self.number(int(self.values[parent])),
                    difference=abs(self.number(int(wrong[row]))),
                    cells=_some(names),
                    number=len(rows),
                    **facts,
                )
            )
        return tuple(problems)


def number(units: int, unit: Decimal) -> int | float:
    """This many units as the number they are: whole where the unit is."""
    if unit == unit.to_integral_value():
        return units * int(unit)
    return float(units * unit)


def in_units(value: int | float | str | Decimal, unit: Decimal) -> int | None:
    """A number in whole units, exactly; None where it is no multiple of the unit."""
    quotient = Decimal(str(value)) / unit
    return int(quotient) if quotient == quotient.to_integral_value() else None


def least_known(lowest: int | float | str | None, table: Table, seen: Flags) -> int:
    """What an intruder knows each cell to be at least, in units: the number stated, nothing where it is
    `unknown`; where nothing is stated 0, if none of the values `seen` (cells,) is below zero.
    """
    if lowest is None:
        return -NO_BOUND if (table.values[seen] < 0).any() else 0
    return -NO_BOUND if isinstance(lowest, str) else ceil(Fraction(str(lowest)) / Fraction(table.unit))


def unit_of(values: Sequence[Decimal]) -> Decimal:
    """The last decimal of these values: 1 where all are whole, 0.01 for two decimals."""
    places = max((-int(v.normalize().as_tuple().exponent) for v in values if v), default=0)
    return Decimal(1).scaleb(-max(places, 0))


_FINEST, _LARGEST = 30, 30  # powers of ten


def is_plain(value: Decimal) -> bool:
    """Whether a number from a file is finite, and neither so large nor so fine that its units take the
    memory: 1e999999999 is a number of a few bytes.
    """
    exponent = value.as_tuple().exponent
    return isinstance(exponent, int) and exponent >= -_FINEST and value.adjusted() <= _LARGEST


def refuse_too_large(largest: int, where: Place) -> None:
    """Raise :class:`Refused` where a cell has more units than can be represented exactly."""
    if largest > MOST:
        raise Refused(error("table.too_large", where, most=float(MOST)))


def all_codes(dimensions: Sequence[Dimension]) -> npt.NDArray[np.int32]:
    """The codes of all combinations of categories, in row-major order, (cells, dimensions)."""
    shape = tuple(len(dimension) for dimension in dimensions)
    return np.stack([axis.ravel() for axis in np.indices(shape, dtype=np.int32)], axis=1)


def _some(names: tuple[str, ...]) -> Param:
    return names if len(names) <= _LISTED else (*names[:_LISTED], "…")


_NONE = Fraction(0)


@dataclass(frozen=True)
class Reason:
    """Why a cell is unsafe: the kind of rule and its figures, amounts in the table's units."""

    kind: str
    figures: Mapping[str, float]


@dataclass(frozen=True)
class Levels:
    """In units, exactly: above the value, below it, and the whole length of the interval (sliding)."""

    upper: Fraction = _NONE
    lower: Fraction = _NONE
    sliding: Fraction = _NONE

    def at_least_a_unit(self) -> "Levels":
        """The levels with a length of at least one unit: a single possible value is never protection."""
        return Levels(self.upper, self.lower, max(self.sliding, Fraction(1)))

    def upper_met(self, value: int, upper: int | Fraction | None) -> bool:
        """Whether an interval that ends at `upper` (None: never) reaches far enough."""
        return upper is None or upper - value >= self.upper

    def lower_met(self, value: int, lower: int | Fraction | None) -> bool:
        """Whether an interval that begins at `lower` (None: never) reaches far enough."""
        return lower is None or value - lower >= self.lower

    def sliding_met(self, lower: int | Fraction | None, upper: int | Fraction | None) -> bool:
        """Whether the interval is long enough."""
        return lower is None or upper is None or upper - lower >= self.sliding
