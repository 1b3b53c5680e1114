"""Ledgers: files of entries that only grow, with heads that show whether lines are missing from their end.

One entry per line: SHA-256 of the previous line's hash and of this entry's text, a blank, the entry as JSON.
The hashes form a chain, so that no line can be changed, removed, inserted or moved unnoticed. The chain alone
does not show that whole lines were cut from the end, or that all lines were made again. For that a *head*
with the number of lines and the last hash is kept in another place (`ledger_head`).

An entry is on the disk first, then the head, and only then is the caller informed. So a ledger that is longer
than its head was continued: a crash came between the two writes, or a colleague has another head. One that is
shorter, or has another line where the head points, is refused before anything in it is changed. A last line
without its end that no head knows was cut short by a crash: no one was informed of it, and it is removed.

A ledger that several accounts continue is shared: the group of its folder may read and write it, and beside
it lies a *handed head*, which an account without a head of its own begins with. From then on its own head, in
its own settings, shows whatever is cut or made again, also by one who can write to the shared folder.

The hashes have no key: anyone who can write to both places can forge a ledger.
"""

import hashlib
import json
import os
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex
from typing import Any, BinaryIO

from sdc_desktop.engine.output.files import (
    atomic_write,
    give_to_group,
    is_for_group,
    place_new,
    write_problem,
)
from sdc_desktop.engine.output.own_parts import lock, own_place
from sdc_desktop.engine.problems import Place, Problem, Refused, error, note, warning

_SCHEMA = 1
_SUFFIX = ".head"
_HANDED = ".handed"  # suffix of the head beside a shared ledger
_PAUSE = 0.1  # seconds between two tries to hold a ledger


