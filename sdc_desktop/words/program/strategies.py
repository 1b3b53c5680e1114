"""Strategies side by side in words, for window and report."""

from collections.abc import Iterable, Sequence

from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.strategies.strategies import Strategy
from sdc_desktop.project.changes import plan_changes, without_values
from sdc_desktop.words.counted import UNIQUE
from sdc_desktop.words.problems.problems import spoken
from sdc_desktop.words.program.changes import changes_text
from sdc_desktop.words.words import N_, Words, whole

FIGURES = (1, 2, 3, 4)
_MOST_CHANGES = 4
_NOTHING = "\u2013"


def now(words: Words) -> str:
    """What the current plan is called among strategies."""
    return words.say(N_("Current plan"))


def as_is(words: Words) -> str:
    """The name of the original data."""
    return words.say(N_("Original data"))


def persons_in(found: Iterable[Strategy]) -> int | None:
    """The persons of the files measured; None where records are counted."""
    return next((one.place.persons for one in found if one.place is not None), None)


def header(words: Words, found: Sequence[Strategy] = ()) -> tuple[str, ...]:
    """The columns of the table."""
    texts = (
        N_("Strategy"),
        N_("Risk"),
        N_("Utility"),
        N_("Smallest class"),
        UNIQUE.of(persons_in(found)),
        N_("Differences from the current plan"),
    )
    return tuple(words.say(text) for text in texts)


def rows(
    found: Sequence[Strategy], plans: Sequence[Plan], words: Words, *, values: bool = True
) -> tuple[tuple[str, ...], ...]:
    """The original data, then one row per plan compared so far. The last column explains why a
    plan was not measured. Without `values` nothing is given that may be a value of the data.
    """
    differences = [_NOTHING, _NOTHING, *(_difference(plan, plans[0], words, values) for plan in plans[1:])]
    return tuple(_row(one, listed, words, values) for one, listed in zip(found, differences, strict=False))


def _row(one: Strategy, difference: str, words: Words, values: bool) -> tuple[str, ...]:
    name, place = one.name or as_is(words), one.place
    if place is None:
        listed = [problem for problem in one.problems if values or problem.code.startswith("strategy.")]
        why = " ".join(spoken(problem, words) for problem in listed)
        why = why or words.say(N_("Not measured: the plan cannot be run on these data."))
        return name, _NOTHING, _NOTHING, _NOTHING, _NOTHING, why
    figures = (
        words.percent(place.risk),
        words.percent(place.utility),
        whole(place.smallest),
        whole(place.uniques),
    )
    return name, *figures, difference


def reading(words: Words) -> str:
    """What the figures mean."""
    return words.say(
        N_(
            "Risk: average re-identification risk. Utility: share of information retained in the key "
            "variables, weighted by your points. Both refer to the protected records."
        )
    )


def _difference(plan: Plan, first: Plan, words: Words, values: bool) -> str:
    changes = plan_changes(first, plan)
    changes = changes if values else without_values(changes)
    return changes_text(changes, words, _MOST_CHANGES) if changes else words.say(N_("the same"))
