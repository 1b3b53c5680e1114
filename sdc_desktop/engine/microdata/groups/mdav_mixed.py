"""The records MDAV has not grouped yet where some are not numbers, or are missing: each search looks at all.

The centre is the mean of each number, the median category of each ordinal and the mode of each nominal
variable, over the values that are there (Domingo-Ferrer & Torra 2005). Records with the same values are
looked at once, so that variables of few categories are fast nevertheless.
"""

from array import array
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.groups.distances import Integers, Scaled, Vector, squared_differences
from sdc_desktop.engine.microdata.groups.sites import Sites

_CENTRE_TIE = 1e-10
_RENEWED = 0.7


class MixedLeft:
    """The records, as columns, that are left."""

    def __init__(self, columns: Sequence[Scaled], context: JobContext) -> None:
        apart = [_apart(column) for column in columns]
        missing = [column.missing for column in columns if column.missing is not None]
        self._sites = Sites([*apart, *missing], context)
        self._columns = [column.of(self._sites.firsts) for column in columns]  # one entry a site
        self._place = array("q", bytes(8 * len(self._sites.firsts)))  # of a site among those still looked at
        self._at = np.arange(len(self._sites.firsts))
        self._centres = [_Centre(column, self._sites.counts) for column in self._columns]
        self._renew()

    @property
    def number(self) -> int:
        """How many records are left."""
        return self._sites.records_left

    def rest(self) -> Integers:
        """All records left."""
        return self._sites.rest()

    def outermost(self) -> int:
        """The site of the record farthest from the centre; near ties by lower index."""
        if self._used < _RENEWED * len(self._at):
            self._renew()
        distances = self._distances([centre.value() for centre in self._centres])
        return self._lowest(distances >= distances.max() * (1 - _CENTRE_TIE))

    def farthest_from(self, site: int) -> int:
        """The site of the record farthest from a site; ties by lower index."""
        distances = self._distances(self._values(site))
        return self._lowest(distances == distances.max())

    def take(self, site: int, k: int) -> list[int]:
        """Remove the k records nearest to a site and return them; ties by lower index.

        The record itself comes first: where values are missing, others may be as near to it as it is.
        """
        distances = self._distances(self._values(site))
        records = self._removed([(site, 1)])
        if k == 1:
            return records
        distances[self._used_up] = np.inf
        rank = min(k - 1, len(distances)) - 1  # a site may hold several records
        near = np.flatnonzero(distances <= np.partition(distances, rank)[rank])
        near = near[distances[near] < np.inf]
        shares = self._sites.shares(self._at[near].tolist(), distances[near].tolist(), k - 1)
        return records + self._removed(shares)

    def _renew(self) -> None:
        """Look from now on at the sites with records left only."""
        kept = np.flatnonzero(self._sites.counts[self._at])
        self._at = self._at[kept]
        self._looked = [column.of(self._at) for column in self._columns]
        np.frombuffer(self._place, dtype=np.int64)[self._at] = np.arange(len(self._at))
        self._used_up = np.zeros(len(self._at), dtype=np.bool_)
        self._used = len(self._at)

    def _values(self, site: int) -> list[float | None]:
        return [
            None if column.missing is not None and column.missing[site] else float(column.values[site])
            for column in self._columns
        ]

    def _distances(self, values: Sequence[float | None]) -> Vector:
        """Squared distances of the sites looked at; -1 for those used up."""
        total = np.zeros(len(self._at))
        for column, value in zip(self._looked, values, strict=True):
            if value is not None:
                total += squared_differences(column, value)
        total[self._used_up] = -1.0
        return total

    def _lowest(self, chosen: npt.NDArray[np.bool_]) -> int:
        return self._sites.lowest(self._at[np.flatnonzero(chosen)].tolist())

    def _removed(self, shares: Sequence[tuple[int, int]]) -> list[int]:
        records: list[int] = []
        for site, count in shares:
            for column, centre in zip(self._columns, self._centres, strict=True):
                if column.missing is None or not column.missing[site]:
                    centre.remove(float(column.values[site]), count)
            records.extend(self._sites.take(site, count))
            if not self._sites.left[site]:
                self._used_up[self._place[site]] = True
                self._used -= 1
        return records


class _Centre:
    """The centre of one variable while records are taken away. Counts of values, so that nothing drifts."""

    def __init__(self, column: Scaled, counts: Integers) -> None:
        there = np.ones(len(counts), dtype=np.bool_) if column.missing is None else ~column.missing
        self._measure = column.measure
        self._values, inverse = np.unique(column.values[there], return_inverse=True)
        self._counts = np.zeros(len(self._values))
        np.add.at(self._counts, inverse, counts[there])

    def remove(self, value: float, count: int) -> None:
        """Take away `count` records with a value."""
        self._counts[self._values.searchsorted(value)] -= count

    def value(self) -> float | None:
        """Mean, lower median or mode (of equals the lowest) of what is left; None if nothing is."""
        number = int(self._counts.sum())
        if not number:
            return None
        if self._measure == "difference":
            return float(self._counts @ self._values) / number
        if self._measure == "equality":
            return float(self._values[self._counts.argmax()])
        return float(self._values[np.cumsum(self._counts).searchsorted((number - 1) // 2, "right")])


def _apart(column: Scaled) -> Vector:
    return column.values if column.missing is None else np.where(column.missing, 0.0, column.values)
