"""What a ``pram`` job did: its sheet, and the row of risk and utility."""

from typing import Any

from sdc_desktop.engine.methods.perturbation.pram import PRAM
from sdc_desktop.report.balance import Balance
from sdc_desktop.report.chapters.recoding import chapter
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import Paragraph
from sdc_desktop.words import N_, Words


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section: the finding, the probabilities, what it cost."""
    return chapter(subject, words, done=(Paragraph(words.say(PRAM.done)),), input_first=False)


def balance(subject: Subject, result: Any, words: Words) -> Balance:
    """Risk and utility before and after."""
    share = max(result.risks.values(), default=1.0)
    moved = max(variable.distance for variable in result.variables.values())
    return Balance(
        words.say(N_("largest remaining risk")),
        words.percent(1),
        words.percent(share),
        words.say(N_("distribution as it was")),
        words.percent(1 - moved),
    )
