"""What a job did that changes numbers, of the family's methods that have no chapter of their own."""

from typing import Any

from sdc_desktop.report.balance import NOTHING, Balance
from sdc_desktop.report.chapters.recoding import chapter
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.words import N_, Words


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section: what was changed, and the score."""
    return chapter(subject, words, notes=subject.result.result.notes)


def balance(subject: Subject, result: Any, words: Words) -> Balance | None:
    """Risk and utility before and after."""
    score = result.score
    if score is None:
        return None
    risk, kept = max(result.risks.values()), max(0.0, 1 - score.information_loss / 100)
    return Balance(
        words.say(N_("largest remaining risk")),
        NOTHING,
        words.percent(risk),
        words.say(N_("unchanged statistics")),
        words.percent(kept),
    )
