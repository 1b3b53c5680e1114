"""The counts file (``.sdccounts``): saved whole or not at all, for its owner alone, and read strictly.

For readers::

    counts = open_counts(path, shown, context)   # a CountsFile; everything in it was checked
    counts.description                           # variables, data, joints, notes: description.Description
    joint = counts.description.joint_of(names)   # the smallest joint that holds these variables, or None
    counts.load(connection, joint, table, context)

``load`` makes a DuckDB table of the texts ``c0``, ``c1``, ... of the joint's variables, in their order, and
of ``n``, the number of records with this combination (BIGINT, above 0). Texts are those that the program
reads of the source, a missing value being the empty text; rows are distinct and in text order. Of a joint
with ``amounts`` only the largest of these are the source's own (:mod:`largest_amounts`). Only while ``load``
runs does the connection reach the file; nothing else of it is opened, and nothing is unpacked to disk.

Refusals when a file is opened: ``counts.not_one`` (not a counts file, or one with a byte that this program
would not write), ``counts.newer`` (a later schema), ``counts.other_engine`` (counted by another major version
of the engine), ``counts.changed`` (an entry is not what the manifest says), ``counts.torn`` (the records of
the joints disagree).
"""

import io
import os
import zlib
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

import duckdb

from sdc_desktop import __version__
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.counts.container import (
    MANIFEST,
    MOST_BYTES,
    Part,
    blocks,
    crc_of,
    ending,
    local_header,
    local_size,
    manifest_size,
)
from sdc_desktop.engine.data.counts.description import (
    SCHEMA,
    Description,
    Joint,
    NotADescription,
    description_text,
    parse_description,
    schema_of,
)
from sdc_desktop.engine.data.csv.text import ADDRESS, PROTOCOL, one_file
from sdc_desktop.engine.data.foreign.reading_child import Unreadable, answer_of_child
from sdc_desktop.engine.data.store.queries import only, run
from sdc_desktop.engine.data.store.sql import sql_texts
from sdc_desktop.engine.data.store.store import interruptible
from sdc_desktop.engine.output.files import atomic_write, refuse_unreachable
from sdc_desktop.engine.problems import Place, Refused, error

ENDING = ".sdccounts"
_MOST_MANIFEST = 64 * 2**20
STEP_OPEN = "counts.open"
_Stamp = tuple[int, int, int]


@dataclass(frozen=True)
class CountsFile:
    """A counts file that was read whole and found sound. ``sha256`` is the digest of its bytes."""

    path: Path
    shown: str
    description: Description
    sha256: str
    _starts: tuple[int, ...]  # where the content of each joint begins
    _stamp: _Stamp

    def load(
        self, connection: duckdb.DuckDBPyConnection, joint: Joint, table: str, context: JobContext
    ) -> None:
        """Make a table of a joint. Raises :class:`Refused`, also where the file was changed since it was
        opened, and Cancelled.
        """
        start = self._starts[self.description.joints.index(joint)]
        self.refuse_changed()
        with ExitStack() as files:
            # DuckDB opens the file for each of its threads, and each has a place of its own
            opened = lambda: _Window(files.enter_context(_open(self.path, self.shown)), start, joint.bytes)  # noqa: E731
            connection.register_filesystem(one_file(opened, joint.bytes))
            try:
                with interruptible(connection, context):
                    run(connection, f"CREATE TABLE {table} AS {_selected(joint)}")
                    types = run(connection, f"SELECT column_type FROM (DESCRIBE {table})")
            except duckdb.Error:  # its text may hold values and is never shown
                raise Refused(error("counts.changed", Place(file=self.shown))) from None
            finally:
                connection.unregister_filesystem(PROTOCOL)
        if [kind for (kind,) in types] != ["VARCHAR"] * len(joint.variables) + ["BIGINT"]:
            raise Refused(error("counts.changed", Place(file=self.shown)))
        self.refuse_changed()

    def refuse_changed(self) -> None:
        """Raises :class:`Refused` where the file is no longer what it was when it was opened."""
        if _stamp_of(self.path, self.shown) != self._stamp:
            raise Refused(error("csv.changed", Place(file=self.shown)))


