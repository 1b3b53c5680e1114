"""What a ``generalise`` job did: its sheet, limits, and the row of risk and utility."""

from typing import Any

from sdc_desktop.report.balance import Balance, of_classes
from sdc_desktop.report.chapters.recoding import chapter, common_limits
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.words import N_, Words

_REPORTED_ELSEWHERE = ("generalise.ties", "generalise.not_proven", "generalise.all_suppressed")


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section. The finding first, then what was done, what it cost."""
    result = subject.result.result
    notes = [problem for problem in result.notes if problem.code not in _REPORTED_ELSEWHERE]
    limits = common_limits(words, result.after.persons)
    return chapter(subject, words, limits, notes, input_first=False)


def balance(subject: Subject, result: Any, words: Words) -> Balance:
    """Risk and utility before and after."""
    kept = 1 - result.loss if result.loss_name == "loss" else None
    return of_classes(result.before, result.after, words.say(N_("precision of the values")), kept, words)
