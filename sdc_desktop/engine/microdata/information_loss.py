"""Information loss of a released file of numbers (Domingo-Ferrer & Torra 2001, Mateo-Sanz et al. 2005).

IL1 mean |x - x'| / (sqrt(2) s) over all values, s the standard deviation (divisor n - 1) of the original
variable; IL2, IL3, IL4 mean |t - t'| / |t| over means, covariances (i <= j) and variances; IL5 mean |r - r'|
over correlations (i < j). Each is at most 1. Terms with t = 0 or s = 0 are left out and counted.
"""

from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.microdata.key_classes import Vector


@dataclass(frozen=True)
class InformationLoss:
    """``il``: IL1 to IL5, each 0 to 1; ``total`` = 20 times their sum, in percent; ``left_out``: terms."""

    il: tuple[float, float, float, float, float]
    total: float
    left_out: int


def information_loss(original: Vector, released: Vector) -> InformationLoss:
    """Of two files (records, variables), records in the same order; at least two of them."""
    deviations = original.std(axis=0, ddof=1)
    varies = deviations > 0
    changed = np.abs(original - released)[:, varies] / (np.sqrt(2) * deviations[varies])
    il1 = float(changed.mean()) if changed.size else 0.0
    before, after = _covariances(original), _covariances(released)
    upper = np.triu_indices(original.shape[1])
    il2, left2 = _relative(original.mean(axis=0), released.mean(axis=0))
    il3, left3 = _relative(before[upper], after[upper])
    il4, left4 = _relative(np.diag(before), np.diag(after))
    il5 = _correlations(before, after)
    parts = tuple(min(part, 1.0) for part in (il1, il2, il3, il4, il5))
    left_out = int((~varies).sum()) + left2 + left3 + left4
    return InformationLoss((parts[0], parts[1], parts[2], parts[3], parts[4]), 20 * sum(parts), left_out)


def _covariances(values: Vector) -> Vector:
    """Divisor n - 1. By sums, not by BLAS, whose order of adding depends on its threads."""
    centred = values - values.mean(axis=0)
    variables = values.shape[1]
    found = np.empty((variables, variables))
    for i in range(variables):
        for j in range(i, variables):
            found[i, j] = found[j, i] = (centred[:, i] * centred[:, j]).sum() / (len(values) - 1)
    return found


def _relative(before: Vector, after: Vector) -> tuple[float, int]:
    """The mean relative change, and how many terms are 0 and left out."""
    there = before != 0
    if not there.any():
        return 0.0, len(before)
    changes = np.abs(before[there] - after[there]) / np.abs(before[there])
    return float(changes.mean()), int((~there).sum())


def _correlations(before: Vector, after: Vector) -> float:
    """The mean change of correlations; one with a constant variable counts as 0."""
    changes = []
    for i in range(len(before)):
        for j in range(i):
            changes.append(abs(_correlation(before, i, j) - _correlation(after, i, j)))
    return float(np.mean(changes)) if changes else 0.0


def _correlation(covariances: Vector, i: int, j: int) -> float:
    scale = covariances[i, i] * covariances[j, j]
    return float(covariances[i, j] / np.sqrt(scale)) if scale > 0 else 0.0
