"""What a ``pram`` job did: how far a released category can be relied on."""

from typing import Any

from sdc_desktop.engine.methods.perturbation.pram import PRAM, PramParams
from sdc_desktop.engine.methods.perturbation.pram.engine import PramResult
from sdc_desktop.report.balance import Balance
from sdc_desktop.report.chapters.recoding import input_paragraph
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.settings import title_of
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import (
    Axis,
    BarChart,
    Block,
    Column,
    Figure,
    Finding,
    Heading,
    Paragraph,
    Series,
    Table,
)
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.masking_methods import largest_text
from sdc_desktop.words.risk.risk import pram_sentence
from sdc_desktop.words.words import whole


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section: the verdict, the transition probabilities, what it cost."""
    result: PramResult = subject.result.result
    blocks: list[Block | Heading] = [
        Finding(_finding(result, words)),
        Heading(words.say(N_("Method"))),
        Paragraph(words.say(PRAM.done)),
        Paragraph(_correction(result, words), words.say(N_("Analyses."))),
        input_paragraph(subject, words),
        Heading(words.say(N_("Utility loss"))),
        _figure(result, words),
        _chances(result, words),
    ]
    if subject.is_internal:
        blocks += [
            Paragraph(pram_sentence(name, variable, words)) for name, variable in result.variables.items()
        ]
    return (Section(title_of(subject, words), tuple(blocks), subject.key),)


def _finding(result: PramResult, words: Words) -> str:
    return largest_text(result.risks, words)


def _correction(result: PramResult, words: Words) -> str:
    choices = PramParams.settings["method"].choices
    kept = choices.get(result.method, choices["uniform"])  # a matrix of the plan keeps no distribution
    return words.say(kept.effect)


def _figure(result: PramResult, words: Words) -> Figure:
    """How far a true value can be inferred, and how far distributions moved."""
    variables = result.variables.values()
    chart = BarChart(
        tuple(result.variables),
        (
            Series(
                words.say(N_("largest probability of a true value")),
                tuple(100 * one.true_share for one in variables),
            ),
            Series(words.say(N_("distribution moved")), tuple(100 * one.distance for one in variables)),
        ),
        Axis(words.say(N_("Share")), words.say(N_("%"))),
        decimals=1,
    )
    reading = words.say(
        N_("Short filled bars protect; short hollow bars keep tables of one variable as they were.")
    )
    return Figure(words.say(N_("Reliability of released values")), (chart,), reading)


def _chances(result: PramResult, words: Words) -> Table:
    columns = (
        Column(words.say(N_("Variable")), share=2),
        Column(words.say(N_("Categories")), "right"),
        Column(words.say(N_("Least retention probability")), "right"),
        Column(words.say(N_("Largest probability of a true value")), "right"),
        Column(words.say(N_("Share of the commonest value")), "right"),
        Column(words.say(N_("Released values that are true (mean)")), "right"),
        Column(words.say(N_("Distribution moved")), "right"),
    )
    rows = tuple(
        (
            name,
            whole(variable.categories),
            words.percent(variable.least_diagonal),
            words.percent(variable.true_share),
            words.percent(variable.commonest),
            words.percent(variable.mean),
            words.percent(variable.distance),
        )
        for name, variable in result.variables.items()
    )
    return Table(words.say(N_("How much values change")), columns, rows)


def balance(subject: Subject, result: Any, words: Words) -> Balance:
    """Risk and utility before and after."""
    share = max(result.risks.values(), default=1.0)
    moved = max(variable.distance for variable in result.variables.values())
    return Balance(
        words.say(N_("largest remaining risk")),
        words.percent(1),
        words.percent(share),
        words.say(N_("distribution as it was")),
        words.percent(1),
        words.percent(1 - moved),
    )
