"""Figures of a text and their check digits."""

from collections.abc import Sequence

# the pattern between these is no part of a longer number or code
ALONE_BEFORE = r"(?<![0-9A-Za-z])(?<![0-9][.+-])(?<![A-Za-z]-)"
ALONE_AFTER = r"(?![0-9A-Za-z]|[.-][0-9])"


def figures(text: str) -> list[int]:
    """The figures of a text, in their order."""
    return [int(sign) for sign in text if "0" <= sign <= "9"]


def weighted(many: Sequence[int], weights: Sequence[int]) -> int:
    """The sum of figures, each with its weight."""
    return sum(weight * one for weight, one in zip(weights, many, strict=True))


def has_luhn_check(many: Sequence[int]) -> bool:
    """Whether the last figure is the check digit of Luhn (1954)."""
    doubled = [sum(divmod(2 * one, 10)) for one in many[-2::-2]]
    return (sum(doubled) + sum(many[::-2])) % 10 == 0


def has_gtin_check(text: str) -> bool:
    """Whether a text is a number of a product (GTIN of 8, 12, 13 or 14 figures) with its check digit."""
    many = figures(text)[::-1]
    return len(many) in (8, 12, 13, 14) and (sum(many[::2]) + 3 * sum(many[1::2])) % 10 == 0
