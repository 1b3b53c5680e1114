"""Text in compressed files (.gz, .zst, .zip of one file), unpacked while it is read and never onto a disk."""

import gzip
import io
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any, Protocol

from sdc_desktop.engine.data.formats import GZIP, ZIP, ZSTANDARD, format_of, is_packed
from sdc_desktop.engine.data.limits import expanded_limit
from sdc_desktop.engine.problems import Place, Problem, Refused, error

_BLOCK = 1 << 20
_ZIP_WINDOW = -15
_LOCAL_HEADER = 30  # bytes before the name; the lengths of name and extra field are its last two
_ENCRYPTED = 1
_HIDDEN = ("__macosx/", ".ds_store", "thumbs.db")  # what systems add to archives


def packed_problem(path: Path, shown: str, format: str) -> Problem | None:
    """Why a compressed file cannot be read in a format: only text can, and an archive has one file of it."""
    if not is_packed(path.name):
        return None
    if format not in ("csv", "fixed"):
        return error("data.packed_format", Place(file=shown), format=format)
    if path.suffix.lower() != ZIP or not path.is_file():
        return None
    try:
        entries = _entries(path)
    except (zipfile.BadZipFile, OSError, NotImplementedError):
        return error("data.damaged", Place(file=shown))
    if len(entries) != 1:
        return error("data.zip_entries", Place(file=shown), number=len(entries))
    inner = format_of(entries[0].filename)
    if inner != "csv" or is_packed(entries[0].filename):
        return error("data.packed_format", Place(file=shown), format=inner)
    if entries[0].flag_bits & _ENCRYPTED:
        return error("data.password", Place(file=shown))
    return None


def _entries(path: Path) -> list[zipfile.ZipInfo]:
    """The files of an archive, without what systems add."""
    with zipfile.ZipFile(path) as archive:
        return [
            one
            for one in archive.infolist()
            if one.filename
            and not one.is_dir()
            and not one.filename.casefold().split("/")[-1].startswith("._")
            and not any(one.filename.casefold().startswith(name) for name in _HIDDEN)
        ]


def unpacked(path: Path, shown: str, raw: Iterator[bytes]) -> Iterator[bytes]:
    """The text of a file whose bytes are `raw`, in blocks; `raw` itself where it is not compressed. Reads all
    of `raw`. Raises :class:`Refused` where the file is damaged, or expands beyond its limit.
    """
    if not is_packed(path.name):
        return raw
    ending = path.suffix.lower()
    made = _of_archive(path, raw) if ending == ZIP else _expanded(raw, ending)
    return _limited(made, expanded_limit(path.stat().st_size), shown)


def _limited(blocks: Iterator[bytes], most: int, shown: str) -> Iterator[bytes]:
    size = 0
    try:
        for block in blocks:
            size += len(block)
            if size > most:
                raise Refused(error("data.inflates", Place(file=shown), megabytes=most // 2**20))
            if block:
                yield block
    except (zlib.error, zipfile.BadZipFile, struct.error, EOFError, NotImplementedError, IndexError):
        raise Refused(error("data.damaged", Place(file=shown))) from None


def _expanded(raw: Iterator[bytes], ending: str) -> Iterator[bytes]:
    """What is in parts one after the other, as these programs and their parallel kin write them."""
    first = next(raw, b"")
    if not first:
        raise EOFError
    opened: Callable[..., Any] = gzip.open
    fault: type[Exception] = gzip.BadGzipFile
    if ending == ZSTANDARD:
        from backports import zstd

        opened, fault = zstd.open, zstd.ZstdError
    try:
        yield from _blocks_of(opened(_Fed(chain((first,), raw))))
    except fault:
        raise EOFError from None


def _blocks_of(file: Any) -> Iterator[bytes]:
    return iter(lambda: file.read(_BLOCK), b"")


def _of_archive(path: Path, raw: Iterator[bytes]) -> Iterator[bytes]:
    entry = _entries(path)[0]
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise NotImplementedError
    with path.open("rb") as file:
        file.seek(entry.header_offset)
        lengths = file.read(_LOCAL_HEADER)[-4:]
    start = entry.header_offset + _LOCAL_HEADER + sum(struct.unpack("<HH", lengths))
    packed = _part(raw, start, start + entry.compress_size)
    made = packed if entry.compress_type == zipfile.ZIP_STORED else _inflated(packed)
    size = sum_ = 0
    for block in made:
        size, sum_ = size + len(block), zlib.crc32(block, sum_)
        yield block
    if (size, sum_) != (entry.file_size, entry.CRC):
        raise EOFError


def _part(raw: Iterator[bytes], start: int, stop: int) -> Iterator[bytes]:
    place = 0
    for block in raw:
        part = block[max(start - place, 0) : max(stop - place, 0)]
        place += len(block)
        if part:
            yield part


def _inflated(raw: Iterable[bytes]) -> Iterator[bytes]:
    inflate = zlib.decompressobj(_ZIP_WINDOW)
    for packed in raw:
        while packed:
            yield inflate.decompress(packed, _BLOCK)
            packed = inflate.unconsumed_tail
            if inflate.eof:
                break
    while not inflate.eof:  # what is left of a block that grew
        block = inflate.decompress(inflate.unconsumed_tail, _BLOCK)
        if not block:
            raise EOFError
        yield block


class _Fed(io.RawIOBase):
    """A file to read that gives blocks of bytes as they come."""

    def __init__(self, blocks: Iterator[bytes]) -> None:
        self._blocks = blocks
        self._held = memoryview(b"")

    def readable(self) -> bool:
        """It is."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fills the buffer from the current block; returns the number of bytes. Raises :class:`Refused`."""
        if not self._held:
            self._held = memoryview(next(self._blocks, b""))
        number = min(len(buffer), len(self._held))
        buffer[:number] = self._held[:number]
        self._held = self._held[number:]
        return number


class UnpackedFile(_Fed):
    """A file to read whose bytes are unpacked where it is compressed. ``share``: how much of it is read."""

    def __init__(self, path: Path, shown: str) -> None:
        self._file = path.open("rb")
        self._size = max(path.stat().st_size, 1)
        super().__init__(unpacked(path, shown, _blocks_of(self._file)))

    @property
    def share(self) -> float:
        """From 0 to 1."""
        return min(1.0, self._file.tell() / self._size)

    def close(self) -> None:
        """Close the file."""
        self._file.close()
        super().close()


class Sink(Protocol):
    """Takes bytes: a file, or a digest."""

    def write(self, data: bytes, /) -> object: ...


@contextmanager
def packing(sink: Sink, name: str) -> Iterator[Sink]:
    """What takes the text of a file of that name: the file itself, or gzip before it. Equal texts give equal
    bytes: neither name nor time is kept.
    """
    if not name.lower().endswith(GZIP):
        yield sink
        return
    with gzip.GzipFile("", "wb", compresslevel=6, fileobj=_Whole(sink), mtime=0) as packed:
        yield packed


class _Whole:
    """A file object for gzip, which needs more of it than that it takes bytes."""

    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self.read: Callable[..., bytes] | None = None

    def write(self, data: bytes) -> int:
        self._sink.write(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Nothing is held."""
