"""Live use: requests as they come, each answered and logged, on one day and the next.

The state is the log's: what is held here is rebuilt from it, and verified, whenever it is opened.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.output.ledger import Entry, Head, Ledger, Seen
from sdc_desktop.engine.problems import Place, Problem, Refused, error, refuse_errors, warning
from sdc_desktop.engine.release.assessment import Assessed, assess, exposed, failing_tests, untested
from sdc_desktop.engine.release.counted import counts, rules_of
from sdc_desktop.engine.release.explanation import Explanation, Reading, explain, step_readings
from sdc_desktop.engine.release.live_setup import LiveSetup, create_log, open_log
from sdc_desktop.engine.release.most_records import LargestSet
from sdc_desktop.engine.release.queue import Gate, Queue
from sdc_desktop.engine.release.requested_records import named
from sdc_desktop.engine.release.rules import EQUAL, Counts
from sdc_desktop.engine.release.spec import ReleaseParams, Test
from sdc_desktop.engine.release.statistics.critical_values import CriticalValues, DrawnStore
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.verdict import Verdict, from_warnings, reserved, unjudged, verdict_of

State = Literal["released", "waiting", "denied"]
_SAME = 1e-9


@dataclass(frozen=True)
class Request:
    """A request for a record: its key (any text, one per record), its target and its value."""

    key: str
    target: str
    value: str


@dataclass(frozen=True)
class Answer:
    """The outcome of a request. ``went_out``: the keys released because of it, a step being safe as a whole,
    with the readings of each step. ``requested_before``: it is in the log already, and nothing was done.
    """

    request: Request
    state: State
    went_out: tuple[tuple[str, ...], ...]
    readings: tuple[tuple[Reading, ...], ...]
    requested_before: bool


@dataclass(frozen=True)
class LiveStep:
    """What the tests read after a step: ``released`` records are released with it."""

    released: int
    readings: tuple[Reading, ...]


class LiveRelease:
    """A running release. Made by `begin` and `resume`; close it when done."""

    def __init__(self, setup: LiveSetup, log: Ledger, store: DrawnStore | None = None) -> None:
        self.setup = setup
        self._log = log
        self._criticals = CriticalValues(setup.rules, store)  # never stopped within an answer
        self._queue = Queue(Gate(self._criticals, setup.tests), self._criticals, setup.policy)
        self._requests: list[Request] = []  # by number, in the order they came
        self._numbers: dict[str, int] = {}
        self._released: list[int] = []
        self._state: dict[int, State] = {}
        self._steps: list[LiveStep] = []
        self.notes: tuple[Problem, ...] = ()

    def ask(self, requests: Sequence[Request], context: JobContext) -> tuple[Answer, ...]:
        """Decide one request or a batch, in order. A repeated key gets a decision, and is not counted again.

        Each decision is in the log, and on the disk, before the next request is examined. Raises
        :class:`Refused` before anything is done if a request is not possible; Cancelled between requests.
        Where the log cannot be saved the release is over until it is resumed: only the log counts.
        """
        self._log.refuse_closed()
        refuse_errors(self._request_problems(requests))
        answers = []
        for place, request in enumerate(requests):
            context.progress(place / len(requests), "releasing")
            try:
                answers.append(self._answer(request))
            except BaseException:  # what is held here may be ahead of the log, and only the log counts
                self._log.close()
                raise
        self._criticals.keep()
        return tuple(answers)

    def explain(self, key: str, context: JobContext) -> Explanation:
        """Why a waiting or denied request is not safe now, and what would have to be released first.

        KeyError for a key without a request; ValueError for a released one.
        """
        number = self._numbers[key]
        if self._state[number] == "released":
            raise ValueError(key)
        return explain(
            self.counts(), self._cell(self._requests[number]), self.setup.tests, self._criticals, context
        )

    def counts(self) -> Counts:
        """Records released (targets, values)."""
        return self._queue.gate.released.table()

    def waiting(self) -> tuple[Request, ...]:
        """The waiting requests, oldest first."""
        return self._with("waiting")

    def denied(self) -> tuple[Request, ...]:
        """The denied requests, in the order they came."""
        return self._with("denied")

    def released(self) -> tuple[Request, ...]:
        """Records released, in their order."""
        return tuple(self._requests[number] for number in self._released)

    def steps(self) -> tuple[LiveStep, ...]:
        """All steps since the release began, with what the tests read after each."""
        return tuple(self._steps)

    def could_go_together(self) -> LargestSet:
        """The largest set of waiting records that could be released together now."""
        return self._queue.largest_set()

    def assessments(self) -> dict[str, Assessed]:
        """What each test finds of all that is released, as if it were released now."""
        return {test: assess(self.counts(), test, self._criticals) for test in self.setup.tests}

    def overtaken(self) -> tuple[str, ...]:
        """Targets that fail a test now, though each of their releases was safe: they wait."""
        failing = exposed(self.assessments())
        return tuple(name for name in self.setup.rules.targets if name in failing)

    @property
    def is_open(self) -> bool:
        """Whether more requests are accepted; no longer once the log could not be saved."""
        return self._log.is_open

    @property
    def head(self) -> Head:
        """How far the log has come: number of lines and last hash."""
        return self._log.head

    def close(self) -> None:
        """Give the log free."""
        self._criticals.keep()
        self._log.close()

    def _with(self, state: State) -> tuple[Request, ...]:
        return tuple(r for number, r in enumerate(self._requests) if self._state[number] == state)

    def _request_problems(self, requests: Sequence[Request]) -> list[Problem]:
        problems = []
        batch: dict[str, Request] = {}
        for place, request in enumerate(requests, start=1):
            where = Place(line=place)
            if not request.key:
                problems.append(error("release.no_key", where))
            if request.target not in self.setup.rules.targets:
                problems.append(error("release.unknown_target", where, name=request.target))
            number = self._numbers.get(request.key)
            before = batch.setdefault(request.key, request) if number is None else self._requests[number]
            if before != request:
                problems.append(error("release.request_differs", where, key=request.key))
        return problems

    def _answer(self, request: Request) -> Answer:
        if request.key in self._numbers:
            return Answer(request, self._state[self._numbers[request.key]], (), (), requested_before=True)
        number = self._enter(request)
        before = self.counts()
        steps = self._queue.ask(number, self._cell(request))
        readings = []
        for step in steps:
            more = self._table(step)
            readings.append(step_readings(before, more, self.setup.tests, self._criticals))
            before = before + more
        went_out = tuple(tuple(self._requests[one].key for one in step) for step in steps)
        self._log.append(_ask_entry(number, request, went_out, readings))
        self._settle(number, steps, readings)
        return Answer(request, self._state[number], went_out, tuple(readings), requested_before=False)

    def _enter(self, request: Request) -> int:
        number = len(self._requests)
        self._requests.append(request)
        self._numbers[request.key] = number
        return number

    def _settle(
        self, number: int, steps: Sequence[Sequence[int]], readings: Sequence[tuple[Reading, ...]]
    ) -> None:
        self._state[number] = "denied" if self.setup.policy == "deny" else "waiting"
        for step, read in zip(steps, readings, strict=True):
            for one in step:
                self._state[one] = "released"
                self._released.append(one)
            self._steps.append(LiveStep(len(self._released), read))

    def _cell(self, request: Request) -> int:
        target = self.setup.rules.targets.index(request.target)
        if request.value not in self.setup.rules.values:
            return -1 - target
        return target * len(self.setup.rules.values) + self.setup.rules.values.index(request.value)

    def _table(self, numbers: Sequence[int]) -> Counts:
        counts = np.zeros_like(self.counts())
        for number in numbers:
            counts.reshape(-1)[self._cell(self._requests[number])] += 1
        return counts

    # ----- from the log

    def replay(self, entries: Sequence[Entry]) -> None:
        """Rebuild the state from the entries after the header, and verify each. Raises :class:`Refused`."""
        moved = 0
        for line, entry in enumerate(entries, start=2):
            where = Place(file=str(self._log.path), line=line)
            try:
                moved += self._replay(entry)
            except (KeyError, TypeError, ValueError, IndexError):
                raise Refused(error("release.log_differs", where)) from None
        if moved:
            self.notes = (warning("release.critical_moved", Place(file=str(self._log.path)), number=moved),)

    def _replay(self, entry: Entry) -> bool:
        """One request and what was released for it. ValueError or its like where the entry cannot be true;
        True where critical values are not now what they were.
        """
        request = Request(str(entry["key"]), str(entry["target"]), str(entry["value"]))
        if request.key in self._numbers or entry["n"] != len(self._requests):
            raise ValueError
        number, cell = self._enter(request), self._cell(request)
        steps = [[self._numbers[key] for key in step] for step in entry["out"]]
        gone = [one for step in steps for one in step]
        if any(self._state.get(one, "waiting") != "waiting" for one in gone) or len(set(gone)) < len(gone):
            raise ValueError
        if self.setup.policy == "deny" and not gone:
            self._queue.denied.append(number)
        else:
            self._queue.wait(number, cell)
        moved = False
        readings = []
        for step, read in zip(steps, entry["read"], strict=True):
            found = step_readings(self.counts(), self._table(step), self.setup.tests, self._criticals)
            moved |= _verify(found, read)
            readings.append(found)
            for one in step:
                self._queue.take(one, self._cell(self._requests[one]))
        self._settle(number, steps, readings)
        return moved


def begin(path: Path, head: Path, setup: LiveSetup, store: DrawnStore | None = None) -> LiveRelease:
    """Start a release with a new log, whose head is at `head`. Raises :class:`Refused`."""
    return LiveRelease(setup, create_log(path, head, setup), store)


def resume(
    path: Path, head: Path, store: DrawnStore | None = None, *, seen: Seen | None = None
) -> LiveRelease:
    """Continue a release: its log is compared with its head, the state rebuilt from it and verified.

    ``seen`` is what the last report printed, where there is no head. Raises :class:`Refused`.
    """
    opened = open_log(path, head, seen)
    try:
        live = LiveRelease(opened.setup, opened.ledger, store)
        live.replay(opened.entries)
        live.notes = (*opened.notes, *live.notes)
        opened.ledger.accept()
    except BaseException:
        opened.ledger.close()
        raise
    return live


def _ask_entry(
    number: int,
    request: Request,
    went_out: Sequence[Sequence[str]],
    readings: Sequence[Sequence[Reading]],
) -> dict[str, Any]:
    return {
        "n": number,
        "key": request.key,
        "target": request.target,
        "value": request.value,
        "out": [list(step) for step in went_out],
        "read": [
            [[one.test, one.target, _number(one.statistic), _number(one.critical)] for one in step]
            for step in readings
        ],
    }


def _verify(found: Sequence[Reading], read: Sequence[Sequence[Any]]) -> bool:
    """Whether critical values moved; ValueError where the statistics are others, or one was not safe."""
    moved = False
    for one, (test, target, statistic, critical) in zip(found, read, strict=True):
        if (one.test, one.target) != (test, target) or not _near(one.statistic, statistic):
            raise ValueError
        if statistic is not None and critical is not None and not statistic < critical - EQUAL:
            raise ValueError
        moved |= not _near(one.critical, critical)
    return moved


def _near(now: float, then: float | None) -> bool:
    if then is None or math.isnan(now):
        return then is None and math.isnan(now)
    return abs(now - then) <= _SAME * max(1.0, abs(then))


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value


def verdict_on_log(live: LiveRelease) -> Verdict:
    """The verdict on what an open log has released so far: every release was safe by the rules when it was
    made, and a test that fails now, because critical values have changed, is a reservation.
    """
    if not live.released():
        return verdict_of([unjudged("release_none")])
    found = live.assessments()
    failing = failing_tests(found)
    reasons = [*untested(found), *from_warnings(live.notes)]
    if failing:
        reasons.append(reserved("release_overtaken", tests=failing))
    return verdict_of(reasons)


def setup_of_file(
    params: ReleaseParams, source: Source, name: str, sha256: str, context: JobContext
) -> LiveSetup:
    """All tests that are named must hold; targets are drawn by their shares in the file. `name` and `sha256`
    are those of the file. Raises :class:`Refused`.
    """
    counted = counts(params.model_copy(update={"stream": "random"}), source, context)
    seed = context.seed if params.seed is None else params.seed
    tests: Sequence[Test] = tuple(dict.fromkeys(one.upper() for one in named(params)))  # type: ignore[misc]
    rules = rules_of(params, counted, seed)
    return LiveSetup(params.attribute, params.target, rules, tuple(tests), params.policy, name, sha256)


def requests_by_key(
    keys: Sequence[str], data: Microdata, key: str | None, setup: LiveSetup, context: JobContext
) -> tuple[Request, ...]:
    """The requests for these records of the file: by the variable `key`, or by their numbers (from 1) where
    it is None. Raises :class:`Refused` where a record is not there, or two have the key.
    """
    if key is None:
        return tuple(_by_number(one, data, setup) for one in keys)
    columns = [data.index(name) for name in (key, setup.target, setup.attribute)]
    wanted, found = set(keys), dict[str, list[Request]]()
    for rows in data.batches(context):
        for row in rows:
            if row[columns[0]] in wanted:
                found.setdefault(row[columns[0]], []).append(Request(*(row[place] for place in columns)))
    problems = []
    for one in keys:
        where = Place(variable=key)
        if one not in found:
            problems.append(error("release.no_such_record", where, key=one))
        elif len(found[one]) > 1:
            problems.append(error("release.key_of_several", where, key=one, number=len(found[one])))
    refuse_errors(problems)
    return tuple(found[one][0] for one in keys)


def _by_number(key: str, data: Microdata, setup: LiveSetup) -> Request:
    number = int(key) if key.isascii() and key.isdigit() and len(key) < 16 else 0
    if not 1 <= number <= data.records:
        raise Refused(error("release.no_such_record", key=key))
    (row,) = data.window(number - 1, number)
    return Request(str(number), row[data.index(setup.target)], row[data.index(setup.attribute)])


def requests_of(
    data: Microdata, key: str, target: str, attribute: str, context: JobContext
) -> tuple[Request, ...]:
    """The requests of a file in its order, by the names of its variables. Raises :class:`Refused`."""
    names: Sequence[str] = (key, target, attribute)
    unknown = [name for name in names if name not in data.names]
    refuse_errors(error("plan.unknown_variable", Place(variable=name), name=name) for name in unknown)
    places = [data.index(name) for name in names]
    return tuple(Request(*(row[place] for place in places)) for rows in data.batches(context) for row in rows)
