"""The noise of the cell key method on amounts: shares of the largest contributions (Giessing & Tent 2019).

The share has, over keys, the density of maximum entropy among those of mean 0, the variance and the maximum.
With several contributions each has a key of its own: the cell key turned by a byte each time; of the fifth
and the sixth, for which that would begin again, the cell key multiplied by a number and then turned.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.secret_stream import KEY_PARTS
from sdc_desktop.engine.tables.relations import Integers

Vector = npt.NDArray[np.float64]
_FINE = 20_001  # points that stand for a density; odd, so that 0 is one of them
_TURNS = (0, 8, 16, 24, 0, 16)  # bits, by contribution
_MIXED, _FACTOR = 4, 2_654_435_761  # from this contribution on the key is multiplied (Knuth, volume 3, 6.4)
_BITS = 32


@dataclass(frozen=True)
class Flexible:
    """The step as a share of a contribution x: ``p_small`` below ``turn`` (in units of the table), above it
    falling towards ``p_large``.
    """

    p_small: float
    p_large: float
    turn: float
    power: float

    def of(self, contributions: Vector) -> Vector:
        """The step of each contribution x: p_small below the turning point f, from f on
        p_large (1 + (p_small x - p_large f) / (p_large f) (2 f / (f + x))^power), which begins at p_small.
        """
        f = self.turn
        above = np.maximum(contributions, f)
        beyond = (self.p_small * above - self.p_large * f) / (self.p_large * f)
        found = self.p_large * (1 + beyond * (2 * f / (f + above)) ** self.power)
        return np.where(contributions < f, self.p_small, found)


@dataclass(frozen=True)
class AmountNoise:
    """The noise of amounts: of this ``variance``, at most ``maximum`` either way, in steps of a share of the
    largest contributions, which count with their ``weights`` (1 first).
    """

    variance: float
    maximum: int
    step: float | Flexible  # percent, or by contribution
    weights: Sequence[float] = (1.0,)

    def shares(self, contributions: Integers) -> Vector | float:
        """The step of each contribution as a share of it."""
        if isinstance(self.step, Flexible):
            return self.step.of(contributions.astype(np.float64))
        return self.step / 100

    def most(self, largest: Integers) -> Integers:
        """The most that the noise changes each cell, in units; ``largest`` (cells, places): absolute
        contributions from the largest down.
        """
        whole = np.zeros(len(largest))
        for place, weight in enumerate(self.weights):
            x = largest[:, place]
            times = (
                self.maximum * self.step / 100
                if not isinstance(self.step, Flexible)
                else self.maximum * self.shares(x)
            )
            whole += x * times * weight
        return np.asarray(np.rint(whole), dtype=np.int64)


def perturbed_amounts(
    amounts: Integers, largest: Integers, keys: Integers, noise: AmountNoise, parts: int = KEY_PARTS
) -> tuple[Integers, int]:
    """Amounts with their noise, and how many were cut at 0: noise changes no sign. ``largest`` (cells,
    places): absolute contributions, in the same units. Cells without contributions keep their value.

    Raises :class:`Refused` where the variance is too large for the maximum.
    """
    points, ends = density(noise.variance, noise.maximum)
    added = np.zeros(len(amounts))
    for place, weight in enumerate(noise.weights):
        turned, of = (keys, parts) if place == 0 else (_turned(keys, parts, place), KEY_PARTS)
        at = np.searchsorted(ends, turned / of, side="right")
        x = largest[:, place]
        added += points[np.minimum(at, len(points) - 1)] * noise.shares(x) * x * weight
    found = np.asarray(amounts + np.rint(added), dtype=np.int64)
    cut = np.sign(found) * np.sign(amounts) < 0
    found[cut] = 0
    return found, int(cut.sum())


def _turned(keys: Integers, parts: int, place: int) -> Integers:
    """The keys of a contribution in parts of 2^32, their bits turned to the left."""
    own = keys if parts == KEY_PARTS else np.floor(keys / parts * KEY_PARTS).astype(np.int64)
    if place >= _MIXED:
        own = (own.astype(np.uint64) * np.uint64(_FACTOR) & np.uint64(KEY_PARTS - 1)).astype(np.int64)
    bits = _TURNS[place]
    return np.asarray(((own << bits) | (own >> (_BITS - bits))) & (KEY_PARTS - 1))


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
