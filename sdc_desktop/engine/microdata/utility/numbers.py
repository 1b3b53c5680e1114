"""Numbers of paired records compared: IL1s and the eigenvalues of their correlations."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True)
class NumbersCompared:
    """``il1s``: the sum of |x - x'| / (sqrt(2) s) over all values, as sdcMicro has it, and ``il1s_mean`` per
    value; ``eigenvalues``: sum |e - e'| / e of the correlation matrices, None with fewer than two variables
    that vary in both files.
    """

    variables: tuple[str, ...]
    values: int
    il1s: float
    il1s_mean: float
    eigenvalues: float | None


def numbers_compared(names: tuple[str, ...], original: Matrix, released: Matrix) -> NumbersCompared:
    """Two files (records, variables) of paired records without missing values."""
    spread = original.std(axis=0, ddof=1) if len(original) > 1 else np.zeros(original.shape[1])
    varies = spread > 0
    changes = np.abs(original - released)[:, varies] / (np.sqrt(2) * spread[varies])
    total, values = float(changes.sum()), int(changes.size)
    both = varies & (released.std(axis=0) > 0)
    eigen = _eigenvalues(original[:, both], released[:, both]) if both.sum() > 1 else None
    return NumbersCompared(names, values, total, total / values if values else 0.0, eigen)


def _eigenvalues(original: Matrix, released: Matrix) -> float | None:
    before, after = (
        np.sort(np.linalg.eigvalsh(np.corrcoef(one, rowvar=False)))[::-1] for one in (original, released)
    )
    if before.min() <= 1e-12:  # a variable follows from others: no proportion to compare with
        return None
    return float((np.abs(before - after) / before).sum())
