"""Linkage of records where persons have several: a link is right if the record found is of the same person.

Shares are means over persons of the shares of their records; each record without a person counts as one here.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.data.members import NOBODY, Numbers
from sdc_desktop.engine.microdata.person_draws import PersonShares

Integers = npt.NDArray[np.int64]
Vector = npt.NDArray[np.float64]
_PAIRS = 500_000  # of records that are held at a time


@dataclass(frozen=True)
class PersonPairs:
    """The records of each person: ``order`` (records,) by person; the person of each record has
    ``sizes`` (records,) of them from ``starts`` (records,) on. ``weights`` (records,) sum to 1.
    """

    order: Integers
    starts: Integers
    sizes: Integers
    weights: Vector

    @staticmethod
    def of(persons: Numbers) -> "PersonPairs":
        """Of records of these persons, (records,)."""
        alone = int(persons.max(initial=0)) + 1 + np.arange(len(persons))
        own = np.where(persons == NOBODY, alone, persons)
        _, number, held = np.unique(own, return_inverse=True, return_counts=True)
        number = number.reshape(-1)
        starts = np.cumsum(held) - held
        shares = PersonShares.of(persons, np.ones(len(persons), dtype=np.bool_))
        weights = shares.weights / max(shares.persons, 1.0)
        return PersonPairs(np.argsort(number, kind="stable"), starts[number], held[number], weights)

    def records_of(self, record: int) -> Integers:
        """The records of the person of a record, (own,)."""
        return self.order[self.starts[record] : self.starts[record] + self.sizes[record]]

    def least(self, start: int, stop: int, distance: Callable[[Integers, Integers], Vector]) -> Vector:
        """The least distance of each of the records start..stop - 1 from one of the same person. ``distance``
        gives those (pairs,) of records from others, both (pairs,).
        """
        found = np.full(stop - start, np.inf)
        for rows, others in self._pieces(start, stop):
            np.minimum.at(found, rows - start, distance(rows, others))
        return found

    def number(self, start: int, stop: int, agrees: Callable[[Integers, Integers], Vector]) -> Integers:
        """How many records of the same person each of these records matches, (stop - start,)."""
        found = np.zeros(stop - start, dtype=np.int64)
        for rows, others in self._pieces(start, stop):
            found += np.bincount(rows[agrees(rows, others) > 0] - start, minlength=stop - start)
        return found

    def _pieces(self, start: int, stop: int) -> Iterator[tuple[Integers, Integers]]:
        """Pairs (record, other of the same person or itself) of the records start..stop - 1."""
        ends = np.cumsum(self.sizes[start:stop])
        part = (ends - 1) // _PAIRS
        for chosen in np.split(np.arange(start, stop), np.flatnonzero(np.diff(part)) + 1):
            sizes = self.sizes[chosen]
            rows = np.repeat(chosen, sizes)
            places = np.arange(len(rows)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
            yield rows, self.order[self.starts[rows] + places]


def interval_disclosure_of_persons(
    original: Vector, released: Vector, pairs: PersonPairs, widths: tuple[int, ...]
) -> float:
    """Interval disclosure of persons' records (records, variables), ranks in shares of persons; 0 to 1."""
    records, variables = original.shape
    if not records or not variables:
        return 0.0
    inside = 0.0
    for variable in range(variables):
        order = np.argsort(released[:, variable], kind="stable")
        ranked, own, weights = released[order, variable], original[order, variable], pairs.weights[order]
        ranks = np.cumsum(weights) - weights / 2
        for width in widths:
            reach = width / 100 + 1e-9
            low = ranked[np.searchsorted(ranks, ranks - reach)]
            high = ranked[np.searchsorted(ranks, ranks + reach, side="right") - 1]
            inside += float(weights[(low <= own) & (own <= high)].sum())
    return float(inside / (variables * len(widths)))
