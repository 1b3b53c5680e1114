"""How a delimited text file is written, and what may be told or left to be found out about it."""

from dataclasses import dataclass
from typing import Literal

DecimalMark = Literal[".", ","]


@dataclass(frozen=True)
class Dialect:
    """All that is needed to read a delimited file without guessing."""

    delimiter: str = ","
    quote: str = '"'  # empty: no quoting in this file
    encoding: str = "utf-8"  # a Python codec name; "utf-8-sig" where the file starts with a byte-order mark
    decimal: DecimalMark = "."
    header: bool = True
    newline: str = "\n"  # "\n", "\r\n" or "\r": what ends most lines


@dataclass(frozen=True)
class DialectHints:
    """What the plan or the officer says of a file; None is found out."""

    delimiter: str | None = None
    quote: str | None = None
    encoding: str | None = None
    decimal: DecimalMark | None = None
    header: bool | None = None
