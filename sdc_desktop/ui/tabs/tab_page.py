"""The interface of every tab's page, and what pages with settings and a result have in common."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QApplication, QFileDialog, QStackedWidget, QToolButton, QWidget

from sdc_desktop.engine.plan import Job
from sdc_desktop.engine.problems import Problem, Severity
from sdc_desktop.ui.deferred_build import Slices
from sdc_desktop.ui.frame.panel import Panel
from sdc_desktop.ui.frame.place_frame import LEFT, PlaceFrame
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.questions.presenter import QuestionPresenter
from sdc_desktop.ui.questions.question import QuestionView
from sdc_desktop.ui.theme import fill
from sdc_desktop.ui.widgets.empty_state import EmptyState
from sdc_desktop.ui.widgets.steady_inputs import CalmSlider, CalmSpinBox
from sdc_desktop.ui.widgets.verdict_bar import VerdictBar
from sdc_desktop.ui.widgets.why_panel import WhyPanel
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.problems import spoken

if TYPE_CHECKING:
    from sdc_desktop.ui.tabs.tab_question import TabQuestion

Empty = tuple[str, str, str]  # what an empty state says: title, text, and its button or ""
BUSY: Empty = (
    N_("No result yet"),
    N_("Progress is shown below. You can change the settings meanwhile."),
    "",
)
QUIETLY: Empty = (  # a matter of moments, not in the status bar
    N_("No result yet"),
    N_("The result is being computed. You can change the settings meanwhile."),
    "",
)
FAILED: Empty = N_("No result"), "", ""  # the text: `failure_text`


def failure_text(problems: Sequence[Problem], words: Words) -> str:
    """Why there is no result, and what to do: what the first of the errors says."""
    first = next((problem for problem in problems if problem.severity is Severity.ERROR), None)
    if first is None:
        return words.say(N_("The current settings give no result. See the messages below the settings."))
    return spoken(first, words)


class TabPage(QWidget):
    """A page that makes what is being moved or typed a step of the plan before the plan is used."""

    empty: EmptyState
    frame: PlaceFrame

    def __init__(self, controller: ProjectController, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller, self._words = controller, words
        self.verdict, self.why = VerdictBar(), WhyPanel(words)
        self._later = Slices(self)
        controller.settle_requested.connect(self.settle)
        controller.project_begun.connect(self.begin)

    def reveal(self, part: QWidget) -> None:
        """Bring a part of the page into view: the panel where it is in that."""
        if self.frame.panel.isAncestorOf(part):
            self.frame.turn_to(0)

    def panes(self) -> list[QWidget]:
        """The regions in the order of F6."""
        return self.frame.panes()

    @Slot()
    def begin(self) -> None:
        """Another project is open: what was selected or unfolded belongs to the one before."""
        self.why.clear()
        for button in self.findChildren(QToolButton):
            if button.property("folds"):
                button.setChecked(False)

    def _frame(
        self, panel: Panel, middle: QWidget, left: QWidget, rail: QWidget, left_width: float = LEFT
    ) -> None:
        """Lay out the regions of the place."""
        self.frame = PlaceFrame(self.verdict, middle, panel, left, rail, left_width)
        self._place = QStackedWidget()  # the frame, or what the place is for
        self._place.addWidget(self.frame)
        fill(self, self._place)

    def show_job(self, name: str) -> bool:
        """Show a job of the plan; whether the page can."""
        job = self._current_job()
        return job is not None and job.name == name

    def _current_job(self) -> Job | None:
        """The job whose settings are shown."""
        return None

    @property
    def making(self) -> bool:
        """Whether parts of the page are still to be made."""
        return self._later.waiting

    def _make_later(self, parts: Iterable[Callable[[], object]]) -> None:
        """Make these parts between the next events, so that a page shown for the first time is soon there."""
        self._later.begin(parts)

    def _fill_empty(self, empty: Empty, view: QuestionView[Any], *, ready: bool) -> None:
        """Show why there is no result: `empty`; of settings that are `ready`, whether it is on its way."""
        if ready and view.running:
            empty = BUSY if view.long_running else QUIETLY
        elif ready and view.failed:
            empty = FAILED
        say = self._words.say
        title, text, button = empty
        shown = failure_text(view.problems, self._words) if empty is FAILED else say(text)
        self.empty.notify(say(title), shown, say(button) if button else "")

    def _requested_file(self, title: str, filters: str) -> Path | None:
        """A file that is chosen in the folder of the data."""
        folder, say = str(self._controller.data_folder), self._words.say
        name, _ = QFileDialog.getOpenFileName(self, say(title), folder, say(filters))
        return Path(name) if name else None

    @Slot()
    def settle(self) -> None:
        """What is being moved or typed is meant: when this returns, it is in the plan."""
        focus = QApplication.focusWidget()
        if isinstance(focus, CalmSlider | CalmSpinBox) and self.isAncestorOf(focus):
            focus.settle()


class QuestionPage(TabPage):
    """A page with the settings in its panel, and their result, or why there is none, in the middle. What the
    parts of the settings report goes to the presenter.
    """

    presenter: QuestionPresenter[Any, Any, Any]
    question: TabQuestion

    def __init__(self, controller: ProjectController, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(controller, words, parent)
        self.empty = EmptyState()

    def _follow_parts(self) -> None:
        """Pass on what the settings report, and show what the presenter finds."""
        presenter, question = self.presenter, self.question
        presenter.changed.connect(self._show)
        question.changed.connect(presenter.change)
        question.refused.connect(presenter.refuse)
        question.run_requested.connect(presenter.run)
        question.stop_requested.connect(presenter.stop)
        self.empty.requested.connect(self._on_empty)

    @abstractmethod
    def _show(self, view: Any) -> None:
        """Show what the presenter found."""

    @abstractmethod
    def _on_empty(self) -> None:
        """The button of the empty state was pressed."""

    @Slot()
    def settle(self) -> None:
        super().settle()
        self.question.settle()

    def _current_job(self) -> Job | None:
        return self.presenter.job
