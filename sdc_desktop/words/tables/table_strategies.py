"""Strategies for tables side by side in words, for window and report."""

from collections.abc import Sequence

from sdc_desktop.engine.strategies.table_strategies import TableFigures, TableStrategy
from sdc_desktop.words.problems.problems import spoken
from sdc_desktop.words.tables.figures import number_text
from sdc_desktop.words.words import N_, Words, whole

FIGURES = (2, 3, 4, 5, 6, 7, 8, 9, 10)
_AUDITS = {"passed": N_("passed"), "failed": N_("not passed")}


def not_run(words: Words) -> str:
    """The text for a figure that is not known."""
    return words.say(N_("not run"))


def header(words: Words) -> tuple[str, ...]:
    """The columns of the table."""
    texts = (
        N_("Job"),
        N_("Strategy"),
        N_("Cells"),
        N_("Unsafe"),
        N_("Suppressed with them"),
        N_("Not published"),
        N_("Share of the total"),
        N_("Cost"),
        N_("Bound"),
        N_("Gap"),
        N_("Mean width"),
        N_("Audit"),
    )
    return tuple(words.say(text) for text in texts)


def rows(found: Sequence[TableStrategy], words: Words) -> tuple[tuple[str, ...], ...]:
    """A row a table job and strategy. What is not known is not run."""
    return tuple((one.job, one.strategy, *_figures(one.figures, words)) for one in found)


def _figures(figures: TableFigures | None, words: Words) -> tuple[str, ...]:
    missing = not_run(words)
    if figures is None:
        return (missing,) * 10
    counts = (figures.cells, figures.primaries, figures.secondaries, figures.suppressed)
    bound = missing if figures.bound is None else number_text(figures.bound, words)
    gap = missing if figures.gap is None else words.percent(figures.gap)
    if figures.with_job:
        bound = gap = words.say(N_("as {job}"), job=figures.with_job)
    return (
        *(missing if count is None else whole(count) for count in counts),
        missing if figures.lost is None else words.percent(figures.lost),
        missing if figures.cost is None else number_text(figures.cost, words),
        bound,
        gap,
        missing if figures.width is None else words.percent(figures.width),
        missing if figures.audit is None else words.say(_AUDITS[figures.audit]),
    )


def refusals(found: Sequence[TableStrategy], words: Words, *, values: bool = True) -> tuple[str, ...]:
    """Why jobs were not run, a sentence each; nothing of plans that have no such job. Without `values`
    nothing is given that may be a value of the data.
    """
    texts = []
    for one in found:
        if one.problems:
            why = words.say(N_("Not measured: the plan cannot be run on these data."))
            why = " ".join(spoken(problem, words) for problem in one.problems) if values else why
            texts.append(f"{one.strategy}, {one.job}: {why}")
    return tuple(texts)


def reading(words: Words) -> str:
    """What the figures mean."""
    return words.say(
        N_(
            "The share is the suppressed part of the sum of the finest cells. The cost is that of the cells "
            "suppressed to protect others. No suppression pattern costs less than the bound; the gap says "
            "how much cheaper another one may be. Tables protected together have one bound and one gap, "
            "shown with the first of them. The width is "
            "the average width of the feasibility intervals, in percent of the true value: the wider, "
            "the less is known. “Not run” means that a plan has no such job, or that its method does "
            "not compute the figure."
        )
    )


def outcome_reading(words: Words) -> str:
    """What the figures mean for readers outside the organisation, who see fewer columns."""
    return words.say(
        N_(
            "The fewer cells are not published, the more a table shows its users. \u201cNot run\u201d stands "
            "where a plan has no such job, or nothing was audited."
        )
    )
