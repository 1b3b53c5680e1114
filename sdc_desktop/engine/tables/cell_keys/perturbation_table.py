"""Perturbation tables: for each count the noise that it can get, and with which probabilities.

Made from a variance and a maximum, or read from a file (`table_file.py`). The look-up follows Marley & Leaver
2011: the first result whose upper end lies above the cell key.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.problems import Place, Problem, Refused, error, note
from sdc_desktop.engine.tables.cell_keys.design import (
    UNITS,
    NoiseRequirements,
    distribution,
    in_whole_units,
    least_variance,
    results,
)
from sdc_desktop.engine.tables.cell_keys.equal_variance import transition
from sdc_desktop.engine.tables.relations import Integers

Vector = npt.NDArray[np.float64]
_WITHIN = 1e-6  # of the variance asked for


@dataclass(frozen=True)
class PerturbationTable:
    """``noise`` and ``ends`` by count, (counts) arrays of (results,): the values of the noise, ascending, and
    the upper ends of their intervals of the cell key. The last count serves all greater ones.
    """

    noise: tuple[Integers, ...]
    ends: tuple[Vector, ...]
    notes: tuple[Problem, ...] = ()

    @property
    def last(self) -> int:
        """The greatest count with a row of its own."""
        return len(self.noise) - 1

    def row(self, count: int) -> tuple[Integers, Vector]:
        """The noise of a count, ascending, and its probabilities, both (results,)."""
        place = min(count, self.last)
        return self.noise[place], np.diff(self.ends[place], prepend=0.0)

    def stay(self, count: int) -> float:
        """The probability that a count is published unchanged."""
        noise, probabilities = self.row(count)
        return float(probabilities[noise == 0].sum())

    def variance(self, count: int) -> float:
        """The variance of the noise of a count."""
        noise, probabilities = self.row(count)
        values = noise.astype(np.float64)
        return float(probabilities @ values**2 - (probabilities @ values) ** 2)

    @cached_property
    def span(self) -> tuple[int, int]:
        """The least and the greatest noise of any count."""
        return min(int(one.min()) for one in self.noise), max(int(one.max()) for one in self.noise)

    def noise_of(self, counts: Integers, keys: Integers, parts: int) -> Integers:
        """The noise (cells,) of cells with these counts and keys (in `parts` of 1), both (cells,)."""
        found = np.zeros(len(counts), dtype=np.int64)
        places = np.minimum(counts, self.last)
        for place in np.unique(places).tolist():
            here = places == place
            at = np.searchsorted(self.ends[place], keys[here] / parts, side="right")
            found[here] = self.noise[place][np.minimum(at, len(self.noise[place]) - 1)]
        return found

    def possible(self, published: Integers) -> tuple[Integers, Integers]:
        """For each published count the least and the greatest true one that can give it, (cells,) each.

        A count that none gives, as after rounding, has itself.
        """
        low, high = published.copy(), published.copy()
        least, most = self.span
        for count in np.unique(published).tolist():
            given = [
                true for true in range(max(0, count - most), count - least + 1) if self._gives(true, count)
            ]
            if given:
                here = published == count
                low[here], high[here] = given[0], given[-1]
        return low, high

    def _gives(self, true: int, published: int) -> bool:
        noise = self.noise[min(true, self.last)]
        place = int(np.searchsorted(noise, published - true))
        return place < len(noise) and int(noise[place]) == published - true


@lru_cache(maxsize=8)
def made(
    variance: float, maximum: int, forbidden: int = 0, stay: float = 0.0, *, monotone: bool
) -> PerturbationTable:
    """The table with noise of this variance and this maximum either way. Without newer settings (results that
    are forbidden, a probability to stay, probabilities that do not fall) it equals the table of older plans.

    Raises :class:`Refused` for a variance beyond what the maximum permits, or below what unbiased noise
    needs.
    """
    refuse_wide(variance, maximum)
    if not (forbidden or stay or monotone):
        rows = [transition(count, variance, maximum) for count in range(maximum + 1)]
        return PerturbationTable(tuple(noise for noise, _ in rows), tuple(_ends(p) for _, p in rows))
    if forbidden >= maximum:
        where = Place(key="params.protect.forbidden")
        raise Refused(error("cell_key.forbidden", where, forbidden=forbidden, maximum=maximum))
    noise, ends = [np.zeros(1, dtype=np.int64)], [np.ones(1)]
    for count in range(1, _last(maximum, forbidden) + 1):
        values = results(count, maximum, forbidden)
        requirements = NoiseRequirements(values, variance, stay if count > forbidden else 0.0, monotone)
        found = distribution(requirements)
        if found is None:
            raise Refused(_too_small(variance, maximum, forbidden, monotone=monotone))
        noise.append(values)
        ends.append(np.cumsum(in_whole_units(values, found)) / UNITS)
    table = PerturbationTable(tuple(noise), tuple(ends))
    reached = table.variance(table.last)
    if reached >= variance - _WITHIN * max(1.0, variance):
        return table
    where = Place(key="params.protect.variance")
    notice = note("cell_key.variance_not_reached", where, variance=variance, reached=reached)
    return PerturbationTable(table.noise, table.ends, (notice,))


def _last(maximum: int, forbidden: int) -> int:
    """The first count whose noise all greater counts share."""
    return maximum + forbidden + 1 if forbidden else maximum


def refuse_wide(variance: float, maximum: int) -> None:
    """Raise :class:`Refused` where noise within the maximum cannot have the variance."""
    greatest = float(maximum**2)
    if variance >= greatest:
        where = Place(key="params.protect.variance")
        raise Refused(error("cell_key.variance_too_large", where, variance=variance, most=greatest))


def _ends(probabilities: Vector) -> Vector:
    found = np.minimum(np.cumsum(probabilities), 1.0)
    found[-1] = 1.0
    return np.asarray(found)


def _too_small(variance: float, maximum: int, forbidden: int, *, monotone: bool) -> Problem:
    """The least variance with which every count can have unbiased noise."""
    needed = (
        least_variance(results(count, maximum, forbidden), monotone=monotone)
        for count in range(1, _last(maximum, forbidden) + 1)
    )
    least = max((one for one in needed if one is not None), default=0.0)
    where = Place(key="params.protect.variance")
    return error("cell_key.variance_too_small", where, variance=variance, least=least)
