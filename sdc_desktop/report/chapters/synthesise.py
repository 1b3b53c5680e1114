"""What a ``synthesise`` job did: its sheet, and the row of risk and utility."""

from typing import Any

from sdc_desktop.report.balance import Balance
from sdc_desktop.report.chapters.recoding import chapter
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.words import N_, Words


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section: the finding, the distributions, and in the internal edition what is attributed."""
    return chapter(subject, words)


def balance(subject: Subject, result: Any, words: Words) -> Balance | None:
    """Risk and utility before and after."""
    if not result.risks:
        return None
    return Balance(
        words.say(N_("correctly attributed")),
        words.percent(1),
        words.percent(max(result.risks.values())),
        words.say(N_("distribution of pairs as it was")),
        words.percent(1 - result.pairs_mean),
    )
