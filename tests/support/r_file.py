"""Small files of R (.rds, .RData), made by hand in R's serialisation (XDR): no test may need R.

Layout as in R Internals, "Serialization formats", versions 2 and 3. Every function gives one item as bytes.
"""

import struct
from collections.abc import Mapping

_PAIRS, _TEXT_ITEM, _NOTHING, _ALTREP, _POINTER, _CLOSURE, _S4 = 2, 9, 254, 238, 22, 3, 25
_LOGICAL, _INTEGER, _DOUBLE, _TEXT, _LIST = 10, 13, 14, 16, 19
_OBJECT, _HAS_ATTRIBUTES, _HAS_TAG = 0x100, 0x200, 0x400
LATIN1, UTF8, ASCII, UNMARKED = 1 << 14, 1 << 15, 1 << 18, 0
NA = -(2**31)
NA_DOUBLE = 0x7FF00000_000007A2
NOTHING = struct.pack(">i", _NOTHING)
Attributes = Mapping[str, bytes]


def _ints(*values: int) -> bytes:
    return struct.pack(f">{len(values)}i", *values)


def _text(value: str | bytes | None, mark: int | None) -> bytes:
    if value is None:
        return _ints(_TEXT_ITEM, -1)
    raw = value if isinstance(value, bytes) else value.encode()
    found = (ASCII if raw.isascii() else UTF8) if mark is None else mark
    return _ints(_TEXT_ITEM | found, len(raw)) + raw


def symbol(name: str) -> bytes:
    """A name."""
    return _ints(1) + _text(name, ASCII)


def pairs(**cells: bytes) -> bytes:
    """A pairlist with names."""
    return b"".join(_ints(_PAIRS | _HAS_TAG) + symbol(name) + item for name, item in cells.items()) + NOTHING


def _vector(code: int, number: int, body: bytes, attributes: Attributes) -> bytes:
    flags = code | (_HAS_ATTRIBUTES if attributes else 0) | (_OBJECT if "class" in attributes else 0)
    listed = pairs(**{name.replace(".", "_dot_"): item for name, item in attributes.items()})
    listed = listed.replace(symbol("row_dot_names"), symbol("row.names"))
    return _ints(flags, number) + body + (listed if attributes else b"")


def integers(*values: int | None, code: int = _INTEGER, **attributes: bytes) -> bytes:
    """Whole numbers; None is NA."""
    return _vector(
        code, len(values), _ints(*(NA if one is None else one for one in values)), _named(attributes)
    )


def logicals(*values: bool | None) -> bytes:
    """Logical values; None is NA."""
    return integers(*values, code=_LOGICAL)


def doubles(*values: float | None, **attributes: bytes) -> bytes:
    """Doubles; None is NA, an int the bits of one."""
    bits = (
        NA_DOUBLE
        if one is None
        else one
        if isinstance(one, int)
        else struct.unpack(">Q", struct.pack(">d", one))[0]
        for one in values
    )
    return _vector(_DOUBLE, len(values), b"".join(struct.pack(">Q", one) for one in bits), _named(attributes))


def texts(*values: str | bytes | None, mark: int | None = None, **attributes: bytes) -> bytes:
    """Texts, marked with their encoding (``mark``) or as they need it; None is NA."""
    return _vector(_TEXT, len(values), b"".join(_text(one, mark) for one in values), _named(attributes))


def items(*values: bytes, **attributes: bytes) -> bytes:
    """A list."""
    return _vector(_LIST, len(values), b"".join(values), _named(attributes))


def factor(*codes: int | None, levels: bytes, ordered: bool = False) -> bytes:
    """A factor with its codes from 1."""
    classes = texts("ordered", "factor") if ordered else texts("factor")
    return integers(*codes, levels=levels, class_=classes)


def tagged(letter: str) -> int:
    """The bits of haven's NA with a letter."""
    return NA_DOUBLE | ord(letter) << 32


def frame(records: int, *classes: str, **columns: bytes) -> bytes:
    """A data frame; ``classes`` before that of one, as a tibble has them."""
    return items(
        *columns.values(),
        names=texts(*columns),
        class_=texts(*classes, "data.frame"),
        **{"row.names": integers(None, -records)},
    )


def altrep(name: str, kind: int, state: bytes, attributes: bytes = NOTHING) -> bytes:
    """A vector in short: the class `name` of R's base makes it of its state."""
    about = (
        b"".join(_ints(_PAIRS) + item for item in (symbol(name), symbol("base"), integers(kind))) + NOTHING
    )
    return _ints(_ALTREP) + about + state + attributes


def wrapped(vector: bytes, attributes: bytes = NOTHING) -> bytes:
    """A vector of whole numbers in the wrapper that R puts around some."""
    return altrep("wrap_integer", _INTEGER, items(vector, integers(0, 0)), attributes)


def as_text(numbers: bytes) -> bytes:
    """Texts that R has not made of their numbers yet."""
    return altrep("deferred_string", _TEXT, _ints(_PAIRS) + numbers + integers(0))


def pointer() -> bytes:
    """A pointer outside R."""
    return _ints(_POINTER) + NOTHING + NOTHING


def s4(name: str) -> bytes:
    """An object of a class of S4."""
    return _ints(_S4 | _HAS_ATTRIBUTES | _OBJECT) + pairs(**{"class": texts(name)})


def rds(item: bytes, version: int = 3, encoding: bytes = b"UTF-8") -> bytes:
    """A file of one object, not compressed."""
    head = _ints(version, 0x040301, 0x030500)
    if version == 3:
        head += _ints(len(encoding)) + encoding
    return b"X\n" + head + item


def rdata(version: int = 3, **objects: bytes) -> bytes:
    """A file of objects with names."""
    return b"RDX%d\n" % version + rds(pairs(**objects), version)


def _named(attributes: Attributes) -> Attributes:
    return {name.rstrip("_"): item for name, item in attributes.items()}
