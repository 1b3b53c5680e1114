"""Post codes: those that are too fine, and their first figures."""

import re
from collections.abc import Iterable

from sdc_desktop.engine.rules.plain_text import plain

_TAIL = re.compile(r"(?<=[0-9])(?:\.0+|[*xX#_-]+)$")  # of a number, or what hides the rest of a code


def too_fine(texts: Iterable[str], figures: int, hidden: tuple[str, ...], hidden_as: str) -> tuple[str, ...]:
    """The codes with more than the first ``figures`` signs, or that begin with one that is ``hidden``. Where
    some have all of these figures, shorter ones have lost their leading zeros.
    """
    codes = {text: _TAIL.sub("", plain(text).strip()) for text in texts}
    are_whole = any(len(one) == figures and one.isdecimal() for one in codes.values())
    if are_whole:
        codes = {text: one.zfill(figures) if one.isdecimal() else one for text, one in codes.items()}
    return tuple(
        text
        for text, one in codes.items()
        if one != hidden_as and (len(one) > figures or one.startswith(hidden))
    )
