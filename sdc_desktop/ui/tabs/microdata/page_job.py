"""Work that a page of the details runs: shown, with progress, and stopped by a button."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal, Slot

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import Problem
from sdc_desktop.ui.jobs import Job, JobManager
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.problems import sentence


class PageJob(QObject):
    """One at a time; what a later one replaced is heard no more."""

    found = Signal(object)  # (key, what the work returned)
    failed = Signal(object)  # tuple[Problem, ...]
    changed = Signal()  # running or not

    def __init__(self, jobs: JobManager, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._job: Job | None = None
        self._key: object = None

    @property
    def running(self) -> bool:
        """Whether it is under way."""
        return self._job is not None

    @property
    def key(self) -> object:
        """The identifier of the newest work, whatever its outcome."""
        return self._key

    def start(self, title: str, key: object, work: Callable[[JobContext], object]) -> None:
        """Run work that gives the result for `key`."""
        self.stop()
        self._key = key
        self._job = self._jobs.start(title, work)
        self._job.succeeded.connect(self._on_succeeded)
        self._job.failed.connect(self._on_failed)
        self._job.finished.connect(self._on_finished)
        self.changed.emit()

    def stop(self) -> None:
        """Ask it to stop."""
        if self._job is not None:
            self._job.cancel()

    def drop(self) -> None:
        """Stop it, and hear no more of it: its data are gone."""
        dropped, self._job = self._job, None
        if dropped is not None:
            dropped.cancel()
            self.changed.emit()

    @Slot(object)
    def _on_succeeded(self, found: object) -> None:
        if self.sender() is self._job:
            self.found.emit((self._key, found))

    @Slot(object)
    def _on_failed(self, problems: object) -> None:
        if self.sender() is self._job:
            self.failed.emit(problems)

    @Slot()
    def _on_finished(self) -> None:
        if self.sender() is self._job:
            self._job = None
            self.changed.emit()


def refusal_text(problems: Sequence[Problem], words: Words) -> str:
    """Why something could not be found, in a line."""
    texts = (sentence(problem, words) for problem in problems)
    say = words.say
    return " ".join(
        say(N_("{message}. {remedy}."), message=one.message, remedy=one.remedy[:1].upper() + one.remedy[1:])
        for one in texts
    )
