"""Pictures: seen and never judged safe; what they carry apart from their points."""

import re
import struct
import zlib
from collections.abc import Iterator

from sdc_desktop.engine.submission.reading.markup import Node, tree
from sdc_desktop.engine.submission.sheets import Carried, ReadFile, Unreadable

_PNG = b"\x89PNG\r\n\x1a\n"
_PLAIN_CHUNKS = {
    b"IHDR",
    b"PLTE",
    b"IDAT",
    b"IEND",
    b"tRNS",
    b"pHYs",
    b"gAMA",
    b"cHRM",
    b"sRGB",
    b"sBIT",
    b"bKGD",
}
_TEXT_CHUNKS = {b"tEXt", b"zTXt", b"iTXt", b"tIME"}
_FREE_TEXTS = (b"Software\0",)  # written by every drawing library
_MOST_POINTS = 200_000_000
_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}


def read_picture(data: bytes, format: str) -> ReadFile:
    """What a picture carries. Raises :class:`Unreadable`."""
    readers = {"png": _of_png, "jpg": _of_jpeg, "svg": _of_svg, "pdf": _of_pdf}
    return ReadFile(format, carried=tuple(dict.fromkeys(readers[format](data))))


def png_chunks(data: bytes) -> Iterator[tuple[bytes, bytes, int]]:
    """Kind, content and end of each chunk. Raises :class:`Unreadable`."""
    if not data.startswith(_PNG):
        raise Unreadable("not_its_format")
    at = len(_PNG)
    while at + 12 <= len(data):
        (size,) = struct.unpack(">I", data[at : at + 4])
        kind, content = data[at + 4 : at + 8], data[at + 8 : at + 8 + size]
        if len(content) != size:
            raise Unreadable("damaged")
        at += 12 + size
        yield kind, content, at
        if kind == b"IEND":
            return
    raise Unreadable("damaged")


def _of_png(data: bytes) -> Iterator[Carried]:
    end = 0
    for kind, content, end in png_chunks(data):  # noqa: B007 - the last end is used
        if kind in _TEXT_CHUNKS:
            if not content.startswith(_FREE_TEXTS):
                yield Carried("picture_text", kind.decode("ascii", "replace"))
        elif kind not in _PLAIN_CHUNKS:
            yield Carried("picture_data", kind.decode("ascii", "replace"))
    if end < len(data):
        yield Carried("bytes_after_end")


