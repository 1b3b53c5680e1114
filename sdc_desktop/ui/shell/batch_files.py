"""Batch files of tau-ARGUS from the menu File: they become a plan in a folder named in a dialog."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import Problem
from sdc_desktop.ui.jobs import Job, JobManager
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.settings import output_folder
from sdc_desktop.words import N_, Words

if TYPE_CHECKING:
    from sdc_desktop.engine.running.arb_import import Imported

BATCH = ".arb"


class BatchFiles(QObject):
    """Imports a batch file beside the window and opens the plan. Its records are exported as CSV to a folder
    chosen in a dialog.
    """

    def __init__(
        self,
        controller: ProjectController,
        jobs: JobManager,
        words: Words,
        may_leave: Callable[[], bool],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._controller = controller
        self._jobs = jobs
        self._words = words
        self._may_leave = may_leave
        self._window = window
        self._folder = Path()

    def ask(self, batch: Path) -> None:
        """Prompt for the folder of the plan, then import the batch file and open the plan."""
        say = self._words.say
        proposal = output_folder(batch.parent) / say(N_("{name} plan"), name=batch.stem)
        title = say(N_("Name a new folder for the plan and the records of {name}"), name=batch.name)
        name, _ = QFileDialog.getSaveFileName(self._window, title, str(proposal), say(N_("Folders (*)")))
        if name and self._may_leave():
            self.open_into(batch, Path(name))

    def open_into(self, batch: Path, folder: Path) -> Job:
        """Import the batch file into a folder and open the plan."""
        self._folder = folder

        def work(context: JobContext) -> Imported:
            from sdc_desktop.engine.running.arb_import import import_arb

            return import_arb(batch, folder, context)

        title = self._words.say(N_("Importing {name}"), name=batch.name)
        return self._jobs.start(title, work, self._on_imported, self._on_refused)

    @Slot(object)
    def _on_imported(self, imported: Imported) -> None:
        from sdc_desktop.engine.running.arb_import import PLAN

        if self._controller.open_plan(self._folder / PLAN):
            self._controller.report_problems("import", imported.notes)

    @Slot(object)
    def _on_refused(self, problems: tuple[Problem, ...]) -> None:
        self._controller.report_problems("import", problems)
