"""What a ``local_suppression`` job did: its sheet, limits, and the row of risk and utility."""

from typing import Any

from sdc_desktop.report.balance import ENTROPY, Balance, entropy_kept, of_classes
from sdc_desktop.report.chapters.recoding import chapter, common_limits
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.words import Words


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section: the finding, how the cells were chosen, what it cost, limits."""
    limits = common_limits(words, subject.result.result.after.persons)
    return chapter(subject, words, limits, input_first=False)


def balance(subject: Subject, result: Any, words: Words) -> Balance:
    """Risk and utility before and after."""
    return of_classes(result.before, result.after, words.say(ENTROPY), entropy_kept(result.entropies), words)
