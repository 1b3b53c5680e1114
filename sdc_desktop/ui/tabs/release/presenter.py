"""The logic of a simulation, without a single widget: from the plan in force to a `View`.

A simulation takes its time and is asked for; it runs as a job with progress that can be stopped. Until there
is a new answer the last one stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pydantic import ValidationError
from PySide6.QtCore import QObject, Signal, Slot

from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.release.release_spec import ReleaseParams
from sdc_desktop.engine.spec import spec_problems
from sdc_desktop.ui.jobs import Job, JobManager
from sdc_desktop.ui.project_controller import ProjectController
from sdc_desktop.ui.tabs.release import work
from sdc_desktop.ui.tabs.release.tab_job import chosen, first_params, tab_job, with_params
from sdc_desktop.ui.tabs.release.view import Stage, View
from sdc_desktop.words import N_, Words
from sdc_desktop.words.release_choices import field_label

if TYPE_CHECKING:
    from sdc_desktop.engine.data.microdata import Microdata

SOURCE = "release queue"  # whose problems these are
Question = tuple[str, str]  # the key of the data, and the params as JSON
_KEPT = 6  # answers that are kept, for undo and redo


class ReleasePresenter(QObject):
    """Listens to the project, takes what the officer changes, and tells what to show."""

    changed = Signal(object)  # View

    def __init__(
        self, controller: ProjectController, jobs: JobManager, words: Words, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._jobs = jobs
        self._words = words
        self._way = "simulate"
        self._draft: ReleaseParams | None = None  # told too little for a step of the plan
        self._answers: dict[Question, work.Answer] = {}
        self._answer: work.Answer | None = None  # the last good one
        self._running: Job | None = None
        self._running_for: Question | None = None
        self._refused_for: Question | None = None
        self._problems: tuple[Problem, ...] = ()
        controller.plan_changed.connect(self._on_plan)
        controller.data_opened.connect(self._on_data)
        controller.data_closed.connect(self._on_closed)
        self.view = View(Stage.NO_DATA, self._way, first_params())
        self.refresh()

    @property
    def params(self) -> ReleaseParams:
        """The question as it stands."""
        if self._draft is not None:
            return self._draft
        found = tab_job(self._controller.plan)
        return found.params if found is not None else first_params(self._controller.policy)

    def refresh(self) -> None:
        """Look at the plan and the data anew."""
        question = self._question()
        if self._running_for is not None and self._running_for != question:
            self.stop()
        known = self._answers.get(question)
        if known is not None:
            self._answer = known
            self._tell(known.result.notes)
        else:
            self._tell(self._problems if self._refused_for == question else ())
        self.show()

    # what the officer does ---------------------------------------------------------------------------

    def choose_way(self, way: str) -> None:
        """Simulate, or release live: no step, for nothing is asked otherwise."""
        self._controller.settle()
        self._way = way
        self.show()

    def change(self, fields: Mapping[str, object]) -> None:
        """Ask otherwise, by keys of the params: one step, once both variables are chosen."""
        params = self.params
        told = params.model_dump() | dict(fields)
        if "attribute" in fields and fields["attribute"] != params.attribute:
            told["baseline"] = "data"  # the one told was of other values
        if "target" in fields and fields["target"] != params.target:
            told["rates"] = {}
        try:
            changed = ReleaseParams.model_validate(told)
        except ValidationError as failure:
            self.refuse(spec_problems(failure, told, "params"))
            return
        if changed == params:
            self.refuse(())
            return
        key, value = next(iter(fields.items()))
        self._put(changed, field_label(key, value, self._words))

    def refuse(self, problems: tuple[Problem, ...]) -> None:
        """What was typed makes no question: say why."""
        self._tell(problems)
        self.show()

    @Slot()
    def run(self) -> None:
        """Run what is asked for, however long it takes."""
        self._controller.settle()
        if self._running is not None and self._running.stopping:
            self._running_for = None
        opened = self._controller.opened
        if self._stage() is not Stage.READY or opened is None or self._running_for == self._question():
            return
        self.stop()
        self._running_for, self._refused_for = self._question(), None
        title = self._words.say(N_("Release queue"))
        asked = work.answer(opened, self._controller.base, self.params, self._seed())
        running = self._jobs.start(title, asked)
        running.succeeded.connect(self._on_answer)
        running.failed.connect(self._on_refused)
        running.finished.connect(self._on_finished)
        self._running = running
        self._tell(())
        self.show()

    @Slot()
    def stop(self) -> None:
        """Stop what runs; the answer before stays."""
        if self._running is not None:
            self._running.cancel()
        self._running_for = None
        self.show()

    def settled_plan(self) -> Plan:
        """The plan with the tab's job in it."""
        return self._controller.plan

    # inside ------------------------------------------------------------------------------------------

    def _put(self, params: ReleaseParams, label: str) -> None:
        self._draft = params
        if not chosen(params):
            self.refresh()
            return
        self._draft = None
        plan = with_params(self._controller.plan, params)
        if plan == self._controller.plan:
            self.refresh()
        else:
            self._controller.change_plan(label, plan)

    def _seed(self) -> int | None:
        job = tab_job(self._controller.plan)
        return None if job is None else job.seed

    def _question(self) -> Question:
        return work.data_key(self._controller.opened, self._seed()), self.params.model_dump_json()

    def _data(self) -> Microdata | None:
        opened = self._controller.opened
        return None if opened is None else opened.data

    def _stage(self) -> Stage:
        params = self.params
        if self._data() is None:
            return Stage.READING if self._controller.reading else Stage.NO_DATA
        if not chosen(params):
            return Stage.NO_VARIABLES
        listed = params.stream == "listed" and not params.assess_only
        return Stage.NO_FILE if listed and params.requests_file is None else Stage.READY

    def show(self) -> None:
        """Tell how things stand."""
        answer, data = self._answer, self._data()
        names = () if data is None else tuple(v.name for v in data.variables if v.role != "direct_identifier")
        self.view = View(
            stage=self._stage(),
            way=self._way,
            params=self.params,
            variables=names,
            answer=answer,
            running=self._running_for is not None,
            stale=answer is None or self._answers.get(self._question()) is not answer,
            problems=self._problems,
        )
        self.changed.emit(self.view)

    def _tell(self, problems: tuple[Problem, ...]) -> None:
        self._problems = problems
        self._controller.tell_problems(SOURCE, problems)

    @Slot(object)
    def _on_answer(self, answer: work.Answer) -> None:
        question = answer.key, answer.params.model_dump_json()
        self._answers.pop(question, None)
        self._answers[question] = answer
        while len(self._answers) > _KEPT:
            del self._answers[next(iter(self._answers))]
        if question == self._question():
            self._answer = answer
            self._tell(answer.result.notes)

    @Slot(object)
    def _on_refused(self, problems: tuple[Problem, ...]) -> None:
        from sdc_desktop.engine.run import placed

        if self.sender() is not self._running or self._running_for != self._question():
            return
        self._refused_for = self._running_for
        plan = self._controller.plan
        job = tab_job(plan)
        if job is not None:
            problems = tuple(placed(problem, job, plan.jobs.index(job)) for problem in problems)
        self._tell(problems)

    @Slot()
    def _on_finished(self) -> None:
        if self.sender() is self._running:
            self._running = self._running_for = None
            self.show()

    @Slot(object)
    def _on_plan(self, plan: Plan) -> None:
        self._draft = None
        self.refresh()

    @Slot(object)
    def _on_data(self, opened: object) -> None:
        self._refused_for = None
        self.refresh()

    @Slot()
    def _on_closed(self) -> None:
        self._answer = self._draft = None
        self._answers.clear()
        self._refused_for = None
        self.refresh()
