"""The possible values of a confidential variable and their probabilities: sorted, joined, summing to 1."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.problems import NOWHERE, Place, Problem, error, refuse_errors

Vector = npt.NDArray[np.float64]

SAME = 1e-12  # of the range: differences no greater are none
_SUM_TO_ONE = 1e-9


@dataclass(frozen=True)
class Distribution:
    """``values`` (n,) float64 ascending and different, ``probabilities`` (n,) positive with sum 1."""

    values: Vector
    probabilities: Vector

    @property
    def range(self) -> float:
        """From the least value to the greatest, in the attribute's unit."""
        return float(self.values[-1] - self.values[0])

    @property
    def tolerance(self) -> float:
        """Differences that lie no farther apart are the same."""
        return SAME * self.range


def distribution(
    values: npt.ArrayLike,
    probabilities: npt.ArrayLike,
    *,
    normalise: bool = False,
    where: Place = NOWHERE,
) -> Distribution:
    """Sort values, join repeats (within 1e-12 of the range), drop values of probability 0.

    With `normalise` the probabilities are weights of any positive sum, else they sum to 1 within 1e-9.
    Raises :class:`Refused` for empty, unequal, non-finite or negative input and a wrong sum.
    """
    given = np.asarray(values, dtype=np.float64).ravel()
    weights = np.asarray(probabilities, dtype=np.float64).ravel()
    refuse_errors(_problems(given, weights, normalise, where))
    kept = weights > 0
    given, weights = given[kept], weights[kept]
    order = np.argsort(given, kind="stable")
    given, weights = given[order], weights[order] / weights.sum()
    new = np.diff(given, prepend=-np.inf) > SAME * float(given[-1] - given[0])
    starts = np.flatnonzero(new)
    return Distribution(given[starts], np.add.reduceat(weights, starts))


def _problems(values: Vector, weights: Vector, normalise: bool, where: Place) -> Iterator[Problem]:
    if len(values) != len(weights):
        yield error("cae.lengths", where, values=len(values), probabilities=len(weights))
        return
    if not (np.isfinite(values).all() and np.isfinite(weights).all()):
        yield error("cae.not_finite", where)
        return
    negative = int(np.count_nonzero(weights < 0))
    if negative:
        yield error("cae.negative", where, number=negative)
        return
    with np.errstate(over="ignore"):
        total = float(weights.sum())
        widest = float(np.ptp(values)) if len(values) else 0.0
    if not total > 0:
        yield error("cae.nothing", where)
    elif not np.isfinite(total) or not np.isfinite(widest):
        yield error("cae.not_finite", where)
    elif not normalise and abs(total - 1) > _SUM_TO_ONE:
        yield error("cae.sum", where, total=total)


def entropy(frequencies: npt.ArrayLike, base: float = 10.0) -> float:
    """H = log m - (1/m) sum n log n of the frequencies n (any shape, zeros allowed), m = sum n > 0.

    Logarithm to `base`: 10 in all of ANOPI, 2 for bits. 0 for a single value, exactly.
    """
    counts = np.asarray(frequencies, dtype=np.float64)
    counts = counts[counts > 0]
    if counts.size <= 1:
        return 0.0
    total = counts.sum()
    shares = counts / total
    return float(-np.sum(shares * np.log(shares)) / np.log(base))


def entropy_of_multiplicities(multiplicities: npt.ArrayLike, base: float = 10.0) -> float:
    """The entropy of frequencies given as rows (frequency, number of values that have it), shape (k, 2).

    Logarithm to `base`; 0 for a single value.
    """
    rows = np.asarray(multiplicities, dtype=np.float64).reshape(-1, 2)
    if rows.size == 0 or rows[:, 1].sum() <= 1:
        return 0.0
    total = float(np.sum(rows[:, 0] * rows[:, 1]))
    shares = rows[:, 0] / total
    return float(-np.sum(rows[:, 1] * shares * np.log(shares)) / np.log(base))
