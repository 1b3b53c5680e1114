"""Ages that values show: a number, a band (`85-89`, `85-<90`, `[85,90)`), or an open end (`90+`)."""

import re
from collections.abc import Iterable
from math import inf

from sdc_desktop.engine.rules.plain_text import plain

_FIGURE = r"[0-9]{1,5}(?:[.,][0-9]+)?"
_UNIT = (
    r"(?:[ -]?(?P<unit>months?|mths?|monate?|weeks?|wochen?|days?|tage?|years?|yrs?|jahre?|ans|y|j|a)\.?)?"
    r"(?:[ -]?(?:/?o\.?|old|of age|alt))?"
)
_NUMBER = re.compile(
    rf"(?:aged?:? ?|alter:? ?)?({_FIGURE})(?:{_UNIT}| ?y\.? ?/?o\.?|[ -]?jährige?[rsn]?)", re.IGNORECASE
)
_BAND = re.compile(
    rf"[\[(]?({_FIGURE})(?: ?(?:years?|yrs?|jahre?))? ?(?:-|to|bis|,|;|and|und) ?(<=?)? ?({_FIGURE})([\])])?"
    r"(?: ?(?:years?|yrs?|jahre?|y|j)\.?)?",
    re.IGNORECASE,
)
_AGE_UNIT = r"(?: ?(?:years?|yrs?|jahren?|jahre?|y|j)\.?)?"
_OPEN = (
    r"\+|plus|(?:and|or|&) (?:over|older|above|more|up)|(?:und|oder) (?:älter|mehr|darüber)|u\. ?ä\.|et plus"
)
_FROM = re.compile(
    rf"(?:>=|≥|from|ab|at least|mindestens) ?({_FIGURE}){_AGE_UNIT}|({_FIGURE}){_AGE_UNIT}"
    rf" ?(?:{_OPEN}){_AGE_UNIT}",
    re.IGNORECASE,
)
_ABOVE = re.compile(
    rf"(?:>|over|above|über|older than|älter als|more than) ?({_FIGURE}){_AGE_UNIT}", re.IGNORECASE
)
_UNITS = (
    ("one", "ein"), ("two", "zwei"), ("three", "drei"), ("four", "vier"), ("five", "fünf"), ("six", "sechs"),
    ("seven", "sieben"), ("eight", "acht"), ("nine", "neun"),
)  # fmt: skip
_WORDS = {"ninety": 90, "neunzig": 90, "hundred": 100, "one hundred": 100, "hundert": 100} | {
    word: 90 + number
    for number, (english, german) in enumerate(_UNITS, start=1)
    for word in (f"ninety-{english}", f"ninety {english}", f"{german}undneunzig")
}
_SAID = re.compile(
    r"(?<![0-9.,-])([0-9]{2,3})(?:[.,][0-9])?(?:[ -]?(?:years?|yrs?|y)\.?[ -](?:old|of age)"
    r"|[ -]?y\.? ?/?o\b|[ -]?jährig)"
    r"|(?:\baged?|\bim alter von|\bat age) (?:of )?([0-9]{2,3})(?![0-9.,%]|[ -]?[0-9])",
    re.IGNORECASE,
)
_PER_YEAR = {"m": 12, "w": 365.25 / 7, "d": 365.25, "t": 365.25}
_OLDEST = 115  # a band up to here holds all who are older than its beginning

Range = tuple[float, float]


def age_range(text: str) -> Range | None:
    """The least and the greatest age that a text leaves open, in whole years; None where it states no age,
    as a year (1850 to 2100) does not.
    """
    shown = plain(text).strip()
    if shown.casefold() in _WORDS:
        return (age := _WORDS[shown.casefold()]), age
    number = _NUMBER.fullmatch(shown)
    if number is not None:
        return _of_number(_years(number[1]), (number["unit"] or "")[:1].casefold())
    band = _BAND.fullmatch(shown)
    if band is not None:
        low, high = _years(band[1]), _years(band[3])
        ends_before = band[2] == "<" or band[4] == ")"
        return (low, high - 1 if ends_before and high > low else high) if low <= high else None
    start = _FROM.fullmatch(shown)
    if start is not None:
        return _years(start[1] or start[2]), inf
    above = _ABOVE.fullmatch(shown)
    return None if above is None else (_years(above[1]) + 1, inf)


def showing_above(texts: Iterable[str], greatest: int) -> tuple[str, ...]:
    """Those of the values of a variable that show an age above the greatest, unless they are a single class
    which holds all of them: it begins at most one year above and is open, or is that first age alone.
    """
    ranges = {text: found for text in texts if (found := age_range(text)) is not None}
    above = {text: found for text, found in ranges.items() if found[1] > greatest}
    classes = {(low, inf if high >= _OLDEST > low else high) for low, high in above.values()}
    if len(classes) == 1:
        ((low, high),) = classes
        if low <= greatest + 1 and (high == inf or low == high):
            return ()
    return tuple(above)


def saying_above(texts: Iterable[str], greatest: int) -> tuple[str, ...]:
    """Those of the values that say an age above the greatest in words: `93-year-old`, `aged 93`."""
    return tuple(
        text for text in texts if any(int(one[1] or one[2]) > greatest for one in _SAID.finditer(plain(text)))
    )


def _of_number(age: float, unit: str) -> Range | None:
    if unit in _PER_YEAR:
        age = float(int(age / _PER_YEAR[unit]))
    elif 1850 <= age <= 2100:
        return None
    return age, age


def _years(figure: str) -> float:
    return float(int(float(figure.replace(",", "."))))
