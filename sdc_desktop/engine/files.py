"""Files are written whole or not at all."""

import errno
import hashlib
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import BinaryIO

from sdc_desktop.engine.problems import Place, Problem, Refused, error

_SHARE = re.compile(r"//[^/]+/[^/]+")
_CODES = {
    errno.EACCES: "file.not_writable",
    errno.EPERM: "file.not_writable",
    errno.EROFS: "file.not_writable",
    errno.ENOENT: "file.no_folder",
    errno.ENOTDIR: "file.no_folder",
    errno.EISDIR: "file.is_folder",
    errno.ENOSPC: "file.disk_full",
    errno.ENAMETOOLONG: "file.name_too_long",
}


@contextmanager
def atomic_path(path: Path, *, keep_beside: bool = False) -> Iterator[Path]:
    """As :func:`atomic_write`, for who writes a file by its name: the name of an empty file to write over."""
    temporary: Path | None = None
    try:
        handle, name = tempfile.mkstemp(prefix=".sdc-", suffix=".part", dir=path.parent)
        os.close(handle)
        temporary = Path(name)
        yield temporary
        with temporary.open("r+b") as file:
            os.fsync(file.fileno())
        _keep_rights(path, temporary)
        _put_in_place(temporary, path, keep_beside)
        temporary = None
    except OSError as failure:
        raise Refused(write_problem(path, failure)) from None
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


@contextmanager
def atomic_write(path: Path, *, keep_beside: bool = False, private: bool = False) -> Iterator[BinaryIO]:
    """Write a file beside its target and put it in place when all is written and on the disk.

    If the block raises, the target stays as it was and nothing is left behind. What the system refuses
    becomes :class:`Refused` with the file's name. With `keep_beside` a finished file whose target another
    program holds open (Windows) is kept beside it under a name that the refusal tells. A `private` file is
    for its owner alone (mode 0600), whatever rights the one it replaces had.
    """
    temporary: Path | None = None
    try:
        handle, name = tempfile.mkstemp(prefix=".sdc-", suffix=".part", dir=path.parent)
        temporary = Path(name)
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if not private:  # as it was made: its owner's alone
            _keep_rights(path, temporary)
        _put_in_place(temporary, path, keep_beside)
        temporary = None
    except OSError as failure:
        raise Refused(write_problem(path, failure)) from None
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def _put_in_place(temporary: Path, path: Path, keep_beside: bool) -> None:
    try:
        temporary.replace(path)
    except PermissionError:
        if not keep_beside or path.is_dir():
            raise
        kept = _free_name(path)
        temporary.rename(kept)
        raise Refused(error("file.kept_beside", Place(file=str(path)), kept=kept.name)) from None


def _free_name(path: Path) -> Path:
    """A name beside a file that nobody has: `out (2).csv`."""
    numbered = (path.with_name(f"{path.stem} ({number}){path.suffix}") for number in count(2))
    return next(candidate for candidate in numbered if not candidate.exists())


def write_problem(path: Path, failure: OSError) -> Problem:
    """Why a file could not be written, as a problem."""
    code = _CODES.get(failure.errno or 0, "file.not_written")
    return error(code, Place(file=str(path)), reason=failure.strerror or type(failure).__name__)


def refuse_unreachable(path: Path, shown: str) -> None:
    """Say of a file on a network or on a drive that the drive may be what is missing. Raises
    :class:`Refused`; anything else that is wrong with the file is for its reader to say.
    """
    share = _SHARE.match(shown.replace("\\", "/")) or _SHARE.match(str(path).replace("\\", "/"))
    drive = Path(path.anchor) if path.drive else None
    try:
        path.stat()
    except OSError:
        if share is not None:
            raise Refused(error("file.network", Place(file=shown), share=share[0])) from None
        if drive is not None and not drive.exists():
            raise Refused(error("file.no_drive", Place(file=shown), drive=path.drive)) from None
    except ValueError:  # a NUL in the path
        return


def sha256_of(path: Path, shown: str | None = None) -> str:
    """The SHA-256 of a file's bytes, in hexadecimal. `shown` is how problems call it. Raises
    :class:`Refused` where it cannot be read.
    """
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as failure:
        raise Refused(
            error("file.unreadable", Place(file=shown or str(path)), reason=failure.strerror or "")
        ) from None


def _keep_rights(path: Path, temporary: Path) -> None:
    """The temporary file is its owner's alone; a new file gets the usual rights, an old one keeps its own."""
    if os.name == "nt":
        return
    if path.exists():
        temporary.chmod(path.stat().st_mode & 0o777)
    else:
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(0o666 & ~mask)
