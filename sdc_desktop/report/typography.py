"""The fonts of the report and their measures.

One family, bundled: Noto Sans. The signs of mathematics (minus, at least, root ...) are in its sister Noto
Sans Math, whose figures and signs have the same widths.
"""

import re
from functools import cache

from sdc_desktop.report.font_metrics import metrics_of

REGULAR = "NotoSans-Regular"
BOLD = "NotoSans-Bold"
ITALIC = "NotoSans-Italic"
MATHS = "NotoSansMath-Regular"

SOFT_HYPHEN = "\u00ad"
_LONG_WORD = re.compile("[A-Za-zÄÖÜäöüß\u200b]{19,}")
_STEMS = (  # first parts of compounds that the German catalogue has
    "Abfrage",
    "Beschriftungs",
    "Bleibe",
    "Diversitäts",
    "Freigabe",
    "Geheimhaltungs",
    "Häufigkeits",
    "Informations",
    "Konfidenz",
    "Mindest",
    "Reidentifikations",
    "Standard",
    "Stichproben",
    "Stufen",
    "Totalvariations",
    "Treffer",
    "Unterdrückungs",
    "Verbleib",
    "Vergleichs",
    "Veröffentlichungs",
    "Wahrscheinlich",
    "Zellschlüssel",
    "Ziehungs",
    "Zulässigkeits",
    "mikro",
    "zusammen",
    "Überlagerungs",
)
_BEFORE_PERCENT = re.compile("(?<=\\d)[ \u2009\u00a0](?=%)")


def unbroken(text: str) -> str:
    """The text with narrow no-break spaces within figures and before percent signs: none is torn apart."""
    return _BEFORE_PERCENT.sub("\u202f", text).replace("\u2009", "\u202f")


def hyphenated(text: str) -> str:
    """The text with soft hyphens in long German words of the program's own, instead of other breaks."""
    return _LONG_WORD.sub(_parted, text)


def _parted(found: re.Match[str]) -> str:
    word = found.group().replace("\u200b", "")
    stem = next((one for one in _STEMS if word.startswith(one)), "")
    return f"{stem}{SOFT_HYPHEN}{word[len(stem) :]}" if stem and len(word) > len(stem) + 3 else found.group()


def width(text: str, font: str, size: float) -> float:
    """How wide a text is, in points, without kerning; a character that neither font has counts an em."""
    return sum(_advance(character, font) for character in text) * size / 1000


def shortened(text: str, font: str, size: float, room: float) -> str:
    """The text, or the longest beginning that fits, with an ellipsis."""
    if width(text, font, size) <= room:
        return text
    kept = text
    while kept and width(kept + "…", font, size) > room:
        kept = kept[:-1]
    return kept + "…"


@cache
def _advance(character: str, font: str) -> float:
    code = ord(character)
    for name in (font, MATHS):
        found = metrics_of(name).widths.get(code)
        if found is not None:
            return found
    return 1000.0
