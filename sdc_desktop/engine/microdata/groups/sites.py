"""Records with equal values in every variable of a block share one site: ties cost nothing then."""

from array import array
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.groups.block_columns import Integers


class Sites:
    """The distinct combinations of values, and which of their records are left.

    Sites are numbered by their first record. Records leave a site in the order of their index, so that the
    lowest index of those left is always known. The arrays of ``array`` are quick one by one; ``counts`` is
    the same memory for NumPy.
    """

    def __init__(self, columns: Sequence[npt.NDArray[np.generic]], context: JobContext) -> None:
        """From the columns (records,) that distinguish records. Raises Cancelled."""
        order, starts, sizes = _runs(columns, context)
        firsts = order[starts]
        by_first = np.argsort(firsts, kind="stable")
        self.firsts: Integers = firsts[by_first]
        sizes = sizes[by_first]
        moved = np.concatenate([[0], np.cumsum(sizes)[:-1]])
        places = np.arange(len(order)) + np.repeat(starts[by_first] - moved, sizes)
        self._records = _array(order[places])
        self._heads = _array(moved)
        self.left = _array(sizes)
        self.counts: Integers = np.frombuffer(self.left, dtype=np.int64)
        self.records_left = len(order)

    def first(self, site: int) -> int:
        """The lowest record index left on a site."""
        return self._records[self._heads[site]]

    def lowest(self, sites: Iterable[int]) -> int:
        """The site, of some, on which the lowest record index is left."""
        return min(sites, key=self.first)

    def take(self, site: int, number: int) -> Sequence[int]:
        """Remove the `number` lowest records from a site and return them."""
        head = self._heads[site]
        self._heads[site] = head + number
        self.left[site] -= number
        self.records_left -= number
        return self._records[head : head + number]

    def rest(self) -> Integers:
        """The numbers (left,) of all records left, in order."""
        heads, left = self._heads, self.left
        sites = np.flatnonzero(self.counts).tolist()
        records = [r for site in sites for r in self._records[heads[site] : heads[site] + left[site]]]
        return np.array(sorted(records), dtype=np.int64)

    def shares(self, sites: Sequence[int], distances: Sequence[float], number: int) -> list[tuple[int, int]]:
        """Of the records on some sites the `number` nearest, equal distances by lower index.

        Gives pairs (site, how many of its records); the sites must hold at least this many.
        """
        ranked = sorted(zip(distances, sites, strict=True))
        shared: list[tuple[int, int]] = []
        start = 0
        while number:
            end = start
            while end < len(ranked) and ranked[end][0] == ranked[start][0]:
                end += 1
            tied = [site for _, site in ranked[start:end]]
            taken = self._of_tied(tied, number)
            shared += taken
            number -= sum(count for _, count in taken)
            start = end
        return shared

    def ranked(self, sites: Sequence[int], distances: Sequence[float], number: int) -> list[tuple[int, int]]:
        """The `number` nearest records left on some sites, each with its site: by distance, then index."""
        heads, records = self._heads, self._records
        found = sorted(
            (distance, record, site)
            for distance, site in zip(distances, sites, strict=True)
            for record in records[heads[site] : heads[site] + min(self.left[site], number)]
        )
        return [(record, site) for _, record, site in found[:number]]

    def _of_tied(self, tied: Sequence[int], number: int) -> list[tuple[int, int]]:
        whole = [(site, self.left[site]) for site in tied]
        if sum(count for _, count in whole) <= number:
            return whole
        heads, records = self._heads, self._records
        candidates = [
            (record, site)
            for site, count in whole
            for record in records[heads[site] : heads[site] + min(count, number)]
        ]
        taken: dict[int, int] = {}
        for _, site in sorted(candidates)[:number]:
            taken[site] = taken.get(site, 0) + 1
        return list(taken.items())


def _runs(
    columns: Sequence[npt.NDArray[np.generic]], context: JobContext
) -> tuple[Integers, Integers, Integers]:
    """Records sorted so that equal ones follow one another by index; where runs start, how long they are."""
    order = np.arange(len(columns[0]))
    for column in columns:
        context.checkpoint()
        order = order[np.argsort(column[order], kind="stable")]
    is_new = np.zeros(len(order), dtype=np.bool_)
    is_new[:1] = True
    for column in columns:
        ordered = column[order]
        is_new[1:] |= ordered[1:] != ordered[:-1]
    starts = np.flatnonzero(is_new)
    return order, starts, np.diff(np.append(starts, len(order)))


def _array(values: Integers) -> "array[int]":
    return array("q", np.ascontiguousarray(values, dtype=np.int64).tobytes())
