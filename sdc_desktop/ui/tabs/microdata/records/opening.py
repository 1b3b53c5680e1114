"""Opens the comparison of records on what the tab protects: its job, or the steps that build on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.tabs.microdata.anopi.presenter import MicrodataPresenter
from sdc_desktop.ui.tabs.microdata.records import work
from sdc_desktop.ui.tabs.microdata.records.dialog import RecordsDialog
from sdc_desktop.ui.tabs.microdata.steps.chain import active_steps
from sdc_desktop.words import N_, Words

if TYPE_CHECKING:  # numpy is needed only when a file is open
    from sdc_desktop.engine.microdata.classes.compared_records import Choice


def records_dialog(
    controller: ProjectController,
    presenter: MicrodataPresenter,
    jobs: JobManager,
    words: Words,
    parent: QWidget,
    choice: Choice | None = None,
) -> RecordsDialog:
    """The dialog on the file that the tab would export. ``choice``: the records to begin with."""
    plan = presenter.settled_plan()
    names = [job.name for job in active_steps(plan)] or [presenter.job.name]
    whole = controller.completed(controller.whole(plan))
    comparing = work.of_plan(whole, names, controller.base, controller.policy, controller.file_opened)
    return RecordsDialog(words.say(N_("Records before and after")), comparing, jobs, words, parent, choice)
