"""Dates that values show, alone or within a text, and how fine they are."""

import re
from collections.abc import Sequence

from sdc_desktop.engine.data.detect import ISO_DATE
from sdc_desktop.engine.data.forms.forms import DATE_FORMS, TEXT
from sdc_desktop.engine.data.forms.readings import readings
from sdc_desktop.engine.rules.plain_text import plain
from sdc_desktop.engine.rules.spec import DatePart

FINENESS: dict[DatePart | None, int] = {None: -1, "year": 0, "month": 1, "day": 2}

_FULL = (
    "january|februar[yi]?|march|april|june|july|august|september|october|november|december|januar|jänner|märz|juni|juli"
    "|oktober|dezember|janvier|f[ée]vrier|mars|avril|juin|juillet|ao[uû]t|septembre|octobre|novembre|d[ée]cembre|enero"
    "|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|gennaio|febbraio|aprile|maggio"
    "|giugno|luglio|settembre|ottobre|dicembre|januari|februari|maart|mei|augustus"
)
_MONTHS = rf"(?:{_FULL}|jan|feb|mar|mrz|apr|may|mai|jun|jul|aug|sept?|oct|okt|nov|dec|dez)\.?"
_SHORT = "Jan|Feb|Mar|Apr|May|Mai|Jun|Jul|Aug|Sept?|Oct|Okt|Nov|Dec|Dez"
_NAMED = rf"(?:(?i:{_FULL})|{_SHORT}|{_SHORT.upper()})\.?"  # without a year, `may` is a verb
_YEAR, _ANY_DAY = r"(?:1[89]|20|21)[0-9]{2}", r"(?:0?[1-9]|[12][0-9]|3[01])"
_OF_MONTH = r"(?:0?[1-9]|1[0-2])"
_ROMAN = r"(?:I{1,3}|IV|VI{0,3}|IX|XI{0,2})"
_BEFORE, _AFTER = r"(?<![0-9A-Za-zäöü])(?<![0-9][.,])", r"(?![0-9A-Za-zäöü]|[.,][0-9])"
_WHEN = (
    r"(?:on|since|from|until|born|seen|admitted|discharged|died|am|vom|seit"
    r"|bis|geb\.?|geboren|dob:?|date:?|datum:?)"
)
_DAY = re.compile(
    f"{_BEFORE}(?:"
    rf"{_YEAR}([-/. ])(?:0?[1-9]|1[0-2])\1{_ANY_DAY}(?:T[0-9:.]+(?:Z|[+-][0-9:]+)?)?"
    rf"|{_ANY_DAY}([-/.] ?| ){_ANY_DAY}\2{_YEAR}"
    rf"|{_ANY_DAY}(?:st|nd|rd|th|\.)?[ -]?(?:of |de )?{_MONTHS},?(?: de)?[ -]?{_YEAR}"
    rf"|{_MONTHS} ?{_ANY_DAY}(?:st|nd|rd|th)?,? {_YEAR}"
    rf"|{_ANY_DAY}[-/. ] ?(?-i:{_ROMAN})[-/. ] ?{_YEAR}"
    rf"|{_YEAR}-?W(?:0[1-9]|[1-4][0-9]|5[0-3])(?:-?[1-7])?"
    rf"|(?:19|20)[0-9]{{2}}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])T[0-9]{{4,6}}Z?"
    f"){_AFTER}",
    re.IGNORECASE,
)
# a day without a year, or one of two figures
_DAY_OF_YEAR = re.compile(
    rf"{_BEFORE}(?:{_ANY_DAY}(?:st|nd|rd|th|\.)?[ -]?(?:of |de )?{_NAMED}(?![A-Za-zäöü])"
    rf"|{_NAMED}[ -]{{1,2}}{_ANY_DAY}(?:st|nd|rd|th)?{_AFTER}"
    rf"|{_ANY_DAY}/{_OF_MONTH}/[0-9]{{2}}{_AFTER}|{_OF_MONTH}/{_ANY_DAY}/[0-9]{{2}}{_AFTER}"
    rf"|(?i:{_WHEN}) {_ANY_DAY}\.{_OF_MONTH}\.(?:[0-9]{{2}})?(?![0-9]))"
)
_COMPACT = r"(?:1[89]|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])"
_COMPACT_IN_TEXT = re.compile(
    rf"(?<=[A-Za-z:.,(] ){_COMPACT}(?![0-9])|(?<=[A-Za-z:(_-]){_COMPACT}(?![0-9A-Za-z])"
)
_COMPACTS = re.compile(
    rf"{_COMPACT}|(?:0?[1-9]|[12][0-9]|3[01])(?:0[1-9]|1[0-2])(?:1[89]|20)[0-9]{{2}}"
    r"|(?:0?[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])(?:1[89]|20)[0-9]{2}"
)
_MONTH = re.compile(
    rf"{_BEFORE}(?:{_YEAR}[-/](?:0[1-9]|1[0-2])|(?:0[1-9]|1[0-2])[-/]{_YEAR}|0[1-9]\.{_YEAR}"
    rf"|{_MONTHS}(?: de)?[ -]?{_YEAR}|Q[1-4][ /-]?{_YEAR}|{_YEAR}[ /-]?[QH][1-4]){_AFTER}",
    re.IGNORECASE,
)
_ONLY_MONTH = re.compile(rf"{_MONTHS}|{_OF_MONTH}[./]{_YEAR}", re.IGNORECASE)
_SCHOOL_YEAR = re.compile(r"((?:1[89]|20|21)[0-9]{2})-([01][0-9])")
_ISO = re.compile(ISO_DATE)
_OF_YEAR = re.compile(_YEAR)


