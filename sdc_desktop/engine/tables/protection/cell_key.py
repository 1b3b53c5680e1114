"""The cell key method (Giessing 2016, Marley & Leaver 2011): noise that the same cell gets in every table.

Each record has a key in [0, 1); a cell's key is the fractional part of their sum. It is looked up in the
distribution of the noise for the cell's count: of all that are unbiased, of the variance given, on whole
numbers up to the maximum either way and never below zero, that of maximum entropy (Giessing 2016).

Magnitudes get the largest contribution times a share of it (Giessing & Tent 2019, with one contribution): the
share has, over keys, the density of maximum entropy among those of mean 0, the variance and the maximum.
"""

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.secret_stream import KEY_PARTS
from sdc_desktop.engine.tables.relations import Integers

Vector = npt.NDArray[np.float64]
_FINE = 20_001  # points that stand for a density; odd, so that 0 is one of them


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


def perturbed(
    counts: Integers, keys: Integers, variance: float, maximum: int, parts: int = KEY_PARTS
) -> Integers:
    """The counts with their noise. ``keys`` (cells,) in `parts` of 1. From count `maximum` on the noise has
    the same distribution.
    """
    found = counts.copy()
    for count in np.unique(np.minimum(counts, maximum)).tolist():
        noise, probabilities = transition(count, variance, maximum)
        here = np.minimum(counts, maximum) == count
        ends = np.cumsum(probabilities)
        place = np.searchsorted(ends, keys[here] / parts, side="right")
        found[here] += noise[np.minimum(place, len(noise) - 1)]
    return found


def perturbed_amounts(
    amounts: Integers,
    largest: Integers,
    keys: Integers,
    variance: float,
    maximum: int,
    step: float,
    parts: int = KEY_PARTS,
) -> Integers:
    """Magnitudes with their noise. ``largest`` (cells,): the largest contribution, absolute, to each cell,
    in the same units; the noise is so many `step` percent of it, of this variance, at most `maximum`.

    Cells without contributions keep their value. Raises :class:`Refused` where the variance is too large for
    the maximum.
    """
    noise, ends = density(variance, maximum)
    place = np.searchsorted(ends, keys / parts, side="right")
    share = noise[np.minimum(place, len(noise) - 1)] * (step / 100)
    return np.asarray(amounts + np.rint(share * largest), dtype=np.int64)


def largest_noise(largest: Integers, maximum: int, step: float) -> Integers:
    """The most that `perturbed_amounts` changes each cell, in units."""
    return np.asarray(np.rint(largest * (maximum * step / 100)), dtype=np.int64)


def density(variance: float, maximum: int) -> tuple[Vector, Vector]:
    """The density exp(-t x^2) on [-maximum, maximum] of this variance: points, ascending, and the
    distribution's value at each. Raises :class:`Refused` where the variance is too large for the maximum.
    """
    greatest = float(maximum) ** 2
    if variance >= 0.95 * greatest:
        where = Place(key="params.protect.variance")
        raise Refused(error("cell_key.variance_too_large", where, variance=variance, most=0.95 * greatest))
    points = np.linspace(-maximum, maximum, _FINE)

    def weights(width: float) -> Vector:
        exponents = -width * points**2
        found = np.exp(exponents - exponents.max())
        return np.asarray(found / found.sum())

    def excess(width: float) -> float:
        return float(weights(width) @ points**2) - variance

    low, high = -1.0, 1.0
    while excess(high) > 0:
        high *= 2
    while excess(low) < 0:
        low *= 2
    from scipy.optimize import brentq

    return points, np.cumsum(weights(brentq(excess, low, high, xtol=1e-14)))
