"""SAS transport files (.xpt), versions 5 and 8: their records, descriptions of variables, and numbers.

Source: SAS Institute, TS-140, "Record layout of a SAS version 5 or 6 data set in SAS transport (XPORT)
format", and its counterpart for versions 8 and 9. Everything is in records of 80 bytes; numbers are IBM's of
base 16.

Own code: pyreadstat loses the codes .A to .Z, reads a file that was cut off as one without records, and keeps
the time in what it writes; pandas gives no labels, and writes none of these files.
"""

import codecs
import re
import struct
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

RECORD = 80
NAMESTR = 140
NUMBER, TEXT = 1, 2
_HEADER = re.compile(rb"HEADER RECORD\*{7}(.{8})HEADER RECORD!{7}(.{30})  ", re.DOTALL)
_NAMESTR = struct.Struct(">hhhh8s40s8shhh2s8shhi")  # of 88 bytes; the rest depends on the version
_LONG = struct.Struct(">32sH")  # version 8: the long name and the length of the label
LETTERS = b"._ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # what a number that is missing begins with

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Field:
    """A variable as a file describes it: ``length`` bytes from ``position`` on in every record; ``form``: its
    format, with width and decimals.
    """

    name: str
    number: bool
    length: int
    position: int
    label: str = ""
    form: str = ""


def header(name: str, figures: str = "") -> bytes:
    """A header record; what follows its name is filled up with zeros."""
    return f"HEADER RECORD*******{name:<8}HEADER RECORD!!!!!!!{figures:0<30}  ".encode("ascii")


def header_of(record: bytes) -> tuple[str, str] | None:
    """The name and figures of a header record; None where it is none."""
    found = _HEADER.fullmatch(record)
    if found is None:
        return None
    return found[1].decode("latin-1").rstrip(), found[2].decode("latin-1")


def form_parts(form: str) -> tuple[str, int, int]:
    """The name, width and decimals of a format: DATETIME20. is DATETIME, 20, 0."""
    found = re.fullmatch(r"(\$?(?:[A-Za-z_][A-Za-z0-9_]*?)?)(\d*)\.?(\d*)", form.strip())
    if found is None:
        return form.strip().rstrip("."), 0, 0
    return found[1], int(found[2] or 0), int(found[3] or 0)


def form_text(name: str, width: int, decimals: int) -> str:
    """A format from its parts; empty where there is none."""
    size = str(width) if width else ""
    return f"{name}{size}.{decimals}" if decimals else f"{name}{size}"


def packed_field(field: Field, number: int, encoding: str) -> bytes:
    """The description of variable `number` (from 1) as version 8 has it."""
    form, width, decimals = form_parts(field.form)
    label = field.label.encode(encoding)
    return (
        _NAMESTR.pack(
            NUMBER if field.number else TEXT,
            0,
            field.length,
            number,
            _padded(field.name.encode("ascii"), 8),
            _padded(label, 40),
            _padded(form.encode("ascii"), 8),
            width,
            decimals,
            0,
            b"\0\0",
            b" " * 8,
            0,
            0,
            field.position,
        )
        + _LONG.pack(_padded(field.name.encode("ascii"), 32), len(label))
        + b" " * 18
    )


def _padded(text: bytes, length: int) -> bytes:
    return text[:length].ljust(length)


def unpacked_field(record: bytes, *, long: bool, encoding: str) -> Field:
    """The variable of a description. Raises ValueError where it makes no sense."""
    kind, _, length, _, name, label, form, width, decimals, *_, position = _NAMESTR.unpack_from(record)
    own = _LONG.unpack_from(record, _NAMESTR.size)[0].rstrip(b" \0") if long else b""
    if kind not in (NUMBER, TEXT) or length < 1 or position < 0 or (kind == NUMBER and not 2 <= length <= 8):
        raise ValueError(kind)
    return Field(
        (own or name).decode(encoding).strip(" \0"),
        kind == NUMBER,
        length,
        position,
        cut_text(label, encoding).strip(" \0"),
        form_text(form.decode("latin-1").strip(" \0"), max(width, 0), max(decimals, 0)),
    )


def cut_text(raw: bytes, encoding: str) -> str:
    """A text that may have been cut off within its last character, without what is left of that. Raises
    UnicodeDecodeError.
    """
    return codecs.getincrementaldecoder(encoding)().decode(raw)


def numbers_of(raw: Bytes) -> tuple[Floats, Bytes]:
    """The numbers in (records, length) bytes, and for each that is missing its letter, else 0."""
    records, length = raw.shape
    whole = np.zeros((records, 8), dtype=np.uint8)
    whole[:, :length] = raw
    first, rest = whole[:, 0], whole[:, 1:]
    fraction = np.zeros(records, dtype=np.uint64)
    for place in range(7):
        fraction = (fraction << np.uint64(8)) | rest[:, place].astype(np.uint64)
    exponent = (first & 0x7F).astype(np.int64) - 64
    values = np.ldexp(fraction.astype(np.float64), (4 * exponent - 56).astype(np.int32))
    values = np.where(first & 0x80, -values, values)
    empty = fraction == 0
    missing = empty & np.isin(first, np.frombuffer(LETTERS, dtype=np.uint8))
    return values, np.where(missing, first, 0).astype(np.uint8)


def packed_numbers(values: Floats) -> Bytes:
    """Numbers as eight bytes each, those that are not finite as missing. Every double between 1e-78 and 7e75
    keeps all its figures.
    """
    finite = np.isfinite(values)
    sizes = np.where(finite, np.abs(values), 0.0)
    mantissa, exponent = np.frexp(sizes)
    sixteenth = -(-exponent // 4)  # the power of 16, rounded up
    fraction = np.ldexp(mantissa, exponent - 4 * sixteenth + 56)
    whole = fraction.astype(np.uint64)
    result = np.zeros((len(values), 8), dtype=np.uint8)
    for place in range(7):
        result[:, 7 - place] = (whole >> np.uint64(8 * place)).astype(np.uint64) & np.uint64(0xFF)
    head = (sixteenth + 64).astype(np.int64) | np.where(np.signbit(values), 0x80, 0)
    result[:, 0] = np.where(sizes == 0, 0, head & 0xFF)
    result[~finite] = 0
    result[~finite, 0] = ord(".")
    return result
