"""Models fitted to two files: by how much their confidence intervals overlap (Karr and others 2006)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.float64]
Matrix = npt.NDArray[np.float64]
Kind = Literal["linear", "logistic"]
_CLOSE = 1e-12
_MOST_STEPS = 100
_RANK = 1e-9


@dataclass(frozen=True)
class Fit:
    """Coefficients by name, their standard errors and the half width of their intervals; ``records`` used.
    ``converged``: whether the fit of a logistic model came to an end.
    """

    coefficients: Mapping[str, float]
    errors: Mapping[str, float]
    half_widths: Mapping[str, float]
    records: int
    converged: bool = True


@dataclass(frozen=True)
class Coefficient:
    """A coefficient in both fits; None where a file has none. ``overlap``: of its intervals, negative where
    they are apart, 0 without counterpart; ``distance``: |difference| over the original's standard error.
    """

    name: str
    original: float | None
    released: float | None
    overlap: float
    distance: float | None


@dataclass(frozen=True)
class ModelComparison:
    """The coefficients of a model, and their mean overlap."""

    coefficients: tuple[Coefficient, ...]
    mean_overlap: float
    records: int
    released_records: int
    converged: bool = True


def fitted(
    design: Matrix,
    names: Sequence[str],
    outcome: Vector,
    kind: Kind,
    level: float,
    weights: Vector | None = None,
) -> Fit:
    """A model fitted by least squares (t intervals), or by maximum likelihood for a logistic one (normal
    intervals). ``design`` (records, terms); a term that follows from those before it is omitted.
    """
    from scipy.stats import norm, t

    own = _independent(design)
    x, kept = design[:, own], [names[place] for place in own]
    w = np.ones(len(x)) if weights is None else weights
    if kind == "linear":
        beta, covariance, converged = *_least_squares(x, outcome, w), True
        half = float(t.ppf((1 + level) / 2, max(len(x) - x.shape[1], 1)))
    else:
        beta, covariance, converged = _logistic(x, outcome, w)
        half = float(norm.ppf((1 + level) / 2))
    errors = np.sqrt(np.maximum(np.diag(covariance), 0.0))
    return Fit(
        dict(zip(kept, beta.tolist(), strict=True)),
        dict(zip(kept, errors.tolist(), strict=True)),
        dict(zip(kept, (half * errors).tolist(), strict=True)),
        len(x),
        converged,
    )


def compared(original: Fit, released: Fit) -> ModelComparison:
    """Both fits, coefficient by coefficient, the original's first, then those of the released alone."""
    names = list(dict.fromkeys([*original.coefficients, *released.coefficients]))
    found = tuple(_coefficient(name, original, released) for name in names)
    overlap = sum(one.overlap for one in found) / len(found) if found else 0.0
    both = original.converged and released.converged
    return ModelComparison(found, overlap, original.records, released.records, both)


def _coefficient(name: str, original: Fit, released: Fit) -> Coefficient:
    before, after = original.coefficients.get(name), released.coefficients.get(name)
    if before is None or after is None:
        return Coefficient(name, before, after, 0.0, None)
    o, r = original.half_widths[name], released.half_widths[name]
    shared = min(before + o, after + r) - max(before - o, after - r)
    overlap = 0.5 * (shared / (2 * o) + shared / (2 * r)) if o > 0 and r > 0 else float(before == after)
    error = original.errors[name]
    return Coefficient(name, before, after, overlap, abs(before - after) / error if error > 0 else None)


def _independent(design: Matrix) -> list[int]:
    """The columns that do not follow from those before them."""
    triangle: Matrix = np.asarray(np.linalg.qr(design, mode="r"))
    scale = np.sqrt((design**2).sum(axis=0))
    kept: list[int] = []
    basis: list[Vector] = []
    for place in range(design.shape[1]):
        column = triangle[:, place]
        rest = column.copy()
        for one in (*basis, *basis):  # twice: what the first round leaves by rounding
            rest = rest - (one @ rest) * one
        length = float(np.sqrt(rest @ rest))
        if length > _RANK * scale[place]:
            kept.append(place)
            basis.append(rest / length)
    return kept


def _least_squares(x: Matrix, y: Vector, w: Vector) -> tuple[Vector, Matrix]:
    root = np.sqrt(w)
    q, r = np.linalg.qr(x * root[:, None])
    beta = np.linalg.solve(r, q.T @ (y * root))
    residual = float((w * (y - x @ beta) ** 2).sum()) / max(len(x) - x.shape[1], 1)
    inverse = np.linalg.inv(r)
    return beta, residual * (inverse @ inverse.T)


def _logistic(x: Matrix, y: Vector, w: Vector) -> tuple[Vector, Matrix, bool]:
    """Newton's method on columns of equal size; weights count as repetitions."""
    scale = np.sqrt((x**2).mean(axis=0))
    scaled, beta = x / scale, np.zeros(x.shape[1])
    hessian = np.eye(x.shape[1])
    converged = False
    before = np.inf
    for _ in range(_MOST_STEPS):
        eta = np.clip(scaled @ beta, -35.0, 35.0)
        p = 1 / (1 + np.exp(-eta))
        hessian = (scaled * (w * p * (1 - p))[:, None]).T @ scaled
        deviance = -2 * float((w * (y * eta - np.logaddexp(0, eta))).sum())
        if abs(before - deviance) <= _CLOSE * (abs(deviance) + 1e-3):
            converged = not bool((np.abs(eta) >= 34.0).any())
            break
        before = deviance
        beta = beta + np.linalg.lstsq(hessian, scaled.T @ (w * (y - p)), rcond=1e-14)[0]
    covariance = np.linalg.pinv(hessian) / np.outer(scale, scale)
    return beta / scale, covariance, converged
