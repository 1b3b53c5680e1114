"""Following Pearson's statistic of the targets over joined cells (CST) record by record."""

import math

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.release.critical_values import CriticalValues
from sdc_desktop.engine.release.join_cells import join_cells
from sdc_desktop.engine.release.released import Released
from sdc_desktop.engine.release.rules import EQUAL


class FitWatch:
    """``safe[cell]``: whether one more record of the cell may be released. A release changes its own target.

    One more record mostly leaves the cells joined as they are. Then, of a target with N records, d records
    too many in a joined cell with share B, and D = sum d^2 / B, the statistic becomes (D + 2 d / B + 1 / B -
    1) / (N + 1). Where the cells might change, the statistic is computed again.
    """

    whole = False

    def __init__(self, released: Released, criticals: CriticalValues) -> None:
        self._released = released
        self._criticals = criticals
        self._baseline: list[float] = released.rules.baseline.tolist()
        self._join = released.rules.join
        self.safe: npt.NDArray[np.bool_] = np.zeros(len(released.counts), dtype=np.bool_)
        self.refresh(None)

    def refresh(self, target: int | None, news: bool = False) -> None:
        """Decide anew, after a record of `target` went out; all targets where it is None."""
        for each in range(self._released.targets) if target is None else (target,):
            self._decide(each)

    def reading(self, cell: int) -> tuple[float, float]:
        """Statistic and critical value with one more record of the cell; NaN where nothing can be tested."""
        target, value = divmod(cell, self._released.values)
        statistic, cells = self._summed(target, value)
        return (statistic, self._criticals.pearson(cells)) if cells > 1 else (math.nan, math.nan)

    def _summed(self, target: int, value: int) -> tuple[float, int]:
        observed = self._released.counts[self._released.column(target)]
        observed[value] += 1
        sums, shares, _, _ = self._cells(observed)
        records = self._released.of_target[target] + 1
        squares = sum((o - records * b) ** 2 / b for o, b in zip(sums, shares, strict=True))
        return squares / records, len(sums)

    def _decide(self, target: int) -> None:
        released = self._released
        column = released.column(target)
        records = released.of_target[target]
        sums, shares, cell_of, moves = self._cells(released.counts[column])
        safe = []
        if len(sums) > 1:
            surplus = [o - records * b for o, b in zip(sums, shares, strict=True)]
            squares = sum(d * d / b for d, b in zip(surplus, shares, strict=True))
            bound = (self._criticals.pearson(len(sums)) - EQUAL) * (records + 1)
            stays = [squares + (2 * d + 1) / b - 1 < bound for d, b in zip(surplus, shares, strict=True)]
            safe = [stays[cell] for cell in cell_of]
        else:
            safe = [True] * len(cell_of)  # a single cell tells nothing
        for value in moves:
            statistic, cells = self._summed(target, value)
            safe[value] = cells == 1 or statistic < self._criticals.pearson(cells) - EQUAL
        self.safe[column] = safe

    def _cells(self, observed: list[int]) -> tuple[list[int], list[float], list[int], tuple[int, ...]]:
        """Sums and shares of the joined cells, the cell of each value, and the values where one more record
        might change the cells.
        """
        joined = join_cells(observed, self._join)
        sums = [sum(observed[start:stop]) for start, stop in joined.cells]
        shares = [sum(self._baseline[start:stop]) for start, stop in joined.cells]
        cell_of = [cell for cell, (start, stop) in enumerate(joined.cells) for _ in range(start, stop)]
        return sums, shares, cell_of, joined.moves
