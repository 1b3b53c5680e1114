"""Files of SPSS and Stata and SAS data sets, read with pyreadstat in the child. Values, labels, types,
missing codes and dates become texts and columns; the format's own way is kept in ``Column.form``.
"""

import math
import re
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from sdc_desktop.engine.data.foreign.reading_child import Reading, Unreadable
from sdc_desktop.engine.data.foreign.text_encodings import iconv_name, values_in_their_encoding
from sdc_desktop.engine.data.foreign.texts import (
    DAY,
    EPOCH,
    EPOCH_TIME,
    MIDNIGHT,
    SAS_SKIPPED,
    SPSS_EPOCH,
    Column,
    ColumnType,
    Measure,
    Origin,
    days_text,
    duration_text,
    number_text,
    seconds_text,
)

_BLOCK = 20_000
_SPSS_DATES = ("DATE", "ADATE", "EDATE", "JDATE", "SDATE", "MOYR", "QYR", "WKYR")
_SAS_DATES = (
    "DATE", "DDMMYY", "MMDDYY", "YYMMDD", "E8601DA", "B8601DA", "JULIAN", "WEEKDATE", "WORDDATE", "MONYY",
    "YYMM", "MMYY", "YYQ", "YYMON", "NLDATE", "EURDFDD",
)  # fmt: skip
_STATA_TIME = re.compile(r"%-?tc(?=.*[Hh])[Hh:MmSs.]+")  # hours, minutes and seconds alone
_SAS_CLOCKS = ("TIME", "HHMM", "E8601TM", "B8601TM")
_SAS_FORMS = re.compile(  # of numbers and texts
    "BESTD?|BINARY|COMMAX?|D|DAY|DOLLARX?|E|EUROX?|F|FRACT|HEX|IB|MONTH|NLNUM|NUMX|OCTAL|PD|PERCENTN?|PVALUE|"
    "QTR|ROMAN|WEEKDAY|WORDS|YEAR|Z|ASCII|CHAR|QUOTE|UPCASE|VARYING|W|"
)
_SAS_TIMES = ("DATETIME", "E8601DT", "B8601DT")
_FORMATS = ("sav", "dta", "sas7bdat")
_ORIGINS: Mapping[str, Origin] = {"sav": "sav", "dta": "dta", "sas7bdat": "sas", "xpt": "sas"}


def read(path: Path, format: str, encoding: str | None = None, catalog: str | None = None) -> Reading:
    """Read a file of the format ``sav``, ``dta`` or ``sas7bdat``, whose labels are in a `catalog`. Raises
    :class:`Unreadable`.
    """
    if format not in _FORMATS:
        raise ValueError(format)
    pyreadstat = _reader_of_files()
    options: dict[str, Any] = {
        "output_format": "dict",
        "disable_datetime_conversion": True,
        "user_missing": True,
        "encoding": None if encoding is None else iconv_name(encoding),
    }
    try:
        if format == "sas7bdat":
            _refuse_too_many(path)
        reader, fault = getattr(pyreadstat, f"read_{format}"), pyreadstat.ReadstatError
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            values, found, settled = values_in_their_encoding(reader, fault, path, format, options)
    except pyreadstat.ReadstatError:
        raise Unreadable("data.not_of_format", format=format) from None
    names = list(found.column_names)
    if not names:
        raise Unreadable("data.no_columns")
    if not all(isinstance(name, str) for name in names):  # damaged: not even its name is left of a variable
        raise Unreadable("data.damaged")
    if catalog is not None:
        _take_labels(found, Path(catalog), options["encoding"])
    columns = [_column(name, number, values[name], found, format) for number, name in enumerate(names)]
    texts = [_texts_of(column, format) for column in columns]
    return Reading(
        len(names),
        _blocks([values[name] for name in names], texts),
        lambda: tuple(columns),
        lambda: _renamed(caught),
        settled,
    )


def _renamed(caught: Sequence[warnings.WarningMessage]) -> tuple[Unreadable, ...]:
    """What must be reported of names that a file gives twice: its reader gives the second another."""
    number = len({str(one.message) for one in caught if "duplicated" in str(one.message)})
    return (Unreadable("data.renamed", number=number),) if number else ()