def open_counts(path: Path, shown: str, context: JobContext) -> CountsFile:
    """Read a counts file and check all of it. `shown` is how problems call it. Raises :class:`Refused`,
    Cancelled.
    """
    refuse_unreachable(path, shown)
    stamp = _stamp_of(path, shown)
    with _open(path, shown) as file:
        description, parts, digest = _checked(file, stamp[0], shown, context)
    answer_of_child("sdc_desktop.engine.data.counts.counts_file:prove", path, shown, context)
    starts = tuple(part.start for part in parts[1:])
    found = CountsFile(path, shown, description, digest, starts, stamp)
    found.refuse_changed()
    return found


def prove(path: Path) -> bool:
    """Read all rows of all joints: called in a child process, so that a forged file ends the child and not
    the program. Raises :class:`Unreadable`.
    """
    context = JobContext()
    try:
        stamp = _stamp_of(path, path.name)
        with _open(path, path.name) as file:
            description, parts, digest = _checked(file, stamp[0], path.name, context)
        starts = tuple(part.start for part in parts[1:])
        counts = CountsFile(path, path.name, description, digest, starts, stamp)
        for joint in description.joints:
            _prove_joint(counts, joint, context)
    except Refused as refusal:
        raise Unreadable(refusal.problems[0].code, **refusal.problems[0].params) from None
    return True


def _prove_joint(counts: CountsFile, joint: Joint, context: JobContext) -> None:
    """Raises :class:`Refused` where a joint is not what the description says."""
    changed = error("counts.changed", Place(file=counts.shown))
    connection = duckdb.connect(":memory:", config={"temp_directory": ""})
    counts.load(connection, joint, "joint", context)
    columns = [f"c{place}" for place in range(len(joint.variables))]
    absent = " OR ".join(f"{column} IS NULL" for column in columns)
    rows, least, records, nulls = only(
        connection, f"SELECT count(*), min(n), sum(n), count(*) FILTER ({absent}) FROM joint"
    )
    if rows != joint.rows or least is None or least < 1 or nulls:
        raise Refused(changed)
    if records != counts.description.data.records:
        raise Refused(error("counts.torn", Place(file=counts.shown)))
    listed = ", ".join(columns)
    for one in counts.description.coarse:
        if one.name in joint.variables:
            firsts = sql_texts(group.values[0] for group in one.groups)
            place = joint.variables.index(one.name)
            other = only(
                connection, f"SELECT count(*) FROM joint WHERE NOT list_contains({firsts}, c{place})"
            )
            if other[0]:
                raise Refused(changed)
    found = only(connection, f"SELECT count(*) FROM (SELECT DISTINCT {listed} FROM joint)")
    if found[0] != rows:
        raise Refused(changed)


def _selected(joint: Joint) -> str:
    """The query of a joint's rows."""
    columns = [f"c{place}" for place in range(len(joint.variables))]
    return f"SELECT {', '.join(columns)}, n FROM read_parquet('{ADDRESS}')"


def _checked(
    file: BinaryIO, size: int, shown: str, context: JobContext
) -> tuple[Description, tuple[Part, ...], str]:
    """The description and the entries of a file whose every byte is what it has to be, and its SHA-256.
    Raises :class:`Refused`.
    """
    not_one, changed = (error(code, Place(file=shown)) for code in ("counts.not_one", "counts.changed"))
    digest = sha256()
    head = file.read(local_size(MANIFEST))
    length = manifest_size(head)
    if length is None or length > min(_MOST_MANIFEST, size):
        raise Refused(not_one)
    manifest = file.read(length)
    description = _described(manifest, shown)
    parts = [Part(MANIFEST, length, zlib.crc32(manifest), len(head))]
    if head != local_header(MANIFEST, length, parts[0].crc):
        raise Refused(not_one)
    digest.update(head + manifest)
    done = len(head) + length
    for joint in description.joints:
        header = file.read(local_size(joint.entry))
        start, crc, own = done + len(header), 0, sha256()
        digest.update(header)
        for block in blocks(file, joint.bytes):
            context.progress(done / size, STEP_OPEN)
            crc, done = zlib.crc32(block, crc), done + len(block)
            own.update(block)
            digest.update(block)
        done += len(header)
        if own.hexdigest() != joint.sha256 or header != local_header(joint.entry, joint.bytes, crc):
            raise Refused(changed)
        parts.append(Part(joint.entry, joint.bytes, crc, start))
    last = ending(parts, manifest)
    if file.read(len(last) + 1) != last:
        raise Refused(not_one)
    digest.update(last)
    return description, tuple(parts), digest.hexdigest()


