"""A Parquet file of one column of decimals, made by hand: of more digits than DuckDB or Polars can write.

Layout as the Parquet format describes it: Thrift's compact protocol, one row group, one page, plain values.
"""

import struct
from collections.abc import Sequence

_INT32, _INT64, _BINARY, _LIST, _STRUCT = 5, 6, 8, 9, 12
_FIXED, _DECIMAL, _REQUIRED = 7, 5, 0


def decimal_file(name: str, values: Sequence[int], width: int, precision: int, scale: int) -> bytes:
    """The file as bytes; ``values`` are multiples of 10 to the power of -scale, each of `width` bytes."""
    data = b"".join(value.to_bytes(width, "big", signed=True) for value in values)
    sizes = [(2, _INT32, len(data)), (3, _INT32, len(data))]
    page = [(1, _INT32, len(values)), (2, _INT32, 0), (3, _INT32, 3), (4, _INT32, 3)]
    head = _struct([(1, _INT32, 0), *sizes, (5, _STRUCT, page)])
    size = len(head) + len(data)
    about = [
        (1, _INT32, _FIXED),
        (2, _LIST, (_INT32, [0])),
        (3, _LIST, (_BINARY, [name.encode()])),
        (4, _INT32, 0),
        (5, _INT64, len(values)),
        (6, _INT64, size),
        (7, _INT64, size),
        (9, _INT64, 4),
    ]
    chunk = [(2, _INT64, 4), (3, _STRUCT, about)]
    group = [(1, _LIST, (_STRUCT, [chunk])), (2, _INT64, size), (3, _INT64, len(values))]
    root = [(4, _BINARY, b"schema"), (5, _INT32, 1)]
    column = [
        (1, _INT32, _FIXED),
        (2, _INT32, width),
        (3, _INT32, _REQUIRED),
        (4, _BINARY, name.encode()),
        (6, _INT32, _DECIMAL),
        (7, _INT32, scale),
        (8, _INT32, precision),
    ]
    footer = _struct(
        [
            (1, _INT32, 1),
            (2, _LIST, (_STRUCT, [root, column])),
            (3, _INT64, len(values)),
            (4, _LIST, (_STRUCT, [group])),
        ]
    )
    return b"PAR1" + head + data + footer + struct.pack("<I", len(footer)) + b"PAR1"


def _varint(value: int) -> bytes:
    parts = bytearray()
    while value > 0x7F:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*parts, value])


def _value(kind: int, value: object) -> bytes:
    if kind in (_INT32, _INT64):
        assert isinstance(value, int)
        return _varint(value << 1 if value >= 0 else (-value << 1) - 1)
    if kind == _BINARY:
        assert isinstance(value, bytes)
        return _varint(len(value)) + value
    if kind == _STRUCT:
        assert isinstance(value, list)
        return _struct(value)
    assert isinstance(value, tuple)
    of, items = value
    assert len(items) < 15
    return bytes([len(items) << 4 | of]) + b"".join(_value(of, item) for item in items)


def _struct(fields: Sequence[tuple[int, int, object]]) -> bytes:
    parts, before = b"", 0
    for number, kind, value in fields:
        parts += bytes([(number - before) << 4 | kind]) + _value(kind, value)
        before = number
    return parts + b"\0"
