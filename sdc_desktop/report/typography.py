"""The fonts of the report, their measures, and what happens to characters they lack.

One family, bundled: Noto Sans. The signs of mathematics (minus, at least, root ...) are in its sister Noto
Sans Math, whose figures and signs have the same widths.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from sdc_desktop.resources import resource_path

REGULAR = "NotoSans-Regular"
BOLD = "NotoSans-Bold"
ITALIC = "NotoSans-Italic"
MATHS = "NotoSansMath-Regular"
FAMILY = "NotoSans"

_UNSEEN = ("Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp")  # could hide or turn round what a name says
_JOINERS = ("\u200c", "\u200d")  # needed to write some languages
_BLANKS = re.compile(r"[\t\r\n]+")
_BEFORE_PERCENT = re.compile("(?<=\\d)[ \u2009\u00a0](?=%)")


@dataclass(frozen=True)
class Run:
    """A stretch of text in one font."""

    font: str
    text: str


@cache
def register_fonts() -> None:
    """Make the bundled fonts known to reportlab."""
    for name in (REGULAR, BOLD, ITALIC, MATHS):
        pdfmetrics.registerFont(TTFont(name, str(resource_path("fonts", f"{name}.ttf"))))
    pdfmetrics.registerFontFamily(FAMILY, normal=REGULAR, bold=BOLD, italic=ITALIC, boldItalic=BOLD)


def visible(text: str) -> str:
    """The text with nothing in it that hides: control signs and turns of direction are told as [U+202E].

    Thin spaces become narrow no-break ones, also before a percent sign: no figure is torn apart.
    """
    composed = unicodedata.normalize("NFC", _BLANKS.sub(" ", text))
    composed = _BEFORE_PERCENT.sub("\u202f", composed).replace("\u2009", "\u202f")
    return "".join(_told(c) if _is_unseen(c) else c for c in composed)


def runs(text: str, font: str) -> Iterator[Run]:
    """The text cut into stretches by font; characters that none has are told as [U+4E2D]."""
    register_fonts()
    for name, characters in groupby(visible(text), key=lambda c: _font_of(c, font)):
        written = "".join(characters)
        yield Run(name, written) if name else Run(font, "".join(_told(c) for c in written))


def width(text: str, font: str, size: float) -> float:
    """How wide a text is, in points."""
    return sum(float(pdfmetrics.stringWidth(run.text, run.font, size)) for run in runs(text, font))


def shortened(text: str, font: str, size: float, room: float) -> str:
    """The text, or as much of its beginning as fits, with an ellipsis."""
    if width(text, font, size) <= room:
        return text
    kept = text
    while kept and width(kept + "…", font, size) > room:
        kept = kept[:-1]
    return kept + "…"


def _font_of(character: str, font: str) -> str:
    """The font that has the character, or nothing."""
    for name in (font, MATHS):
        if ord(character) in pdfmetrics.getFont(name).face.charWidths:
            return name
    return ""


def _is_unseen(character: str) -> bool:
    return unicodedata.category(character) in _UNSEEN and character not in _JOINERS


def _told(character: str) -> str:
    return f"[U+{ord(character):04X}]"
