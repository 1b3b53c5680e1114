"""Files of SPSS, Stata and SAS transport, written with pyreadstat in the child. Equal records give equal
bytes: the time of writing, which these formats put into their head, is always the same.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from sdc_desktop.engine.data.foreign.reading_child import Unreadable
from sdc_desktop.engine.data.foreign.statistics_files import EPOCH, EPOCH_TIME, SPSS_EPOCH
from sdc_desktop.engine.data.foreign.texts import Column, days_of, duration_of, seconds_of

_STAMP = datetime(1960, 1, 1)
_SAV_STAMP = 92  # where a file says when it was written, in bytes
_XPT_STAMPS = (144, 160, 464, 480)  # library made and changed, member made and changed
_STATA_VERSION = 14
_LONGEST_NAME = {"sav": 64, "dta": 32, "xpt": 32}
_USUAL_FORMS = {
    "sav": {"date": "SDATE10", "datetime": "DATETIME23.2", "time": "TIME11.2"},
    "dta": {"date": "%td", "datetime": "%tc"},
    "xpt": {"date": "YYMMDD10", "datetime": "DATETIME22", "time": "TIME11"},
}


def write_sav(path: Path, columns: Sequence[Column], batches: Iterable[Sequence[Sequence[str]]]) -> None:
    """SPSS, with labels, missing codes and formats. Raises :class:`Unreadable`."""
    import pyreadstat

    frame = _frame(columns, batches, "sav")
    pyreadstat.write_sav(
        frame,
        str(path),
        column_labels={column.name: column.label for column in columns if column.label},
        variable_value_labels=_labels(columns, "sav"),
        missing_ranges={column.name: _codes(column) for column in columns if _codes(column)},
        variable_format=_forms(columns, "sav"),
    )
    _overwrite(path, _SAV_STAMP, _STAMP.strftime("%d %b %y%H:%M:%S").encode("ascii"))


def write_dta(path: Path, columns: Sequence[Column], batches: Iterable[Sequence[Sequence[str]]]) -> None:
    """Stata, with labels, its own missing codes (.a to .z) and formats. Raises :class:`Unreadable`."""
    import pyreadstat

    frame = _frame(columns, batches, "dta")
    pyreadstat.write_dta(
        frame,
        str(path),
        column_labels={column.name: column.label for column in columns if column.label},
        variable_value_labels=_labels(columns, "dta"),
        missing_user_values={
            column.name: [code[1:] for code in column.missing if _is_special(code)]
            for column in columns
            if any(map(_is_special, column.missing))
        },
        variable_format=_forms(columns, "dta"),
        version=_STATA_VERSION,
    )
    head = path.read_bytes()[:4096]
    start = head.index(b"<timestamp>") + len(b"<timestamp>") + 1
    _overwrite(path, start, _STAMP.strftime("%d %b %Y %H:%M").encode("ascii"))


def write_xpt(path: Path, columns: Sequence[Column], batches: Iterable[Sequence[Sequence[str]]]) -> None:
    """SAS transport, version 8, with labels and formats. Raises :class:`Unreadable`."""
    import pyreadstat

    frame = _frame(columns, batches, "xpt")
    pyreadstat.write_xport(
        frame,
        str(path),
        table_name="RELEASE",
        column_labels={column.name: column.label for column in columns if column.label},
        variable_format=_forms(columns, "xpt"),
        file_format_version=8,
    )
    stamp = _STAMP.strftime("%d%b%y:%H:%M:%S").upper().encode("ascii")
    for start in _XPT_STAMPS:
        _overwrite(path, start, stamp)


def _overwrite(path: Path, start: int, text: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(start)
        file.write(text)


def _frame(columns: Sequence[Column], batches: Iterable[Sequence[Sequence[str]]], format: str) -> Any:
    import pandas as pd

    for number, column in enumerate(columns, start=1):
        if len(column.name.encode()) > _LONGEST_NAME[format]:
            raise Unreadable("data.name_too_long", column=number, variable=column.name)
    values: list[list[Any]] = [[] for _ in columns]
    readers = [_reader(column, format) for column in columns]
    for batch in batches:
        for gathered, reader, texts in zip(values, readers, zip(*batch, strict=True), strict=True):
            gathered.extend(map(reader, texts))
    data = {
        column.name: _series(pd, gathered, column) for column, gathered in zip(columns, values, strict=True)
    }
    return pd.DataFrame(data)


def _series(pd: Any, values: list[Any], column: Column) -> Any:
    if column.type == "text" or any(isinstance(value, str) for value in values):
        return pd.Series(values, dtype=object)
    return pd.Series(values, dtype="float64")


def _reader(column: Column, format: str) -> Callable[[str], Any]:
    """Text to what the writer takes: numbers, and for Stata and SAS their missing codes as letters."""
    if column.type == "text":
        return str
    number = numeric(column, format)
    return lambda text: None if not text else text[1:] if _is_special(text) else number(text)


def numeric(column: Column, format: str) -> Callable[[str], float]:
    """The number that a format keeps for a text of the column's type."""
    if column.type == "date":
        if format == "sav":
            return lambda text: days_of(text, SPSS_EPOCH.date()) * 86_400
        return lambda text: days_of(text, EPOCH)
    if column.type == "datetime":
        epoch, scale = (SPSS_EPOCH, 1) if format == "sav" else (EPOCH_TIME, 1000 if format == "dta" else 1)
        return lambda text: seconds_of(text, epoch) * scale
    if column.type == "time":
        return duration_of
    if column.type == "boolean":
        return lambda text: 1.0 if text == "true" else 0.0
    return float


def _is_special(text: str) -> bool:
    return len(text) == 2 and text[0] == "." and text[1].isalpha()


def _labels(columns: Sequence[Column], format: str) -> dict[str, dict[Any, str]]:
    found = {}
    for column in columns:
        read = _reader(column, format)
        labels = {}
        for text, label in column.labels:
            try:
                labels[read(text)] = label
            except ValueError:
                continue  # a label for a value that the protected variable can no longer have
        if labels:
            found[column.name] = labels
    return found


def _codes(column: Column) -> list[Any]:
    """SPSS takes at most three single missing codes."""
    codes = [code for code in column.missing if code][:3]
    return codes if column.type == "text" else [float(code) for code in codes if _is_number(code)]


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _forms(columns: Sequence[Column], format: str) -> dict[str, str]:
    forms = {}
    for column in columns:
        if column.type == "text":
            continue
        form = column.form or _USUAL_FORMS[format].get(column.type, "")
        if form:
            forms[column.name] = form
    return forms
