"""The tables of a plan that have results are audited together, beside the window.

What was found replaces the results of the tables shown. It belongs to exactly these results and this plan:
where one of them changes, the findings are dropped until the audit has been repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
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


@dataclass(frozen=True)
class _Found:
    examined: Examined
    results: Mapping[str, Any]


@dataclass(frozen=True)
class Joint:
    """What a joint audit found: the answers with it, by the names of their jobs."""

    examined: Examined
    answers: Mapping[str, Answer] = field(default_factory=dict)


class Together(QObject):
    """Audits the tables that it was last given; ``problems`` say why that was refused."""

    found = Signal()
    busy_changed = Signal()

    def __init__(self, jobs: JobManager, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._examined: Examined | None = None
        self._joint: Joint | None = None
        self.problems: tuple[Problem, ...] = ()
        self._runner = DraftRunner(jobs, self)
        self._runner.answered.connect(self._on_found)
        self._runner.failed.connect(self._on_refused)
        self._runner.busy_changed.connect(self._on_busy)

    @property
    def busy(self) -> bool:
        """Whether an audit is under way."""
        return self._examined is not None and self._runner.busy and self._current is None

    @property
    def names(self) -> tuple[str, ...]:
        """The tables that are, or were, audited together."""
        return () if self._examined is None else (*self._examined.answers, *self._examined.unprotected)

    @property
    def answers(self) -> Mapping[str, Answer]:
        """The answers with what the audit found; none until it has ended."""
        return {} if self._current is None else self._current.answers

    def audit(
        self, examined: Examined | None, work: Callable[[Examined], Callable[[JobContext], Any]]
    ) -> bool:
        """Audit these tables, unless that was done or is under way; None: there are none. Whether anything
        has changed, so that nothing of an earlier audit holds any more.
        """
        if examined is None:
            changed = self._examined is not None
            self._examined = self._joint = None
            self.problems = ()
            if changed:
                self._runner.drop()
            return changed
        if examined.same_as(self._examined):
            return False
        self._examined, self._joint, self.problems = examined, None, ()
        self._runner.request(_with_examined(examined, work(examined)))
        return True

    def of(self, answer: Answer | None) -> Answer | None:
        """A result with what the audit found, if it is one of those that were audited; else itself."""
        current = self._current
        if answer is None or current is None:
            return answer
        name = answer.job.name
        return current.answers[name] if current.examined.answers.get(name) is answer else answer

    @property
    def _current(self) -> Joint | None:
        joint = self._joint
        return joint if joint is not None and joint.examined is self._examined else None

    @Slot(object)
    def _on_found(self, found: _Found) -> None:
        if found.examined is self._examined:
            answers = found.examined.answers
            self._joint = Joint(
                found.examined,
                {name: replace(answer, result=found.results[name]) for name, answer in answers.items()},
            )
            self.found.emit()

    @Slot(object)
    def _on_refused(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        self.found.emit()

    @Slot(object)
    def _on_busy(self, _busy: bool) -> None:
        self.busy_changed.emit()


def _with_examined(
    examined: Examined, work: Callable[[JobContext], Mapping[str, Any]]
) -> Callable[[JobContext], _Found]:
    def run(context: JobContext) -> _Found:
        return _Found(examined, work(context))

    return run