# Heads of ledgers: how far each had come when it was last written, kept in another place than the ledger.
# A head is a small file: {schema, ledger: hash of the first line, n: number of lines, hash: that of line n}.
# It is replaced whole, and on the disk, before the caller of the ledger is informed of an entry.
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
    """The head in a file; None without a file, or where it was changed or damaged (`is_damaged`)."""
    try:
        data = path.read_bytes()
        found = json.loads(data)
        head = Head(str(found["ledger"]), int(found["n"]), str(found["hash"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return head if data == _written(head) else None


def is_damaged(path: Path) -> bool:
    """Whether there is a file that is not an unchanged head."""
    return path.exists() and head_at(path) is None


def heads_of(ledger: str | None, path: Path) -> tuple[Head, ...]:
    """The head at `path`, and all others in its folder of the ledger with this first hash: a ledger may have
    been in another place before. None: the first line does not identify the ledger.
    """
    own = head_at(path)
    beside = (head_at(other) for other in sorted(path.parent.glob(f"*{_SUFFIX}")) if other != path)
    others = tuple(head for head in beside if head is not None and head.ledger == ledger)
    return others if own is None else (own, *others)


def handed_path(ledger: Path) -> Path:
    """Where the head is that a shared ledger hands to accounts without one."""
    return ledger.with_name(f"{ledger.name}{_HANDED}")


def write_head(path: Path, head: Head, *, shared: bool = False) -> None:
    """Replace a head and wait until the disk has it. That of a `shared` ledger is for the group of its folder
    where the group may write there. Raises :class:`Refused`.
    """
    try:
        with atomic_write(path) as file:
            file.write(_written(head))
        if shared and is_for_group(path.parent):
            give_to_group(path)
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


if sys.platform == "win32":

    def account() -> str:
        """Name of the account; a number, or `unknown`, where the system has no name for it."""
        try:
            return os.getlogin()
        except OSError:
            return "unknown"

else:
    import pwd

    def account() -> str:
        """Name of the account; a number, or `unknown`, where the system has no name for it."""
        try:
            return pwd.getpwuid(os.getuid()).pw_name
        except KeyError:
            return str(os.getuid())


Entry = Mapping[str, Any]
_START = "0" * 64
_HASH = 64
_ID = "id"
_HOLDER = ".lock"  # suffix of the file that states who holds the ledger


@dataclass(frozen=True)
class Seen:
    """What an officer enters from the last report, for a ledger without a head here: line n and its hash."""

    n: int
    hash: str


@dataclass(frozen=True)
class _Found:
    """What a file holds: entries and hashes of its whole lines, their size in bytes, whether the last of them
    has its line end, and how many bytes of a cut line follow.
    """

    entries: tuple[Entry, ...]
    hashes: tuple[str, ...]
    whole: int
    ended: bool
    torn: int

    @property
    def head(self) -> Head:
        return Head(self.hashes[0], len(self.hashes), self.hashes[-1])


class Ledger:
    """An open ledger, held by one process at a time. Made by `create_ledger` and `open_ledger`."""

    def __init__(
        self, path: Path, head_path: Path, file: BinaryIO, found: _Found, *, shared: bool = False
    ) -> None:
        self.path = path
        self.head = found.head
        self._shared = shared
        self._head_path = head_path
        self._file: BinaryIO | None = file
        self._size = found.whole + found.torn
        self._found: _Found | None = found  # until it is accepted

    def accept(self) -> None:
        """Continue with what was found: remove what a crash cut short, and move the head on. Until then
        nothing on the disk was changed. Raises :class:`Refused`, and then the ledger is closed.
        """
        found, self._found = self._found, None
        if found is None:
            return
        file = self._open_file()
        try:
            self._refuse_changed(file)
            file.truncate(found.whole)
            file.seek(0, os.SEEK_END)
            if not found.ended:
                write_through(file, b"\n")
            self._size = found.whole + (not found.ended)
            if self._shared and not is_for_group(self.path):
                _share(self.path)
            self._write_heads()
        except OSError as failure:
            self.close()
            raise Refused(write_problem(self.path, failure)) from None
        except BaseException:
            self.close()
            raise

    def append(self, entry: Entry) -> Entry:
        """Append an entry with the time (``at``, UTC) and the account (``by``), then the head, to the disk.
        Returns the entry with these additions.

        Raises :class:`Refused`, and then the ledger is closed: an entry that could not be saved is removed,
        one whose head could not be saved counts when the ledger is opened again.
        """
        self.accept()
        file = self._open_file()
        signed = {**entry, **_signed()}
        text = _text(signed)
        chained = _chained(self.head.hash, text)
        line = f"{chained} {text}\n".encode()
        try:
            self._refuse_changed(file)
            self._write_line(file, line)
            self._size += len(line)
            self.head = Head(self.head.ledger, self.head.n + 1, chained)
            self._write_heads()
        except BaseException:
            self.close()
            raise
        return signed

    def _write_heads(self) -> None:
        """Move the head on, and that which a shared ledger hands to other accounts. Raises
        :class:`Refused`.
        """
        if head_at(self._head_path) != self.head:
            write_head(self._head_path, self.head, shared=self._shared)
        if self._shared and head_at(handed_path(self.path)) != self.head:
            write_head(handed_path(self.path), self.head, shared=True)

    def refuse_closed(self) -> None:
        """Raise :class:`Refused` where the ledger accepts no more entries."""
        self._open_file()

    @property
    def is_open(self) -> bool:
        """Whether the ledger accepts more entries."""
        return self._file is not None

    def close(self) -> None:
        """Release the file."""
        if self._file is not None:
            with suppress(OSError):
                _holder_path(self.path).unlink(missing_ok=True)
            with suppress(OSError):
                self._file.close()
            self._file = None

    def _open_file(self) -> BinaryIO:
        if self._file is None:
            raise Refused(error("ledger.closed", Place(file=str(self.path))))
        return self._file

    def _refuse_changed(self, file: BinaryIO) -> None:
        """Raise :class:`Refused` where the file was replaced or has another size: locks do not reach over
        every network.
        """
        try:
            here, there = os.fstat(file.fileno()), self.path.stat()
        except OSError as failure:
            raise Refused(write_problem(self.path, failure)) from None
        if here.st_size != self._size or not os.path.samestat(here, there):
            raise Refused(error("ledger.changed", Place(file=str(self.path))))

    def _write_line(self, file: BinaryIO, line: bytes) -> None:
        """Append a line; a part of a line that the disk refuses is removed again. Raises :class:`Refused`."""
        try:
            write_through(file, line)
        except OSError as failure:
            with suppress(OSError):
                file.truncate(self._size)
            raise Refused(write_problem(self.path, failure)) from None


@dataclass(frozen=True)
class OpenedLedger:
    """An open ledger, not yet accepted, its entries (the first is its header), and notes on it."""

    ledger: Ledger
    entries: tuple[Entry, ...]
    notes: tuple[Problem, ...]


def create_ledger(path: Path, head_path: Path, header: Entry, *, shared: bool = False) -> Ledger:
    """A new ledger with its first entry, which also gets a random ``id`` that identifies it. It is for its
    owner alone, or `shared` with the group of its folder.

    Raises :class:`Refused` where there is a file already, or where the head of an earlier ledger of this name
    shows that it is missing, or where the folder is not one that its group shares.
    """
    where = Place(file=str(path))
    if path.exists():
        raise Refused(error("ledger.exists", where))
    refuse_without_folder(head_path)
    refuse_missing(path, head_path)
    if shared and os.name != "nt" and not is_for_group(path.parent):
        raise Refused(error("ledger.folder_not_shared", where, group=_group_of(path.parent)))
    text = _text({**header, _ID: token_hex(16), **_signed()})
    first = _chained(_START, text)
    earlier = head_at(head_path)
    write_head(head_path, Head(first, 1, first), shared=shared)
    try:
        _place_first(path, f"{first} {text}\n".encode(), shared=shared)
    except Refused:
        if earlier is None:
            head_path.unlink(missing_ok=True)
        raise
    made = open_ledger(path, head_path, shared=shared).ledger
    made.accept()
    return made


def refuse_missing(path: Path, head_path: Path) -> None:
    """Raise :class:`Refused` where a head knows a ledger that is not there, or is damaged."""
    for known in (head_path, handed_path(path)):
        if is_damaged(known):
            raise Refused(error("ledger.head_damaged", Place(file=str(path)), head=str(known)))
        head = head_at(known)
        if head is not None and head.n > 1:  # a header alone: stopped while it was made
            raise Refused(error("ledger.missing", Place(file=str(path)), number=head.n))


def _place_first(path: Path, line: bytes, *, shared: bool) -> None:
    """Put a ledger with its first line in its place, unless another account was quicker. Raises
    :class:`Refused`.
    """
    try:
        with own_place(path.parent) as place:
            with place.part.open("xb", buffering=0) as file:
                write_through(file, line)
            if shared:
                _share(place.part)
            elif os.name != "nt":
                place.part.chmod(0o600)
            place_new(place.part, path)
        sync_folder(path.parent)
    except FileExistsError:
        raise Refused(error("ledger.exists", Place(file=str(path)))) from None
    except OSError as failure:
        raise Refused(write_problem(path, failure)) from None


def _share(path: Path) -> None:
    """Give a file to the group of its folder. Raises :class:`Refused` where the account is not in it."""
    try:
        give_to_group(path)
    except PermissionError:
        where = Place(file=str(path))
        raise Refused(error("ledger.not_in_group", where, group=_group_of(path.parent))) from None


def open_ledger(
    path: Path, head_path: Path, seen: Seen | None = None, *, shared: bool = False, patience: float = 0.0
) -> OpenedLedger:
    """An existing ledger, compared with its head. Nothing is changed until it is accepted.

    ``seen`` is used where there is no usable head; a `shared` ledger may hand its head over, and an
    account that opens it keeps a head of what it holds. ``patience``: for how many seconds another process
    may hold it. Raises :class:`Refused` where the file cannot be read, another process holds it, a line was
    changed, or the head points to other lines.
    """
    try:
        file = path.open("r+b", buffering=0)
    except OSError as failure:
        raise Refused(_unreadable(path, failure)) from None
    try:
        _hold_file(file, path, patience)
        file.seek(0)
        found = _read(file.read(), path)
        notes = _compared(found, path, head_path, seen, shared=shared)
        _state_holder(path, shared=shared)
    except OSError as failure:
        file.close()
        raise Refused(_unreadable(path, failure)) from None
    except BaseException:
        file.close()
        raise
    return OpenedLedger(Ledger(path, head_path, file, found, shared=shared), found.entries, tuple(notes))


def _hold_file(file: BinaryIO, path: Path, patience: float) -> None:
    """Wait until no other process holds a ledger. Raises :class:`Refused` when patience ends."""
    until = time.monotonic() + patience
    while not lock(file):
        if time.monotonic() >= until:
            raise Refused(_in_use(path))
        time.sleep(_PAUSE)


def read_ledger(path: Path) -> tuple[tuple[Entry, ...], Head]:
    """Entries and end of a ledger, not opened for writing and not compared with a head. Raises
    :class:`Refused`.
    """
    try:
        found = _read(path.read_bytes(), path)
    except OSError as failure:
        raise Refused(_unreadable(path, failure)) from None
    return found.entries, found.head


def write_through(file: BinaryIO, data: bytes) -> None:
    """Write to an unbuffered file and wait until the disk has it. Raises OSError."""
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]
    os.fsync(file.fileno())


def _compared(
    found: _Found, path: Path, head_path: Path, seen: Seen | None, *, shared: bool
) -> list[Problem]:
    """Compare the lines with the heads, or with what the user enters where there is none."""
    where = Place(file=str(path))
    notes = [note("ledger.torn", where, number=found.torn)] if found.torn else []
    ended = len(found.hashes) - (not found.ended)  # a line that a head knows had its end
    refuse_without_folder(head_path)
    heads = heads_of(found.head.ledger if _ID in found.entries[0] else None, head_path)
    handed = head_at(handed_path(path)) if shared else None
    for head in heads if handed is None else (*heads, handed):
        hold(found.hashes, ended, head, where)
    damaged = is_damaged(head_path)
    if heads and not damaged:
        if shared and max(head.n for head in heads) < ended:  # then an account that looked notices cuts
            write_head(head_path, Head(found.hashes[0], ended, found.hashes[ended - 1]), shared=shared)
        return [*notes, *_ahead(found, max(head.n for head in heads), where)]
    if seen is None and handed is not None and not damaged:
        write_head(head_path, Head(found.hashes[0], ended, found.hashes[ended - 1]), shared=shared)
        begun = note("ledger.handed", where, number=handed.n, account=account())
        return [*notes, begun, *_ahead(found, handed.n, where)]
    if seen is None:
        code = "ledger.head_damaged" if damaged else "ledger.no_head"
        raise Refused(error(code, where, head=str(head_path)))
    entered = Head(found.head.ledger, seen.n, seen.hash.strip().lower())
    hold(found.hashes, len(found.hashes), entered, where)
    return [*notes, warning("ledger.adopted", where, number=seen.n), *_ahead(found, seen.n, where)]


def _ahead(found: _Found, known: int, where: Place) -> list[Problem]:
    more = len(found.hashes) - known
    return [note("ledger.ahead", where, number=more)] if more else []


# ----- lines


def _read(data: bytes, path: Path) -> _Found:
    entries: list[Entry] = []
    hashes: list[str] = []
    whole, torn, ended = 0, 0, True
    lines: Sequence[bytes] = data.split(b"\n")
    for number, line in enumerate(lines, start=1):
        final = number == len(lines)
        if final and not line:
            break
        entry = _entry(line, hashes[-1] if hashes else _START)
        if entry is None:
            if final and entries:
                torn = len(line)
                break
            raise Refused(error("ledger.damaged", Place(file=str(path), line=number)))
        entries.append(entry)
        hashes.append(line[:_HASH].decode())
        whole += len(line) + (not final)
        ended = not final
    if not entries:
        raise Refused(error("ledger.damaged", Place(file=str(path), line=1)))
    return _Found(tuple(entries), tuple(hashes), whole, ended, torn)


def _entry(line: bytes, last: str) -> Entry | None:
    """The entry of a line; None where the line does not continue the hash `last`."""
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


def _signed() -> dict[str, str]:
    return {"at": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), "by": account()}


def _unreadable(path: Path, failure: OSError) -> Problem:
    where = Place(file=str(path))
    with suppress(OSError, KeyError, NotImplementedError):
        if isinstance(failure, PermissionError) and path.owner() != account():
            return error("ledger.of_owner", where, owner=path.owner(), account=account())
    return error("file.unreadable", where, reason=failure.strerror or "")


def _group_of(path: Path) -> str:
    """The name of a folder's group; its number where the system has no name for it."""
    try:
        return path.group()
    except (KeyError, NotImplementedError):
        return str(path.stat().st_gid)


# ----- who holds it


def _holder_path(path: Path) -> Path:
    return path.with_name(f"{path.name}{_HOLDER}")


def _state_holder(path: Path, *, shared: bool) -> None:
    """Let others see who holds the ledger. The lock does not depend on this file."""
    holder = _holder_path(path)
    with suppress(OSError):
        holder.unlink(missing_ok=True)  # what a process of another account left
        holder.write_text(json.dumps(_signed()), encoding="utf-8")
        if shared:
            give_to_group(holder)


def _in_use(path: Path) -> Problem:
    where = Place(file=str(path))
    try:
        holder = json.loads(_holder_path(path).read_text(encoding="utf-8"))
        return error("ledger.in_use_by", where, by=str(holder["by"]), at=str(holder["at"]))
    except (OSError, ValueError, KeyError, TypeError):
        return error("ledger.in_use", where)
