"""Text from data as the report shows it: signs that hide or that no font has are named by their number.

The setter of the PDF refuses a character without a glyph, so every text that comes from data, files or
fields passes `shown` first. The HTML twin keeps all characters that a browser can show: `shown_in_html`.
"""

import json
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache

from sdc_desktop.resources import resource_path

LONGEST_RUN = 18  # characters without a place to break
_BREAK = "\u200b"
_SEPARATORS = frozenset(" -/_")
_UNSEEN = (  # controls, signs of direction and joining, halves of pairs, private use, byte order mark
    (0x0000, 0x001F),
    (0x007F, 0x009F),
    (0x00AD, 0x00AD),
    (0x200B, 0x200F),
    (0x2028, 0x202E),
    (0x2060, 0x206F),
    (0xD800, 0xDFFF),
    (0xE000, 0xF8FF),
    (0xFEFF, 0xFEFF),
)


@dataclass(frozen=True)
class _Glyphs:
    """The code points that a further font has, and the characters for which no font has a glyph."""

    further: frozenset[int] = frozenset()
    lacking: set[str] = field(default_factory=set)


_GLYPHS: ContextVar[_Glyphs | None] = ContextVar("glyphs", default=None)


@contextmanager
def further_glyphs(codes: frozenset[int]) -> Iterator[set[str]]:
    """Within it texts are shown with these code points of a further font. Gives the set of the characters
    that `shown` finds in no font.
    """
    glyphs = _Glyphs(codes)
    token = _GLYPHS.set(glyphs)
    try:
        yield glyphs.lacking
    finally:
        _GLYPHS.reset(token)


def shown(value: str) -> str:
    """Returns a text from data as it goes to the setter of the PDF.

    Characters that hide, leading and trailing spaces and characters that the report's fonts have no glyph
    for become ‹U+XXXX›; all others stay. After 18 characters without a space, hyphen, slash or underscore a
    break of no width (U+200B) is inserted, never within ‹U+XXXX›.
    """
    return _with_breaks(_pieces(value, in_fonts=True))


def shown_in_columns(value: str) -> str:
    """Returns the text of `shown` with a break of no width between two ‹U+XXXX› as well: a short name of such
    characters would run into the next column.
    """
    return shown(value).replace("›‹U+", f"›{_BREAK}‹U+")


def shown_in_html(value: str) -> str:
    """Returns a text from data as the HTML twin shows it: only what hides becomes ‹U+XXXX›; not escaped."""
    return "".join(_pieces(value, in_fonts=False))


def _pieces(value: str, *, in_fonts: bool) -> list[str]:
    first = len(value) - len(value.lstrip(" "))
    last = len(value.rstrip(" "))
    pieces = []
    for place, character in enumerate(value):
        edge = place < first or place >= last
        hidden = edge or _is_unseen(character)
        if not hidden and in_fonts and not is_covered(character):
            hidden = True
            if (glyphs := _GLYPHS.get()) is not None:
                glyphs.lacking.add(character)
        pieces.append(f"‹U+{ord(character):04X}›" if hidden else character)
    return pieces


def _with_breaks(pieces: list[str]) -> str:
    parts: list[str] = []
    run = 0
    for piece in pieces:
        if piece in _SEPARATORS:
            run = 0
        else:
            run += len(piece)
            if run > LONGEST_RUN:
                parts.append(_BREAK)
                run = len(piece)
        parts.append(piece)
    return "".join(parts)


def _is_unseen(character: str) -> bool:
    code = ord(character)
    return any(low <= code <= high for low, high in _UNSEEN)


def is_covered(character: str) -> bool:
    """Whether the fonts of the report have a glyph for a character: the bundled ones in every weight."""
    if (glyphs := _GLYPHS.get()) is not None and ord(character) in glyphs.further:
        return True
    starts, ends = _coverage()
    place = bisect_right(starts, ord(character)) - 1
    return place >= 0 and ord(character) <= ends[place]


@cache
def _coverage() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """First and last code of each range in coverage.json (packaging/dev_lib/fonts.py makes it)."""
    ranges = json.loads(resource_path("fonts", "coverage.json").read_text(encoding="utf-8"))["ranges"]
    return tuple(low for low, _ in ranges), tuple(high for _, high in ranges)
