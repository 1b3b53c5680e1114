"""Kinds of identifying text that a value may contain, anywhere: addresses, numbers of persons, accounts.

A kind with check digits is recognised by them, so that an amount or a code is rarely taken for a number of a
person. What a pattern does not find may still be there: a free text has to be read.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from ipaddress import AddressValueError, IPv6Address
from typing import get_args

from sdc_desktop.engine.rules.spec import PatternKind

PATTERN_KINDS: tuple[PatternKind, ...] = get_args(PatternKind)

_OCTET = r"(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_NO_FIGURE_BEFORE, _NO_FIGURE_AFTER = r"(?<![0-9A-Za-z.+-])", r"(?![0-9A-Za-z]|[.-][0-9])"


def _alone(pattern: str) -> re.Pattern[str]:
    """The pattern where it is no part of a longer number or code."""
    return re.compile(f"{_NO_FIGURE_BEFORE}(?:{pattern}){_NO_FIGURE_AFTER}")


_PATTERNS: Mapping[PatternKind, re.Pattern[str]] = {
    "e-mail": re.compile(r"[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}"),
    "url": re.compile(r"(?i)\b(?:(?:https?|ftp)://[^\s/]+|www\.[a-z0-9-]+\.[a-z])"),
    "ip_address": re.compile(
        rf"(?<![0-9.]){_OCTET}(?:\.{_OCTET}){{3}}(?![0-9]|\.[0-9])|(?<![0-9A-Za-z:])[0-9A-Fa-f:]{{3,39}}(?![0-9A-Za-z:])"
    ),
    "telephone": _alone(
        r"(?:\+|00)[1-9][0-9]{0,2}[ /.-]?(?:\([0-9]{1,5}\)[ /.-]?)?[0-9]{1,5}(?:[ /.-]?[0-9]{2,8}){1,5}"
        r"|\([0-9]{3}\) ?[0-9]{3}[ .-][0-9]{4}|[2-9][0-9]{2}([.-])[2-9][0-9]{2}\1[0-9]{4}"
    ),
    "social_security_us": _alone(r"(?!000|666|9)[0-9]{3}([- ])(?!00)[0-9]{2}\1(?!0000)[0-9]{4}"),
    "national_insurance_uk": _alone(
        r"(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?[0-9]{2} ?[0-9]{2} ?[0-9]{2} ?[A-D]"
    ),
    "nhs_number": _alone(r"[0-9]{3}([ -])[0-9]{3}\1[0-9]{4}|[0-9]{10}"),
    "iban": _alone(r"[A-Z]{2}[0-9]{2}(?: ?[0-9A-Z]{4}){2,7}(?: ?[0-9A-Z]{1,3})?"),
    "payment_card": _alone(r"[2-6][0-9]{3}([ -]?)[0-9]{4}\1[0-9]{4}\1[0-9]{1,7}"),
    "vehicle": _alone(r"[A-HJ-NPR-Z0-9]{17}"),
    "postcode_us": _alone(r"[0-9]{5}-[0-9]{4}"),
    "postcode_uk": _alone(r"[A-Z]{1,2}[0-9][0-9A-Z]? ?[0-9][ABD-HJLNP-UW-Z]{2}"),
}
# what a text needs to contain a value of a kind, as DuckDB's regular expressions: a quick look at very many
_NEEDED: Mapping[PatternKind, str] = {
    "e-mail": "@",
    "url": r"://|[wW]{3}\.",
    "ip_address": r"[0-9]\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]|:[0-9A-Fa-f]*:",
    "telephone": (
        r"(\+|00)[1-9][0-9 /.()-]{5}|\([0-9]{3}\) ?[0-9]{3}[ .-][0-9]{4}|[0-9]{3}[.-][0-9]{3}[.-][0-9]{4}"
    ),
    "social_security_us": r"[0-9]{3}[- ][0-9]{2}[- ][0-9]{4}",
    "national_insurance_uk": r"[A-Z]{2} ?[0-9]{2} ?[0-9]{2} ?[0-9]{2} ?[A-D]",
    "nhs_number": r"[0-9]{3}[ -][0-9]{3}[ -][0-9]{4}|[0-9]{10}",
    "iban": r"[A-Z]{2}[0-9]{2} ?[0-9A-Z]{4} ?[0-9A-Z]{4}",
    "payment_card": r"[2-6][0-9]{3}[ -]?[0-9]{4}[ -]?[0-9]{4}[ -]?[0-9]",
    "vehicle": r"[A-HJ-NPR-Z0-9]{17}",
    "postcode_us": r"[0-9]{5}-[0-9]{4}",
    "postcode_uk": r"[A-Z][0-9][0-9A-Z]? ?[0-9][A-Z]{2}",
}
_VIN_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)
_VIN_VALUES = {
    sign: value
    for value, signs in enumerate(("0", "1AJ", "2BKS", "3CLT", "4DMU", "5ENV", "6FW", "7GPX", "8HY", "9RZ"))
    for sign in signs
}


def contains(kind: PatternKind, text: str) -> bool:
    """Whether a text contains a value of this kind, with valid check digits where the kind has them."""
    is_valid = _VALID.get(kind)
    found = _PATTERNS[kind].finditer(text)
    return any(is_valid is None or is_valid(one[0]) for one in found)


def needed(kinds: Sequence[PatternKind]) -> str:
    """A regular expression of DuckDB that matches within every text that contains a value of these kinds."""
    return "|".join(f"(?:{_NEEDED[kind]})" for kind in kinds)


def _figures(text: str) -> list[int]:
    return [int(sign) for sign in text if sign.isdecimal()]


def _is_address(text: str) -> bool:
    if "." in text:
        return True
    if text.count(":") < 2:
        return False
    try:
        IPv6Address(text)
    except AddressValueError:
        return False
    return any(sign.isdecimal() or sign.isalpha() for sign in text)


def _has_telephone_length(text: str) -> bool:
    return 8 <= len(_figures(text)) <= 15


def _is_nhs_number(text: str) -> bool:
    *figures, check = _figures(text)
    rest = 11 - sum(weight * one for weight, one in zip(range(10, 1, -1), figures, strict=True)) % 11
    return rest % 11 == check and len({*figures, check}) > 1


def _is_iban(text: str) -> bool:
    plain = text.replace(" ", "")
    moved = plain[4:] + plain[:4]
    return len(plain) >= 15 and int("".join(str(int(sign, 36)) for sign in moved)) % 97 == 1


def _is_card(text: str) -> bool:
    figures = _figures(text)
    doubled = [sum(divmod(2 * one, 10)) for one in figures[-2::-2]]
    return 13 <= len(figures) <= 19 and (sum(doubled) + sum(figures[::-2])) % 10 == 0


def _is_vehicle(text: str) -> bool:
    if text.isdecimal() or text.isalpha():
        return False
    rest = sum(weight * _VIN_VALUES[sign] for weight, sign in zip(_VIN_WEIGHTS, text, strict=True)) % 11
    return text[8] == ("X" if rest == 10 else str(rest))


_VALID: Mapping[PatternKind, Callable[[str], bool]] = {
    "ip_address": _is_address,
    "telephone": _has_telephone_length,
    "nhs_number": _is_nhs_number,
    "iban": _is_iban,
    "payment_card": _is_card,
    "vehicle": _is_vehicle,
}
