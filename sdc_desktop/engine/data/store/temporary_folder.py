"""The temporary folder for large files, for values of records that memory cannot hold, if allowed.

Each process has a folder of its own in the folder allowed, which only its user can enter. It goes when the
process ends; what a process that was cut off left behind goes when the next one begins.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from sdc_desktop.engine.output.files import write_problem
from sdc_desktop.engine.output.own_parts import lock
from sdc_desktop.engine.problems import Place, Refused, error

_PREFIX = "sdc-spill-"
_LOCK = ".lock"  # beside each folder, held as long as its process lives


class SpillFolder:
    """This process's own folder in `parent`. Made empty; :meth:`close` removes it with all that is in it."""

    def __init__(self, parent: Path) -> None:
        """Raises :class:`Refused` where the folder does not exist or cannot be used for files."""
        if not parent.is_dir():
            raise Refused(error("spill.no_folder", Place(file=str(parent))))
        sweep(parent)
        self._held: BinaryIO | None
        try:
            self._held, self.path = _lock_in(parent)
            self.path.mkdir(mode=0o700)  # for its user alone
        except OSError as failure:
            raise Refused(write_problem(parent, failure)) from None

    def close(self) -> None:
        """Remove the folder; the second time nothing is done."""
        held, self._held = self._held, None
        if held is None:
            return
        shutil.rmtree(self.path, ignore_errors=True)
        held.close()
        if not self.path.exists():
            with suppress(OSError):  # another process may look at it just now, and will remove it
                _lock_of(self.path).unlink()


@contextmanager
def spilling(parent: Path | None) -> Iterator[Path | None]:
    """A folder of this process's own for the block; None where none is allowed. Raises :class:`Refused`."""
    if parent is None:
        yield None
        return
    folder = SpillFolder(parent)
    try:
        yield folder.path
    finally:
        folder.close()


def sweep(parent: Path) -> None:
    """Remove what processes that ended without a word left in a folder. Those still running keep theirs."""
    with suppress(OSError):
        for path in sorted(parent.glob(f"{_PREFIX}*{_LOCK}")):
            with suppress(OSError):
                _remove_left(path)


def _remove_left(path: Path) -> None:
    """Remove the folder that a lock is for, and the lock, unless a process holds it."""
    folder = path.with_suffix("")
    with path.open("r+b") as file:
        if folder.is_symlink() or not lock(file):
            return
        shutil.rmtree(folder, ignore_errors=True)
        if folder.exists():
            return
        with suppress(PermissionError):  # Windows removes no open file
            path.unlink()
    path.unlink(missing_ok=True)


def _lock_in(parent: Path) -> tuple[BinaryIO, Path]:
    """A lock that this process holds, and the folder it is for, which is not yet made.

    The lock is first, because a folder without it would look like a leftover.
    """
    while True:
        number, name = tempfile.mkstemp(prefix=_PREFIX, suffix=_LOCK, dir=parent)
        held, path = os.fdopen(number, "wb"), Path(name)
        if lock(held) and path.exists():
            return held, path.with_suffix("")
        held.close()  # swept by another process before it was held


def _lock_of(folder: Path) -> Path:
    return folder.with_name(folder.name + _LOCK)
