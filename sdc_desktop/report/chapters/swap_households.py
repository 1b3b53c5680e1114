"""What a ``swap_households`` job did: its sheet, and the row of risk and utility."""

from typing import Any

from sdc_desktop.report.balance import Balance
from sdc_desktop.report.chapters.recoding import chapter
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.words import N_, Words


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section: the finding, and what was exchanged."""
    return chapter(subject, words, notes=subject.result.result.notes if subject.is_internal else ())


def balance(subject: Subject, result: Any, words: Words) -> Balance | None:
    """Risk and utility before and after."""
    if not result.risks:
        return None
    return Balance(
        words.say(N_("largest remaining risk")),
        words.percent(1),
        words.percent(max(result.risks.values())),
        words.say(
            N_("persons in their own area") if result.by_person else N_("households in their own area")
        ),
        words.percent(1 - result.swapped / max(result.households, 1)),
    )
