"""Values for comparison with patterns: other figures, spaces and dashes of Unicode become plain ones."""

import re
import unicodedata

_DASHES = re.compile("[\u2010-\u2015\u2043\u2212\ufe58]")
_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")


def plain(text: str) -> str:
    """The text with plain figures, spaces and hyphens, and without signs that are not seen."""
    if text.isascii():
        return text
    text = _DASHES.sub("-", unicodedata.normalize("NFKC", _UNSEEN.sub("", text)))
    return "".join(str(unicodedata.decimal(sign)) if sign.isdecimal() else sign for sign in text)
