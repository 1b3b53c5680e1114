"""The parts of an Arrow file (Feather version 2) or stream, after the specification "Arrow Columnar Format"
1.4 and its schemas Schema.fbs, Message.fbs and File.fbs. Damaged metadata raise ValueError, IndexError or
struct.error, which the child reports as damage.

Own code: pyarrow 26 adds 90 to 171 MB; nanoarrow 0.9 reads no files, and no texts as Polars keeps them.
"""

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Literal

from sdc_desktop.engine.data.foreign.flat_buffer import Table, root_of
from sdc_desktop.engine.data.foreign.reading_child import Unreadable, check_names
from sdc_desktop.engine.data.limits import MAX_FIELDS

MAGIC = b"ARROW1"
_FEATHER_1 = b"FEA1"
_MESSAGE = b"\xff\xff\xff\xff"  # what a message begins with
_SCHEMA, _DICTIONARY, _RECORDS = 1, 2, 3  # kinds of messages, by their number in Message.fbs
Codec = Literal["lz4", "zstd"]
_CODECS: tuple[Codec, ...] = ("lz4", "zstd")  # likewise
TYPES = (
    *("None", "Null", "Int", "FloatingPoint", "Binary", "Utf8", "Bool", "Decimal", "Date", "Time"),
    *("Timestamp", "Interval", "List", "Struct", "Union", "FixedSizeBinary", "FixedSizeList", "Map"),
    *("Duration", "LargeBinary", "LargeUtf8", "LargeList", "RunEndEncoded", "BinaryView", "Utf8View"),
    *("ListView", "LargeListView"),
)  # by their number in Schema.fbs


@dataclass(frozen=True)
class Kind:
    """The type of a column's values. ``bits`` of a number; ``unit``: 0 to 3 for s, ms, µs and ns, of a date 0
    for days; ``zone`` of a time stamp; ``scale``: decimals of an exact number.
    """

    name: str
    bits: int = 0
    signed: bool = True
    unit: int = 0
    zone: str = ""
    precision: int = 0
    scale: int = 0


@dataclass(frozen=True)
class Field:
    """A column; ``dictionary`` is the number of the list that its values are in, ``index`` the type of their
    places in it.
    """

    name: str
    kind: Kind
    dictionary: int | None = None
    index: Kind | None = None


@dataclass(frozen=True)
class Batch:
    """Records, or the values of a dictionary, as one block: how many, of each column (values, nulls), where
    its buffers are in the file as (place, bytes), how they are compressed, and how many each column of views
    has beyond two.
    """

    records: int
    nodes: tuple[tuple[int, ...], ...]
    buffers: tuple[tuple[int, int], ...]
    codec: Codec | None
    views: tuple[int, ...]
    dictionary: int | None = None  # whose values these are
    added: bool = False  # to what the dictionary has


@dataclass(frozen=True)
class Layout:
    """What a file says of itself. ``batches``: in their order, values of dictionaries before the records that
    name them; ``ended``: false of a stream without a mark at its end.
    """

    fields: tuple[Field, ...]
    batches: tuple[Batch, ...]
    ended: bool = True


def layout_of(path: Path) -> Layout:
    """Read the metadata of a file or stream. Raises :class:`Unreadable`, and the errors of damage."""
    size = path.stat().st_size
    with path.open("rb") as file:
        begins = file.read(6)
        if begins[:4] == _FEATHER_1:
            raise Unreadable("data.feather_1")
        if begins[:4] == _MESSAGE:
            return _of_stream(file, size)
        if begins != MAGIC:
            raise Unreadable("data.not_of_format", format="arrow")
        return _of_file(file, size)


def _of_file(file: BinaryIO, size: int) -> Layout:
    """A file: its footer lists the messages, those of dictionaries apart."""
    file.seek(max(0, size - 10))
    tail = file.read()
    length = int.from_bytes(tail[:4], "little")
    if tail[4:] != MAGIC or not 0 < length <= size - 18:
        raise Unreadable("data.damaged")
    file.seek(size - 10 - length)
    footer = root_of(file.read(length))
    fields = _fields(footer.table(1))
    blocks = [*footer.structs(2, "qi4xq"), *footer.structs(3, "qi4xq")]
    if any(min(one) < 0 for one in blocks) or sum(length + body for _, length, body in blocks) > size:
        raise Unreadable("data.damaged")  # those of a sound file lie beside one another
    batches = tuple(_listed(file, size, *block) for block in blocks)
    whole = [one.dictionary for one in batches if one.dictionary is not None and not one.added]
    if len(set(whole)) < len(whole):  # only a stream says when one replaces the other
        raise Unreadable("data.damaged")
    return Layout(fields, batches)