def date_part(text: str) -> DatePart | None:
    """The finest part of a date that a text shows by its own form; None where it shows none. A week is a
    day here, a quarter a month.
    """
    shown = plain(text).strip()
    if _ISO.fullmatch(shown):
        return "day" if len(shown) > len("2024-01") else "month" if len(shown) > len("2024") else "year"
    if _DAY.search(shown) or _DAY_OF_YEAR.search(shown) or _COMPACT_IN_TEXT.search(shown):
        return "day"
    if _MONTH.search(shown):
        return "month"
    return "year" if _OF_YEAR.fullmatch(shown) else None


def finer_than(texts: Sequence[str], finest: DatePart) -> tuple[str, ...]:
    """Those of the different values of a variable that show a date finer than allowed. Where all values are
    dates of one form without separators or with two figures of the year, all of them are; where most are
    dates without separators or months, these are.
    """
    if FINENESS[finest] < FINENESS["day"] and any(form in DATE_FORMS for form in _certain(texts)):
        return tuple(texts)
    parts = {text: date_part(text) for text in texts}
    parts |= dict.fromkeys(_most(texts, _COMPACTS), "day")
    parts |= dict.fromkeys(_most(texts, _ONLY_MONTH), "month")
    parts |= dict.fromkeys(_school_years(texts), "year")
    return tuple(text for text in texts if FINENESS[parts[text]] > FINENESS[finest])


def _most(texts: Sequence[str], form: re.Pattern[str]) -> list[str]:
    """The values of a form that two or more and at least half of the values have, else none."""
    found = [text for text in texts if form.fullmatch(plain(text).strip())]
    return found if len(found) > 1 and 2 * len(found) >= len(texts) else []


def _school_years(texts: Sequence[str]) -> list[str]:
    """Values such as 2011-12, where several values have this form and all go from a year to the next."""
    found = {text: one for text in texts if (one := _SCHOOL_YEAR.fullmatch(text.strip())) is not None}
    next_years = all((int(one[1]) + 1) % 100 == int(one[2]) for one in found.values())
    return list(found) if len(found) > 1 and next_years else []


def _certain(texts: Sequence[str]) -> tuple[str, ...]:
    """The forms of the values where each of these is a date."""
    found = readings(texts, ".")
    return () if TEXT in found else found
