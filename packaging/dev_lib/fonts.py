"""The characters that the bundled fonts have: resources/fonts/coverage.json, which the report reads.

A text of the report may be bold or italic, so a character counts if every Noto Sans has it, or Noto Sans
Math, which is set wherever Noto Sans has no glyph.
"""

import struct
from collections.abc import Iterable, Iterator
from pathlib import Path

from dev_lib import ROOT

FONTS = ROOT / "resources" / "fonts"
COVERAGE = FONTS / "coverage.json"
_TEXT = ("NotoSans-Regular.ttf", "NotoSans-Bold.ttf", "NotoSans-Italic.ttf")
_MATHS = "NotoSansMath-Regular.ttf"


def write_coverage() -> int:
    """Make the file of covered characters; the exit code."""
    COVERAGE.write_text(coverage_text(), encoding="utf-8", newline="\n")
    print(f"{COVERAGE}: {sum(high - low + 1 for low, high in ranges(covered()))} characters")
    return 0


def coverage_text() -> str:
    """The content of coverage.json: the covered codes as ranges, both ends included."""
    rows = ",\n".join(f"  [{low}, {high}]" for low, high in ranges(covered()))
    return '{\n "ranges": [\n' + rows + "\n ]\n}\n"


def covered() -> set[int]:
    """The codes of all characters that a text of the report may have, in any weight."""
    text = set.intersection(*(characters_of(FONTS / name) for name in _TEXT))
    return text | characters_of(FONTS / _MATHS)


def characters_of(font: Path) -> set[int]:
    """The codes that a TrueType font maps to a glyph (tables cmap of formats 4 and 12)."""
    data = font.read_bytes()
    start = _table(data, b"cmap")
    (number,) = struct.unpack_from(">H", data, start + 2)
    codes: set[int] = set()
    for place in range(number):
        platform, encoding, offset = struct.unpack_from(">HHI", data, start + 4 + 8 * place)
        if platform == 0 or (platform == 3 and encoding in (1, 10)):
            codes.update(_codes(data, start + offset))
    return codes


def _table(data: bytes, name: bytes) -> int:
    (number,) = struct.unpack_from(">H", data, 4)
    for place in range(number):
        tag, _, offset, _ = struct.unpack_from(">4sIII", data, 12 + 16 * place)
        if tag == name:
            return int(offset)
    raise ValueError(f"no table {name.decode()}")


def _codes(data: bytes, start: int) -> Iterator[int]:
    (form,) = struct.unpack_from(">H", data, start)
    if form == 12:
        (groups,) = struct.unpack_from(">I", data, start + 12)
        for place in range(groups):
            low, high, glyph = struct.unpack_from(">III", data, start + 16 + 12 * place)
            yield from (code for code in range(low, high + 1) if glyph + code - low)
    elif form == 4:
        yield from _codes_of_segments(data, start)


def _codes_of_segments(data: bytes, start: int) -> Iterator[int]:
    (double,) = struct.unpack_from(">H", data, start + 6)
    ends, starts = start + 14, start + 16 + double
    deltas, offsets = starts + double, starts + 2 * double
    for place in range(0, double, 2):
        (high,) = struct.unpack_from(">H", data, ends + place)
        (low,) = struct.unpack_from(">H", data, starts + place)
        (delta,) = struct.unpack_from(">H", data, deltas + place)
        (offset,) = struct.unpack_from(">H", data, offsets + place)
        for code in range(low, high + 1):
            glyph = code
            if offset:
                (glyph,) = struct.unpack_from(">H", data, offsets + place + offset + 2 * (code - low))
            if (glyph + delta if glyph or not offset else 0) & 0xFFFF and code != 0xFFFF:
                yield code


def ranges(codes: Iterable[int]) -> list[tuple[int, int]]:
    """Codes as ranges of consecutive ones, both ends included, in order."""
    found: list[tuple[int, int]] = []
    for code in sorted(codes):
        if found and found[-1][1] == code - 1:
            found[-1] = (found[-1][0], code)
        else:
            found.append((code, code))
    return found