def _listed(file: BinaryIO, size: int, place: int, length: int, body: int) -> Batch:
    """The block of a message at a place of the file, its metadata being so long and its body."""
    start = place + length
    if start + body > size:
        raise ValueError(place)
    file.seek(place)
    raw = file.read(length)
    return _batch(root_of(raw[8:] if raw[:4] == _MESSAGE else raw[4:]), start, body)


def _of_stream(file: BinaryIO, size: int) -> Layout:
    """A stream: its messages one after the other, first that with the columns, last the mark of the end."""
    fields: tuple[Field, ...] | None = None
    batches: list[Batch] = []
    place = 0
    while place < size:
        file.seek(place)
        mark, length = struct.unpack("<4si", file.read(8))
        place += 8
        if mark != _MESSAGE or not 0 <= length <= size - place or (not length and place < size):
            raise ValueError(place)
        if not length:
            return Layout(_fields(None) if fields is None else fields, tuple(batches))
        message = root_of(file.read(length))
        body = message.number(3, "q")
        place += length
        if not 0 <= body <= size - place or (fields is None) != (message.number(1, "B") == _SCHEMA):
            raise ValueError(place)
        if fields is None:
            fields = _fields(message.table(2))
        else:
            batches.append(_batch(message, place, body))
        place += body
    return Layout(_fields(None) if fields is None else fields, tuple(batches), ended=False)


def _fields(schema: Table | None) -> tuple[Field, ...]:
    tables = [] if schema is None else schema.tables(1)
    if schema is None or not tables:
        raise Unreadable("data.no_columns")
    if schema.number(0, "h"):
        raise Unreadable("data.arrow_order")
    if len(tables) > MAX_FIELDS:
        raise Unreadable("data.damaged")
    check_names(table.text(0) for table in tables)
    return tuple(map(_field, tables))


def _field(table: Table) -> Field:
    name, kind, listed = table.text(0), _kind(table), table.table(4)
    if listed is None:
        return Field(name, kind)
    index = listed.table(1)
    return Field(name, kind, listed.number(0, "q"), Kind("Int", 32) if index is None else _int(index))


def _kind(field: Table) -> Kind:
    name, own = TYPES[field.number(2, "B")], field.table(3)
    if own is None:
        return Kind(name)
    if name == "Int":
        return _int(own)
    if name == "FloatingPoint":
        return Kind(name, bits=16 << own.number(0, "h"))
    if name == "Decimal":
        return Kind(name, own.number(2, "i", 128), precision=own.number(0, "i"), scale=own.number(1, "i"))
    if name == "Timestamp":
        return Kind(name, 64, unit=own.number(0, "h"), zone=own.text(1))
    if name in ("Date", "Duration", "Time"):
        unit = own.number(0, "h", 1)
        bits = {"Date": 64 if unit else 32, "Time": own.number(1, "i", 32)}.get(name, 64)
        return Kind(name, bits, unit=unit)
    return Kind(name)


def _int(table: Table) -> Kind:
    return Kind("Int", table.number(0, "i"), signed=bool(table.number(1, "B")))


def _batch(message: Table, start: int, body: int) -> Batch:
    """The block of a message whose body is so long and starts there."""
    kind, header, listed = message.number(1, "B"), message.table(2), None
    if kind == _DICTIONARY and header is not None:
        listed, header = header, header.table(1)
    if header is None or kind not in (_DICTIONARY, _RECORDS):
        raise ValueError(kind)
    compression, buffers, records = header.table(3), header.structs(2, "qq"), header.number(0, "q")
    if records < 0 or any(at < 0 or long < 0 or at + long > body for at, long in buffers):
        raise ValueError(start)
    return Batch(
        records=records,
        nodes=tuple(header.structs(1, "qq")),
        buffers=tuple((start + at, long) for at, long in buffers),
        codec=None if compression is None else _CODECS[compression.number(0, "B")],
        views=tuple(one for (one,) in header.structs(4, "q")),
        dictionary=None if listed is None else listed.number(0, "q"),
        added=listed is not None and bool(listed.number(2, "B")),
    )
