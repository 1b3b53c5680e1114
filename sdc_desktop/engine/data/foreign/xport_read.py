"""SAS transport, versions 5 and 8, read some thousand records at a time in the child. What the file says of
itself is compared with what it holds: the number of its variables and, in version 8, of its records.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

import numpy as np

from sdc_desktop.engine.data.foreign.reading_child import Reading, Unreadable
from sdc_desktop.engine.data.foreign.sheet_table import SheetLook
from sdc_desktop.engine.data.foreign.statistics_files import type_of, value_text
from sdc_desktop.engine.data.foreign.texts import Column, ColumnType
from sdc_desktop.engine.data.foreign.xport import (
    NAMESTR,
    RECORD,
    Bytes,
    Field,
    cut_text,
    form_parts,
    form_text,
    header_of,
    numbers_of,
    unpacked_field,
)

_MARK = b"HEADER RECORD*******"
_MEMBER = _MARK + b"MEMB"
_LIBRARIES = {"LIBRARY": False, "LIBV8": True}
_TEXTS = (8, 16), (16, 56)  # name and label, in the description of a field
_ENCODINGS = ("utf-8", "cp1252", "latin-1")
_BLOCK = 20_000
_MOST_BYTES = 64 * 2**20  # of records that are held at a time
_FIELDS_END = 2**24


@dataclass(frozen=True)
class _Member:
    """A data set of a file: its fields, the bytes of its records, and the number of records in its header."""

    name: str
    fields: tuple[Field, ...]
    start: int
    stop: int
    counted: int | None

    @property
    def length(self) -> int:
        return sum(field.length for field in self.fields)


def read(path: Path, sheet: str | None = None, encoding: str | None = None) -> Reading:
    """Read the data set `sheet`; without, the only one. Raises :class:`Unreadable`."""
    try:
        members = _members(path, encoding)
    except (ValueError, UnicodeError, EOFError):
        raise Unreadable("data.damaged") from None
    member = _chosen(members, path, sheet)
    records = _records_of(path, member)
    reader = _Reader(path, member, records, encoding or _encoding_of(path, member, records))
    return Reading(len(member.fields), reader.blocks(), reader.columns, reader.warnings)


def looks(path: Path) -> tuple[SheetLook, ...]:
    """The data sets of a file with their sizes. Raises :class:`Unreadable`."""
    try:
        members = _members(path, None)
    except (ValueError, UnicodeError, EOFError):
        raise Unreadable("data.damaged") from None
    return tuple(SheetLook(one.name, _records_of(path, one), len(one.fields), ()) for one in members)


def _chosen(members: Sequence[_Member], path: Path, name: str | None) -> _Member:
    names = tuple(member.name for member in members)
    if name is not None and name not in names:
        raise Unreadable("data.no_sheet", name=name, names=names)
    if name is None and len(members) > 1:
        listed = tuple(look.size for look in looks(path))
        raise Unreadable("data.several_data_sets", names=listed, number=len(members))
    return members[names.index(name)] if name is not None else members[0]


def _members(path: Path, encoding: str | None) -> list[_Member]:
    size = path.stat().st_size
    with path.open("rb") as file:
        found = header_of(file.read(RECORD))
        if found is None or found[0] not in _LIBRARIES:
            raise Unreadable("data.not_of_format", format="xpt")
        long = _LIBRARIES[found[0]]
        starts = _member_starts(file, size)
        if not starts:
            raise Unreadable("data.no_columns")
        stops = [*starts[1:], size]
        return [
            _member(file, start, stop, long=long, encoding=encoding)
            for start, stop in zip(starts, stops, strict=True)
        ]


def _member_starts(file: BinaryIO, size: int) -> list[int]:
    """Where data sets begin: a header of one at the beginning of a record of 80 bytes."""
    starts: list[int] = []
    file.seek(0)
    step = RECORD * 16_384
    for place in range(0, size, step):
        block = file.read(step)
        at = block.find(_MEMBER)
        while at >= 0:
            if at % RECORD == 0:
                starts.append(place + at)
            at = block.find(_MEMBER, at + 1)
    return starts


def _member(file: BinaryIO, start: int, stop: int, *, long: bool, encoding: str | None) -> _Member:
    file.seek(start)
    described = header_of(file.read(RECORD))
    size = int(described[1][-4:]) if described else NAMESTR
    file.read(RECORD)  # the header of the description
    name = file.read(RECORD)[8 : 40 if long else 16].decode("latin-1").strip(" \0")
    file.read(RECORD)
    listed = header_of(file.read(RECORD))
    if listed is None or not listed[0].startswith(("NAMESTR", "NAMSTV8")) or size not in (136, NAMESTR):
        raise ValueError(name)
    number = int(listed[1][:10])
    if not number:
        raise Unreadable("data.no_columns")
    if number * size > min(stop - file.tell(), _FIELDS_END):
        raise ValueError(number)
    raw = file.read(number * size)
    file.seek(-(number * size) % RECORD, 1)
    chosen = encoding or next(one for one in _ENCODINGS if _decodes(raw, size, one))
    fields = [
        unpacked_field(raw[at : at + size], long=long, encoding=chosen) for at in range(0, len(raw), size)
    ]
    fields, counted = _after_fields(file, fields, chosen)
    _check_fields(raw, fields, size)
    return _Member(name, tuple(fields), file.tell(), stop, counted)


def _decodes(raw: bytes, size: int, encoding: str) -> bool:
    """Whether names and labels, in parts of a size, are text in an encoding; what is between is binary."""
    parts = (raw[at + first : at + end] for at in range(0, len(raw), size) for first, end in _TEXTS)
    return all(_is_text(part, encoding) for part in parts)


def _after_fields(file: BinaryIO, fields: list[Field], encoding: str) -> tuple[list[Field], int | None]:
    """The fields with their long labels and formats, and the number of records in the last header."""
    found = header_of(file.read(RECORD))
    if found is not None and found[0] in ("LABELV8", "LABELV9"):
        fields = _labelled(file, fields, int(found[1].split()[0] or 0), found[0] == "LABELV9", encoding)
        found = header_of(file.read(RECORD))
    if found is None or not found[0].startswith("OBS"):
        raise ValueError(found)
    counts = found[1].split()
    counted = int(counts[0]) if counts and counts[0].isdigit() and int(counts[0]) else None
    return fields, counted


def _labelled(file: BinaryIO, fields: list[Field], number: int, forms: bool, encoding: str) -> list[Field]:
    start = file.tell()
    for _ in range(number):
        sizes = file.read(10 if forms else 6)
        parts = [int.from_bytes(sizes[at : at + 2], "big") for at in range(0, len(sizes), 2)]
        place, *lengths = parts
        texts = [file.read(length).decode(encoding, "replace").strip(" \0") for length in lengths]
        if not 1 <= place <= len(fields) or len(texts) < 2:
            raise ValueError(place)
        field = replace(fields[place - 1], label=texts[1])
        if forms and texts[2]:
            _, width, decimals = form_parts(field.form)
            field = replace(field, form=form_text(texts[2], width, decimals))
        fields[place - 1] = field
    file.seek(-(file.tell() - start) % RECORD, 1)
    return fields


def _check_fields(raw: bytes, fields: Sequence[Field], size: int) -> None:
    """Raises ValueError where the descriptions do not follow one another, as those of a sound file do."""
    position, names = 0, set()
    for number, field in enumerate(fields, start=1):
        own = int.from_bytes(raw[(number - 1) * size + 6 : (number - 1) * size + 8], "big")
        if own != number or field.position != position or not field.name or field.name.upper() in names:
            raise ValueError(number)
        names.add(field.name.upper())
        position += field.length


def _records_of(path: Path, member: _Member) -> int:
    """The number of records of a data set. Raises :class:`Unreadable` where its header states another."""
    whole = member.stop - member.start
    most = whole // member.length
    if member.counted is not None:
        needed = -(-member.counted * member.length // RECORD) * RECORD
        if needed != whole:
            raise Unreadable("data.other_count", told=member.counted, found=most)
        _check_rest(path, member, member.counted)
        return member.counted
    if whole % RECORD:
        raise Unreadable("data.damaged")
    _check_rest(path, member, most)
    with path.open("rb") as file:  # blanks fill the last record of 80 bytes
        while most:
            start = (most - 1) * member.length
            if start + member.length <= whole - RECORD + 1:
                return most
            file.seek(member.start + start)
            if file.read(member.length).strip(b" "):
                return most
            most -= 1
    return 0


def _check_rest(path: Path, member: _Member, records: int) -> None:
    """Raises :class:`Unreadable` where anything but blanks follows the records."""
    with path.open("rb") as file:
        file.seek(member.start + records * member.length)
        if file.read(max(0, member.stop - file.tell())).strip(b" "):
            raise Unreadable("data.damaged")


def _encoding_of(path: Path, member: _Member, records: int) -> str:
    """The encoding in which all texts of a data set are texts, by its bytes beyond ASCII."""
    sound = dict.fromkeys(_ENCODINGS[:2], True)
    for block in _blocks(path, member, records):
        for field in member.fields:
            if field.number:
                continue
            part = np.ascontiguousarray(block[:, field.position : field.position + field.length])
            if not (part & 0x80).any():
                continue
            rows = [row.tobytes() for row in part[(part & 0x80).any(axis=1)]]
            for encoding in sound:
                sound[encoding] = sound[encoding] and all(_is_text(row, encoding) for row in rows)
    return next((encoding for encoding, good in sound.items() if good), _ENCODINGS[2])


def _is_text(raw: bytes, encoding: str) -> bool:
    try:
        cut_text(raw, encoding)
    except UnicodeDecodeError:
        return False
    return True


def _blocks(path: Path, member: _Member, records: int) -> Iterator[Bytes]:
    at_a_time = max(1, min(_BLOCK, _MOST_BYTES // member.length))
    with path.open("rb") as file:
        file.seek(member.start)
        for start in range(0, records, at_a_time):
            number = min(at_a_time, records - start)
            raw = file.read(number * member.length)
            if len(raw) < number * member.length:
                raise Unreadable("data.damaged")
            yield np.frombuffer(raw, dtype=np.uint8).reshape(number, member.length)


class _Reader:
    """Reads the records of a data set, and learns what its numbers are."""

    def __init__(self, path: Path, member: _Member, records: int, encoding: str) -> None:
        self._path, self._member, self._records = path, member, records
        self._encoding = encoding
        self._whole = [True] * len(member.fields)
        self._cut = 0
        self._letters: list[set[str]] = [set() for _ in member.fields]

    def blocks(self) -> Iterator[tuple[list[tuple[str, ...]], float]]:
        """The records as texts."""
        done = 0
        for block in _blocks(self._path, self._member, self._records):
            columns = [self._texts(place, block) for place in range(len(self._member.fields))]
            done += len(block)
            yield list(zip(*columns, strict=True)), done / self._records

    def _texts(self, place: int, block: Bytes) -> list[str]:
        field = self._member.fields[place]
        raw = np.ascontiguousarray(block[:, field.position : field.position + field.length])
        if not field.number:
            try:
                return [self._decoded(row.tobytes()).rstrip(" \0") for row in raw]
            except UnicodeDecodeError:
                raise Unreadable("csv.undecodable", encoding=self._encoding, variable=field.name) from None
        values, letters = numbers_of(raw)
        shown = value_text(self._kind(place), "xpt")
        if self._whole[place]:
            self._whole[place] = bool((values == np.floor(values)).all())
        texts = [shown(value) for value in values.tolist()]
        for record in np.flatnonzero(letters).tolist():
            letter = chr(letters[record])
            code = "" if letter == "." else f".{letter}"
            texts[record] = code
            self._letters[place] |= {code} if code else set()
        return texts

    def _decoded(self, raw: bytes) -> str:
        try:
            return raw.decode(self._encoding)
        except UnicodeDecodeError:
            self._cut += 1
            return cut_text(raw, self._encoding)

    def warnings(self) -> tuple[Unreadable, ...]:
        """What must be reported of the texts."""
        return (Unreadable("data.texts_cut", number=self._cut),) if self._cut else ()

    def _kind(self, place: int) -> ColumnType:
        field = self._member.fields[place]
        return type_of(field.form, "double" if field.number else "string", "xpt")

    def columns(self) -> tuple[Column, ...]:
        """What is known of the variables once all records were read."""
        found = []
        for place, field in enumerate(self._member.fields):
            kind = self._kind(place)
            if kind == "number" and self._whole[place]:
                kind = "integer"
            missing = tuple(sorted(self._letters[place]))
            found.append(
                Column(field.name, kind, field.label, missing=missing, form=field.form, origin="sas")
            )
        return tuple(found)
