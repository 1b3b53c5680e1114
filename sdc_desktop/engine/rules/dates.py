"""Dates that values show, alone or within a text, and how fine they are."""

import re
from collections.abc import Sequence

from sdc_desktop.engine.data.detect import ISO_DATE
from sdc_desktop.engine.data.forms.forms import DATE_FORMS, TEXT, DateForm, read
from sdc_desktop.engine.data.forms.readings import readings
from sdc_desktop.engine.rules.spec import DatePart

FINENESS: dict[DatePart | None, int] = {None: -1, "year": 0, "month": 1, "day": 2}

_MONTHS = (
    r"(?:jan(?:uary|uar)?|jänner|feb(?:ruary|ruar)?|mar(?:ch)?|märz|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|okt(?:ober)?|nov(?:ember)?|dec(?:ember)?|dez(?:ember)?)\.?"
)
_YEAR = r"(?:1[89]|20|21)[0-9]{2}"
_BEFORE, _AFTER = r"(?<![0-9A-Za-zäöü.,/-])", r"(?![0-9A-Za-zäöü]|[.,/-][0-9])"
_DAY = re.compile(
    f"{_BEFORE}(?:"
    rf"{_YEAR}([-/.])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12][0-9]|3[01])(?:T[0-9:.]+(?:Z|[+-][0-9:]+)?)?"
    rf"|(?:0?[1-9]|[12][0-9]|3[01])([-/.] ?)(?:0?[1-9]|[12][0-9]|3[01])\2{_YEAR}"
    rf"|(?:0?[1-9]|[12][0-9]|3[01])(?:st|nd|rd|th|\.)?[ -]?(?:of )?{_MONTHS},?[ -]?{_YEAR}"
    rf"|{_MONTHS} ?(?:0?[1-9]|[12][0-9]|3[01])(?:st|nd|rd|th)?,? {_YEAR}"
    f"){_AFTER}",
    re.IGNORECASE,
)
_MONTH = re.compile(
    rf"{_BEFORE}(?:{_YEAR}-(?:0[1-9]|1[0-2])|(?:0?[1-9]|1[0-2])/{_YEAR}|{_MONTHS}[ -]?{_YEAR}){_AFTER}",
    re.IGNORECASE,
)
_ISO = re.compile(ISO_DATE)
_OF_YEAR = re.compile(_YEAR)
_WRITTEN: tuple[DateForm, ...] = ("day-month-year", "month-day-year", "year-month-day")


# what a text needs to show a month or day by its own form, as DuckDB's regular expressions
NEEDED = r"(?:1[89]|20|21)[0-9]{2}|^\s*\p{Nd}{4}-"


def date_part(text: str) -> DatePart | None:
    """The finest part of a date that a text shows by its own form; None where it shows none."""
    plain = text.strip()
    if _ISO.fullmatch(plain):
        return "day" if len(plain) > len("2024-01") else "month" if len(plain) > len("2024") else "year"
    if _DAY.search(plain):
        return "day"
    if _MONTH.search(plain):
        return "month"
    return "year" if _OF_YEAR.fullmatch(plain) else None


def finer_than(texts: Sequence[str], finest: DatePart) -> tuple[str, ...]:
    """Those of the different values of a variable that show a date finer than allowed. Where all values are
    dates of one form without separators or with two figures of the year, all of them are.
    """
    if FINENESS[finest] < FINENESS["day"] and are_dates(texts):
        return tuple(texts)
    return finer_alone(texts, finest)


def finer_alone(texts: Sequence[str], finest: DatePart) -> tuple[str, ...]:
    """Those of some values that show a finer date, each alone."""
    return tuple(text for text in texts if FINENESS[date_part(text)] > FINENESS[finest])


def are_dates(texts: Sequence[str]) -> bool:
    """Whether all values are dates of one form other than that of ISO 8601; some of 500 or more values then
    are as well.
    """
    return any(form in DATE_FORMS for form in _certain(texts))


def coarsened_dates(texts: Sequence[str], finest: DatePart) -> dict[str, str] | None:
    """The different values of a variable that show a finer date, each with its dates by their year or month:
    the year where the month is not certain, nothing where a finer date stays. None where all values are dates
    of several forms that differ in it.
    """
    fine = finer_than(texts, finest)
    length = len("2024") if finest == "year" else len("2024-01")
    forms = [form for form in _certain(texts) if form in DATE_FORMS]
    if not forms or finest == "day":
        return {text: _coarsened(text, finest, length) for text in fine}
    made = [{text: str(read(form, text, "."))[:length] for text in fine} for form in forms]
    return made[0] if all(one == made[0] for one in made) else None


def _coarsened(text: str, finest: DatePart, length: int) -> str:
    plain = text.strip()
    if _ISO.fullmatch(plain):
        return plain[:length]
    made = _DAY.sub(lambda found: _coarse(found[0], length), text)
    if finest == "year":
        made = _MONTH.sub(lambda found: _coarse(found[0], length), made)
    return made if FINENESS[date_part(made)] <= FINENESS[finest] else ""


def _coarse(text: str, length: int) -> str:
    """The beginning of an ISO date that a date of any form has, if that is the same in all its forms."""
    found = {one[:length] for form in _WRITTEN if (one := read(form, text, ".")) is not None}
    year = _OF_YEAR.search(text)
    return found.pop() if len(found) == 1 else "" if year is None else year[0]


def _certain(texts: Sequence[str]) -> tuple[str, ...]:
    """The forms of the values where each of these is a date."""
    found = readings(texts, ".")
    return () if TEXT in found else found
