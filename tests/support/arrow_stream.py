"""Arrow streams made message by message, to have in them what Polars does not write."""

import struct
from collections.abc import Sequence
from dataclasses import dataclass

END = b"\xff\xff\xff\xff" + bytes(4)
_DELTA = ("B", 1)


@dataclass(frozen=True)
class Part:
    """An object of a FlatBuffer and the place within its bytes that others name."""

    raw: bytes
    place: int = 0


def table(*fields: tuple[str, int] | Part | None) -> Part:
    """A table: numbers with their kind of struct, other objects, and fields without a value."""
    offsets, own, others = [], b"", []
    for field in fields:
        offsets.append(0 if field is None else 4 + len(own))
        if isinstance(field, Part):
            others.append((len(own), field))
            own += bytes(4)
        elif field is not None:
            own += struct.pack(f"<{field[0]}", field[1])
    listed = struct.pack(f"<HH{len(fields)}H", 4 + 2 * len(fields), 4 + len(own), *offsets)
    made = bytearray(listed + struct.pack("<i", len(listed)) + own)
    for at, other in others:
        _name(made, len(listed) + 4 + at, other)
    return Part(bytes(made), len(listed))


def tables(*parts: Part) -> Part:
    """A vector of tables."""
    made = bytearray(struct.pack("<I", len(parts)) + bytes(4 * len(parts)))
    for number, part in enumerate(parts):
        _name(made, 4 + 4 * number, part)
    return Part(bytes(made))


def _name(made: bytearray, at: int, other: Part) -> None:
    """Adds an object to those made, and its place where it is named."""
    struct.pack_into("<I", made, at, len(made) + other.place - at)
    made += other.raw


def text(value: str) -> Part:
    """A text."""
    return Part(struct.pack("<I", len(value)) + value.encode())


def pairs(*rows: tuple[int, int]) -> Part:
    """A vector of structs of two long numbers."""
    return Part(struct.pack("<I", len(rows)) + b"".join(struct.pack("<qq", *row) for row in rows))


def message(kind: int, header: Part, body: bytes = b"") -> bytes:
    """A message with its body; the metadata end where eight bytes do."""
    root = table(("h", 4), ("B", kind), header, ("q", len(body)))
    raw = struct.pack("<I", 4 + root.place) + root.raw
    raw += bytes(-len(raw) % 8)
    return b"\xff\xff\xff\xff" + struct.pack("<i", len(raw)) + raw + body


def schema(order: int = 0) -> bytes:
    """One column of texts, town, that are in the dictionary 7; ``order`` 1: the highest byte is first."""
    listed = table(("q", 7), table(("i", 8), ("B", 1)))
    return message(1, table(("h", order), tables(table(text("town"), ("B", 1), ("B", 5), table(), listed))))


def words(*values: str, dictionary: int = 7, added: bool = False) -> bytes:
    """The values of a dictionary, all that it has or added to them."""
    ends = [len("".join(values[:number]).encode()) for number in range(len(values) + 1)]
    batch, body = _batch(len(values), b"", struct.pack(f"<{len(ends)}i", *ends), "".join(values).encode())
    return message(2, table(("q", dictionary), batch, _DELTA if added else None), body)


def records(*places: int, codec: int | None = None) -> bytes:
    """Records with these places in the dictionary; ``codec``: as which their buffers are declared."""
    batch, body = _batch(len(places), b"", struct.pack(f"<{len(places)}b", *places), codec=codec)
    return message(3, batch, body)


def _batch(number: int, *buffers: bytes, codec: int | None = None) -> tuple[Part, bytes]:
    body, listed = b"", []
    for buffer in buffers:
        listed.append((len(body), len(buffer)))
        body += buffer + bytes(-len(buffer) % 8)
    compression: Sequence[Part] = () if codec is None else (table(("B", codec)),)
    return table(("q", number), pairs((number, 0)), pairs(*listed), *compression), body
