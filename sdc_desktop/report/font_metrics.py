"""Widths of the glyphs of a TrueType font: tables `head`, `hhea`, `hmtx` and `cmap` of OpenType 1.9."""

import struct
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from sdc_desktop.resources import resource_path

_SWAPPED = struct.pack("=H", 1) != struct.pack(">H", 1)  # the file is big-endian


@dataclass(frozen=True)
class Metrics:
    """Advance widths by code point, in thousandths of the size of the letters."""

    widths: Mapping[int, float]

    def has(self, character: str) -> bool:
        """Whether the font has a glyph for a character."""
        return ord(character) in self.widths


@cache
def metrics_of(font: str) -> Metrics:
    """The metrics of a bundled font, by the name of its file without suffix."""
    return metrics_in(resource_path("fonts", f"{font}.ttf").read_bytes())


def metrics_in(data: bytes) -> Metrics:
    """The metrics of the font in a file, of a collection the first one. Raises KeyError, IndexError,
    ValueError or struct.error where it is none.
    """
    (start,) = struct.unpack_from(">L", data, 12) if data[:4] == b"ttcf" else (0,)
    (number,) = struct.unpack_from(">H", data, start + 4)
    tables = {}
    for place in range(number):
        tag, _, offset, length = struct.unpack_from(">4sLLL", data, start + 12 + 16 * place)
        tables[tag] = data[offset : offset + length]
    (em,) = struct.unpack_from(">H", tables[b"head"], 18)
    (long_ones,) = struct.unpack_from(">H", tables[b"hhea"], 34)
    advances = _uint16(tables[b"hmtx"][: 4 * long_ones])[::2]
    last = len(advances) - 1
    glyphs = _glyphs(tables[b"cmap"])
    return Metrics({code: 1000 * advances[min(glyph, last)] / em for code, glyph in glyphs.items()})


def _glyphs(cmap: bytes) -> dict[int, int]:
    """Glyph by code point, of the subtables in the formats 4 and 12; glyph 0 stands for none."""
    (number,) = struct.unpack_from(">H", cmap, 2)
    found: dict[int, int] = {}
    for place in range(number):
        (offset,) = struct.unpack_from(">L", cmap, 8 + 8 * place)
        (form,) = struct.unpack_from(">H", cmap, offset)
        if form == 4:
            found |= _of_segments(cmap[offset:])
        elif form == 12:
            found |= _of_groups(cmap[offset:])
    return {code: glyph for code, glyph in found.items() if glyph}


def _of_segments(table: bytes) -> dict[int, int]:
    (doubled,) = struct.unpack_from(">H", table, 6)
    words = _uint16(table[: len(table) // 2 * 2])
    count = doubled // 2
    ends, starts = words[7 : 7 + count], words[8 + count : 8 + 2 * count]
    deltas, offsets = words[8 + 2 * count : 8 + 3 * count], 8 + 3 * count
    found = {}
    for at, (start, end) in enumerate(zip(starts, ends, strict=True)):
        away = words[offsets + at]
        for code in range(start, end + 1) if start < 0xFFFF else ():
            glyph = words[offsets + at + away // 2 + code - start] if away else code
            found[code] = (glyph + deltas[at]) & 0xFFFF if glyph or not away else 0
    return found


def _of_groups(table: bytes) -> dict[int, int]:
    (number,) = struct.unpack_from(">L", table, 12)
    found: dict[int, int] = {}
    for at in range(number):
        first, last, glyph = struct.unpack_from(">LLL", table, 16 + 12 * at)
        found.update(zip(range(first, last + 1), range(glyph, glyph + last - first + 1), strict=True))
    return found


def _uint16(data: bytes) -> "array[int]":
    values = array("H", data)
    if _SWAPPED:
        values.byteswap()
    return values
