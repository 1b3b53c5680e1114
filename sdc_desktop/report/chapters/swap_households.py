"""What a ``swap_households`` job did: which households moved, and how rare the others are."""

from typing import Any

from sdc_desktop.engine.methods.perturbation.swap_households.engine import SwapHouseholdsResult
from sdc_desktop.report.balance import Balance
from sdc_desktop.report.chapters.recoding import input_paragraph
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.settings import done_text, title_of
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import Block, Column, Finding, Heading, Paragraph, Table
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.masking_methods import largest_text, swapped_shares, swapped_text
from sdc_desktop.words.problems.problems import noted
from sdc_desktop.words.words import whole


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section: the verdict, what was exchanged, and in the internal edition the counts by level."""
    result: SwapHouseholdsResult = subject.result.result
    finding = swapped_text(result, words) if subject.is_internal else largest_text(result.risks, words)
    blocks: list[Block | Heading] = [
        Finding(finding),
        Heading(words.say(N_("Method"))),
        Paragraph(done_text(subject, words)),
        input_paragraph(subject, words),
    ]
    if subject.is_internal:
        blocks += [
            *(Paragraph(noted(problem, words), words.say(N_("Note."))) for problem in result.notes),
            Paragraph(swapped_shares(result, words)),
        ]
    blocks.append(_levels(result, words, subject.is_internal))
    return (Section(title_of(subject, words), tuple(blocks), subject.key),)


def _levels(result: SwapHouseholdsResult, words: Words, is_internal: bool) -> Table:
    """The external edition does not state how many households were rare, or moved."""
    columns = [Column(words.say(N_("Area variable")), share=2), Column(words.say(N_("Areas")), "right")]
    rows: list[tuple[str, ...]] = [(one.variable, whole(one.areas)) for one in result.levels]
    if is_internal:
        counted = (N_("Rare households"), N_("Swapped households"))
        if result.by_person:
            counted = (N_("Rare persons"), N_("Swapped persons"))
        columns += [Column(words.say(title), "right") for title in counted]
        numbers = [(whole(one.rare), whole(one.swapped)) for one in result.levels]
        rows = [(*row, *more) for row, more in zip(rows, numbers, strict=True)]
    title = N_("Persons by level") if result.by_person else N_("Households by level")
    return Table(words.say(title), tuple(columns), tuple(rows))


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
        words.percent(1),
        words.percent(1 - result.swapped / max(result.households, 1)),
    )
