"""A small reader of the data frames of R (XDR, version 2), for files that this program writes."""

import gzip
import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_KINDS = {10: "logical", 13: "integer", 14: "double", 16: "character", 19: "list"}
_NO_INTEGER, _NO_NUMBER = -(2**31), 0x7FF000000000_07A2


@dataclass
class Vector:
    """A vector of R: NA is None, a tagged NA its letter."""

    kind: str
    values: list[Any]
    attributes: dict[str, "Vector"] = field(default_factory=dict)

    def texts(self, attribute: str) -> list[Any]:
        """The values of an attribute; none without it."""
        found = self.attributes.get(attribute)
        return [] if found is None else found.values


def read_frame(path: Path) -> dict[str, Vector]:
    """The variables of the data frame in a file, by name."""
    raw = gzip.decompress(path.read_bytes())
    assert raw[:14] == b"X\n" + struct.pack(">3i", 2, 0x030500, 0x020300)
    reader = _Reader(raw, 14)
    frame = reader.item()
    assert reader.at == len(raw)
    assert (frame.kind, frame.texts("class")) == ("list", ["data.frame"])
    rows = frame.texts("row.names")
    assert rows == [None, -len(frame.values[0].values)]
    return dict(zip(frame.texts("names"), frame.values, strict=True))


class _Reader:
    def __init__(self, raw: bytes, at: int) -> None:
        self._raw, self.at = raw, at
        self._symbols: list[str] = []

    def _take(self, form: str) -> tuple[Any, ...]:
        found = struct.unpack_from(f">{form}", self._raw, self.at)
        self.at += struct.calcsize(f">{form}")
        return found

    def item(self) -> Vector:
        (flags,) = self._take("i")
        kind = _KINDS[flags & 0xFF]
        (number,) = self._take("i")
        values: list[Any]
        if kind == "list":
            values = [self.item() for _ in range(number)]
        elif kind == "character":
            values = [self._text() for _ in range(number)]
        elif kind == "double":
            values = [_double(bits) for bits in self._take(f"{number}Q")]
        else:
            values = [None if one == _NO_INTEGER else one for one in self._take(f"{number}i")]
        made = Vector(kind, values, self._attributes() if flags & 0x200 else {})
        assert bool(flags & 0x100) == ("class" in made.attributes)
        return made

    def _text(self) -> str | None:
        flags, size = self._take("2i")
        if size < 0:
            assert flags == 9
            return None
        text = self._take(f"{size}s")[0].decode("utf-8")
        assert flags == 9 | (0x40000 if text.isascii() else 0x8000)
        return str(text)

    def _attributes(self) -> dict[str, Vector]:
        found = {}
        while True:
            (flags,) = self._take("i")
            if flags == 0xFE:
                return found
            assert flags == 0x402
            (symbol,) = self._take("i")
            if symbol & 0xFF == 1:
                self._symbols.append(str(self._text()))
                name = self._symbols[-1]
            else:
                assert symbol & 0xFF == 0xFF
                name = self._symbols[(symbol >> 8) - 1]
            found[name] = self.item()


def _double(bits: int) -> float | str | None:
    if bits & ~(0xFF << 32) == _NO_NUMBER:
        return chr(bits >> 32 & 0xFF) if bits >> 32 & 0xFF else None
    return float(struct.unpack(">d", struct.pack(">Q", bits))[0])
