"""A protection in steps, in sentences and tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sdc_desktop.words.counted import Counted, known_briefly
from sdc_desktop.words.words import N_, Words, whole

if TYPE_CHECKING:
    from sdc_desktop.engine.strategies.trail import Trail

_UNIQUE = Counted(
    N_("Unique records as shown: {before} → {after}. Average of 1 / class size: {risk} → {left}."),
    N_("Unique persons as shown ({known}): {before} → {after}. Average risk: {risk} → {left}."),
)
Figures = tuple[int | None, int | None]  # unique records or persons, and those in small classes


def step_change(before: Figures, after: Figures, words: Words) -> str:
    """How a step compares with the one before, by unique records and records in small classes as shown. A
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
