"""The bottom bar: jobs, problems, steps of the history, whether all is saved."""

from PySide6.QtCore import QTime, Signal, Slot
from PySide6.QtWidgets import QLabel, QPushButton, QStatusBar, QWidget

from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.qt_locale import clock
from sdc_desktop.ui.widgets.job_bar import JobBar
from sdc_desktop.ui.widgets.problems_panel import ProblemsButton
from sdc_desktop.words import N_, Words
from sdc_desktop.words.words import whole


class StatusBar(QStatusBar):
    """Follows jobs and project; its buttons request the lists behind them."""

    problems_requested = Signal()
    history_requested = Signal()

    def __init__(
        self, controller: ProjectController, jobs: JobManager, words: Words, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._words = words
        self._saved_at: QTime | None = None
        self.job_bar = JobBar(jobs, words)
        self.problems = ProblemsButton(words)
        self.problems.clicked.connect(self.problems_requested)
        self.history = QPushButton()
        self.history.setProperty("weight", "quiet")
        self.history.clicked.connect(self.history_requested)
        self._saved = QLabel()
        self._saved.setProperty("tone", "muted")
        self.addWidget(self.job_bar, 1)
        for part in (self.problems, self.history, self._saved):
            self.addPermanentWidget(part)
        controller.problems_changed.connect(self.problems.show_problems)
        controller.history_changed.connect(self._on_change)
        controller.dirty_changed.connect(self._on_change)
        controller.project_saved.connect(self._on_saved)
        controller.project_changed.connect(self._on_other_project)
        self._show()

    @property
    def saved_text(self) -> str:
        """Text on the state of saving."""
        return self._saved.text()

    @Slot(object)
    def _on_change(self, _value: object) -> None:
        self._show()

    @Slot()
    def _on_saved(self) -> None:
        self._saved_at = QTime.currentTime()
        self._show()

    @Slot(object)
    def _on_other_project(self, _path: object) -> None:
        self._saved_at = None
        self._show()

    def _show(self) -> None:
        text = self._history_state()
        self.history.setText(text)
        self.history.setAccessibleName(self._words.say(N_("{history}, show the list"), history=text))
        self._saved.setText(self._saved_state())

    def _history_state(self) -> str:
        project, say_many = self._controller.project, self._words.say_many
        steps = len(project.history) - 1
        if project.position == steps:
            return say_many(N_("History: {number} step"), N_("History: {number} steps"), steps)
        return say_many(
            N_("History: {step} of {number} step"),
            N_("History: {step} of {number} steps"),
            steps,
            step=whole(project.position),
        )

    def _saved_state(self) -> str:
        if self._controller.dirty:
            return self._words.say(N_("unsaved changes"))
        if self._controller.path is None:
            return self._words.say(N_("nothing to save"))
        if self._saved_at is None:
            return self._words.say(N_("saved"))
        return self._words.say(N_("saved {time}"), time=clock(self._saved_at))
