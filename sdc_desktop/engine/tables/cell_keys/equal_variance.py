"""The noise of counts as older plans have it: of the variance given, not at most of it.

Giessing 2016: of all distributions on whole numbers that are unbiased, of the variance given, at most the
maximum either way and never below zero, that of greatest entropy.
"""

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.tables.relations import Integers

Vector = npt.NDArray[np.float64]


def transition(count: int, variance: float, maximum: int) -> tuple[Integers, Vector]:
    """The noise of a cell of this count: its values, ascending, and their probabilities, both (results,).

    A zero stays. Near zero, where noise downwards is cut, the variance is the nearest that an unbiased
    distribution can have. Raises :class:`Refused` where the variance is too large for the maximum.
    """
    if count == 0:
        return np.zeros(1, dtype=np.int64), np.ones(1)
    least = max(-maximum, -count)
    noise = np.arange(least, maximum + 1, dtype=np.int64)
    greatest = float(-least * maximum)  # of an unbiased distribution: on the two ends alone
    if least == -maximum and variance >= greatest:
        where = Place(key="params.protect.variance")
        raise Refused(error("cell_key.variance_too_large", where, variance=variance, most=greatest))
    return noise, _maximum_entropy(noise.astype(np.float64), min(variance, 0.95 * greatest))


def _maximum_entropy(noise: Vector, variance: float) -> Vector:
    """exp(s j - t j^2), normed: the distribution of mean 0 and this variance with the greatest entropy."""
    from scipy.optimize import brentq  # a slow import, for this method alone

    def distribution(slope: float, width: float) -> Vector:
        exponents = slope * noise - width * noise**2
        weights = np.exp(exponents - exponents.max())
        return np.asarray(weights / weights.sum())

    def centred(width: float) -> Vector:
        def mean(slope: float) -> float:
            return float(distribution(slope, width) @ noise)

        span = 2.0
        while mean(-span) > 0 or mean(span) < 0:
            span *= 2
        return distribution(brentq(mean, -span, span, xtol=1e-14), width)

    def excess(width: float) -> float:
        return float(centred(width) @ noise**2) - variance

    low, high = -1.0, 1.0
    while excess(high) > 0:
        high *= 2
    while excess(low) < 0:
        low *= 2
    return centred(brentq(excess, low, high, xtol=1e-14))
