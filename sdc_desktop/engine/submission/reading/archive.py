"""Zip archives, refused by their directory alone where they are hostile; parts are read within limits."""

import io
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from functools import cached_property

from sdc_desktop.engine.submission.reading.markup import parse
from sdc_desktop.engine.submission.sheets import Unreadable

MOST_PARTS = 10_000
MOST_PART_BYTES = 100 * 2**20
MOST_BYTES = 200 * 2**20
FREE_BYTES = 2**20  # below it any ratio is allowed
MOST_RATIO = 100
_LOCAL = 30  # bytes of a local header before the name
_DESCRIPTOR = 24
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_FAULTS = (zipfile.BadZipFile, zlib.error, struct.error, NotImplementedError, EOFError, OSError, ValueError)


class Archive:
    """The parts of a zip archive by name. Raises :class:`Unreadable` on opening."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            infos = self._zip.infolist()
        except (*_FAULTS, RuntimeError):
            raise Unreadable("damaged") from None
        _check(infos)
        self._infos = {info.filename: info for info in infos if not info.is_dir()}
        self._unread = dict.fromkeys(self._infos)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all parts that are files."""
        return tuple(self._infos)

    def __contains__(self, name: str) -> bool:
        return name in self._infos

    def read(self, name: str) -> bytes:
        """The bytes of a part. Raises :class:`Unreadable`."""
        self._unread.pop(name, None)
        try:
            return self._zip.read(self._infos[name])
        except (*_FAULTS, KeyError, RuntimeError):
            raise Unreadable("damaged") from None

    def check(self) -> None:
        """Test the parts that were not read, XML also for being well-formed. Raises :class:`Unreadable`."""
        for name in tuple(self._unread):
            data = self.read(name)
            if name.lower().endswith((".xml", ".rels")):
                parse(data, _nothing, _nothing)

    @cached_property
    def has_more(self) -> bool:
        """Whether the archive has a comment, or bytes that belong to none of its parts."""
        infos = sorted(self._zip.infolist(), key=lambda info: info.header_offset)
        if self._zip.comment or any(info.comment for info in infos):
            return True
        end = 0
        for info in infos:
            if info.header_offset - end > _gap(end):
                return True
            end = self._end_of(info)
        start = getattr(self._zip, "start_dir", end)
        return bool(start - end > _gap(end)) or b"PK\x05\x06" not in self._data[-66:]

    def _end_of(self, info: zipfile.ZipInfo) -> int:
        at = info.header_offset
        header = self._data[at : at + _LOCAL]
        if len(header) < _LOCAL:
            return at
        name, extra = struct.unpack("<HH", header[26:30])
        end = at + _LOCAL + name + extra + info.compress_size
        return int(end)


def _nothing(*_: object) -> None:
    """An element that no one reads."""


def _gap(end: int) -> int:
    """Bytes that may follow a part: its data descriptor."""
    return _DESCRIPTOR if end else 0


def _check(infos: list[zipfile.ZipInfo]) -> None:
    """Raise :class:`Unreadable` for a directory that no honest program writes."""
    if len(infos) > MOST_PARTS:
        raise Unreadable("too_many_parts")
    seen: set[str] = set()
    total = 0
    for info in infos:
        if info.flag_bits & 1:
            raise Unreadable("password")
        for code in _faults(info):
            raise Unreadable(code)
        key = info.filename.casefold()
        if key in seen:
            raise Unreadable("name_twice")
        seen.add(key)
        total += info.file_size
        if total > MOST_BYTES:
            raise Unreadable("too_large")


def _faults(info: zipfile.ZipInfo) -> Iterator[str]:
    name = info.orig_filename
    parts = name.split("/")
    if any(sign in name for sign in "\\:\0") or name.startswith("/") or ".." in parts or not name:
        yield "unsafe_name"
    if stat.S_ISLNK(info.external_attr >> 16):
        yield "link"
    if info.file_size > MOST_PART_BYTES:
        yield "too_large"
    if info.file_size > FREE_BYTES and info.file_size > MOST_RATIO * max(info.compress_size, 1):
        yield "inflates"
    if info.compress_type not in _METHODS:
        yield "damaged"
