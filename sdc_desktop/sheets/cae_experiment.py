"""The result of a ``cae_experiment`` job: remaining uncertainty by technique and known variables."""

from collections.abc import Iterator, Sequence

from sdc_desktop.engine.methods.curves.cae_experiment.engine import ExperimentPoint, ExperimentResult
from sdc_desktop.engine.spec import Number
from sdc_desktop.sheets.blocks import (
    Axis,
    BarChart,
    Column,
    Curve,
    Figure,
    Finding,
    Heading,
    KeyFigure,
    KeyFigures,
    LineChart,
    Paragraph,
    Series,
    Table,
)
from sdc_desktop.sheets.sheet import EVERYONE, EXTERNAL, INTERNAL, PAPER, About, For
from sdc_desktop.words.curves.cae import known_name, parameter_name, spread
from sdc_desktop.words.problems.problems import sentence
from sdc_desktop.words.words import N_, Words, listed, whole

_SMALL_COUNTS = ("cae.left_out", "cae.rounded")  # for the internal edition only
_DONE = {
    "sampling": N_(
        "Simple random samples were drawn. Of a record that is not in a sample, every value of the domain "
        "counts as equally likely; the intruder knows how many records match in the original."
    ),
    "query_restriction": N_(
        "Exact sums over sets of records were answered. For each record the least and the greatest value "
        "that agree with all answers were computed; the values between count as equally likely."
    ),
    "noise": N_(
        "Binomial noise was added to every attribute. The values from which the noise can have led to the "
        "released one are what remains possible."
    ),
    "released": N_(
        "The released file was compared with the original. Labels stand for each of their values, suppressed "
        "values for any; of records that are not in the file, every value counts as equally likely."
    ),
}


def sheet(about: About, words: Words) -> Iterator[For]:
    """The finding, what was done, the figures, what it costs."""
    result: ExperimentResult = about.result
    yield For(Finding(_finding(result, words)), EVERYONE)
    yield from _key_figures(result, words)
    yield For(Heading(words.say(N_("Method"))), PAPER)
    yield from _what_was_done(result, words)
    yield For(Heading(words.say(N_("Remaining uncertainty of intruders"))), PAPER)
    yield For(_chart(result, words), PAPER)
    yield For(_points(result, words), EVERYONE)
    yield For(Heading(words.say(N_("Utility loss"))), PAPER)
    yield For(_utility(result, words), PAPER)


def _finding(result: ExperimentResult, words: Words) -> str:
    """Where the least uncertainty remains, in one sentence."""
    least = _most_exposed(result)
    return words.say(
        N_(
            "Lowest remaining uncertainty: {h0} of {most} bits, with {parameter} and an intruder who knows "
            "{known}."
        ),
        parameter=parameter_name(result.technique, least.parameter, words),
        known=known_name(least.known, words),
        h0=words.figure(least.h0),
        most=words.figure(result.h0_most),
    )


def _most_exposed(result: ExperimentResult) -> ExperimentPoint:
    """The point with the least uncertainty; of equals the first."""
    return min(result.points, key=lambda point: (point.h0, point.area))


def _key_figures(result: ExperimentResult, words: Words) -> Iterator[For]:
    least = _most_exposed(result)
    bits = N_("{h0} bits")
    most = words.say(N_("of at most {most}"), most=words.figure(result.h0_most))
    area = words.say(N_("of at most {most}"), most=words.figure(result.area_most))
    figures = (
        KeyFigure(words.say(N_("Least uncertainty")), words.say(bits, h0=words.figure(least.h0)), most),
        KeyFigure(words.say(N_("Area A there")), words.figure(least.area), area),
    )
    files = words.say_many(N_("{number} file each"), N_("{number} files each"), result.repeats)
    records = KeyFigure(words.say(N_("Records")), whole(result.records), files)
    yield For(KeyFigures((*figures, records)), INTERNAL)
    yield For(KeyFigures(figures), EXTERNAL)


