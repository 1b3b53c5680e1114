"""What a ``microaggregate`` job did: its groups, what each block lost, who can be distinguished still."""

from collections.abc import Iterator

from sdc_desktop.engine.methods.grouping.microaggregate.engine import MicroaggregateResult
from sdc_desktop.engine.microdata.groups.block_groups import BlockResult
from sdc_desktop.sheets.blocks import (
    Axis,
    BarChart,
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
from sdc_desktop.sheets.recoding import smallest_figure
from sdc_desktop.sheets.sheet import EVERYONE, EXTERNAL, INSIDE, PAPER, WINDOW, About, For
from sdc_desktop.words.counted import UNIQUE, Counted, figures_of
from sdc_desktop.words.microdata.microaggregation import members_title, size_range
from sdc_desktop.words.program.variables import few
from sdc_desktop.words.words import N_, NN_, Words, listed, whole

_TOGETHER = Counted(
    NN_(
        N_("Taken together, {number} of {records} records is unique."),
        N_("Taken together, {number} of {records} records are unique."),
    ),
    NN_(
        N_("Taken together, {number} of {persons} persons is unique ({known})."),
        N_("Taken together, {number} of {persons} persons are unique ({known})."),
    ),
)
_DISTINCT = Counted(
    N_("Some records can still be distinguished by their missing values."),
    N_("Some persons can still be distinguished by their missing values."),
)
_SIZES = Counted(
    N_("of {least} {least:record|records} or more"), N_("of {least} {least:person|persons} or more")
)
_BELOW = Counted(N_("Records below k"), N_("Persons below k"))


def sheet(about: About, words: Words) -> Iterator[For]:
    """The finding, the groups, and what each block lost; counts of those in smaller groups stay inside."""
    say, result = words.say, about.result
    yield from _findings(result, words)
    yield from _key_figures(result, words)
    yield For(Heading(say(N_("Method"))), PAPER)
    text = N_("Continuous variables count in their own units: those with large numbers count most.")
    if result.standardise:
        text = N_(
            "Continuous variables count equally: each is standardised to mean 0 and variance 1 for distances."
        )
    yield For(Paragraph(say(text), say(N_("Distances."))), PAPER)
    if result.strata > 1:
        divided = say(N_("Groups lie within {number} strata."), number=whole(result.strata))
        yield For(Paragraph(divided, say(N_("Strata."))), PAPER)
    yield For(Heading(say(N_("Utility loss"))), PAPER)
    lost = words.figure(result.il, 4)
    yield For(Paragraph(say(N_("Information loss: {il} % of the variation (SSE / SST)."), il=lost)), EVERYONE)
    for figure in _lost_figure(result, words):
        yield For(figure, PAPER)
    yield For(_blocks(result, words), PAPER)
    yield For(_blocks(result, words, by_size=True), WINDOW)


def _findings(result: MicroaggregateResult, words: Words) -> Iterator[For]:
    inside = _finding(result, words)
    yield For(Finding(inside), INSIDE)
    outside = words.say(_DISTINCT.of(result.persons_below_k)) if result.records_below_k else inside
    yield For(Finding(outside), EXTERNAL)
    if len(result.blocks) > 1 and result.k > 1:  # what the blocks leave of all variables taken together
        after = result.after
        together = words.say_many(*_TOGETHER.of(after.persons), after.uniques, **figures_of(after, words))
        yield For(Finding(together), WINDOW)


def _finding(result: MicroaggregateResult, words: Words) -> str:
    """The finding, in one sentence: how many others each record matches."""
    if result.k == 1:
        return words.say(N_("Nothing is changed: with k = 1 every record is a group of its own."))
    if result.persons_below_k is not None:
        return _of_persons(result, result.persons_below_k, words)
    if result.records_below_k:
        return words.say_many(
            N_("At risk: {number} of {records} records matches fewer than {others} other records."),
            N_("At risk: {number} of {records} records match fewer than {others} other records."),
            result.records_below_k,
            records=whole(result.records - result.suppressed),
            others=whole(result.k - 1),
        )
    if len(result.blocks) == 1:
        return words.say_many(
            N_("Every record matches at least {number} other on {variables}."),
            N_("Every record matches at least {number} others on {variables}."),
            _smallest(result.blocks[0]) - 1,
            variables=few(result.blocks[0].variables, words),
        )
    return words.say_many(
        N_("In each of {blocks} blocks, every record matches at least {number} other."),
        N_("In each of {blocks} blocks, every record matches at least {number} others."),
        min(_smallest(block) for block in result.blocks) - 1,
        blocks=whole(len(result.blocks)),
    )


def _of_persons(result: MicroaggregateResult, below: int, words: Words) -> str:
    """What was achieved where persons have several records, and groups count persons."""
    if result.records_below_k:
        return words.say(
            N_(
                "At risk: {persons} {persons:person|persons} ({number} {number:record|records}) "
                "{persons:is in a class|are in classes} with fewer than {k} persons."
            ),
            persons=whole(below),
            number=whole(result.records_below_k),
            k=whole(result.k),
        )
    least = whole(min(_smallest(block) for block in result.blocks))
    if len(result.blocks) == 1:
        return words.say(
            N_("Every record is in a class of at least {number} {number:person|persons} on {variables}."),
            number=least,
            variables=few(result.blocks[0].variables, words),
        )
    return words.say(
        N_(
            "{blocks:In the block|In each of {blocks} blocks}, every record is in a class of "
            "at least {number} {number:person|persons}."
        ),
        number=least,
        blocks=whole(len(result.blocks)),
    )


def _key_figures(result: MicroaggregateResult, words: Words) -> Iterator[For]:
    least = whole(min(map(_smallest, result.blocks)))
    sizes = words.say(_SIZES.of(result.persons_below_k), least=least)
    figures = (
        KeyFigure(words.say(N_("Groups")), whole(result.groups), sizes),
        KeyFigure(
            words.say(N_("Information loss")),
            words.say(N_("{il} %"), il=words.figure(result.il)),
            words.say(N_("of the variation (SSE of SST)")),
        ),
    )
    before = words.say(N_("{number} before"), number=whole(result.before.uniques))
    alone = KeyFigure(words.say(UNIQUE.of(result.after.persons)), whole(result.after.uniques), before)
    rule = words.say(N_("in some block; k is {k}"), k=whole(result.k))
    persons = result.persons_below_k
    number = result.records_below_k if persons is None else persons
    below = KeyFigure(words.say(_BELOW.of(persons)), whole(number), rule)
    yield For(KeyFigures((alone, below, *figures)), INSIDE)
    yield For(KeyFigures(figures), EXTERNAL)
    sums = (
        KeyFigure(words.say(N_("SSE")), words.figure(result.sse, 2)),
        KeyFigure(words.say(N_("SST")), words.figure(result.sst, 2)),
    )
    yield For(KeyFigures((*sums, smallest_figure(result.before, result.after, words))), WINDOW)


def _smallest(block: BlockResult) -> int:
    """The least size; 0 without any."""
    return min(block.sizes, default=0)


def _lost_figure(result: MicroaggregateResult, words: Words) -> Iterator[Figure]:
    """What each block lost, where there are several."""
    if len(result.blocks) < 2:
        return
    series = Series(words.say(N_("lost")), tuple(block.il for block in result.blocks))
    names = tuple(listed(block.variables, words) for block in result.blocks)
    chart = BarChart(names, (series,), Axis(words.say(N_("Variation lost")), words.say(N_("%"))))
    reading = words.say(N_("The shorter the bar, the nearer the released values are to the original ones."))
    yield Figure(words.say(N_("Variation lost by block")), (chart,), reading)


def _blocks(result: MicroaggregateResult, words: Words, *, by_size: bool = False) -> Table:
    """Each block and what it lost; `by_size`: below it the groups of each size, where there are several."""
    columns = (
        Column(words.say(N_("Block")), share=3),
        Column(words.say(N_("Groups")), "right"),
        Column(members_title(result, words), "right"),
        Column(words.say(N_("SSE")), "right"),
        Column(words.say(N_("SST")), "right"),
        Column(words.say(N_("Lost")), "right"),
    )
    rows: list[tuple[str, ...]] = []
    for block in result.blocks:
        row = (
            listed(block.variables, words),
            whole(block.groups),
            size_range(tuple(block.sizes), words),
            words.figure(block.sse, 4),
            words.figure(block.sst, 4),
            words.say(N_("{il} %"), il=words.figure(block.il, 4)),
        )
        rows.append(row)
        if by_size and len(block.sizes) > 1:
            rows += [("", whole(block.sizes[size]), whole(size), "", "", "") for size in sorted(block.sizes)]
    note = words.say(
        N_(
            "SSE is the sum of squared distances of the records from their group's values, SST the same with "
            "all records in one group, both in the units used for grouping. Lost is 100 SSE / SST."
        )
    )
    return Table(words.say(N_("Information loss by block")), columns, tuple(rows), note)
