"""The cell key method (Giessing 2016, Marley & Leaver 2011): noise that the same cell gets in every table.

Each record has a key in [0, 1); a cell's key is the fractional part of their sum. It is looked up in the
distribution of the noise for the cell's count: of all that are unbiased, of the variance given, on whole
numbers up to the maximum either way and never below zero, that of maximum entropy (Giessing 2016).
"""

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.tables.relations import Integers

Vector = npt.NDArray[np.float64]
KEY_PARTS = 2**32  # keys are whole numbers of these parts of 1


def transition(count: int, variance: float, maximum: int) -> tuple[Integers, Vector]:
    """The noise of a cell of this count: its values, ascending, and their probabilities.

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


def perturbed(counts: Integers, keys: Integers, variance: float, maximum: int) -> Integers:
    """The counts with their noise. ``keys`` (cells,) in KEY_PARTS; from count `maximum` on noise is alike."""
    found = counts.copy()
    for count in np.unique(np.minimum(counts, maximum)).tolist():
        noise, probabilities = transition(count, variance, maximum)
        here = np.minimum(counts, maximum) == count
        ends = np.cumsum(probabilities)
        place = np.searchsorted(ends, keys[here] / KEY_PARTS, side="right")
        found[here] += noise[np.minimum(place, len(noise) - 1)]
    return found
