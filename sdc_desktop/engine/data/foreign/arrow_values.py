"""The values of a column of an Arrow file as texts, from its buffers, like those of a Parquet file with the
same values, to which the types of DuckDB in ``Column.form`` belong.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.data.foreign.arrow_layout import Kind
from sdc_desktop.engine.data.foreign.texts import ColumnType, number_text

Texts = Callable[[int, int], list[str]]
Spend = Callable[[int], None]  # counts bytes of texts before they are made
Array = npt.NDArray[Any]
BUFFERS = {"Null": 0, "Utf8": 3, "LargeUtf8": 3}  # of a column; of views two and those that hold long texts
_USUAL_BUFFERS = 2
_UNITS = ("s", "ms", "us", "ns")
_DECIMALS = (0, 3, 6, 9)  # of a second, by unit
_DAY = 86_400_000  # milliseconds
_INLINE = 12  # bytes of a text that its view holds
_MOST_DIGITS = 38  # of DuckDB's exact numbers


def type_and_form(kind: Kind) -> tuple[ColumnType, str] | None:
    """The type of a column and DuckDB's type for it; None where a value is more than one text."""
    if kind.name == "Int":
        names = {8: "TINYINT", 16: "SMALLINT", 32: "INTEGER", 64: "BIGINT"}
        return "integer", ("" if kind.signed else "U") + names[kind.bits]
    if kind.name == "Decimal":
        exact = 0 <= kind.scale <= kind.precision <= _MOST_DIGITS
        return "number", f"DECIMAL({kind.precision},{kind.scale})" if exact else ""
    if kind.name == "Timestamp" and kind.zone:
        return "text", ""
    usual: dict[str, tuple[ColumnType, str]] = {
        **dict.fromkeys(("Null", "Utf8", "LargeUtf8", "Utf8View"), ("text", "")),
        "Bool": ("boolean", "BOOLEAN"),
        "FloatingPoint": ("number", "DOUBLE" if kind.bits == 64 else "FLOAT"),
        "Date": ("date", "DATE"),
        "Time": ("time", "TIME"),
        "Duration": ("time", ""),
        "Timestamp": ("datetime", "TIMESTAMP_NS" if kind.unit == 3 else "TIMESTAMP"),
    }
    return usual.get(kind.name)


def buffers_of(kind: Kind) -> int:
    """How many buffers a column of this type has, those of its long texts apart."""
    return BUFFERS.get(kind.name, _USUAL_BUFFERS)


def texts_of(kind: Kind, buffers: Sequence[bytes], records: int, spend: Spend) -> Texts:
    """Gives the texts of the records from one to another, empty for what is null. Raises ValueError
    where buffers are too short.
    """
    if kind.name == "Null" or not records:
        return lambda start, stop: [""] * (stop - start)
    valid = valid_of(buffers[0], records)
    if kind.name == "Utf8View":
        plain = _views(buffers, records, valid, spend)
    elif kind.name in ("Utf8", "LargeUtf8"):
        plain = _strings(buffers[1], buffers[2], records, "<i4" if kind.name == "Utf8" else "<i8")
    elif kind.name == "Bool":
        bits = _bits(buffers[1], records)
        plain = lambda start, stop: ["true" if bit else "false" for bit in bits[start:stop].tolist()]  # noqa: E731
    elif kind.name == "Decimal":
        plain = _decimals(kind, buffers[1], records)
    else:
        plain = _numbers(kind, buffers[1], records)
    return _without_nulls(plain, valid)


def listed_texts(values: list[str], places: Array, valid: Array | None, spend: Spend) -> Texts:
    """Gives the texts that the places in a dictionary stand for. Raises ValueError, IndexError."""
    where = places.astype(np.int64) if valid is None else np.where(valid, places, 0).astype(np.int64)
    if valid is not None and not valid.any():
        return lambda start, stop: [""] * (stop - start)
    if len(where) and (where.min() < 0 or where.max() >= len(values)):
        raise ValueError(len(values))
    sizes = np.array([len(value) for value in values], dtype=np.int64)
    spend(int(sizes[where].sum()))
    plain = lambda start, stop: [values[place] for place in where[start:stop].tolist()]  # noqa: E731
    return _without_nulls(plain, valid)


def places_of(kind: Kind, buffer: bytes, records: int) -> Array:
    """The whole numbers of a buffer."""
    return np.frombuffer(buffer, f"<{'i' if kind.signed else 'u'}{kind.bits // 8}", records)


def valid_of(buffer: bytes, records: int) -> Array | None:
    """Which records have a value; None where all have."""
    return _bits(buffer, records) if buffer else None


def nulls_of(buffers: Sequence[bytes], records: int) -> int:
    """How many records have no value, given the buffer that says so, if there is one."""
    valid = valid_of(buffers[0], records) if buffers else None
    return 0 if valid is None else records - int(valid.sum())


