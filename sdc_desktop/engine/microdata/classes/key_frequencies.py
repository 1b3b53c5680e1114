"""How rare keys are before and after: classes and records by the size of their class, and those below k.

Two figures are given side by side, for peers count one or the other: `cells` are key combinations, `records`
the records in them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.microdata.suppression.suppression import ReleasedClasses, Treatment, shown_patterns

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
    after where they are kept.
    """

    bands: tuple[Band, ...]
    below: tuple[Below, ...]
    no_class: int


def key_frequencies(
    before: ReleasedClasses,
    after: ReleasedClasses,
    treatment: Treatment | None = None,
    thresholds: Sequence[int] = THRESHOLDS,
    *,
    kept: bool = True,
) -> KeyFrequencies:
    """The two distributions side by side; a suppressed cell is a value of its own.

    `before` holds the classes as they are (levels {}), `after` those released, which `treatment` suppresses.
    Without `kept` records that show no key value are in no class.
    """
    sizes, no_class = sizes_after(after, treatment, kept=kept)
    return KeyFrequencies(
        bands=_bands(before.sizes, sizes),
        below=tuple(_below(before.sizes, sizes, k) for k in thresholds),
        no_class=no_class,
    )


def sizes_after(
    classes: ReleasedClasses, treatment: Treatment | None, *, kept: bool = True
) -> tuple[Integers, int]:
    """The sizes (classes,) of the classes released, in records, and the records that show no key value."""
    if treatment is None:
        return classes.sizes, 0
    patterns, sizes = shown_patterns(classes, treatment)
    shows = (patterns >= 0).any(axis=1)
    return sizes[shows | kept], int(sizes[~shows].sum())


def _bands(before: Integers, after: Integers) -> tuple[Band, ...]:
    """All bands up to the last that holds a class; the last of all is open."""
    largest = max([int(sizes.max()) for sizes in (before, after) if sizes.size], default=0)
    edges = [*STARTS, None]
    found = []
    for least, next_ in pairwise(edges):
        if least is None or least > largest:
            break
        most = None if next_ is None else next_ - 1
        found.append(Band(least, most, *_inside(before, least, most), *_inside(after, least, most)))
    return tuple(found)


def _inside(sizes: Integers, least: int, most: int | None) -> tuple[int, int]:
    inside = sizes[(sizes >= least) & (most is None or sizes <= most)]
    return len(inside), int(inside.sum())


def _below(before: Integers, after: Integers, k: int) -> Below:
    return Below(k, *_inside(before, 1, k - 1), *_inside(after, 1, k - 1))
