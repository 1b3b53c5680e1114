"""What the presenters have in common whose question is answered by one job of the plan."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot

from sdc_desktop.engine.plan import Job as JobOfPlan
from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.problems import Problem
from sdc_desktop.ui.jobs import Job, JobManager, Work
from sdc_desktop.ui.project_controller import ProjectController
from sdc_desktop.ui.tabs.kept import keep
from sdc_desktop.words import Words

if TYPE_CHECKING:
    from sdc_desktop.engine.data.microdata import Microdata

Question = tuple[str, str]  # the key of the data, and what is asked as JSON


class TabPresenter(QObject):
    """Keeps the answers, the newest last, and runs one question at a time; until there is a new answer the
    last one stays. What is marked abstract is given by each tab (Qt's classes take no ABC; a test looks).
    """

    changed = Signal(object)  # View

    source: str  # whose problems these are
    most_kept: int  # answers, for undo and redo and to compare

    def __init__(
        self, controller: ProjectController, jobs: JobManager, words: Words, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._jobs = jobs
        self._words = words
        self._answers: dict[Question, Any] = {}
        self._answer: Any = None  # the last good one
        self._running: Job | None = None
        self._running_for: Question | None = None
        self._refused_for: Question | None = None  # not asked again by itself
        self._problems: tuple[Problem, ...] = ()
        controller.plan_changed.connect(self._on_plan)
        controller.data_opened.connect(self._on_data)
        controller.data_closed.connect(self._on_closed)

    # given by each tab -------------------------------------------------------------------------------

    @abstractmethod
    def refresh(self) -> None:
        """Look at the plan and the data anew."""

    @abstractmethod
    def show(self) -> None:
        """Tell how things stand."""

    @abstractmethod
    def choose_way(self, way: str) -> None:
        """Ask for something else, by an element of the tab's ways."""

    @abstractmethod
    def change(self, fields: Mapping[str, object]) -> None:
        """Ask otherwise, by keys of the params: one step."""

    @abstractmethod
    def _question(self) -> Question:
        """What is asked now."""

    @abstractmethod
    def _question_of(self, answer: Any) -> Question:
        """What an answer answers."""

    @abstractmethod
    def _job_in_force(self) -> JobOfPlan | None:
        """The plan's job that is asked about."""

    @abstractmethod
    def _forget_draft(self) -> None:
        """Another plan is in force: what was told too little for a step is dropped."""

    # what the officer does ---------------------------------------------------------------------------

    def refuse(self, problems: tuple[Problem, ...]) -> None:
        """What was typed makes no question: say why."""
        self._tell(problems)
        self.show()

    @Slot()
    def stop(self) -> None:
        """Stop what runs; the answer before stays."""
        if self._running is not None:
            self._running.cancel()
        self._running_for = None
        self.show()

    # for the tabs ------------------------------------------------------------------------------------

    def _data(self) -> Microdata | None:
        opened = self._controller.opened
        return None if opened is None else opened.data

    def _recall(self) -> bool:
        """Take the answer to the question if it is known, and tell whether it is; what runs for another
        question is stopped.
        """
        question = self._question()
        if self._running_for is not None and self._running_for != question:
            self.stop()
        known = self._answers.get(question)
        if known is not None:
            self._answer = known
            self._tell(known.result.notes)
        else:
            self._tell(self._problems if self._refused_for == question else ())
        return known is not None

    def _asked_already(self) -> bool:
        """Whether the question is being answered; what is being stopped may be asked again."""
        if self._running is not None and self._running.stopping:
            self._running_for = None
        return self._running_for == self._question()

    def _start(self, title: str, work: Work) -> Job:
        """Run the question, in place of what runs."""
        self.stop()
        self._running_for, self._refused_for = self._question(), None
        self._running = running = self._jobs.start(title, work)
        running.succeeded.connect(self._on_answer)
        running.failed.connect(self._on_refused)
        running.cancelled.connect(self._on_cancelled)
        running.finished.connect(self._on_finished)
        return running

    def _change_plan(self, label: str, plan: Plan) -> None:
        """One step, unless it is none."""
        if plan == self._controller.plan:
            self.refresh()
        else:
            self._controller.change_plan(label, plan)

    def _is_stale(self, answer: object) -> bool:
        """Whether an answer is not that of the question."""
        return answer is None or self._answers.get(self._question()) is not answer

    def _tell(self, problems: tuple[Problem, ...]) -> None:
        self._problems = problems
        self._controller.tell_problems(self.source, problems)

    def _placed(self, problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
        """The problems with the place of the job in the plan."""
        from sdc_desktop.engine.run import placed

        job = self._job_in_force()
        if job is None:
            return problems
        index = self._controller.plan.jobs.index(job)
        return tuple(placed(problem, job, index) for problem in problems)

    # slots -------------------------------------------------------------------------------------------

    @Slot(object)
    def _on_answer(self, answer: Any) -> None:
        question = self._question_of(answer)
        keep(self._answers, question, answer, self.most_kept)
        if question == self._question():
            self._answer = answer
            self._tell(answer.result.notes)

    @Slot(object)
    def _on_refused(self, problems: tuple[Problem, ...]) -> None:
        if self.sender() is self._running and self._running_for == self._question():
            self._refused_for = self._running_for
            self._tell(self._placed(problems))

    @Slot()
    def _on_cancelled(self) -> None:
        if self.sender() is self._running and self._running_for is not None:
            self._refused_for = self._running_for  # stopped by the bar below: not begun again by itself

    @Slot()
    def _on_finished(self) -> None:
        if self.sender() is self._running:
            self._running = self._running_for = None
            self.show()

    @Slot(object)
    def _on_plan(self, _plan: Plan) -> None:
        self._forget_draft()
        self.refresh()

    @Slot(object)
    def _on_data(self, _opened: object) -> None:
        self._refused_for = None
        self.refresh()

    @Slot()
    def _on_closed(self) -> None:
        self._answer = None
        self._answers.clear()
        self._refused_for = None
        self.refresh()
