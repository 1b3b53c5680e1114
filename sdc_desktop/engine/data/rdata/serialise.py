"""Items of R as bytes: XDR, version 2, which every R since 2.3 reads."""

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sdc_desktop.engine.data.rdata.items import (
    CHARACTER,
    DOUBLE,
    HAS_ATTRIBUTES,
    HAS_TAG,
    IS_UTF8,
    NO_NUMBER,
    NOTHING,
    PAIRLIST,
    REFERENCE,
    SYMBOL,
    TEXT,
)

NO_NUMBER_BITS: Final = 0x7FF0 << 48 | NO_NUMBER
LONGEST: Final = 2**31 - 1  # items of a vector, and bytes of a text
_IS_OBJECT, _IS_ASCII = 0x100, 0x40000
_TAG_AT = 32  # the place of the letter of a tagged NA in its bits


def whole_numbers(*numbers: int) -> bytes:
    """Numbers of 32 bits."""
    return struct.pack(f">{len(numbers)}i", *numbers)


HEAD = b"X\n" + whole_numbers(2, 0x030500, 0x020300)
NO_TEXT = whole_numbers(CHARACTER, -1)


def characters(text: str) -> bytes:
    """One text, which is never NA. Raises ValueError where R cannot hold it."""
    raw = text.encode()
    if len(raw) > LONGEST or b"\0" in raw:
        raise ValueError
    return whole_numbers(CHARACTER | (_IS_ASCII if text.isascii() else IS_UTF8), len(raw)) + raw


def bits_of(value: float | str | None) -> int:
    """The bits of a number, of a tagged NA by its letter, or of NA."""
    if value is None:
        return NO_NUMBER_BITS
    if isinstance(value, str):
        return NO_NUMBER_BITS | ord(value) << _TAG_AT
    return int.from_bytes(struct.pack(">d", value), "big")


@dataclass(frozen=True)
class Item:
    """A small vector: the bytes of its ``number`` values, and its attributes by name."""

    kind: int
    number: int
    values: bytes
    attributes: "Attributes" = ()


Attributes = tuple[tuple[str, Item], ...]


def texts_item(*texts: str) -> Item:
    """A vector of texts."""
    return Item(TEXT, len(texts), b"".join(map(characters, texts)))


def doubles_item(values: Sequence[float | str | None]) -> Item:
    """A vector of numbers, letters (tagged NA) and None (NA)."""
    return Item(DOUBLE, len(values), struct.pack(f">{len(values)}Q", *map(bits_of, values)))


class Serialiser:
    """Makes bytes of items in the order of a file, which has each name once."""

    def __init__(self) -> None:
        self._symbols: dict[str, int] = {}

    def beginning(self, kind: int, number: int, attributes: Attributes) -> bytes:
        """What comes before the values of a vector; after them come its attributes."""
        is_object = any(name == "class" for name, _ in attributes)
        return whole_numbers(kind | is_object * _IS_OBJECT | bool(attributes) * HAS_ATTRIBUTES, number)

    def attributes(self, attributes: Attributes) -> bytes:
        """The attributes of a vector; nothing without any."""
        if not attributes:
            return b""
        pairs = [self._pair(name, item) for name, item in attributes]
        return b"".join(pairs) + whole_numbers(NOTHING)

    def _pair(self, name: str, item: Item) -> bytes:
        tag = whole_numbers(PAIRLIST | HAS_TAG) + self._symbol(name)
        begun = self.beginning(item.kind, item.number, item.attributes)
        return tag + begun + item.values + self.attributes(item.attributes)

    def _symbol(self, name: str) -> bytes:
        if name in self._symbols:
            return whole_numbers(self._symbols[name] << 8 | REFERENCE)
        self._symbols[name] = len(self._symbols) + 1
        return whole_numbers(SYMBOL) + characters(name)
