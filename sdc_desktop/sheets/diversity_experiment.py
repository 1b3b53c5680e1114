"""What a ``diversity_experiment`` job found: what each estimate of entropy costs, over l."""

from collections.abc import Iterator, Mapping

from sdc_desktop.engine.methods.experiments.diversity_experiment.engine import (
    DiversityExperimentResult,
    ExperimentPoint,
)
from sdc_desktop.sheets.blocks import Axis, Column, Curve, Figure, Finding, Heading, LineChart, Table
from sdc_desktop.sheets.sheet import EXTERNAL, INSIDE, PAPER, WINDOW, About, For
from sdc_desktop.words.microdata.generalising import estimator_name, loss_name
from sdc_desktop.words.words import N_, Words, listed

_NOTHING = "–"
_COMPARISONS: Mapping[str, str] = {
    "less": N_("less loss"),
    "same": N_("the same"),
    "more": N_("more loss"),
    "only_corrected": N_("met only with the correction"),
    "only_shannon": N_("met only without the correction"),
    "neither": N_("met with neither"),
}


def sheet(about: About, words: Words) -> Iterator[For]:
    """The finding, losses over l, the table of levels. How many records are suppressed can be a small count,
    which is not for the external edition.
    """
    result: DiversityExperimentResult = about.result
    yield For(Finding(_finding(result, words)), PAPER)
    yield For(Finding(line(result, words)), WINDOW)
    yield For(Heading(words.say(N_("Utility loss"))), PAPER)
    yield For(_losses(result, words), PAPER)
    points = _points(result, words)
    yield For(points, INSIDE)
    columns = (*points.columns[:3], *points.columns[4:])
    rows = tuple((*row[:3], *row[4:]) for row in points.rows)
    yield For(Table(points.title, columns, rows, points.note), EXTERNAL)


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


def _points(result: DiversityExperimentResult, words: Words) -> Table:
    columns = (
        Column(words.say(N_("l")), "right"),
        Column(words.say(N_("Entropy")), share=2),
        Column(words.say(N_("Levels")), share=3.5),
        Column(words.say(N_("Suppressed")), "right", share=1.5),
        Column(words.say(N_("Loss")), "right"),
        Column(words.say(N_("Against plain")), share=2),
    )
    verdicts = {(one.l, one.estimator): words.say(_COMPARISONS[one.verdict]) for one in result.comparisons}
    records = max(result.records, 1)
    rows = tuple(
        (
            words.short(point.l),
            estimator_name(point.estimator, words),
            _levels(point),
            _NOTHING if point.suppressed is None else words.percent(point.suppressed / records),
            _NOTHING if point.loss is None else words.figure(point.loss, 4),
            verdicts.get((point.l, point.estimator), ""),
        )
        for point in result.points
    )
    note = words.say(N_("Levels count from 0, which is “as is”; a dash: no levels meet it."))
    return Table(words.say(N_("The optimal generalisation for each l")), columns, rows, note)


def _levels(point: ExperimentPoint) -> str:
    if point.levels is None:
        return _NOTHING
    return ", ".join(f"{name} {level}" for name, level in point.levels.items())


def line(result: DiversityExperimentResult, words: Words) -> str:
    """What the correction saves, and where it costs more; that the optima were proven, or not."""
    less = [words.short(one.l) for one in result.comparisons if one.verdict in ("less", "only_corrected")]
    more = [words.short(one.l) for one in result.comparisons if one.verdict in ("more", "only_shannon")]
    same = any(one.verdict == "same" for one in result.comparisons)
    neither = [words.short(one.l) for one in result.comparisons if one.verdict == "neither"]
    parts = []
    if less:
        parts.append(
            words.say(
                N_("Corrected, the entropy needs less generalisation at l = {l}."), l=listed(less, words)
            )
        )
    if more:
        parts.append(words.say(N_("It needs more at l = {l}."), l=listed(more, words)))
    if same and not less and not more:
        parts.append(words.say(N_("Plain and corrected entropy need the same generalisation.")))
    if neither:
        parts.append(
            words.say(N_("No generalisation meets the criterion at l = {l}."), l=listed(neither, words))
        )
    proven = all(point.proven for point in result.points)
    end = N_("All optima are proven.") if proven else N_("Not every search came to its end.")
    return " ".join((*parts, words.say(end)))
