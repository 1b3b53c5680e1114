"""Critical values for the first records, drawn (Bezzi et al. 2012, section 6).

While few records are out, the chi-square law of the mutual information does not hold yet. The critical value
for n released records is then the (1 - alpha) quantile of the statistic over samples of n records, X drawn
from the baseline and, independently, Y from the shares of the targets. A single target gives the value for a
Kullback-Leibler distance.
"""

from collections.abc import Sequence

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.release.rules import EQUAL, Vector
from sdc_desktop.engine.release.statistics.dixon import rank

MOST_COUNTS = 60_000_000  # held at a time: draws times cells, of four bytes each


class FirstDraws:
    """Draws for samples of 1, 2, 3, ... records.

    Sample i of n + 1 records is sample i of n records and one more, so that each size costs one record a
    sample. The value for n depends on the arguments alone, never on what was asked for before. `known` are
    values kept from an earlier time with the same arguments; beyond them all is drawn anew.
    """

    def __init__(
        self,
        baseline: Vector,
        shares: Vector,
        alpha: float,
        draws: int,
        seed: int,
        known: Sequence[float] = (),
        context: JobContext | None = None,
    ) -> None:
        self._rank = rank(alpha, draws)
        self._draws = draws
        self._random = np.random.default_rng([seed, 1 if len(shares) == 1 else 2])
        self._values = len(baseline)
        self._targets = len(shares)
        self._to_value = np.cumsum(baseline[:-1])
        self._to_target = np.cumsum(shares[:-1])
        self._surprise = -np.log2(baseline)
        self._context = context or JobContext()
        self.known = list(known)  # for 1, 2, ... records
        self._reached = 0
        self._cells = np.zeros(0, dtype=np.int32)  # (draws * cells,), made when first needed
        self._of_target = np.zeros(0, dtype=np.int32)
        self._bits = np.zeros(draws)  # records times statistic
        self._steps = np.zeros(0)

    def value(self, records: int) -> float:
        """The critical value for so many records, at least 1: safe is less, by more than EQUAL. In bits."""
        if records > len(self.known):
            while self._reached < records:
                self._context.checkpoint()
                self._draw()
                if self._reached > len(self.known):
                    self.known.append(self._quantile())
        return self.known[records - 1]

    def _draw(self) -> None:
        if not self._reached:
            self._cells = np.zeros(self._draws * self._values * self._targets, dtype=np.int32)
            self._of_target = np.zeros(self._draws * self._targets, dtype=np.int32)
        if self._reached >= len(self._steps):
            self._steps = steps(2 * self._reached + 16)
        value = np.searchsorted(self._to_value, self._random.random(self._draws), side="right")
        row = np.arange(self._draws) * self._targets
        if self._targets > 1:
            row += np.searchsorted(self._to_target, self._random.random(self._draws), side="right")
        cell = row * self._values + value
        self._bits += self._steps[self._cells[cell]] + self._surprise[value]
        self._bits -= self._steps[self._of_target[row]]
        self._cells[cell] += 1  # one cell a sample, so none is meant twice
        self._of_target[row] += 1
        self._reached += 1

    def _quantile(self) -> float:
        statistics = self._bits / self._reached
        critical = np.partition(statistics, self._rank)[self._rank]
        return float(statistics[statistics >= critical - EQUAL].min())


def steps(number: int) -> Vector:
    """(n + 1) log2(n + 1) - n log2(n) for n = 0, 1, ... number - 1."""
    counts = np.arange(1, number, dtype=np.float64)
    return np.concatenate([[0.0], np.log2(counts + 1) + counts * np.log1p(1 / counts) / np.log(2)])
