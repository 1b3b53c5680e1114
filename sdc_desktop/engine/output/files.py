"""Files are saved whole or not at all, and refused where they changed after they were read."""

import errno
import hashlib
import os
import re
import shutil
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import BinaryIO

from sdc_desktop.engine.output.folders import folder_sha256
from sdc_desktop.engine.output.own_parts import give_name, nameless, own_place
from sdc_desktop.engine.problems import Place, Problem, Refused, error

_NO_LINK = (errno.EPERM, errno.EXDEV, errno.ENOENT, errno.EOPNOTSUPP, errno.EMLINK)
_SHARE = re.compile(r"//[^/]+/[^/]+")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]+):/")  # never the letter of a drive
_OWNER_ALONE, _GROUP = 0o600, 0o660
_MOST_NAME, _MOST_PATH = 255, 259  # characters, on Windows
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


def file_stamp(path: Path) -> list[object]:
    """What distinguishes a file from the same one saved again: its path, and its time and size if it can be
    read.
    """
    try:
        found = path.stat()
    except (OSError, ValueError):
        return [str(path)]
    return [str(path), found.st_mtime_ns, found.st_size]


@contextmanager
def atomic_path(path: Path, *, keep_beside: bool = False, private: bool = False) -> Iterator[Path]:
    """Gives the name of an empty file to fill, and puts that file in the target's place at the end.

    It serves programs that need a name; on failure it behaves as :func:`atomic_write`.
    """
    try:
        with own_place(path.parent) as place:
            place.part.touch(mode=0o600, exist_ok=False)
            yield place.part
            with place.part.open("r+b") as file:
                os.fsync(file.fileno())
            place.part.chmod(_OWNER_ALONE if private else _rights(path))
            _put_in_place(place.part, path, keep_beside)
    except OSError as failure:
        raise Refused(write_problem(path, failure)) from None


@contextmanager
def atomic_write(path: Path, *, keep_beside: bool = False, private: bool = False) -> Iterator[BinaryIO]:
    """Gives a file beside the target, and puts it in the target's place when all is on the disk.

    If the block raises, the target is unchanged and nothing is left behind. Where the system has files
    without a name, the same holds if the process is killed; elsewhere leftovers are removed by the next file
    saved there. What the system refuses becomes :class:`Refused` with the file's name. With `keep_beside` a
    finished file whose target another program holds open (Windows) is kept beside it under a name that the
    refusal states. A `private` file is for its owner alone (mode 0600), whatever rights the one it replaces
    had.
    """
    try:
        descriptor = nameless(path.parent)
        if descriptor is None:
            named = atomic_path(path, keep_beside=keep_beside, private=private)
            with named as part, part.open("wb") as file:
                yield file
            return
        with os.fdopen(descriptor, "w+b") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
            os.fchmod(file.fileno(), _OWNER_ALONE if private else _rights(path))
            _give_place(file, path, keep_beside)
    except OSError as failure:
        raise Refused(write_problem(path, failure)) from None


def _give_place(file: BinaryIO, path: Path, keep_beside: bool) -> None:
    """Put a finished file without a name in its place."""
    try:
        give_name(file.fileno(), path)
        return
    except FileExistsError:
        pass
    except OSError as failure:
        if failure.errno not in _NO_LINK:
            raise
    with own_place(path.parent) as place:
        try:
            give_name(file.fileno(), place.part)
        except OSError as failure:
            if failure.errno not in _NO_LINK:
                raise
            _copy(file, place.part)
        _put_in_place(place.part, path, keep_beside)


def _copy(file: BinaryIO, part: Path) -> None:
    """For systems that make files without a name but give them none."""
    file.seek(0)
    rights = os.fstat(file.fileno()).st_mode & 0o777
    with part.open("xb") as copy:
        shutil.copyfileobj(file, copy)
        copy.flush()
        os.fsync(copy.fileno())
    part.chmod(rights)


def _put_in_place(temporary: Path, path: Path, keep_beside: bool) -> None:
    try:
        temporary.replace(path)
    except PermissionError:
        if path.is_dir():  # Windows says of it that access is denied
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR)) from None
        if not keep_beside:
            raise
        kept = _free_name(path)
        temporary.rename(kept)
        raise Refused(error("file.kept_beside", Place(file=str(path)), kept=kept.name)) from None


