"""Ages that values show: a number, a band (`85-89`, `85-<90`, `[85,90)`), or an open end (`90+`)."""

import re
from collections.abc import Iterable
from math import inf

_FIGURE = r"[0-9]{1,3}(?:[.,][0-9]+)?"
_NUMBER = re.compile(rf"({_FIGURE})(?: ?(?:years?|yrs?|y|Jahre?|J\.?))?(?: old| alt)?")
_BAND = re.compile(
    rf"[\[(]?({_FIGURE}) ?(?:-|\u2013|to|bis|,|;) ?(<=?)? ?({_FIGURE})([\])])?(?: years?| Jahre?)?"
)
_OPEN = r"\+|plus|(?:and|or) (?:over|older|above|more)|(?:und|oder) (?:älter|mehr|darüber)"
_FROM = re.compile(
    rf"(?:>=|≥|from|ab) ?({_FIGURE})|({_FIGURE}) ?(?:{_OPEN})(?: years?| Jahre?)?", re.IGNORECASE
)
_ABOVE = re.compile(rf"(?:>|over|above|über) ?({_FIGURE})", re.IGNORECASE)

Range = tuple[float, float]


def age_range(text: str) -> Range | None:
    """The least and the greatest age that a text leaves open, in whole years; None where it states no age."""
    plain = text.strip()
    number = _NUMBER.fullmatch(plain)
    if number is not None:
        return _whole(number[1]), _whole(number[1])
    band = _BAND.fullmatch(plain)
    if band is not None:
        low, high = _whole(band[1]), _whole(band[3])
        ends_before = band[2] == "<" or band[4] == ")"
        return (low, high - 1 if ends_before and high > low else high) if low <= high else None
    start = _FROM.fullmatch(plain)
    if start is not None:
        return _whole(start[1] or start[2]), inf
    above = _ABOVE.fullmatch(plain)
    return None if above is None else (_whole(above[1]) + 1, inf)


def showing_above(texts: Iterable[str], greatest: int) -> tuple[str, ...]:
    """Those of the values of a variable that show an age above the greatest, unless they are a single class
    which holds all of them: it begins at most one year above and is open, or is that first age alone.
    """
    ranges = {text: found for text in texts if (found := age_range(text)) is not None}
    above = {text: found for text, found in ranges.items() if found[1] > greatest}
    if len(above) == 1:
        ((low, high),) = above.values()
        if low <= greatest + 1 and (high == inf or low == high):
            return ()
    return tuple(above)


def topped(texts: Iterable[str], first: int, *, as_number: bool = False) -> dict[str, str]:
    """The values of a variable that a single top class replaces, each with its name: `90+`, or `90` as a
    number. It begins with the age ``first``, or lower where a band that reaches it does. Empty where the
    values have no other class above it.
    """
    ranges = {text: found for text in texts if (found := age_range(text)) is not None}
    if not showing_above(ranges, first - 1):
        return {}
    low = min(first, *(int(found[0]) for found in ranges.values() if found[1] >= first))
    name = f"{low}" if as_number else f"{low}+"
    return {text: name for text, found in ranges.items() if found[0] >= low}


def _whole(figure: str) -> float:
    return float(int(float(figure.replace(",", "."))))
