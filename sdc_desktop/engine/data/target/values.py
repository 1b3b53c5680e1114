"""Texts of records as the values that a format keeps."""

from collections.abc import Callable

from sdc_desktop.engine.data.foreign.texts import (
    DAY,
    EPOCH,
    EPOCH_TIME,
    R_EPOCH,
    SAS_SKIPPED,
    SPECIAL,
    SPSS_EPOCH,
    days_of,
    duration_of,
    seconds_of,
)
from sdc_desktop.engine.data.target.fitted import Fitted

Value = float | str | None
"""A number, a text, or nothing; of a missing code of Stata or SAS its letter."""


def reader_of(fitted: Fitted, format: str) -> Callable[[str], Value]:
    """What a format keeps for the texts of a variable. It raises ValueError for a text of another type."""
    if fitted.type == "text":
        return str
    number = number_of(fitted, format)
    codes = {code: _code(written, number) for code, written in fitted.codes}

    def read(text: str) -> Value:
        if text in codes:
            return codes[text]
        return number(text) if text else None

    return read


def written_value(fitted: Fitted, format: str, written: str) -> Value:
    """What a format keeps for a text that is already in its own terms: a number, or ``.a``."""
    return written if fitted.type == "text" else _code(written, number_of(fitted, format))


def _code(written: str, number: Callable[[str], float]) -> Value:
    if not written:
        return None
    if SPECIAL.fullmatch(written):
        return written[1:]
    try:
        return float(written)
    except ValueError:
        return number(written)


def number_of(fitted: Fitted, format: str) -> Callable[[str], float]:
    """The number that a format keeps for a text of the variable's type."""
    kind, spss, stata, r = fitted.type, format in ("sav", "zsav"), format == "dta", format == "rds"
    skipped = SAS_SKIPPED if format == "xpt" else ()
    if kind == "date":
        if spss:
            return lambda text: days_of(text, SPSS_EPOCH.date()) * DAY
        scale = 1.0 if fitted.stored == "date" else DAY * (1000.0 if stata else 1)
        origin = R_EPOCH.date() if r else EPOCH
        return lambda text: days_of(text, origin, skipped) * scale
    if kind == "datetime":
        epoch = SPSS_EPOCH if spss else R_EPOCH if r else EPOCH_TIME
        scale = 1000 if stata else 1
        return lambda text: seconds_of(text, epoch, skipped) * scale
    if kind == "time":
        return lambda text: duration_of(text) * (1000 if stata else 1)
    if kind == "boolean":
        return lambda text: 1.0 if text == "true" else 0.0
    if fitted.decimal == ",":
        return lambda text: float(text.replace(",", "."))
    return float
