"""The risk of single records and of households in a sample with weights (Benedetti & Franconi 1998)."""

import numpy as np

from sdc_desktop.engine.microdata.classes.key_classes import Integers, Vector, float_sums

_NEAR = 0.1  # q below which the series is used for f = 2
_TERMS = 20


# The risk of single records and of households in a sample with weights (Benedetti & Franconi 1998).
# With f records of the sample and F of the population (the sum of weights) sharing a key, p = f/F, q = 1 -
# p: the mean of 1/F given f. By numerical care: the logarithm as log1p, and a series where p is near 1.
def individual_risk(frequencies: Vector, populations: Vector) -> Vector:
    """The re-identification risk for records of each key, (keys,), from f and F.

    f = 1: (p/q) ln(1/p); f = 2: p/q - (p/q)^2 ln(1/p); f > 2: p/(f - 1 + p); F <= f: 1/f. A fraction of
    missing values can put f between 1 and 2: there the integral itself, (p/f) 2F1(1, 1; f + 1; q). The first
    two are cases of it.
    """
    f = np.asarray(frequencies, dtype=np.float64)
    covered = populations <= f
    p = np.where(covered, 1.0, f / np.where(covered, 1.0, populations))
    q = np.where(covered, 0.5, 1 - p)  # any number there: 1/f is taken
    logarithm = -np.log1p(-q)
    risk = p / (f - 1 + p)
    risk = np.where(f == 1, (p / q) * logarithm, risk)
    risk = np.where(f == 2, _of_two(p, q, logarithm), risk)
    between = ~covered & (f < 2) & (f != 1)
    if between.any():
        from scipy.special import hyp2f1  # takes its time to import

        risk[between] = p[between] / f[between] * hyp2f1(1, 1, f[between] + 1, q[between])
    return np.minimum(np.where(covered, 1 / f, risk), 1.0)


def _of_two(p: Vector, q: Vector, logarithm: Vector) -> Vector:
    """p/q - (p/q)^2 ln(1/p) = p sum over k >= 1 of q^(k - 1) / (k (k + 1))."""
    series = np.zeros_like(q)
    for k in range(_TERMS, 0, -1):
        series = series * q + 1 / (k * (k + 1))
    closed = p / q - (p / q) ** 2 * logarithm
    found: Vector = np.where(q < _NEAR, p * series, closed)
    return found


def household_risk(risks: Vector, records: Integers, households: Integers, count: int) -> Vector:
    """1 - prod (1 - r) over the members of each household, (count,).

    ``risks``, ``records`` and ``households`` (rows,): the risk of some records, their number, and their
    household.
    """
    with np.errstate(divide="ignore"):  # a member found for sure finds the household for sure
        logs = records * np.log1p(-risks)
    found: Vector = -np.expm1(float_sums(households, logs, count))
    return found
