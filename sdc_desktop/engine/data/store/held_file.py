"""A file that DuckDB saves and reads again, kept in memory: the disk is not used."""

import io
from datetime import UTC, datetime
from typing import Any

PROTOCOL = "held"
ADDRESS = f"{PROTOCOL}://records.parquet"


class HeldFile:
    """The bytes of one file; `full` where more than `most` would be needed."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._bytes = bytearray()
        self.full = False

    def __len__(self) -> int:
        return len(self._bytes)

    def writer(self) -> io.RawIOBase:
        """A file object that writes the bytes again."""
        self._bytes = bytearray()
        return _Writer(self)

    def reader(self) -> io.RawIOBase:
        """A file object that reads the bytes and copies only the part requested."""
        return _Reader(memoryview(self._bytes))

    def take(self, data: bytes) -> None:
        """Add bytes at the end. Raises MemoryError."""
        if len(self._bytes) + len(data) > self._most:
            self.full = True
            raise MemoryError
        self._bytes += data


class _Writer(io.RawIOBase):
    def __init__(self, held: HeldFile) -> None:
        self._held = held

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._held.take(bytes(data))
        return len(data)

    def tell(self) -> int:
        return len(self._held)


class _Reader(io.RawIOBase):
    def __init__(self, view: memoryview) -> None:
        self._view = view
        self._place = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        stop = len(self._view) if size < 0 else self._place + size
        given = bytes(self._view[self._place : stop])
        self._place += len(given)
        return given

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        start = {io.SEEK_SET: 0, io.SEEK_CUR: self._place, io.SEEK_END: len(self._view)}[whence]
        self._place = start + offset
        return self._place

    def tell(self) -> int:
        return self._place


def holding(held: HeldFile) -> Any:
    """A file system for DuckDB with a single file, in memory."""
    from fsspec import AbstractFileSystem  # not needed before a file is opened

    class Holding(AbstractFileSystem):  # type: ignore[misc]
        protocol = PROTOCOL
        cachable = False

        def _open(self, path: str, mode: str = "rb", *_: Any, **__: Any) -> io.RawIOBase:
            return held.writer() if "w" in mode else held.reader()

        def info(self, path: str, **_: Any) -> dict[str, Any]:
            return {"name": path, "size": len(held), "type": "file"}

        def modified(self, path: str) -> datetime:
            return datetime(1970, 1, 1, tzinfo=UTC)

        def glob(self, path: str, **_: Any) -> list[str]:
            return [path]

    return Holding()
