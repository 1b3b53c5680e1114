"""The forms in which a file may write dates and numbers, and the reading of one text by its form.

Dates become ISO dates, numbers lose their thousands separator and get the decimal mark of the data. Texts are
changed sign by sign: no number passes through floating point.
"""

import re
from datetime import UTC, date, datetime, timedelta, timezone
from functools import lru_cache
from typing import Literal, get_args

from sdc_desktop.engine.data.formats import DecimalMark

DateForm = Literal[
    "day-month-year",
    "month-day-year",
    "year-month-day",
    "yyyymmdd",
    "day-month-year (1930-2029)",
    "day-month-year (1969-2068)",
    "day-month-year (1900-1999)",
    "day-month-year (2000-2099)",
    "month-day-year (1930-2029)",
    "month-day-year (1969-2068)",
    "month-day-year (1900-1999)",
    "month-day-year (2000-2099)",
    "year-month-day (1930-2029)",
    "year-month-day (1969-2068)",
    "year-month-day (1900-1999)",
    "year-month-day (2000-2099)",
]
NumberForm = Literal["1234.5", "1234,5", "1,234.5", "1.234,5", "1 234.5", "1 234,5", "1'234.5", "1'234,5"]
Form = Literal["text"] | DateForm | NumberForm
TEXT: Form = "text"  # as written
DATE_FORMS: tuple[DateForm, ...] = get_args(DateForm)
NUMBER_FORMS: tuple[NumberForm, ...] = get_args(NumberForm)

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "jan january januar jänner jaenner jän",
            "feb february februar feber",
            "mar march mär märz maerz mrz",
            "apr april",
            "may mai",
            "jun june juni",
            "jul july juli",
            "aug august",
            "sep sept september",
            "oct october okt oktober",
            "nov november",
            "dec december dez dezember",
        ),
        start=1,
    )
    for name in names.split()
}
_TIME = (
    r"(?:(?:[T ]|, )(?P<hour>[0-9]{1,2}):(?P<minute>[0-5][0-9])"
    r"(?::(?P<second>[0-5][0-9])(?P<part>\.[0-9]+)?)?"
    r"(?: ?(?P<half>[AaPp])\.?[Mm]\.?)?(?P<zone>Z|[+-][0-9]{2}:?[0-9]{2})?)?"
)
_DAY, _YEAR = r"(?P<day>[0-9]{1,2})", r"(?P<year>[0-9]{4}|[0-9]{2})"
_MONTH, _WORD = r"(?P<month>[0-9]{1,2})", r"(?P<word>[A-Za-zäÄ]{3,9})\.?"
_SIGN, _SAME = r"(?P<sign>[-/. ]|\. )", r"(?P=sign)"
_NTH, _GAP = r"(?:st|nd|rd|th|\.)?", r"(?:[-/. ]|, )?"
_PATTERNS = {
    order: tuple(re.compile(f"{pattern}{_TIME}") for pattern in patterns)
    for order, patterns in {
        "day-month-year": (
            f"{_DAY}{_SIGN}{_MONTH}{_SAME}{_YEAR}",
            f"{_DAY}{_NTH}{_GAP}{_WORD}{_GAP}{_YEAR}",
        ),
        "month-day-year": (
            f"{_MONTH}{_SIGN}{_DAY}{_SAME}{_YEAR}",
            f"{_WORD}{_GAP}{_DAY}{_NTH}(?:[-/ ]|, ){_YEAR}",
        ),
        "year-month-day": (
            f"(?P<year>[0-9]{{4}}){_SIGN}{_MONTH}{_SAME}{_DAY}",
            f"(?P<year>[0-9]{{2}})-{_MONTH}-{_DAY}",
            f"(?P<year>[0-9]{{4}}){_GAP}{_WORD}{_GAP}{_DAY}",
        ),
        "yyyymmdd": (r"(?P<year>[0-9]{4})(?P<month>[0-9]{2})(?P<day>[0-9]{2})",),
    }.items()
}
_NOON = 12
_THOUSANDS = {" ": "[ \u00a0\u2007\u2009\u202f]", "'": "['\u2019]", ",": ",", ".": r"\."}
_MINUS = "\u2212-"


def read(form: Form, text: str, decimal: DecimalMark) -> str | None:
    """The text as an ISO date or as a number with this decimal mark; None where it is not of the form."""
    if form == TEXT:
        return text
    plain = text.strip(" ")
    return _date(form, plain) if form in DATE_FORMS else _number(form, plain, decimal)


def decimal_of(form: Form) -> str:
    """The decimal mark of a form of numbers."""
    return form[-2]


def _date(form: Form, text: str) -> str | None:
    order, _, years = form.partition(" (")
    for pattern in _PATTERNS[order]:
        found = pattern.fullmatch(text)
        if found is not None:
            return _iso(found.groupdict(), int(years[:4]) if years else None)
    return None


def _iso(parts: dict[str, str | None], first_year: int | None) -> str | None:
    year = int(str(parts["year"]))
    if len(str(parts["year"])) == 2:
        if first_year is None:
            return None
        year = first_year + (year - first_year) % 100
    word = parts.get("word")
    month = int(parts["month"] or 0) if word is None else _MONTHS.get(word.casefold(), 0)
    try:
        day = date(year, month, int(parts["day"] or 0))
    except ValueError:
        return None
    return _with_time(day, parts) if parts.get("hour") else day.isoformat()


def _with_time(day: date, parts: dict[str, str | None]) -> str | None:
    """A date with its time of day. A time with a zone becomes the same moment in UTC, so that text order is
    the order in time.
    """
    hour, half, zone = int(parts["hour"] or 0), (parts["half"] or "").casefold(), parts["zone"]
    if half:
        if not 1 <= hour <= _NOON:
            return None
        hour = hour % _NOON + (_NOON if half == "p" else 0)
    if hour >= 2 * _NOON:
        return None
    seconds = f":{parts['second']}{parts['part'] or ''}" if parts["second"] else ""
    if not zone:
        return f"{day.isoformat()}T{hour:02}:{parts['minute']}{seconds}"
    try:
        placed = datetime(day.year, day.month, day.day, hour, int(parts["minute"] or 0), tzinfo=_zone(zone))
        moment = placed.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return f"{moment.date().isoformat()}T{moment:%H:%M}{seconds}Z"


def _zone(text: str) -> timezone:
    if text == "Z":
        return UTC
    offset = timedelta(hours=int(text[1:3]), minutes=int(text[-2:]))
    return timezone(-offset if text[0] == "-" else offset)


@lru_cache
def _number_pattern(form: Form) -> re.Pattern[str]:
    grouped = rf"[1-9][0-9]{{0,2}}(?:{_THOUSANDS[form[1]]}[0-9]{{3}})+|" if form[1] in _THOUSANDS else ""
    figures = rf"(?P<whole>{grouped}[0-9]+)(?P<rest>\{decimal_of(form)}[0-9]+)?"
    return re.compile(rf"(?P<before>[+{_MINUS}]?){figures}(?P<after>[{_MINUS}]?)")


def _number(form: Form, text: str, decimal: DecimalMark) -> str | None:
    found = _number_pattern(form).fullmatch(text)
    if found is None or (found["before"] and found["after"]):
        return None
    whole = "".join(sign for sign in found["whole"] if sign.isdigit())
    rest = decimal + found["rest"][1:] if found["rest"] else ""
    negative = (found["before"] or found["after"]) in tuple(_MINUS)
    return ("-" if negative else "") + whole + rest
