"""What a ``diversity_experiment`` job found: what each estimate of entropy costs, over l."""

from sdc_desktop.engine.methods.experiments.diversity_experiment.engine import (
    DiversityExperimentResult,
    ExperimentPoint,
)
from sdc_desktop.report.chapters.recoding import input_paragraph
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.settings import done_text, title_of
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import (
    Axis,
    Block,
    Column,
    Curve,
    Figure,
    Finding,
    Heading,
    LineChart,
    Paragraph,
    Table,
)
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.generalising import estimator_name, loss_name
from sdc_desktop.words.problems.problems import noted
from sdc_desktop.words.risk.risk import comparison

_NOTHING = "–"


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section: the verdict, losses over l, the table of levels."""
    result: DiversityExperimentResult = subject.result.result
    blocks: list[Block | Heading] = [
        Finding(_finding(result, words)),
        Heading(words.say(N_("Method"))),
        Paragraph(done_text(subject, words)),
        input_paragraph(subject, words),
        *(Paragraph(noted(problem, words), words.say(N_("Note."))) for problem in result.notes),
        Heading(words.say(N_("Utility loss"))),
        _losses(result, words),
        _points(subject, result, words),
    ]
    return (Section(title_of(subject, words), tuple(blocks), subject.key),)


def balance(subject: Subject, result: DiversityExperimentResult, words: Words) -> None:
    """None: it compares two readings of one criterion, and neither is the release."""


def _finding(result: DiversityExperimentResult, words: Words) -> str:
    better = sum(one.verdict in ("less", "only_corrected") for one in result.comparisons)
    return words.say_many(
        N_("The corrected entropy needs less generalisation in {number} of {all} comparison."),
        N_("The corrected entropy needs less generalisation in {number} of {all} comparisons."),
        better,
        all=len(result.comparisons),
    )


def _losses(result: DiversityExperimentResult, words: Words) -> Figure:
    values = tuple(dict.fromkeys(point.l for point in result.points))
    estimators = tuple(dict.fromkeys(point.estimator for point in result.points))
    losses = {(point.l, point.estimator): point.loss for point in result.points}
    curves = tuple(
        Curve(
            estimator_name(estimator, words),
            tuple(
                (value, loss) for value in sorted(values) if (loss := losses[value, estimator]) is not None
            ),
        )
        for estimator in estimators
    )
    axis = Axis(loss_name(result.loss_name, words))
    chart = LineChart(curves, Axis(words.say(N_("required l"))), axis)
    reading = words.say(N_("The lower a line, the less is lost; where it ends, nothing meets the next l."))
    return Figure(words.say(N_("Loss over l")), (chart,), reading)


def _points(subject: Subject, result: DiversityExperimentResult, words: Words) -> Table:
    """How many records are suppressed can be a small count."""
    columns = (
        Column(words.say(N_("l")), "right"),
        Column(words.say(N_("Entropy")), share=2),
        Column(words.say(N_("Levels")), share=3.5),
        Column(words.say(N_("Suppressed")), "right", share=1.5),
        Column(words.say(N_("Loss")), "right"),
        Column(words.say(N_("Against plain")), share=2),
    )
    verdicts = {(one.l, one.estimator): comparison(one, words) for one in result.comparisons}
    rows = tuple(
        (
            words.short(point.l),
            estimator_name(point.estimator, words),
            _levels(point),
            _NOTHING if point.suppressed is None else words.percent(point.suppressed / result.records),
            _NOTHING if point.loss is None else words.figure(point.loss, 4),
            verdicts.get((point.l, point.estimator), ""),
        )
        for point in result.points
    )
    note = words.say(N_("Levels count from 0, which is “as is”; a dash: no levels meet it."))
    if not subject.is_internal:
        fewer = tuple((*row[:3], *row[4:]) for row in rows)
        title = words.say(N_("The optimal generalisation for each l"))
        return Table(title, (*columns[:3], *columns[4:]), fewer, note)
    return Table(words.say(N_("The optimal generalisation for each l")), columns, rows, note)


def _levels(point: ExperimentPoint) -> str:
    if point.levels is None:
        return _NOTHING
    return ", ".join(f"{name} {level}" for name, level in point.levels.items())
