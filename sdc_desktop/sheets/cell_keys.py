"""How certain small counts are after the cell key method, and its cost: parts of a table's sheet."""

from collections.abc import Iterator, Sequence

from sdc_desktop.engine.methods.tables.table.result import TableResult
from sdc_desktop.engine.tables.cell_keys.certainty import Certainty
from sdc_desktop.engine.tables.cell_keys.keyed import Guessed
from sdc_desktop.engine.tables.cell_keys.losses import NoiseLosses, Spread
from sdc_desktop.engine.tables.cell_keys.ratios import Ratio
from sdc_desktop.sheets.blocks import Column, Heading, Paragraph, Table
from sdc_desktop.sheets.sheet import INSIDE, INTERNAL, WINDOW, For
from sdc_desktop.sheets.sheet import table as table_of
from sdc_desktop.words.tables.figures import number_text
from sdc_desktop.words.tables.tables import NOTHING, cell_name
from sdc_desktop.words.words import N_, Words, whole

_FIGURES = 4  # of a ratio
_CERTAINTY = (
    N_("Published count"),
    N_("Cells"),
    N_("Unchanged"),
    N_("True count, from the count alone"),
    N_("Guessed with the rest of the table, highest"),
)
_LOSSES = N_("Change"), N_("Mean"), N_("Median"), N_("90 % quantile"), N_("Maximum")
_RATIOS = N_("Cell"), N_("True ratio"), N_("Published ratio"), N_("Feasibility interval")


def certainty(result: TableResult, words: Words) -> Iterator[For]:
    """How certain small counts are, alone and with the rest of the table; nothing where there are none."""
    if result.certain:
        yield For(Heading(words.say(N_("Certainty of small counts"))), INTERNAL)
        lines = " ".join(_certainty_lines(result, words))
        if lines:
            yield For(Paragraph(lines), INSIDE)
        columns = tuple(
            Column(words.say(title), "right", 2 if place > 2 else 1) for place, title in enumerate(_CERTAINTY)
        )
        rows = tuple(_certainty_row(one, words) for one in result.certain)
        note = words.say(
            N_(
                "From the count alone: by Bayes' rule with the counts of this table. With the rest of the "
                "table: the highest probability of a small true count over these cells."
            )
        )
        yield For(Table(words.say(N_("Small published counts")), columns, rows, note), INSIDE)


def ratios(result: TableResult, words: Words) -> Iterator[For]:
    """How many ratios are published, and in the window each of them."""
    found = () if result.noise is None else result.noise.ratios
    if found:
        yield For(Paragraph(_ratios_line(found, words), words.say(N_("Ratios."))), INSIDE)
        rows = tuple(_ratio_row(one, words) for one in found)
        yield For(table_of(words.say(N_("Ratios")), _RATIOS, rows, words), WINDOW)


def noise_losses(result: TableResult, words: Words, *, shows_amounts: bool) -> Iterator[For]:
    """What the noise costs; of confidential amounts in proportion only."""
    if result.noise is None:
        return
    losses = result.noise.losses
    line = words.say(
        N_("Changed cells: {changed}; published as 0 but not empty: {zeros}."),
        changed=whole(losses.changed),
        zeros=whole(losses.false_zeros),
    )
    yield For(Paragraph(line), INSIDE)
    rows = _losses_rows(losses, words)
    shown = rows if shows_amounts else rows[1:2]
    yield For(table_of(words.say(N_("Changes by the noise")), _LOSSES, shown, words), INSIDE)


def _certainty_row(one: Certainty, words: Words) -> tuple[str, ...]:
    """A published count in this table."""
    return (
        whole(one.count),
        whole(one.cells),
        words.percent(one.stay),
        words.percent(one.probability),
        NOTHING if one.together is None else words.percent(one.together),
    )


def _certainty_lines(result: TableResult, words: Words) -> Iterator[str]:
    """Of the most certain small count how certain it is, and what the rest of the table adds."""
    small = [one for one in result.certain if one.count]
    if small:
        worst = max(small, key=lambda one: one.probability)
        yield words.say(
            N_("A published {count} is a true {count} in {cases} of 100 cases."),
            count=whole(worst.count),
            cases=words.figure(100 * worst.probability, 0),
        )
    guessed = None if result.noise is None else result.noise.guessed
    if guessed is not None:
        yield _guessed_line(guessed, words)


def _guessed_line(guessed: Guessed, words: Words) -> str:
    """How many of 100 small counts an intruder infers, from the count alone and with its margins."""
    return words.say(
        N_(
            "Guessed from the count alone: {alone} of 100 small counts on average; with row, column and "
            "totals: {together}, at most {highest}."
        ),
        together=words.figure(100 * guessed.mean, 0),
        alone=words.figure(100 * guessed.alone, 0),
        highest=words.figure(100 * guessed.highest, 0),
    )


def _losses_rows(losses: NoiseLosses, words: Words) -> tuple[tuple[str, ...], ...]:
    """What the noise costs: in size, in proportion and of square roots."""
    return (
        (words.say(N_("absolute")), *_figures(losses.absolute, words)),
        (words.say(N_("relative")), *map(words.percent, _numbers(losses.relative))),
        (words.say(N_("of square roots")), *_figures(losses.roots, words)),
    )


def _ratio_row(one: Ratio, words: Words) -> tuple[str, ...]:
    """A cell as a ratio."""
    open_end = words.say(N_("no end"))
    lower, upper = (open_end if end is None else _ratio(end, words) for end in (one.lower, one.upper))
    ends = words.say(N_("{lower} to {upper}"), lower=lower, upper=upper)
    return (
        cell_name(one.coordinates, words),
        _ratio(one.value, words),
        _ratio(one.published, words),
        NOTHING if one.published is None else ends,
    )


def _ratios_line(ratios: Sequence[Ratio], words: Words) -> str:
    """How many ratios are published."""
    shown = sum(one.published is not None for one in ratios)
    return words.say(
        N_(
            "{shown} of {number} {number:ratio|ratios} {shown:is|are} published; the "
            "denominators of the others are too small."
        ),
        shown=whole(shown),
        number=whole(len(ratios)),
    )


def _ratio(value: float | None, words: Words) -> str:
    return NOTHING if value is None else words.figure(value, _FIGURES)


def _numbers(spread: Spread) -> tuple[float, float, float, float]:
    return spread.mean, spread.median, spread.most_of_them, spread.maximum


def _figures(spread: Spread, words: Words) -> tuple[str, ...]:
    return tuple(number_text(round(value, 3), words) for value in _numbers(spread))
