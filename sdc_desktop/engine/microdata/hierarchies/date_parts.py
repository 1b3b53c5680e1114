"""Parts of ISO dates: 2024-05-01 lies in 2024-W18, 2024-05, 2024-Q2, 2024, 2020-2029."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from sdc_desktop.engine.microdata.hierarchies.spec import DatePart, DatesSpec

# 2024-05-01, 2024-05-01 09:30, 2024-05-01T09:30:00.5+02:00; of a time of day only the date is looked at
_TIME = re.compile(r"([T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?", re.ASCII)
_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_COARSE = re.compile(r"(\d{4})(?:-(\d\d))?", re.ASCII)
_DAY_LENGTH = 10
_NEEDS_DAY = frozenset({"day", "week"})
_NEEDS_MONTH = frozenset({"month", "quarter"})


@dataclass(frozen=True)
class DateParts:
    """The levels of a date: one a part. How many categories they have depends on the data alone."""

    spec: DatesSpec

    @property
    def names(self) -> tuple[str, ...]:
        """The parts."""
        return self.spec.parts

    def sole(self, _level: int) -> str | None:
        """No part is bound to have one category."""
        return None

    def labeller(self) -> Callable[[str], tuple[str, ...] | None]:
        """A function that gives the labels of a text, one a part.

        None for a text that is no date, for a date that the calendar lacks (2023-02-29), and for 2024-05 or
        2024 where a part asks for more than they say. A week is ISO's (2024-12-30 lies in 2025-W01).
        """
        parts = self.spec.parts
        known: dict[str, tuple[str, ...] | None] = {}  # many times of day share a date

        def labels(text: str) -> tuple[str, ...] | None:
            told, rest = text[:_DAY_LENGTH], text[_DAY_LENGTH:]
            if rest and _TIME.fullmatch(rest) is None:
                return None
            if told not in known:
                known[told] = _labels(told, parts)
            return known[told]

        return labels


def told_day(text: str) -> tuple[date, str] | None:
    """The day that a text tells, and the time of day that stands behind it, as written; None for a text that
    is no whole date of the calendar.
    """
    told, rest = text[:_DAY_LENGTH], text[_DAY_LENGTH:]
    day = _day(told)
    return None if day is None or (rest and _TIME.fullmatch(rest) is None) else (day, rest)


def _labels(text: str, parts: Sequence[DatePart]) -> tuple[str, ...] | None:
    day = _day(text) if len(text) == _DAY_LENGTH else _coarse(text, parts)
    return None if day is None else tuple([_label(day, part) for part in parts])


def _day(text: str) -> date | None:
    if _DAY.fullmatch(text) is None:
        return None
    try:
        return date(int(text[:4]), int(text[5:7]), int(text[8:]))
    except ValueError:
        return None


def _coarse(text: str, parts: Sequence[DatePart]) -> date | None:
    """The first day of a month or year, where the parts ask for no more."""
    found = _COARSE.fullmatch(text)
    if found is None or _NEEDS_DAY & set(parts) or (found[2] is None and _NEEDS_MONTH & set(parts)):
        return None
    return _day(f"{found[1]}-{found[2] or '01'}-01")


def _label(day: date, part: DatePart) -> str:
    match part:
        case "day":
            return day.isoformat()
        case "week":
            week = day.isocalendar()
            return f"{week.year:04}-W{week.week:02}"
        case "month":
            return f"{day.year:04}-{day.month:02}"
        case "quarter":
            return f"{day.year:04}-Q{(day.month + 2) // 3}"
        case "year":
            return f"{day.year:04}"
        case "decade":
            first = day.year - day.year % 10
            return f"{first:04}-{first + 9:04}"
