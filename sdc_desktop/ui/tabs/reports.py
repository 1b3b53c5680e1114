"""The button that exports the report of the whole plan, and the line with the outcome of an export."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QPushButton, QWidget

from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.problems import Problem
from sdc_desktop.ui.dialogs.report import ReportDialog
from sdc_desktop.ui.jobs import Job, JobManager, Take, Work
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.widgets.plain_parts import plain_label
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.problems import sentence

if TYPE_CHECKING:
    from sdc_desktop.ui.widgets.plots.figure_frame import SavedFigure
    from sdc_desktop.ui.widgets.tables.saved_table import SavedTable


class Reports(QObject):
    """`settled_plan` gives the plan to report on. It also reports the outcome for other files of a place. The
    page lays out button and line.
    """

    def __init__(
        self,
        controller: ProjectController,
        jobs: JobManager,
        settled_plan: Callable[[], Plan],
        words: Words,
        parent: QWidget,
        *,
        show: Callable[[], object] | None = None,
    ) -> None:
        """``show`` shows the report in the place itself; without it there is a dialog."""
        super().__init__(parent)
        self._show = show
        self._window = parent
        self._controller = controller
        self._jobs = jobs
        self._settled_plan = settled_plan
        self._words = words
        self.dialog: ReportDialog | None = None
        self.report_button = QPushButton(words.say(N_("Re&port…")))
        self.report_button.clicked.connect(self.ask_report)
        self.outcome = plain_label(selectable=True, narrow=True)
        self.outcome.hide()
        self._plan_then: Plan | None = None  # when the outcome was reported
        controller.project_begun.connect(self.outcome.hide)
        controller.plan_changed.connect(self._on_plan)

    def show_ready(self, ready: bool) -> None:
        """Whether there is something to write."""
        self.report_button.setEnabled(ready)

    @Slot()
    def ask_report(self) -> None:
        """Show the report, to be saved from there."""
        if self._show is not None:
            self._show()
            return
        if self.dialog is None:
            parts = (self._controller, self._jobs, self._settled_plan, self._words)
            self.dialog = ReportDialog(*parts, self._window.window())
        self.dialog.show()
        self.dialog.raise_()
        self.dialog.view.refresh()

    def write(self, path: Path, work: Work, done: Take | None = None) -> Job:
        """Export a file or folder beside the window and report the outcome; `done` takes the result."""
        title = self._words.say(N_("Writing {name}"), name=path.name)
        job = self._jobs.start(title, work, done or self.report_written)
        self.follow(job)
        return job

    def follow(self, job: Job) -> None:
        """Report the outcome of a job that exports a file, unless it succeeds."""
        self.outcome.hide()
        job.failed.connect(self.report_not_written)
        job.cancelled.connect(self._on_cancelled)

    def follow_saved(self, *parts: SavedFigure | SavedTable) -> None:
        """Report where these pictures and tables are saved, or why not."""
        for part in parts:
            part.saved.connect(self.report_written)
            part.not_saved.connect(self.report_not_written)

    @Slot(object)
    def report_written(self, path: Path) -> None:
        """Report that a file was exported."""
        self.report_names(path.name)

    def report_names(self, names: str) -> None:
        """Report that files of these names were exported."""
        self.notify(self._words.say(N_("Written: {name}."), name=names))

    def notify(self, text: str, notes: tuple[Problem, ...] = ()) -> None:
        """Report the outcome for a file, all being well; notes on it are shown among the problems."""
        self._controller.report_problems("writing", notes)
        self._say(text)

    @Slot(object)
    def report_not_written(self, problems: tuple[Problem, ...]) -> None:
        """Report why a file was not exported."""
        texts = [sentence(problem, self._words) for problem in problems]
        text = N_("Not written: {message} \u2013 {remedy}.")
        lines = [self._words.say(text, message=each.message, remedy=each.remedy) for each in texts]
        self._controller.report_problems("writing", problems)
        self._say(" ".join(lines))

    @Slot()
    def _on_cancelled(self) -> None:
        self.notify(self._words.say(N_("Stopped. No file was saved.")))

    @Slot()
    def _on_plan(self) -> None:
        """What was exported or copied is not of another plan."""
        if self._controller.whole_plan != self._plan_then:
            self.forget()

    def forget(self) -> None:
        """What was exported is not of what is shown now."""
        if not self.outcome.isHidden():
            self.outcome.hide()
            self._controller.outcome_outdated.emit(self.outcome.text())

    def _say(self, text: str) -> None:
        self._plan_then = self._controller.whole_plan
        self.outcome.setText(text)
        self.outcome.setAccessibleName(text)
        self.outcome.show()
        self._controller.outcome.emit(text)
