"""What a file with noise tells: that the value is not farther away than noise can carry it.

To each place in an attribute's ordered domain Binomial(M, 1/2) - M/2 is added, with M the even number nearest
to k percent of |D| - 1, halves up (Alfalayleh & Brankovic 2014, appendix, noise addition). What is released
may lie outside the domain.
"""

from math import comb, floor
from typing import Literal

import numpy as np

from sdc_desktop.engine.microdata.distances import Integers
from sdc_desktop.engine.scenarios.told import Told, told_by_intervals

Likelihood = Literal["uniform", "binomial"]


def most_noise(percent: float, domain: int) -> int:
    """M for a domain of so many values; noise lies between -M/2 and M/2."""
    return 2 * floor((percent * (domain - 1) + 100) / 200)


def noisy(places: Integers, most: int, chance: np.random.Generator) -> Integers:
    """The released places (records,): below 0 and above the domain where noise carries them there."""
    return places + chance.binomial(most, 0.5, len(places)) - most // 2


def told_by_noise(released: Integers, most: int, domain: int, likelihood: Likelihood) -> Told:
    """The value lies within M/2 of the place released and in the domain: there every place is as likely, or
    (second reading) as likely as the binomial makes the step from it.
    """
    half = most // 2
    if likelihood == "uniform":
        return told_by_intervals(
            np.maximum(released - half, 0), np.minimum(released + half, domain - 1), domain
        )
    chances = np.array([comb(most, step) / 2**most for step in range(most + 1)])
    seen, kinds = np.unique(released, return_inverse=True)
    steps = seen[:, None] - np.arange(domain)[None, :] + half
    table = np.where((steps >= 0) & (steps <= most), chances[np.clip(steps, 0, most)], 0.0)
    return Told(kinds, table / table.sum(axis=1, keepdims=True))


def matches(known: Integers, released: Integers, most: int) -> np.ndarray:
    """Second reading of who matches: which released places (records,) may stem from each known place
    (values,); (values, records) bool.
    """
    return np.asarray(np.abs(released[None, :] - known[:, None]) <= most // 2)
