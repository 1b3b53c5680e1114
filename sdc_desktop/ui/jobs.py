"""Work beside the window. The only file that knows QThread.

A `Job` lives in the GUI thread and owns a QThread with a private worker object in it. It gives exactly one
outcome (`succeeded`, `failed` or `cancelled`) and then `finished`. The manager holds jobs until then.
Threads are asked to stop, never terminated.
"""

import logging
import os
import platform
import sys
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QThread, Signal, Slot

from sdc_desktop import __version__
from sdc_desktop.engine.child_process import is_out_of_memory, memory_problem, with_limit
from sdc_desktop.engine.context import Cancelled, JobContext, State
from sdc_desktop.engine.plan_secrets import NO_SECRETS, Secrets
from sdc_desktop.engine.problems import Problem, Refused, error


def fault_problem(fault: BaseException) -> Problem:
    """The problem `program.fault`: the exception's type and where in the code it came up, never its text; or
    that there was too little memory.
    """
    if is_out_of_memory(fault):
        return memory_problem()
    return error("program.fault", fault=type(fault).__name__, place=fault_place(fault))


def fault_place(fault: BaseException) -> str:
    """File and line of the innermost frame: `store.py, line 120`; empty where there is none."""
    frames = traceback.extract_tb(fault.__traceback__)
    if not frames:
        return ""
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}"


def fault_report(fault: BaseException) -> str:
    """Versions, and the frames of the exception and of what caused it; no messages, no values."""
    lines = [f"SDC Desktop {__version__}, Python {platform.python_version()}, {platform.platform()}"]
    seen: set[int] = set()
    link: BaseException | None = fault
    while link is not None and id(link) not in seen:
        seen.add(id(link))
        lines.append(type(link).__name__)
        for frame in traceback.extract_tb(link.__traceback__):
            lines.append(f"  {_short(frame.filename)}:{frame.lineno} {frame.name}")
        link = link.__cause__ or link.__context__
    return "\n".join(lines) + "\n"


def _short(filename: str) -> str:
    """The last parts of a path, which find the file but do not identify the computer."""
    return "/".join(Path(filename).parts[-3:])


Work = Callable[[JobContext], object]
Take = Callable[[Any], object]
_TELL_EVERY_SECONDS = 0.05
_NICER = 5  # than the window's own thread, which then waits half as long for its turn
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Progress:
    """How far a job is (0..1), and the code of the step it is at."""

    fraction: float
    step: str


@dataclass(frozen=True)
class _Done:
    result: object


@dataclass(frozen=True)
class _Failed:
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class _Stopped:
    pass


class Throttle:
    """Lets something through at most once in this many seconds; the first time always."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._clock = clock
        self._last: float | None = None

    def __call__(self) -> bool:
        """Whether it is time again."""
        now = self._clock()
        if self._last is not None and now - self._last < self._seconds:
            return False
        self._last = now
        return True


class _Worker(QObject):
    """Lives in the job's thread and runs the work there."""

    progressed = Signal(object)
    searched = Signal(object)
    drafted = Signal(object)
    ended = Signal(object)

    def __init__(
        self,
        work: Work,
        stop: threading.Event,
        enough: threading.Event,
        spill: Path | None,
        secrets: Secrets,
    ) -> None:
        super().__init__()
        self._spill = spill
        self._secrets = secrets
        self._work = work
        self._stop = stop
        self._enough = enough
        self._is_time = Throttle(_TELL_EVERY_SECONDS)
        self._step = ""

    @Slot()
    def run(self) -> None:
        _give_way()
        context = JobContext(
            on_progress=self._report,
            is_cancelled=self._stop.is_set,
            is_enough=self._enough.is_set,
            on_state=self._notify_state,
            on_draft=self.drafted.emit,
            spill=self._spill,
            secrets=self._secrets,
        )
        self.ended.emit(_outcome(self._work, context))

    def _report(self, fraction: float, step: str) -> None:
        if self._is_time() or step != self._step:  # a new step may last long without a word
            self._step = step
            self.progressed.emit(Progress(fraction, step))

    def _notify_state(self, state: State) -> None:
        self.searched.emit(state)


def _give_way() -> None:
    """Let the window have the processor first. Linux knows no priority of threads but this one, which the
    threads that DuckDB begins inherit.
    """
    if sys.platform == "linux":
        own = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, own, os.getpriority(os.PRIO_PROCESS, own) + _NICER)


def _outcome(work: Work, context: JobContext) -> object:
    try:
        return _Done(work(context))
    except Cancelled:
        return _Stopped()
    except Refused as refusal:
        return _Failed(with_limit(refusal.problems))
    except BaseException as fault:  # noqa: BLE001 - whatever it is, the job must end and say so
        _log.error("fault in a job\n%s", fault_report(fault))
        return _Failed((fault_problem(fault),))


