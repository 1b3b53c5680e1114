"""Cells that follow from others: what a published cell leaves of another one that contains it.

Two classifications of the same records (districts and service areas) need not nest for some categories of
the one to lie within a category of the other. What a reader gets by taking the former away is a cell as well.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.tables.dimension import Dimension
from sdc_desktop.engine.tables.linked.categories import Codes
from sdc_desktop.engine.tables.relations import Integers

MOST_SIBLINGS = 40  # of more, unions of three are not tried
UP_TO = 3  # siblings of a union, beside that of all


@dataclass(frozen=True)
class Inside:
    """Categories of one dimension, all parts of one, that lie within a category ``whole`` of another."""

    whole: int
    parts: tuple[int, ...]


@dataclass(frozen=True)
class Classification:
    """A dimension with the codes behind each category; ``labels``: the codes of its variable."""

    dimension: Dimension
    sets: tuple[Codes, ...]
    labels: tuple[str, ...]

    def members(self) -> npt.NDArray[np.float64]:
        """Which codes each category has, (categories, codes) of 0 and 1; the total has none."""
        places = {label: place for place, label in enumerate(self.labels)}
        found = np.zeros((len(self.sets), len(self.labels)))
        for category, codes in enumerate(self.sets):
            if category != self.dimension.total:
                found[category, [places[code] for code in codes if code in places]] = 1
        return found


def insides(whole: Classification, part: Classification, records: Integers) -> Iterator[Inside]:
    """The siblings of one classification that lie within a category of the other and leave something of it:
    single ones, and all of each category.

    ``records`` (codes of the whole, codes of the part): their numbers.
    """
    own, others = whole.members(), part.members()
    both = own @ records @ others.T
    sizes, parts = both_sums(own, others, records)
    contained = (both == parts[None, :]) & (parts[None, :] > 0) & (parts[None, :] < sizes[:, None])
    siblings = [split.children for split in part.dimension.splits]
    for category in np.flatnonzero(contained.any(axis=1)).tolist():
        within = contained[category]
        for children in dict.fromkeys(siblings):
            chosen = tuple(child for child in children if within[child])
            if chosen and parts[list(chosen)].sum() < sizes[category]:
                yield Inside(category, chosen)


def both_sums(
    own: npt.NDArray[np.float64], others: npt.NDArray[np.float64], records: Integers
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """The records of each category of both."""
    return own @ records.sum(axis=1), others @ records.sum(axis=0)


def unions_of(parts: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The unions of published siblings that are tried: all of them, and those of up to three."""
    yield tuple(parts)
    most = UP_TO if len(parts) <= MOST_SIBLINGS else UP_TO - 1
    for size in range(1, min(most, len(parts) - 1) + 1):
        yield from combinations(parts, size)
