"""The verdict on the file before any step, found beside the window whenever its basis has changed."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.policy.policy import Policy, under_policy
from sdc_desktop.project.chain import active_steps, with_chain
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.tabs.proposing.presenter import digest, mark_of

if TYPE_CHECKING:  # numpy and duckdb are needed only when a file is open
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.proposals.as_read import AsRead


class ReadVerdict(QObject):
    """Follows the project. With steps, the verdict is found only while its page is in view."""

    changed = Signal()

    def __init__(self, controller: ProjectController, jobs: JobManager, parent: QObject) -> None:
        super().__init__(parent)
        self._controller = controller
        self._found: AsRead | None = None
        self._key = self._wanted = ""  # of what was found; of what is being found, or was refused
        self._seen = False
        self._runner = DraftRunner(jobs, self)
        self._runner.answered.connect(self._on_found)
        self._runner.failed.connect(self.changed)
        for signal in (controller.plan_changed, controller.data_opened, controller.policy_changed):
            signal.connect(self.follow)
        controller.data_closed.connect(self.follow)

    @property
    def found(self) -> AsRead | None:
        """The verdict on the current file and what its rules find; None while unknown."""
        return self._found if self._key == self._wanted else None

    def look(self, seen: bool) -> None:
        """Whether its page is in view, so that the verdict is found also where the plan has steps."""
        self._seen = seen
        if seen:
            self.follow()

    @Slot()
    def follow(self, *_: object) -> None:
        """Find the verdict, unless known."""
        controller = self._controller
        file, policy = controller.file_opened, controller.policy
        if file is None or controller.opened is None:
            self._runner.drop()
            self._key = self._wanted = ""
            self._found = None
            return
        if active_steps(controller.plan) and not self._seen:
            return
        plan = without_steps(controller)
        key = digest(mark_of(plan), file.mark, id(file.data.relation), policy and policy.sha256)
        if key == self._wanted:
            return
        self._wanted = key
        if key == self._key:
            self._runner.drop()
            self.changed.emit()
            return
        self._runner.request(partial(_judged, plan, controller.base, policy, file, key))

    @Slot(object)
    def _on_found(self, found: tuple[str, AsRead | None]) -> None:
        self._key, self._found = found
        self.changed.emit()


def without_steps(controller: ProjectController) -> Plan:
    """The whole plan without its steps of protection, under the active policy."""
    plan = controller.whole(with_chain(controller.plan, ()))
    return under_policy(plan, controller.policy)


def _judged(
    plan: Plan, base: Path, policy: Policy | None, file: Opened, key: str, context: JobContext
) -> tuple[str, AsRead | None]:
    from sdc_desktop.engine.proposals.as_read import as_read

    return key, as_read(plan, base, context, policy, read=file)
