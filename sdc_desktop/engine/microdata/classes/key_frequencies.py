"""How rare keys are before and after: classes and records by the size of their class, and those below k.

Two figures are given side by side, for peers count one or the other: `cells` are key combinations, `records`
the records in them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.spec import Known
from sdc_desktop.engine.microdata.classes.knowledge import Found, found_by
from sdc_desktop.engine.microdata.suppression.suppression import (
    ReleasedClasses,
    Treatment,
    members_shown,
    shown_patterns,
)

STARTS = (1, 2, 3, 5, 10, 20, 50, 100, 500, 1000)  # the least sizes of the bands
THRESHOLDS = (2, 3, 5, 10)

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Band:
    """Classes of least to most records (None: or more), and the records in them, before and after."""

    least: int
    most: int | None
    classes_before: int
    records_before: int
    classes_after: int
    records_after: int


@dataclass(frozen=True)
class Below:
    """Key combinations (cells) with fewer than k records, and the records in them, before and after."""

    k: int
    cells_before: int
    records_before: int
    cells_after: int
    records_after: int


@dataclass(frozen=True)
class KeyFrequencies:
    """Before and after. no_class: records suppressed in every key variable, which are a class of their own
    after where they are kept. ``known``: how many records of a person an intruder knows, None where each
    record is of a person of its own. With it sizes are persons: of a key combination if one record is known,
    of combinations of records if several are, of equal persons if all are; a person, instead of a record, is
    in the smallest that can be known of him.
    """

    bands: tuple[Band, ...]
    below: tuple[Below, ...]
    no_class: int
    known: Known | None = None


def key_frequencies(
    before: ReleasedClasses,
    after: ReleasedClasses,
    treatment: Treatment | None = None,
    thresholds: Sequence[int] = THRESHOLDS,
    *,
    kept: bool = True,
) -> KeyFrequencies:
    """The two distributions side by side; a suppressed cell is a value of its own.

    `before` holds the original classes (levels {}), `after` those released, which `treatment` suppresses.
    Without `kept` records that show no key value are in no class.
    """
    if before.members is not None:
        return _of_persons(before, after, treatment, thresholds, kept=kept)
    sizes, no_class = sizes_after(after, treatment, kept=kept)
    both = (before.sizes, before.sizes), (sizes, sizes)
    return KeyFrequencies(_bands(*both), tuple(_below(*both, k) for k in thresholds), no_class)


def _of_persons(
    before: ReleasedClasses,
    after: ReleasedClasses,
    treatment: Treatment | None,
    thresholds: Sequence[int],
    *,
    kept: bool,
) -> KeyFrequencies:
    assert before.members is not None
    own = found_by(before.members, before.sizes, JobContext())
    later, no_class = _found_after(after, treatment, kept=kept)
    both = (own.sizes, own.least), (later.sizes, later.least)
    below = tuple(_below(*both, k) for k in thresholds)
    return KeyFrequencies(_bands(*both), below, no_class, before.members.known)


def _found_after(classes: ReleasedClasses, treatment: Treatment | None, *, kept: bool) -> tuple[Found, int]:
    """What is found of the persons of what is released, and the records that show no key value."""
    members = classes.members
    assert members is not None
    sizes, no_class = classes.sizes, 0
    if treatment is not None:
        members = members_shown(classes, treatment)
        assert members is not None
        patterns, sizes = shown_patterns(classes, treatment)
        shows = (patterns >= 0).any(axis=1)
        no_class = int(sizes[~shows].sum())
        if not kept:
            members, sizes = members.chosen(np.flatnonzero(shows), len(sizes)), sizes[shows]
    return found_by(members, sizes, JobContext()), no_class


def sizes_after(
    classes: ReleasedClasses, treatment: Treatment | None, *, kept: bool = True
) -> tuple[Integers, int]:
    """The sizes (classes,) of the classes released, in records, and the records that show no key value."""
    if treatment is None:
        return classes.sizes, 0
    patterns, sizes = shown_patterns(classes, treatment)
    shows = (patterns >= 0).any(axis=1)
    return sizes[shows | kept], int(sizes[~shows].sum())


Sides = tuple[Integers, Integers]  # the sizes of classes, and the size that each unit (record, person) is in


def _bands(before: Sides, after: Sides) -> tuple[Band, ...]:
    """All bands up to the last that holds a class; the last of all is open."""
    largest = max([int(sizes.max()) for sizes, _ in (before, after) if sizes.size], default=0)
    edges = [*STARTS, None]
    found = []
    for least, next_ in pairwise(edges):
        if least is None or least > largest:
            break
        most = None if next_ is None else next_ - 1
        found.append(Band(least, most, *_inside(before, least, most), *_inside(after, least, most)))
    return tuple(found)


def _inside(side: Sides, least: int, most: int | None) -> tuple[int, int]:
    """How many classes are of such a size, and how many units are in one."""
    sizes, units = side
    there = sizes[(sizes >= least) & (most is None or sizes <= most)]
    if units is sizes:
        return len(there), int(there.sum())
    return len(there), int(np.count_nonzero((units >= least) & (most is None or units <= most)))


def _below(before: Sides, after: Sides, k: int) -> Below:
    return Below(k, *_inside(before, 1, k - 1), *_inside(after, 1, k - 1))
