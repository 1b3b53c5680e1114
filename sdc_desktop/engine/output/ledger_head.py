"""Heads of ledgers: how far each had come when it was last written, kept in another place than the ledger.

A head is a small file: {schema, ledger: hash of the first line, n: number of lines, hash: that of line n}.
It is replaced whole, and on the disk, before the caller of the ledger is informed of an entry.
"""

import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from sdc_desktop.engine.output.files import atomic_write, write_problem
from sdc_desktop.engine.problems import Place, Refused, error

_SCHEMA = 1
_SUFFIX = ".head"


@dataclass(frozen=True)
class Head:
    """How far a ledger has come: ``ledger`` is the hash of its first line, which identifies it; ``n`` the
    number of its lines, the first included; ``hash`` that of line n. Hashes have 64 hexadecimal digits.
    """

    ledger: str
    n: int
    hash: str


def head_path_in(folder: Path, ledger: Path) -> Path:
    """Where in a folder of heads the head of the ledger in this file is."""
    return folder / f"{hashlib.sha256(str(ledger.resolve()).encode()).hexdigest()[:32]}{_SUFFIX}"


def head_at(path: Path) -> Head | None:
    """The head in a file; None where there is no file, or it is not as it was written (`is_damaged`)."""
    try:
        data = path.read_bytes()
        found = json.loads(data)
        head = Head(str(found["ledger"]), int(found["n"]), str(found["hash"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return head if data == _written(head) else None


def is_damaged(path: Path) -> bool:
    """Whether there is a file that is not a head as it was written."""
    return path.exists() and head_at(path) is None


def heads_of(ledger: str | None, path: Path) -> tuple[Head, ...]:
    """The head at `path`, and all others in its folder of the ledger with this first hash: a ledger may have
    been in another place before. None: the first line does not identify the ledger.
    """
    own = head_at(path)
    beside = (head_at(other) for other in sorted(path.parent.glob(f"*{_SUFFIX}")) if other != path)
    others = tuple(head for head in beside if head is not None and head.ledger == ledger)
    return others if own is None else (own, *others)


def write_head(path: Path, head: Head) -> None:
    """Replace a head and wait until the disk has it. Raises :class:`Refused`."""
    try:
        with atomic_write(path) as file:
            file.write(_written(head))
        sync_folder(path.parent)
    except OSError as failure:
        raise Refused(write_problem(path, failure)) from None


def refuse_without_folder(path: Path) -> None:
    """Raise :class:`Refused` where the folder of heads is missing: it may be on a drive that is not there."""
    if not path.parent.is_dir():
        raise Refused(error("ledger.no_folder", Place(file=str(path.parent))))


def hold(hashes: Sequence[str], ended: int, head: Head, where: Place) -> None:
    """Raise :class:`Refused` where lines with these hashes are not those of the head, or fewer. The first
    `ended` of them have their line end.
    """
    if head.ledger != hashes[0]:
        raise Refused(error("ledger.other", where, number=head.n))
    if head.n > ended:
        raise Refused(error("ledger.shorter", where, number=ended, known=head.n))
    if head.n < 1 or hashes[head.n - 1] != head.hash:
        raise Refused(error("ledger.other", where, number=head.n))


def sync_folder(path: Path) -> None:
    """Wait until the disk has the names in a folder. Raises OSError."""
    if os.name == "nt":
        return
    folder = os.open(path, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _written(head: Head) -> bytes:
    return (json.dumps({"schema": _SCHEMA, **asdict(head)}) + "\n").encode()
