"""The audits of the files that jobs of the window would make."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.plan import Job, Plan
from sdc_desktop.engine.problems import Refused
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.jobs import JobManager

if TYPE_CHECKING:
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.policy.policy import Policy
    from sdc_desktop.engine.running.file_audit import FileAudit

QUICK_RECORDS = 1_000  # up to so many it takes some milliseconds
_MOST_KEPT = 8  # audits of one file, as roles and jobs change


class ReleasedAudits(QObject):
    """Finds the audit of a job's file, and keeps the last ones."""

    found = Signal()
    judged = Signal(object)  # (name of the job, FileAudit | None): the file that a tab shows, as far as known

    def __init__(self, jobs: JobManager, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.policy: Policy | None = None  # whose rules are checked on the files
        self._known: dict[str, FileAudit | None] = {}
        self._looked_for = ""
        self._jobs = jobs
        self._runner = DraftRunner(jobs, self)
        self._runner.answered.connect(self._on_found)
        self._runner.failed.connect(self._on_failed)

    def of(
        self, file: Opened, plan: Plan, job: Job, base: Path, decided: tuple[Any, Any] | None
    ) -> tuple[bool, FileAudit | None]:
        """Whether the audit is known, and the audit: None of jobs that make no file of records, or where it
        cannot be made. ``decided``: counts and result of the job. One that is not known is begun; ``found``
        follows.
        """
        if method_of(job.kind).makes != "records":
            return True, None
        key = self.key_of(file, plan, job)
        if key not in self._known:
            work = partial(_audited, file, plan, job, base, decided, self.policy, key)
            draws = any(method_of(one.kind).draws(one.params) for one in (*plan.jobs, job))
            if file.data.records > QUICK_RECORDS or draws:
                self._begin(key, work)
                self.judged.emit((job.name, None))
                return False, None
            try:
                self._keep(*work(JobContext()))
            except Refused:
                self._keep(key, None)
        self.judged.emit((job.name, self._known[key]))
        return True, self._known[key]

    def note(self, key: str, audit: FileAudit) -> None:
        """Keep an audit that was made with a result, of what has this key."""
        self._keep(key, audit)

    def key_of(self, file: Opened, plan: Plan, job: Job) -> str:
        """A text of all that the audit depends on."""
        data = None if plan.data is None else plan.data.model_dump(mode="json")
        steps = {one.name: one.model_dump(mode="json") for one in plan.jobs} | {
            job.name: job.model_dump(mode="json")
        }
        marks = [self._jobs.secrets.mark(name) for name in steps]
        of_file = (file.mark, id(file.data.relation), data, plan.missing_rule, plan.k)
        held_to = None if self.policy is None else self.policy.sha256
        answers = None if plan.policy is None else plan.policy.model_dump(mode="json")["answers"]
        parts = (of_file, list(steps.values()), marks, job.name, held_to, answers)
        return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode("utf-8")).hexdigest()

    def _begin(self, key: str, work: Callable[[JobContext], tuple[str, FileAudit | None]]) -> None:
        if self._looked_for != key:
            self._looked_for = key
            self._runner.request(work)

    def _keep(self, key: str, audit: FileAudit | None) -> None:
        self._known[key] = audit
        while len(self._known) > _MOST_KEPT:
            del self._known[next(iter(self._known))]

    @Slot(object)
    def _on_found(self, found: tuple[str, FileAudit | None]) -> None:
        self._looked_for = ""
        self._keep(*found)
        self.found.emit()

    @Slot(object)
    def _on_failed(self, _problems: object) -> None:
        key, self._looked_for = self._looked_for, ""
        if key:
            self._keep(key, None)
            self.found.emit()


def _audited(
    file: Opened,
    plan: Plan,
    job: Job,
    base: Path,
    decided: tuple[Any, Any] | None,
    held_to: Policy | None,
    key: str,
    context: JobContext,
) -> tuple[str, FileAudit | None]:
    from sdc_desktop.engine.runner import audit_of

    return key, audit_of(plan, job, base, context, read=file, decided=decided, held_to=held_to)
