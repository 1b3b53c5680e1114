"""Counts that add up and are not negative, from noisy ones: this uses no budget, whatever it does.

Least squares weighted by 1 / variance over detailed cells x >= 0 for all measured sums. Optimal are x for
which a partition into free cells and cells at 0 meets the conditions of Karush, Kuhn and Tucker; block
principal pivoting finds it (Portugal, Judice and Vicente 1994; Kim and Park 2011), which ends: where the
number of cells that violate does not fall three times, one cell moves at a time (Murty 1974). The system of
each step has one unknown for each measured sum, not for each cell (Woodbury).
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.tables.relations import Flags, Integers

if TYPE_CHECKING:
    from scipy import sparse

Vector = npt.NDArray[np.float64]
_PATIENCE = 3  # exchanges of whole blocks without fewer violations
_CLOSE = 1e-9  # relative to the largest measured count: a smaller violation is rounding


class NotFoundError(ArithmeticError):
    """The pivots did not end: never seen, as the problem is strictly convex."""


def non_negative(
    measured: Vector,
    variance: float,
    sums: Sequence[tuple[Integers, Vector, float]],
    checkpoint: Callable[[], None],
) -> Vector:
    """The x >= 0 with the least sum of squared differences from what was measured, by variance.

    `measured` (cells,): the detailed cells, each with `variance`; `sums`: of each further marginal for every
    detailed cell the number of its sum, the measured sums, and their variance. Returns (cells,). ValueError
    unless variances are positive; raises what `checkpoint` raises.
    """
    if variance <= 0 or any(own <= 0 for _, _, own in sums):
        raise ValueError(variance)
    matrix, targets, spread = _stacked(len(measured), sums)
    scale = max(1.0, float(np.abs(measured).max(initial=0.0)))
    free = np.ones(len(measured), dtype=np.bool_)
    fewest, patience = len(measured) + 1, _PATIENCE
    for _ in range(_most_steps(len(measured))):
        checkpoint()
        found, slope = _solved(measured, variance, matrix, targets, spread, free)
        wrong = np.where(free, found < -_CLOSE * scale, slope < -_CLOSE * scale / variance)
        number = int(wrong.sum())
        if not number:
            return np.maximum(found, 0.0)
        if number < fewest:
            fewest, patience = number, _PATIENCE
            free ^= wrong
        elif patience:
            patience -= 1
            free ^= wrong
        else:
            last = int(np.flatnonzero(wrong)[-1])
            free[last] = not free[last]
    raise NotFoundError(len(measured))


def _most_steps(cells: int) -> int:
    return 1_000 + 20 * cells


def _stacked(
    cells: int, sums: Sequence[tuple[Integers, Vector, float]]
) -> tuple["sparse.csr_array", Vector, Vector]:
    """Which cells each sum has (sums, cells), the measured sums and their variances."""
    from scipy import sparse

    starts = np.cumsum([0, *(len(own) for _, own, _ in sums)])
    rows = [of_cell + start for (of_cell, _, _), start in zip(sums, starts[:-1], strict=True)]
    columns = [np.arange(cells) for _ in sums]
    entries = np.ones(cells * len(sums))
    lines = np.concatenate(rows) if rows else np.zeros(0, dtype=np.int64)
    places = np.concatenate(columns) if columns else np.zeros(0, dtype=np.int64)
    matrix = sparse.csr_array((entries, (lines, places)), shape=(int(starts[-1]), cells))
    targets = np.concatenate([own for _, own, _ in sums]) if sums else np.zeros(0)
    spread = np.concatenate([np.full(len(own), v) for _, own, v in sums]) if sums else np.zeros(0)
    return matrix, targets, spread


def _solved(
    measured: Vector,
    variance: float,
    matrix: "sparse.csr_array",
    targets: Vector,
    spread: Vector,
    free: Flags,
) -> tuple[Vector, Vector]:
    """The least squares over the free cells, the others 0, and the slope at each of those."""
    from scipy.linalg import cho_factor, cho_solve

    found, slope = np.zeros(len(measured)), np.zeros(len(measured))
    multipliers = np.zeros(len(targets))
    if len(targets):
        own = matrix[:, np.flatnonzero(free)]
        system = variance * (own @ own.T).toarray() + np.diag(spread)
        multipliers = cho_solve(cho_factor(system), own @ measured[free] - targets)
    pull = matrix.T @ multipliers
    found[free] = measured[free] - variance * pull[free]
    slope[~free] = pull[~free] - measured[~free] / variance
    return found, slope
