"""What a ``cae`` job found: how uncertain an intruder stays about a value, at every precision."""

from collections.abc import Iterator
from typing import Any

from sdc_desktop.engine.methods.curves.cae.engine import CaeResult
from sdc_desktop.report.balance import NOTHING, Balance
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import (
    Axis,
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
    Table,
)
from sdc_desktop.words import N_, Words
from sdc_desktop.words.curves.cae import amount, area_line, bounded_reading, verdict
from sdc_desktop.words.problems.problems import sentence
from sdc_desktop.words.words import listed, whole

_PRECISIONS = 40  # evenly spaced, so that no difference of two values of respondents is shown
_MOST_STEPS = 400  # of a curve that is drawn
_CASES = 8  # listed, the most exposed first


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section. The verdict first, then the curve, whom it is about, what else could be done."""
    result: CaeResult = subject.result.result
    shows_widths = subject.is_internal or result.kind != "attribute"  # widths are differences of values
    blocks: list[Block | Heading] = [
        Finding(_finding(subject, result, words)),
        _key_figures(result, shows_widths, words),
        Heading(words.say(N_("Measurements"))),
        *(_what_a_curve_shows(words) if shows_widths else ()),
        *_what_was_measured(subject, result, words),
        *(_curve(result, words) if shows_widths else ()),
        *(_cases(subject, result, words) if shows_widths else ()),
        Heading(words.say(N_("Limits and assumptions"))),
        *_limits(result, words),
    ]
    title = words.say(N_("Risk curve: {name}"), name=subject.job.name)
    return (Section(title, tuple(blocks), subject.key),)


def _key_figures(result: CaeResult, shows_widths: bool, words: Words) -> KeyFigures:
    bits = words.say(N_("{h0} bits"), h0=words.figure(result.h0))
    like = words.say(N_("as one of {number} equally likely values"), number=words.figure(2**result.h0, 1))
    figures = [KeyFigure(words.say(N_("Uncertainty H₀")), bits, like)]
    if shows_widths:
        bounds = words.say(
            N_("between {lower} and {upper}"),
            lower=words.figure(result.area_lower),
            upper=words.figure(result.area_upper),
        )
        exact = words.say(N_("bits times the attribute's unit"))
        widest, of_values = amount(result.eps_max, words), words.say(N_("of the values"))
        figures += [
            KeyFigure(words.say(N_("Area A")), words.figure(result.area), exact if result.exact else bounds),
            KeyFigure(words.say(N_("Widest range")), widest, of_values),
        ]
    return KeyFigures(tuple(figures))


def _what_a_curve_shows(words: Words) -> Iterator[Paragraph]:
    yield Paragraph(
        words.say(
            N_(
                "The curve shows an intruder's remaining uncertainty in bits by precision, "
                "the width of a range of values (Alfalayleh and Brankovic 2014). Values "
                "that fit into one range count as one. At width 0 it is the entropy of the "
                "values; from the width of all values on, it is 0. The area below the "
                "curve sums it up: the larger, the more uncertain an intruder remains."
            )
        )
    )


def _what_was_measured(subject: Subject, result: CaeResult, words: Words) -> Iterator[Paragraph]:
    if result.kind == "values":
        text = words.say(N_("The possible values and their probabilities were given in the plan."))
    elif result.kind == "intervals":
        text = words.say(N_("Every value within an interval of the table counts as equally likely."))
    elif result.known:
        text = words.say(
            N_("The possible values of {attribute} are those of the records that agree on {known}."),
            attribute=result.attribute,
            known=listed(result.known, words),
        )
    else:
        text = words.say(
            N_("The possible values of {attribute} are those of all records."), attribute=result.attribute
        )
    yield Paragraph(text)
    if result.weights is not None:
        weighted = N_("Each record counts by its number in {variable}, scaled to a sum of 1 in every case.")
        yield Paragraph(words.say(weighted, variable=result.weights))
    if not result.exact:
        yield Paragraph(area_line(result, words))
    for problem in result.notes:
        if subject.is_internal or problem.code != "cae.left_out":
            yield Paragraph(sentence(problem, words).message, words.say(N_("Note.")))


def _curve(result: CaeResult, words: Words) -> Iterator[Block | Heading]:
    if result.eps_max == 0:
        return
    yield Heading(words.say(N_("Remaining uncertainty by precision")))
    points = tuple((width, result.curve.at(width)) for width in _widths(result))
    chart = LineChart(
        (Curve(words.say(N_("H(eps)")), points),),
        Axis(words.say(N_("Precision ε (interval width)"))),
        Axis(words.say(N_("Remaining uncertainty")), words.say(N_("bits"))),
        steps=True,
    )
    half = result.eps_max / 2
    at_least, at_most = result.curve.at_least(half), result.curve.at(half)
    yield Figure(
        words.say(N_("Remaining uncertainty by precision")),
        (chart,),
        bounded_reading(half, at_least, at_most, words),
    )


def _finding(subject: Subject, result: CaeResult, words: Words) -> str:
    """The finding; the external edition omits numbers of cases and of matching records, as small counts."""
    if subject.is_internal or result.kind != "attribute" or (not result.cases and result.records is None):
        return verdict(result, words)
    if result.cases and any(case.h0 == 0 for case in result.cases):
        return words.say(
            N_("In some cases the value is certain; {h0} bits are left on average."),
            h0=words.figure(result.h0),
        )
    return words.say(N_("The average remaining uncertainty is {h0} bits."), h0=words.figure(result.h0))


def _are_named(subject: Subject) -> bool:
    """Whether cases may be shown by their cells: not where these hold values of a confidential variable."""
    if subject.opened is None or getattr(subject.job.params, "intervals", None) != "input":
        return True
    job = subject.opened.plan.job(subject.job.input)
    dimensions = getattr(job.params, "dimensions", ())
    return not any(dimension.variable in subject.confidential for dimension in dimensions)


def _widths(result: CaeResult) -> list[float]:
    """Where the curve is drawn: at its own steps, unless these are differences of respondents' values."""
    widths = [float(width) for width, _ in result.steps]
    if result.kind != "attribute" and len(widths) <= _MOST_STEPS:
        return widths
    return [result.eps_max * step / _PRECISIONS for step in range(_PRECISIONS + 1)]


