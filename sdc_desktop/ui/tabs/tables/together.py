"""The tables of a plan that have results are audited together, beside the window.

What was found replaces the results of the tables shown. It belongs to exactly these results and this plan:
where one of them changes, the findings are dropped until the audit has been repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import Problem
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.jobs import JobManager

if TYPE_CHECKING:
    from sdc_desktop.ui.tabs.tables.work import Answer


@dataclass(frozen=True)
class Examined:
    """Tables that must be audited together. ``state``: all that the audit depends on apart from the
    ``answers``, by the names of their jobs; ``unprotected``: other tables, published unchanged.
    """

    state: object
    answers: Mapping[str, Answer]
    unprotected: tuple[str, ...] = ()

    def same_as(self, other: Examined | None) -> bool:
        """Whether nothing differs: the answers are the very same."""
        if other is None or (self.state, self.unprotected) != (other.state, other.unprotected):
            return False
        return self.answers.keys() == other.answers.keys() and all(
            answer is other.answers[name] for name, answer in self.answers.items()
        )


class Together(QObject):
    """Audits the tables that it was last given; ``problems`` say why that was refused."""

    found = Signal()
    busy_changed = Signal(object)  # bool

    def __init__(self, jobs: JobManager, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._examined: Examined | None = None
        self.results: Mapping[str, Any] = {}  # what the audit found, of all tables; none until it has ended
        self.answers: dict[str, Answer] = {}  # those of the tables with it, the unprotected as they are shown
        self.problems: tuple[Problem, ...] = ()
        self._runner = DraftRunner(jobs, self)
        self._runner.answered.connect(self._on_found)
        self._runner.failed.connect(self._on_refused)
        self._runner.busy_changed.connect(self.busy_changed)

    @property
    def busy(self) -> bool:
        """Whether an audit is under way."""
        return self._examined is not None and self._runner.busy and not self.results

    def audit(
        self, examined: Examined | None, work: Callable[[Examined], Callable[[JobContext], Any]]
    ) -> bool:
        """Audit these tables, unless that was done or is under way; None: there are none. Whether anything
        has changed, so that nothing of an earlier audit holds any more.
        """
        if examined is None:
            changed = self._examined is not None
            self._examined, self.results, self.answers, self.problems = None, {}, {}, ()
            if changed:
                self._runner.drop()
            return changed
        if examined.same_as(self._examined):
            return False
        self._examined, self.results, self.answers, self.problems = examined, {}, {}, ()
        self._runner.request(work(examined))
        return True

    def of(self, answer: Answer | None) -> Answer | None:
        """A result with what the audit found, if it is one of those that were audited; else itself."""
        if answer is None or self._examined is None:
            return answer
        name = answer.job.name
        audited = self._examined.answers.get(name) is answer
        return self.answers.get(name, answer) if audited else answer

    def of_unprotected(self, judged: Answer) -> Answer:
        """A table as judged, with what the audit found where it is published unchanged; else itself."""
        name = judged.job.name
        if self._examined is None or name not in self._examined.unprotected or name not in self.results:
            return judged
        known = self.answers.get(name)
        if known is None or known.counts is not judged.counts:
            known = self.answers[name] = replace(judged, result=self.results[name])
        return known

    @Slot(object)
    def _on_found(self, results: Mapping[str, Any]) -> None:
        if self._examined is not None:  # those of the newest request: the runner drops all others
            answers = self._examined.answers
            self.results = results
            self.answers = {name: replace(own, result=results[name]) for name, own in answers.items()}
            self.found.emit()

    @Slot(object)
    def _on_refused(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        self.found.emit()
