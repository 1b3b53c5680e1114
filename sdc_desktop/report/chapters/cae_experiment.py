"""What a ``cae_experiment`` job found: the remaining uncertainty, by technique and by what is known."""

from collections.abc import Iterator, Sequence
from typing import Any

from sdc_desktop.engine.methods.curves.cae_experiment.engine import ExperimentPoint, ExperimentResult
from sdc_desktop.engine.spec import Number
from sdc_desktop.report.balance import NOTHING, Balance
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import (
    Axis,
    BarChart,
    Block,
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
from sdc_desktop.words import N_, Words
from sdc_desktop.words.curves.cae import (
    experiment_verdict,
    known_name,
    most_exposed,
    parameter_name,
    spread,
    technique_name,
)
from sdc_desktop.words.problems.problems import sentence
from sdc_desktop.words.words import listed, whole

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


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section. The verdict first, then what was done, the figures, what it costs, what it assumes."""
    result: ExperimentResult = subject.result.result
    blocks: list[Block | Heading] = [
        Finding(experiment_verdict(result, words)),
        _key_figures(subject, result, words),
        Heading(words.say(N_("Method"))),
        *_what_was_done(subject, result, words),
        Heading(words.say(N_("Remaining uncertainty of intruders"))),
        _chart(result, words),
        _points(result, words),
        Heading(words.say(N_("Utility loss"))),
        _utility(result, words),
        Heading(words.say(N_("Limits and assumptions"))),
        *_limits(words),
    ]
    title = words.say(
        N_("{technique}, risk by what is known: {name}"),
        technique=technique_name(result.technique, words),
        name=subject.job.name,
    )
    return (Section(title, tuple(blocks), subject.key),)


def _key_figures(subject: Subject, result: ExperimentResult, words: Words) -> KeyFigures:
    least = most_exposed(result)
    bits = N_("{h0} bits")
    most = words.say(N_("of at most {most}"), most=words.figure(result.h0_most))
    area = words.say(N_("of at most {most}"), most=words.figure(result.area_most))
    figures = [
        KeyFigure(words.say(N_("Least uncertainty")), words.say(bits, h0=words.figure(least.h0)), most),
        KeyFigure(words.say(N_("Area A there")), words.figure(least.area), area),
    ]
    if subject.is_internal:
        files = words.say_many(N_("{number} file each"), N_("{number} files each"), result.repeats)
        figures.append(KeyFigure(words.say(N_("Records")), whole(result.records), files))
    return KeyFigures(tuple(figures))


def _what_was_done(subject: Subject, result: ExperimentResult, words: Words) -> Iterator[Paragraph]:
    yield Paragraph(words.say(_DONE[result.technique]))
    if result.attributes:
        yield Paragraph(
            words.say(
                N_(
                    "{attribute} is confidential; an intruder may know {attributes}. For every set of known "
                    "attributes and every combination of their values in the original, the uncertainty H₀ "
                    "(bits) and the area A below the curve of uncertainty by precision were computed, and "
                    "averaged as Alfalayleh and Brankovic (2014) do."
                ),
                attribute=result.attribute,
                attributes=listed(result.attributes, words),
            )
        )
    if subject.is_internal and result.repeats > 1:
        yield Paragraph(words.say(N_("All random files come from the seed {seed}."), seed=str(result.seed)))
    for problem in result.notes:
        if subject.is_internal or problem.code not in _SMALL_COUNTS:
            yield Paragraph(sentence(problem, words).message, words.say(N_("Note.")))


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


def _limits(words: Words) -> Iterator[Paragraph]:
    yield Paragraph(
        words.say(
            N_(
                "All figures are means. Single persons, those with rare combinations of values above all, "
                "can be left with far less."
            )
        ),
        words.say(N_("Averages.")),
    )
    yield Paragraph(
        words.say(
            N_(
                "Only the attributes named count as known, and known exactly. An intruder who knows "
                "more about the confidential variable is less uncertain."
            )
        ),
        words.say(N_("Intruder's knowledge.")),
    )


def balance(subject: Subject, result: Any, words: Words) -> Balance:
    """Risk and utility before and after."""
    least = min(result.points, key=lambda point: (point.h0, point.area))
    bits = N_("{h0} bits")
    errors = [point.error for point in result.utility if point.error is not None]
    return Balance(
        words.say(N_("smallest remaining uncertainty")),
        words.say(bits, h0=words.figure(result.h0_most)),
        words.say(bits, h0=words.figure(least.h0)),
        words.say(N_("maximum error of users' answers")) if errors else "",
        words.figure(0, 0) if errors else NOTHING,
        words.figure(max(errors)) if errors else NOTHING,
    )
