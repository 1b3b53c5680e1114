"""Which records the window shows: those of the file, or those that the plan's prepare job makes of them.

They come with the plan from the view of these records (`project/prepared.py`).
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from sdc_desktop.engine.methods.preparing.prepare import PREPARE
from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.problems import Problem
from sdc_desktop.project.project import Project, Step
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.words import N_, Words

if TYPE_CHECKING:  # numpy and duckdb are wanted only when a file is opened
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.project.prepared_records import PreparedRecords


class ShownRecords(QObject):
    """Keeps the prepared records while file, steps and secret stay, and has them made when these change."""

    hidden = Signal()  # nothing is shown until the records are prepared
    prepared = Signal()  # they are: `show` shows them now
    not_prepared = Signal()  # they were refused or stopped
    reported = Signal(object)  # tuple[Problem, ...]: what is wrong with the steps

    def __init__(self, jobs: JobManager, words: Words, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._file: Opened | None = None
        self._opened: Opened | None = None
        self._prepared: PreparedRecords | None = None
        self._preparing_key: object = None  # of those under way
        self._runner = DraftRunner(jobs, self)
        self._runner.answered.connect(self._on_prepared)
        self._runner.failed.connect(self._on_refused)
        self._runner.busy_changed.connect(self._on_busy)
        self._seen: tuple[Plan, object, Plan] | None = None  # the last plan that was seen, and from what

    @property
    def file(self) -> Opened | None:
        """The file's own records under the plan's declarations."""
        return self._file

    @property
    def opened(self) -> Opened | None:
        """What is shown; None while nothing is."""
        return self._opened

    @property
    def preparing(self) -> bool:
        """Whether records are being prepared now."""
        return self._preparing_key is not None

    # showing -----------------------------------------------------------------------------------------

    def show(self, file: Opened, plan: Plan, base: Path) -> bool:
        """Show the file's records, or those that the whole plan makes of them, now or when they are made.
        Whether other records than before are shown.
        """
        self._file = file
        if not has_prepare(plan):
            other = self._prepared is not None or self.preparing or self._opened is None
            self._forget()
            self._opened = file
            return other
        from sdc_desktop.project.prepared_records import key_of, prepared

        key = key_of(file, plan, base)
        if self._prepared is not None and self._prepared.key == key:
            other = self._opened is None
            self._opened = self._prepared.opened(file, plan, self.seen(plan, current=True))
            return other
        if self._preparing_key != key:
            self._forget()
            self._opened = None
            self.hidden.emit()
            self._preparing_key = key
            title = self._words.say(N_("Preparing the records"))
            self._runner.request(partial(prepared, file, plan, base, key), title)
        return False

    def close(self) -> None:
        """Show nothing, and forget what was made."""
        self._forget()
        self._file = self._opened = None

    def _forget(self) -> None:
        self._prepared = self._preparing_key = None
        self.reported.emit(())
        self._runner.drop()

    @Slot(object)
    def _on_prepared(self, prepared: PreparedRecords) -> None:
        self._preparing_key, self._prepared = None, prepared
        self.reported.emit(())
        self.prepared.emit()

    @Slot(object)
    def _on_refused(self, problems: tuple[Problem, ...]) -> None:
        self._preparing_key = None
        self.reported.emit(problems)
        self.not_prepared.emit()

    @Slot(object)
    def _on_busy(self, busy: bool) -> None:
        if not busy and self.preparing:  # stopped in the job bar
            self._preparing_key = None
            self.not_prepared.emit()

    # the plan seen from them -------------------------------------------------------------------------

    def seen(self, plan: Plan, *, current: bool) -> Plan:
        """A whole plan from the view of the records it prepares; itself where it prepares none. For the
        current plan the variables of the prepared records are known.
        """
        if not has_prepare(plan):
            return plan
        from sdc_desktop.project.prepared import seen

        if not current:
            return seen(plan, None)
        variables = None if self._prepared is None else self._prepared.variables
        if self._seen is None or self._seen[0] is not plan or self._seen[1] is not variables:
            self._seen = (plan, variables, seen(plan, variables))
        return self._seen[2]

    def seen_project(self, project: Project) -> Project:
        """The current project with the plans of its history from the view of the records shown."""
        if not any(has_prepare(step.plan) for step in project.history):
            return project

        def seen(plan: Plan) -> Plan:
            return self.seen(plan, current=plan is project.plan)

        def seen_step(step: Step) -> Step:
            kept = tuple(replace(one, plan=seen(one.plan)) for one in step.strategies)
            return replace(step, plan=seen(step.plan), strategies=kept)

        return replace(project, history=tuple(seen_step(step) for step in project.history))


def has_prepare(plan: Plan) -> bool:
    """Whether a plan prepares its data, known without an import of what prepares them."""
    return plan.data is not None and any(
        job.kind == PREPARE.kind and job.input == "data" for job in plan.jobs
    )
