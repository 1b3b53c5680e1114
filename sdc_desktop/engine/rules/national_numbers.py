"""National numbers of persons, recognised by their form and check digits.

Austria, Belgium, Canada, Denmark, Finland, France, Germany, Italy, Norway, Poland, Spain, Sweden and
Switzerland, in the forms that the issuing offices publish. Numbers without check digits are not among them.
"""

import re
from collections.abc import Callable, Mapping
from datetime import date

from sdc_desktop.engine.rules.figures import ALONE_AFTER, ALONE_BEFORE, figures, has_luhn_check, weighted

_DATE = r"(?:0[1-9]|[12][0-9]|3[01])(?:0[1-9]|1[0-2])[0-9]{2}"  # day, month, year
_DATE_BACK = r"[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])"  # year, month, day
_FORMS: Mapping[str, str] = {
    "at": rf"[1-9][0-9]{{3}} {_DATE}|[1-9][0-9]{{3}}{_DATE}",
    "be": r"[0-9]{2}\.[0-9]{2}\.[0-9]{2}-[0-9]{3}\.[0-9]{2}",
    "ca": r"[1-79][0-9]{2}-[0-9]{3}-[0-9]{3}",
    "ch": r"756(?:\.[0-9]{4}\.[0-9]{4}\.[0-9]{2}|[0-9]{10})",
    "de_pension": rf"[0-9]{{2}} ?{_DATE} ?[A-Z] ?[0-9]{{3}}",
    "de_tax": r"[1-9][0-9] ?[0-9]{3} ?[0-9]{3} ?[0-9]{3}",
    "dk": rf"{_DATE}-[0-9]{{4}}",
    "es": r"(?:[0-9]{8}|[XYZ]-?[0-9]{7})-?[A-HJ-NP-TV-Z]",
    "fi": rf"{_DATE}[-+A-FU-Y][0-9]{{3}}[0-9A-FHJ-NPR-Y]",
    "fr": r"[12] ?[0-9]{2} ?(?:0[1-9]|1[0-2]|[2-9][0-9]) ?(?:[0-9]{2}|2[AB]) ?[0-9]{3} ?[0-9]{3} ?[0-9]{2}",
    "it": r"[A-Z]{6}[0-9LMNP-V]{2}[A-EHLMPRST][0-9LMNP-V]{2}[A-Z][0-9LMNP-V]{3}[A-Z]",
    "no": rf"{_DATE} ?[0-9]{{5}}",
    "pl": r"[0-9]{2}(?:[028][1-9]|[139][0-2])(?:0[1-9]|[12][0-9]|3[01])[0-9]{5}",
    "se": rf"(?:1[89]|20)?{_DATE_BACK}[-+][0-9]{{4}}",
}
_KINDS = {name: re.compile(f"{ALONE_BEFORE}(?:{form}){ALONE_AFTER}") for name, form in _FORMS.items()}
_LETTERS_ES = "TRWAGMYFPDXBNJZSQVHLCKE"
_SIGNS_FI = "0123456789ABCDEFHJKLMNPRSTUVWXY"
_ODD_IT = dict(zip("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", (
    1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14,
    16, 10, 22, 25, 24, 23,
), strict=True))  # fmt: skip


def has_national_number(text: str) -> bool:
    """Whether a text contains a national number of a person, with valid check digits."""
    return any(_VALID[name](found[0]) for name, kind in _KINDS.items() for found in kind.finditer(text))


def _austrian(text: str) -> bool:
    many = figures(text)
    return weighted(many[:3] + many[4:], (3, 7, 9, 5, 8, 4, 2, 1, 6)) % 11 == many[3]


def _belgian(text: str) -> bool:
    digits = re.sub("[.-]", "", text)
    number, check = digits[:9], int(digits[9:])
    return check in (97 - int(number) % 97, 97 - int(f"2{number}") % 97)


def _swiss(text: str) -> bool:
    many = figures(text)
    return (sum(many[::2]) + 3 * sum(many[1::2])) % 10 == 0


def _pension(text: str) -> bool:
    signs = text.replace(" ", "")
    letter = f"{ord(signs[8]) - ord('A') + 1:02}"
    many = figures(signs[:8] + letter + signs[9:11])
    products = (one * weight for one, weight in zip(many, (2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1), strict=True))
    return sum(sum(divmod(one, 10)) for one in products) % 10 == int(signs[11])


def _tax(text: str) -> bool:
    """Of the first ten figures exactly one occurs two or three times. The check is ISO 7064 (mod 11, 10)."""
    many = figures(text)
    times = [many[:10].count(one) for one in range(10)]
    if max(times) not in (2, 3) or sum(one > 1 for one in times) != 1:
        return False
    rest = 10
    for one in many[:10]:
        rest = ((rest + one) % 10 or 10) * 2 % 11
    return (11 - rest) % 10 == many[10]


def _danish(text: str) -> bool:
    return _is_date(text[:6], "dmy") and weighted(figures(text), (4, 3, 2, 7, 6, 5, 4, 3, 2, 1)) % 11 == 0


def _spanish(text: str) -> bool:
    signs = text.replace("-", "")
    number = int(signs[:-1].translate(str.maketrans("XYZ", "012")))
    return _LETTERS_ES[number % 23] == signs[-1]


def _finnish(text: str) -> bool:
    return _SIGNS_FI[int(text[:6] + text[7:10]) % 31] == text[10]


def _french(text: str) -> bool:
    signs = text.replace(" ", "")
    number = int(signs[:13].replace("2A", "19").replace("2B", "18"))
    return int(signs[13:]) == 97 - number % 97


def _italian(text: str) -> bool:
    total = sum(_ODD_IT[sign] for sign in text[:15:2])
    total += sum(int(sign) if sign.isdecimal() else ord(sign) - ord("A") for sign in text[1:15:2])
    return chr(ord("A") + total % 26) == text[15]


def _norwegian(text: str) -> bool:
    many = figures(text)
    first = weighted(many[:10], (3, 7, 6, 1, 8, 9, 4, 5, 2, 1)) % 11 == 0
    return first and weighted(many, (5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1)) % 11 == 0


def _polish(text: str) -> bool:
    return weighted(figures(text), (1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1)) % 10 == 0


def _swedish(text: str) -> bool:
    many = figures(text)[-10:]
    return has_luhn_check(many) and _is_date("".join(map(str, many[:6])), "ymd")


def _is_date(digits: str, order: str) -> bool:
    part = {name: int(digits[2 * place : 2 * place + 2]) for place, name in enumerate(order)}
    try:
        date(2000 + part["y"], part["m"], part["d"])
    except ValueError:
        return False
    return True


_VALID: Mapping[str, Callable[[str], bool]] = {
    "at": _austrian,
    "be": _belgian,
    "ca": lambda text: has_luhn_check(figures(text)),
    "ch": _swiss,
    "de_pension": _pension,
    "de_tax": _tax,
    "dk": _danish,
    "es": _spanish,
    "fi": _finnish,
    "fr": _french,
    "it": _italian,
    "no": _norwegian,
    "pl": _polish,
    "se": _swedish,
}
