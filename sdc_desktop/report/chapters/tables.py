"""What the chapters of all jobs on tables have in common."""

from collections.abc import Iterator

from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import Paragraph
from sdc_desktop.words import N_, Words
from sdc_desktop.words.words import whole


def shown_count(subject: Subject, number: int, words: Words) -> str:
    """A number of cells; in the external edition only whether there are any."""
    if subject.is_internal:
        return whole(number)
    return words.say(N_("some") if number else N_("none"))


def table_limits(words: Words, *, together: bool = False) -> Iterator[Paragraph]:
    """What the figures do not say; ``together``: the table was protected with others."""
    text = (
        N_(
            "Intervals hold for an intruder who knows all tables protected together. Other tables from the "
            "same data, and what contributors know of themselves and others, can narrow them."
        )
        if together
        else N_(
            "Intervals hold for an intruder who knows this table alone. Other tables from the same "
            "data, and what contributors know of themselves and others, can narrow them."
        )
    )
    yield Paragraph(words.say(text), words.say(N_("Other knowledge.")))
