"""One order of requests as played: who is where once this number of requests was dealt with.

Also the courses of the tests of a release log.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sdc_desktop.engine.methods.release.release.engine import ReleaseResult
from sdc_desktop.engine.release.live import LiveStep
from sdc_desktop.engine.release.live_setup import LiveSetup
from sdc_desktop.engine.release.requested_records import Cells
from sdc_desktop.engine.release.rules import Counts, Vector
from sdc_desktop.engine.release.simulation import Trace

WHOLE = ("MIS", "DQT")  # tests that look at all targets together


@dataclass(frozen=True)
class Moment:
    """Numbers by target (targets,) after this many requests, and the records released (targets, values)."""

    time: int
    requested: Counts
    released: Counts
    waiting: Counts
    denied: Counts
    table: Counts


@dataclass(frozen=True)
class Course:
    """A test's statistic and critical value over the number released, of one target or the whole."""

    test: str
    target: str | None
    released: Counts
    statistic: Vector
    critical: Vector


@dataclass(frozen=True)
class Replay:
    """``order`` are the requests (cells, or -1 - target), ``trace`` what was released and when."""

    tests: tuple[str, ...]
    values: tuple[str, ...]
    targets: tuple[str, ...]
    denies: bool
    order: Cells
    trace: Trace

    @property
    def length(self) -> int:
        """How many requests there are."""
        return len(self.order)

    @cached_property
    def target_of(self) -> Cells:
        """The target of each request."""
        return np.where(self.order < 0, -1 - self.order, self.order // len(self.values))

    def out_at(self, time: int) -> int:
        """Number of records released after this many requests."""
        return int(np.searchsorted(self.trace.at, time, side="left"))

    def moment(self, time: int) -> Moment:
        """The state after this number of requests."""
        number = len(self.targets)
        cells = self.trace.cells[: self.out_at(time)]
        shape = number, len(self.values)
        table = np.bincount(cells, minlength=shape[0] * shape[1]).reshape(shape)
        requested = np.bincount(self.target_of[:time], minlength=number)
        released = table.sum(axis=1)
        left, none = requested - released, np.zeros(number, dtype=np.int64)
        waiting, denied = (none, left) if self.denies else (left, none)
        return Moment(time, requested, released, waiting, denied, table)

    def waiting_at(self, time: int) -> Cells:
        """The numbers (from 0) of the requests that are not out after this many, oldest first."""
        left = np.ones(time, dtype=np.bool_)
        left[self.trace.requests[: self.out_at(time)]] = False
        return np.flatnonzero(left)

    def next_release(self, time: int) -> int:
        """The time just after the next record is released; the end where none does."""
        out = self.out_at(time)
        return int(self.trace.at[out]) + 1 if out < len(self.trace.at) else self.length

    def value_name(self, request: int) -> str:
        """The value of a request; empty where the baseline does not have it."""
        cell = int(self.order[request])
        return "" if cell < 0 else self.values[cell % len(self.values)]

    def target_name(self, request: int) -> str:
        """The target of a request."""
        return self.targets[int(self.target_of[request])]

    @cached_property
    def courses(self) -> tuple[Course, ...]:
        """One for each test of the whole, and for each target of the others."""
        found = []
        numbers = np.arange(1, len(self.trace.cells) + 1)
        of_target = self.trace.cells // len(self.values)
        for place, test in enumerate(self.tests):
            readings = self.trace.readings[:, place]
            groups: list[tuple[str | None, Cells]] = [(None, np.arange(len(numbers)))]
            if test not in WHOLE:
                groups = [
                    (name, np.flatnonzero(of_target == target)) for target, name in enumerate(self.targets)
                ]
            for name, own in groups:
                valid = own[np.isfinite(readings[own, 1])]
                found.append(Course(test, name, numbers[valid], readings[valid, 0], readings[valid, 1]))
        return tuple(found)


def replay_of(result: ReleaseResult, order: Cells, run: int) -> Replay:
    """The first order of a run of tests."""
    trace = result.runs[run].played[0].trace
    assert trace is not None  # the first order is always traced
    tests = tuple(test.upper() for test in result.runs[run].tests)
    rules = result.rules
    return Replay(tests, rules.values, rules.targets, result.policy == "deny", order, trace)


def courses_of(setup: LiveSetup, steps: Sequence[LiveStep]) -> tuple[Course, ...]:
    """What each test read of each target in a release log, over the number of records released."""
    found: dict[tuple[str, str | None], list[tuple[int, float, float]]] = {}
    for step in steps:
        for one in step.readings:
            if np.isfinite(one.critical):
                entry = step.released, one.statistic, one.critical
                found.setdefault((one.test, one.target), []).append(entry)
    order = {name: place for place, name in enumerate(setup.rules.targets)}
    tests: tuple[str, ...] = setup.tests
    keys = sorted(found, key=lambda key: (tests.index(key[0]), order.get(key[1] or "", -1)))
    made = []
    for key in keys:
        released, statistic, critical = (np.array(part) for part in zip(*found[key], strict=True))
        made.append(Course(*key, released, statistic, critical))
    return tuple(made)