class _NoTime:
    """Stands for ``datetime.datetime`` in pyreadstat, which converts by it nothing but the times when a file
    was made and changed. Windows refuses those before 1970, and no one reads them here.
    """

    @staticmethod
    def fromtimestamp(seconds: float) -> None:
        """No time, whatever the file states."""


def _reader_of_files() -> Any:
    """The module pyreadstat, set to read a file whatever the time in its head."""
    import pyreadstat
    from pyreadstat import _readstat_parser

    _readstat_parser.datetime = SimpleNamespace(datetime=_NoTime)
    return pyreadstat


def unlabelled_formats(path: Path) -> tuple[str, ...]:
    """The formats of a SAS data set that are none of SAS's own: a catalogue has their words. Raises
    :class:`Unreadable`.
    """
    pyreadstat = _reader_of_files()
    try:
        _, found = pyreadstat.read_sas7bdat(str(path), metadataonly=True)
    except pyreadstat.ReadstatError:
        raise Unreadable("data.not_of_format", format="sas7bdat") from None
    forms = (_form_name(form) for form in found.variable_to_label.values())
    return tuple(dict.fromkeys(form for form in forms if form and not _is_of_sas(form)))


def _form_name(form: str) -> str:
    """The name of a format without width and decimals, in capital letters; no format of one's own ends in a
    figure.
    """
    return re.sub(r"\d*(\.\d*)?$", "", form).upper()


def _is_of_sas(name: str) -> bool:
    return _SAS_FORMS.fullmatch(name.lstrip("$")) is not None or name.startswith(
        (*_SAS_DATES, *_SAS_TIMES, *_SAS_CLOCKS)
    )


def _take_labels(found: Any, catalog: Path, encoding: str | None) -> None:
    """Give the variables of a data set the labels of their formats. Raises :class:`Unreadable`."""
    pyreadstat = _reader_of_files()
    try:
        _, listed = pyreadstat.read_sas7bcat(str(catalog), encoding=encoding)
    except pyreadstat.ReadstatError:
        raise Unreadable("data.catalog", name=catalog.name) from None
    by_name = {name.upper(): labels for name, labels in listed.value_labels.items()}
    for name, form in found.variable_to_label.items():
        text = found.readstat_variable_types.get(name) == "string"
        labels = by_name.get(("$" if text and not form.startswith("$") else "") + _form_name(form))
        if labels:
            found.variable_value_labels[name] = labels


def _refuse_too_many(path: Path) -> None:
    """Refuses a damaged data set with more records than bytes, before memory for them is allocated. Even
    compressed, each record takes some bytes. Raises :class:`Unreadable`.
    """
    pyreadstat = _reader_of_files()
    _, about = pyreadstat.read_sas7bdat(str(path), metadataonly=True)
    if (about.number_rows or 0) > path.stat().st_size:
        raise Unreadable("data.damaged")


def _blocks(
    values: list[Any], texts: list[Callable[[Any], str]]
) -> Iterator[tuple[list[tuple[str, ...]], float]]:
    records = len(values[0])
    for start in range(0, records, _BLOCK):
        parts = [
            [text(value) for value in column[start : start + _BLOCK]]
            for column, text in zip(values, texts, strict=True)
        ]
        yield list(zip(*parts, strict=True)), min(start + _BLOCK, records) / records


def type_of(form: str, storage: str, format: str) -> ColumnType:
    """What a variable of this display format and storage holds."""
    if storage == "string":
        return "text"
    name = re.match(r"%?-?[A-Za-z]*[0-9]*[A-Za-z]*", form)
    root = re.sub(r"\d+(\.\d+)?$", "", name.group() if name else "").upper()
    if format == "sav":
        if root in _SPSS_DATES:
            return "date"
        return {"DATETIME": "datetime", "YMDHMS": "datetime", "TIME": "time", "DTIME": "time"}.get(
            root, "number"
        )  # type: ignore[return-value]
    if format == "dta":
        if form.startswith(("%td", "%-td", "%d", "%-d")):
            return "date"
        if _STATA_TIME.fullmatch(form):
            return "time"
        return "datetime" if form.startswith(("%tc", "%-tc")) else "number"
    if form.upper().startswith(_SAS_TIMES):
        return "datetime"
    if form.upper().startswith(_SAS_DATES):
        return "date"
    return "time" if form.upper().startswith(_SAS_CLOCKS) else "number"


