"""The parts of an Arrow file (Feather version 2): its metadata are FlatBuffers. After the specification
"Arrow Columnar Format" 1.4 and its schemas Schema.fbs, Message.fbs and File.fbs. Damaged metadata raise
ValueError, IndexError or struct.error, which the child reports as damage.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from sdc_desktop.engine.data.foreign.reading_child import Unreadable
from sdc_desktop.engine.data.limits import MAX_FIELDS

MAGIC = b"ARROW1"
_FEATHER_1 = b"FEA1"
_STREAM = b"\xff\xff\xff\xff"  # what a message begins with
TYPES = (
    *(
        "None",
        "Null",
        "Int",
        "FloatingPoint",
        "Binary",
        "Utf8",
        "Bool",
        "Decimal",
        "Date",
        "Time",
        "Timestamp",
    ),
    *("Interval", "List", "Struct", "Union", "FixedSizeBinary", "FixedSizeList", "Map", "Duration"),
    *("LargeBinary", "LargeUtf8", "LargeList", "RunEndEncoded", "BinaryView", "Utf8View", "ListView"),
    "LargeListView",
)  # by their number in Schema.fbs


@dataclass(frozen=True)
class Table:
    """A table of a FlatBuffer: its fields are at places that its own list of offsets names."""

    raw: bytes
    place: int

    def _at(self, field: int) -> int:
        """The place of a field; 0 where it is not there and its default applies."""
        offsets = self.place - self._unpacked("i", self.place)
        if 4 + 2 * field >= self._unpacked("H", offsets):
            return 0
        own = self._unpacked("H", offsets + 4 + 2 * field)
        return self.place + own if own else 0

    def _unpacked(self, kind: str, place: int) -> int:
        if place < 0:
            raise ValueError(place)
        return int(struct.unpack_from(f"<{kind}", self.raw, place)[0])

    def number(self, field: int, kind: str, default: int = 0) -> int:
        """A number of the kind that struct names so."""
        place = self._at(field)
        return self._unpacked(kind, place) if place else default

    def table(self, field: int) -> "Table | None":
        """A table within this one; None where there is none."""
        place = self._at(field)
        return Table(self.raw, place + self._unpacked("I", place)) if place else None

    def text(self, field: int) -> str:
        """A text; empty where there is none."""
        start, length = self._vector(field, 1)
        return self.raw[start : start + length].decode("utf-8")

    def tables(self, field: int) -> list["Table"]:
        """The tables of a vector."""
        start, length = self._vector(field, 4)
        places = range(start, start + 4 * length, 4)
        return [Table(self.raw, place + self._unpacked("I", place)) for place in places]

    def structs(self, field: int, layout: str) -> list[tuple[int, ...]]:
        """The structs of a vector, each of the layout that struct names so."""
        size = struct.calcsize(f"<{layout}")
        start, length = self._vector(field, size)
        return list(struct.iter_unpack(f"<{layout}", self.raw[start : start + size * length]))

    def _vector(self, field: int, size: int) -> tuple[int, int]:
        place = self._at(field)
        if not place:
            return 0, 0
        start = place + self._unpacked("I", place)
        length = self._unpacked("I", start)
        if start + 4 + length * size > len(self.raw):
            raise ValueError(length)
        return start + 4, length


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
    its buffers are in the file as (place, bytes), whether they are compressed, and how many each column of
    views has beyond two.
    """

    records: int
    nodes: tuple[tuple[int, ...], ...]
    buffers: tuple[tuple[int, int], ...]
    compressed: bool
    views: tuple[int, ...]
    dictionary: int = -1
    added: bool = False  # to what the dictionary has


@dataclass(frozen=True)
class Layout:
    """What a file says of itself."""

    fields: tuple[Field, ...]
    dictionaries: tuple[Batch, ...]
    batches: tuple[Batch, ...]


def layout_of(path: Path) -> Layout:
    """Read the metadata of a file. Raises :class:`Unreadable`, and the errors of damage."""
    size = path.stat().st_size
    with path.open("rb") as file:
        begins = file.read(8)
        if begins[:4] in (_FEATHER_1, _STREAM):
            raise Unreadable("data.arrow_layout")
        if begins[:6] != MAGIC:
            raise Unreadable("data.not_of_format", format="arrow")
        file.seek(max(0, size - 10))
        tail = file.read()
        length = int.from_bytes(tail[:4], "little")
        if tail[4:] != MAGIC or not 0 < length <= size - 18:
            raise Unreadable("data.damaged")
        file.seek(size - 10 - length)
        footer = _root(file.read(length))
        schema = footer.table(1)
        if schema is None or not schema.tables(1):
            raise Unreadable("data.no_columns")
        if schema.number(0, "h"):  # the other order of bytes
            raise Unreadable("data.arrow_layout")
        fields = tuple(_fields(schema.tables(1)))
        listed = footer.structs(2, "qi4xq"), footer.structs(3, "qi4xq")
        blocks = [one for part in listed for one in part]
        if any(min(one) < 0 for one in blocks) or sum(length + body for _, length, body in blocks) > size:
            raise Unreadable("data.damaged")  # those of a sound file lie beside one another
        found = [tuple(_batch(file, size, *block) for block in part) for part in listed]
    return Layout(fields, *found)


def _root(raw: bytes) -> Table:
    return Table(raw, struct.unpack_from("<I", raw)[0])


def _fields(tables: list[Table]) -> Iterator[Field]:
    if len(tables) > MAX_FIELDS:
        raise Unreadable("data.damaged")
    names: set[str] = set()
    for number, table in enumerate(tables, start=1):
        name, kind, listed = table.text(0), _kind(table), table.table(4)
        if not name:
            raise Unreadable("data.nameless", column=number)
        if name in names:
            raise Unreadable("data.name_twice", column=number, variable=name, name=name)
        names.add(name)
        if listed is None:
            yield Field(name, kind)
        else:
            index = listed.table(1)
            yield Field(name, kind, listed.number(0, "q"), Kind("Int", 32) if index is None else _int(index))


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


def _batch(file: BinaryIO, size: int, place: int, length: int, body: int) -> Batch:
    """The block of a message at a place of the file, its metadata being so long and its body."""
    start = place + length
    if start + body > size:
        raise ValueError(place)
    file.seek(place)
    raw = file.read(length)
    message = _root(raw[8:] if raw[:4] == _STREAM else raw[4:])
    header, listed = message.table(2), None
    if header is not None and message.number(1, "B") == 2:  # of a dictionary
        listed, header = header, header.table(1)
    if header is None:
        raise ValueError(place)
    compression = header.table(3)
    if compression is not None and compression.number(0, "b"):
        raise Unreadable("data.arrow_compression")
    buffers = header.structs(2, "qq")
    if any(at < 0 or long < 0 or at + long > body for at, long in buffers):
        raise ValueError(place)
    return Batch(
        records=header.number(0, "q"),
        nodes=tuple(header.structs(1, "qq")),
        buffers=tuple((start + at, long) for at, long in buffers),
        compressed=compression is not None,
        views=tuple(one for (one,) in header.structs(4, "q")),
        dictionary=-1 if listed is None else listed.number(0, "q"),
        added=listed is not None and bool(listed.number(2, "B")),
    )