class Job(QObject):
    """One piece of work on its way. Made by :meth:`JobManager.start`.

    A result that was ready before the cancellation got through is still given as `succeeded`: what was done
    was done.
    """

    progressed = Signal(object)  # Progress
    searched = Signal(object)  # State: bound and cost of a search for the best, all of them in order
    drafted = Signal(object)  # what may be shown until the work returns: never a result
    succeeded = Signal(object)  # what the work returned
    failed = Signal(object)  # tuple[Problem, ...]
    cancelled = Signal()
    finished = Signal()
    _released = Signal(object)  # the job itself, for the manager

    def __init__(
        self,
        title: str,
        work: Work,
        quiet: bool,
        spill: Path | None = None,
        secrets: Secrets = NO_SECRETS,
    ) -> None:
        super().__init__()
        self.title = title
        self.quiet = quiet
        self._stop = threading.Event()
        self._enough = threading.Event()
        self._outcome: object = None
        self._thread = QThread()
        self._worker: _Worker | None = _Worker(work, self._stop, self._enough, spill, secrets)
        self._worker.moveToThread(self._thread)
        self._thread.started.connect(self._worker.run)
        self._worker.progressed.connect(self._pass_on)
        self._worker.searched.connect(self._pass_on_state)
        self._worker.drafted.connect(self._pass_on_draft)
        self._worker.ended.connect(self._keep)
        self._thread.finished.connect(self._conclude)

    @property
    def stopping(self) -> bool:
        """Whether the job was asked to stop."""
        return self._stop.is_set()

    def cancel(self) -> None:
        """Ask the job to stop at its next checkpoint."""
        self._stop.set()

    def finish(self) -> None:
        """Ask a search for the best to end and give what it has: `succeeded` follows, or `failed` where there
        is nothing yet.
        """
        self._enough.set()

    def end(self) -> None:
        """Stop, and wait for the thread; without an event loop nothing else ends it."""
        self.cancel()
        self._thread.quit()
        self._thread.wait()

    def _begin(self) -> None:
        self._thread.start(QThread.Priority.LowPriority)

    @Slot(object)
    def _pass_on(self, progress: Progress) -> None:
        self.progressed.emit(progress)

    @Slot(object)
    def _pass_on_state(self, state: State) -> None:
        self.searched.emit(state)

    @Slot(object)
    def _pass_on_draft(self, draft: object) -> None:
        self.drafted.emit(draft)

    @Slot(object)
    def _keep(self, outcome: object) -> None:
        self._outcome = outcome
        self._thread.quit()

    @Slot()
    def _conclude(self) -> None:
        self._thread.wait()  # the thread has left its loop: this returns at once
        self._worker = None
        try:
            self._notify_outcome()
        finally:
            self.finished.emit()
            self._released.emit(self)

    def _notify_outcome(self) -> None:
        match self._outcome:
            case _Done(result):
                self.succeeded.emit(result)
            case _Failed(problems):
                self.failed.emit(problems)
            case _:
                self.cancelled.emit()


def _no_secrets() -> Secrets:
    return NO_SECRETS


class JobManager(QObject):
    """Starts jobs and holds them until they are finished."""

    started = Signal(object)  # Job
    all_idle = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs: list[Job] = []
        self.spill: Path | None = None  # a folder that may hold values of files beyond memory
        self.secrets_of_plan: Callable[[], Secrets] = _no_secrets  # those of the current plan

    @property
    def secrets(self) -> Secrets:
        """What a job that is started now draws from."""
        return self.secrets_of_plan()

    @property
    def running(self) -> tuple[Job, ...]:
        """The jobs that are not finished, oldest first."""
        return tuple(self._jobs)

    @property
    def idle(self) -> bool:
        """Whether no job is running."""
        return not self._jobs

    def start(
        self,
        title: str,
        work: Work,
        done: Take | None = None,
        refused: Take | None = None,
        *,
        quiet: bool = False,
    ) -> Job:
        """Run `work(context)` in a thread of its own; `done` takes what it returned, `refused` its problems.
        The job's signals come in the GUI thread, never before this returns. A `quiet` job (a draft, a figure
        beside a variable) is not shown in the job bar.
        """
        job = Job(title, work, quiet, self.spill, self.secrets)
        if done is not None:
            job.succeeded.connect(done)
        if refused is not None:
            job.failed.connect(refused)
        job._released.connect(self._release)
        self._jobs.append(job)
        self.started.emit(job)
        job._begin()
        return job

    def cancel_all(self) -> None:
        """Ask every job to stop; `all_idle` follows when the last is finished."""
        for job in self._jobs:
            job.cancel()

    def end_all(self) -> None:
        """Stop what was begun after the window had closed, and wait for it: the event loop has ended."""
        for job in self._jobs:
            job.end()

    @Slot(object)
    def _release(self, job: Job) -> None:
        self._jobs.remove(job)
        if not self._jobs:
            self.all_idle.emit()
