"""Following the mutual information (MIS) record by record."""

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.release.critical_values import CriticalValues
from sdc_desktop.engine.release.released import Released
from sdc_desktop.engine.release.rules import EQUAL, step

_KINDS = ((False, False), (True, False), (False, True), (True, True))  # new value, new target


class InformationWatch:
    """``safe[cell]``: whether one more record of the cell may go out. Each release changes all cells.

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
        """Decide anew, after a record of `target` went out. `news`: a value or target was first seen."""
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
