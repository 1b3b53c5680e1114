"""Small files of R, byte by byte (XDR, version 3): what R writes, and what it never would."""

import datetime as dt
import struct
from collections.abc import Mapping, Sequence
from typing import Any

LOGICAL, INTEGER, DOUBLE, TEXT, LIST = 10, 13, 14, 16, 19
NA = -(2**31)
NOTHING = struct.pack(">i", 254)
_OBJECT, _ATTRIBUTES, _TAG = 0x100, 0x200, 0x400
_UTF8 = 0x8000
_NO_NUMBER = bytes.fromhex("7ff00000000007a2")
_NAMES = {"class_": "class", "row_names": "row.names"}
HEAD = b"X\n" + struct.pack(">3i", 3, 0x40202, 0x30500) + struct.pack(">i", 5) + b"UTF-8"


def integer(*numbers: int) -> bytes:
    return struct.pack(f">{len(numbers)}i", *numbers)


def character(text: str | None) -> bytes:
    if text is None:
        return integer(9, -1)
    raw = text.encode()
    return integer(9 | _UTF8, len(raw)) + raw


def pairs(cells: Sequence[tuple[str, bytes]]) -> bytes:
    """A pairlist with tags, or nothing."""
    made = b"".join(integer(2 | _TAG) + integer(1) + character(tag) + item for tag, item in cells)
    return made + NOTHING


def vector(code: int, values: Sequence[Any], **attributes: bytes) -> bytes:
    """A vector; of doubles None is NA, of a list the values are items. ``class_``: R's class."""
    flags = code | (_ATTRIBUTES if attributes else 0) | (_OBJECT if "class_" in attributes else 0)
    if code == TEXT:
        body = b"".join(map(character, values))
    elif code == LIST:
        body = b"".join(values)
    elif code == DOUBLE:
        body = b"".join(_NO_NUMBER if one is None else struct.pack(">d", one) for one in values)
    else:
        body = integer(*(NA if one is None else int(one) for one in values))
    named = [(_NAMES.get(key, key), item) for key, item in attributes.items()]
    return integer(flags, len(values)) + body + (pairs(named) if attributes else b"")


def texts(*values: str | None) -> bytes:
    return vector(TEXT, values)


def numbers(values: Sequence[float | None], **attributes: bytes) -> bytes:
    return vector(DOUBLE, values, **attributes)


def frame(columns: Mapping[str, bytes], records: int) -> bytes:
    """A data frame of vectors."""
    return vector(
        LIST,
        list(columns.values()),
        names=texts(*columns),
        class_=texts("data.frame"),
        row_names=vector(INTEGER, (None, -records)),
    )


def rds(item: bytes) -> bytes:
    """A file of one object, not compressed."""
    return HEAD + item


def column(values: Sequence[Any]) -> bytes:
    """Values of one type as R has them: numbers as doubles, dates, times of day, texts."""
    kinds = {type(one) for one in values if one is not None}
    if kinds <= {int, float}:
        return numbers(values)
    if kinds == {dt.date}:
        return numbers(
            [None if one is None else (one - dt.date(1970, 1, 1)).days for one in values],
            class_=texts("Date"),
        )
    if kinds == {dt.datetime}:
        span = [None if one is None else (one - dt.datetime(1970, 1, 1)).total_seconds() for one in values]
        return numbers(span, class_=texts("POSIXct", "POSIXt"), tzone=texts("UTC"))
    if kinds == {dt.time}:
        seconds = [None if one is None else one.hour * 3600 + one.minute * 60 + one.second for one in values]
        return numbers(seconds, class_=texts("hms", "difftime"), units=texts("secs"))
    return vector(TEXT, values)
