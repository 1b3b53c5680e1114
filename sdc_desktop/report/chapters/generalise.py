"""What a ``generalise`` job did: the levels found, whether they are the best, what they cost."""

from collections.abc import Iterator, Sequence
from typing import Any

from sdc_desktop.engine.methods.recoding.generalise.engine import GeneraliseResult
from sdc_desktop.engine.microdata.criteria.spec import CriterionSpec
from sdc_desktop.report.balance import Balance, of_classes
from sdc_desktop.report.chapters.recoding import SMALLEST, common_limits, input_paragraph
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.settings import done_text, title_of
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import Block, Column, Finding, Heading, KeyFigure, KeyFigures, Paragraph, Table
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.generalising import (
    local_recoding,
    loss_name,
    proof,
    ties,
    verdict,
    worst,
)
from sdc_desktop.words.problems.problems import noted
from sdc_desktop.words.setting_words import phrase_words
from sdc_desktop.words.words import whole

_REPORTED_ELSEWHERE = ("generalise.ties", "generalise.not_proven", "generalise.all_suppressed")


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section. The verdict first, then what was done, what it cost."""
    result: GeneraliseResult = subject.result.result
    criteria: Sequence[CriterionSpec] = getattr(subject.job.params, "criteria", ())
    blocks: list[Block | Heading] = [
        _finding(subject, result, words),
        _key_figures(subject, result, words),
        criteria_table(criteria, result, words, internal=subject.is_internal),
        Heading(words.say(N_("Method"))),
        *_what_was_done(subject, result, words),
        Heading(words.say(N_("Utility loss"))),
        _cost(result, words),
        Heading(words.say(N_("Limits and assumptions"))),
        *common_limits(words, result.after.persons),
    ]
    return (Section(title_of(subject, words), tuple(blocks), subject.key),)


def _finding(subject: Subject, result: GeneraliseResult, words: Words) -> Finding:
    if result.hidden == result.records:
        return Finding(verdict(result, words))
    text = verdict(result, words)
    if not subject.is_internal:
        text = words.say(N_("Every group that is released meets the criteria."))
    return Finding(text)


def _key_figures(subject: Subject, result: GeneraliseResult, words: Words) -> KeyFigures:
    figures = [
        KeyFigure(words.say(N_("Loss")), words.figure(result.loss, 4), loss_name(result.loss_name, words)),
        KeyFigure(
            words.say(N_("Classes")),
            whole(result.after.classes),
            words.say(N_("combinations of values; {before} before"), before=whole(result.before.classes)),
        ),
    ]
    if subject.is_internal:
        hidden = KeyFigure(
            words.say(N_("Suppressed")),
            whole(result.hidden),
            words.say(
                N_("of {records} records; {limit} allowed"),
                records=whole(result.records),
                limit=whole(result.limit),
            ),
        )
        smallest = KeyFigure(
            words.say(N_("At least together")),
            whole(result.after.k),
            words.say(SMALLEST.of(result.after.persons), before=whole(result.before.k)),
        )
        figures = [hidden, smallest, *figures]
    return KeyFigures(tuple(figures))


def _what_was_done(subject: Subject, result: GeneraliseResult, words: Words) -> Iterator[Paragraph]:
    yield Paragraph(done_text(subject, words))
    yield Paragraph(proof(result, words), words.say(N_("Search.")))
    tied = ties(result, words)
    if tied is not None:
        yield Paragraph(tied, words.say(N_("Ties.")))
    local = local_recoding(result, words)
    if local is not None and subject.is_internal:
        yield Paragraph(local, words.say(N_("Local recoding.")))
    yield input_paragraph(subject, words)
    for problem in result.notes:
        if problem.code not in _REPORTED_ELSEWHERE:
            yield Paragraph(noted(problem, words), words.say(N_("Note.")))


def criteria_table(
    criteria: Sequence[CriterionSpec], result: GeneraliseResult, words: Words, *, internal: bool
) -> Table:
    """Each criterion, and the worst class; exact figures of small classes are for the internal edition."""
    columns = [Column(words.say(N_("Criterion")), share=4), Column(words.say(N_("Met")))]
    if internal:
        columns.insert(1, Column(words.say(N_("Worst class")), "right"))
    rows = []
    for spec, check in zip(criteria, result.check.criteria, strict=True):
        met = words.say(N_("yes")) if check.passed else words.say(N_("no"))
        rows.append((phrase_words(spec, words), *((worst(check, words),) if internal else ()), met))
    return Table(words.say(N_("Criteria")), tuple(columns), tuple(rows))


def _cost(result: GeneraliseResult, words: Words) -> Paragraph:
    return Paragraph(
        words.say(
            N_("Minimised information loss ({name}): {loss}."),
            name=loss_name(result.loss_name, words),
            loss=words.figure(result.loss, 4),
        )
    )


def balance(subject: Subject, result: Any, words: Words) -> Balance:
    """Risk and utility before and after."""
    kept = 1 - result.loss if result.loss_name == "loss" else None
    return of_classes(result.before, result.after, words.say(N_("precision of the values")), kept, words)
