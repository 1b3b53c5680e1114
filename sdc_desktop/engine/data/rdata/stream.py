"""The bytes of a file of R, expanded, and the numbers and texts in them in each of the three ways of R."""

import bz2
import gzip
import lzma
import re
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.data.foreign.reading_child import Unreadable
from sdc_desktop.engine.data.limits import expanded_limit
from sdc_desktop.engine.data.rdata.items import CHARACTER, IS_ASCII, IS_LATIN1, IS_UTF8, NO_INTEGER, NO_NUMBER

_BLOCK = 1 << 20


def _open_zstandard(path: Path) -> Any:
    from backports import zstd

    return zstd.open(path)


_OPENERS: tuple[tuple[bytes, Callable[[Path], Any]], ...] = (
    (b"\x1f\x8b", gzip.open),
    (b"BZh", bz2.open),
    (b"\xfd7zXZ", lzma.open),
    (b"\x28\xb5\x2f\xfd", _open_zstandard),
)
_MOST_KNOWN = 1 << 16  # texts that are kept to be recognised again
_NOT_AVAILABLE = (0x7FF0 << 48) | NO_NUMBER
_ESCAPE = re.compile(rb"\\([0-7]{1,3}|.)", re.DOTALL)
_WORD = re.compile(rb"\S+")
_LETTERS = {b"n": b"\n", b"t": b"\t", b"v": b"\v", b"b": b"\b", b"r": b"\r", b"f": b"\f", b"a": b"\a"}

Integers = npt.NDArray[np.int32]
Doubles = npt.NDArray[np.float64]
Bytes = npt.NDArray[np.uint8]
Decode = Callable[[int, bytes], str]


def expanded(path: Path) -> bytes:
    """The bytes of a file, without the compression that they have. Raises :class:`Unreadable`."""
    most = expanded_limit(path.stat().st_size)
    with path.open("rb") as file:
        beginning = file.read(6)
    opener = next((one for magic, one in _OPENERS if beginning.startswith(magic)), None)
    found: list[bytes] = []
    size = 0
    with opener(path) if opener is not None else path.open("rb") as file:
        while block := file.read(_BLOCK):
            size += len(block)
            if size > most:
                raise Unreadable("data.inflates", megabytes=most // 2**20)
            found.append(block)
    return b"".join(found)


class Binary:
    """Big-endian (XDR) as R saves by default, or little-endian. Each method raises an exception where the
    bytes end or are wrong.
    """

    def __init__(self, content: bytes, start: int, order: str) -> None:
        self._content, self._at, self._order = content, start, order
        self._integer = struct.Struct(f"{order}i")
        self._head = struct.Struct(f"{order}ii")

    def _past(self, size: int) -> int:
        """The place before a part of this size, which is left behind."""
        at = self._at
        if not 0 <= size <= len(self._content) - at:
            raise EOFError
        self._at = at + size
        return at

    def integer(self) -> int:
        """One whole number."""
        return int(self._integer.unpack_from(self._content, self._past(4))[0])

    def integers(self, number: int) -> Integers:
        """So many whole numbers (number,)."""
        return self._array("i4", 4, number).astype(np.int32)

    def doubles(self, number: int) -> Doubles:
        """So many doubles (number,), the bits of NaN kept."""
        return self._array("u8", 8, number).astype(np.uint64).view(np.float64)

    def octets(self, number: int) -> bytes:
        """So many bytes."""
        at = self._past(number)
        return self._content[at : at + number]

    def raw(self, number: int) -> Bytes:
        """The bytes of a raw vector (number,)."""
        return self._array("u1", 1, number).astype(np.uint8)

    def _array(self, form: str, size: int, number: int) -> npt.NDArray[Any]:
        at = self._past(number * size)
        return np.frombuffer(self._content, dtype=self._order + form, count=number, offset=at)

    def plain_texts(self, number: int, decode: Decode) -> list[str | None]:
        """The texts of a vector, up to `number`, as long as they have no attributes; equal ones once."""
        content, at, head = self._content, self._at, self._head.unpack_from
        known: dict[bytes, Any] = {}
        found: list[str | None] = []
        take, look = found.append, known.get
        try:
            for _ in range(number):
                flags, length = head(content, at)
                stop = at + 8 + length if length > 0 else at + 8
                key = content[at:stop]
                text = look(key, self)
                if text is self:
                    if flags & 0xFFF != CHARACTER or length < -1 or stop > len(content):
                        break
                    if length < 0:
                        text = None
                    else:
                        text = key[8:].decode("ascii") if flags & IS_ASCII else decode(flags, key[8:])
                        if "\0" in text:
                            raise Unreadable("data.nul")
                    if len(known) < _MOST_KNOWN:
                        known[key] = text
                take(text)
                at = stop
        except struct.error:
            raise EOFError from None
        self._at = at
        return found


class Ascii:
    """Words of text, one for each number."""

    def __init__(self, content: bytes, start: int) -> None:
        self._words = map(re.Match.group, _WORD.finditer(content, start))

    def integer(self) -> int:
        """One whole number."""
        word = next(self._words)
        return NO_INTEGER if word == b"NA" else int(word)

    def integers(self, number: int) -> Integers:
        """So many whole numbers (number,)."""
        return np.array([self.integer() for _ in range(number)], dtype=np.int32)

    def doubles(self, number: int) -> Doubles:
        """So many doubles (number,); of NaN, whether it is NA."""
        bits = np.array([_bits(next(self._words)) for _ in range(number)], dtype=np.uint64)
        return bits.view(np.float64)

    def octets(self, number: int) -> bytes:
        """So many bytes."""
        found = _ESCAPE.sub(_plain, next(self._words)) if number else b""
        if len(found) != number:
            raise EOFError
        return found

    def raw(self, number: int) -> Bytes:
        """The bytes of a raw vector (number,)."""
        return np.array([int(next(self._words), 16) for _ in range(number)], dtype=np.uint8)

    def plain_texts(self, _number: int, _decode: Decode) -> list[str | None]:
        """None of them: they are read as any other item."""
        return []


Stream: TypeAlias = Binary | Ascii


def _bits(word: bytes) -> int:
    if word == b"NA":
        return _NOT_AVAILABLE
    value = float.fromhex(word.decode("ascii")) if b"x" in word else float(word)
    return int(np.float64(value).view(np.uint64))


def _plain(found: re.Match[bytes]) -> bytes:
    sign = found[1]
    return bytes((int(sign, 8) & 0xFF,)) if sign[:1].isdigit() else _LETTERS.get(sign, sign)


def decoded(flags: int, content: bytes, native: str) -> str:
    """A text in the encoding that it is marked with, else in that of the system that saved it. Raises
    UnicodeDecodeError.
    """
    if flags & IS_LATIN1:  # R on Windows calls Windows-1252 so
        try:
            return content.decode("cp1252")
        except UnicodeDecodeError:
            return content.decode("latin-1")
    return content.decode("utf-8" if flags & IS_UTF8 else native)
