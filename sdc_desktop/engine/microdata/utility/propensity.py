"""The propensity score: whether a logistic regression separates released records from original ones.

Snoke and others 2018 (General and specific utility measures for synthetic data): pMSE is the mean square of
the fitted probability of being released minus the share c of released records. Where the released records
are drawn afresh from the distribution of the original file, pMSE has the mean (k - 1)(1 - c)^2 c / N and the
standard deviation sqrt(2 (k - 1)) (1 - c)^2 c / N for k coefficients and N records in both files. Two
independent samples of one population give more: 1 / (1 - c) times this mean, which is twice for equal sizes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext

Vector = npt.NDArray[np.float64]
Matrix = npt.NDArray[np.float64]
STEP = "fitting"
_RANK = 1e-9
_CLOSE = 1e-12
_MOST_STEPS = 60
_FAR = 35.0  # of the linear predictor: probabilities beyond are 0 or 1
_BLOCK = 8_000  # records between two looks whether to stop
_ALONE = 200_000  # multiplications of a product that BLAS does not spread over threads: these would take more
# processor time than they save, and the last digits would depend on their number
_LEAST_ROWS = 32  # of such a product: with more columns threads are worth their time


@dataclass(frozen=True)
class Propensity:
    """``pmse``; ``expected`` and ``deviation``: its mean and standard deviation where released records are
    drawn from the original's distribution; ``coefficients``: the rank k with the intercept. ``separated``:
    some records are distinguished with certainty, so that the fit has no end.
    """

    pmse: float
    expected: float
    deviation: float
    coefficients: int
    records: int
    share: float
    separated: bool = False

    @property
    def ratio(self) -> float | None:
        """pMSE over its expectation; None where nothing was fitted but the intercept."""
        return self.pmse / self.expected if self.expected else None

    @property
    def z(self) -> float | None:
        """How many standard deviations pMSE is above its expectation."""
        return (self.pmse - self.expected) / self.deviation if self.deviation else None

    @property
    def independent_ratio(self) -> float:
        """The ratio that two independent samples of one population have on average."""
        return 1 / (1 - self.share)


def crossed(blocks: Sequence[Matrix], order: Literal["main", "two_way"]) -> Matrix:
    """The columns of a model: of each variable its own block, and with `two_way` the products of the columns
    of any two variables, (records, columns).
    """
    found = list(blocks)
    if order == "two_way":
        for place, block in enumerate(blocks):
            for other in blocks[place + 1 :]:
                product = block[:, :, None] * other[:, None, :]
                found.append(product.reshape(len(block), -1))
    return np.concatenate(found, axis=1)


def propensity(columns: Matrix, original: int, context: JobContext) -> Propensity:
    """Fit released = 1 to columns (records, columns) of both files, the `original` records first. An
    intercept is added.

    Raises Cancelled.
    """
    records = len(columns)
    share = 1 - original / records
    released = np.arange(records) >= original
    design = _independent(np.concatenate([np.ones((records, 1)), columns], axis=1), context)
    fitted, is_separated = _fitted(design, released.astype(np.float64), context)
    k = design.shape[1]
    unit = (1 - share) ** 2 * share / records
    return Propensity(
        float(((fitted - share) ** 2).sum() / records),
        (k - 1) * unit,
        float(np.sqrt(2 * (k - 1))) * unit,
        k,
        records,
        share,
        is_separated,
    )


def _independent(design: Matrix, context: JobContext) -> Matrix:
    """The first columns that have the rank of all, by QR with pivots: of each variable in its own order."""
    from scipy.linalg import qr

    context.progress(0.1, STEP)
    scale = np.sqrt((design**2).sum(axis=0))
    kept = scale > 0
    parts = []
    for start in range(0, len(design), _BLOCK):  # the triangle of all is that of the triangles of blocks
        context.checkpoint()
        parts.append(_triangle(design[start : start + _BLOCK, kept] / scale[kept]))
    triangle = _triangle(np.concatenate(parts))
    _, reduced, order = qr(triangle, mode="economic", pivoting=True)
    diagonal = np.abs(np.diag(reduced))
    rank = int((diagonal > _RANK * diagonal[0]).sum())
    chosen = np.flatnonzero(kept)[np.sort(order[:rank])]
    return design if len(chosen) == design.shape[1] else np.asarray(design[:, chosen])


def _triangle(rows: Matrix) -> Matrix:
    """The triangle of the QR decomposition of rows (rows, columns), of few columns by small blocks."""
    columns = rows.shape[1]
    size = max(2 * columns, 128) if _stack(columns) < _BLOCK else len(rows)
    while len(rows) > size:
        whole = len(rows) // size * size
        parts = np.asarray(np.linalg.qr(rows[:whole].reshape(-1, size, columns), mode="r"))
        rows = np.concatenate([parts.reshape(-1, columns), rows[whole:]])
    return np.asarray(np.linalg.qr(rows, mode="r"))


def _stack(columns: int) -> int:
    """How many rows are multiplied at once."""
    rows = _ALONE // columns**2
    return min(rows, _BLOCK) if rows >= _LEAST_ROWS else _BLOCK


def _stacks(rows: Matrix) -> Iterator[slice]:
    size = _stack(rows.shape[1])
    return (slice(start, start + size) for start in range(0, len(rows), size))


def _fitted(design: Matrix, target: Vector, context: JobContext) -> tuple[Vector, bool]:
    """The fitted probabilities, (records,), and whether they run to 0 or 1. Raises Cancelled."""
    scale = np.sqrt((design**2).mean(axis=0))
    scaled = design / scale
    beta = np.zeros(design.shape[1])
    before = np.inf
    for step in range(_MOST_STEPS):
        context.progress(0.2 + 0.8 * step / _MOST_STEPS, STEP)
        linear = [scaled[part] @ beta for part in _stacks(scaled)]
        eta = np.clip(np.concatenate(linear), -_FAR, _FAR)
        fitted = 1 / (1 + np.exp(-eta))
        deviance = -2 * float((target * eta - np.logaddexp(0, eta)).sum())
        if abs(before - deviance) <= _CLOSE * (abs(deviance) + 1e-3):
            return fitted, bool((np.abs(eta) >= _FAR - 1).any())
        before = deviance
        hessian, slope = _sums(scaled, fitted, target, context)
        change = np.linalg.lstsq(hessian, slope, rcond=1e-14)[0]
        beta = beta + change
    return fitted, True


def _sums(scaled: Matrix, fitted: Vector, target: Vector, context: JobContext) -> tuple[Matrix, Vector]:
    """The second derivatives and the gradient of the logarithm of the likelihood."""
    hessian = np.zeros((scaled.shape[1], scaled.shape[1]))
    slope = np.zeros(scaled.shape[1])
    for part in _stacks(scaled):
        context.checkpoint()
        block, p = scaled[part], fitted[part]
        hessian += (block * (p * (1 - p))[:, None]).T @ block
        slope += block.T @ (target[part] - p)
    return hessian, slope
