"""What a job did that changes numbers: the chapter of the family's methods that have none of their own."""

from collections.abc import Iterator
from typing import Any

from sdc_desktop.engine.methods.perturbation.numbers import PerturbedResult
from sdc_desktop.engine.microdata.score import Score
from sdc_desktop.report.balance import NOTHING, Balance
from sdc_desktop.report.chapters.recoding import input_paragraph
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.settings import done_text, title_of
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import Axis, BarChart, Block, Figure, Finding, Heading, Paragraph, Series
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.masking_methods import largest_text
from sdc_desktop.words.problems.problems import noted
from sdc_desktop.words.risk.risk import changed_sentence, score_sentence
from sdc_desktop.words.words import whole


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section: what was changed, and the score."""
    result: PerturbedResult = subject.result.result
    blocks: list[Block | Heading] = [
        _finding(subject, result, words),
        Heading(words.say(N_("Method"))),
        Paragraph(done_text(subject, words)),
        input_paragraph(subject, words),
        *(Paragraph(noted(problem, words), words.say(N_("Note."))) for problem in result.notes),
        Heading(words.say(N_("Utility loss"))),
        *_changes(subject, result, words),
    ]
    if result.score is not None:
        blocks += [Paragraph(score_sentence(result.score, words)), score_figure(result.score, words)]
    return (Section(title_of(subject, words), tuple(blocks), subject.key),)


def score_figure(score: Score, words: Words) -> Figure:
    """The score and its two halves, with what these are made of."""
    bars = {
        words.say(N_("Information loss")): score.information_loss,
        words.say(N_("Disclosure risk")): score.disclosure_risk,
        words.say(N_("linked by distance")): score.dld,
        **({} if score.pld is None else {words.say(N_("linked by agreement")): score.pld}),
        words.say(N_("in a narrow interval")): score.id,
        words.say(N_("Score")): score.score,
    }
    series = Series(words.say(N_("percent")), tuple(bars.values()))
    chart = BarChart(tuple(bars), (series,), Axis(words.say(N_("Share")), words.say(N_("%"))), decimals=1)
    reading = words.say(N_("Shorter is better in every row. The score is the mean of loss and risk."))
    return Figure(words.say(N_("Loss and risk of the released values")), (chart,), reading)


def _finding(subject: Subject, result: PerturbedResult, words: Words) -> Finding:
    text = largest_text(result.risks, words)
    if subject.is_internal and not any(result.changed.values()):
        text = words.say(N_("Nothing was changed in {records} records."), records=whole(result.records))
    return Finding(text)


def _changes(subject: Subject, result: PerturbedResult, words: Words) -> Iterator[Paragraph]:
    if subject.is_internal:
        for name, changed in result.changed.items():
            yield Paragraph(changed_sentence(name, changed, result.records, words))


def balance(subject: Subject, result: Any, words: Words) -> Balance | None:
    """Risk and utility before and after."""
    score = result.score
    if score is None:
        return None
    risk, kept = max(result.risks.values()), max(0.0, 1 - score.information_loss / 100)
    return Balance(
        words.say(N_("largest remaining risk")),
        NOTHING,
        words.percent(risk),
        words.say(N_("unchanged statistics")),
        words.percent(1),
        words.percent(kept),
    )
