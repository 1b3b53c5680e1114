"""What a ``recode`` job did: the levels chosen by the user, and what they cost."""

from collections.abc import Iterator
from typing import Any

from sdc_desktop.engine.methods.recoding.recode import RECODE
from sdc_desktop.engine.methods.recoding.recode import engine as recode
from sdc_desktop.engine.methods.recoding.recode.engine import RecodeResult
from sdc_desktop.engine.plan import params_of
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
from sdc_desktop.words.problems.problems import noted


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section. The verdict first, then what was done, what it cost."""
    result: RecodeResult = subject.result.result
    entropies = {
        name: (information.entropy_before, information.entropy)
        for name, information in result.released.items()
    }
    before = sum(entropy for entropy, _ in entropies.values())
    kept = sum(entropy for _, entropy in entropies.values()) / before if before > 0 else None
    blocks: list[Block | Heading] = [
        finding_of(subject, result.after, _key_variables(subject, result), words, result.suppression),
        anonymity_figures(subject, result.before, result.after, kept, words),
        Heading(words.say(N_("Method"))),
        *_what_was_done(subject, result, words),
        *suppression_paragraphs(subject, result.suppression, result.before.records, words),
        Heading(words.say(N_("Utility loss"))),
        information_figure(entropies, words),
        Heading(words.say(N_("Limits and assumptions"))),
        *common_limits(words, result.after.persons),
    ]
    return (Section(title_of(subject, words), tuple(blocks), subject.key),)


def _key_variables(subject: Subject, result: RecodeResult) -> tuple[str, ...]:
    job, source = subject.job, subject.source
    params = params_of(job, RECODE)
    if params is not None:
        return recode.variables(params, source.data)
    return tuple(result.levels)


def _what_was_done(subject: Subject, result: RecodeResult, words: Words) -> Iterator[Paragraph]:
    yield Paragraph(done_text(subject, words))
    yield input_paragraph(subject, words)
    for problem in result.notes:
        yield Paragraph(noted(problem, words), words.say(N_("Note.")))


def balance(subject: Subject, result: Any, words: Words) -> Balance:
    """Risk and utility before and after."""
    entropies = {
        name: (information.entropy_before, information.entropy)
        for name, information in result.released.items()
    }
    return of_classes(result.before, result.after, words.say(ENTROPY), entropy_kept(entropies), words)
