"""The strategies that a project keeps, side by side with the plan that is reported on."""

from collections.abc import Iterator, Sequence

from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.strategies.strategies import Strategy
from sdc_desktop.engine.strategies.table_strategies import TableStrategy
from sdc_desktop.report.model import Edition
from sdc_desktop.sheets.blocks import Axis, BarChart, Block, Column, Figure, Heading, Paragraph, Series, Table
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.problems import spoken
from sdc_desktop.words.program import strategies as phrases
from sdc_desktop.words.tables import table_strategies as given_tables

_EXTERNAL = (0, 1, 2)  # columns that tell nothing of single records, nor how they were protected
_TABLES_EXTERNAL = (0, 1, 2, 5, 11)  # nor of single cells
_COUNTS = (0, 1, 2, 3, 4, 5, 6)  # columns of the first table, which paper has room for, and of the second
_PROOFS = (0, 1, 7, 8, 9, 10, 11)
_NAMES = {0: 1.4, 1: 2.2}  # shares of the width


def headed(blocks: Sequence[Block | Heading], words: Words) -> tuple[Block | Heading, ...]:
    """The blocks below a heading of their own; nothing without blocks."""
    return (Heading(words.say(N_("Strategies of the project"))), *blocks) if blocks else ()


def records(
    found: Sequence[Strategy], plans: Sequence[Plan], edition: Edition, words: Words
) -> tuple[Block, ...]:
    """A row for the original data and for every plan: risk, utility and what is different. Small classes and
    the differences are in the internal edition only.
    """
    header = phrases.header(words, found)
    shown = _EXTERNAL if edition == "external" else range(len(header))
    shares = (2.2, 0.8, 0.8, 0.9, 0.7, 3.0)
    columns = tuple(
        Column(head, "right" if place in phrases.FIGURES else "left", shares[place])
        for place, head in enumerate(header)
        if place in shown
    )
    rows = tuple(
        tuple(row[place] for place in shown) for row in phrases.rows(found, plans, words, values=False)
    )
    title = words.say(N_("Risk and utility of each strategy"))
    return Table(title, columns, rows), Paragraph(phrases.reading(words))


def refused(problems: Sequence[Problem], words: Words) -> tuple[Block, ...]:
    """Where the records of the plans could not be compared: why."""
    return (Paragraph(" ".join(spoken(problem, words) for problem in problems)),)


def ended(words: Words) -> tuple[Block, ...]:
    """That not all strategies are here."""
    return (Paragraph(words.say(N_("The comparison was ended by request. The rest was not compared."))),)


def tables(found: Sequence[TableStrategy], edition: Edition, words: Words) -> Iterator[Block | Heading]:
    """A row for every table job in every plan, and bars of the numbers of suppressed cells. The external
    edition has nothing on which cells are unsafe, nor on their intervals.
    """
    internal = edition == "internal"
    rows = given_tables.rows(found, words)
    title = words.say(N_("What each strategy does to the tables"))
    if internal:
        yield _part(title, _COUNTS, rows, "", words)
        title = words.say(N_("What each strategy costs, and what it leaves open"))
        yield _part(title, _PROOFS, rows, given_tables.reading(words), words)
    else:
        yield _part(title, _TABLES_EXTERNAL, rows, given_tables.outcome_reading(words), words)
    for text in given_tables.refusals(found, words, values=False) if internal else ():
        yield Paragraph(text, words.say(N_("Note.")))
    yield from _figure(found, words, internal=internal)


def _part(title: str, shown: Sequence[int], rows: Sequence[Sequence[str]], note: str, words: Words) -> Table:
    """Some columns of the table in a table of their own."""
    header = given_tables.header(words)
    columns = tuple(
        Column(header[at], "right" if at in given_tables.FIGURES else "left", _NAMES.get(at, 1.0))
        for at in shown
    )
    return Table(title, columns, tuple(tuple(row[at] for at in shown) for row in rows), note)


def _figure(found: Sequence[TableStrategy], words: Words, *, internal: bool) -> Iterator[Figure]:
    """Bars of suppressed cells; internally the unsafe ones apart."""
    drawn = [(one, one.figures) for one in found if one.figures is not None]
    if not drawn:
        return
    several = len({one.job for one, _ in drawn}) > 1
    names = tuple(f"{one.strategy}, {one.job}" if several else one.strategy for one, _ in drawn)
    hidden = tuple(float(figures.suppressed) for _, figures in drawn)
    series: tuple[Series, ...] = (Series(words.say(N_("not published")), hidden),)
    if internal:
        unsafe = tuple(float(figures.primaries or 0) for _, figures in drawn)
        series = (Series(words.say(N_("unsafe")), unsafe), *series)
    chart = BarChart(names, series, Axis(words.say(N_("Cells"))), decimals=0)
    if internal:
        reading = N_(
            "The second bar counts the unsafe cells and those suppressed with them: the shorter, the more of "
            "the table is published. A table that is unsafe and publishes everything is not protected."
        )
    else:
        reading = N_("The shorter a bar, the more of the table is published.")
    title = words.say(N_("Suppressed cells by strategy"))
    yield Figure(title, (chart,), words.say(reading))
