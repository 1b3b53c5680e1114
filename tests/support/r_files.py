"""Small files of R, byte by byte (XDR): what R writes, and what it never would. No test may need R.

Layout as in R Internals, "Serialization formats", version 3. None is NA.
"""

import datetime as dt
import struct
from collections.abc import Mapping, Sequence
from typing import Any

LOGICAL, INTEGER, DOUBLE, TEXT, LIST = 10, 13, 14, 16, 19
NA = -(2**31)
NOTHING = struct.pack(">i", 254)
_OBJECT, _ATTRIBUTES, _TAG = 0x100, 0x200, 0x400
LATIN1, _UTF8, _ASCII, UNMARKED = 0x4000, 0x8000, 0x40000, 0
_NO_NUMBER = 0x7FF00000_000007A2
_NAMES = {"class_": "class", "row_names": "row.names"}
_HEADS = {2: b"", 3: struct.pack(">i", 5) + b"UTF-8"}


def integer(*numbers: int) -> bytes:
    return struct.pack(f">{len(numbers)}i", *numbers)


def character(text: str | bytes | None, mark: int | None = None) -> bytes:
    """A text, marked with its encoding (``mark``) or as it needs it."""
    if text is None:
        return integer(9, -1)
    raw = text if isinstance(text, bytes) else text.encode()
    own = _ASCII if raw.isascii() else _UTF8
    return integer(9 | (own if mark is None else mark), len(raw)) + raw


def bits(number: int) -> bytes:
    """A double by its bits."""
    return struct.pack(">Q", number)


def tagged(letter: str) -> bytes:
    """NA with a letter, as haven has it."""
    return bits(_NO_NUMBER | ord(letter) << 32)


def _double(value: float | bytes | None) -> bytes:
    if value is None:
        return bits(_NO_NUMBER)
    return value if isinstance(value, bytes) else struct.pack(">d", value)


def symbol(name: str) -> bytes:
    return integer(1) + character(name)


def pairs(cells: Sequence[tuple[str, bytes]]) -> bytes:
    """A pairlist with tags, or nothing."""
    made = b"".join(integer(2 | _TAG) + symbol(tag) + item for tag, item in cells)
    return made + NOTHING


def vector(code: int, values: Sequence[Any], mark: int | None = None, **attributes: bytes) -> bytes:
    """A vector; of a list the values are items. ``class_``: R's class; ``mark``: how texts are marked."""
    flags = code | (_ATTRIBUTES if attributes else 0) | (_OBJECT if "class_" in attributes else 0)
    if code == TEXT:
        body = b"".join(character(one, mark) for one in values)
    elif code == LIST:
        body = b"".join(values)
    elif code == DOUBLE:
        body = b"".join(map(_double, values))
    else:
        body = integer(*(NA if one is None else int(one) for one in values))
    named = [(_NAMES.get(key, key), item) for key, item in attributes.items()]
    return integer(flags, len(values)) + body + (pairs(named) if attributes else b"")


def texts(*values: str | bytes | None, **more: Any) -> bytes:
    return vector(TEXT, values, **more)


def numbers(values: Sequence[float | bytes | None], **attributes: bytes) -> bytes:
    return vector(DOUBLE, values, **attributes)


def factor(*codes: int | None, levels: bytes, classes: Sequence[str] = ("factor",)) -> bytes:
    return vector(INTEGER, codes, levels=levels, class_=texts(*classes))


def altrep(name: str, state: bytes, attributes: bytes = NOTHING, kind: int = INTEGER) -> bytes:
    """A vector in short: the class `name` of R's base makes it of its state."""
    about = (symbol(name), symbol("base"), vector(INTEGER, (kind,)))
    return integer(238) + b"".join(integer(2) + one for one in about) + NOTHING + state + attributes


def as_text(number: bytes) -> bytes:
    """Texts that R has not made of their numbers yet."""
    return altrep("deferred_string", integer(2) + number + vector(INTEGER, (0,)), kind=TEXT)


def pointer() -> bytes:
    """A pointer outside R."""
    return integer(22) + NOTHING + NOTHING


def s4(name: str) -> bytes:
    """An object of a class of S4."""
    return integer(25 | _ATTRIBUTES | _OBJECT) + pairs([("class", texts(name))])


def frame(columns: Mapping[str, bytes], records: int, *classes: str) -> bytes:
    """A data frame of vectors; ``classes`` before that of one, as a tibble has them."""
    return vector(
        LIST,
        list(columns.values()),
        names=texts(*columns),
        class_=texts(*classes, "data.frame"),
        row_names=vector(INTEGER, (None, -records)),
    )


def rds(item: bytes, version: int = 3) -> bytes:
    """A file of one object, not compressed."""
    return b"X\n" + integer(version, 0x40202, 0x30500) + _HEADS[version] + item


def rdata(**objects: bytes) -> bytes:
    """A file of objects with names."""
    return b"RDX3\n" + rds(pairs(list(objects.items())))


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
