"""The R-U map of the tab Microdata in words."""

from collections.abc import Iterable, Mapping, Sequence

from sdc_desktop.engine.methods.experiments.ru_map.engine import RuPoint
from sdc_desktop.engine.strategies.strategies import Strategy
from sdc_desktop.words.counted import UNIQUE
from sdc_desktop.words.problems.problems import spoken
from sdc_desktop.words.program.strategies import persons_in
from sdc_desktop.words.risk.risk import point_sentence
from sdc_desktop.words.words import N_, Words, whole

FIGURES = (1, 2, 3, 4)
TECHNIQUES: Mapping[str, str] = {
    "recoding": N_("ANOPI, recoding"),
    "microaggregation": N_("ANOPI, microaggregation"),
    "generalise": N_("Generalisation, k = 3"),
}


def as_is(words: Words) -> str:
    """Name of the original records."""
    return words.say(N_("Original"))


def step_name(number: int, label: str, words: Words) -> str:
    """Name of the settings after a step."""
    return words.say(N_("Step {number}: {label}"), number=number, label=label)


def strategy_name(name: str, words: Words) -> str:
    """Name of a strategy."""
    return words.say(N_("Strategy {name}"), name=name)


def now(words: Words) -> str:
    """The name of the current settings."""
    return words.say(N_("Now"))


def header(found: Iterable[Strategy], words: Words) -> tuple[str, ...]:
    """The columns behind the map."""
    texts = (N_("Setting"), N_("Risk"), N_("Utility"), N_("Smallest class"), UNIQUE.of(persons_in(found)))
    return tuple(words.say(text) for text in texts)


def strategy_row(one: Strategy, words: Words) -> tuple[str, ...]:
    """A strategy that has a place."""
    place = one.place
    assert place is not None
    return (
        one.name,
        words.percent(place.risk),
        words.percent(place.utility),
        whole(place.smallest),
        whole(place.uniques),
    )


def point_row(point: RuPoint, names: tuple[str, ...], words: Words) -> tuple[str, ...]:
    """One combination of levels."""
    cells = point_sentence(point, names, words)
    return (
        cells,
        words.percent(point.risk),
        words.percent(point.utility),
        whole(point.smallest),
        whole(point.uniques),
    )


def row_text(row: Sequence[str], words: Words) -> str:
    """A row in a sentence."""
    return words.say(
        N_("{setting}: risk {risk}, utility {utility}; smallest class {smallest}, unique records {alone}."),
        setting=row[0],
        risk=row[1],
        utility=row[2],
        smallest=row[3],
        alone=row[4],
    )


def best_line(strategies: Sequence[Strategy], best: int | None, max_risk: float, words: Words) -> str:
    """The best strategy by the user's points and alpha; what could not be compared, and why."""
    if best is None:
        line = words.say(N_("No strategy has a risk of {most} or less."), most=words.percent(max_risk))
    else:
        row = strategy_row(strategies[best], words)
        line = words.say(
            N_("Highest utility by your points at a risk of at most {most}: {told}"),
            most=words.percent(max_risk),
            told=row_text(row, words),
        )
    refused = [
        words.say(N_("Not compared: {name}. {why}"), name=one.name, why=spoken(one.problems[0], words))
        for one in strategies
        if one.place is None and one.problems
    ]
    return " ".join((line, *refused))
