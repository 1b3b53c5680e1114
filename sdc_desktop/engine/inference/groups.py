"""Records with equal values of a source, and the commonest value shown within each such set."""

from dataclasses import dataclass
from math import fsum, log

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.inference.columns import Booleans, Integers, Vector

BEYOND_CHANCE = log(10**6)  # the evidence that a source determines a variable, natural logarithm
_ROUNDING = 1e-9
_DENSE = 4  # cells of a table a record, for which counting is quicker than sorting
_LEAST_DENSE = 1 << 16

Numbers = npt.NDArray[np.integer]


@dataclass(frozen=True)
class Groups:
    """Groups of the records that are equal on a source, where a value is known of at least one of them.

    ``keys``: (groups,) the code of the source, ascending; ``sizes``: (groups,) records with a value;
    ``most``: (groups,) those with the commonest one, ``best`` (the first in text order).
    """

    keys: Integers
    sizes: Integers
    most: Integers
    best: Integers

    def determines(self, information: float, larger: float = 1.0) -> bool:
        """Whether several records with equal source values always show one value, beyond coincidence.
        ``information``: the information in two random records that match, natural logarithm; ``larger``: all
        records divided by these, where these are a sample.
        """
        several = self.sizes > 1
        if not np.array_equal(self.most[several], self.sizes[several]):
            return False
        evidence = int((self.sizes[several] - 1).sum()) * information
        least = BEYOND_CHANCE if larger == 1.0 else BEYOND_CHANCE / 3  # chance shows in a sample too
        return evidence >= least - _ROUNDING and evidence * larger >= BEYOND_CHANCE - _ROUNDING

    def places(self, codes: Numbers) -> tuple[Integers, Booleans]:
        """For each code of the source (cells,) its group, and whether there is one."""
        if not len(self.keys):
            return np.zeros(len(codes), dtype=np.int64), np.zeros(len(codes), dtype=np.bool_)
        wide = int(self.keys[-1]) + 1
        if wide <= max(_DENSE * len(codes), _LEAST_DENSE):
            number = np.full(wide, -1, dtype=np.int64)
            number[self.keys] = np.arange(len(self.keys))
            found = number[np.minimum(codes, wide - 1)]
            found[codes >= wide] = -1
            return found, found >= 0
        found = np.minimum(np.searchsorted(self.keys, codes), len(self.keys) - 1)
        return found, self.keys[found] == codes


def grouped(codes: Numbers, space: int, values: Numbers, number: int) -> Groups:
    """The groups by the codes (records,) of a source, below `space`, and their values, 1 to
    `number`. Both are 0 where absent, and such a record is in no group.
    """
    wide = number + 1
    keys = np.multiply(codes, wide, dtype=np.int64)
    keys += values
    if space * wide <= max(_DENSE * len(codes), _LEAST_DENSE):
        table = np.bincount(keys, minlength=space * wide).reshape(space, wide)
        table[:, 0] = 0
        table[0] = 0
        best = table.argmax(axis=1)
        sizes = table.sum(axis=1)
        there = np.flatnonzero(sizes)
        return Groups(there, sizes[there], table[there, best[there]], best[there])
    keys = np.sort(keys[(codes > 0) & (values > 0)])
    if not len(keys):
        nothing = np.zeros(0, dtype=np.int64)
        return Groups(nothing, nothing, nothing, nothing)
    first = np.flatnonzero(np.r_[True, keys[1:] != keys[:-1]])
    counts = np.diff(np.r_[first, len(keys)])
    kinds = keys[first]
    sources = kinds // wide
    starts = np.flatnonzero(np.r_[True, sources[1:] != sources[:-1]])
    most = np.maximum.reduceat(counts, starts)
    group = np.repeat(np.arange(len(starts)), np.diff(np.r_[starts, len(sources)]))
    leading = np.flatnonzero(counts == most[group])
    leading = leading[np.r_[True, group[leading[1:]] != group[leading[:-1]]]]
    return Groups(
        sources[starts], np.add.reduceat(counts, starts), most, kinds[leading] - sources[starts] * wide
    )


def agreement(values: Numbers, number: int) -> float:
    """The information in two records that match on values (records,), 1 to `number` or 0 where absent: -ln of
    the sum of squared shares. Whole numbers are summed, so that the order of the values changes nothing.
    """
    counts = np.bincount(values, minlength=number + 1)[1:].tolist()
    records, squares = sum(counts), sum(count * count for count in counts)
    return 2 * log(records) - log(squares) if squares else 0.0


def agreement_within(values: Numbers, number: int, within: Numbers, classes: int) -> float:
    """The information in two records that match, for a person who knows their class 0 to `classes`.

    -ln of the mean over the records of the sum of squared shares of `values` within their class `within`,
    both (records,); 0 without values.
    """
    known = values > 0
    records = int(np.count_nonzero(known))
    if not records:
        return 0.0
    pairs, counts = np.unique(
        within[known].astype(np.int64) * (number + 1) + values[known], return_counts=True
    )
    sizes: Vector = np.bincount(within[known], minlength=classes + 1).astype(np.float64)
    shares = counts.astype(np.float64) ** 2 / sizes[pairs // (number + 1)]
    return max(0.0, log(records) - log(fsum(shares.tolist())))
