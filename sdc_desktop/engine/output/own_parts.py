"""Locks, the folder of caches, and parts of files in progress: their owners, leftovers of killed processes.

A part has a lock file beside it, which its process holds as long as it lives. What a killed process left
goes when the program starts again, or writes into that folder: only names of this program, and only where the
lock is free. A part whose file has no name (``O_TMPFILE``) goes with its process and needs no lock.
"""

import errno
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO


def cache_folder(name: str) -> Path | None:
    """The folder of a purpose, made where it is not there; None where it cannot be made."""
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    folder = base / "sdc-desktop" / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder


def drawn_folder() -> Path | None:
    """Where drawn critical values are kept from one run to the next."""
    return cache_folder("drawn")


if sys.platform == "win32":
    import msvcrt

    _FAR = 1 << 30

    def lock(file: BinaryIO) -> bool:
        """Take the lock; False where another holds it."""
        file.seek(_FAR)  # a byte that no line reaches, so that others can still read the file
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def lock(file: BinaryIO) -> bool:
        """Take the lock; False where another holds it."""
        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True


_PREFIX = ".sdc-"
_LOCK = ".lock"
_NOTES = "parts"  # the folder of notes, below the user's own
PART, FOLDER = ".part", ".run"
_NO_PLACE = (errno.EOPNOTSUPP, errno.EISDIR, errno.EINVAL, errno.ENOENT, errno.ENOSYS)
_TRIES = 100
_WAIT_SECONDS = 0.02
_NAMED = re.compile(r"\.sdc-[a-z0-9_]+\.lock")  # as tempfile makes them: no other name is touched


class OwnPlace:
    """A name in a folder that only this process uses: for a part, or a folder of parts."""

    def __init__(self, parent: Path) -> None:
        """Raises OSError where the folder accepts no files."""
        sweep(parent)
        self._held, self._lock = _lock_in(parent)
        stem = self._lock.name.removesuffix(_LOCK)
        self._note = _noted(parent, stem)
        self.part = parent / (stem + PART)
        self.folder = parent / (stem + FOLDER)

    def close(self) -> None:
        """Removes all that is left, the lock last."""
        _remove_all(self._lock)
        self._held.close()
        with suppress(OSError):
            self._lock.unlink(missing_ok=True)
            if self._note is not None:
                self._note.unlink(missing_ok=True)


@contextmanager
def own_place(parent: Path) -> Iterator[OwnPlace]:
    """Such a name for the block; what bears it is gone when the block ends. Raises OSError."""
    place = OwnPlace(parent)
    try:
        yield place
    finally:
        place.close()


def nameless(parent: Path) -> int | None:
    """The descriptor of a file in a folder that has no name, for its user alone; None where the system has no
    such files. Raises OSError for what a named file would be refused for.
    """
    flag = getattr(os, "O_TMPFILE", 0)
    if not flag or not Path("/proc/self/fd").is_dir():
        return None
    try:
        return os.open(parent, os.O_RDWR | flag, 0o600)
    except OSError as failure:
        if failure.errno in _NO_PLACE:
            return None
        raise


def give_name(descriptor: int, path: Path) -> None:
    """Gives a nameless file a name. Raises OSError, FileExistsError where another file has it."""
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.link(f"/proc/self/fd/{descriptor}", path.name, dst_dir_fd=folder, follow_symlinks=True)
    finally:
        os.close(folder)


def sweep(parent: Path) -> None:
    """Removes what killed processes left in a folder. Those that still run keep theirs, as other users do."""
    with suppress(OSError):
        for path in sorted(parent.glob(f"{_PREFIX}*{_LOCK}")):
            with suppress(OSError):
                if _NAMED.fullmatch(path.name):
                    _remove_left(path)


def sweep_noted() -> None:
    """Removes leftovers of killed processes from every folder in which a process of this user noted a part.

    For the start of the program.
    """
    notes = cache_folder(_NOTES)
    if notes is None:
        return
    for note in sorted(notes.glob(f"{_PREFIX}*")):
        with suppress(OSError, ValueError):
            folder = Path(note.read_text(encoding="utf-8"))
            sweep(folder)
            if not (folder / (note.name + _LOCK)).exists():
                note.unlink(missing_ok=True)


def _noted(parent: Path, stem: str) -> Path | None:
    """A note of the folder that a part is in; None where none can be made."""
    notes = cache_folder(_NOTES)
    if notes is None:
        return None
    note = notes / stem
    try:
        note.write_text(str(parent.absolute()), encoding="utf-8")
    except (OSError, ValueError):
        return None
    return note


def _remove_left(path: Path) -> None:
    if path.is_symlink() or not path.is_file() or not _is_ours(path):
        return
    with path.open("r+b") as file:
        if not lock(file):
            return
        _remove_all(path)
        with suppress(PermissionError):  # Windows removes no open file
            path.unlink()
    path.unlink(missing_ok=True)


def _is_ours(path: Path) -> bool:
    return os.name == "nt" or path.stat().st_uid == os.getuid()


def _remove_all(path: Path) -> None:
    """Removes what a lock is for: the part, what a writer made beside it, and the folder."""
    stem = path.name.removesuffix(_LOCK)
    for found in sorted(path.parent.glob(f"{stem}.*")):
        if found == path:
            continue
        if found.is_dir() and not found.is_symlink():
            shutil.rmtree(found, ignore_errors=True)
        else:
            with suppress(OSError):
                found.unlink()


def _lock_in(parent: Path) -> tuple[BinaryIO, Path]:
    """A lock file that this process holds. On a disk without locks no process sweeps: none can hold it."""
    for _ in range(_TRIES):
        number, name = tempfile.mkstemp(prefix=_PREFIX, suffix=_LOCK, dir=parent)
        held, path = os.fdopen(number, "wb"), Path(name)
        if lock(held) and path.exists():
            return held, path
        time.sleep(_WAIT_SECONDS)  # another process sweeps it just now, or this disk has no locks
        if path.exists() and (lock(held) or path.exists()):
            return held, path
        held.close()
    raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))
