"""The spill folder: where values of records beyond memory may lie while the program runs, if allowed.

Each process has a folder of its own in the folder allowed, which only its user can enter. It goes when the
process ends; what a process that was cut off left behind goes when the next one begins.
"""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from sdc_desktop.engine.file_lock import lock
from sdc_desktop.engine.files import write_problem
from sdc_desktop.engine.problems import Place, Refused, error

_PREFIX = "sdc-spill-"
_LOCK = ".lock"  # beside each folder, held as long as its process lives


class SpillFolder:
    """This process's own folder in `parent`. Made empty; :meth:`close` removes it with all that is in it."""

    def __init__(self, parent: Path) -> None:
        """Raises :class:`Refused` where there is no such folder, or nothing can be written to it."""
        if not parent.is_dir():
            raise Refused(error("spill.no_folder", Place(file=str(parent))))
        sweep(parent)
        self._held: BinaryIO | None = None
        try:
            self.path = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=parent))  # for its user alone
            self._held = _lock_of(self.path).open("wb")
            lock(self._held)
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
            _lock_of(self.path).unlink(missing_ok=True)


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
        for folder in sorted(parent.glob(f"{_PREFIX}*")):
            if folder.suffix != _LOCK and folder.is_dir() and not folder.is_symlink() and _is_left(folder):
                shutil.rmtree(folder, ignore_errors=True)
                if not folder.exists():
                    _lock_of(folder).unlink(missing_ok=True)


def _is_left(folder: Path) -> bool:
    """Whether no process holds the lock of a folder."""
    try:
        with _lock_of(folder).open("r+b") as file:
            return lock(file)
    except FileNotFoundError:  # not yet locked, or cut off before it was: an empty folder harms nobody
        return any(folder.iterdir())
    except OSError:
        return False


def _lock_of(folder: Path) -> Path:
    return folder.with_name(folder.name + _LOCK)
