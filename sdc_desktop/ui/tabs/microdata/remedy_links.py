"""The links behind the reasons of a verdict that remove their cause: each is one step of the history."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QApplication, QFileDialog

from sdc_desktop.engine.plan import Job, Plan
from sdc_desktop.engine.policy.policy import under_policy
from sdc_desktop.engine.verdict import Reason
from sdc_desktop.project.with_data import relative_path
from sdc_desktop.ui.project.data_reader import DATA_FILES
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.widgets.verdict_bar import Link, VerdictBar
from sdc_desktop.words import N_, Words
from sdc_desktop.words.verdicts.remedies import action_text

if TYPE_CHECKING:
    from sdc_desktop.engine.rules.found import RuleFound
    from sdc_desktop.engine.running.file_audit import FileAudit
    from sdc_desktop.project.remedies import Remedy


_QUICK = 100_000  # records whose values are looked at for a link


class RemedyLinks(QObject):
    """Gives the bar its links, for the reasons against the file of the `current` job."""

    def __init__(
        self,
        bar: VerdictBar,
        controller: ProjectController,
        current: Callable[[], Job | None],
        words: Words,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._controller, self._current, self._words = controller, current, words
        self._linking: tuple[str, tuple[str, ...]] = ("", ())  # of the job of this name, what links records
        self._rules: tuple[RuleFound, ...] = ()  # of the same job, what those of the policy found
        controller.audits.judged.connect(self._on_judged)
        bar.links_of = self._links
        bar.remedy_requested.connect(self._apply)

    def _links(self, reason: Reason) -> Sequence[Link]:
        from sdc_desktop.project.remedies import remedies

        job, plan = self._current(), self._controller.whole_plan
        if job is None:
            return ()
        plan = under_policy(plan, self._controller.policy)
        whole = next((one for one in plan.jobs if one.name == job.name), job)
        name, linking = self._linking
        linking, rules = (linking, self._rules) if name == whole.name else ((), ())
        opened = self._controller.opened
        data = opened.data if opened is not None and opened.data.records <= _QUICK else None
        found = remedies(plan, whole, reason, linking, rules, data)
        return [Link(action_text(one.code, one.variables, self._words), one) for one in found]

    @Slot(object)
    def _on_judged(self, judged: tuple[str, FileAudit | None]) -> None:
        name, audit = judged
        linked = None if audit is None or audit.persons is None else audit.persons.linked
        self._linking = name, () if linked is None else linked.variables
        self._rules = () if audit is None else audit.rules

    @Slot(object)
    def _apply(self, remedy: Remedy) -> None:
        label, plan = action_text(remedy.code, remedy.variables, self._words), remedy.plan
        if remedy.rule:
            chosen = self._with_file(remedy)
            if chosen is None:
                return
            label, plan = self._words.say(N_("File of inhabitants")), chosen
        self._controller.settle()
        self._controller.change_whole_plan(label, plan)

    def _with_file(self, remedy: Remedy) -> Plan | None:
        """The plan of a remedy with the file that the user chooses; None for none."""
        from sdc_desktop.project.remedies import with_populations

        title, folder = self._words.say(N_("File of inhabitants")), str(self._controller.data_folder)
        parent = QApplication.activeWindow()
        name, _ = QFileDialog.getOpenFileName(parent, title, folder, self._words.say(DATA_FILES))
        if not name:
            return None
        return with_populations(remedy, relative_path(Path(name), self._controller.base))
