"""Dixon's r10 for one outlier at the upper end: the coefficient and its critical values.

Dixon 1950, 1951; the table as printed in Bezzi et al. 2012, figure 10.
"""

import math
from collections.abc import Sequence

import numpy as np

from sdc_desktop.engine.release.rules import EQUAL, Vector

FEWEST = 3  # distances; with fewer nothing stands out
SAMPLES = 200_000
_TABLE = {
    0.20: (0.781, 0.560, 0.451, 0.386, 0.344, 0.314, 0.290, 0.273),
    0.10: (0.886, 0.679, 0.557, 0.482, 0.434, 0.399, 0.370, 0.349),
    0.05: (0.941, 0.765, 0.642, 0.560, 0.507, 0.468, 0.437, 0.412),
    0.01: (0.988, 0.889, 0.780, 0.698, 0.637, 0.590, 0.555, 0.527),
}


def distinct(distances: Sequence[float]) -> list[float]:
    """The distances in ascending order; those that differ by no more than EQUAL from the one before go."""
    kept: list[float] = []
    before = -math.inf
    for distance in sorted(distances):
        if distance - before > EQUAL:
            kept.append(distance)
        before = distance
    return kept


def coefficient(ordered: Sequence[float]) -> float:
    """r10 of distinct distances in ascending order: the gap below the largest by the range. NaN below 3."""
    if len(ordered) < FEWEST:
        return math.nan
    return (ordered[-1] - ordered[-2]) / (ordered[-1] - ordered[0])


def tabled(number: int, alpha: float) -> float | None:
    """The printed critical value for this many distances; None where the table has none."""
    for level, row in _TABLE.items():
        if abs(level - alpha) < EQUAL and FEWEST <= number < FEWEST + len(row):
            return row[number - FEWEST]
    return None


class SampledQuantiles:
    """Critical values beyond the table: the (1 - alpha) quantile of r10 over seeded normal samples.

    Sample i of n + 1 numbers is sample i of n numbers and one more, so that each n costs one pass. The value
    for n depends on seed, samples and alpha alone.
    """

    def __init__(self, alpha: float, seed: int, samples: int = SAMPLES, known: Sequence[float] = ()) -> None:
        self._alpha = alpha
        self._random = np.random.default_rng([seed, 3])
        self._samples = samples
        self.known = list(known)  # for 3, 4, ... numbers
        self._reached = 0
        self._largest = np.full(samples, -np.inf)
        self._second = np.full(samples, -np.inf)
        self._least = np.full(samples, np.inf)

    def value(self, number: int) -> float:
        """The critical value for this many distances, at least 3."""
        if number - FEWEST >= len(self.known):
            while self._reached < number:
                self._draw()
                if self._reached - FEWEST >= len(self.known):
                    self.known.append(self._quantile())
        return self.known[number - FEWEST]

    def _draw(self) -> None:
        new = self._random.standard_normal(self._samples)
        np.maximum(self._second, np.minimum(self._largest, new), out=self._second)
        np.maximum(self._largest, new, out=self._largest)
        np.minimum(self._least, new, out=self._least)
        self._reached += 1

    def _quantile(self) -> float:
        ratios: Vector = (self._largest - self._second) / (self._largest - self._least)
        place = rank(self._alpha, self._samples)
        return float(np.partition(ratios, place)[place])


def rank(alpha: float, draws: int) -> int:
    """The place, from 0 in ascending order, of the smallest draw with at least (1 - alpha) of all <= it."""
    return max(math.ceil((1 - alpha) * draws - 1e-9), 1) - 1
