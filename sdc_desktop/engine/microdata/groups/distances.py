"""How far records are from one another, for microaggregation.

Within one variable: the difference of two (standardised) numbers; for an ordinal variable the difference of
their ranks divided by the number of categories; for a nominal one 0 if they are equal and 1 if not. The
squared distance of two records is the sum of the squares over the variables of the block
(Domingo-Ferrer & Torra 2005). A missing value contributes nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Measure = Literal["difference", "rank", "equality"]


@dataclass(frozen=True)
class Scaled:
    """One variable of a block, ready for distances.

    ``values`` (records,) float64: standardised numbers, ranks divided by the number of categories, or numbers
    of categories; whatever stands where ``missing`` (records,) is true is never looked at. ``missing`` is
    None where nothing is missing.
    """

    measure: Measure
    values: Vector
    missing: npt.NDArray[np.bool_] | None = None

    def of(self, records: Integers) -> "Scaled":
        """The same variable for some of the records."""
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
