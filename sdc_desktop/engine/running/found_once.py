"""Counts and results that two parts of a program need at the same time, found by one of them for both."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sdc_desktop.engine.context import Cancelled, JobContext, Once, State
from sdc_desktop.engine.plan import Job
from sdc_desktop.engine.problems import Refused

_POLL_SECONDS = 0.05
_MOST = 4  # results that are kept

_Work = Callable[[JobContext], Any]


@dataclass(eq=False)
class _Search:
    """One on its way or done. ``heard``: the contexts of all that need it; ``found``: what is the same each
    time, also a refusal; ``so_far``: what was found when one that waits had enough.
    """

    heard: list[JobContext] = field(default_factory=list)
    ended: threading.Event = field(default_factory=threading.Event)
    found: Any = None
    so_far: Any = None

    @property
    def has_enough(self) -> bool:
        """Whether one of them had enough."""
        return any(one.is_enough() for one in self.heard)

    def context(self, own: JobContext) -> JobContext:
        """That of the one who searches, which reports to all, and ends as soon as one of them has enough. One
        that was only cancelled leaves without ending it.
        """

        def progressed(fraction: float, step: str) -> None:
            for one in self.heard:
                one.on_progress(fraction, step)

        def searched(state: State) -> None:
            for one in self.heard:
                one.on_state(state)

        def drafted(draft: Any) -> None:
            for one in self.heard:
                one.on_draft(draft)

        return replace(
            own,
            on_progress=progressed,
            on_state=searched,
            on_draft=drafted,
            is_enough=lambda: self.has_enough,
            is_cancelled=lambda: (
                own.is_cancelled() or any(one.is_enough() and one.is_cancelled() for one in self.heard)
            ),
        )


class FoundOnce:
    """Keeps the last results, and lets the second wait for the first. Used from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._searches: dict[tuple[object, ...], _Search] = {}

    def of(self, records: Mapping[str, str]) -> Once:
        """For contexts of jobs that read these records, by job a text that changes when, and only when, they
        may. Jobs that have none are run each time.
        """

        def once(stage: str, job: Job, find: _Work, context: JobContext) -> Any:
            if job.name not in records:
                return find(context)
            own = job.kind, job.params.model_dump_json(), context.secrets.mark(job.name), context.seed
            return self._one((records[job.name], stage, *own), find, context)

        return once

    def forget(self) -> None:
        """Let go of what was found."""
        with self._lock:
            self._searches = {key: one for key, one in self._searches.items() if not one.ended.is_set()}

    def _one(self, key: tuple[object, ...], find: _Work, context: JobContext) -> Any:
        while True:
            with self._lock:
                search = self._searches.get(key)
                first = search is None
                if search is None:
                    search = self._searches[key] = _Search()
                search.heard.append(context)
            found = self._search(key, search, find, context) if first else _awaited(search, context)
            if isinstance(found, Refused):
                raise found
            if found is not None:
                return found

    def _search(self, key: tuple[object, ...], search: _Search, find: _Work, context: JobContext) -> Any:
        """What is found; None where the search was ended for another context alone."""
        found: Any = None
        try:
            try:
                found = find(search.context(context))
            except Refused as refusal:
                found = refusal
            except Cancelled:
                if context.is_cancelled() or context.is_enough() or not search.has_enough:
                    raise
            if context.is_cancelled() or context.is_enough():  # it may be the best of a stopped search
                return found
            if search.has_enough:
                search.so_far = found
                return None
            search.found = found
            return found
        finally:
            with self._lock:
                if search.found is None:
                    self._searches.pop(key, None)
                search.heard.clear()
                done = [one for one, other in self._searches.items() if other.found is not None]
                for old in done[:-_MOST]:
                    del self._searches[old]
            search.ended.set()


def _awaited(search: _Search, context: JobContext) -> Any:
    """What the other thread found; None where it was stopped and the search has to begin again."""
    while not search.ended.wait(_POLL_SECONDS):
        if not context.is_enough():
            context.checkpoint()
    if search.so_far is not None and context.is_enough():
        return search.so_far
    if search.found is None:
        context.checkpoint()
    return search.found
