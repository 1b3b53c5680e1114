"""OPI: the optimum levels of information utility and privacy (Zielinski 2010, chapter on the OPI model).

The n key variables are goods. Utility x_i has price 1/q_i and exponent alpha q_i/100, privacy y_i has
price 1/r_i and exponent beta r_i/100; the income, the sum of the single entropies, is spent whole.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.float64]


@dataclass(frozen=True)
class LevelPair:
    """Utility and privacy of a variable, in points times base-10 entropy."""

    utility: float
    privacy: float


@dataclass(frozen=True)
class OptimumLevels:
    """The optimum: utility x and privacy y of each variable, shape (n,), in points times base-10 entropy."""

    utility: Vector
    privacy: Vector
    income: float


@dataclass(frozen=True)
class IncomeShort:
    """The lower bounds require more income than there is."""

    asked: float
    income: float


def optimum_levels(
    entropies: Vector,
    user_points: Vector,
    intruder_points: Vector,
    alpha: float,
    min_utility: Vector | None = None,
    min_privacy: Vector | None = None,
) -> OptimumLevels | IncomeShort:
    """The levels that maximise prod x_i^(alpha q_i/100) prod y_i^(beta r_i/100) under the budget and bounds.

    All arrays have shape (n,), entropies in base 10, points summing to 100. Without bounds this is the closed
    form x_i = alpha (q_i/100) q_i I, y_i = beta (r_i/100) r_i I. Zero points give level 0; positive bounds on
    such goods must have been refused before. A good with exponent zero is fixed at its bound.
    """
    n = len(entropies)
    bounds = [np.zeros(n) if bound is None else bound for bound in (min_utility, min_privacy)]
    rows = (user_points[None], intruder_points[None], alpha, bounds[0][None], bounds[1][None])
    utility, privacy = optimum_levels_of_many(entropies, *rows)
    income = float(np.sum(entropies))
    if np.isnan(utility).any():
        return IncomeShort(
            _required_income(user_points, bounds[0]) + _required_income(intruder_points, bounds[1]), income
        )
    return OptimumLevels(utility[0], privacy[0], income)


def _required_income(points: Vector, bounds: Vector) -> float:
    """The income that bounds (n,) require at these points (n,)."""
    return float(np.sum(np.divide(bounds, points, out=np.zeros(len(points)), where=points > 0)))


def optimum_levels_of_many(
    entropies: Vector,
    user_points: Vector,
    intruder_points: Vector,
    alpha: float,
    min_utility: Vector,
    min_privacy: Vector,
) -> tuple[Vector, Vector]:
    """The optimum levels for many allocations of points and their bounds, shape (allocations, n) each.

    Gives utility and privacy (allocations, n), NaN where the bounds require more than the income.
    """
    n = len(entropies)
    points = np.concatenate([user_points, intruder_points], axis=1).astype(np.float64)
    exponents = np.concatenate([alpha * user_points, (1 - alpha) * intruder_points], axis=1) / 100
    prices = np.divide(1.0, points, out=np.zeros_like(points), where=points > 0)
    floors = prices * np.concatenate([min_utility, min_privacy], axis=1)
    levels = _shares(exponents, floors, float(np.sum(entropies))) * points
    return levels[:, :n], levels[:, n:]


def _shares(exponents: Vector, floors: Vector, income: float) -> Vector:
    """What is spent on each good: Cobb-Douglas with lower bounds on the spending (floors), exactly.

    All of shape (allocations, goods). Goods whose floor binds are fixed there, and what is left is shared in
    proportion to the exponents. Each round can only fix more goods, so that rounds never outnumber goods. NaN
    where the floors require more than the income.
    """
    fixed = exponents <= 0
    while True:
        left = np.maximum(income - np.where(fixed, floors, 0.0).sum(axis=1, keepdims=True), 0.0)
        total = np.where(fixed, 0.0, exponents).sum(axis=1, keepdims=True)
        parts = np.divide(exponents, total, out=np.zeros_like(exponents), where=~fixed & (total > 0))
        spent = np.where(fixed, floors, left * parts)
        binding = ~fixed & (spent < floors)
        if not binding.any():
            break
        fixed |= binding
    short = floors.sum(axis=1) > income * (1 + 1e-12)
    return np.where(short[:, None], np.nan, spent)


def deviation(
    optimum: float,
    attained: Vector,
    other_optimum: float,
    other_attained: Vector,
    alpha: float,
    used: tuple[bool, bool],
) -> Vector:
    """|x - Iu|^alpha |y - Priv|^(1 - alpha) over the levels, shape (levels,): the least is released.

    This is the rule that made the source's tables (its text prints other exponents). ``used`` states which
    factors count: one whose points or exponent are zero is dropped, and then the other's distance alone
    decides; with neither all levels are equal (zeros).
    """
    utility = np.abs(optimum - attained)
    privacy = np.abs(other_optimum - other_attained)
    if all(used):
        return utility**alpha * privacy ** (1 - alpha)
    if used[0]:
        return utility
    if used[1]:
        return privacy
    return np.zeros_like(attained)


def finest_of_the_least(deviations: Vector, candidates: npt.NDArray[np.bool_]) -> int:
    """The index of the least deviation among the candidates, both (levels,). Values within 1e-9 (relative) of
    it are ties; of these the first, the finest level, is chosen.
    """
    least = float(np.min(deviations[candidates]))
    tied = candidates & (deviations <= least * (1 + 1e-9))
    return int(np.flatnonzero(tied)[0])
