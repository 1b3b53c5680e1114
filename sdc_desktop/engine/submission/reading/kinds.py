"""Which reader a file has, by the ending of its name and its first bytes."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from sdc_desktop.engine.submission.reading.delimited import read_delimited
from sdc_desktop.engine.submission.reading.hypertext import read_hypertext
from sdc_desktop.engine.submission.reading.opendocument import read_opendocument
from sdc_desktop.engine.submission.reading.pictures import read_picture
from sdc_desktop.engine.submission.reading.plain_text import read_text
from sdc_desktop.engine.submission.reading.session import read_json
from sdc_desktop.engine.submission.reading.word import read_word
from sdc_desktop.engine.submission.reading.workbook import read_workbook
from sdc_desktop.engine.submission.sheets import ReadFile, Sheet, Unreadable

MOST_BYTES = 200 * 2**20
_MOST_COLUMNS = 16_384  # that a sheet of a workbook has
_BEYOND = 50  # empty rows and columns that a joined cell may be over
PICTURES = ("png", "jpg", "svg", "pdf")
_ENDINGS = {"htm": "html", "jpeg": "jpg", "tab": "tsv", "text": "txt", "out": "txt", "lst": "txt"}
_READERS: Mapping[str, Callable[[bytes, str], ReadFile]] = {
    "xlsx": read_workbook,
    "xlsm": read_workbook,
    "ods": read_opendocument,
    "csv": read_delimited,
    "tsv": read_delimited,
    "html": read_hypertext,
    "docx": read_word,
    "txt": read_text,
    "log": read_text,
    "smcl": read_text,
    "json": read_json,
    **dict.fromkeys(PICTURES, read_picture),
}
_SAVE_AS = {"doc", "xls", "xlsb", "rtf", "dta", "rds", "rdata", "gph", "pkl", "pickle", "sav", "sas7bdat"}
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_TEXTS = ("csv", "tsv", "html", "txt", "log", "smcl", "json", "svg")
_BINARY = (b"PK\x03\x04", _OLE, b"\x89PNG", b"%PDF", b"\xff\xd8\xff", b"\x80\x04\x95", b"RDX", b"\x1f\x8b")


def _without_far_joins(sheet: Sheet) -> Sheet:
    """A sheet whose joined cells end soon after its last cell: no table is wider or longer."""
    if not sheet.merges or not sheet.cells:
        return sheet
    last_row, last_column = (max(at[axis] for at in sheet.cells) + _BEYOND for axis in (0, 1))
    boxes = ((a, b, min(c, last_row), min(d, last_column)) for a, b, c, d in sheet.merges)
    return replace(sheet, merges=tuple(box for box in boxes if box[0] <= box[2] and box[1] <= box[3]))


def format_of(name: str) -> str:
    """The format by the ending of a name; the ending itself where it is not one that is read."""
    ending = name.rpartition(".")[2].lower() if "." in name else ""
    return _ENDINGS.get(ending, ending)


def read(data: bytes, name: str) -> ReadFile:
    """A file as read; what is refused says why in its code."""
    format = format_of(name)
    try:
        if len(data) > MOST_BYTES:
            raise Unreadable("too_large")
        if format in _SAVE_AS:
            raise Unreadable("save_as")
        if format not in _READERS:
            raise Unreadable("unknown_format")
        if format in ("xlsx", "xlsm", "docx") and data.startswith(_OLE):
            raise Unreadable("password")
        if format in _TEXTS and data.startswith(_BINARY):
            raise Unreadable("not_its_format")
        found = _READERS[format](data, format)
        if any(column >= _MOST_COLUMNS for sheet in found.sheets for _, column in sheet.cells):
            raise Unreadable("too_many_cells")
        return replace(found, sheets=tuple(map(_without_far_joins, found.sheets)))
    except Unreadable as refusal:
        return ReadFile(format, refused=refusal.code)
    except ValueError:  # a number of more digits than Python converts
        return ReadFile(format, refused="damaged")
    except RecursionError:
        return ReadFile(format, refused="too_deep")
    except MemoryError:
        return ReadFile(format, refused="too_large")
