"""The results of ``anopi`` and ``recode`` in sentences, the same in window, batch and report."""

from collections.abc import Sequence

from sdc_desktop.engine.methods.recoding.anopi.codings import Choice
from sdc_desktop.engine.methods.recoding.anopi.engine import AnopiResult
from sdc_desktop.engine.microdata.recoding import Anonymity
from sdc_desktop.engine.microdata.suppression.rare_records import RareRecords
from sdc_desktop.words.counted import Counted, figures_of
from sdc_desktop.words.microdata import suppression
from sdc_desktop.words.microdata.hierarchies import Known, coding_short
from sdc_desktop.words.program.variables import few
from sdc_desktop.words.words import N_, NN_, Words

_REASONS = {
    "least_deviation": N_("Closest to the optimum of utility and privacy among all levels of {variable}."),
    "tie": N_("Several levels of {variable} are equally close to the optimum; the most detailed is used."),
    "only_utility": N_(
        "Only utility counts for {variable}; this coding comes nearest to its optimum utility."
    ),
    "only_privacy": N_(
        "Only privacy counts for {variable}; this coding comes nearest to its optimum privacy."
    ),
    "no_points": N_("{variable} has no effective points, so its coarsest level is used."),
    "override": N_("Level of {variable} set manually."),
}

_UNIQUE = Counted(
    NN_(
        N_("At risk: {number} of {records} records is unique on {variables}."),
        N_("At risk: {number} of {records} records are unique on {variables}."),
    ),
    NN_(
        N_("At risk: {number} of {persons} persons is unique on {variables} ({known})."),
        N_("At risk: {number} of {persons} persons are unique on {variables} ({known})."),
    ),
)
_NONE_UNIQUE = Counted(
    NN_(
        N_("No unique records: every record matches at least {number} other on {variables}."),
        N_("No unique records: every record matches at least {number} others on {variables}."),
    ),
    NN_(
        N_("No unique persons ({known}): every person matches at least {number} other on {variables}."),
        N_("No unique persons ({known}): every person matches at least {number} others on {variables}."),
    ),
)


def verdict(after: Anonymity, variables: Sequence[str], words: Words, rare: RareRecords | None = None) -> str:
    """What the recoding achieves: how many records or persons are unique, and what was suppressed for it.

    Says what was counted and no more: those alone in their class are unique, whatever else is safe. Where a
    suppressed cell does not count as a value of its own, the rule it counts by is said instead, and what the
    stricter rules would say.
    """
    if rare is None or not (rare.figures.cells or rare.figures.whole_persons):
        return _single_out(after, variables, words)
    if rare.suppress in ("records", "persons"):
        sentences = (
            _single_out(after, variables, words),
            suppression.lines_of(rare, rare.classes.records, words)[0],
        )
        return " ".join(sentences)
    cells = suppression.cells_suppressed(rare, rare.classes.records, words)
    if rare.rule == "category":
        return f"{_single_out(after, variables, words)} {cells}"
    below = rare.figures.below.as_category
    return " ".join(
        (suppression.rule(rare, words), cells, *((suppression.stricter(rare, words),) if below else ()))
    )


def _single_out(after: Anonymity, variables: Sequence[str], words: Words) -> str:
    figures = figures_of(after, words) | {"variables": few(variables, words)}
    if after.uniques:
        return words.say_many(*_UNIQUE.of(after.persons), after.uniques, **figures)
    return words.say_many(*_NONE_UNIQUE.of(after.persons), max(after.k - 1, 0), **figures)


def reason(variable: str, choice: Choice, words: Words) -> str:
    """Why a level was chosen."""
    return words.say(_REASONS[choice.reason], variable=variable)


def next_best(result: AnopiResult, variable: str, known: Known, words: Words) -> str:
    """The next best level, and how much farther from the optimum it is."""
    choice = result.codings[variable]
    if choice.next_best is None:
        return words.say(N_("There is no other coding to choose from."))
    codings = result.candidates[variable]
    chosen, other = codings[choice.level - 1], codings[choice.next_best - 1]
    return words.say(
        N_(
            "Next best: {name}; deviation {other} (chosen level: {chosen}), utility {utility}, privacy "
            "{privacy}."
        ),
        name=coding_short(other.level, other.level_name, known, words),
        other=words.figure(other.deviation, 3),
        chosen=words.figure(chosen.deviation, 3),
        utility=words.figure(other.utility),
        privacy=words.figure(other.privacy),
    )