def value_text(kind: ColumnType, format: str) -> Callable[[float], str]:
    """A function that gives a number of that type as text."""
    if format == "sav":
        return {
            "date": _spss_date,
            "datetime": lambda value: seconds_text(value, SPSS_EPOCH),
            "time": duration_text,
        }.get(kind, number_text)
    scale, skipped = (1000, ()) if format == "dta" else (1, SAS_SKIPPED)
    return {
        "date": lambda value: days_text(value, EPOCH, skipped),
        "datetime": lambda value: seconds_text(value / scale, EPOCH_TIME, skipped),
        "time": lambda value: duration_text(value / scale),
    }.get(kind, number_text)


def _spss_date(seconds: float) -> str:
    return seconds_text(seconds, SPSS_EPOCH).removesuffix(MIDNIGHT)


def _texts_of(column: Column, format: str) -> Callable[[Any], str]:
    if column.type == "text":
        return lambda value: "" if value is None else str(value)
    shown = value_text(column.type, format)

    def text(value: Any) -> str:
        if value is None:
            return ""
        return _special(value) if isinstance(value, str) else shown(float(value))

    return text


def _special(code: str) -> str:
    """A missing code of Stata or SAS as these programs write it: .a"""
    return f".{code}"


def _column(name: str, number: int, values: Any, found: Any, format: str) -> Column:
    form = (found.original_variable_types or {}).get(name) or ""
    kind = type_of(form, found.readstat_variable_types.get(name, ""), format)
    if kind == "number" and all(
        value is None or isinstance(value, str) or (math.isfinite(value) and value == int(value))
        for value in values
    ):
        kind = "integer"
    if kind == "date" and format == "sav" and any(_has_time(value) for value in values):
        kind = "datetime"
    shown = value_text(kind, format) if kind != "text" else str
    labels = found.variable_value_labels.get(name, {})
    return Column(
        name=name,
        type=kind,
        label=found.column_labels[number] or "",
        labels=tuple((_label_text(value, kind, shown), str(label)) for value, label in labels.items()),
        missing=_missing(name, values, found, shown, kind),
        form=form,
        origin=_ORIGINS[format],
        measure=_measure(name, found) if format == "sav" else "",
        ranges=_ranges(name, found) if kind in ("integer", "number") else (),
    )


def _has_time(seconds: float | None) -> bool:
    """Whether a date of SPSS, which is in seconds, has a time that its format does not show."""
    return seconds is not None and math.isfinite(seconds) and bool(seconds % DAY)


def _measure(name: str, found: Any) -> Measure:
    """SPSS's level of measurement; empty where the file does not state it."""
    measure = (found.variable_measure or {}).get(name, "")
    return measure if measure in ("nominal", "ordinal", "scale") else ""


def _ranges(name: str, found: Any) -> tuple[tuple[str, str], ...]:
    listed = (found.missing_ranges or {}).get(name, ())
    return tuple((repr(one["lo"]), repr(one["hi"])) for one in listed if one["lo"] != one["hi"])


def _label_text(value: Any, kind: ColumnType, shown: Callable[[Any], str]) -> str:
    if isinstance(value, str):
        return value if kind == "text" else _special(value)
    return shown(float(value)) if kind != "text" else str(value)


def _missing(
    name: str, values: Any, found: Any, shown: Callable[[Any], str], kind: ColumnType
) -> tuple[str, ...]:
    """The texts that mean missing: single codes unchanged, ranges by the values found in them."""
    codes = [_special(str(code)) for code in (found.missing_user_values or {}).get(name, ())]
    for bounds in (found.missing_ranges or {}).get(name, ()):
        low, high = bounds["lo"], bounds["hi"]
        if low == high:
            codes.append(str(low) if kind == "text" else shown(low))
            continue
        inside = {value for value in values if isinstance(value, float | int) and low <= value <= high}
        codes += [shown(value) for value in sorted(inside)]
    return tuple(dict.fromkeys(codes))
