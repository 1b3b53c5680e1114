"""The bottom bar: jobs, problems, changes of the project, whether all is saved."""

from PySide6.QtCore import QElapsedTimer, Qt, QTime, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QSizePolicy, QStatusBar, QWidget

from sdc_desktop.ui.jobs import Job, JobManager, Progress
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.qt_locale import clock
from sdc_desktop.ui.qt_types import layout_of
from sdc_desktop.ui.theme import step
from sdc_desktop.ui.widgets.elided_label import ElidedLabel
from sdc_desktop.ui.widgets.plain_parts import push_button
from sdc_desktop.ui.widgets.problems_panel import ProblemsButton
from sdc_desktop.ui.widgets.steady_words import SteadyButton, SteadyLabel
from sdc_desktop.words import N_, Words
from sdc_desktop.words.program.steps import STEPS, remaining_text, step_text
from sdc_desktop.words.words import whole

_PARTS = 1000
_LEAST = 8  # letters: the width of the bar
HIGH = 3.1  # steps
_MANY = 99  # changes that have room
_UNSAVED, _NOTHING, _SAVED = _STATES = N_("unsaved changes"), N_("nothing to save"), N_("saved")


class JobBar(QWidget):
    """Shows the newest job that is not quiet; says how many others there are."""

    def __init__(self, jobs: JobManager, words: Words) -> None:
        super().__init__()
        self._words = words
        self._jobs: list[Job] = []
        self.idle_text = ""  # what is shown while no job runs
        self._clock = QElapsedTimer()
        self._label = ElidedLabel()  # what is being done must not make the window wider
        self._bar = QProgressBar()
        self._bar.setAccessibleName(words.say(N_("Progress of the running job")))
        self._bar.setTextVisible(False)
        self._bar.setMinimumWidth(self.fontMetrics().averageCharWidth() * _LEAST)
        self._bar.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._remaining = ElidedLabel()
        self._remaining.setProperty("tone", "muted")
        self._cancel = push_button(words.say(N_("Cancel")), weight="quiet")
        self._cancel.setAccessibleName(words.say(N_("Cancel the running job")))
        self._cancel.clicked.connect(self.cancel)
        row = QHBoxLayout(self)
        row.setContentsMargins(self.fontMetrics().height() // 2, 0, 0, 0)
        row.addWidget(self._label)
        row.addWidget(self._bar, 1)
        row.addWidget(self._remaining)
        row.addWidget(self._cancel)
        jobs.started.connect(self._add)
        self._refresh()

    @property
    def label(self) -> str:
        """Text on the running job; empty while there is none."""
        return self._label.text() if self._jobs else ""

    @Slot()
    def cancel(self) -> None:
        """Ask the job that is shown to stop."""
        if self._jobs:
            self._jobs[-1].cancel()
            self._say(self._words.say(N_("Stopping {title}…"), title=self._jobs[-1].title))
            self._cancel.setEnabled(False)

    @Slot(object)
    def say_idle(self, text: str) -> None:
        """Show a text while no job runs."""
        self.idle_text = text
        if not self._jobs:
            self._refresh()

    @Slot(object)
    def withdraw(self, text: str) -> None:
        """Drop a text that is outdated."""
        if text == self.idle_text:
            self.say_idle("")

    @Slot(object)
    def _add(self, job: Job) -> None:
        if job.quiet:
            return
        job.progressed.connect(self._show)
        job.finished.connect(self._remove_finished)
        self._jobs.append(job)
        self.idle_text = ""
        self._refresh()

    @Slot()
    def _remove_finished(self) -> None:
        ended = self.sender()
        self._jobs = [job for job in self._jobs if job is not ended]
        self._refresh()

    @Slot(object)
    def _show(self, progress: Progress) -> None:
        if not self._jobs or self.sender() is not self._jobs[-1] or self._jobs[-1].stopping:
            return
        self._bar.setRange(0, _PARTS)
        self._bar.setValue(round(progress.fraction * _PARTS))
        self._say(self._named(progress.step))
        self._remaining.setText(remaining_text(progress.fraction, self._clock.elapsed(), self._words))

    def _named(self, step: str) -> str:
        title = self._jobs[-1].title
        return f"{title}: {step_text(step, self._words)}" if step in STEPS else title

    def _refresh(self) -> None:
        busy = bool(self._jobs)
        for part in (self._bar, self._remaining, self._cancel):
            part.setVisible(busy)
        self._remaining.clear()
        if not busy:
            self._label.setText(self.idle_text or self._words.say(N_("Ready")))
            return
        self._clock.start()
        self._bar.setRange(0, 0)
        self._cancel.setEnabled(not self._jobs[-1].stopping)
        self._say(self._jobs[-1].title)

    def _say(self, text: str) -> None:
        others = len(self._jobs) - 1
        if others > 0:
            text += " " + self._words.say_many(
                N_("(and {number} other job)"), N_("(and {number} other jobs)"), others
            )
        self._label.setText(text)


class StatusBar(QStatusBar):
    """Follows jobs and project; its buttons request the lists behind them."""

    problems_requested = Signal()
    history_requested = Signal()

    def __init__(self, controller: ProjectController, jobs: JobManager, words: Words) -> None:
        super().__init__()
        self._controller = controller
        self._words = words
        self._saved_at: QTime | None = None
        self.job_bar = JobBar(jobs, words)
        self.problems = ProblemsButton(words)
        self.problems.clicked.connect(self.problems_requested)
        self.history = SteadyButton()
        self.history.reserve(self._history_text(_MANY, _MANY + 1))
        self.history.clicked.connect(self.history_requested)
        self.saved = SteadyLabel()
        self.saved.setProperty("tone", "muted")
        self.saved.reserve(*(words.say(text) for text in _STATES), self._saved_text(QTime(23, 59)))
        self.saved.setAlignment(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)
        self.setSizeGripEnabled(False)
        self.setFixedHeight(step(self, HIGH))
        self.setContentsMargins(0, 0, step(self), 0)
        layout_of(self).setContentsMargins(0, 0, 0, 0)
        self.addWidget(self.job_bar, 1)
        for part in (self.problems, self.history, self.saved):
            self.addPermanentWidget(part)
        controller.problems_changed.connect(self.problems.show_problems)
        controller.history_changed.connect(self._show)
        controller.dirty_changed.connect(self._show)
        controller.project_saved.connect(self._on_saved)
        controller.project_changed.connect(self._on_other_project)
        self._show()

    @Slot()
    def _on_saved(self) -> None:
        self._saved_at = QTime.currentTime()
        self._show()

    @Slot()
    def _on_other_project(self) -> None:
        self._saved_at = None
        self._show()

    @Slot()
    def _show(self) -> None:
        project = self._controller.project
        text = self._history_text(project.position, len(project.history) - 1)
        self.history.setText(text)
        self.history.setAccessibleName(self._words.say(N_("{history}, show the list"), history=text))
        self.saved.setText(self._saved_state())

    def _history_text(self, position: int, changes: int) -> str:
        say_many = self._words.say_many
        if position == changes:
            return say_many(N_("History: {number} change"), N_("History: {number} changes"), changes)
        return say_many(
            N_("History: {step} of {number} change"),
            N_("History: {step} of {number} changes"),
            changes,
            step=whole(position),
        )

    def _saved_text(self, time: QTime) -> str:
        return self._words.say(N_("saved {time}"), time=clock(time))

    def _saved_state(self) -> str:
        if self._controller.dirty:
            return self._words.say(_UNSAVED)
        if self._controller.path is None:
            return self._words.say(_NOTHING)
        return self._words.say(_SAVED) if self._saved_at is None else self._saved_text(self._saved_at)
