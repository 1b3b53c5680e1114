"""The tab Risk of a step in words: what the file is like before and after it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from sdc_desktop.engine.microdata.recoding import SIZE_BANDS
from sdc_desktop.words.counted import Counted
from sdc_desktop.words.words import N_, Words, whole

if TYPE_CHECKING:
    from sdc_desktop.engine.strategies.trail import StepFigures

BY_SIZE = Counted(N_("Records by size of their class"), N_("Persons by size of their class"))
IN_CLASS = Counted(N_("Records in the class"), N_("Persons in the class"))
AFTER_EACH = Counted(N_("Records at risk after each step"), N_("Persons at risk after each step"))
DUE = Counted(N_("Unique records due to each variable"), N_("Unique persons due to each variable"))
SIZE_LEGEND = N_("{before} {base}, {after} after step {number}")
EACH_LEGEND = N_("{before} in classes below {k}, {after} unique")
AFTER_STEP = N_("after step {number}")
EACH_HEADS = N_("After step"), N_("In classes below {k}"), N_("Unique")
VARIABLE = N_("Variable")
DUE_MEANING = N_("Fewer unique ones if the variable were not released.")
ORIGINAL, STEP_BEFORE = N_("original"), N_("step before")
NO_KEYS = N_("On the card Roles, choose the key variables.")
COUNTING = N_("Counting combinations…")
OFF = N_("This step is off: the records pass it unchanged.")
Tile = tuple[str, str, str]  # caption, before, after


def tiles(number: int, before: StepFigures, after: StepFigures, words: Words) -> tuple[Tile, ...]:
    """Caption, before and after of each figure of a step."""
    say = words.say
    risk, left = ("–" if one is None else words.percent(one) for one in (before.risk, after.risk))
    return (
        (say(N_("Unique after step {number}"), number=number), *_pair(before.uniques, after.uniques)),
        (say(N_("In classes below {k}"), k=after.k), *_pair(before.below, after.below)),
        (say(N_("Average risk")), risk, left),
        (say(N_("Values changed")), *_pair(before.changed, after.changed)),
    )


def band_names() -> tuple[str, ...]:
    """`1`, `2`, `3–4` …: the sizes of classes in a band."""
    names = (
        whole(low) if high == low + 1 else f"{whole(low)}–{whole(high - 1)}"
        for low, high in pairwise(SIZE_BANDS)
    )
    return (*names, f"{whole(SIZE_BANDS[-1])}+")


def size_table(
    legend: tuple[str, str], before: Sequence[int], after: Sequence[int], words: Words, persons: int | None
) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Header and rows of the records by the size of their class."""
    rows: list[tuple[str, ...]] = [
        (name, whole(old), whole(new)) for name, old, new in zip(band_names(), before, after, strict=False)
    ]
    return (words.say(IN_CLASS.of(persons)), *legend), rows


def number_text(value: float) -> str:
    """A count above a bar."""
    return whole(round(value))


def _pair(before: int | None, after: int | None) -> tuple[str, str]:
    first, second = ("–" if one is None else whole(one) for one in (before, after))
    return first, second