def _cases(subject: Subject, result: CaeResult, words: Words) -> Iterator[Block | Heading]:
    if not result.cases:
        return
    named = _are_named(subject)
    yield Heading(words.say(N_("Most exposed cases")))
    columns = (
        Column(words.say(N_("Case")), "right"),
        Column(words.say(N_("Records")), "right"),
        Column(words.say(N_("H₀ (bits)")), "right"),
        Column(words.say(N_("Range")), "right"),
        Column(words.say(N_("Area A")), "right"),
    )
    rows = tuple(
        (
            case.label if case.label is not None and named else whole(case.number),
            "–" if case.records is None else whole(case.records),
            words.figure(case.h0),
            amount(case.eps_max, words),
            words.figure(case.area),
        )
        for case in result.cases[:_CASES]
    )
    note = words.say(
        N_("Cases are numbered in the order of the input; {shown} of {number} are shown, least area first."),
        shown=whole(len(rows)),
        number=whole(len(result.cases)),
    )
    yield Table(words.say(N_("The most exposed cases")), columns, rows, note)


def _limits(result: CaeResult, words: Words) -> Iterator[Paragraph]:
    yield Paragraph(
        words.say(
            N_(
                "The curve holds for an intruder who gives the values these probabilities. One who knows "
                "more is left with less."
            )
        ),
        words.say(N_("Intruder's knowledge.")),
    )
    if result.cases:
        yield Paragraph(
            words.say(
                N_("The curve is a mean over all cases, each weighing the same. Single ones lie far below.")
            ),
            words.say(N_("Averages.")),
        )


def balance(subject: Subject, result: Any, words: Words) -> Balance:
    """Risk and utility before and after."""
    bits = words.say(N_("{h0} bits"), h0=words.figure(result.h0))
    at_first = subject.job.input == "data" and result.kind != "intervals"
    left = words.say(N_("remaining uncertainty"))
    return Balance(left, bits if at_first else NOTHING, NOTHING if at_first else bits)
