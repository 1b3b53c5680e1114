"""The links behind the reasons of a verdict that remove their cause: each is one step of the history."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from sdc_desktop.engine.plan import Job
from sdc_desktop.engine.verdict import Reason
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.widgets.verdict_bar import Link, VerdictBar
from sdc_desktop.words import Words
from sdc_desktop.words.verdicts.remedies import action_text

if TYPE_CHECKING:
    from sdc_desktop.project.remedies import Remedy


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
        bar.links_of = self._links
        bar.remedy_requested.connect(self._apply)

    def _links(self, reason: Reason) -> Sequence[Link]:
        from sdc_desktop.project.remedies import remedies

        job, plan = self._current(), self._controller.whole_plan
        if job is None:
            return ()
        whole = next((one for one in plan.jobs if one.name == job.name), job)
        found = remedies(plan, whole, reason)
        return [Link(action_text(one.code, one.variables, self._words), one) for one in found]

    @Slot(object)
    def _apply(self, remedy: Remedy) -> None:
        label = action_text(remedy.code, remedy.variables, self._words)
        self._controller.settle()
        self._controller.change_whole_plan(label, remedy.plan)
