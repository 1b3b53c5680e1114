"""What a ``synthesise`` job did: how close the synthetic records are, and what they disclose."""

from typing import Any

from sdc_desktop.engine.methods.perturbation.synthesise.engine import SynthesisResult
from sdc_desktop.report.balance import Balance
from sdc_desktop.report.chapters.recoding import input_paragraph
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.settings import done_text, title_of
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import (
    Axis,
    BarChart,
    Block,
    Figure,
    Finding,
    Heading,
    Paragraph,
    Series,
)
from sdc_desktop.sheets.disclosure import disclosure_blocks
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.masking_methods import (
    largest_text,
    synthetic_likeness,
    synthetic_text,
)


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section: the verdict, the distributions, and in the internal edition what is attributed."""
    result: SynthesisResult = subject.result.result
    blocks: list[Block | Heading] = [
        Finding(largest_text(result.risks, words) if subject.is_internal else synthetic_text(result, words)),
        Heading(words.say(N_("Method"))),
        Paragraph(done_text(subject, words)),
        input_paragraph(subject, words),
        Paragraph(synthetic_likeness(result, words)),
        _figure(result, words),
    ]
    if subject.is_internal:
        blocks += disclosure_blocks(result.disclosure, words)
    return (Section(title_of(subject, words), tuple(blocks), subject.key),)


def _figure(result: SynthesisResult, words: Words) -> Figure:
    chart = BarChart(
        tuple(result.distance),
        (
            Series(
                words.say(N_("Total variation distance")),
                tuple(100 * value for value in result.distance.values()),
            ),
        ),
        Axis(words.say(N_("Distance")), words.say(N_("%"))),
        decimals=1,
    )
    reading = words.say(N_("Half the sum of differences in shares between file and synthetic records."))
    return Figure(words.say(N_("Distance of distributions by variable")), (chart,), reading)


def balance(subject: Subject, result: Any, words: Words) -> Balance | None:
    """Risk and utility before and after."""
    if not result.risks:
        return None
    return Balance(
        words.say(N_("correctly attributed")),
        words.percent(1),
        words.percent(max(result.risks.values())),
        words.say(N_("distribution of pairs as it was")),
        words.percent(1),
        words.percent(1 - result.pairs_mean),
    )
