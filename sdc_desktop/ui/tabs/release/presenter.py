"""The logic of a simulation, without a single widget: from the plan in force to a `View`.

A simulation takes its time and is asked for; it runs as a job with progress that can be stopped. Until there
is a new answer the last one stays.
"""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import ValidationError
from PySide6.QtCore import QObject, Slot

from sdc_desktop.engine.plan import Job as JobOfPlan
from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.release.release_spec import ReleaseParams
from sdc_desktop.engine.spec import spec_problems
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project_controller import ProjectController
from sdc_desktop.ui.tabs.release import work
from sdc_desktop.ui.tabs.release.tab_job import chosen, first_params, tab_job, with_params
from sdc_desktop.ui.tabs.release.view import Stage, View
from sdc_desktop.ui.tabs.tab_presenter import Question, TabPresenter
from sdc_desktop.words import N_, Words
from sdc_desktop.words.release_choices import field_label


class ReleasePresenter(TabPresenter):
    """Listens to the project, takes what the officer changes, and tells what to show."""

    source = "release queue"
    most_kept = 6  # for undo and redo

    def __init__(
        self, controller: ProjectController, jobs: JobManager, words: Words, parent: QObject | None = None
    ) -> None:
        super().__init__(controller, jobs, words, parent)
        self._way = "simulate"
        self._draft: ReleaseParams | None = None  # told too little for a step of the plan
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
        self._recall()
        self.show()

    # what the officer does ---------------------------------------------------------------------------

    def begin(self) -> None:
        """Another project is open: it begins with the simulation."""
        self._way = "simulate"

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

    @Slot()
    def run(self) -> None:
        """Run what is asked for, however long it takes."""
        self._controller.settle()
        opened = self._controller.opened
        if self._asked_already() or self._stage() is not Stage.READY or opened is None:
            return
        asked = work.answer(opened, self._controller.base, self.params, self._seed())
        self._start(self._words.say(N_("Release queue")), asked)
        self._tell(())
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
        self._change_plan(label, with_params(self._controller.plan, params))

    def _seed(self) -> int | None:
        job = tab_job(self._controller.plan)
        return None if job is None else job.seed

    def _question(self) -> Question:
        return work.data_key(self._controller.opened, self._seed()), self.params.model_dump_json()

    def _question_of(self, answer: work.Answer) -> Question:
        return answer.key, answer.params.model_dump_json()

    def _job_in_force(self) -> JobOfPlan | None:
        return tab_job(self._controller.plan)

    def _forget_draft(self) -> None:
        self._draft = None

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
            stale=self._is_stale(answer),
            problems=self._problems,
        )
        self.changed.emit(self.view)

    @Slot()
    def _on_closed(self) -> None:
        self._draft = None
        super()._on_closed()
