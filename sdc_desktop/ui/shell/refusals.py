"""Reports that a file was not opened or not saved, and what is open still."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Slot

from sdc_desktop.engine.problems import Problem
from sdc_desktop.ui.shell.drawers import Drawers
from sdc_desktop.ui.shell.part import Part, ProjectWindow
from sdc_desktop.words import N_
from sdc_desktop.words.problems.problems import spoken


class Refusals(Part):
    """One notice, shown at once, until another file is opened or the project is saved."""

    def __init__(self, drawers: Drawers, window: ProjectWindow) -> None:
        super().__init__(window)
        self._drawers, controller = drawers, self._controller
        self._reported = ""
        controller.opening_refused.connect(self._on_opening)
        controller.saving_refused.connect(self._on_saving)
        controller.read_refused.connect(self._on_reading)
        controller.project_begun.connect(self.end)
        controller.project_saved.connect(self.end)

    @Slot()
    def end(self) -> None:
        """It is no longer so."""
        self._notices.withdraw(self._reported)
        self._reported = ""

    @Slot(object, object)
    def _on_opening(self, name: str, problems: Sequence[Problem]) -> None:
        controller, say = self._controller, self._words.say
        text = say(N_("{name} was not opened. {reason}"), name=name, reason=self._reason(problems))
        if controller.plan.data is not None or controller.plan.jobs:
            title = controller.title.replace("[*]", "[ * ]")
            text += " " + say(N_("Still open and unchanged: {name}."), name=title)
        self._report(text, problems)

    @Slot(object)
    def _on_saving(self, problems: Sequence[Problem]) -> None:
        text = N_("Nothing was saved. {reason}")
        self._report(self._words.say(text, reason=self._reason(problems)), problems)

    @Slot()
    def _on_reading(self) -> None:
        data = self._controller.plan.data
        if data is not None:
            problems = self._controller.problems
            text = N_("The records of {name} could not be read. {reason}")
            shown = self._words.say(text, name=data.path, reason=self._reason(problems))
            self._report(shown, problems)

    def _reason(self, problems: Sequence[Problem]) -> str:
        return spoken(problems[0], self._words) if problems else ""

    def _report(self, text: str, problems: Sequence[Problem]) -> None:
        self.end()
        self._reported = text.strip()
        choices = [(self._words.say(N_("Show all problems")), self._show)] if len(problems) > 1 else []
        self._notices.notify(self._reported, *choices, urgent=True)

    def _show(self) -> None:
        self._drawers.open("problems")
