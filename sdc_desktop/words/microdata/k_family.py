"""Loss and risk of a microaggregation by k, in sentences and tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sdc_desktop.words.counted import Counted
from sdc_desktop.words.words import N_, Words, whole

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.grouping.microaggregate.by_k import KFamily, KPoint

FIGURES = (0, 1, 2, 3, 4)


def header(words: Words) -> tuple[str, ...]:
    """The columns of the family."""
    titles = (
        N_("k"),
        N_("Information loss"),
        N_("Average risk"),
        N_("Smallest class"),
        N_("Unique"),
        N_("Note"),
    )
    return tuple(words.say(title) for title in titles)


def row(point: KPoint, found: KFamily, current: int, words: Words) -> tuple[str, ...]:
    """One k."""
    return (
        whole(point.k),
        words.percent(point.loss),
        words.percent(point.risk),
        whole(point.smallest),
        whole(point.uniques),
        name(point.k, found, current, words),
    )


def name(k: int, found: KFamily, current: int, words: Words) -> str:
    """What a k is: the original, the current one, that of ANOPI; empty for all others."""
    notes = []
    if k == 1:
        notes.append(words.say(N_("original")))
    if k == current:
        notes.append(words.say(N_("current")))
    if k == found.anopi:
        notes.append(words.say(N_("ANOPI")))
    return ", ".join(notes)


def mark(k: int, found: KFamily, current: int, words: Words) -> str:
    """The label of a k that has a name, beside its point."""
    return words.say(N_("{name} ({k})"), name=name(k, found, current, words), k=whole(k))


_LINE = Counted(
    N_("k = {k}: information loss {loss}, average risk {risk}, unique records: {uniques}."),
    N_("k = {k}: information loss {loss}, average risk {risk}, unique persons: {uniques}."),
)


def line(point: KPoint, words: Words) -> str:
    """Loss and risk of one k, in a sentence."""
    return words.say(
        _LINE.of(point.persons),
        k=whole(point.k),
        loss=words.percent(point.loss),
        risk=words.percent(point.risk),
        uniques=whole(point.uniques),
    )
