"""The cell key method in words: how certain small counts are, what the noise costs, ratios."""

from collections.abc import Iterator

from sdc_desktop.engine.methods.tables.table.result import TableResult
from sdc_desktop.engine.tables.cell_keys.certainty import Certainty
from sdc_desktop.engine.tables.cell_keys.keyed import Guessed
from sdc_desktop.engine.tables.cell_keys.losses import NoiseLosses, Spread
from sdc_desktop.engine.tables.cell_keys.ratios import Ratio
from sdc_desktop.words.tables.tables import NOTHING, cell_name, number_text
from sdc_desktop.words.words import N_, Words, whole

_FIGURES = 4  # of a ratio


def certainty_header(words: Words) -> tuple[str, ...]:
    """The columns of the table of small counts."""
    titles = (
        N_("Published count"),
        N_("Cells"),
        N_("Unchanged"),
        N_("True count, from the count alone"),
        N_("Guessed with the rest of the table, highest"),
    )
    return tuple(map(words.say, titles))


def certainty_row(one: Certainty, words: Words) -> tuple[str, ...]:
    """A published count in this table."""
    return (
        whole(one.count),
        whole(one.cells),
        words.percent(one.stay),
        words.percent(one.probability),
        NOTHING if one.together is None else words.percent(one.together),
    )


def certainty_lines(result: TableResult, words: Words) -> Iterator[str]:
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
        yield guessed_line(guessed, words)


def guessed_line(guessed: Guessed, words: Words) -> str:
    """What an intruder infers about small counts with the rest of their rows and columns."""
    return words.say(
        N_(
            "Guessed from the count alone: {alone} of 100 small counts on average; with row, column and "
            "totals: {together}, at most {highest}."
        ),
        together=words.figure(100 * guessed.mean, 0),
        alone=words.figure(100 * guessed.alone, 0),
        highest=words.figure(100 * guessed.highest, 0),
    )


def exported_line(name: str, rows: int, words: Words) -> str:
    """That a perturbation table was exported."""
    return words.say(N_("Exported: {name}, {rows} rows."), name=name, rows=whole(rows))


def losses_header(words: Words) -> tuple[str, ...]:
    """The columns of the table of losses."""
    titles = (N_("Change"), N_("Mean"), N_("Median"), N_("90 % quantile"), N_("Maximum"))
    return tuple(map(words.say, titles))


def losses_rows(losses: NoiseLosses, words: Words) -> tuple[tuple[str, ...], ...]:
    """What the noise costs: in size, in proportion and of square roots."""
    return (
        (words.say(N_("absolute")), *_figures(losses.absolute, words)),
        (words.say(N_("relative")), *map(words.percent, _numbers(losses.relative))),
        (words.say(N_("of square roots")), *_figures(losses.roots, words)),
    )


def losses_line(losses: NoiseLosses, words: Words) -> str:
    """How many cells changed, and how many became 0."""
    return words.say(
        N_("Changed cells: {changed}; published as 0 but not empty: {zeros}."),
        changed=whole(losses.changed),
        zeros=whole(losses.false_zeros),
    )


def ratios_header(words: Words) -> tuple[str, ...]:
    """The columns of the table of ratios."""
    titles = (N_("Cell"), N_("True ratio"), N_("Published ratio"), N_("Feasibility interval"))
    return tuple(map(words.say, titles))


def ratio_row(one: Ratio, words: Words) -> tuple[str, ...]:
    """A cell as a ratio."""
    open_end = words.say(N_("no end"))
    lower, upper = (open_end if end is None else _ratio(end, words) for end in (one.lower, one.upper))
    ends = words.say(N_("{lower} to {upper}"), lower=lower, upper=upper)
    return (
        cell_name(one.coordinates),
        _ratio(one.value, words),
        _ratio(one.published, words),
        NOTHING if one.published is None else ends,
    )


def ratios_line(result: TableResult, words: Words) -> str:
    """How many ratios are published."""
    ratios = () if result.noise is None else result.noise.ratios
    shown = sum(one.published is not None for one in ratios)
    return words.say(
        N_("{shown} of {number} ratios are published; the denominators of the others are too small."),
        shown=whole(shown),
        number=whole(len(ratios)),
    )


def _ratio(value: float | None, words: Words) -> str:
    return NOTHING if value is None else words.figure(value, _FIGURES)


def _numbers(spread: Spread) -> tuple[float, float, float, float]:
    return spread.mean, spread.median, spread.most_of_them, spread.maximum


def _figures(spread: Spread, words: Words) -> tuple[str, ...]:
    return tuple(number_text(round(value, 3), words) for value in _numbers(spread))
