"""The release log: what was requested and what went out, for good, for nothing released can be called back.

A line an entry: SHA-256 of the line before's hash and of this entry's text, a blank, the entry as JSON. The
hashes form a chain, so that no line can be changed, left out or put in between unnoticed. A line is on the
disk before anybody is told of it. A line that lacks its end is one whose writing was cut short: nobody was
told, and it is taken away when the log is opened again.

The log holds values of records. It is where the officer put it, readable by its owner alone.
"""

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from sdc_desktop.engine.file_lock import lock
from sdc_desktop.engine.files import atomic_write, write_problem
from sdc_desktop.engine.problems import Place, Refused, error

Entry = Mapping[str, Any]
_START = "0" * 64
_HASH = 64


class ReleaseLog:
    """An open log that only grows. Made by `create_log` and `open_log`."""

    def __init__(self, path: Path, file: BinaryIO, last: str) -> None:
        self.path = path
        self._file: BinaryIO | None = file
        self._last = last

    def append(self, entry: Entry) -> None:
        """Write an entry through to the disk. Raises :class:`Refused`; then the log is closed, as it was."""
        self.refuse_closed()
        assert self._file is not None
        text = _text(entry)
        chained = _chained(self._last, text)
        size = self._file.tell()
        try:
            write_through(self._file, f"{chained} {text}\n".encode())
        except OSError as failure:
            with suppress(OSError):
                self._file.truncate(size)
            self.close()
            raise Refused(write_problem(self.path, failure)) from None
        self._last = chained

    def refuse_closed(self) -> None:
        """Raise :class:`Refused` where nothing can be written any more."""
        if self._file is None:
            raise Refused(error("release.log_closed", Place(file=str(self.path))))

    @property
    def is_open(self) -> bool:
        """Whether more can be written."""
        return self._file is not None

    def close(self) -> None:
        """Give the file free."""
        if self._file is not None:
            with suppress(OSError):
                self._file.close()
            self._file = None


def create_log(path: Path, header: Entry) -> ReleaseLog:
    """A new log with its first entry. Raises :class:`Refused` where there is a file already."""
    if path.exists():
        raise Refused(error("release.log_exists", Place(file=str(path))))
    text = _text(header)
    with atomic_write(path) as file:
        file.write(f"{_chained(_START, text)} {text}\n".encode())
    if os.name != "nt":
        path.chmod(0o600)
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)  # so that the name is on the disk as well
        finally:
            os.close(folder)
    return open_log(path)[0]


def open_log(path: Path) -> tuple[ReleaseLog, tuple[Entry, ...]]:
    """An existing log and its entries, the first being the header. What was cut short is taken away.

    Raises :class:`Refused` where it cannot be read, another holds it, or a line is not what was written.
    """
    try:
        file = path.open("r+b", buffering=0)
    except OSError as failure:
        raise Refused(
            error("file.unreadable", Place(file=str(path)), reason=failure.strerror or "")
        ) from None
    try:
        if not lock(file):
            raise Refused(error("release.log_in_use", Place(file=str(path))))
        file.seek(0)
        entries, last, whole, ended = _read(file.read(), path)
        file.truncate(whole)
        file.seek(0, os.SEEK_END)
        if not ended:
            write_through(file, b"\n")
    except OSError as failure:
        file.close()
        raise Refused(write_problem(path, failure)) from None
    except BaseException:
        file.close()
        raise
    return ReleaseLog(path, file, last), entries


def write_through(file: BinaryIO, data: bytes) -> None:
    """Write to an unbuffered file and wait until the disk has it. Raises OSError."""
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]
    os.fsync(file.fileno())


def _read(data: bytes, path: Path) -> tuple[tuple[Entry, ...], str, int, bool]:
    """Entries, the last hash, how many bytes are whole lines, and whether these end in a line end."""
    entries: list[Entry] = []
    last, start, ended = _START, 0, True
    lines: Sequence[bytes] = data.split(b"\n")
    for number, line in enumerate(lines, start=1):
        final = number == len(lines)
        if final and not line:
            break
        entry = _entry(line, last)
        if entry is None:
            if final and entries:
                break  # cut short: nobody was told
            raise Refused(error("release.log_damaged", Place(file=str(path), line=number)))
        entries.append(entry)
        last = line[:_HASH].decode()
        start += len(line) + (not final)
        ended = not final
    if not entries:
        raise Refused(error("release.log_damaged", Place(file=str(path), line=1)))
    return tuple(entries), last, start, ended


def _entry(line: bytes, last: str) -> Entry | None:
    """The entry of a line; None where it is not what was written after the line with that hash."""
    try:
        text = line[_HASH + 1 :].decode()
        if line[: _HASH + 1].decode() != f"{_chained(last, text)} ":
            return None
        entry = json.loads(text)
    except ValueError:
        return None
    return entry if isinstance(entry, dict) else None


def _text(entry: Entry) -> str:
    return json.dumps(entry, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _chained(last: str, text: str) -> str:
    return hashlib.sha256(f"{last}\n{text}".encode()).hexdigest()
