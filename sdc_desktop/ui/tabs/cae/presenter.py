"""The tab's logic, without a single widget: from the plan in force to a `View`.

A curve is computed when its question changes. An experiment takes its time and is asked for; it runs as a job
with progress that can be stopped. Until there is a new answer the last one stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pydantic import ValidationError
from PySide6.QtCore import QObject, Slot

from sdc_desktop.engine.plan import CaeExperimentJob, Plan
from sdc_desktop.engine.plan import Job as JobOfPlan
from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.scenarios.cae_experiment_spec import CaeExperimentParams
from sdc_desktop.engine.scenarios.cae_spec import CaeParams
from sdc_desktop.engine.spec import spec_problems
from sdc_desktop.ui.jobs import Job, JobManager
from sdc_desktop.ui.project_controller import ProjectController
from sdc_desktop.ui.tabs.cae import work
from sdc_desktop.ui.tabs.cae.tab_job import (
    CURVES,
    Params,
    experiments,
    first_params,
    remembered,
    tab_job,
    table_job,
    way_of,
    with_all,
    with_first,
    with_params,
    without_others,
)
from sdc_desktop.ui.tabs.cae.view import Stage, View
from sdc_desktop.ui.tabs.tab_presenter import Question, TabPresenter
from sdc_desktop.words import N_, Words
from sdc_desktop.words.cae_choices import comparison_label, field_label, way_label

if TYPE_CHECKING:
    from sdc_desktop.engine.scenarios.cae_experiment import ExperimentResult
    from sdc_desktop.engine.spec import Number


class CaePresenter(TabPresenter):
    """Listens to the project, takes what the officer changes, and tells what to show."""

    source = "risk curves"
    most_kept = 12  # for undo and redo, and to compare techniques

    def __init__(
        self, controller: ProjectController, jobs: JobManager, words: Words, parent: QObject | None = None
    ) -> None:
        super().__init__(controller, jobs, words, parent)
        self._asked_for: tuple[str, Params] | None = None  # a way, told too little for a step of the plan
        self._others: Job | None = None  # experiments to compare with
        self._texts: Mapping[str, tuple[str, ...]] = {}
        self._reading: Job | None = None  # of values to choose from
        self.view = View(Stage.NO_DATA, "attribute", first_params("attribute", has_data=False))
        self.refresh()

    @property
    def params(self) -> Params:
        """The question as it stands."""
        found = tab_job(self._controller.plan)
        if self._asked_for is not None:
            return self._asked_for[1]
        if found is not None:
            return found.params
        return first_params("attribute", has_data=True, policy=self._controller.policy)

    @property
    def way(self) -> str:
        """What is asked for, an element of WAYS."""
        return self._asked_for[0] if self._asked_for is not None else way_of(self.params)

    def refresh(self) -> None:
        """Look at the plan and the data anew."""
        wanted = not self._recall() and self._stage() is Stage.READY and self.way in CURVES
        if wanted and self._question() not in (self._running_for, self._refused_for):
            self._run()
        self._read_texts()
        self.show()

    # what the officer does ---------------------------------------------------------------------------

    def choose_way(self, way: str) -> None:
        """Ask for something else, by an element of WAYS: one step, once enough is told for it. What that way
        was told before comes back.
        """
        self._controller.settle()
        if way == self.way:
            return
        swapped = with_first(self._controller.plan, way)
        if swapped is not None:
            self._controller.change_plan(way_label(way, self._words), swapped)
            return
        project = self._controller.seen_project
        plans = (step.plan for step in reversed(project.history[: project.position + 1]))
        has_data = self._controller.opened is not None
        policy = self._controller.policy
        params = remembered(way, plans) or first_params(
            way, has_data=has_data, like=self.params, policy=policy
        )
        self._put(way, params, way_label(way, self._words))

    def change(self, fields: Mapping[str, object]) -> None:
        """Ask otherwise, by keys of the params: one step."""
        params = self.params
        told = params.model_dump() | dict(fields)
        if isinstance(params, CaeParams) and "attribute" in fields:
            told |= _without(params, fields["attribute"])
        try:
            changed = type(params).model_validate(told)
        except ValidationError as failure:
            self.refuse(spec_problems(failure, told, "params"))
            return
        if changed == params:
            self.refuse(())
            return
        key, value = next(iter(fields.items()))
        self._put(self.way, changed, field_label(key, value, self._words))

    @Slot()
    def run(self) -> None:
        """Run what is asked for, however long it takes."""
        self._controller.settle()
        if self._asked_already() or self._stage() is not Stage.READY:
            return
        params = self.params
        if tab_job(self._controller.plan) is None:
            self._refused_for = None
            self._put(self.way, params, way_label(self.way, self._words))
        if self._running_for != self._question():
            self._run()
        self.show()

    @Slot()
    def compare(self) -> None:
        """Put an experiment of every technique into the plan, and run those that have not run: one step."""
        self._controller.settle()
        if not isinstance(self.params, CaeExperimentParams) or self._stage() is not Stage.READY:
            return
        plan = with_all(self.settled_plan(), self._asked_before())
        if plan != self._controller.plan:
            self._controller.change_plan(comparison_label(True, self._words), plan)
        wanted = [
            job.params for job in self._experiments() if self._question(job.params) not in self._answers
        ]
        if not wanted or self._others is not None:
            return
        self.stop()
        opened, base = self._controller.opened, self._controller.base
        title = self._words.say(N_("Experiments compared"))
        self._others = self._jobs.start(title, work.answers(opened, base, wanted))
        self._others.succeeded.connect(self._on_answers)
        self._others.failed.connect(self._on_others_refused)
        self._others.finished.connect(self._on_others_finished)
        self.show()

    @Slot()
    def compare_no_more(self) -> None:
        """Take the other techniques out of the plan, and forget them: one step."""
        self._controller.settle()
        own = self._question()
        for question, answer in list(self._answers.items()):
            if isinstance(answer.params, CaeExperimentParams) and question != own:
                del self._answers[question]
        plan = without_others(self._controller.plan)
        self._change_plan(comparison_label(False, self._words), plan)

    @Slot()
    def stop(self) -> None:
        """Stop what runs; the answer before stays."""
        if self._others is not None:
            self._others.cancel()
        super().stop()

    def settled_plan(self) -> Plan:
        """The plan with the tab's job in it."""
        plan = self._controller.plan
        if tab_job(plan) is None and self._stage() is Stage.READY:
            return with_params(plan, self.params)
        return plan

    # inside ------------------------------------------------------------------------------------------

    def _put(self, way: str, params: Params, label: str) -> None:
        self._asked_for = way, params
        if self._stage() is not Stage.READY:
            self.refresh()
            return
        self._asked_for = None
        self._change_plan(label, with_params(self._controller.plan, params))

    def _run(self) -> None:
        opened, params = self._controller.opened, self.params
        title = N_("Risk curve") if self.way in CURVES else N_("Experiment on disclosure risk")
        table, base = self._table(), self._controller.base
        if table is not None and isinstance(params, CaeParams):
            asked = work.answer_of_table(opened, base, params, table)
        else:
            asked = work.answer(opened, base, params)
        self._start(self._words.say(title), asked)

    def _question(self, of: Params | None = None) -> Question:
        params = self.params if of is None else of
        table = self._table() if of is None else None
        if table is not None:
            key = work.table_key(self._controller.opened, self._controller.base, table)
            return key, params.model_dump_json()
        return work.data_key(self._controller.opened, params), params.model_dump_json()

    def _table(self) -> JobOfPlan | None:
        """The job whose cells are asked about."""
        params = self.params
        of_table = isinstance(params, CaeParams) and params.intervals == "input"
        return table_job(self._controller.plan) if of_table else None

    def _question_of(self, answer: work.Answer) -> Question:
        return answer.key, answer.params.model_dump_json()

    def _job_in_force(self) -> JobOfPlan | None:
        return tab_job(self._controller.plan)

    def _forget_draft(self) -> None:
        self._asked_for = None

    def _stage(self) -> Stage:
        params, data = self.params, self._data()
        if self.way in ("values", "intervals") and way_of(params) != self.way:
            return Stage.NO_VALUES
        table = self._table()
        if table is not None and data is None and work.table_needs_data(table):
            return Stage.READING if self._controller.reading else Stage.NO_DATA
        if work.needs_data(params):
            if data is None:
                return Stage.READING if self._controller.reading else Stage.NO_DATA
            if self._attribute() is None:
                return Stage.NO_ATTRIBUTE
        if isinstance(params.known, Mapping) and not all(params.known.values()):
            return Stage.NO_PERSON
        if self.way == "released" and self._released() is None:
            return Stage.NO_FILE
        return Stage.READY

    def _attribute(self) -> str | None:
        """The attribute told, else the engine's own choice, unless that cannot be a quantity."""
        from sdc_desktop.engine.scenarios import cae, cae_experiment_check

        params, data = self.params, self._data()
        if isinstance(params, CaeExperimentParams):
            found = cae_experiment_check.attribute_of(params, data)
        else:
            found = cae.attribute_of(params, data)
        if found is None or params.attribute is not None or data is None or found not in data.names:
            return found
        return None if data.variable(found).level == "nominal" else found

    def _released(self) -> str | None:
        params = self.params
        return params.released if isinstance(params, CaeExperimentParams) else None

    def show(self) -> None:
        """Tell how things stand."""
        self.view = self._view()
        self.changed.emit(self.view)

    def _view(self) -> View:
        params, answer, data = self.params, self._answer, self._data()
        if answer is not None and isinstance(answer.params, CaeExperimentParams) != (self.way not in CURVES):
            answer = None  # of another kind, which is shown otherwise
        attributes, parameters = self._in_force()
        jobs = self._experiments()
        return View(
            stage=self._stage(),
            way=self.way,
            params=params,
            variables=self._variables(),
            attribute=self._attribute(),
            table=None if (table := self._table()) is None else table.name,
            attributes=attributes,
            parameters=parameters,
            texts=self._texts,
            has_data=data is not None,
            answer=answer,
            compared=self._compared(),
            kept=tuple(job.params.technique for job in jobs),
            missing=tuple(
                job.params.technique for job in jobs if self._question(job.params) not in self._answers
            ),
            running=self._running_for is not None or self._others is not None,
            stale=self._is_stale(answer),
            problems=self._problems,
        )

    def _in_force(self) -> tuple[tuple[str, ...], tuple[Number | None, ...]]:
        from sdc_desktop.engine.scenarios.cae_experiment_check import attributes_of, parameters_of

        params = self.params
        if not isinstance(params, CaeExperimentParams):
            return (), ()
        return attributes_of(params, self._data()), parameters_of(params)

    def _variables(self) -> tuple[str, ...]:
        from sdc_desktop.engine.scenarios import synthetic

        params, data = self.params, self._data()
        if isinstance(params, CaeExperimentParams) and params.data == "synthetic":
            return tuple(synthetic.DOMAINS)
        if data is None:
            return ()
        return tuple(v.name for v in data.variables if v.role != "direct_identifier")

    def _experiments(self) -> tuple[CaeExperimentJob, ...]:
        """Those of the plan that are compared, the tab's own first."""
        params = self.params
        return experiments(self._controller.plan, params) if isinstance(params, CaeExperimentParams) else ()

    def _passing(self) -> Mapping[str, work.Answer]:
        """The newest answer of each technique that was asked of the same data and attribute."""
        params = self.params
        if not isinstance(params, CaeExperimentParams):
            return {}
        key, name = self._question()[0], self._attribute()
        found: dict[str, work.Answer] = {}
        for answer in self._answers.values():
            other = answer.params
            if not isinstance(other, CaeExperimentParams) or answer.result.attribute != name:
                continue
            if (other.data, answer.key) == (params.data, key):
                found[other.technique] = answer
        return found

    def _asked_before(self) -> Mapping[str, CaeExperimentParams]:
        told = {technique: answer.params for technique, answer in self._passing().items()}
        return {key: params for key, params in told.items() if isinstance(params, CaeExperimentParams)}

    def _compared(self) -> tuple[ExperimentResult, ...]:
        """The answers to the plan's experiments; of techniques that it has none of, the newest answer."""
        found = {technique: answer.result for technique, answer in self._passing().items()}
        for job in self._experiments():
            known = self._answers.get(self._question(job.params))
            if known is not None:
                found[job.params.technique] = known.result
        return tuple(found.values())

    def _read_texts(self) -> None:
        """Read the values to choose from, of the variables that are known of one person."""
        opened, known = self._controller.opened, self.params.known
        if opened is None or not isinstance(known, Mapping) or self._reading is not None:
            return
        wanted = [name for name in known if name not in self._texts and name in opened.data.names]
        if wanted:
            title = self._words.say(N_("Values to choose from"))
            self._reading = self._jobs.start(title, work.texts(opened, wanted))
            self._reading.succeeded.connect(self._on_texts)
            self._reading.finished.connect(self._on_read)

    @Slot(object)
    def _on_texts(self, texts: Mapping[str, tuple[str, ...]]) -> None:
        if self.sender() is self._reading:
            self._texts = {**self._texts, **texts}

    @Slot()
    def _on_read(self) -> None:
        if self.sender() is self._reading:
            self._reading = None
            self.show()

    @Slot(object)
    def _on_answers(self, answers: tuple[work.Answer, ...]) -> None:
        for answer in answers:
            self._on_answer(answer)

    @Slot(object)
    def _on_others_refused(self, problems: tuple[Problem, ...]) -> None:
        if self.sender() is self._others:
            self._tell(problems)

    @Slot()
    def _on_others_finished(self) -> None:
        if self.sender() is self._others:
            self._others = None
            self.show()

    @Slot(object)
    def _on_data(self, opened: object) -> None:
        self._texts, self._reading = {}, None
        super()._on_data(opened)

    @Slot()
    def _on_closed(self) -> None:
        self.stop()
        self._texts, self._reading = {}, None
        super()._on_closed()


def _without(params: CaeParams, name: object) -> Mapping[str, object]:
    """What is known, and the weights, where a variable has become the confidential attribute."""
    known: object
    if isinstance(params.known, Mapping):
        known = {other: value for other, value in params.known.items() if other != name}
    else:
        known = tuple(other for other in params.known if other != name)
    return {"known": known, "weights": None if params.weights == name else params.weights}
