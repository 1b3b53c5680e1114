"""The formats of files, by their endings, what can be written, and the dialect of delimited text."""

from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Literal

Format = Literal["csv", "fixed", "parquet", "xlsx", "sav", "dta", "sas7bdat", "xpt", "rda"]
WrittenFormat = Literal["csv", "parquet", "xlsx", "sav", "dta", "xpt", "rda"]
_ENDINGS: dict[str, Format] = {
    ".parquet": "parquet",
    ".xlsx": "xlsx",
    ".xlsm": "xlsx",
    ".xlsb": "xlsx",
    ".xls": "xlsx",
    ".ods": "xlsx",
    ".sav": "sav",
    ".zsav": "sav",
    ".dta": "dta",
    ".sas7bdat": "sas7bdat",
    ".xpt": "xpt",
    ".rda": "rda",
}


def ending_of(format: Format) -> str:
    """The ending that a file written for data of this format gets."""
    return f".{written_format(format)}"


def format_of(path: str, told: Format | None = None) -> Format:
    """The format of a file: as told, else by the ending of its name; any other is delimited text. That its
    fields have fixed widths is only ever told.
    """
    ending = PurePosixPath(path.replace("\\", "/")).suffix.lower()
    return told or _ENDINGS.get(ending, "csv")


def written_format(format: Format) -> WrittenFormat:
    """The format in which records of this one are written: SAS data sets as SAS transport files, fixed width
    with the description (.rda) that says where its fields are.
    """
    if format == "fixed":
        return "rda"
    return "xpt" if format == "sas7bdat" else format


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
