"""A small SAS data set (.sas7bdat) and a catalogue of formats (.sas7bcat), made by hand: nothing that these
tests may use writes them.

Layout as it was found out by Shotwell (2011, "SAS7BDAT database binary format"), in its 32-bit,
little-endian, uncompressed form: a header, a page that describes the columns, pages of records. A catalogue
has the same header; its second page points to blocks of values and their words on the fourth.
"""

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

HEADER = 1024
PAGE = 4096
RECORDS_AT = HEADER + PAGE - 480 + 24  # where the file says how many records it has
_MAGIC = bytes.fromhex("000000000000000000000000c2ea8160b31411cfbd92080009c7318c181f1011")
_CATALOG_MAGIC = bytes.fromhex("000000000000000000000000c2ea8163b31411cfbd92080009c7318c181f1011")
_INDEX_AT, _INDEX_ENTRY, _BLOCK_HEAD = 856, 212, 106
_PAGE_HEAD, _POINTER = 24, 12
_META, _DATA = 0x0000, 0x0100
_SIGNATURE = 4
_WINDOWS_1252 = 62


@dataclass(frozen=True)
class SasColumn:
    """A column: numbers of 3 to 8 bytes, or texts of `width` bytes; a display format and a label as
    SAS has them.
    """

    name: str
    width: int = 8
    is_text: bool = False
    form: str = ""
    label: str = ""


def sas_bytes(columns: Sequence[SasColumn], rows: Sequence[Sequence[float | str]]) -> bytes:
    """The file as bytes. Numbers come first in a record, as SAS puts them."""
    length = sum(column.width for column in columns)
    on_page = (PAGE - _PAGE_HEAD) // length
    records = [_record(columns, row) for row in rows]
    pages = [_meta_page(columns, len(rows), length)]
    for start in range(0, len(records), on_page):
        block = records[start : start + on_page]
        pages.append((_page_head(_DATA, len(block), 0) + b"".join(block)).ljust(PAGE, b"\0"))
    return _header(len(pages)) + b"".join(pages)


def catalog_bytes(formats: Mapping[str, Mapping[float | str, str]]) -> bytes:
    """A catalogue: name of a format ($ before those of texts) -> value -> words. Capital letters among the
    values of numbers are missing codes.
    """
    index, blocks = bytearray(PAGE), bytearray(PAGE)
    entry, place = _INDEX_AT, 16
    for name, labels in formats.items():
        block = _labels(name, labels)
        index[entry : entry + 4] = b"XLSR"
        struct.pack_into("<IH", index, entry + 4, 4, place)
        index[entry + 50] = ord("O")
        entry += _INDEX_ENTRY
        struct.pack_into("<IHH", blocks, place, 0, 0, len(block))
        blocks[place + 16 : place + 16 + len(block)] = block
        place += 16 + len(block)
    assert len(blocks) == PAGE, "more formats than one page holds"
    empty = bytes(PAGE)
    return _header(4, _CATALOG_MAGIC, b"CATALOG ") + empty + bytes(index) + empty + bytes(blocks)


def _labels(name: str, labels: Mapping[float | str, str]) -> bytes:
    head = bytearray(_BLOCK_HEAD)
    head[8:16] = name.encode("ascii").ljust(8)
    struct.pack_into("<II", head, 38, len(labels), len(labels))
    values, words = b"", b""
    for number, (value, word) in enumerate(labels.items()):
        text = name.startswith("$")
        one = bytearray(38 if text else 30)
        struct.pack_into("<H", one, 2, len(one) - 6)
        struct.pack_into("<I", one, 10, number)
        one[-16:] = str(value).encode("cp1252").ljust(16) if text else _label_value(value)
        values += bytes(one)
        raw = word.encode("cp1252")
        words += bytes(8) + struct.pack("<H", len(raw)) + raw + b"\0"
    return bytes(head) + values + words


def _label_value(value: float | str) -> bytes:
    """A number, or the letter of a missing code, so that they sort as bytes."""
    if isinstance(value, str):
        return bytes(10) + bytes([ord(value)]) + b"\xff" * 5
    raw = struct.unpack(">Q", struct.pack(">d", -value if value >= 0 else value))[0]
    return bytes(8) + struct.pack(">Q", raw if value >= 0 else ~raw & 0xFFFF_FFFF_FFFF_FFFF)


