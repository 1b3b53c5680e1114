"""Following the Kullback-Leibler distances of the targets (KLD) record by record."""

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.release.critical_values import CriticalValues
from sdc_desktop.engine.release.released import Released
from sdc_desktop.engine.release.rules import EQUAL, step


class DistanceWatch:
    """``safe[cell]``: whether one more record of the cell may go out. A release changes its own target.

    Only where the critical values change for all, with a newly seen value or at the end of the first
    records, are all targets looked at again.
    """

    whole = False

    def __init__(self, released: Released, criticals: CriticalValues) -> None:
        self._released = released
        self._criticals = criticals
        self.safe: npt.NDArray[np.bool_] = np.zeros(len(released.counts), dtype=np.bool_)
        self.refresh(None)

    def refresh(self, target: int | None, news: bool = True) -> None:
        """Decide anew, after a record of `target` went out. `news`: critical values changed for all."""
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
