"""What a ``pram`` job did: how far a released category can be relied on."""

from sdc_desktop.engine.methods.perturbation.pram.engine import PramResult
from sdc_desktop.report.model import (
    Axis,
    BarChart,
    Block,
    Column,
    Figure,
    Finding,
    Heading,
    Paragraph,
    Section,
    Series,
    Table,
)
from sdc_desktop.report.sections.recoding import input_paragraph
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.words import N_, Words
from sdc_desktop.words.open_risks import largest_text
from sdc_desktop.words.risk import pram_told
from sdc_desktop.words.words import whole


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section: the verdict, the chances, what it cost."""
    result: PramResult = subject.result.result
    blocks: list[Block | Heading] = [
        Finding(_finding(result, words)),
        Heading(words.say(N_("Method"))),
        Paragraph(
            words.say(
                N_(
                    "Each value stays or becomes another one with known chances, record by record "
                    "(Gouweleeuw, "
                    "Kooiman, Willenborg and de Wolf 1998). Missing values stay missing."
                )
            )
        ),
        Paragraph(_correction(result, words), words.say(N_("Analyses."))),
        input_paragraph(subject, words),
        _figure(result, words),
        _chances(result, words),
    ]
    if subject.is_internal:
        blocks += [Paragraph(pram_told(name, told, words)) for name, told in result.variables.items()]
    title = words.say(N_("Post-randomisation: {name}"), name=subject.job.name)
    return (Section(title, tuple(blocks), subject.key),)


def _finding(result: PramResult, words: Words) -> str:
    return largest_text(result.risks, words)


def _correction(result: PramResult, words: Words) -> str:
    if result.method == "invariant":
        return words.say(
            N_(
                "The chances keep each distribution in expectation, so that tables of one variable need no "
                "correction."
            )
        )
    return words.say(N_("Distributions change; whoever knows the chances can correct tables for them."))


def _figure(result: PramResult, words: Words) -> Figure:
    """How far a value shown can be relied on, and how far distributions moved."""
    told = result.variables.values()
    chart = BarChart(
        tuple(result.variables),
        (
            Series(words.say(N_("value shown is the true one")), tuple(100 * one.true_share for one in told)),
            Series(words.say(N_("distribution moved")), tuple(100 * one.distance for one in told)),
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
        Column(words.say(N_("Least chance to stay")), "right"),
        Column(words.say(N_("Distribution moved")), "right"),
    )
    rows = tuple(
        (name, whole(told.categories), words.percent(told.least_diagonal), words.percent(told.distance))
        for name, told in result.variables.items()
    )
    return Table(words.say(N_("How much values change")), columns, rows)
