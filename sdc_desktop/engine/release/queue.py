"""The queue: each requested record is released, waits or is denied (Bezzi et al. 2012, section 6)."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.release.most_records import FitSets, LargestSet, largest_set
from sdc_desktop.engine.release.rules import Counts, Released
from sdc_desktop.engine.release.spec import Policy, Test
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
        """Decide again after a record of `target` was released."""

    def reading(self, cell: int) -> tuple[float, float]:
        """Statistic and critical value with one more record of the cell."""


class Gate:
    """Follows what is released, record by record. `safe[cell]` says whether one more of the cell may.

    A decision reads `safe`. A release costs a few operations on the target's column, and for tests of the
    whole one comparison per cell.
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


EXACT_IN_A_QUEUE = 200  # waiting records up to which each look for most records is exact
Listener = Callable[[int, int], None]  # called with record and cell just before a release
_NOBODY = np.iinfo(np.int64).max


class Queue:
    """Records by number, in the order of their requests; a record only matters by its cell. A cell below 0 is
    one that the baseline does not have, which is never safe.

    Policies: ``deny`` has no queue; ``oldest_first`` looks the queue through after every release, from the
    oldest waiting record on, again and again until none of them is safe; ``most_records`` lets the largest
    set found of the waiting records are released as one step, after every request.
    """

    def __init__(
        self, gate: Gate, criticals: CriticalValues, policy: Policy, on_release: Listener | None = None
    ) -> None:
        self.gate = gate
        self._on_release = on_release
        self._criticals = criticals
        self._policy = policy
        self._fits = FitSets(criticals)
        self._waiting: list[deque[int]] = [deque() for _ in gate.safe]
        self._oldest = np.full(len(gate.safe), _NOBODY)
        self._number = 0
        self.unknown: list[int] = []  # waiting in vain: their value has no baseline
        self.denied: list[int] = []

    @property
    def waiting(self) -> int:
        """How many records wait, those included that wait in vain."""
        return self._number + len(self.unknown)

    def waiting_by_cell(self) -> Counts:
        """How many records of each cell wait (targets, values)."""
        released = self.gate.released
        counts = np.array([len(line) for line in self._waiting], dtype=np.int64)
        return counts.reshape(released.targets, released.values)

    def ask(self, record: int, cell: int) -> list[list[int]]:
        """A record is requested. Gives what is released for it: steps of records, a step being safe as a
        whole."""
        if cell < 0:
            (self.denied if self._policy == "deny" else self.unknown).append(record)
            return []
        if self.gate.safe[cell]:
            changed = self._let_out(record, cell)
            if not self._number:
                return [[record]]
            if self._policy == "oldest_first":
                return [[record], *self._look(changed)]
            return [[record], *self._together()]
        if self._policy == "deny":
            self.denied.append(record)
            return []
        self._wait(record, cell)
        return self._together() if self._policy == "most_records" else []

    def largest_set(self) -> LargestSet:
        """What could be released together now."""
        counts = self.gate.released.table()
        return largest_set(counts, self.waiting_by_cell(), self.gate.tests, self._criticals)

    def wait(self, record: int, cell: int) -> None:
        """Put a record into the queue without examining it, as when a state is rebuilt."""
        if cell < 0:
            self.unknown.append(record)
        else:
            self._wait(record, cell)

    def take(self, record: int, cell: int) -> None:
        """Take a waiting record out of the queue and count it as released. ValueError if it does not wait."""
        self._waiting[cell].remove(record)
        self._leave(cell)
        self._let_out(record, cell)

    def _let_out(self, record: int, cell: int) -> slice:
        if self._on_release is not None:
            self._on_release(record, cell)
        return self.gate.add(cell)

    def _wait(self, record: int, cell: int) -> None:
        if not self._waiting[cell]:
            self._oldest[cell] = record
        self._waiting[cell].append(record)
        self._number += 1

    def _leave(self, cell: int) -> None:
        line = self._waiting[cell]
        self._oldest[cell] = line[0] if line else _NOBODY
        self._number -= 1

    def _look(self, changed: slice) -> list[list[int]]:
        """Release the oldest waiting record that is safe, until none is. `changed`: the targets to check."""
        steps: list[list[int]] = []
        while self._number:
            oldest = np.where(self.gate.safe[changed], self._oldest[changed], _NOBODY)
            place = int(oldest.argmin())
            if oldest[place] == _NOBODY:
                break
            cell = changed.start + place
            record = self._waiting[cell].popleft()
            steps.append([record])
            self._leave(cell)
            more = self._let_out(record, cell)
            changed = more if more.stop - more.start > changed.stop - changed.start else changed
        return steps

    def _together(self) -> list[list[int]]:
        """Release the largest set found, as one step; again while there is one."""
        steps: list[list[int]] = []
        while self._number:
            counts = self.gate.released.table()
            found = largest_set(
                counts, self.waiting_by_cell(), self.gate.tests, self._criticals, EXACT_IN_A_QUEUE, self._fits
            )
            if not found.records:
                break
            steps.append(self._take_set(found.counts))
        return steps

    def _take_set(self, counts: Counts) -> list[int]:
        gone: list[int] = []
        flat: npt.NDArray[np.int64] = counts.reshape(-1)
        for cell in np.flatnonzero(flat).tolist():
            for _ in range(int(flat[cell])):
                gone.append(self._waiting[cell].popleft())
                self._leave(cell)
                self._let_out(gone[-1], cell)
        return sorted(gone)
