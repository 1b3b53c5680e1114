"""A small SPSS system file (.sav), made by hand, with names, marks and encodings as no writer of ours has.

Layout as in the developers' guide of PSPP: a header, a record for each variable, extension records, the
records as doubles and texts of eight bytes, uncompressed.
"""

import struct
from collections.abc import Sequence
from dataclasses import dataclass

_WIDE = 8
_NUMBER, _TEXT = 5 << 16 | 8 << 8, 1 << 16  # formats F8.0 and A


@dataclass(frozen=True)
class SpssVariable:
    """A number, or a text of `width` bytes; `missing` are its missing codes, each as eight bytes or a number.
    ``form``: number of SPSS's display format (20 is DATE).
    """

    name: str
    width: int = 0
    label: bytes = b""
    missing: tuple[float | bytes, ...] = ()
    form: int | None = None


@dataclass(frozen=True)
class _Packing:
    order: str

    def ints(self, *values: int) -> bytes:
        return struct.pack(f"{self.order}{len(values)}i", *values)

    def value(self, value: float | bytes) -> bytes:
        if isinstance(value, bytes):
            return value.ljust(-(-len(value) // _WIDE) * _WIDE)
        return struct.pack(f"{self.order}d", value)


def spss_bytes(
    variables: Sequence[SpssVariable],
    rows: Sequence[Sequence[float | bytes]],
    *,
    encoding: bytes = b"UTF-8",
    extensions: Sequence[tuple[int, bytes]] = (),
    order: str = "<",
) -> bytes:
    """The file as bytes. ``extensions``: further records, of a subtype and their content; ``order``: of its
    bytes, ``>`` for the large end first.
    """
    pack = _Packing(order)
    width = sum(max(1, -(-one.width // _WIDE)) for one in variables)
    parts = [
        b"$FL2" + b"@(#) SPSS DATA FILE".ljust(60),
        pack.ints(2, width, 0, 0, len(rows)),
        pack.value(100.0) + b"01 Jan 24" + b"12:00:00" + bytes(64) + bytes(3),
    ]
    parts += [_described(pack, variable) for variable in variables]
    machine = pack.ints(25, 0, 0, -1, 1, 1, 1 if order == ">" else 2, 65001)
    parts.append(pack.ints(7, 3, 4, 8) + machine)
    known = [*extensions, *([(20, encoding)] if encoding else [])]
    parts += [pack.ints(7, subtype, 1, len(content)) + content for subtype, content in known]
    parts.append(pack.ints(999, 0))
    for row in rows:
        for variable, value in zip(variables, row, strict=True):
            text = isinstance(value, bytes)
            parts.append(pack.value(value.ljust(variable.width) if text else value))
    return b"".join(parts)


def _described(pack: _Packing, variable: SpssVariable) -> bytes:
    shown = _TEXT | variable.width << 8 if variable.width else _NUMBER
    if variable.form is not None:
        shown = variable.form << 16 | 11 << 8
    has = int(bool(variable.label))
    record = pack.ints(2, variable.width, has, len(variable.missing), shown, shown)
    record += variable.name.encode("cp1252").ljust(_WIDE)
    if has:
        record += pack.ints(len(variable.label)) + variable.label.ljust(-(-len(variable.label) // 4) * 4)
    record += b"".join(pack.value(code) for code in variable.missing)
    more = pack.ints(2, -1, 0, 0, _TEXT, _TEXT) + b" " * _WIDE
    return record + more * (max(1, -(-variable.width // _WIDE)) - 1)
