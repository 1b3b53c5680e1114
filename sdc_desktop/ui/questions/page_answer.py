"""What a page has computed when it is requested: one answer at a time, and whether it still holds."""

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
    """Keeps the last answer and why there is none. `key` is the question as it is now, None where there is
    nothing to answer: an answer is current while the question is the one it was found for. What was stopped
    or refused is not begun again by itself.
    """

    answered = Signal(object)  # what the work returned
    changed = Signal()  # running or not; when it ends it is answered, refused or stopped

    def __init__(self, jobs: JobManager, words: Words, key: Callable[[], object], parent: QObject) -> None:
        super().__init__(parent)
        self._words, self._key = words, key
        self.found: Any = None
        self._known: object = None  # the question of what was found
        self._requested: object = None  # the newest question, whatever became of it
        self._refused: tuple[object, str] = None, ""  # the question, and why it has no answer
        self._heard = False
        self._runner = DraftRunner(jobs, self)
        self._runner.answered.connect(self._on_answered)
        self._runner.failed.connect(self._on_failed)
        self._runner.busy_changed.connect(self._on_busy)

    @property
    def running(self) -> bool:
        """Whether work is under way."""
        return self._heard and self._runner.busy

    @property
    def current(self) -> bool:
        """Whether what was found answers the question."""
        return self._holds(self.found is not None, self._known)

    @property
    def refusal(self) -> str:
        """Why the question has no answer; empty where nothing was refused."""
        refused, text = self._refused
        return text if self._holds(bool(text), refused) else ""

    @property
    def stopped(self) -> bool:
        """Whether work on the question was stopped before there was an answer."""
        requested = self._holds(not self.running and not self.current, self._requested)
        return requested and not self.refusal

    @property
    def untried(self) -> bool:
        """Whether there is a question that has no answer and was not the last requested."""
        return not self.current and self._key() not in (None, self._requested)

    def _holds(self, there: bool, question: object) -> bool:
        return there and question is not None and question == self._key()

    def request(self, work: Work, title: str = "") -> None:
        """Let work answer the question as it is now; what is under way is stopped. With a `title` it is shown
        in the job bar.
        """
        again = self._runner.busy
        self._requested, self._heard = self._key(), True
        self._runner.request(work, title)
        if again:
            self.changed.emit()

    def follow(self) -> None:
        """Stop what is under way if it answers another question."""
        if self.running and self._requested != self._key():
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
        current = self._requested == self._key()  # before it is there: a question may look into the answer
        self.found = found
        self._known = self._key() if current else self._requested
        self.answered.emit(found)

    @Slot(object)
    def _on_failed(self, problems: tuple[Problem, ...]) -> None:
        self._refused = self._requested, refusal_text(problems, self._words)

    @Slot(object)
    def _on_busy(self, _busy: bool) -> None:
        self.changed.emit()


def refusal_text(problems: Iterable[Problem], words: Words) -> str:
    """Why something could not be found, in a line."""
    return " ".join(spoken(problem, words) for problem in problems)
