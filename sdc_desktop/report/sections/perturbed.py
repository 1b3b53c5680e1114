"""What the jobs that change values have in common in a report."""

from collections.abc import Iterator, Mapping

from sdc_desktop.engine.methods.perturbation.numbers import PerturbedResult
from sdc_desktop.engine.microdata.score import Score
from sdc_desktop.report.model import (
    Axis,
    BarChart,
    Block,
    Figure,
    Finding,
    Heading,
    Paragraph,
    Section,
    Series,
)
from sdc_desktop.report.sections.recoding import input_paragraph
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.words import N_, Words
from sdc_desktop.words.open_risks import largest_text
from sdc_desktop.words.problems import noted
from sdc_desktop.words.risk import changed_told, score_told
from sdc_desktop.words.words import whole

_TITLES: Mapping[str, str] = {
    "swap": N_("Rank swapping: {name}"),
    "noise": N_("Noise: {name}"),
    "top_code": N_("Top and bottom coding: {name}"),
}
_METHODS: Mapping[str, str] = {
    "rank_swapping": N_(
        "Values of near rank change places between records. The distribution of each variable stays "
        "exactly as "
        "it was; how variables go together becomes weaker."
    ),
    "additive": N_(
        "Normal noise is added to each variable by itself. Means stay as they were in expectation, variances "
        "grow, correlations become weaker."
    ),
    "correlated": N_(
        "Normal noise with the correlations of the data is added. Means and correlations stay as they were "
        "in "
        "expectation, variances grow."
    ),
    "bound": N_("Numbers beyond a bound become the bound. Means and variances become smaller at that end."),
    "mean": N_(
        "Numbers beyond a bound become the mean of what lies beyond. Means stay as they were but for "
        "rounding, "
        "variances become smaller."
    ),
}


def sections_of(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section for a job that changes numbers."""
    result: PerturbedResult = subject.result.result
    blocks: list[Block | Heading] = [
        _finding(subject, result, words),
        Heading(words.say(N_("Method"))),
        Paragraph(words.say(_METHODS[result.method])),
        input_paragraph(subject, words),
        *(Paragraph(noted(problem, words), words.say(N_("Note."))) for problem in result.notes),
        *_changes(subject, result, words),
    ]
    if result.score is not None:
        blocks += [
            Heading(words.say(N_("Utility loss"))),
            Paragraph(score_told(result.score, words)),
            score_figure(result.score, words),
        ]
    title = words.say(_TITLES[subject.job.kind], name=subject.job.name)
    return (Section(title, tuple(blocks), subject.key),)


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
            yield Paragraph(changed_told(name, changed, result.records, words))