def _free_name(path: Path) -> Path:
    """A name beside a file that is free: `out (2).csv`."""
    numbered = (path.with_name(f"{path.stem} ({number}){path.suffix}") for number in count(2))
    return next(candidate for candidate in numbered if not candidate.exists())


def give_to_group(path: Path) -> None:
    """Let the group of its folder read and change a file. On Windows it inherits the rights of its folder.
    Raises OSError where the account that owns the file is not in that group.
    """
    if os.name == "nt":
        return
    group = path.parent.stat().st_gid
    if path.stat().st_gid != group:
        os.chown(path, -1, group)
    path.chmod(_GROUP)


def is_for_group(path: Path) -> bool:
    """Whether the group of a file may change it, as far as the system has such rights."""
    return os.name != "nt" and bool(path.stat().st_mode & stat.S_IWGRP)


def place_new(part: Path, path: Path) -> None:
    """Give a finished file its name. Raises FileExistsError where another program was quicker, OSError."""
    try:
        os.link(part, path)
    except OSError as failure:
        if failure.errno not in _NO_LINK or path.exists():
            raise
        part.rename(path)  # of this system no file has two names
    else:
        part.unlink()


def write_problem(path: Path, failure: OSError) -> Problem:
    """The problem of a file that could not be saved."""
    code = _CODES.get(failure.errno or 0, "file.not_written")
    if code == "file.no_folder" and sys.platform == "win32" and _is_too_long(path):
        code = "file.name_too_long"  # there is no such place, is all that Windows says
    return error(code, Place(file=str(path)), reason=failure.strerror or type(failure).__name__)


def _is_too_long(path: Path) -> bool:
    """Whether a name is longer than Windows takes, or a whole path than it takes unless it is set up so."""
    return len(path.name) > _MOST_NAME or len(str(path.absolute())) > _MOST_PATH


def refuse_unreachable(path: Path, shown: str) -> None:
    """Say of a file on a network or on a drive that the drive may be what is missing, and refuse devices and
    pipes, which might never end. Raises :class:`Refused`; anything else that is wrong with the file is left
    to its reader.
    """
    share = _SHARE.match(shown.replace("\\", "/")) or _SHARE.match(str(path).replace("\\", "/"))
    drive = Path(path.anchor) if path.drive else None
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise Refused(error("csv.not_a_file", Place(file=shown)))
    except OSError:
        refuse_address(shown)
        if share is not None:
            raise Refused(error("file.network", Place(file=shown), share=share[0])) from None
        if drive is not None and not drive.exists():
            raise Refused(error("file.no_drive", Place(file=shown), drive=path.drive)) from None
    except ValueError:  # a NUL in the path
        return


def sha256_of(path: Path, shown: str | None = None) -> str:
    """The SHA-256 of a file's bytes, in hexadecimal, or of a folder's listing. `shown` is how problems call
    it. Raises :class:`Refused` where it cannot be read; a device or pipe might never end.
    """
    try:
        if path.is_dir():
            return folder_sha256(path)
        if path.exists() and not path.is_file():
            raise Refused(error("csv.not_a_file", Place(file=shown or str(path))))
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as failure:
        refuse_address(shown or str(path))
        raise Refused(
            error("file.unreadable", Place(file=shown or str(path)), reason=failure.strerror or "")
        ) from None


def refuse_address(shown: str) -> None:
    """Raises :class:`Refused` where a path is the address of something on a network: hdfs, s3a, https."""
    scheme = _SCHEME.match(shown)
    if scheme is not None:
        raise Refused(error("file.address", Place(file=shown), scheme=scheme[1]))


def _rights(path: Path) -> int:
    """The rights of the file to be put at a path: the usual ones, or those of the file that is there."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


ReadFile = tuple[Path, str]  # a file, and the SHA-256 that it had when it was read


def refuse_changed(files: Iterable[ReadFile]) -> None:
    """Reads the files again. Raises :class:`Refused` with each one that has another content or is gone."""
    problems: list[Problem] = []
    for path, sha256 in files:
        where = Place(file=path.name)
        try:
            if sha256_of(path, path.name) != sha256:
                problems.append(error("data.changed_since_opened", where))
        except Refused:
            problems.append(error("data.gone_since_opened", where))
    if problems:
        raise Refused(problems)
