"""What a ``synthesise`` job did: how close the synthetic records are, and what they disclose."""

from typing import Any

from sdc_desktop.engine.methods.perturbation.synthesise.engine import SynthesisResult
from sdc_desktop.engine.microdata.synthetic.disclosure import Disclosure, Target
from sdc_desktop.report.balance import Balance
from sdc_desktop.report.chapters.recoding import input_paragraph
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
from sdc_desktop.report.sections.settings import done_text, title_of
from sdc_desktop.report.sections.subject import Subject
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


def disclosure_blocks(found: Disclosure, words: Words) -> tuple[Block | Heading, ...]:
    """What synthetic records disclose, under a heading; for the internal edition."""
    return Heading(words.say(N_("Disclosure"))), _targets(found, words), _closest(found, words)


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


def _targets(found: Disclosure, words: Words) -> Table:
    titles = (
        N_("Correctly attributed (DiSCO)"),
        N_("Among matched persons (TCAP)"),
        N_("Guessed from the originals"),
        N_("Predicted"),
        N_("Predicted, held back"),
    )
    columns = (
        Column(words.say(N_("Target")), share=2),
        *(Column(words.say(title), "right") for title in titles),
    )
    rows = tuple((name, *_shares(one, words)) for name, one in found.targets.items())
    return Table(words.say(N_("What an intruder learns of the targets")), columns, rows)


def _shares(target: Target, words: Words) -> tuple[str, ...]:
    found = target.attribution
    held_back = target.predicted_held_back
    return (
        words.percent(found.disco),
        words.percent(found.tcap),
        words.percent(found.base),
        words.percent(target.predicted),
        "–" if held_back is None else words.percent(held_back),
    )


def _closest(found: Disclosure, words: Words) -> Table:
    near = found.closest
    columns = (
        Column(words.say(N_("Distance to the closest original")), share=2),
        *(Column(words.say(title), "right") for title in (N_("Identical"), N_("Mean"), N_("5 % quantile"))),
    )
    rows = tuple(
        (words.say(title), words.percent(one.identical), words.figure(one.mean, 4), words.figure(one.p5, 4))
        for title, one in ((N_("synthetic records"), near.released), (N_("originals"), near.original))
    )
    return Table(words.say(N_("Distance to the closest record")), columns, rows)


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
