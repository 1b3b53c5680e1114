"""The gate: which records may go out now, by one test or by several that must all hold."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.methods.release.release import Test
from sdc_desktop.engine.release.rules import Counts, Released
from sdc_desktop.engine.release.statistics.critical_values import CriticalValues
from sdc_desktop.engine.release.statistics.watch_outlier import OutlierWatch
from sdc_desktop.engine.release.watch_tests import DistanceWatch, FitWatch, InformationWatch

_WATCHES: Mapping[Test, Callable[[Released, CriticalValues], "Watch"]] = {
    "MIS": InformationWatch,
    "KLD": DistanceWatch,
    "CST": FitWatch,
    "DQT": OutlierWatch,
}


class Watch(Protocol):
    """A test that follows the released records."""

    whole: bool  # whether a release changes the decision on cells of other targets
    safe: npt.NDArray[np.bool_]  # by cell

    def refresh(self, target: int | None, news: bool) -> None:
        """Decide anew after a record of `target` went out."""

    def reading(self, cell: int) -> tuple[float, float]:
        """Statistic and critical value with one more record of the cell."""


class Gate:
    """Follows what goes out, record by record. `safe[cell]` says whether one more of the cell may.

    A decision is a look at `safe`. A release costs a few operations on the target's column, and for tests
    that look at the whole one comparison a cell.
    """

    def __init__(
        self, criticals: CriticalValues, tests: Sequence[Test], counts: Counts | None = None
    ) -> None:
        rules = criticals.rules
        empty = np.zeros((len(rules.targets), len(rules.values)), dtype=np.int64)
        self.tests = tuple(tests)
        self.released = Released(rules, empty if counts is None else counts)
        self._watches: list[Watch] = [_WATCHES[test](self.released, criticals) for test in tests]
        self._whole = any(watch.whole for watch in self._watches)
        self._everything = slice(0, len(self.released.counts))
        self._last_drawn = rules.last_drawn
        self.safe: npt.NDArray[np.bool_] = np.zeros(len(self.released.counts), dtype=np.bool_)
        self._combine(self._everything)

    def add(self, cell: int) -> slice:
        """Let a record of the cell out. Gives the cells on which the decision may have changed."""
        released = self.released
        news = released.add(cell) or released.records == self._last_drawn
        target = cell // released.values
        for watch in self._watches:
            watch.refresh(target, news)
        changed = self._everything if self._whole or news else released.column(target)
        self._combine(changed)
        return changed

    def readings(self, cell: int) -> tuple[tuple[float, float], ...]:
        """For each test the statistic and its critical value with one more record of the cell."""
        return tuple(watch.reading(cell) for watch in self._watches)

    def _combine(self, cells: slice) -> None:
        if len(self._watches) == 1:
            self.safe = self._watches[0].safe
            return
        np.logical_and.reduce([watch.safe[cells] for watch in self._watches], out=self.safe[cells])
