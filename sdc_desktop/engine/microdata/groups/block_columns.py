"""The variables of a block as numbers: what microaggregation needs of the records, read once."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.detect import ISO_DATE, number_pattern
from sdc_desktop.engine.data.formats import DecimalMark
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.problems import Place, Problem, error
from sdc_desktop.engine.spec import Level

Vector = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Measure = Literal["difference", "rank", "equality"]


# How far records are from one another, for microaggregation.
# Within one variable: the difference of two (standardised) numbers; for an ordinal variable the difference
# of their ranks divided by the number of categories; for a nominal one 0 if they are equal and 1 if not. The
# squared distance of two records is the sum of the squares over the variables of the block (Domingo-Ferrer &
# Torra 2005). A missing value contributes nothing.
@dataclass(frozen=True)
class Scaled:
    """One variable of a block, ready for distances.

    ``values`` (records,) float64: standardised numbers, ranks divided by the number of categories, or numbers
    of categories; values where ``missing`` (records,) is true are never used. ``missing`` is None where
    nothing is missing.
    """

    measure: Measure
    values: Vector
    missing: npt.NDArray[np.bool_] | None = None

    def of(self, records: Integers) -> "Scaled":
        """The variable for the records with these numbers (chosen,)."""
        missing = None if self.missing is None else self.missing[records]
        if missing is not None and not missing.any():
            missing = None
        return replace(self, values=self.values[records], missing=missing)


def is_plain(columns: Sequence[Scaled]) -> bool:
    """Whether these are numbers only and none is missing, so that records are points."""
    return all(column.measure == "difference" and column.missing is None for column in columns)


def squared_distances(points: Vector, point: Vector) -> Vector:
    """Squared Euclidean distances (m,) of points (m, p) from one point (p,).

    Summed variable by variable, as for columns, so that the distance of two records has the same bits
    whatever others it is computed with, and ties are ties everywhere.
    """
    squares: Vector = points - point
    squares *= squares
    total = np.zeros(len(squares))
    for column in squares.T:
        total += column
    return total


def squared_differences(column: Scaled, value: float) -> Vector:
    """Squared distances (records,) of one variable's values from a value; 0 where missing."""
    if column.measure == "equality":
        squares: Vector = (column.values != value).astype(np.float64)
    else:
        squares = column.values - value
        squares *= squares
    if column.missing is not None:
        squares[column.missing] = 0.0
    return squares


_BATCH = 10_000
_MOST = 1e100  # of numbers that are squared
_MEASURES: Mapping[Level, Measure] = {"continuous": "difference", "ordinal": "rank", "nominal": "equality"}


@dataclass(frozen=True)
class BlockColumn:
    """One variable. ``codes`` (records,) number its distinct texts; all else is by distinct text.

    ``numbers``: the number it says, its rank from 0, or its code; ``absent``: whether it means "missing".
    ``categories``: how many an ordinal variable has, declared or found.
    """

    name: str
    level: Level
    codes: Integers
    texts: tuple[str, ...]
    numbers: Vector
    absent: npt.NDArray[np.bool_]
    categories: int

    @property
    def values(self) -> Vector:
        """The number of each record; 0 where it is missing."""
        return self.numbers[self.codes]

    @property
    def missing(self) -> npt.NDArray[np.bool_]:
        """Whether the value of each record (records,) is missing."""
        return self.absent[self.codes]


def block_column(data: Microdata, name: str, context: JobContext) -> BlockColumn | Problem:
    """Read one variable; the problem where its values are no numbers or have no order. Raises Cancelled."""
    variable, column = data.variable(name), data.index(name)
    texts, _ = data.relation.frequencies(column, context)
    absent = np.isin(np.arange(len(texts)), [i for i, text in enumerate(texts) if text in variable.missing])
    numbers: Vector | Problem
    categories = len(texts) - int(absent.sum())
    if variable.level == "nominal":
        numbers = np.arange(len(texts), dtype=np.float64)
    elif variable.level == "continuous":
        numbers = _numbers(texts, absent, data.decimal, variable, context)
    else:
        numbers = _ranks(texts, absent, data.decimal, variable, context)
        categories = len(variable.order) if variable.order is not None else categories
    if isinstance(numbers, Problem):
        return numbers
    codes = data.relation.codes(column, context)
    return BlockColumn(name, variable.level, codes, texts, numbers, absent, categories)


def scaled(column: BlockColumn, records: Integers, standardise: bool) -> Scaled:
    """A variable ready for distances, for the numbers of the records (chosen,) used.

    Numbers get mean 0 and variance 1 (divisor n) over them; a constant variable becomes 0.
    """
    values, missing = column.values[records], column.missing[records]
    there = values[~missing]
    if column.level == "ordinal":
        values = values / max(column.categories, 1)
    elif column.level == "continuous" and standardise and there.size:
        if there.min() == there.max():
            values = np.zeros(len(values))
        else:
            mean = there.mean()
            values = (values - mean) / np.sqrt(np.mean((there - mean) ** 2))
    return Scaled(_MEASURES[column.level], values, missing if missing.any() else None)


def _numbers(
    texts: Sequence[str],
    absent: npt.NDArray[np.bool_],
    decimal: DecimalMark,
    variable: Variable,
    context: JobContext,
) -> Vector | Problem:
    """The numbers that texts say, 0 where missing."""
    is_number = re.compile(number_pattern(decimal))
    numbers = np.zeros(len(texts))
    wrong = large = 0
    for place, text in _listed(texts, absent, context):
        if not is_number.fullmatch(text):
            wrong += 1
            continue
        number = float(text.replace(decimal, "."))
        numbers[place] = number
        large += not abs(number) <= _MOST
    where = Place(variable=variable.name)
    if wrong:
        return error("microaggregate.not_numbers", where, name=variable.name, number=wrong)
    if large:
        return error("microaggregate.too_large", where, name=variable.name, number=large)
    return numbers


def _ranks(
    texts: Sequence[str],
    absent: npt.NDArray[np.bool_],
    decimal: DecimalMark,
    variable: Variable,
    context: JobContext,
) -> Vector | Problem:
    """Ranks (categories,) from 0: in the order declared, else by size, else as ISO dates; else a problem."""
    where = Place(key=f"data.variables.{variable.name}.order", variable=variable.name)
    ranks = np.zeros(len(texts))
    if variable.order is not None:
        places = {text: place for place, text in enumerate(variable.order)}
        lacking = 0
        for place, text in _listed(texts, absent, context):
            lacking += text not in places
            ranks[place] = places.get(text, 0)
        if lacking:
            return error("microaggregate.order_lacks", where, name=variable.name, number=lacking)
        return ranks
    numbers = _numbers(texts, absent, decimal, variable, context)
    if not isinstance(numbers, Problem):
        there = ~absent
        ranks[there] = np.unique(numbers[there], return_inverse=True)[1]
        return ranks
    is_date = re.compile(ISO_DATE)
    if all(is_date.fullmatch(text) for _, text in _listed(texts, absent, context)):
        ranks[~absent] = np.arange(int((~absent).sum()))  # texts come in order
        return ranks
    return error("microaggregate.no_order", where, name=variable.name)


def _listed(
    texts: Sequence[str], absent: npt.NDArray[np.bool_], context: JobContext
) -> Iterator[tuple[int, str]]:
    """Place and text of those that are not missing."""
    for start in range(0, len(texts), _BATCH):
        context.checkpoint()
        for place in np.flatnonzero(~absent[start : start + _BATCH]).tolist():
            yield start + place, texts[start + place]