def _header(pages: int, magic: bytes = _MAGIC, kind: bytes = b"DATA    ") -> bytes:
    head = bytearray(HEADER)
    head[:32] = magic
    head[32:40] = b'""\x002"\x01\x022'  # 32 bit, no padding, little-endian, Windows
    head[70] = _WINDOWS_1252
    head[84:92] = b"SAS FILE"
    head[92:124] = b"SMALL".ljust(32)
    head[156:164] = kind
    struct.pack_into("<dddd", head, 164, 1.6e9, 1.6e9, 0.0, 0.0)
    struct.pack_into("<III", head, 196, HEADER, PAGE, pages)
    head[216:224] = b"9.0401M1"
    head[224:240] = b"W32_VSPRO".ljust(16, b"\0")
    return bytes(head)


def _page_head(kind: int, blocks: int, subheaders: int) -> bytes:
    return b"\0" * 16 + struct.pack("<HHHH", kind, blocks, subheaders, 0)


def _meta_page(columns: Sequence[SasColumn], records: int, length: int) -> bytes:
    parts = _subheaders(columns, records, length)
    page = bytearray(PAGE)
    page[:_PAGE_HEAD] = _page_head(_META, len(parts), len(parts))
    end = PAGE
    for number, part in enumerate(parts):
        end -= len(part)
        page[end : end + len(part)] = part
        struct.pack_into("<IIBBH", page, _PAGE_HEAD + number * _POINTER, end, len(part), 0, 0, 0)
    assert end >= _PAGE_HEAD + (len(parts) + 1) * _POINTER, "more columns than one page describes"
    return bytes(page)


def _subheaders(columns: Sequence[SasColumn], records: int, length: int) -> list[bytes]:
    texts = bytearray(_SIGNATURE * 4)  # its size and what is not looked at come first
    refs = [tuple(_put(texts, text) for text in (c.name, c.form, c.label)) for c in columns]
    names = b"".join(struct.pack("<HHHH", 0, *name, 0) for name, _, _ in refs)
    attributes, offset = b"", 0
    for column in columns:
        attributes += struct.pack("<IIHBB", offset, column.width, 4, 2 if column.is_text else 1, 0)
        offset += column.width
    sizes = bytearray(480)
    struct.pack_into("<I", sizes, 0, 0xF7F7F7F7)
    struct.pack_into("<II", sizes, 20, length, records)
    struct.pack_into("<II", sizes, 36, len(columns), 0)
    struct.pack_into("<I", sizes, 52, PAGE)
    struct.pack_into("<I", sizes, 60, 0)
    return [
        bytes(sizes),
        struct.pack("<III", 0xF6F6F6F6, len(columns), 0),
        struct.pack("<I", 0xFFFFFC00).ljust(304, b"\0"),
        _sized(0xFFFFFFFD, bytes(texts[_SIGNATURE:])),
        _sized(0xFFFFFFFF, b"\0" * 4 + names + b"\0" * 8),
        _sized(0xFFFFFFFC, b"\0" * 4 + attributes + b"\0" * 8),
        *(_format(form, label) for _, form, label in refs),
    ]


def _sized(signature: int, body: bytes) -> bytes:
    """A subheader that says how long it is."""
    whole = len(body) + 8
    return struct.pack("<IHH", signature, whole - 12, 0) + body


def _put(texts: bytearray, text: str) -> tuple[int, int]:
    """Where a text was put among all: its first byte, and its length."""
    raw = text.encode("cp1252")
    place = len(texts)
    texts += raw.ljust(-(-len(raw) // 4) * 4, b"\0")
    return place, len(raw)


def _format(form: tuple[int, int], label: tuple[int, int]) -> bytes:
    part = bytearray(52)
    struct.pack_into("<I", part, 0, 0xFFFFFBFE)
    struct.pack_into("<HHH", part, 34, 0, *form)
    struct.pack_into("<HHH", part, 40, 0, *label)
    return bytes(part)


def _record(columns: Sequence[SasColumn], row: Sequence[float | str]) -> bytes:
    parts = []
    for column, value in zip(columns, row, strict=True):
        if column.is_text:
            parts.append(str(value).encode("cp1252").ljust(column.width))
        else:
            parts.append(struct.pack("<d", value)[-column.width :])
    return b"".join(parts)
