"""The audits of what tabs would release: how far variables without a condition tell records apart.

Before a file is exported its records are not made. The variables that a job leaves unchanged are audited as
the data have them; those it changes are judged by the job's own result. A small file is audited at once, a
large one beside the window.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.plan import Job
from sdc_desktop.engine.problems import Refused
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.jobs import JobManager

if TYPE_CHECKING:  # numpy and duckdb are needed only when a file is open
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.data.released import ReleasedVariables

QUICK_RECORDS = 20_000  # up to so many it takes some milliseconds
_MOST_KEPT = 4  # audits of one file, as roles and jobs change
_Key = tuple[str, tuple[tuple[str, tuple[str, ...]], ...]]


class ReleasedAudits(QObject):
    """Finds the audit of a job's file, and keeps the last ones."""

    found = Signal()

    def __init__(self, jobs: JobManager, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._known: dict[_Key, ReleasedVariables | None] = {}
        self._looked_for: _Key | None = None
        self._runner = DraftRunner(jobs, self)
        self._runner.answered.connect(self._on_found)
        self._runner.failed.connect(self._on_failed)

    def of(self, file: Opened, opened: Opened, job: Job) -> tuple[bool, ReleasedVariables | None]:
        """Whether the audit is known, and the audit: none of jobs that make no file of records of those that
        the window shows as `opened`, made of the plan's `file`, or where it cannot be made. One that is not
        known is begun; ``found`` follows.
        """
        if method_of(job.kind).makes != "records":
            return True, None
        from sdc_desktop.engine.running.variables_used import variables_used

        changed = frozenset(variables_used(job, opened.spec.variables))
        audited = (v for v in opened.data.variables if v.role == "other" and v.name not in changed)
        key = (opened.sha256, tuple((v.name, v.missing) for v in audited))
        if key not in self._known:
            work = _work(file, opened, changed, key)
            if opened.data.records > QUICK_RECORDS:
                self._begin(key, work)
                return False, None
            try:
                self._keep(*work(JobContext()))
            except Refused:
                self._keep(key, None)
        return True, self._known[key]

    def _begin(self, key: _Key, work: Callable[[JobContext], tuple[_Key, ReleasedVariables]]) -> None:
        if self._looked_for != key:
            self._looked_for = key
            self._runner.request(work)

    def _keep(self, key: _Key, audit: ReleasedVariables | None) -> None:
        self._known[key] = audit
        while len(self._known) > _MOST_KEPT:
            del self._known[next(iter(self._known))]

    @Slot(object)
    def _on_found(self, found: tuple[_Key, ReleasedVariables]) -> None:
        self._looked_for = None
        self._keep(*found)
        self.found.emit()

    @Slot(object)
    def _on_failed(self, _problems: object) -> None:
        key, self._looked_for = self._looked_for, None
        if key is not None:
            self._keep(key, None)
            self.found.emit()


def _work(
    file: Opened, opened: Opened, changed: frozenset[str], key: _Key
) -> Callable[[JobContext], tuple[_Key, ReleasedVariables]]:
    def work(context: JobContext) -> tuple[_Key, ReleasedVariables]:
        from sdc_desktop.engine.data.released import Stage, released_variables

        stages = [Stage(one.data) for one in ((opened,) if opened.data is file.data else (file, opened))]
        return key, released_variables(stages, context, changed=changed)

    return work
