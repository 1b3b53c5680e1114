"""Risk curves and experiments: from the current plan to a `View`, without widgets.

A curve is computed when its settings change. An experiment takes its time and must be requested.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Self

from PySide6.QtCore import QObject, Slot

from sdc_desktop.engine.methods.curves.cae import CaeParams
from sdc_desktop.engine.methods.curves.cae_experiment import CAE_EXPERIMENT, CaeExperimentParams
from sdc_desktop.engine.plan import Job as JobOfPlan
from sdc_desktop.engine.plan import Plan, params_of
from sdc_desktop.engine.spec import NEVER_RELEASED
from sdc_desktop.project.free_name import free_name
from sdc_desktop.project.linked_tables import decided_beside
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.jobs import Job, JobManager
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.questions.presenter import QuestionPresenter
from sdc_desktop.ui.questions.question import Question, QuestionView, Work, keep
from sdc_desktop.ui.tabs.cae import work
from sdc_desktop.ui.tabs.cae.tab_job import (
    Params,
    TabJob,
    along,
    comparison_label,
    experiments,
    first_params,
    job_of,
    job_with,
    params_in,
    remembered,
    tab_job,
    table_job,
    way_label,
    way_of,
    with_all,
    with_first,
    with_params,
    without_others,
)
from sdc_desktop.ui.tabs.cae.view import Stage, View
from sdc_desktop.ui.tabs.cae.work import Answer, KeptCurve
from sdc_desktop.ui.tabs.plan_tables import plan_tables
from sdc_desktop.words import N_, Words

if TYPE_CHECKING:
    from sdc_desktop.engine.data.microdata import Microdata
    from sdc_desktop.engine.methods.curves.cae.engine import CaeResult
    from sdc_desktop.engine.methods.curves.cae_experiment.engine import ExperimentResult
    from sdc_desktop.engine.verdict import Verdict


class CaePresenter(QuestionPresenter[Answer, View, TabJob]):
    """Answers a curve or an experiment, and compares experiments; reads values to choose from."""

    source = "risk curves"
    most_kept = 12
    most_curves = 6  # that are kept: more in one picture cannot be distinguished

    def __init__(
        self, controller: ProjectController, jobs: JobManager, words: Words, parent: QObject | None = None
    ) -> None:
        super().__init__(controller, jobs, words, parent)
        self._others = DraftRunner(jobs, self)  # experiments to compare with
        self._others.answered.connect(self._on_answers)
        self._others.failed.connect(self._report)
        self._others.busy_changed.connect(self.show)
        self._others_of: tuple[Question[TabJob], ...] = ()
        self._texts: Mapping[str, tuple[str, ...]] = {}
        self._reading = DraftRunner(jobs, self)  # values to choose from
        self._reading.answered.connect(self._on_texts)
        self._reading.busy_changed.connect(self._on_read)
        self._wanted: list[str] = []  # the variables whose values are read
        self._coarse: tuple[Job, CaeResult] | None = None  # the draft of a curve, and what computes it
        self._curves: tuple[KeptCurve, ...] = ()
        controller.project_begun.connect(self._on_project)
        controller.persons.changed.connect(self.refresh)
        self.refresh()

    def take_answers(self, old: Self) -> None:
        super().take_answers(old)
        self._curves = old._curves

    @property
    def params(self) -> Params:
        """The current params."""
        job = tab_job(self._controller.plan)
        found = self._partial[1] if self._partial is not None else job and params_in(job)
        return found or first_params("attribute", has_data=True, policy=self._controller.policy)

    @property
    def way(self) -> str:
        """What is computed, an element of WAYS."""
        return self._partial[0] if self._partial is not None else way_of(self.params)

    @property
    def job(self) -> TabJob:
        return job_with(self._controller.plan, self.params)

    def data_key(self, job: TabJob) -> str | None:
        opened, table = self._controller.opened, self._table()
        if self._stage() is not Stage.READY:
            return None
        if table is not None:
            return work.table_key(opened, self._controller.base, self._controller.plan, table)
        return work.key_of_data(opened, job.params)

    def work(self, question: Question[TabJob], *, requested: bool) -> Work[Answer] | None:
        opened, base, params = self._controller.opened, self._controller.base, question.job.params
        if not isinstance(params, CaeParams):
            title = self._words.say(N_("Experiment on disclosure risk"))
            return Work(title, work.answer(opened, base, params)) if requested else None
        title, table = self._words.say(N_("Risk curve")), self._table()
        if table is not None:
            plan = self._controller.plan
            key, together = work.table_key(opened, base, plan, table), bool(decided_beside(plan, table, base))
            tables = plan_tables(self._controller)
            return Work(title, work.answer_of_table(tables, params, table, key, together=together))
        return Work(title, work.answer(opened, base, params))

    def follow(self, job: Job) -> None:
        job.drafted.connect(self._on_drafted)

    def fields_with(self, job: TabJob, fields: Mapping[str, object]) -> Mapping[str, object]:
        return {**fields, **along(job.params, fields, self._attributes())}

    def plan_with(self, job: TabJob) -> Plan:
        return with_params(self._controller.plan, job.params)

    def take(self, job: TabJob, label: str) -> None:
        self.specify((self.way, job.params), label)

    def refresh(self) -> None:
        super().refresh()
        self._read_texts()

    @property
    def is_new(self) -> bool:
        """Whether nothing was chosen yet."""
        return self._partial is None and tab_job(self._controller.plan) is None

    def verdict(self) -> Verdict | None:
        """The engine's verdict on what the plan measures; None for what is not in it."""
        return None if tab_job(self._controller.plan) is None else super().verdict()

    # what the officer does ---------------------------------------------------------------------------

    def choose_way(self, way: str) -> None:
        """Choose another way, an element of WAYS: one step, once enough is specified for it. What that way
        was given before comes back.
        """
        self._controller.settle()
        if way == self.way:
            return
        swapped = with_first(self._controller.plan, way)
        if swapped is not None:
            self._controller.change_plan(way_label(way, self._words), swapped)
            return
        has_data = self._controller.opened is not None and not self._several_records
        policy = self._controller.policy
        params = remembered(way, self.plans) or first_params(
            way, has_data=has_data, like=self.params, policy=policy
        )
        self.specify((way, params), way_label(way, self._words))

    @Slot()
    def run(self) -> None:
        """Run the current settings, however long it takes; they become a job of the plan."""
        self._controller.settle()
        if self._stage() is Stage.READY and tab_job(self._controller.plan) is None:
            plan = with_params(self._controller.plan, self.params)
            self._controller.change_plan(way_label(self.way, self._words), plan)
        super().run()

    @Slot()
    def compare(self) -> None:
        """Put an experiment of every technique into the plan, and run those that have not run: one step."""
        self._controller.settle()
        if not isinstance(self.params, CaeExperimentParams) or self._stage() is not Stage.READY:
            return
        plan = with_all(self.settled_plan(), self._earlier())
        if plan != self._controller.plan:
            self._controller.change_plan(comparison_label(True, self._words), plan)
        missing = [pair for pair in self._experiments() if pair[1] not in self._answers]
        if not missing or self._others.busy:
            return
        self._end_job()
        opened, base = self._controller.opened, self._controller.base
        run = work.answers(opened, base, [params for params, _ in missing])
        self._others_of = tuple(question for _, question in missing)
        self._others.request(run, self._words.say(N_("Experiments compared")))

    @Slot()
    def compare_no_more(self) -> None:
        """Take the other techniques out of the plan, and forget them: one step."""
        self._controller.settle()
        for question in list(self._answers):
            if params_of(question.job, CAE_EXPERIMENT) and question != self._question:
                del self._answers[question]
        plan = without_others(self._controller.plan)
        if plan == self._controller.plan:
            self.refresh()
        else:
            self._controller.change_plan(comparison_label(False, self._words), plan)

    @Slot(str)
    def keep_curve(self, name: str) -> None:
        """Keep the curve shown until the project is closed, to compare later ones with it. An empty name is
        replaced by what the curve is about; a name in use gets a number.
        """
        from sdc_desktop.words.curves.cae_tab import curve_name

        self._controller.settle()
        answer = self.view.answer
        if answer is None or not self.view.can_keep:
            return
        result = replace(answer.curve, cases=(), curves=())
        taken = {kept.name for kept in self._curves}
        free = free_name(name.strip() or curve_name(result, self._words), taken, " ")
        self._curves = (*self._curves, KeptCurve(free, answer.key, result))
        self.show()

    @Slot(str)
    def drop_curve(self, name: str) -> None:
        """Keep the curve of this name no longer."""
        self._curves = tuple(kept for kept in self._curves if kept.name != name)
        self.show()

    @Slot()
    def _on_project(self) -> None:
        self._curves = ()
        self.show()

    @Slot()
    def stop(self) -> None:
        """Stop what runs; the earlier result stays."""
        self._others.drop()
        super().stop()

    def settled_plan(self) -> Plan:
        """The plan with the tab's job in it."""
        plan = self._controller.plan
        if tab_job(plan) is None and self._stage() is Stage.READY:
            return with_params(plan, self.params)
        return plan

    # inside ------------------------------------------------------------------------------------------

    def _data(self) -> Microdata | None:
        opened = self._controller.opened
        return None if opened is None else opened.data

    @property
    def _several_records(self) -> bool:
        """Whether persons have several records, which neither curves nor experiments count as one."""
        return self._controller.persons.found.repeat

    def _table(self) -> JobOfPlan | None:
        """The job whose cells the curve is about."""
        params = self.params
        of_table = isinstance(params, CaeParams) and params.intervals == "input"
        return table_job(self._controller.plan) if of_table else None

    def _stage(self) -> Stage:
        params, data = self.params, self._data()
        if self.way in ("values", "intervals") and way_of(params) != self.way:
            return Stage.NO_VALUES
        table = self._table()
        of_data = work.needs_data(job_of(params))
        if data is None and (of_data or (table is not None and work.needs_data(table))):
            return Stage.READING if self._controller.reading else Stage.NO_DATA
        if of_data and self._several_records and tab_job(self._controller.plan) is None:
            return Stage.SEVERAL_RECORDS
        if of_data and self._attribute() is None:
            return Stage.NO_ATTRIBUTE
        if isinstance(params.known, Mapping) and not all(params.known.values()):
            return Stage.NO_PERSON
        if self.way == "released" and getattr(params, "released", None) is None:
            return Stage.NO_FILE
        return Stage.READY

    def _attribute(self) -> str | None:
        """The attribute given, else the engine's own choice, unless that cannot be a quantity."""
        from sdc_desktop.engine.methods.curves.cae import engine as cae
        from sdc_desktop.engine.methods.curves.cae_experiment import engine as cae_experiment

        params, data = self.params, self._data()
        if isinstance(params, CaeExperimentParams):
            found = cae_experiment.attribute_of(params, data)
        else:
            found = cae.attribute_of(params, data)
        if found is None or params.attribute is not None or data is None or found not in data.names:
            return found
        return None if data.variable(found).level == "nominal" else found

    def view_of(self, shown: QuestionView[Answer]) -> View:
        params, data, table = self.params, self._data(), self._table()
        kept, answer = self._experiments(), shown.answer
        fitting = () if answer is None else tuple(curve for curve in self._curves if curve.fits(answer))
        return View(
            **vars(shown),
            stage=self._stage(),
            way=self.way,
            params=params,
            variables=self._variables(),
            attribute=self._attribute(),
            table=None if table is None else table.name,
            attributes=self._attributes(),
            texts=self._texts,
            has_data=data is not None,
            several_records=self._several_records,
            compared=self._compared(),
            kept=tuple(params.technique for params, _ in kept),
            missing=tuple(params.technique for params, q in kept if q not in self._answers),
            comparing=self._others.busy,
            overlaid=fitting,
            elsewhere=len(self._curves) - len(fitting),
            full=len(self._curves) == self.most_curves,
            coarse=self._current_draft(),
        )

    def _current_draft(self) -> CaeResult | None:
        """The draft of the curve that is being computed."""
        if self._coarse is None or self._job is None or self._job.stopping:
            return None
        return self._coarse[1] if self._coarse[0] is self._job else None

    def _attributes(self) -> tuple[str, ...]:
        from sdc_desktop.engine.methods.curves.cae_experiment import engine as cae_experiment

        params = self.params
        if not isinstance(params, CaeExperimentParams):
            return ()
        return cae_experiment.attributes_of(params, self._data())

    def _variables(self) -> tuple[str, ...]:
        from sdc_desktop.engine.methods.curves.cae_experiment import synthetic

        params, data = self.params, self._data()
        if isinstance(params, CaeExperimentParams) and params.data == "synthetic":
            return tuple(synthetic.DOMAINS)
        if data is None:
            return ()
        return tuple(v.name for v in data.variables if v.role not in NEVER_RELEASED)

    def _experiments(self) -> tuple[tuple[CaeExperimentParams, Question[TabJob]], ...]:
        """Those of the plan that are compared, the tab's own first."""
        params = self.params
        if not isinstance(params, CaeExperimentParams):
            return ()
        jobs = experiments(self._controller.plan, params)
        pairs = ((params_of(job, CAE_EXPERIMENT), self.question_of(job)) for job in jobs)
        return tuple((own, question) for own, question in pairs if own is not None and question is not None)

    def _fitting(self) -> Mapping[str, Answer]:
        """The newest result of each technique for the same data and attribute."""
        params = self.params
        if not isinstance(params, CaeExperimentParams):
            return {}
        key, name = work.key_of_data(self._controller.opened, params), self._attribute()
        found: dict[str, Answer] = {}
        for answer in self._answers.values():
            other = answer.params
            if not isinstance(other, CaeExperimentParams) or answer.result.attribute != name:
                continue
            if (other.data, answer.key) == (params.data, key):
                found[other.technique] = answer
        return found

    def _earlier(self) -> Mapping[str, CaeExperimentParams]:
        known = {technique: answer.params for technique, answer in self._fitting().items()}
        return {key: params for key, params in known.items() if isinstance(params, CaeExperimentParams)}

    def _compared(self) -> tuple[ExperimentResult, ...]:
        """The results of the plan's experiments; for techniques outside the plan the newest result."""
        found = {technique: answer.experiment for technique, answer in self._fitting().items()}
        for params, question in self._experiments():
            known = self._answers.get(question)
            if known is not None:
                found[params.technique] = known.experiment
        return tuple(found.values())

    def _read_texts(self) -> None:
        """Read the values to choose from, of the variables that are known of one person."""
        opened, known = self._controller.opened, self.params.known
        if opened is None or not isinstance(known, Mapping):
            return
        wanted = [name for name in known if name not in self._texts and name in opened.data.names]
        if wanted and not self._wanted:
            self._wanted = wanted
            self._reading.request(work.texts(opened, wanted), self._words.say(N_("Values to choose from")))

    @Slot(object)
    def _on_drafted(self, draft: CaeResult) -> None:
        job = self.sender()
        if job is self._job and self._job is not None:
            self._coarse = self._job, draft
            self.show()

    @Slot(object)
    def _on_texts(self, texts: Mapping[str, tuple[str, ...]]) -> None:
        self._texts = {**self._texts, **texts}

    @Slot(object)
    def _on_read(self, busy: bool) -> None:
        if not busy:
            self._wanted = []
            self.show()

    @Slot(object)
    def _on_answers(self, answers: tuple[Answer, ...]) -> None:
        for question, answer in zip(self._others_of, answers, strict=True):
            keep(self._answers, question, answer, self.most_kept)
            if question == self._question:
                self._accept(question, answer)

    def forget(self) -> None:
        self._texts, self._wanted, self._coarse = {}, [], None
        self._reading.drop()

    @Slot()
    def _on_closed(self) -> None:
        self.stop()
        super()._on_closed()
