"""Entropy of small classes: the plug-in estimate, and two that correct its bias (Grassberger 2003, 2008)."""

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.microdata.classes.key_classes import Vector
from sdc_desktop.engine.microdata.criteria.spec import Estimator

ESTIMATORS: tuple[Estimator, ...] = ("shannon", "grassberger", "grassberger_2003")


_TABLED = 100  # from here on the series is exact to double precision (Stammler et al. 2016, appendix A)


# Entropy of small classes: the plug-in estimate, and two that correct its bias (Grassberger 2003/2008).
# All in nats, from counts n_1, ..., n_m with N = sum n_j: shannon ln N - (1/N) sum n_j ln n_j grassberger
# G(N) - (1/N) sum n_j G(n_j), so that a pure class has entropy 0 grassberger_2003 ln N - (1/N) sum n_j
# G(n_j), the form of the paper with G(1) = -gamma - ln 2, G(2) = 2 - gamma - ln 2, G(2n + 1) = G(2n), G(2n +
# 2) = G(2n) + 2/(2n + 1).
def _small() -> Vector:
    """G(0), which is never used, to G(99)."""
    odd = np.arange(1, _TABLED, 2, dtype=np.float64)
    even = np.cumsum(2 / odd) - np.euler_gamma - np.log(2)  # G(2), G(4), ...
    values = np.empty(_TABLED)
    values[0], values[1] = np.nan, -np.euler_gamma - np.log(2)
    values[2::2] = even[: len(values[2::2])]
    values[3::2] = even[: len(values[3::2])]
    return values


_SMALL = _small()


def grassberger_g(counts: npt.ArrayLike) -> Vector:
    """G of whole numbers from 1 on, one for each of an array of any shape; natural logarithms (Grassberger
    2003, 2008).
    """
    numbers = np.asarray(counts, dtype=np.int64)
    half = np.maximum(numbers // 2, 1).astype(np.float64)
    square = 1 / (half * half)
    series = np.log(2 * half) + square * (1 / 24 - square * (7 / 960 - square * (31 / 8064)))
    return np.where(
        numbers < _TABLED,
        _SMALL[np.minimum(numbers, _TABLED - 1)],
        series,
    )


def first_term(totals: npt.ArrayLike, estimator: Estimator) -> Vector:
    """ln N or G(N) of the sizes N of classes (classes,)."""
    numbers = np.asarray(totals, dtype=np.int64)
    return grassberger_g(numbers) if estimator == "grassberger" else np.log(numbers.astype(np.float64))


def weighted_terms(counts: npt.ArrayLike, estimator: Estimator) -> Vector:
    """n ln n or n G(n), one for each of the counts n of values: what is summed over a class."""
    numbers = np.asarray(counts, dtype=np.int64)
    logs = np.log(numbers.astype(np.float64)) if estimator == "shannon" else grassberger_g(numbers)
    return numbers * logs


def estimated_entropy(counts: npt.ArrayLike, estimator: Estimator) -> float:
    """The entropy of one class in nats; counts of 0 are ignored, and one count must be above 0."""
    numbers = np.asarray(counts, dtype=np.int64)
    numbers = numbers[numbers > 0]
    total = int(numbers.sum())
    return float(first_term(total, estimator) - weighted_terms(numbers, estimator).sum() / total)
