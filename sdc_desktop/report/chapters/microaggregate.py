"""What a ``microaggregate`` job did: its sheet, limits, and the row of risk and utility."""

from collections.abc import Iterator
from typing import Any

from sdc_desktop.report.balance import Balance, of_classes
from sdc_desktop.report.chapters.recoding import chapter, common_limits
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import Paragraph
from sdc_desktop.words import N_, Words

_SMALL_COUNTS = ("microaggregate.missing_kept", "microaggregate.suppressed")  # for the internal edition only


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section. The finding first, then what was done, what it cost."""
    result = subject.result.result
    notes = [one for one in result.notes if subject.is_internal or one.code not in _SMALL_COUNTS]
    return chapter(subject, words, _limits(words, result.after.persons), notes, input_first=False)


def balance(subject: Subject, result: Any, words: Words) -> Balance:
    """Risk and utility before and after."""
    kept = 1 - result.il / 100
    return of_classes(result.before, result.after, words.say(N_("variation of the variables")), kept, words)


def _limits(words: Words, persons: int | None) -> Iterator[Paragraph]:
    yield Paragraph(
        words.say(
            N_(
                "Over the records released, the mean of a continuous variable stays as it was. Variances "
                "become smaller, and correlations change."
            )
        ),
        words.say(N_("Notes for data users.")),
    )
    yield from common_limits(words, persons)
