"""What leaves the tab: the protected file and the report, written beside the window; what became of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from sdc_desktop.engine.data.formats import ending_of
from sdc_desktop.engine.plan import OutputSpec
from sdc_desktop.engine.problems import Problem
from sdc_desktop.ui.jobs import Job, JobManager
from sdc_desktop.ui.places import output_folder
from sdc_desktop.ui.project_controller import ProjectController
from sdc_desktop.ui.report_work import report_work
from sdc_desktop.ui.tabs.microdata.presenter import MicrodataPresenter
from sdc_desktop.ui.tabs.microdata.work import Written
from sdc_desktop.ui.tabs.microdata.write_dialog import WriteDialog
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.report_bar import ask_report_path
from sdc_desktop.words import N_, Words

if TYPE_CHECKING:
    from sdc_desktop.report.model import Edition


class ExportBar(QWidget):
    """Two buttons, and a line above them that says what was written or why not."""

    def __init__(
        self,
        presenter: MicrodataPresenter,
        controller: ProjectController,
        jobs: JobManager,
        words: Words,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self._controller = controller
        self._jobs = jobs
        self._words = words
        self.dialog: WriteDialog | None = None
        self.write_button = QPushButton(words.say(N_("&Write protected file\u2026")))
        self.write_button.setProperty("weight", "primary")
        self.write_button.clicked.connect(self.ask_write)
        self.report_button = QPushButton(words.say(N_("Write re&port\u2026")))
        self.report_button.clicked.connect(self.ask_report)
        self.outcome = QLabel()
        self.outcome.setWordWrap(True)
        self.outcome.setTextFormat(Qt.TextFormat.PlainText)
        self.outcome.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.outcome.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self.outcome.hide()
        buttons = QHBoxLayout()
        buttons.addWidget(self.write_button, 1)
        buttons.addWidget(self.report_button)
        column = QVBoxLayout(self)
        spread(column, self, margin=0)
        column.addWidget(self.outcome)
        column.addLayout(buttons)

    def show_ready(self, ready: bool) -> None:
        """Whether there is something to write."""
        self.write_button.setEnabled(ready)
        self.report_button.setEnabled(ready)

    def write(self, target: Path, output: OutputSpec) -> Job | None:
        """Write the protected file beside the window; what became of it is said above the buttons."""
        problems = self._presenter.output_problems(output)
        if problems:
            self._on_not_written(problems)
            return None
        job = self._presenter.write(target, output)
        if job is not None:
            job.succeeded.connect(self._on_written)
            self._follow(job)
        elif refused := self._controller.refused_by_policy(self._controller.plan):
            self._on_not_written(refused)
        return job

    @Slot()
    def ask_write(self) -> None:
        """Ask where and how to write the protected file."""
        self._controller.settle()
        opened = self._controller.opened
        if opened is None:
            return
        output = self._presenter.job.output
        name = (
            Path(output.path).name
            if output is not None
            else f"{opened.path.stem}_protected{ending_of(opened.format)}"
        )
        against = self._presenter.output_problems
        proposal = output_folder(opened.path.parent) / name
        dialog = WriteDialog(proposal, output, self._inputs(), against, self._words, self)
        dialog.chosen.connect(self._on_chosen)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.finished.connect(self._forget_dialog)
        self.dialog = dialog
        dialog.open()

    def _inputs(self) -> tuple[Path, ...]:
        opened = self._controller.opened
        paths = [path for path in (opened and opened.path, self._controller.path) if path is not None]
        for spec in self._presenter.view.hierarchies.values():
            if spec.kind == "levels":
                paths.append(self._controller.base / spec.path)
        return tuple(paths)

    @Slot(object)
    def _on_chosen(self, chosen: tuple[Path, OutputSpec]) -> None:
        self.write(*chosen)

    @Slot(int)
    def _forget_dialog(self, _result: int) -> None:
        self.dialog = None

    @Slot()
    def ask_report(self) -> None:
        """Ask where to write the report, and write it."""
        opened = self._controller.opened
        if opened is None:
            return
        proposal = output_folder(opened.path.parent) / f"{opened.path.stem}_report.pdf"
        asked = ask_report_path(proposal, self._controller.project.decisions.edition, self._words, self)
        if asked is not None:
            self.write_report(*asked)

    def write_report(self, path: Path, edition: Edition | None = None) -> Job | None:
        """Write the report of the whole plan to `path` (.pdf or .html) beside the window. None where the
        policy is against it.
        """
        self._controller.settle()
        plan = self._presenter.settled_plan()
        refused = self._controller.refused_by_policy(plan)
        if refused:
            self._on_not_written(refused)
            return None
        controller = self._controller
        work = report_work(
            controller.whole(plan),
            controller.base,
            path,
            controller.project.decisions,
            self._words,
            edition=edition,
            held_to=controller.policy,
            strategies=controller.project.strategies,
        )
        job = self._jobs.start(self._words.say(N_("Writing {name}"), name=path.name), work)
        job.succeeded.connect(self._on_report)
        self._follow(job)
        return job

    def _follow(self, job: Job) -> None:
        self.outcome.hide()
        job.failed.connect(self._on_not_written)
        job.cancelled.connect(self._on_cancelled)

    @Slot(object)
    def _on_written(self, written: Written) -> None:
        self._tell_outcome(
            self._words.say_many(
                N_("Written: {name}, {number} record."),
                N_("Written: {name}, {number} records."),
                written.records,
                name=written.path.name,
            )
        )

    @Slot(object)
    def _on_report(self, path: Path) -> None:
        self._tell_outcome(self._words.say(N_("Written: {name}."), name=path.name))

    @Slot(object)
    def _on_not_written(self, problems: tuple[Problem, ...]) -> None:
        from sdc_desktop.words.problems import sentence

        lines = []
        for problem in problems:
            said = sentence(problem, self._words)
            lines.append(
                self._words.say(
                    N_("Not written: {message} \u2013 {remedy}."), message=said.message, remedy=said.remedy
                )
            )
        self._controller.tell_problems("writing", problems)
        self._say(" ".join(lines))

    @Slot()
    def _on_cancelled(self) -> None:
        self._tell_outcome(self._words.say(N_("Stopped: nothing was written.")))

    def _tell_outcome(self, text: str) -> None:
        self._controller.tell_problems("writing", ())
        self._say(text)

    def _say(self, text: str) -> None:
        self.outcome.setText(text)
        self.outcome.setAccessibleName(text)
        self.outcome.show()
