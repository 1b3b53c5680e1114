"""A protection in steps, in sentences and tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.words.counted import UNIQUE, UNITS, Counted, known_briefly
from sdc_desktop.words.words import N_, Words, whole

if TYPE_CHECKING:
    from sdc_desktop.engine.strategies.trail import StepFigures, Trail

FIGURES = (1, 2, 3, 4, 5)
_UNIQUE = Counted(
    N_("Unique records as shown: {before} → {after}. Average of 1 / class size: {risk} → {left}."),
    N_("Unique persons as shown ({known}): {before} → {after}. Average risk: {risk} → {left}."),
)
Figures = tuple[int | None, int | None]  # unique records or persons, and those in classes below 3


def step_title(kind: str, words: Words) -> str:
    """What a step is called; without a kind, the file before the first."""
    return words.say(N_("original")) if not kind else words.say(method_of(kind).title)


def step_row(number: int, kind: str, words: Words) -> str:
    """The title of a step with its number."""
    return words.say(N_("{number}. {method}"), number=number, method=step_title(kind, words))


def pictured(trail: Trail | None, words: Words) -> tuple[tuple[str, str], ...]:
    """The unit and the name of each picture."""
    persons = None if trail is None else trail.steps[0].persons
    unit = UNITS.of(persons)
    pairs = (unit, UNIQUE.of(persons)), (unit, N_("In classes below 3")), (N_("Values"), N_("Values changed"))
    return tuple((words.say(one), words.say(name)) for one, name in pairs)


def header(words: Words) -> tuple[str, ...]:
    """The columns of the trail."""
    titles = (
        N_("After step"),
        N_("Records"),
        N_("Unique"),
        N_("In classes below 3"),
        N_("Average risk"),
        N_("Values changed"),
        N_("Change in risk"),
    )
    return tuple(words.say(title) for title in titles)


def rows(trail: Trail, words: Words) -> tuple[tuple[str, ...], ...]:
    """One row per stage, the original first."""
    before = (None, *trail.steps)
    return tuple(_row(place, one, before[place], words) for place, one in enumerate(trail.steps))


def _row(place: int, one: StepFigures, before: StepFigures | None, words: Words) -> tuple[str, ...]:
    name = step_row(place, one.kind, words) if place else step_title(one.kind, words)
    name = words.say(N_("{step} (off)"), step=name) if one.off else name
    share = "\u2013" if one.changed is None else words.percent(one.changed / max(one.values, 1))
    risk = "\u2013" if one.risk is None else words.percent(one.risk)
    than = None if before is None else (before.uniques, before.below)
    change = "\u2013" if than is None else step_change(than, (one.uniques, one.below), words)
    return (name, whole(one.records), _counted(one.uniques), _counted(one.below), risk, share, change)


def step_change(before: Figures, after: Figures, words: Words) -> str:
    """How a step compares with the one before, by unique records and records in classes below 3 as shown. A
    step before the last has no other verdict.
    """
    pairs = tuple(zip(before, after, strict=True))
    known = [(old, new) for old, new in pairs if old is not None and new is not None]
    if len(known) < len(pairs):
        return "\u2013"
    fewer, more = any(new < old for old, new in known), any(new > old for old, new in known)
    if fewer and more:
        return words.say(N_("Better and worse"))
    if fewer or more:
        return words.say(N_("Better") if fewer else N_("Worse"))
    return words.say(N_("Equal"))


def _counted(number: int | None) -> str:
    return "\u2013" if number is None else whole(number)


def finding(trail: Trail, words: Words) -> str:
    """The file after the last step beside the original, as its classes show it."""
    first, last = trail.steps[0], trail.steps[-1]
    if first.uniques is None or last.uniques is None:
        return words.say(N_("No key variables: uniqueness is not measured."))
    return words.say(
        _UNIQUE.of(last.persons),
        known=known_briefly(last.known, words),
        before=whole(first.uniques),
        after=whole(last.uniques),
        risk=words.percent(first.risk or 0.0),
        left=words.percent(last.risk or 0.0),
    )
