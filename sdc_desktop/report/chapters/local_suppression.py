"""What a ``local_suppression`` job did: the cells suppressed, by which rule, and what is left."""

from typing import Any

from sdc_desktop.engine.methods.suppression.local_suppression.engine import LocalSuppressionResult
from sdc_desktop.report.balance import ENTROPY, Balance, entropy_kept, of_classes
from sdc_desktop.report.chapters.recoding import (
    anonymity_figures,
    common_limits,
    finding_of,
    information_figure,
    input_paragraph,
    suppression_paragraphs,
)
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.settings import done_text, title_of
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import Block, Heading, Paragraph
from sdc_desktop.words import N_, Words


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section. The verdict first, then what was done and what it cost."""
    result: LocalSuppressionResult = subject.result.result
    before = sum(own for own, _ in result.entropies.values())
    kept = sum(after for _, after in result.entropies.values()) / before if before > 0 else None
    blocks: list[Block | Heading] = [
        finding_of(subject, result.after, tuple(result.entropies), words),
        anonymity_figures(subject, result.before, result.after, kept, words),
        Heading(words.say(N_("Method"))),
        Paragraph(done_text(subject, words)),
        *suppression_paragraphs(subject, result.suppression, result.before.records, words),
        input_paragraph(subject, words),
        Heading(words.say(N_("Utility loss"))),
        information_figure(result.entropies, words),
        Heading(words.say(N_("Limits and assumptions"))),
        *common_limits(words, result.after.persons),
    ]
    return (Section(title_of(subject, words), tuple(blocks), subject.key),)


def balance(subject: Subject, result: Any, words: Words) -> Balance:
    """Risk and utility before and after."""
    return of_classes(result.before, result.after, words.say(ENTROPY), entropy_kept(result.entropies), words)
