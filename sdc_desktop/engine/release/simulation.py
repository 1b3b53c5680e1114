"""Many orders of requests played through the queue, and the tests compared (Bezzi et al. 2012, section 7)."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import duckdb
import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.data.store.queries import run
from sdc_desktop.engine.data.store.sql import sql_texts
from sdc_desktop.engine.data.store.store import Store
from sdc_desktop.engine.plan_secrets import REDACTED
from sdc_desktop.engine.release.assessment import Assessed, Finding, assess
from sdc_desktop.engine.release.queue import Gate, Queue
from sdc_desktop.engine.release.requested_records import Cells
from sdc_desktop.engine.release.rules import Counts, Rules, Vector
from sdc_desktop.engine.release.spec import Policy, Test
from sdc_desktop.engine.release.statistics.critical_values import CriticalValues

_BETWEEN_LOOKS = 256  # requests between two checks for cancellation and reports of progress


@dataclass(frozen=True)
class Trace:
    """What was released in one order, in this order: ``requests`` (released,) numbers from 0, ``at``
    (released,) the request at whose coming each was released, ``cells`` (released,) and ``readings``
    (released, tests, 2), statistic and critical value with the record out. Of a set that were released as one
    step, the last record's readings are those of the step.
    """

    requests: Cells
    at: Cells
    cells: Cells
    readings: npt.NDArray[np.float64]


@dataclass(frozen=True)
class Played:
    """The outcome of one order: tables (targets, values) and numbers by target.

    An order is stalled where records wait although nothing has been released since half of the requests came.
    """

    released: Counts
    requested: Counts  # (targets,)
    queued: Counts
    denied: Counts
    stalled: bool
    trace: Trace | None


@dataclass(frozen=True)
class TargetFigures:
    """Means over the orders, and the standard deviation (of a sample) of the number released."""

    requested: float
    released: float
    queued: float
    denied: float
    sd: float | None  # None of a single order
    released_unstalled: float | None  # mean over the orders that did not stall; None where all did
    overtaken: int  # orders that end with the target failing its test, though each release was safe


@dataclass(frozen=True)
class Run:
    """What one test, or several that must all hold, released of the same orders. Means over the orders."""

    tests: tuple[str, ...]
    targets: Mapping[str, TargetFigures]
    requested: float
    released: float
    queued: float
    denied: float
    sd: float | None
    stalled: int
    played: tuple[Played, ...] = field(metadata=REDACTED, repr=False, compare=False)


@dataclass(frozen=True)
class SafeUnder:
    """In how many orders what these tests released is, in the end, safe under each test for all targets."""

    tests: tuple[str, ...]
    safe_under: Mapping[str, int]


def play(
    order: Cells,
    criticals: CriticalValues,
    tests: Sequence[Test],
    policy: Policy,
    context: JobContext,
    *,
    traced: bool = False,
) -> Played:
    """Play one order of requests, cells or -1 - target where the baseline does not have the value."""
    gate = Gate(criticals, tests)
    went: list[tuple[int, int, int]] = []
    readings: list[tuple[tuple[float, float], ...]] = []

    def note(record: int, cell: int) -> None:
        went.append((record, requested, cell))
        readings.append(gate.readings(cell))

    queue = Queue(gate, criticals, policy, note if traced else None)
    last = requested = -1
    for record, cell in enumerate(order.tolist()):
        if record % _BETWEEN_LOOKS == 0:
            context.progress(record / len(order), "releasing")
        requested = record
        if queue.ask(record, cell):
            last = record
    trace = None
    if traced:
        requests, at, cells = np.array(went, dtype=np.int64).reshape(-1, 3).T
        shape = (len(readings), len(tests), 2)
        trace = Trace(requests, at, cells, np.array(readings, dtype=np.float64).reshape(shape))
    stalled = queue.waiting > 0 and 2 * (last + 1) < len(order)
    return _played(order, queue, stalled, trace)


def _played(order: Cells, queue: Queue, stalled: bool, trace: Trace | None) -> Played:
    released = queue.gate.released
    targets = np.where(order < 0, -1 - order, order // released.values)
    count = released.targets
    requested = np.bincount(targets, minlength=count)
    lost = np.bincount(targets[queue.unknown], minlength=count)
    denied = np.bincount(targets[queue.denied], minlength=count)
    queued = queue.waiting_by_cell().sum(axis=1) + lost
    return Played(released.table(), requested, queued, denied, stalled, trace)


def simulate(
    orders: Callable[[int], Cells],
    number: int,
    criticals: CriticalValues,
    runs: Sequence[Sequence[str]],
    policy: Policy,
    context: JobContext,
) -> tuple[tuple[Run, ...], tuple[SafeUnder, ...]]:
    """Play order 0 .. number - 1 under the tests of each run (their names in any letters)."""
    upper: list[list[Test]] = [[_upper(name) for name in names] for names in runs]
    played: list[list[Played]] = [[] for _ in runs]
    for index in range(number):
        order = orders(index)
        for place, tests in enumerate(upper):
            done = index * len(runs) + place
            part = context.within(done / (number * len(runs)), (done + 1) / (number * len(runs)))
            played[place].append(play(order, criticals, tests, policy, part, traced=index == 0))
    columns = list(dict.fromkeys(name for names in runs for name in names))
    matrix = []
    figures = []
    for names, tests, own in zip(runs, upper, played, strict=True):
        figures.append(_run(tuple(names), tests, own, criticals))
        counts = {
            name: sum(assess(one.released, _upper(name), criticals).safe for one in own) for name in columns
        }
        matrix.append(SafeUnder(tuple(names), counts))
    return tuple(figures), tuple(matrix)


def _run(names: tuple[str, ...], tests: Sequence[Test], own: list[Played], criticals: CriticalValues) -> Run:
    released = np.array([one.released.sum(axis=1) for one in own])
    requested, queued, denied = (
        np.array([getattr(one, what) for one in own]) for what in ("requested", "queued", "denied")
    )
    free = ~np.array([one.stalled for one in own])
    overtaken = _overtaken(tests, own, criticals)
    targets = {
        name: TargetFigures(
            requested=float(requested[:, y].mean()),
            released=float(released[:, y].mean()),
            queued=float(queued[:, y].mean()),
            denied=float(denied[:, y].mean()),
            sd=_deviation(released[:, y]),
            released_unstalled=float(released[free, y].mean()) if free.any() else None,
            overtaken=int(overtaken[y]),
        )
        for y, name in enumerate(criticals.rules.targets)
    }
    return Run(
        tests=names,
        targets=targets,
        requested=float(requested.sum(axis=1).mean()),
        released=float(released.sum(axis=1).mean()),
        queued=float(queued.sum(axis=1).mean()),
        denied=float(denied.sum(axis=1).mean()),
        sd=_deviation(released.sum(axis=1)),
        stalled=int(np.count_nonzero(~free)),
        played=tuple(own),
    )


def _overtaken(tests: Sequence[Test], own: list[Played], criticals: CriticalValues) -> Counts:
    """For each target the number of orders in which it fails in the end (KLD, CST)."""
    found = np.zeros(len(criticals.rules.targets), dtype=np.int64)
    for one in own:
        failing: set[str] = set()
        for test in tests:
            if test in ("KLD", "CST"):
                failing |= unsafe_targets(one.released, test, criticals)
        found += np.array([name in failing for name in criticals.rules.targets])
    return found


def unsafe_targets(released: Counts, test: Test, criticals: CriticalValues) -> set[str]:
    """The released targets that fail a test of single targets."""
    found = assess(released, test, criticals)
    findings = getattr(found, "targets", {})
    return {name for name, finding in findings.items() if not finding.safe}


def _deviation(numbers: Vector | Counts) -> float | None:
    return float(numbers.std(ddof=1)) if len(numbers) > 1 else None


def _upper(name: str) -> Test:
    test: Test = name.upper()  # type: ignore[assignment]
    return test


COLUMNS = ("tests", "released", "request", "target", "value", "test", "statistic", "critical")
_BATCH = 5_000
Line = tuple[str, ...]


def trace_data(
    rules: Rules, runs: Sequence[Run], assessment: Mapping[str, Assessed] | None, context: JobContext
) -> Microdata:
    """A record for each release and test; for an assessment one for each finding. Raises Cancelled.

    ``released`` and ``request`` count from 1. Numbers are in full, with a point; where there is nothing to
    test they are empty.
    """
    lines = _assessed(assessment) if assessment is not None else _traced(rules, runs)

    def fill(connection: duckdb.DuckDBPyConnection, table: str) -> None:
        names = ", ".join(f"c{i} VARCHAR" for i in range(len(COLUMNS)))
        run(connection, f"CREATE TABLE {table} ({names})")
        batch: list[Line] = []
        for line in lines:
            batch.append(line)
            if len(batch) == _BATCH:
                context.checkpoint()
                _insert(connection, table, batch)
                batch = []
        _insert(connection, table, batch)

    relation = Store().load(len(COLUMNS), fill)
    return Microdata(relation, tuple(Variable(name) for name in COLUMNS))


def _traced(rules: Rules, runs: Sequence[Run]) -> Iterator[Line]:
    values = len(rules.values)
    for each in runs:
        trace = each.played[0].trace
        assert trace is not None
        tests = "+".join(each.tests)
        places = zip(trace.requests.tolist(), trace.cells.tolist(), trace.readings.tolist(), strict=True)
        for number, (request, cell, readings) in enumerate(places, start=1):
            target, value = divmod(cell, values)
            for test, (statistic, critical) in zip(each.tests, readings, strict=True):
                yield (
                    tests,
                    str(number),
                    str(request + 1),
                    rules.targets[target],
                    rules.values[value],
                    test,
                    _written(statistic),
                    _written(critical),
                )


def _assessed(assessment: Mapping[str, Assessed]) -> Iterator[Line]:
    for test, found in assessment.items():
        findings = {"": found} if isinstance(found, Finding) else found.targets
        for target, one in findings.items():
            yield ("", "", "", target, "", test, _written(one.statistic), _written(one.critical))


def _written(number: float) -> str:
    return repr(number) if math.isfinite(number) else ""


def _insert(connection: duckdb.DuckDBPyConnection, table: str, lines: Sequence[Line]) -> None:
    if lines:
        columns = ", ".join(f"unnest({sql_texts(column)})" for column in zip(*lines, strict=True))
        run(connection, f"INSERT INTO {table} SELECT {columns}")
