"""What kinds and forms of values are called where a file is opened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sdc_desktop.words.words import N_, Words

if TYPE_CHECKING:
    from sdc_desktop.engine.data.forms.forms import Form
    from sdc_desktop.engine.data.forms.preview import ColumnLook

KIND_WORDS: Mapping[str, str] = {
    "numbers": N_("numbers"),
    "dates": N_("dates"),
    "yes_no": N_("yes or no"),
    "text": N_("text"),
    "empty": N_("no values"),
    "uncertain": N_("form uncertain"),
}
_ORDERS: Mapping[str, str] = {
    "text": N_("text"),
    "day-month-year": N_("day-month-year"),
    "month-day-year": N_("month-day-year"),
    "year-month-day": N_("year-month-day"),
    "yyyymmdd": N_("year, month and day without separator"),
}


def form_word(form: Form, words: Words) -> str:
    """A form of dates by its order and hundred years; one of numbers is its own example."""
    order, _, years = form.partition(" (")
    if order not in _ORDERS:
        return words.say(N_("numbers as {form}"), form=form)
    return f"{words.say(_ORDERS[order])} ({years.replace('-', '–')}" if years else words.say(_ORDERS[order])


def choice_text(form: Form, example: tuple[str, str] | None, words: Words) -> str:
    """A form to choose, with what it makes of a value."""
    if example is None:
        return form_word(form, words)
    return f"{form_word(form, words)}: {example[0]} → {example[1]}"


def uncertain_text(uncertain: int, words: Words) -> str:
    """How many columns have values that could be of several forms without a choice; else empty."""
    if not uncertain:
        return ""
    one = N_("{number} variable can be read in several forms and is opened as text unless you choose one.")
    many = N_("{number} variables can be read in several forms and are opened as text unless you choose one.")
    return words.say_many(one, many, uncertain)


def column_text(name: str, look: ColumnLook, words: Words) -> str:
    """A column's name and, below it, its kind and what looks like missing codes."""
    kind = words.say(KIND_WORDS[look.kind])
    if look.missing:
        kind = words.say(N_("{kind}, missing: {codes}"), kind=kind, codes=" ".join(look.missing))
    return f"{name}\n{kind}"
