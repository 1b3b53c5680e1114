"""Telephone numbers in texts: international ones, those of North America, and those that begin with 0.

A number without a country, a 0 or groups is only found behind a word such as `Tel.`: it may be any number.
"""

import re

from sdc_desktop.engine.rules.figures import ALONE_AFTER, ALONE_BEFORE, figures, has_gtin_check

_EXTENSION = r"(?: ?(?:x|ext\.?|-|#) ?[0-9]{1,6})?"
_WORD = (
    r"(?i:(?<![a-z])(?:mobil)?(?:tele(?:ph|f)on[eo]?|tel|phone|fax|handy|mob)"
    r"(?:[ -]?(?:no|nr|number|nummer))?(?![a-z])\.?[ :#=.]{0,3})"
)
TELEPHONE = re.compile(
    rf"(?:(?<![0-9+])\+|{ALONE_BEFORE}00) ?[1-9][0-9]{{0,2}}[ /.-]{{0,3}}\(?[0-9]{{1,5}}\)?"
    rf"(?:[ /.-]{{0,3}}[0-9]{{2,8}}){{1,6}}{ALONE_AFTER}"
    rf"|{ALONE_BEFORE}(?:1[ .-]?)?(?:\([2-9][0-9]{{2}}\)[ .-]?|[2-9][0-9]{{2}}[ .-])"
    rf"[2-9][0-9]{{2}}[ .-][0-9]{{4}}"
    rf"{_EXTENSION}{ALONE_AFTER}"
    rf"|{ALONE_BEFORE}(?:\(?0[1-9][0-9]{{0,4}}\)?|\(0\) ?[1-9][0-9]{{0,4}})"
    rf"(?:[ /-]{{1,3}}[0-9]{{2,8}}){{1,6}}{ALONE_AFTER}"
    rf"|{ALONE_BEFORE}0[1-9](?:\.[0-9]{{2}}){{4}}{ALONE_AFTER}"
    rf"|(?<=[A-Za-z.:,] )0(?:[67][0-9]{{8,10}}|1[5-7][0-9]{{8,9}}){ALONE_AFTER}"
    rf"|{_WORD}\+?\(?[0-9][0-9 ()/.-]{{4,18}}[0-9]"
)
_LEAST, _LEAST_WITH_SLASH, _MOST = 9, 7, 15
_AMERICAN = 11  # figures with the country 1
_GROUPED = re.compile(r"\+?[0-9]{1,3}(?:[ .][0-9]{3})+")  # a number with a mark of thousands
_DRUG_CODE = re.compile(r"[0-9]{4}-[0-9]{4}-[0-9]{2}|[0-9]{5}-(?:[0-9]{3}-[0-9]{2}|[0-9]{4}-[0-9]{1,2})")
_YEAR = r"(?:18|19|20|21)[0-9]{2}(?![0-9])"
_DATE = re.compile(
    rf"[0-3]?[0-9][ /.-]{{1,3}}[0-3]?[0-9][ /.-]{{1,3}}{_YEAR}|[0-3]?[0-9]/[0-3]?[0-9]/[0-9]{{2}}(?![0-9])"
    rf"|[01][0-9][/-]{_YEAR}|{_YEAR}[-/.]|[0-9]+/{_YEAR}$"
)
_LETTER = re.compile("[A-Za-z]")


def is_telephone(text: str) -> bool:
    """Whether a text that `TELEPHONE` found has the length of a number, and is no date, amount or code."""
    number = re.sub(r"^[^0-9+(]*", "", text)
    digits = len(figures(number))
    if _DATE.match(number) or _DRUG_CODE.fullmatch(number):
        return False
    if _LETTER.match(text):
        return digits >= _LEAST_WITH_SLASH
    if number.startswith(("+", "00")):
        return _is_international(number)
    if "/" in number:
        return _LEAST_WITH_SLASH <= digits <= _MOST
    return _LEAST <= digits <= _MOST


def _is_international(number: str) -> bool:
    digits = number.removeprefix("+").removeprefix("00").strip()
    many = figures(digits)
    if many[0] == 1:  # North America
        return len(many) == _AMERICAN and many[1] > 1 and many[4] > 1
    if digits.isdecimal():
        is_code = not number.startswith("+") and has_gtin_check(number)
        return _LEAST < len(many) <= _MOST and not is_code
    is_amount = len(many) <= _LEAST and _GROUPED.fullmatch(number)
    return _LEAST <= len(many) <= _MOST and not is_amount