def _described(manifest: bytes, shown: str) -> Description:
    """The description that a manifest gives. Raises :class:`Refused`."""
    where = Place(file=shown)
    try:
        text = manifest.decode("ascii")
    except UnicodeDecodeError:
        raise Refused(error("counts.not_one", where)) from None
    if (schema_of(text) or 0) > SCHEMA:
        raise Refused(error("counts.newer", where))
    try:
        found = parse_description(text)
    except NotADescription:
        raise Refused(error("counts.not_one", where)) from None
    if _major(found.program) != _major(__version__):
        raise Refused(error("counts.other_engine", where, found=found.program, own=__version__))
    return found


def _major(version: str) -> tuple[str, ...]:
    """The part of a version that names what results mean; before 1.0 the second number counts as well."""
    parts = tuple(version.split("."))
    return parts[:2] if parts[0] == "0" else parts[:1]


def write_counts(
    path: Path,
    entries: Sequence[Path],
    described: Callable[[Sequence[tuple[int, str]]], Description],
) -> Description:
    """Write a counts file of Parquet files, whole or not at all, mode 0600. `described` makes the description
    of their sizes and SHA-256. Raises :class:`Refused`.
    """
    facts, checks = [], []
    for entry in entries:
        with entry.open("rb") as file:
            checks.append(crc_of(file))
        with entry.open("rb") as file:
            facts.append((checks[-1][0], _sha256(file)))
    description = described(facts)
    manifest = description_text(description).encode("ascii")
    if sum(size for size, _ in facts) + len(manifest) + 2**20 > MOST_BYTES:
        raise Refused(error("counts.too_large", Place(file=path.name)))
    with atomic_write(path, private=True) as target:
        first = zlib.crc32(manifest)
        target.write(local_header(MANIFEST, len(manifest), first) + manifest)
        parts = [Part(MANIFEST, len(manifest), first, local_size(MANIFEST))]
        for entry, joint, (size, crc) in zip(entries, description.joints, checks, strict=True):
            start = parts[-1].start + parts[-1].size + local_size(joint.entry)
            target.write(local_header(joint.entry, size, crc))
            with entry.open("rb") as file:
                for block in blocks(file):
                    target.write(block)
            parts.append(Part(joint.entry, size, crc, start))
        target.write(ending(parts, manifest))
    return description


def _sha256(file: BinaryIO) -> str:
    digest = sha256()
    for block in blocks(file):
        digest.update(block)
    return digest.hexdigest()


def _open(path: Path, shown: str) -> BinaryIO:
    try:
        return path.open("rb")
    except OSError as failure:
        raise Refused(error("file.unreadable", Place(file=shown), reason=failure.strerror or "")) from None


def _stamp_of(path: Path, shown: str) -> _Stamp:
    try:
        status = path.stat()
    except OSError as failure:
        raise Refused(error("file.unreadable", Place(file=shown), reason=failure.strerror or "")) from None
    return status.st_size, status.st_mtime_ns, status.st_ino


class _Window(io.RawIOBase):
    """A part of a file, as a file of its own."""

    def __init__(self, file: BinaryIO, start: int, size: int) -> None:
        self._file, self._start, self._size, self._place = file, start, size, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        left = max(self._size - self._place, 0)
        wanted = left if size < 0 else min(size, left)
        self._file.seek(self._start + self._place)
        given = self._file.read(wanted)
        self._place += len(given)
        return given

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        start = {os.SEEK_SET: 0, os.SEEK_CUR: self._place, os.SEEK_END: self._size}[whence]
        self._place = start + offset
        return self._place

    def tell(self) -> int:
        return self._place