def png_again(data: bytes) -> bytes:
    """The points of a picture encoded again, without anything else. Raises :class:`Unreadable`."""
    kept: dict[bytes, bytes] = {}
    packed: list[bytes] = []
    for kind, content, _ in png_chunks(data):
        if kind == b"IDAT":
            packed.append(content)
        elif kind in (b"IHDR", b"PLTE", b"tRNS"):
            kept.setdefault(kind, content)
    header = kept.get(b"IHDR", b"")
    if len(header) != 13:
        raise Unreadable("damaged")
    width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", header)
    if interlaced or colour not in _CHANNELS or width * height > _MOST_POINTS:
        raise Unreadable("not_rewritable")
    expected = height * (1 + (width * depth * _CHANNELS[colour] + 7) // 8)
    try:
        points = zlib.decompressobj().decompress(b"".join(packed), expected + 1)
    except zlib.error:
        raise Unreadable("damaged") from None
    if len(points) != expected:
        raise Unreadable("damaged")
    made = [_PNG, _chunk(b"IHDR", header)]
    made += [_chunk(kind, kept[kind]) for kind in (b"PLTE", b"tRNS") if kind in kept]
    made += [_chunk(b"IDAT", zlib.compress(points, 9)), _chunk(b"IEND", b"")]
    return b"".join(made)


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def _of_jpeg(data: bytes) -> Iterator[Carried]:
    for marker, content in jpeg_segments(data):
        if marker == 0xE0 and content.startswith(b"JFIF\0") and content[12:14] == b"\0\0":
            continue
        if marker in (0xE1, 0xED, 0xFE) or 0xE3 <= marker <= 0xEC or marker == 0xE0:
            yield Carried("picture_text" if marker == 0xFE else "picture_data", f"{marker:02X}")
        elif marker == -1 and content:
            yield Carried("bytes_after_end")


def jpeg_segments(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Marker and content of each segment; -1 for the bytes after the end. Raises :class:`Unreadable`."""
    if not data.startswith(b"\xff\xd8"):
        raise Unreadable("not_its_format")
    at = 2
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            raise Unreadable("damaged")
        marker = data[at + 1]
        (size,) = struct.unpack(">H", data[at + 2 : at + 4])
        yield marker, data[at + 4 : at + 2 + size]
        at += 2 + size
        if marker == 0xDA:
            end = data.rfind(b"\xff\xd9", at)
            if end < 0:
                raise Unreadable("damaged")
            first = _end_of_scan(data, at)
            yield -1, data[first:]
            return
    raise Unreadable("damaged")


def _end_of_scan(data: bytes, at: int) -> int:
    """Where the coded points end: at the first end mark that is no part of them."""
    end = data.find(b"\xff\xd9", at)
    return end + 2


def jpeg_again(data: bytes) -> bytes:
    """A picture without any segment that its points do not need. Raises :class:`Unreadable`."""
    made, at = [b"\xff\xd8"], 2
    for marker, content in jpeg_segments(data):
        if marker == -1:
            made.append(data[at : _end_of_scan(data, at)])
            break
        at += 4 + len(content)
        if not (0xE0 <= marker <= 0xEF or marker == 0xFE) or marker == 0xEE:
            made.append(b"\xff" + bytes([marker]) + struct.pack(">H", len(content) + 2) + content)
    return b"".join(made)


def _of_svg(data: bytes) -> Iterator[Carried]:
    root = tree(data)
    if root.name != "svg":
        raise Unreadable("not_its_format")
    if b"<!--" in data:
        yield Carried("comment")
    yield from _of_node(root)


def _of_node(node: Node) -> Iterator[Carried]:
    if node.name in ("script", "foreignObject", "animate", "set"):
        yield Carried("script")
    if node.name in ("metadata", "desc", "title") and node.whole_text().strip():
        yield Carried("picture_text", node.name)
    if node.name == "image" and node.get("href").startswith("data:"):
        yield Carried("embedded_file")
    style = node.get("style") + ";" + ";".join(f"{key}:{value}" for key, value in node.attributes.items())
    if re.search(r"display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?![.\d])", style):
        yield Carried("hidden_text")
    if any(key.startswith("data-") for key in node.attributes):
        yield Carried("data_attribute")
    for child in node.children:
        yield from _of_node(child)


def _of_pdf(data: bytes) -> Iterator[Carried]:
    if not data.startswith(b"%PDF-"):
        raise Unreadable("not_its_format")
    if b"/Encrypt" in data:
        raise Unreadable("password")
    for pattern, code in (
        (rb"/EmbeddedFiles?\b|/Filespec\b", "embedded_file"),
        (rb"/JavaScript\b|/JS\b|/Launch\b|/OpenAction\b", "script"),
        (rb"/Annots?\b", "comment"),
        (rb"/OCG\b|/OCProperties\b", "hidden_text"),
        (rb"/AcroForm\b|/XFA\b", "custom_properties"),
    ):
        if re.search(pattern, data):
            yield Carried(code)
    if data.count(b"%%EOF") > 1:
        yield Carried("revisions")
    if data.rpartition(b"%%EOF")[2].strip():
        yield Carried("bytes_after_end")
    if re.search(rb"/Author\s*\([^)]|/Title\s*\([^)]|/Subject\s*\([^)]|/Keywords\s*\([^)]", data):
        yield Carried("metadata")
    if b"/ObjStm" in data:  # packed objects may hold any of these
        yield Carried("packed_objects")
