"""The outside of a counts file: a ZIP of stored entries whose every byte follows from what is in it.

The order is fixed: manifest first, then the joints as the manifest lists them, with no gap, no date, no
comment of an entry; the comment of the archive has the SHA-256 of the manifest. A reader builds all that is
not content again and compares it, so every byte of a file is checked.
"""

import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import BinaryIO

MANIFEST = "manifest.json"
MOST_BYTES = 0xFFFF_FFFE  # of a file; beyond, a ZIP needs other headers
_LOCAL = struct.Struct("<4s5H3L2H")
_CENTRAL = struct.Struct("<4s6H3L5H2L")
_END = struct.Struct("<4s4H2LH")
_VERSION, _BY_UNIX = 20, 3 << 8
_DATE = (1 << 5) | 1  # the first of January 1980: ZIP knows none before
_OWNER_ALONE = 0o100600 << 16
_COMMENT = b"sdccounts "
_BLOCK = 1 << 20


@dataclass(frozen=True)
class Part:
    """An entry: its name, its size, its CRC-32, and where its content begins in the file."""

    name: str
    size: int
    crc: int
    start: int


def local_header(name: str, size: int, crc: int) -> bytes:
    """What is before the content of an entry."""
    plain = name.encode("ascii")
    fields = (b"PK\3\4", _VERSION, 0, 0, 0, _DATE, crc, size, size, len(plain), 0)
    return _LOCAL.pack(*fields) + plain


def local_size(name: str) -> int:
    """How many bytes are before the content of an entry."""
    return _LOCAL.size + len(name)


def ending(parts: Sequence[Part], manifest: bytes) -> bytes:
    """What is after the content of the last entry: the directory, and the digest of the manifest."""
    listed = b""
    for part in parts:
        name = part.name.encode("ascii")
        begin = part.start - local_size(part.name)
        sizes = (part.crc, part.size, part.size, len(name), 0, 0, 0, 0, _OWNER_ALONE, begin)
        fields = (b"PK\1\2", _BY_UNIX | _VERSION, _VERSION, 0, 0, 0, _DATE, *sizes)
        listed += _CENTRAL.pack(*fields) + name
    last = parts[-1]
    comment = _COMMENT + sha256(manifest).hexdigest().encode()
    counted = (0, 0, len(parts), len(parts), len(listed), last.start + last.size, len(comment))
    return listed + _END.pack(b"PK\5\6", *counted) + comment


def crc_of(file: BinaryIO) -> tuple[int, int]:
    """The size and the CRC-32 of what is left of a file."""
    size = crc = 0
    for block in blocks(file):
        size, crc = size + len(block), zlib.crc32(block, crc)
    return size, crc


def blocks(file: BinaryIO, most: int | None = None) -> Iterator[bytes]:
    """What is left of a file, or of it the first `most` bytes, in blocks."""
    while most is None or most > 0:
        block = file.read(_BLOCK if most is None else min(_BLOCK, most))
        if not block:
            return
        most = None if most is None else most - len(block)
        yield block


def manifest_size(head: bytes) -> int | None:
    """How long the manifest is by the first bytes of a file; None where these are of no counts file."""
    if len(head) < local_size(MANIFEST):
        return None
    fields = _LOCAL.unpack_from(head)
    crc, size = fields[6], fields[7]
    return size if head[: local_size(MANIFEST)] == local_header(MANIFEST, size, crc) else None
