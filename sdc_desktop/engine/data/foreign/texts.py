"""Typed values as texts and back. A text that came from a value gives the same value again."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Literal

ColumnType = Literal["text", "integer", "number", "boolean", "date", "datetime", "time"]
Origin = Literal["", "sav", "dta", "sas", "parquet", "sheet", "r"]
Measure = Literal["", "nominal", "ordinal", "scale"]


@dataclass(frozen=True)
class Column:
    """A variable as its file has it.

    ``labels`` pairs the text of a value with the words for it; ``missing`` are the texts that mean that the
    value is missing, and ``ranges`` the ranges (lowest, highest) that the file names for them; ``form`` is
    the own way of the format ``origin`` to show or store it (SPSS ``F8.2``, Stata ``%td``, DuckDB
    ``DECIMAL(9,2)``). Of an ``origin`` that has no types (delimited text, fixed width) it is empty.
    ``measure`` is SPSS's level of measurement; empty where the file states none. ``levels`` are the
    categories of a factor of R in their order, those without a record included.
    """

    name: str
    type: ColumnType = "text"
    label: str = ""
    labels: tuple[tuple[str, str], ...] = ()
    missing: tuple[str, ...] = ()
    form: str = ""
    origin: Origin = ""
    measure: Measure = ""
    ranges: tuple[tuple[str, str], ...] = ()
    levels: tuple[str, ...] = ()

    def with_words(self, words: Mapping[str, str] | None) -> "Column":
        """The column with other labels of some values, empty for none."""
        if words is None:
            return self
        together = dict(self.labels) | dict(words)
        return replace(self, labels=tuple((text, word) for text, word in together.items() if word))


_PATTERNS: dict[ColumnType, str] = {
    "integer": r"[+-]?\d+",
    "number": r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?",
    "boolean": r"true|false",
    "date": r"\d{4}-\d{2}-\d{2}",
    "datetime": r"\d{4}-\d{2}-\d{2}[T ]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?",
    "time": r"-?\d{2,}:[0-5]\d:[0-5]\d(\.\d{1,6})?",
}
SPSS_EPOCH = datetime(1582, 10, 14)
EPOCH = date(1960, 1, 1)  # of Stata and SAS
EPOCH_TIME = datetime(1960, 1, 1)
R_EPOCH = datetime(1970, 1, 1)
SAS_SKIPPED = tuple((date(year, 2, 29) - EPOCH).days for year in (4000, 8000))  # days that SAS does not have
EXACT = 2.0**53  # whole numbers beyond it are not all doubles
DAY = 86_400


MIDNIGHT = " 00:00:00"
SPECIAL = re.compile(r"\.[A-Za-z_]")  # a missing code of Stata or SAS, as these programs write it


def pattern_of(kind: ColumnType) -> str:
    """The regular expression that the texts of a type match whole; anything for text."""
    return _PATTERNS.get(kind, r"(?s).*")


def number_text(value: float) -> str:
    """The shortest text that gives the same double again; whole numbers without a point; empty for none."""
    if not math.isfinite(value):
        return ""
    if value == int(value) and abs(value) < EXACT:
        return str(int(value))
    return repr(value)


def days_text(days: float, origin: date, skipped: Sequence[int] = ()) -> str:
    """The ISO date that many days after `origin`; the number itself where that is no date. `skipped`: days
    after `origin` that its calendar does not have.
    """
    if not math.isfinite(days) or days != int(days):
        return number_text(days)
    try:
        return (origin + timedelta(days=_with_skipped(int(days), skipped))).isoformat()
    except OverflowError:
        return number_text(days)


def seconds_text(seconds: float, origin: datetime, skipped: Sequence[int] = ()) -> str:
    """The ISO date and time that many seconds after `origin`; the number itself where there is none."""
    if not math.isfinite(seconds):
        return ""
    try:
        day = int(seconds // DAY)
        more = _with_skipped(day, skipped) - day
        return (origin + timedelta(days=more, microseconds=round(seconds * 1e6))).isoformat(" ")
    except OverflowError:
        return number_text(seconds)


def _with_skipped(days: int, skipped: Sequence[int]) -> int:
    for day in skipped:
        days += days >= day
    return days


def duration_text(seconds: float) -> str:
    """A time of day or span of time in seconds, as hours, minutes and seconds."""
    if not math.isfinite(seconds):
        return ""
    micros = round(abs(seconds) * 1e6)
    whole, rest = divmod(micros, 1_000_000)
    text = f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}"
    text += f".{rest:06}" if rest else ""
    return f"-{text}" if seconds < 0 and micros else text


def days_of(text: str, origin: date, skipped: Sequence[int] = ()) -> float:
    """The days from `origin` to an ISO date. Raises ValueError where it is none or one `skipped`."""
    return float(_without_skipped((date.fromisoformat(text) - origin).days, skipped))


def seconds_of(text: str, origin: datetime, skipped: Sequence[int] = ()) -> float:
    """The seconds from `origin` to an ISO date and time. Raises ValueError as :func:`days_of` does."""
    span = datetime.fromisoformat(text) - origin
    return _without_skipped(span.days, skipped) * DAY + span.seconds + span.microseconds / 1e6


def _without_skipped(days: int, skipped: Sequence[int]) -> int:
    if days in skipped:
        raise ValueError(days)
    return days - sum(days > day for day in skipped)


def duration_of(text: str) -> float:
    """The seconds of a span of time. Raises ValueError where it is none."""
    if not re.fullmatch(_PATTERNS["time"], text):
        raise ValueError(text)
    hours, minutes, seconds = text.lstrip("-").split(":")
    span = int(hours) * 3600 + int(minutes) * 60 + float(seconds)
    return -span if text.startswith("-") else span


def cell_text(value: object) -> str:
    """The text of a cell of a sheet."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return number_text(value)
    if isinstance(value, datetime):
        return value.isoformat(" ")
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return duration_text(value.total_seconds())
    return str(value)


def cell_type(value: object) -> ColumnType:
    """The type of a cell of a sheet; booleans before numbers, dates with a time before dates."""
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "integer" if abs(value) < EXACT and value == int(value) else "number"
    if isinstance(value, datetime):
        return "datetime"
    if isinstance(value, date):
        return "date"
    return "time" if isinstance(value, time | timedelta) else "text"


def common_type(kinds: set[ColumnType]) -> ColumnType:
    """The type of a column whose cells have these types."""
    if len(kinds) == 1:
        return next(iter(kinds))
    if kinds == {"date", "datetime"}:  # midnight is a date where a program leaves the time out
        return "datetime"
    return "number" if kinds == {"integer", "number"} else "text"
