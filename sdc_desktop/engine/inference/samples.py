"""Samples of many records, which show the sources that may reveal something.

What a sample shows is a hint: it is confirmed over all records. Sources of few values are evaluated in
equally spaced records. Sources of many values need whole groups, because hardly two of a group of ten records
would be in the sample; groups with protected cells come first.
"""

from dataclasses import dataclass, field
from math import gcd
from typing import NamedTuple

import numpy as np

from sdc_desktop.engine.inference.columns import Integers
from sdc_desktop.engine.inference.guesses import Target
from sdc_desktop.engine.inference.protected import Codes
from sdc_desktop.engine.inference.sources import Source, together

SAMPLED_FROM = 100_000  # records
_RECORDS = 50_000
_CELLS = 5_000
_TOLD = 50  # one of so many protected cells of the sample, for a source to be looked at in all records
_SMALL = 20  # records a group, below which whole groups are taken
_FEWEST = 10_000  # records in whole groups
_GOLDEN = 0.6180339887498949  # share of the values from one taken to the next, so that no neighbours are


@dataclass(frozen=True)
class _Part:
    """A sample: the variable in its records, their numbers, and the codes of sources in them by name."""

    target: Target
    rows: Integers
    codes: dict[str, Codes] = field(default_factory=dict)

    def of(self, source: Source) -> Codes:
        (name,) = source.names
        if name not in self.codes:
            self.codes[name] = source.codes[self.rows]
        return self.codes[name]


class Hint(NamedTuple):
    """What a source reveals in a sample: the share of protected cells that it fills in rightly, and whether
    it determines the variable.
    """

    right: float
    determined: bool


class Search:
    """Searches what may reveal one variable."""

    def __init__(self, target: Target) -> None:
        self._target = target
        self._records = self._part(self._every())
        self._groups: dict[str, _Part] = {}

    def alone(self, source: Source) -> Hint | None:
        """What a source may reveal; None where that is nothing."""
        part = self._sample(source, source.number)
        return _hint(part.target, part.of(source), source.number, source.group)

    def pair(self, one: Source, other: Source) -> Hint | None:
        """What two sources may reveal together; None where that is nothing."""
        part = self._sample(max(one, other, key=lambda source: source.number), one.number * other.number)
        codes = together(part.of(one), part.of(other), other.number)
        return _hint(part.target, codes, (one.number + 1) * (other.number + 1) - 1, False)

    def _part(self, rows: Integers) -> _Part:
        return _Part(self._target.sample(rows), rows)

    def _sample(self, source: Source, groups: int) -> _Part:
        """The sample for these groups, which a source makes alone or with another of fewer values."""
        if _SMALL * groups <= _RECORDS:
            return self._records
        (name,) = source.names
        if name not in self._groups:
            rows = self._whole_groups(source)
            self._groups[name] = self._records if len(rows) < _FEWEST else self._part(rows)
        return self._groups[name]

    def _every(self) -> Integers:
        """Equally spaced records, and some of those whose value is missing."""
        taken = np.zeros(len(self._target.shown), dtype=np.bool_)
        taken[:: max(1, len(taken) // _RECORDS)] = True
        hidden = np.flatnonzero(self._target.suppressed)
        taken[hidden[:: max(1, len(hidden) // _CELLS)]] = True
        return np.flatnonzero(taken)

    def _whole_groups(self, source: Source) -> Integers:
        """All records with some values of a source."""
        codes, number = source.codes, source.number
        sizes = np.bincount(codes, minlength=number + 1)
        stride = int(number * _GOLDEN)
        while gcd(stride, number) > 1:
            stride += 1
        order = np.arange(number) * stride % number + 1
        sizes = np.where(sizes[order] <= _RECORDS // 2, sizes[order], 0)
        protected = (np.bincount(codes[self._target.cells], minlength=number + 1) > 0)[order]
        first = np.where(protected, sizes, 0)
        taken = (first > 0) & (np.cumsum(first) <= _RECORDS - _FEWEST)
        rest = np.where(protected, 0, sizes)
        taken |= (rest > 0) & (np.cumsum(rest) <= _RECORDS - int(sizes[taken].sum()))
        chosen = np.zeros(number + 1, dtype=np.bool_)
        chosen[order[taken]] = True
        return np.flatnonzero(chosen[codes])


def _hint(target: Target, codes: Codes, number: int, group: bool) -> Hint | None:
    found = None
    for guess in target.guesses(codes, number, group):
        filled, right = len(guess.cells), guess.right
        tells = filled > 0 and _TOLD * filled >= guess.protected and 4 * right >= 3 * filled
        if guess.determined or tells:
            hint = Hint(right / max(guess.protected, 1), guess.determined)
            found = hint if found is None else max(found, hint)
    return found
