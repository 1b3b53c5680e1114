"""What a page computes on request: one result at a time, and whether it is current."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from sdc_desktop.engine.problems import Problem
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.jobs import JobManager, Work
from sdc_desktop.words import Words
from sdc_desktop.words.problems.problems import spoken


class PageAnswer(QObject):
    """Keeps the last result, or why there is none. `key` gives a value of all it depends on, None where there
    is nothing to compute; a result is current while that value is the one it was computed for. Stopped and
    refused work is not restarted automatically.
    """

    answered = Signal(object)  # what the work returned
    drafted = Signal(object)  # what may be shown until it returns, or stays when it is stopped
    changed = Signal()  # running or not; when it ends it is answered, refused or stopped

    def __init__(self, jobs: JobManager, words: Words, key: Callable[[], object], parent: QObject) -> None:
        super().__init__(parent)
        self._words, self._key = words, key
        self.found: Any = None
        self._known: object = None  # the key of what was found
        self._requested: object = None  # the newest key, whatever became of it
        self._refused: tuple[object, str] = None, ""  # a key, and why nothing was found for it
        self._heard = False
        self._runner = DraftRunner(jobs, self)
        self._runner.answered.connect(self._on_answered)
        self._runner.drafted.connect(self.drafted)
        self._runner.failed.connect(self._on_failed)
        self._runner.busy_changed.connect(self.changed)

    @property
    def running(self) -> bool:
        """Whether work is under way."""
        return self._heard and self._runner.busy

    @property
    def awaited(self) -> bool:
        """Whether work for the current key is under way."""
        return self.running and self._requested == self._key()

    @property
    def current(self) -> bool:
        """Whether what was found is of the current key."""
        return self._holds(self.found is not None, self._known)

    @property
    def refusal(self) -> str:
        """Why nothing was found for the current key; empty where nothing was refused."""
        refused, text = self._refused
        return text if self._holds(bool(text), refused) else ""

    @property
    def stopped(self) -> bool:
        """Whether work for the current key was stopped."""
        requested = self._holds(not self.running and not self.current, self._requested)
        return requested and not self.refusal

    @property
    def untried(self) -> bool:
        """Whether there is a key for which nothing was found and which was not the last requested."""
        return not self.current and self._key() not in (None, self._requested)

    def _holds(self, there: bool, question: object) -> bool:
        return there and question is not None and question == self._key()

    def request(self, work: Work, title: str = "") -> None:
        """Compute for the current key; work under way is stopped. A `title` is shown in the job bar."""
        again = self._runner.busy
        self._requested, self._heard = self._key(), True
        self._runner.request(work, title)
        if again:
            self.changed.emit()

    def follow(self) -> None:
        """Stop work under way for another key."""
        if self.running and not self.awaited:
            self.stop()

    def stop(self) -> None:
        """Ask the work to stop."""
        self._runner.drop()

    def forget(self) -> None:
        """Stop, and keep nothing: its data are gone. The page shows that itself."""
        self._runner.drop()
        self._heard = False
        self.found = self._known = self._requested = None
        self._refused = None, ""

    @Slot(object)
    def _on_answered(self, found: object) -> None:
        current = self._requested == self._key()  # before it is there: a key may depend on it
        self.found = found
        self._known = self._key() if current else self._requested
        self.answered.emit(found)

    @Slot(object)
    def _on_failed(self, problems: tuple[Problem, ...]) -> None:
        self._refused = self._requested, refusal_text(problems, self._words)


def refusal_text(problems: Iterable[Problem], words: Words) -> str:
    """Why something could not be found, in a line."""
    return " ".join(spoken(problem, words) for problem in problems)
