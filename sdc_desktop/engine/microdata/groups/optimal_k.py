"""Which k microaggregation should use: from the optimum levels of OPI (Zielinski 2010, section 7.3).

m records. From utility k = 10^(log10 m - x/q), from privacy k = 10^(log10 m - H + y/r), each rounded half up
to 1..m. At k the levels are promised to be Iu(k) = q (log10 m - log10 k) and Priv(k) = r (H - log10 m +
log10 k): those of m/k groups of k records that all differ.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

_ZERO = 1e-9  # a privacy this near below zero counts as zero
_TIE = 1e-9  # relative


@dataclass(frozen=True)
class Goods:
    """The two goods of one variable: entropy H (base 10), points q and r, optimum levels x and y, lower
    bounds on the levels; a = alpha q/100 and b = beta r/100 are their exponents."""

    entropy: float
    user_points: float
    intruder_points: float
    utility: float
    privacy: float
    utility_exponent: float
    privacy_exponent: float
    min_utility: float = 0.0
    min_privacy: float = 0.0


@dataclass(frozen=True)
class KRange:
    """The k that utility and privacy each require; None for a good without points."""

    from_utility: int | None
    from_privacy: int | None

    @property
    def known(self) -> tuple[int, ...]:
        """Those of the two that there are."""
        return tuple(k for k in (self.from_utility, self.from_privacy) if k is not None)


@dataclass(frozen=True)
class ChosenK:
    """The k chosen and the next best, with their deviations (None where there is no other candidate).

    ``raised``: no k of the range kept privacy at zero or more (and the bounds), so that k is the least above
    it that does; ``lowered``: none above it does either, so that k is the greatest below it. ``tie``: others
    deviate as little.
    """

    k: int
    raised: bool
    lowered: bool
    tie: bool
    deviation: float
    next_best: int | None
    next_deviation: float | None


def k_range(goods: Goods, records: int) -> KRange:
    """The k that each good of a variable requires."""
    size = np.log10(records)
    utility = privacy = None
    if goods.user_points > 0:
        utility = _whole(10 ** (size - goods.utility / goods.user_points), records)
    if goods.intruder_points > 0:
        privacy = _whole(10 ** (size - goods.entropy + goods.privacy / goods.intruder_points), records)
    return KRange(utility, privacy)


def _whole(value: float, records: int) -> int:
    """Half up, at least 1, at most all records; a value a rounding error below a half counts as the half."""
    return max(1, min(records, int(np.floor(value + 0.5 + 1e-12 * value))))


def block_range(block: Sequence[Goods], records: int) -> tuple[int, int] | None:
    """The least and the greatest k that any good of a block requires; None where none has points."""
    known = [k for goods in block for k in k_range(goods, records).known]
    return (min(known), max(known)) if known else None


def k_alone(goods: Goods, records: int) -> ChosenK | None:
    """The k of one variable on its own: over the integers between its two k, the least |x^a - Iu(k)^a| +
    |y^b - Priv(k)^b|; of ties the smaller. None where it has no points, or no k at all meets its bounds."""
    return _best((goods,), records, together=False)


def k_of_block(block: Sequence[Goods], records: int) -> ChosenK | None:
    """One k for a block of variables: over the integers between the least and greatest of all their k, the
    least |sum over the block of (x^a - Iu(k)^a) + (y^b - Priv(k)^b)|; of ties the smaller.

    None where no variable of the block has points, or no k at all meets the bounds of all.
    """
    return _best(block, records, together=True)


def _best(block: Sequence[Goods], records: int, *, together: bool) -> ChosenK | None:
    ends = block_range(block, records)
    allowed = meeting_bounds(block, records)
    if ends is None or not len(allowed):
        return None
    inside = allowed[(allowed >= ends[0]) & (allowed <= ends[1])]
    raised = lowered = False
    if not len(inside):  # those allowed follow one another, so they are all above the range or all below
        raised, lowered = bool(allowed[0] > ends[1]), bool(allowed[0] < ends[0])
        inside = allowed[:1] if raised else allowed[-1:]
    deviations = block_deviations(block, inside, records, together=together)
    place, tied = _first_of_the_least(deviations)
    others = np.delete(deviations, place)
    next_best = next_deviation = None
    if len(others):
        other = _first_of_the_least(others)[0]
        next_best, next_deviation = int(np.delete(inside, place)[other]), float(others[other])
    return ChosenK(
        int(inside[place]), raised, lowered, tied > 1, float(deviations[place]), next_best, next_deviation
    )


def _first_of_the_least(deviations: npt.NDArray[np.float64]) -> tuple[int, int]:
    """The place of the first that is least, and how many are as small."""
    tied = np.flatnonzero(deviations <= deviations.min() * (1 + _TIE))
    return int(tied[0]), len(tied)


def levels_at(
    goods: Goods, k: npt.ArrayLike, records: int
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Utility Iu(k) and privacy Priv(k) of a variable at one or several k, shaped as k, in points times
    decimal logarithms.
    """
    hidden = np.log10(np.asarray(k, dtype=np.float64))
    utility = goods.user_points * (np.log10(records) - hidden)
    privacy = goods.intruder_points * (goods.entropy - np.log10(records) + hidden)
    return utility, np.where(np.abs(privacy) <= _ZERO, 0.0, privacy)


def meeting_bounds(block: Sequence[Goods], records: int) -> npt.NDArray[np.int64]:
    """Every k of 1..m (found,) at which no variable of the block has negative privacy or falls below a bound.

    They follow one another: utility falls with k, and privacy rises.
    """
    every = np.arange(1, records + 1)
    return every[np.all([_allowed(goods, every, records) for goods in block], axis=0)]


def _allowed(goods: Goods, k: npt.NDArray[np.int64], records: int) -> npt.NDArray[np.bool_]:
    utility, privacy = levels_at(goods, k, records)
    slack = _ZERO * max(1.0, goods.min_utility, goods.min_privacy)
    return (privacy >= max(0.0, goods.min_privacy - slack)) & (utility >= goods.min_utility - slack)


def block_deviations(
    block: Sequence[Goods], k: npt.NDArray[np.int64], records: int, *, together: bool
) -> npt.NDArray[np.float64]:
    """How far each k lies from the optimum, shape (len(k),): by the rule for a block (`together`), or by the
    one for a variable on its own."""
    parts = np.array([_deviations(goods, k, records) for goods in block])
    return np.asarray(np.abs(parts.sum(axis=(0, 1))) if together else np.abs(parts).sum(axis=(0, 1)))


def _deviations(goods: Goods, k: npt.NDArray[np.int64], records: int) -> npt.NDArray[np.float64]:
    """x^a - Iu(k)^a and y^b - Priv(k)^b, shape (2, len(k)); a good that does not count gives zeros."""
    utility, privacy = levels_at(goods, k, records)
    return np.array(
        [
            _power(goods.utility, goods.utility_exponent) - _power(utility, goods.utility_exponent),
            _power(goods.privacy, goods.privacy_exponent) - _power(privacy, goods.privacy_exponent),
        ]
    )


def _power(level: npt.ArrayLike, exponent: float) -> npt.NDArray[np.float64]:
    base = np.asarray(level, dtype=np.float64)
    return np.maximum(base, 0.0) ** exponent if exponent > 0 else np.zeros_like(base)
