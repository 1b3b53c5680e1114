"""Following MIS, KLD and CST (Pearson, over joined cells) record by record."""

import math

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.release.rules import EQUAL, Released, step
from sdc_desktop.engine.release.statistics.critical_values import CriticalValues
from sdc_desktop.engine.release.statistics.join_cells import join_cells

_KINDS = ((False, False), (True, False), (False, True), (True, True))  # new value, new target


class InformationWatch:
    """``safe[cell]``: whether one more record of the cell may be released. Each release changes all cells.

    One more record makes N I grow by what its cell adds, so that cells are compared with one bound.
    """

    whole = True

    def __init__(self, released: Released, criticals: CriticalValues) -> None:
        self._released = released
        self._criticals = criticals
        self._added = np.empty(len(released.counts))
        self.safe: npt.NDArray[np.bool_] = np.zeros(len(released.counts), dtype=np.bool_)
        for target in range(released.targets):
            self._follow(target)
        self.refresh(None)

    def refresh(self, target: int | None, news: bool = True) -> None:
        """Decide again, after a record of `target` was released. `news`: a value or target was first seen."""
        if target is not None:
            self._follow(target)
        if news:
            self._look_for_new_cells()
        if self._any_new:
            bounds = np.array([self._bound(*new) for new in _KINDS])
            np.less(self._added, bounds[self._kind], out=self.safe)
        else:
            np.less(self._added, self._bound(False, False), out=self.safe)

    def reading(self, cell: int) -> tuple[float, float]:
        """Statistic and critical value with one more record of the cell."""
        released = self._released
        target, value = divmod(cell, released.values)
        records = released.records + 1
        statistic = (released.all_bits + released.added_bits(cell)) / records
        new_value, new_target = not released.of_value[value], not released.of_target[target]
        return statistic, self._critical(records, new_value, new_target)

    def _bound(self, new_value: bool, new_target: bool) -> float:
        """What one more record may add, in bits, and not reach."""
        records = self._released.records + 1
        return (self._critical(records, new_value, new_target) - EQUAL) * records - self._released.all_bits

    def _critical(self, records: int, new_value: bool, new_target: bool) -> float:
        released = self._released
        seen = released.values_seen + new_value, released.targets_seen + new_target
        return self._criticals.information(records, *seen)

    def _follow(self, target: int) -> None:
        released = self._released
        column = released.column(target)
        np.subtract(released.gain[column], step(released.of_target[target]), out=self._added[column])

    def _look_for_new_cells(self) -> None:
        released = self._released
        new_values = np.array(released.of_value) == 0
        new_targets = np.array(released.of_target) == 0
        self._kind = (new_values[None, :] + 2 * new_targets[:, None]).reshape(-1)
        self._any_new = bool(self._kind.any())


class DistanceWatch:
    """``safe[cell]``: whether one more record of the cell may be released. A release changes its own target.

    Only where the critical values change for all, with a newly seen value or at the end of the first records,
    are all targets examined again.
    """

    whole = False

    def __init__(self, released: Released, criticals: CriticalValues) -> None:
        self._released = released
        self._criticals = criticals
        self.safe: npt.NDArray[np.bool_] = np.zeros(len(released.counts), dtype=np.bool_)
        self.refresh(None)

    def refresh(self, target: int | None, news: bool = True) -> None:
        """Decide again, after a record of `target` was released. `news`: critical values changed for all."""
        if news:
            self._new_values = np.array(self._released.of_value) == 0
            self._any_new = bool(self._new_values.any())
        targets = range(self._released.targets) if news or target is None else (target,)
        for each in targets:
            self._decide(each)

    def reading(self, cell: int) -> tuple[float, float]:
        """Statistic and critical value with one more record of the cell."""
        released = self._released
        target, value = divmod(cell, released.values)
        records = released.of_target[target] + 1
        statistic = (released.bits[target] + released.added_bits(cell)) / records
        return statistic, self._critical(records, not released.of_value[value])

    def _decide(self, target: int) -> None:
        released = self._released
        column = released.column(target)
        if self._any_new:
            bounds = np.where(self._new_values, self._bound(target, True), self._bound(target, False))
            np.less(released.gain[column], bounds, out=self.safe[column])
        else:
            np.less(released.gain[column], self._bound(target, False), out=self.safe[column])

    def _bound(self, target: int, new_value: bool) -> float:
        """What `gain` of a cell of the target may not reach."""
        before = self._released.of_target[target]
        critical = self._critical(before + 1, new_value)
        return (critical - EQUAL) * (before + 1) - self._released.bits[target] + step(before)

    def _critical(self, of_target: int, new_value: bool) -> float:
        released = self._released
        return self._criticals.distance(released.records + 1, of_target, released.values_seen + new_value)


class FitWatch:
    """``safe[cell]``: whether one more record of the cell may be released. A release changes its own target.

    One more record mostly leaves the joined cells unchanged. Then, for a target with N records, d records too
    many in a joined cell with share B, and D = sum d^2 / B, the statistic becomes (D + 2 d / B + 1 / B - 1) /
    (N + 1). Where the cells might change, the statistic is computed again.
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
        """Decide again, after a record of `target` was released; all targets where it is None."""
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
