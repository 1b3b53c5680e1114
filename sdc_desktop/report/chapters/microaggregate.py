"""What a ``microaggregate`` job did: its groups, what each block lost, who can be distinguished still."""

from collections.abc import Iterator
from typing import Any

from sdc_desktop.engine.methods.grouping.microaggregate.engine import MicroaggregateResult
from sdc_desktop.report.balance import Balance, of_classes
from sdc_desktop.report.chapters.recoding import common_limits, input_paragraph
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.settings import done_text, title_of
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import (
    Axis,
    BarChart,
    Block,
    Column,
    Figure,
    Finding,
    Heading,
    KeyFigure,
    KeyFigures,
    Paragraph,
    Series,
    Table,
)
from sdc_desktop.words import N_, Words
from sdc_desktop.words.counted import UNIQUE, Counted
from sdc_desktop.words.microdata.microaggregation import (
    loss,
    members_title,
    size_range,
    smallest,
    verdict,
)
from sdc_desktop.words.problems.problems import noted
from sdc_desktop.words.words import listed, whole

_SMALL_COUNTS = ("microaggregate.missing_kept", "microaggregate.suppressed")  # for the internal edition only


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section. The verdict first, then what was done, what it cost."""
    result: MicroaggregateResult = subject.result.result
    blocks: list[Block | Heading] = [
        _finding(subject, result, words),
        _key_figures(subject, result, words),
        Heading(words.say(N_("Method"))),
        *_what_was_done(subject, result, words),
        Heading(words.say(N_("Utility loss"))),
        Paragraph(loss(result, words)),
        *_lost_figure(result, words),
        _blocks(result, words),
        Heading(words.say(N_("Limits and assumptions"))),
        *_limits(words, result.after.persons),
    ]
    return (Section(title_of(subject, words), tuple(blocks), subject.key),)


def balance(subject: Subject, result: Any, words: Words) -> Balance:
    """Risk and utility before and after."""
    kept = 1 - result.il / 100
    return of_classes(result.before, result.after, words.say(N_("variation of the variables")), kept, words)


_DISTINCT = Counted(
    N_("Some records can still be distinguished by their missing values."),
    N_("Some persons can still be distinguished by their missing values."),
)
_SIZES = Counted(N_("of {least} records or more"), N_("of {least} persons or more"))
_BELOW = Counted(N_("Records below k"), N_("Persons below k"))


def _finding(subject: Subject, result: MicroaggregateResult, words: Words) -> Finding:
    if result.records_below_k and not subject.is_internal:
        return Finding(words.say(_DISTINCT.of(result.persons_below_k)))
    return Finding(verdict(result, words))


def _key_figures(subject: Subject, result: MicroaggregateResult, words: Words) -> KeyFigures:
    least = whole(min(map(smallest, result.blocks)))
    sizes = words.say(_SIZES.of(result.persons_below_k), least=least)
    figures = [
        KeyFigure(words.say(N_("Groups")), whole(result.groups), sizes),
        KeyFigure(
            words.say(N_("Information loss")),
            words.say(N_("{il} %"), il=words.figure(result.il)),
            words.say(N_("of the variation (SSE of SST)")),
        ),
    ]
    if subject.is_internal:
        before = words.say(N_("{number} before"), number=whole(result.before.uniques))
        alone = KeyFigure(words.say(UNIQUE.of(result.after.persons)), whole(result.after.uniques), before)
        rule = words.say(N_("in some block; k is {k}"), k=whole(result.k))
        persons = result.persons_below_k
        number = result.records_below_k if persons is None else persons
        below = KeyFigure(words.say(_BELOW.of(persons)), whole(number), rule)
        figures = [alone, below, *figures]
    return KeyFigures(tuple(figures))


def _what_was_done(subject: Subject, result: MicroaggregateResult, words: Words) -> Iterator[Paragraph]:
    yield Paragraph(done_text(subject, words))
    if result.standardise:
        text = N_(
            "Continuous variables count equally: each is standardised to mean 0 and variance 1 for distances."
        )
    else:
        text = N_("Continuous variables count in their own units: those with large numbers count most.")
    yield Paragraph(words.say(text), words.say(N_("Distances.")))
    if result.strata > 1:
        divided = words.say(N_("Groups lie within {number} strata."), number=whole(result.strata))
        yield Paragraph(divided, words.say(N_("Strata.")))
    yield input_paragraph(subject, words)
    for problem in result.notes:
        if subject.is_internal or problem.code not in _SMALL_COUNTS:
            yield Paragraph(noted(problem, words), words.say(N_("Note.")))


def _lost_figure(result: MicroaggregateResult, words: Words) -> Iterator[Figure]:
    """What each block lost, where there are several."""
    if len(result.blocks) < 2:
        return
    series = Series(words.say(N_("lost")), tuple(block.il for block in result.blocks))
    names = tuple(listed(block.variables, words) for block in result.blocks)
    chart = BarChart(names, (series,), Axis(words.say(N_("Variation lost")), words.say(N_("%"))))
    reading = words.say(N_("The shorter the bar, the nearer the released values are to the original ones."))
    yield Figure(words.say(N_("Variation lost by block")), (chart,), reading)


def _blocks(result: MicroaggregateResult, words: Words) -> Table:
    columns = (
        Column(words.say(N_("Block")), share=3),
        Column(words.say(N_("Groups")), "right"),
        Column(members_title(result, words), "right"),
        Column(words.say(N_("SSE")), "right"),
        Column(words.say(N_("SST")), "right"),
        Column(words.say(N_("Lost")), "right"),
    )
    rows = tuple(
        (
            listed(block.variables, words),
            whole(block.groups),
            size_range(tuple(block.sizes), words),
            words.figure(block.sse, 4),
            words.figure(block.sst, 4),
            words.say(N_("{il} %"), il=words.figure(block.il, 4)),
        )
        for block in result.blocks
    )
    note = words.say(
        N_(
            "SSE is the sum of squared distances of the records from their group's values, SST the same with "
            "all records in one group, both in the units used for grouping. Lost is 100 SSE / SST."
        )
    )
    return Table(words.say(N_("Information loss by block")), columns, rows, note)


def _limits(words: Words, persons: int | None) -> Iterator[Paragraph]:
    yield Paragraph(
        words.say(
            N_(
                "Over the records released, the mean of a continuous variable stays as it was. Variances "
                "become smaller, and correlations change."
            )
        ),
        words.say(N_("Notes for data users.")),
    )
    yield from common_limits(words, persons)
