"""Drafts: work for a moving slider. One runs, one waits, the newest wins, late results are dropped."""

from PySide6.QtCore import QObject, Signal, Slot

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import Problem
from sdc_desktop.ui.jobs import JobManager, Work


class DraftRunner(QObject):
    """Runs the newest of many requests: quietly, or with a title in the job bar. One runner a form."""

    answered = Signal(object)  # what the newest work returned
    drafted = Signal(object)  # what the newest work may show until it returns
    failed = Signal(object)  # tuple[Problem, ...]
    busy_changed = Signal(object)  # bool

    def __init__(self, jobs: JobManager, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._token = 0  # of the newest request
        self._running: int | None = None  # the token of the draft under way
        self._pending: tuple[Work, str] | None = None
        self._cancel_running = _nothing

    @property
    def busy(self) -> bool:
        """Whether a result is still to come."""
        return self._running is not None

    def request(self, work: Work, title: str = "") -> None:
        """Run `work`; earlier work is stopped, and its result dropped."""
        self._token += 1
        if self._running is None:
            self._run(work, title)
            self.busy_changed.emit(True)
        else:
            self._pending = work, title
            self._cancel_running()

    def drop(self) -> None:
        """Drop all results to come, of the running draft and of the waiting one."""
        self._token += 1
        self._pending = None
        self._cancel_running()

    def _run(self, work: Work, title: str) -> None:
        token = self._token
        self._running = token

        def with_token(context: JobContext) -> tuple[int, object]:
            return token, work(context)

        job = self._jobs.start(title, with_token, self._take, self._take_problems, quiet=not title)
        self._cancel_running = job.cancel
        job.drafted.connect(self._take_draft)
        job.finished.connect(self._next)

    @Slot(object)
    def _take(self, answer: tuple[int, object]) -> None:
        token, result = answer
        if token == self._token:
            self.answered.emit(result)

    @Slot(object)
    def _take_draft(self, draft: object) -> None:
        if self._running == self._token:
            self.drafted.emit(draft)

    @Slot(object)
    def _take_problems(self, problems: tuple[Problem, ...]) -> None:
        if self._running == self._token:
            self.failed.emit(problems)

    @Slot()
    def _next(self) -> None:
        self._running = None
        self._cancel_running = _nothing
        pending, self._pending = self._pending, None
        if pending is not None:
            self._run(*pending)
        else:
            self.busy_changed.emit(False)


def _nothing() -> None:
    """Nothing is running, so there is nothing to stop."""
