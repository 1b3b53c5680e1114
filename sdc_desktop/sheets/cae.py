"""What a ``cae`` job found: how uncertain an intruder stays about a value, at every precision."""

from collections.abc import Iterator

from sdc_desktop.engine.methods.curves.cae.engine import CaeResult
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
from sdc_desktop.sheets.sheet import EXTERNAL, INSIDE, INTERNAL, PAPER, About, For, Readers
from sdc_desktop.words.curves.cae import amount, area_line, bounded_reading
from sdc_desktop.words.problems.problems import sentence
from sdc_desktop.words.words import N_, Words, listed, whole

_PRECISIONS = 40  # evenly spaced, so that no difference of two values of respondents is shown
_MOST_STEPS = 400  # of a curve that is drawn
_CASES = 8  # listed, the most exposed first


def sheet(about: About, words: Words) -> Iterator[For]:
    """The finding, then the curve, whom it is about. Widths of an attribute are differences of values of
    respondents, which stay inside; `about.variables` are those that span the cells of cases.
    """
    result: CaeResult = about.result
    yield For(Finding(_finding(result, words)), INSIDE)
    yield For(Finding(_outcome(result, words)), EXTERNAL)
    with_widths: Readers = INTERNAL if result.kind == "attribute" else PAPER
    yield For(_key_figures(result, words), with_widths)
    if with_widths == INTERNAL:
        yield For(KeyFigures((_uncertainty(result, words),)), EXTERNAL)
    yield For(Heading(words.say(N_("Measurements"))), PAPER)
    yield For(_what_a_curve_shows(words), with_widths)
    yield from _what_was_measured(result, words)
    for block in (*_curve(result, words), *_cases(about, words)):
        yield For(block, with_widths)


def _finding(result: CaeResult, words: Words) -> str:
    """The remaining uncertainty, in one sentence, as a number of equally likely values."""
    if result.cases:
        return _of_cases(result, words)
    if result.h0 == 0:
        return words.say(N_("Exact disclosure: only one value is possible."))
    if result.known and result.records is not None:
        return words.say_many(
            N_("{records} record agrees with what is known; its value is as uncertain as one of {like}."),
            N_(
                "{records} records agree with what is known: the exact value is as uncertain as one of "
                "{like} equally likely ones ({h0} bits)."
            ),
            result.records,
            records=whole(result.records),
            like=words.figure(2**result.h0, 1),
            h0=words.figure(result.h0),
        )
    return words.say(
        N_("Remaining uncertainty: {h0} bits, equivalent to {number} equally likely {number:value|values}."),
        number=words.figure(2**result.h0, 1),
        h0=words.figure(result.h0),
    )


def _of_cases(result: CaeResult, words: Words) -> str:
    """The number of cases with exact disclosure, and the remaining uncertainty on average."""
    certain = sum(case.h0 == 0 for case in result.cases)
    figures = {"cases": whole(len(result.cases)), "h0": words.figure(result.h0)}
    if not certain:
        return words.say(
            N_(
                "Exact disclosure in none of {cases} {cases:case|cases}; mean remaining "
                "uncertainty {h0} bits."
            ),
            **figures,
        )
    return words.say_many(
        N_("Exact disclosure in {number} of {cases} cases; mean remaining uncertainty {h0} bits."),
        N_("Exact disclosure in {number} of {cases} cases; mean remaining uncertainty {h0} bits."),
        certain,
        **figures,
    )


def _uncertainty(result: CaeResult, words: Words) -> KeyFigure:
    bits = words.say(N_("{h0} bits"), h0=words.figure(result.h0))
    like = words.say(
        N_("as one of {number} {number:equally likely value|equally likely values}"),
        number=words.figure(2**result.h0, 1),
    )
    return KeyFigure(words.say(N_("Uncertainty H₀")), bits, like)


def _key_figures(result: CaeResult, words: Words) -> KeyFigures:
    bounds = words.say(
        N_("between {lower} and {upper}"),
        lower=words.figure(result.area_lower),
        upper=words.figure(result.area_upper),
    )
    exact = words.say(N_("bits times the attribute's unit"))
    area, widest = words.figure(result.area), amount(result.eps_max, words)
    return KeyFigures(
        (
            _uncertainty(result, words),
            KeyFigure(words.say(N_("Area A")), area, exact if result.exact else bounds),
            KeyFigure(words.say(N_("Widest range")), widest, words.say(N_("of the values"))),
        )
    )


def _what_a_curve_shows(words: Words) -> Paragraph:
    return Paragraph(
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


def _what_was_measured(result: CaeResult, words: Words) -> Iterator[For]:
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
    yield For(Paragraph(text), PAPER)
    if result.weights is not None:
        weighted = N_("Each record counts by its number in {variable}, scaled to a sum of 1 in every case.")
        yield For(Paragraph(words.say(weighted, variable=result.weights)), PAPER)
    if not result.exact:
        yield For(Paragraph(area_line(result, words)), PAPER)
    for problem in result.notes:
        readers = INTERNAL if problem.code == "cae.left_out" else PAPER
        yield For(Paragraph(sentence(problem, words).message, words.say(N_("Note."))), readers)


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


def _outcome(result: CaeResult, words: Words) -> str:
    """The finding without small counts: neither cases with exact disclosure nor records that match."""
    if result.kind != "attribute" or (not result.cases and result.records is None):
        return _finding(result, words)
    if result.cases and any(case.h0 == 0 for case in result.cases):
        return words.say(
            N_("In some cases the value is certain; {h0} bits are left on average."),
            h0=words.figure(result.h0),
        )
    return words.say(N_("The average remaining uncertainty is {h0} bits."), h0=words.figure(result.h0))


def _widths(result: CaeResult) -> list[float]:
    """Where the curve is drawn: at its own steps, unless these are differences of respondents' values."""
    widths = [float(width) for width, _ in result.steps]
    if result.kind != "attribute" and len(widths) <= _MOST_STEPS:
        return widths
    return [result.eps_max * step / _PRECISIONS for step in range(_PRECISIONS + 1)]


def _cases(about: About, words: Words) -> Iterator[Block | Heading]:
    result: CaeResult = about.result
    if not result.cases:
        return
    named = getattr(about.params, "intervals", None) != "input"  # else cells of a table, named by categories
    named = named or (bool(about.variables) and not about.confidential.intersection(about.variables))
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