def _bits(buffer: bytes, records: int) -> Array:
    if 8 * len(buffer) < records:
        raise ValueError(records)
    return np.unpackbits(np.frombuffer(buffer, np.uint8), count=records, bitorder="little").astype(bool)


def _without_nulls(plain: Texts, valid: Array | None) -> Texts:
    if valid is None:
        return plain

    def texts(start: int, stop: int) -> list[str]:
        made = plain(start, stop)
        for place in np.flatnonzero(~valid[start:stop]).tolist():
            made[place] = ""
        return made

    return texts


def _strings(offsets: bytes, data: bytes, records: int, form: str) -> Texts:
    places = np.frombuffer(offsets, form, records + 1)
    if places[0] < 0 or (np.diff(places) < 0).any() or places[-1] > len(data):
        raise ValueError(records)

    def texts(start: int, stop: int) -> list[str]:
        ends = places[start : stop + 1].tolist()
        return [data[one:end].decode("utf-8") for one, end in pairwise(ends)]

    return texts


def _views(buffers: Sequence[bytes], records: int, valid: Array | None, spend: Spend) -> Texts:
    own, held = buffers[1], buffers[2:]
    views = np.frombuffer(own, "<i4", 4 * records).reshape(records, 4)
    sizes = views[:, 0] if valid is None else np.where(valid, views[:, 0], 0)
    if (sizes < 0).any():
        raise ValueError(records)
    spend(int(sizes.sum(dtype=np.int64)))

    def text(record: int, size: int, buffer: int, place: int) -> str:
        if size <= _INLINE:
            return own[16 * record + 4 : 16 * record + 4 + size].decode("utf-8")
        if buffer < 0 or place < 0 or place + size > len(held[buffer]):
            raise ValueError(record)
        return held[buffer][place : place + size].decode("utf-8")

    def texts(start: int, stop: int) -> list[str]:
        part, long = views[start:stop], sizes[start:stop].tolist()
        found = zip(range(start, stop), long, part[:, 2].tolist(), part[:, 3].tolist(), strict=True)
        return [text(*one) for one in found]

    return texts


def _decimals(kind: Kind, data: bytes, records: int) -> Texts:
    size = kind.bits // 8
    if len(data) < size * records or not -_MOST_DIGITS * 2 <= kind.scale <= _MOST_DIGITS * 2:
        raise ValueError(records)

    def text(record: int) -> str:
        value = int.from_bytes(data[size * record : size * (record + 1)], "little", signed=True)
        if kind.scale <= 0:
            return str(value * 10**-kind.scale)
        figures = str(abs(value)).rjust(kind.scale + 1, "0")
        return f"{'-' if value < 0 else ''}{figures[: -kind.scale]}.{figures[-kind.scale :]}"

    return lambda start, stop: [text(record) for record in range(start, stop)]


def _numbers(kind: Kind, data: bytes, records: int) -> Texts:
    if kind.name == "Int":
        whole = places_of(kind, data, records)
        return lambda start, stop: [str(one) for one in whole[start:stop].tolist()]
    if kind.name == "FloatingPoint":
        real = np.frombuffer(data, f"<f{kind.bits // 8}", records)
        if kind.bits == 64:
            return lambda start, stop: [number_text(one) for one in real[start:stop].tolist()]
        return lambda start, stop: [number_text(float(str(one))) for one in real[start:stop]]
    counts = np.frombuffer(data, f"<i{kind.bits // 8}", records)
    if kind.name in ("Time", "Duration"):
        return lambda start, stop: [_clock(one, _DECIMALS[kind.unit]) for one in counts[start:stop].tolist()]
    if kind.name == "Date":
        days = counts.astype(np.int64) // (_DAY if kind.unit else 1)
        return lambda start, stop: _dates(days[start:stop], "D")
    behind = "+00" if kind.zone else ""  # such times are kept in UTC
    return lambda start, stop: [
        text and text.replace("T", " ") + behind for text in _dates(counts[start:stop], _UNITS[kind.unit])
    ]


def _dates(counts: Array, unit: str) -> list[str]:
    texts = np.datetime_as_string(counts.astype(f"M8[{unit}]")).tolist()
    return ["" if text == "NaT" else _short(text) for text in texts]


def _clock(count: int, decimals: int) -> str:
    """A time of day or span of time, counted in parts of a second."""
    seconds, rest = divmod(abs(count), 10**decimals)
    text = f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return f"{'-' if count < 0 else ''}{_short(f'{text}.{rest:0{decimals}}') if decimals else text}"


def _short(text: str) -> str:
    """A time without zeros at the end of its seconds' decimals."""
    return text.rstrip("0").rstrip(".") if "." in text else text