def _what_was_done(result: ExperimentResult, words: Words) -> Iterator[For]:
    yield For(Paragraph(words.say(_DONE[result.technique])), PAPER)
    if result.attributes:
        measured = words.say(
            N_(
                "{attribute} is confidential; an intruder may know {attributes}. For every set of known "
                "attributes and every combination of their values in the original, the uncertainty H₀ "
                "(bits) and the area A below the curve of uncertainty by precision were computed, and "
                "averaged as Alfalayleh and Brankovic (2014) do."
            ),
            attribute=result.attribute,
            attributes=listed(result.attributes, words),
        )
        yield For(Paragraph(measured), PAPER)
    if result.repeats > 1:
        seed = words.say(N_("All random files come from the seed {seed}."), seed=str(result.seed))
        yield For(Paragraph(seed), INTERNAL)
    for problem in result.notes:
        readers = INTERNAL if problem.code in _SMALL_COUNTS else PAPER
        yield For(Paragraph(sentence(problem, words).message, words.say(N_("Note."))), readers)


def _parameters(result: ExperimentResult) -> list[Number | None]:
    return list(dict.fromkeys(point.parameter for point in result.points))


def _of(result: ExperimentResult, parameter: Number | None) -> Sequence[ExperimentPoint]:
    return [point for point in result.points if point.parameter == parameter]


def _chart(result: ExperimentResult, words: Words) -> Figure:
    """Lines over what is known where that can be counted, else bars for its two ends."""
    title = words.say(N_("Remaining uncertainty by release and intruder's knowledge"))
    parameters = _parameters(result)
    counted = {point.known for point in result.points}
    if len(counted) > 1 and all(isinstance(known, int) for known in counted) and len(parameters) <= 4:
        curves = tuple(
            Curve(
                parameter_name(result.technique, parameter, words),
                tuple((float(str(point.known)), point.h0) for point in _of(result, parameter)),
            )
            for parameter in parameters
        )
        lines = LineChart(
            curves,
            Axis(words.say(N_("Known variables"))),
            Axis(words.say(N_("Uncertainty H₀")), words.say(N_("bits"))),
        )
        return Figure(title, (lines,), words.say(N_("The lower a line, the more an intruder learns.")))
    return _bars(result, words)


def _bars(result: ExperimentResult, words: Words) -> Figure:
    parameters = _parameters(result)
    ends = [(_of(result, parameter)[0], _of(result, parameter)[-1]) for parameter in parameters]
    names = [known_name(point.known, words) for point in ends[0]]
    chart = BarChart(
        tuple(parameter_name(result.technique, parameter, words) for parameter in parameters),
        tuple(
            Series(words.say(N_("known: {known}"), known=names[end]), tuple(pair[end].h0 for pair in ends))
            for end in range(len(set(names)))  # one series where there is one point a curve
        ),
        Axis(words.say(N_("Uncertainty H₀")), words.say(N_("bits"))),
    )
    return Figure(
        words.say(N_("Remaining uncertainty by release and intruder's knowledge")),
        (chart,),
        words.say(N_("The longer a bar, the less an intruder learns.")),
    )


def _points(result: ExperimentResult, words: Words) -> Table:
    columns = (
        Column(words.say(N_("Released")), share=1.8),
        Column(words.say(N_("Known")), share=1.6),
        Column(words.say(N_("Sets")), "right"),
        Column(words.say(N_("H₀ (bits)")), "right", 1.4),
        Column(words.say(N_("Area A")), "right", 1.6),
    )
    rows = tuple(
        (
            parameter_name(result.technique, point.parameter, words),
            known_name(point.known, words),
            whole(point.sets),
            spread(point.h0, point.h0_sd, words),
            spread(point.area, point.area_sd, words),
        )
        for point in result.points
    )
    note = words.say(
        N_("Means over value combinations, then sets, then files; ± is the standard deviation over files.")
    )
    return Table(words.say(N_("Remaining uncertainty")), columns, rows, note)


def _utility(result: ExperimentResult, words: Words) -> Table:
    columns = (
        Column(words.say(N_("Released")), share=2),
        Column(words.say(N_("Mean error of answers")), "right", 1.5),
    )
    rows = tuple(
        (
            parameter_name(result.technique, point.parameter, words),
            "–" if point.error is None else spread(point.error, point.error_sd, words),
        )
        for point in result.utility
    )
    note = words.say(
        N_(
            "Users ask for the mean of the confidential attribute among records within a random range of a "
            "known one. The error is absolute and in the attribute's unit, so that techniques can be "
            "compared."
        )
    )
    return Table(words.say(N_("Error of query answers")), columns, rows, note)
