"""Dominance from the number, the mean and the standard deviation of non-negative values alone.

With X = n m the sum and s' = s sqrt((n-1)/n): the largest value is at least m + s / sqrt(n) and at most min(m
+ s (n-1) / sqrt(n), X), and the two largest together are at most min(2 m + s' sqrt(2 (n-2)), X). The upper
bounds are attained.
"""

from dataclasses import dataclass
from math import sqrt
from typing import Literal

from sdc_desktop.engine.submission.judging.rules import Rules

Known = Literal["met", "broken", "unknown"]


@dataclass(frozen=True)
class Largest:
    """Bounds in the unit of the values: the sum, the largest from and to, the two largest at most."""

    total: float
    least: float
    most: float
    two: float


def largest(n: int, mean: float, sd: float) -> Largest | None:
    """The bounds; None where the figures cannot be those of non-negative values."""
    if n < 1 or mean < 0 or sd < 0:
        return None
    total = n * mean
    spread = sd * sqrt((n - 1) / n)
    most = min(mean + sd * (n - 1) / sqrt(n), total)
    two = min(2 * mean + spread * sqrt(2 * max(n - 2, 0)), total)
    return Largest(total, mean + sd / sqrt(n) if n > 1 else mean, most, max(two, most))


def judged(bounds: Largest, rules: Rules) -> Known:
    """Whether every dominance rule is met, some rule is broken, or neither follows."""
    answers = [_by_share(bounds, n, k) for n, k in rules.dominance]
    if rules.p_percent is not None:
        rest = bounds.total - bounds.two
        answers.append("met" if rest >= rules.p_percent / 100 * bounds.most else "unknown")
    if "broken" in answers:
        return "broken"
    return "met" if all(answer == "met" for answer in answers) else "unknown"


def judged_as_published(n: int, mean: tuple[float, float], sd: tuple[float, float], rules: Rules) -> Known:
    """Whether the rules are met, from the ranges of a rounded mean and a rounded standard deviation.

    All shares grow with s / m. Nothing shows whether s is of a sample or of a population, so that it may be
    sqrt(n / (n - 1)) times as large.
    """
    wide = largest(n, mean[0], sd[1] * sqrt(n / max(n - 1, 1)))
    narrow = largest(n, mean[1], max(sd[0], 0))
    if wide is not None and mean[0] > 0 and judged(wide, rules) == "met":
        return "met"
    return "broken" if narrow is not None and judged(narrow, rules) == "broken" else "unknown"


def _by_share(bounds: Largest, n: int, k: float) -> Known:
    limit = k / 100 * bounds.total
    most = bounds.most if n == 1 else bounds.two if n == 2 else bounds.total
    if most <= limit:
        return "met"
    return "broken" if bounds.least > limit else "unknown"


def exact(values: "list[float]", rules: Rules) -> Known:
    """The rules on the contributions themselves, largest first; on absolute values."""
    ordered = sorted((abs(value) for value in values), reverse=True)
    total = sum(ordered)
    if not total:
        return "met"
    if any(100 * sum(ordered[:n]) > k * total for n, k in rules.dominance):
        return "broken"
    if rules.p_percent is not None:
        rest = total - sum(ordered[:2])
        if 100 * rest < rules.p_percent * ordered[0]:
            return "broken"
    return "met"


def concentration(low: float, high: float, rules: Rules) -> Known:
    """From a Herfindahl index H in 0..1, known from and to: the largest share lies in [H, sqrt H]."""
    shares = [k / 100 for n, k in rules.dominance if n == 1]
    if any(low > share for share in shares):
        return "broken"
    only_first = all(n == 1 for n, _ in rules.dominance) and rules.p_percent is None
    return "met" if shares and only_first and all(sqrt(high) <= share for share in shares) else "unknown"
