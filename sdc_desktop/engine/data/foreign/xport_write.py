"""SAS transport, version 8, saved some thousand records at a time.

The header has the number of records, which SAS uses, and always the same time; missing codes are .A to .Z.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import BinaryIO

import numpy as np

from sdc_desktop.engine.data.foreign.reading_child import Unreadable
from sdc_desktop.engine.data.foreign.xport import RECORD, Bytes, Field, header, packed_field, packed_numbers
from sdc_desktop.engine.data.target.fitted import Fitted
from sdc_desktop.engine.data.target.values import reader_of

_STAMP = "01JAN80:00:00:00"
_NAME = "RELEASE"
_VERSION, _SYSTEM = "9.4", "SDC"
_ENCODING = "utf-8"
_LONGEST_LABEL = 40  # that a description holds itself


def write_xpt(path: Path, columns: Sequence[Fitted], batches: Iterable[Sequence[Sequence[str]]]) -> None:
    """Write all records. Raises :class:`Unreadable` where a text takes more bytes than its variable has."""
    fields = _fields(columns)
    with path.open("wb") as file:
        _write_head(file, fields)
        counted = file.tell()
        file.write(_observations(0))
        writers = [_Field(column, field) for column, field in zip(columns, fields, strict=True)]
        records = 0
        for batch in batches:
            parts = [one.bytes(texts) for one, texts in zip(writers, zip(*batch, strict=True), strict=True)]
            file.write(np.concatenate(parts, axis=1).tobytes())
            records += len(batch)
        file.write(b" " * (-file.tell() % RECORD))
        file.seek(counted)
        file.write(_observations(records))


def _observations(records: int) -> bytes:
    return header("OBSV8", f"{records:>15}".ljust(30))


def _fields(columns: Sequence[Fitted]) -> list[Field]:
    fields, position = [], 0
    for column in columns:
        number = column.type != "text"
        length = 8 if number else column.width
        fields.append(Field(column.name, number, length, position, column.label, column.form))
        position += length
    return fields


def _write_head(file: BinaryIO, fields: Sequence[Field]) -> None:
    sas = f"{'SAS':<8}"
    made = f"{_VERSION:<8}{_SYSTEM:<8}"
    file.write(header("LIBV8"))
    _record(file, f"{sas}{sas}{'SASLIB':<8}{made}{'':24}{_STAMP}")
    _record(file, _STAMP)
    file.write(header("MEMBV8", "000000000000000001600000000140"))
    file.write(header("DSCPTV8"))
    _record(file, f"{sas}{_NAME:<32}{'SASDATA':<8}{made}{_STAMP}")
    _record(file, _STAMP)
    file.write(header("NAMSTV8", f"{len(fields):>010}".replace(" ", "0")))
    described = b"".join(packed_field(field, number, _ENCODING) for number, field in enumerate(fields, 1))
    file.write(described + b" " * (-len(described) % RECORD))
    long = [(number, field) for number, field in enumerate(fields, 1) if _is_long(field)]
    if long:
        file.write(header("LABELV8", f"{len(long):<30}"))
        labels = b"".join(_label(number, field) for number, field in long)
        file.write(labels + b" " * (-len(labels) % RECORD))


def _is_long(field: Field) -> bool:
    return len(field.label.encode(_ENCODING)) > _LONGEST_LABEL


def _label(number: int, field: Field) -> bytes:
    name, label = field.name.encode("ascii"), field.label.encode(_ENCODING)
    sizes = (number, len(name), len(label))
    return b"".join(size.to_bytes(2, "big") for size in sizes) + name + label


def _record(file: BinaryIO, text: str) -> None:
    file.write(text.encode("ascii").ljust(RECORD))


class _Field:
    """Turns the texts of one variable into its bytes."""

    def __init__(self, column: Fitted, field: Field) -> None:
        self._name, self._length, self._number = column.name, field.length, field.number
        self._read = reader_of(column, "xpt")

    def bytes(self, texts: Sequence[str]) -> Bytes:
        """An array (records, length)."""
        if not self._number:
            return self._texts(texts)
        values = [self._read(text) for text in texts]
        numbers = np.array([v if isinstance(v, float) else np.nan for v in values], dtype=np.float64)
        packed = packed_numbers(numbers)
        for record, value in enumerate(values):
            if isinstance(value, str):
                packed[record, 0] = ord(value.upper())
        return packed

    def _texts(self, texts: Sequence[str]) -> Bytes:
        encoded = [text.encode(_ENCODING) for text in texts]
        if max(map(len, encoded), default=0) > self._length:
            raise Unreadable("data.not_writable")
        joined = b"".join(text.ljust(self._length) for text in encoded)
        return np.frombuffer(joined, dtype=np.uint8).reshape(len(texts), self._length)
