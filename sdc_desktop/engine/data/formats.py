"""The formats of files by their endings, which of them can be saved, and the dialect of delimited text."""

from dataclasses import dataclass
from decimal import Decimal
from pathlib import PurePosixPath
from typing import Literal

Format = Literal[
    "csv", "fixed", "parquet", "xlsx", "sav", "dta", "sas7bdat", "xpt", "rda", "arrow", "rds", "counts"
]
WrittenFormat = Literal["csv", "parquet", "xlsx", "ods", "sav", "zsav", "dta", "xpt", "rds", "rda"]
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
    ".arrow": "arrow",
    ".feather": "arrow",
    ".ipc": "arrow",
    ".arrows": "arrow",
    ".rds": "rds",
    ".rdata": "rds",
    ".sdccounts": "counts",
}
_WRITTEN_BY_ENDING: dict[str, WrittenFormat] = {".ods": "ods", ".zsav": "zsav", ".rds": "rds"}
ONLY_READ = (".xls", ".xlsb", ".xlsm", ".sas7bdat")  # no file of these is written
UNSUPPORTED = {  # ending -> whose it is: neither read nor written
    ".fst": "R",
    ".por": "SPSS",
    ".sas7bcat": "SAS",
    ".sd2": "SAS",
    ".mdb": "Access",
    ".accdb": "Access",
    ".dbf": "dBase",
    ".sqlite": "SQLite",
    ".json": "JSON",
    ".xml": "XML",
    ".7z": "7-Zip",
    ".rar": "RAR",
    ".bz2": "bzip2",
    ".xz": "XZ",
    ".tar": "tar",
    ".tgz": "tar",
}
CATALOG = ".sas7bcat"  # of the words for the values of SAS data sets
GZIP, ZIP, ZSTANDARD = ".gz", ".zip", ".zst"
_PACKED_ONLY_READ = {ZIP: "ZIP", ZSTANDARD: "Zstandard"}


def _suffix(path: str) -> str:
    return PurePosixPath(path.replace("\\", "/")).suffix.lower()


def is_packed(path: str) -> bool:
    """Whether a file's name says that it is compressed as a whole (.gz, .zst) or an archive (.zip)."""
    return _suffix(path) in (GZIP, ZIP, ZSTANDARD)


def unpacked_name(path: str) -> str:
    """The name of a file without the ending that says that it is compressed."""
    return path[: -len(_suffix(path))] if is_packed(path) else path


def may_be_fixed(path: str) -> bool:
    """Whether the ending of a text file's name says nothing of separators."""
    return _suffix(unpacked_name(path)) in (".asc", ".dat", ".txt", "")


def unsupported(path: str) -> str | None:
    """Whose format a file's ending names, where this program neither reads nor writes it; else None."""
    return UNSUPPORTED.get(_suffix(unpacked_name(path)))


def unwritten(path: str) -> str | None:
    """The format that a file's ending names, where it cannot be saved and no other problem reports it."""
    if _suffix(path) == ".rdata":
        return "R"
    whose = unsupported(path) or ("Arrow" if format_of(path) == "arrow" else None)
    return whose or _PACKED_ONLY_READ.get(_suffix(path))


def ending_of(format: Format, path: str = "") -> str:
    """The ending of a file saved for data of this format; ``path`` is the file that they were read from."""
    if is_packed(path):
        return f"{_suffix(unpacked_name(path)) or '.csv'}{GZIP}" if format == "csv" else ".rda"
    own = _WRITTEN_BY_ENDING.get(_suffix(path))
    return f".{own or written_format(format)}"


def format_of(path: str, given: Format | WrittenFormat | None = None) -> Format:
    """The format in which a file is read: as given, else by the ending of its name; any other is delimited
    text. That its fields have fixed widths is always given explicitly.
    """
    if given == "ods":
        return "xlsx"
    if given == "zsav":
        return "sav"
    return given or _ENDINGS.get(_suffix(unpacked_name(path)), "csv")


def written_format(format: Format) -> WrittenFormat:
    """The format that records of this one are saved in. SAS data sets become SAS transport files, Arrow files
    and those of R Parquet, counts delimited text. Fixed width gets the description (.rda) with the places of
    its fields.
    """
    if format == "fixed":
        return "rda"
    if format == "arrow" or format == "rds":
        return "parquet"
    if format == "counts":
        return "csv"
    return "xpt" if format == "sas7bdat" else format


def output_format_of(path: str, given: WrittenFormat | None = None) -> WrittenFormat:
    """The format to save a file in: as given, else by the ending of its name."""
    return given or _WRITTEN_BY_ENDING.get(_suffix(path)) or written_format(format_of(path))


DecimalMark = Literal[".", ","]


@dataclass(frozen=True)
class Dialect:
    """All that is needed to read a delimited file without detection."""

    delimiter: str = ","
    quote: str = '"'  # empty: no quoting in this file
    encoding: str = "utf-8"  # a Python codec name; "utf-8-sig" where the file starts with a byte-order mark
    decimal: DecimalMark = "."
    header: bool = True
    newline: str = "\n"  # "\n", "\r\n" or "\r": what ends most lines
    first_row: int = 1  # the line on which the header or the first record begins
    row_names: Literal["", "unnamed", "short"] = ""  # whether the header has no name or no field for them
    doubt: tuple[str, ...] | None = (
        None  # encodings that the texts look like, if the one detected is doubtful
    )


@dataclass(frozen=True)
class DialectHints:
    """What the plan or the user states about a file; None is detected."""

    delimiter: str | None = None
    quote: str | None = None
    encoding: str | None = None
    decimal: DecimalMark | None = None
    header: bool | None = None
    first_row: int | None = None
    row_names: bool | None = None
    na_unquoted: bool | None = None


def decimals_in(unit: Decimal | int | float) -> int:
    """How many decimals the multiples of a unit have: 2 of 0.25, none of 1000."""
    return max(0, -int(Decimal(str(unit)).normalize().as_tuple().exponent))
