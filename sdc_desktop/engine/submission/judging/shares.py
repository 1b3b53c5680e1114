"""Percentages: the counts that fit them, and the smallest base where none is known."""

from collections.abc import Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

_LEAST_HALF = Decimal("1e-9")  # what binary fractions leave
_MOST_BASE = 2_000
_HUNDRED = Decimal(100)


def half_unit(decimals: int) -> Decimal:
    """Half a unit of the last decimal of a percentage."""
    return max(Decimal(1).scaleb(-decimals) / 2, _LEAST_HALF)


def numerators(percent: Decimal, decimals: int, base: int) -> tuple[int, int] | None:
    """The least and the greatest count k with abs(100 k / base - percent) <= half a unit; None where none."""
    half = half_unit(decimals)
    low = ((percent - half) * base / _HUNDRED).to_integral_value(ROUND_CEILING)
    high = ((percent + half) * base / _HUNDRED).to_integral_value(ROUND_FLOOR)
    least, most = max(int(low), 0), min(int(high), base)
    return (least, most) if least <= most else None


def smallest_base(percents: Sequence[tuple[Decimal, int]]) -> int | None:
    """The smallest number for which every percentage has a count, which add up to it where the shares do;
    None where there is none up to 2,000. Never above the true base.
    """
    if any(not 0 <= percent <= 100 for percent, _ in percents):
        return None
    total = sum((percent for percent, _ in percents), Decimal(0))
    slack = sum((half_unit(decimals) for _, decimals in percents), Decimal(0))
    adding = len(percents) > 1 and abs(total - _HUNDRED) <= slack
    for base in range(1, _MOST_BASE + 1):
        found = [numerators(percent, decimals, base) for percent, decimals in percents]
        if any(one is None for one in found):
            continue
        least = sum(one[0] for one in found if one is not None)
        most = sum(one[1] for one in found if one is not None)
        if not adding or least <= base <= most:
            return base
    return None
