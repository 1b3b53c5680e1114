"""Entropy of counted values (Shannon 1948)."""

import numpy as np
import numpy.typing as npt


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
    """The same from rows (frequency, number of values that have it), shape (k, 2)."""
    rows = np.asarray(multiplicities, dtype=np.float64).reshape(-1, 2)
    if rows.size == 0 or rows[:, 1].sum() <= 1:
        return 0.0
    total = float(np.sum(rows[:, 0] * rows[:, 1]))
    shares = rows[:, 0] / total
    return float(-np.sum(rows[:, 1] * shares * np.log(shares)) / np.log(base))
