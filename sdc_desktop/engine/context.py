"""What a job knows of its surroundings: secrets, a seed, a way to report progress, a way to be stopped."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from typing import Any

from sdc_desktop.engine.plan_secrets import NO_SECRETS, Secret, Secrets

_POLL_SECONDS = 0.05  # between two looks at whether a solver or a query is to stop


class Cancelled(Exception):  # noqa: N818 - being stopped is no error
    """The job was asked to stop and did, leaving nothing half-done."""


@dataclass(frozen=True)
class State:
    """How far a search for the cheapest is: nothing costs less than `bound`; the best found costs `cost`
    (infinite while there is none).
    """

    bound: float
    cost: float

    @property
    def gap(self) -> float | None:
        """By what share of its cost the best may be too expensive; None while there is none."""
        if self.cost == inf:
            return None
        return 0.0 if self.cost <= 0 else max(0.0, (self.cost - self.bound) / self.cost)


def _silent(fraction: float, step: str) -> None:
    """Progress that no one listens to."""


def _unheard(state: State) -> None:
    """States that no one listens to."""


def _undrawn(draft: object) -> None:
    """Drafts that no one shows."""


def _unwatched(job: str, state: State | None) -> None:
    """Searches that no one watches."""


def _never() -> bool:
    return False


def _each_time(stage: str, job: Any, find: Callable[["JobContext"], Any], context: "JobContext") -> Any:
    """Stages that nothing else needs."""
    return find(context)


Once = Callable[[str, Any, Callable[["JobContext"], Any], "JobContext"], Any]  # stage, job, find, context


@dataclass(frozen=True)
class JobContext:
    """Given to every stage of every job; made by the window's worker, by the batch command and by tests.

    ``on_progress(fraction, step)`` gets a fraction 0..1 and the code of a step that `words` names;
    ``is_cancelled()`` may be set from another thread; so may ``is_enough()``: a search for the best must end
    and give what it has; the effort used gives the same result again, whatever the time.
    ``on_state(state)`` gets bound and cost whenever one of them changes in such a search;
    ``on_search(job, state)`` the same with the name of the job, and no state when the search is over; ``job``
    is the name of the job at work. ``on_draft(draft)`` gets what a window may show until there is a result.
    ``cache`` is a folder for figures that take long to draw and say nothing
    of any data; none keeps nothing. ``spill`` is this program's own folder for what does not fit into memory,
    which may hold values; none writes nothing. ``heads``: the folder for heads of ledgers; none where a plan
    must name them. ``memory``: bytes that records and counts beyond memory may take; none: half of what there
    is.
    ``secrets`` are those of the plan, ``secret`` that of the job at work, from which all protecting draws
    come; ``seed`` is for simulations alone. ``once(stage, job, find, context)`` gives what ``find(context)``
    returns for a stage of a job, or returned where another part of the program needed the same.
    """

    seed: int = 0
    secrets: Secrets = NO_SECRETS
    secret: Secret | None = None
    on_progress: Callable[[float, str], None] = _silent
    is_cancelled: Callable[[], bool] = _never
    is_enough: Callable[[], bool] = _never
    on_state: Callable[[State], None] = _unheard
    on_search: Callable[[str, State | None], None] = _unwatched
    on_draft: Callable[[Any], None] = _undrawn
    once: "Once" = _each_time
    job: str = ""
    cache: Path | None = None
    spill: Path | None = None
    heads: Path | None = None
    memory: int | None = None

    def of_job(self, name: str) -> "JobContext":
        """The context of a job of the plan, with its secret where the plan has one for it."""
        return replace(self, job=name, secret=self.secrets.of_job(name) or self.secret)

    def searched(self, state: State | None) -> None:
        """Report bound and cost of a search; None when another job begins. Until then no end of the search,
        however early, and no end of what its job does with it loses the best pattern found.
        """
        if state is not None:
            self.on_state(state)
        self.on_search(self.job, state)

    def may_end(self) -> None:
        """Report that all jobs have results, which are kept if the work is to end now. What is left is the
        work of no job: no limit of time for searches ends it.
        """
        self.on_search("", State(0.0, 0.0))

    def checkpoint(self) -> None:
        """Raise :class:`Cancelled` if the job should stop. Called at least every 0.1 s of work."""
        if self.is_cancelled():
            raise Cancelled

    def progress(self, fraction: float, step: str) -> None:
        """Tell how far the job is (fraction 0..1, clipped) and check whether it should stop."""
        self.checkpoint()
        self.on_progress(min(max(fraction, 0.0), 1.0), step)

    def within(self, start: float, end: float) -> "JobContext":
        """A context whose 0..1 is this one's start..end, for a part of the job."""

        def scaled(fraction: float, step: str) -> None:
            self.on_progress(start + (end - start) * fraction, step)

        return replace(self, on_progress=scaled)

    def unwatched(self) -> "JobContext":
        """A context for a search that is a part of a larger one: it has no early end, and reports nothing."""
        return replace(self, is_enough=_never, on_state=_unheard, on_search=_unwatched)

    def until_enough(self) -> "JobContext":
        """A context in which a request to finish stops the work as a cancel does. The caller catches
        :class:`Cancelled`, calls :meth:`checkpoint` on the original context, and gives what it has.
        """
        return replace(self, is_cancelled=lambda: self.is_cancelled() or self.is_enough())


def solved(model: Any, limit: float, context: JobContext) -> tuple[Any, Any]:
    """The CP-SAT solver after its search and its status: with one worker, a fixed seed and a deterministic
    limit of time, so that the same model gives the same solution. Stopped when the job is cancelled.
    """
    from ortools.sat.python import cp_model

    solver: Any = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 0
    solver.parameters.max_deterministic_time = limit
    with stoppable(context, solver.stop_search):
        status = solver.solve(model)
    return solver, status


@contextmanager
def stoppable(context: JobContext, stop: Callable[[], None]) -> Iterator[None]:
    """While a solver or a query runs, `stop` is called once the job is cancelled. Raises Cancelled."""
    context.checkpoint()
    done = threading.Event()

    def watch() -> None:
        while not done.wait(_POLL_SECONDS):
            if context.is_cancelled():
                stop()

    watcher = threading.Thread(target=watch, name="stop-watch", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()
