"""Why a record may be released or not: which test, which target, statistic against critical value, and what
would have to be released first.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.release.assessment import Finding, assess, below
from sdc_desktop.engine.release.queue import Gate
from sdc_desktop.engine.release.rules import Counts
from sdc_desktop.engine.release.spec import Test
from sdc_desktop.engine.release.statistics.critical_values import CriticalValues

MOST_FIRST = 300  # records searched for that are released first


@dataclass(frozen=True)
class Reading:
    """What a test reads after a step, of the whole (``target`` None) or of a target that got records.

    Statistic and critical value are NaN where there is nothing to test, which is safe.
    """

    test: Test
    target: str | None
    statistic: float
    critical: float

    @property
    def safe(self) -> bool:
        """Whether the test holds."""
        return math.isnan(self.critical) or below(self.statistic, self.critical)


@dataclass(frozen=True)
class First:
    """This many records of a target and value."""

    target: str
    value: str
    records: int


@dataclass(frozen=True)
class Explanation:
    """Why a record is not safe now. ``first``: records that could be released one by one, each safe in its
    turn, so that it could follow; None where no such way was found. A value without baseline is never safe,
    has no readings and no way.
    """

    has_baseline: bool
    readings: tuple[Reading, ...]
    first: tuple[First, ...] | None


def step_readings(
    before: Counts, more: Counts, tests: Sequence[Test], criticals: CriticalValues
) -> tuple[Reading, ...]:
    """The reading of each test once `more` (targets, values) is released in addition to `before`."""
    readings = []
    touched = np.flatnonzero(more.sum(axis=1)).tolist()
    for test in tests:
        found = assess(before + more, test, criticals)
        if isinstance(found, Finding):
            readings.append(Reading(test, None, found.statistic, found.critical))
            continue
        for target in touched:
            name = criticals.rules.targets[target]
            own = found.targets[name]
            readings.append(Reading(test, name, own.statistic, own.critical))
    return tuple(readings)


def explain(
    released: Counts, cell: int, tests: Sequence[Test], criticals: CriticalValues, context: JobContext
) -> Explanation:
    """Why a record of the cell (negative: without baseline) is not safe after what is released."""
    if cell < 0:
        return Explanation(has_baseline=False, readings=(), first=None)
    more = np.zeros_like(released)
    more.reshape(-1)[cell] = 1
    return Explanation(
        has_baseline=True,
        readings=step_readings(released, more, tests, criticals),
        first=_first(released, cell, tests, criticals, context),
    )


def _first(
    released: Counts, cell: int, tests: Sequence[Test], criticals: CriticalValues, context: JobContext
) -> tuple[First, ...] | None:
    """Records that could be released one by one so that one of the cell could follow: always the one that
    brings the failing tests nearest to their critical values.
    """
    gate = Gate(criticals, tests, released)
    with_it = released.copy()
    with_it.reshape(-1)[cell] += 1
    after = Gate(criticals, tests, with_it)
    order: list[int] = []
    while not gate.safe[cell]:
        context.checkpoint()
        free = np.flatnonzero(gate.safe).tolist()
        if len(order) == MOST_FIRST or not free:
            return None
        failing = [place for place, pair in enumerate(gate.readings(cell)) if not _holds(pair)]
        now = gate.readings(cell)
        best = min(free, key=lambda other: _excess(after, other, cell, failing, now, tests))
        gate.add(best)
        after.add(best)
        order.append(best)
    rules = criticals.rules
    counted = [(one, order.count(one)) for one in dict.fromkeys(order)]
    return tuple(
        First(rules.targets[one // len(rules.values)], rules.values[one % len(rules.values)], number)
        for one, number in counted
    )


def _excess(
    after: Gate,
    other: int,
    cell: int,
    failing: Sequence[int],
    now: Sequence[tuple[float, float]],
    tests: Sequence[Test],
) -> float:
    """How far the failing tests are beyond their critical values with both records out; the worst of them."""
    values = after.released.values
    pairs = after.readings(other)
    worst = -math.inf
    for place in failing:
        elsewhere = tests[place] in ("KLD", "CST") and other // values != cell // values
        statistic, critical = now[place] if elsewhere else pairs[place]
        if not math.isnan(critical):
            worst = max(worst, statistic / critical if critical > 0 else math.inf)
    return worst


def _holds(pair: tuple[float, float]) -> bool:
    return math.isnan(pair[1]) or below(*pair)
