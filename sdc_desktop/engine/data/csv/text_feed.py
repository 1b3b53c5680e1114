"""Text that DuckDB's reader takes from memory as if it were a file, so that nothing is written to disk."""

import io
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

PROTOCOL = "records"
ADDRESS = f"{PROTOCOL}://text"
MARK = "\ufeff".encode()  # DuckDB drops one from the beginning: so it gets one that is no value's


class TextFeed(io.RawIOBase):
    """A file object that gives blocks of bytes as they come; ``bound`` is how many there are at most."""

    def __init__(self, blocks: Iterator[bytes], bound: int) -> None:
        self._blocks = blocks
        self.bound = bound
        self._held = bytearray()
        self._given = 0
        self.failure: BaseException | None = None  # DuckDB would wrap it

    def read(self, size: int = -1) -> bytes:
        """The next `size` bytes, fewer only at the end."""
        try:
            while len(self._held) < size and (text := next(self._blocks, None)) is not None:
                self._held += text
        except BaseException as failure:
            self.failure = failure
            raise
        given = bytes(self._held[:size])
        del self._held[:size]
        self._given += len(given)
        return given

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Only to where it stands: the text is made once, from front to end."""
        if whence != io.SEEK_SET or offset != self._given:
            raise io.UnsupportedOperation
        return offset

    def tell(self) -> int:
        """How much was read."""
        return self._given


def one_file(opened: Callable[[], io.RawIOBase], size: int) -> Any:
    """What DuckDB asks for files: there is one, and `opened` gives it."""
    from fsspec import AbstractFileSystem  # not needed before a file is opened

    class OneFile(AbstractFileSystem):  # type: ignore[misc]
        protocol = PROTOCOL
        cachable = False

        def _open(self, path: str, *_: Any, **__: Any) -> io.RawIOBase:
            return opened()

        def info(self, path: str, **_: Any) -> dict[str, Any]:
            return {"name": path, "size": size, "type": "file"}

        def modified(self, path: str) -> datetime:
            return datetime(1970, 1, 1, tzinfo=UTC)  # nothing is kept between two reads

        def glob(self, path: str, **_: Any) -> list[str]:
            return [path]

    return OneFile()
