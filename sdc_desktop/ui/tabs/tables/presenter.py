"""Tables: from the current plan to a `View`, without widgets. One table of the plan is shown.

The cells of a table are judged at once whenever its settings change, from counts that are kept. Protecting
must be requested; a small table that is audited is audited at once. Tables with results are audited together.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Self

from pydantic import ValidationError
from PySide6.QtCore import QObject, Signal, Slot

from sdc_desktop.engine.context import JobContext, State
from sdc_desktop.engine.data.hierarchies.spec import HierarchySpec
from sdc_desktop.engine.data.publication import PublicationSpec
from sdc_desktop.engine.data.spec import OutputSpec
from sdc_desktop.engine.data.table_layouts import NOT_FOR_PUBLICATION
from sdc_desktop.engine.methods.tables.audit import AUDIT
from sdc_desktop.engine.methods.tables.linked_audit import LINKED_AUDIT
from sdc_desktop.engine.methods.tables.private_table import PrivateTableParams
from sdc_desktop.engine.methods.tables.table import TABLE
from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.spec import IDENTIFYING, spec_problems
from sdc_desktop.engine.tables.specs.cell_key import CellKeySpec
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.project.linked_tables import (
    decided_beside,
    tables_of,
    with_links,
    with_protection,
    without_job,
)
from sdc_desktop.project.manual_statuses import with_status, without_reasons
from sdc_desktop.project.project import heads_folder
from sdc_desktop.ui.jobs import Job, JobManager
from sdc_desktop.ui.jobs import Work as FileWork
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.questions.presenter import QuestionPresenter
from sdc_desktop.ui.questions.question import Question, QuestionView, Work, keep, with_job
from sdc_desktop.ui.tabs.plan_tables import plan_tables
from sdc_desktop.ui.tabs.recipients import recipients_of
from sdc_desktop.ui.tabs.tables import layouts, work
from sdc_desktop.ui.tabs.tables.judging import Judging
from sdc_desktop.ui.tabs.tables.publication_form import FORM, begun_publication
from sdc_desktop.ui.tabs.tables.publishing_costs import PublishingCosts, is_quick
from sdc_desktop.ui.tabs.tables.tab_job import (
    WAYS,
    Params,
    TabJob,
    bare,
    dimensions_in,
    fields_of,
    is_small,
    job_of,
    remembered,
    tab_job,
    validated,
    with_curve,
    with_params,
)
from sdc_desktop.ui.tabs.tables.tables_of_plan import Known, TablesOfPlan, proposed_fields
from sdc_desktop.ui.tabs.tables.view import Stage, View
from sdc_desktop.ui.tabs.tables.work import Answer
from sdc_desktop.words import N_, Words
from sdc_desktop.words.setting_words import change_label
from sdc_desktop.words.tables.category_name import category_name
from sdc_desktop.words.tables.tables_choices import STATUS_SET

if TYPE_CHECKING:
    from sdc_desktop.engine.data.microdata import Microdata
    from sdc_desktop.engine.tables.files.publication import Publication
    from sdc_desktop.engine.verdict import Verdict


@dataclass(frozen=True)
class SearchCourse:
    """``points``: (seconds since the start, cost, lower bound), in order."""

    points: tuple[tuple[float, float, float], ...] = ()
    began: float = field(default_factory=monotonic)

    def with_state(self, state: State) -> SearchCourse:
        """The course with one more point, of this moment."""
        point = (monotonic() - self.began, state.cost, state.bound)
        return replace(self, points=(*self.points, point))

    @property
    def has_pattern(self) -> bool:
        """Whether a pattern has passed the audit."""
        return any(cost < inf for _, cost, _ in self.points)


class TablesPresenter(QuestionPresenter[Answer, View, TabJob]):
    """Answers a table or an audit, and judges the cells of a table before it is protected. A draft is judged
    alone.
    """

    source = "tables"
    most_kept = 12
    _partial: tuple[str, Mapping[str, object]] | None  # the way, and keys of its params
    searched = Signal(object)  # ((seconds, cost, bound), ...): the course of the search that runs

    def __init__(
        self, controller: ProjectController, jobs: JobManager, words: Words, parent: QObject | None = None
    ) -> None:
        super().__init__(controller, jobs, words, parent)
        self._ending = False  # what runs was ordered to give its best so far
        self._search = SearchCourse()
        self._selected: tuple[str, ...] | None = None
        self._not_judged = False
        self._judging = Judging(controller, jobs, self)
        self._judging.judged.connect(self._on_judged)
        self._judging.failed.connect(self._on_not_judged)
        self.costs = PublishingCosts(jobs, self)
        self.costs.changed.connect(self.show)
        self.tables = TablesOfPlan(controller, jobs, words, self)
        self.tables.examined.connect(self._on_examined)
        self.tables.together.busy_changed.connect(self.show)
        controller.project_begun.connect(self.tables.begin)
        controller.persons.changed.connect(self.show)  # an identifier that repeats is proposed as holding
        self.refresh()

    def take_answers(self, old: Self) -> None:
        super().take_answers(old)
        self.tables.chosen = old.tables.chosen

    @property
    def way(self) -> str:
        """The kind of the job, a key of WAYS."""
        if self._partial is not None:
            return self._partial[0]
        found = tab_job(self._controller.plan, self.tables.chosen)
        return TABLE.kind if found is None else found.kind

    @property
    def fields(self) -> Mapping[str, object]:
        """What has been specified so far, over the current proposals, by keys of the params."""
        return {**proposed_fields(self.way, self._controller), **self._given}

    @property
    def _given(self) -> dict[str, object]:
        """The fields that are set, without proposals, which change when the data file has been read."""
        if self._partial is not None:
            return dict(self._partial[1])
        found = tab_job(self._controller.plan, self.tables.chosen)
        return {} if found is None else fields_of(found.params)

    @property
    def params(self) -> Params | None:
        """The params; None while too little is specified."""
        found = tab_job(self._controller.plan, self.tables.chosen)
        if self._partial is None:
            return None if found is None else found.params
        return validated(self.way, self.fields) if WAYS[self.way].is_enough(self.fields) else None

    @property
    def job(self) -> TabJob | None:
        params = self.params
        return None if params is None else job_of(self._controller.plan, params, self.tables.chosen)

    @property
    def drafted_plan(self) -> Plan:
        """The plan with the current params, what is being changed included."""
        job = self.job if self._draft is None else self._draft.job
        return self._controller.plan if job is None else self.plan_with(job)

    def data_key(self, job: TabJob) -> str | None:
        if self._stage_of(job.kind, job.params) is not Stage.READY:
            return None
        return work.key_of_data(self._controller.opened, self._controller.base, job)

    def question_of(self, job: TabJob | None) -> Question[TabJob] | None:
        """The job with the text that its result depends on, including tables protected with it."""
        bare = job and job.model_copy(update={"params": without_reasons(job.params)})
        found = super().question_of(bare)
        if found is None or job is None:
            return None
        plan = with_job(self._controller.plan, job)
        beside = decided_beside(plan, job, self._controller.base)
        return Question("\n".join((found.key, job.name, *beside)), job)

    def work(self, question: Question[TabJob], *, requested: bool) -> Work[Answer] | None:
        opened, base, job = self._controller.opened, self._controller.base, question.job
        if not requested and not is_small(job.params):
            return None
        if decided_beside(self._controller.plan, job, base):
            return Work(self._words.say(WAYS[self.way].progress), self.tables.answer(job))
        counted = self._judging.counted(job, self._answers.values())
        heads = heads_folder(self._controller.policy)
        return Work(self._words.say(WAYS[self.way].progress), work.answer(opened, base, job, counted, heads))

    @property
    def keys(self) -> Collection[str]:
        return tuple(WAYS[self.way].method.params.model_fields)

    def change_keys(self, fields: Mapping[str, object]) -> None:
        """Change these keys, as one step once enough is specified; a cell key method whose file was removed
        gets figures again.
        """
        spec = fields.get("protect")
        if isinstance(spec, CellKeySpec):
            fields = {**fields, "protect": spec.with_figures()}
        way, given, self._draft = WAYS[self.way], {**self.fields, **fields}, None
        if way.is_enough(given):
            try:
                validated(self.way, given)
            except ValidationError as failure:
                self.refuse(self.placed(self.job, spec_problems(failure, given, "params")))
                return
        label = change_label(way.method, next(iter(fields)), self._words)
        self.specify((self.way, self._given | dict(fields)), label)

    def answer_of(self, question: Question[TabJob], found: Any) -> Answer | None:
        """Also keep the answers of the tables that were protected together with this one."""
        answer: Answer = found
        for one in answer.beside:
            other = self.question_of(tab_job(self._controller.plan, one.job.name))
            if other is not None and other.job == one.job:
                keep(self._answers, other, one, self.most_kept)
        return replace(answer, beside=())

    def is_final(self, answer: Answer) -> bool:
        return not answer.early

    def plan_with(self, job: TabJob) -> Plan:
        return with_params(self._controller.plan, job.params, self.tables.chosen)

    def put(self, job: TabJob, label: str) -> None:
        plan = self.plan_with(job)
        if self.tables.chosen is not None:
            self.tables.chosen = job.name
        if plan == self._controller.plan:
            self.refresh()
        else:
            self._controller.change_plan(label, plan)

    def placed(self, job: TabJob | None, problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
        """The problems with the place of the job; what is specified so far has none."""
        return problems if job is None or self._partial is not None else super().placed(job, problems)

    def follow(self, job: Job) -> None:
        self._ending, self._search = False, SearchCourse()
        job.searched.connect(self._on_searched)

    def verdict(self) -> Verdict | None:
        """The engine's verdict on what is shown: the result, or the table that was judged."""
        view, shown = self.view, self.view.shown
        if shown is None or view.stage is not Stage.READY or view.greyed:
            return None
        return self.tables.verdict_of(shown)

    def gravest(self, verdict: Verdict) -> tuple[str, Verdict] | None:
        """The verdict of another table that would be exported as well, with its name, where it is graver than
        that on the table shown.
        """
        shown = self.view.shown
        return None if shown is None else self.tables.gravest(shown.job, verdict, self._known)

    def judged_kept(self, found: Answer) -> Verdict | None:
        """The engine's verdict on a kept result, which may be of another method than the plan's."""
        return self.tables.verdict_of(found, kept=False)

    # what the officer does ---------------------------------------------------------------------------

    def use_method(self, found: Answer) -> None:
        """Protect the table that is shown, and those that it is protected together with, as in a kept result:
        one step. Each keeps its own link and a-priori file.
        """
        name = self._planned()
        if name is not None:
            plan = with_protection(self._controller.plan, name, found.table_params.protect)
            self._controller.change_plan(change_label(TABLE, "protect", self._words), plan)

    def _planned(self) -> str | None:
        """The name of the table that is shown; None where it is not in the plan yet."""
        self._controller.settle()
        return None if self.job is None or self._partial is not None else self.job.name

    def show_table(self, name: str) -> None:
        """Show another table of the plan."""
        self._controller.settle()
        self._turn_to(name, None)

    def add_table(self, way: str = TABLE.kind) -> None:
        """Begin another table of a kind, a key of WAYS: one step, once enough is specified. One of records
        begins with the values, rules and protection of the one that is shown.
        """
        self._controller.settle()
        if self._partial is not None and tab_job(self._controller.plan, self.tables.chosen) is None:
            self.choose_way(way)  # the one that was begun becomes one of that kind
            return
        fields = self.tables.new_fields(self.params) if way == TABLE.kind else {}
        self._turn_to(self.tables.NEW, (way, fields))

    def remove_table(self) -> None:
        """Remove the table that is shown from the plan: one step. One that is being begun is dropped."""
        self._controller.settle()
        if self.tables.chosen == self.tables.NEW:
            self._turn_to(None, None)
        elif self.job is not None:
            name = self.job.name
            label = self._words.say(N_("Remove table: {name}"), name=name)
            self._controller.change_plan(label, without_job(self._controller.plan, name))

    def link_with(self, others: Sequence[str]) -> None:
        """Protect the table that is shown together with these others, and no further ones: one step."""
        name = self._planned()
        if name is not None:
            plan = with_links(self._controller.plan, name, others)
            label = N_("Protect together: {names}") if others else N_("Protect separately: {names}")
            names = [job.name for job in tables_of(plan) if job.name == name or job.name in others]
            self._controller.change_plan(self._words.say(label, names=", ".join(names)), plan)

    @Slot()
    def protect_together(self) -> None:
        """Protect the table that is shown together with all that share cells."""
        self._controller.settle()
        self.link_with(self.view.sharing)
        self.run()

    def _turn_to(self, name: str | None, partial: tuple[str, Mapping[str, object]] | None) -> None:
        self.tables.chosen, self._partial = name, partial
        self._last = self._selected = None  # they are another table's
        self._judging.last = None
        self.refresh()

    def choose_way(self, way: str) -> None:
        """Choose another way, a key of WAYS: one step, once enough is specified for it. What that way
        was given before comes back.
        """
        self._controller.settle()
        if way == self.way:
            return
        params = remembered(way, self.plans, self.tables.chosen)
        self.specify((way, {} if params is None else fields_of(params)), self._words.say(WAYS[way].name))

    def try_fields(self, fields: Mapping[str, object]) -> None:
        """Judge by these fields while they are being changed; the plan stays unchanged."""
        job = self.job
        if job is None or not fields.keys() <= set(self.keys):
            return
        if isinstance(job.params, TableParams) and self._stage() is Stage.READY:
            params = job.params.model_copy(update=dict(fields))
            self.try_out(job.model_copy(update={"params": params}), "")
            self._judge()
            self.show()

    def settle(self) -> None:
        """The form makes what is being changed a step."""

    def set_status(self, cell: tuple[str, ...], status: str | None, reason: str | None = None) -> None:
        """Set a cell manually to unsafe, safe or never suppressed; None: by the rules. One step. It has no
        other status in the tables that are protected together: their rules are overruled as well.
        """
        name = self._planned()
        if name is not None and isinstance(self.params, TableParams):
            plan = self._with_status(self._controller.plan, name, cell, status, reason)
            if plan != self._controller.plan:
                named = " / ".join(category_name(code, self._words) for code in cell)
                self._controller.change_plan(self._words.say(STATUS_SET[status], cell=named), plan)

    def _with_status(
        self, plan: Plan, name: str, cell: tuple[str, ...], status: str | None, reason: str | None = None
    ) -> Plan:
        found = self.view.cell_at(cell)
        elsewhere = {} if found is None else found.elsewhere
        rows = {other: (own,) for other, own in elsewhere.items() if other in self.view.linked}
        unsafe_in = () if found is None or status == "unsafe" else found.unsafe_in
        among = () if status is None else (name, *unsafe_in)
        return with_status(plan, {**rows, name: self.view.rows_of(cell)}, among, status, reason)

    def compute_cost(self, *, requested: bool = False) -> None:
        """Compute the cost of publishing the selected cell; unrequested only where it takes moments."""
        view, key = self.view, self._cost_key
        if key is None or view.answer is None or view.current is None or not view.can_cost:
            self.costs.drop()
            return
        if not requested and not is_quick(view.answer.result):
            self.costs.drop()
            return
        tables = plan_tables(self._controller)
        plan = self._with_status(tables.plan, view.current, key[1], "frozen")
        request = work.publishing_cost(replace(tables, plan=plan), view.current, key[1], view.answer)
        title = self._words.say(N_("Computing the cost of publishing")) if requested else ""
        self.costs.request(key, request, title)

    @property
    def _cost_key(self) -> tuple[str, tuple[str, ...]] | None:
        if self._question is None or self._selected is None:
            return None
        return self._question.key, self._selected

    def set_hierarchy(self, name: str, spec: HierarchySpec) -> None:
        """Give a variable a hierarchy; what is specified too little stays."""
        self._controller.settle()
        partial, chosen = self._partial, self.tables.chosen
        self._controller.set_hierarchies({name: spec})
        if partial is not None and self._partial is None:
            self._partial, self.tables.chosen = partial, chosen
            self.refresh()

    def select(self, cell: tuple[str, ...] | None) -> None:
        """Look at a cell, by its codes."""
        if cell != self._selected:
            self._selected = cell
            self.show()

    @Slot()
    def take_best(self) -> None:
        """End the search that runs with the best it has."""
        if self._job is not None and self._can_end():
            self._job.finish()
            self._ending = True
            self.show()

    def noise_work(self, target: Path) -> FileWork | None:
        """Work that exports the perturbation table of the result. None where it has none."""
        found = None if self._question is None else self._answers.get(self._question)
        if found is None or not isinstance(found.job.params, TableParams):
            return None
        kept = work.inputs(self._controller.opened, self._controller.base, found.job)
        return work.write_noise(self._controller.base, found, target, kept)

    def export_work(self, target: Path, layout: str = layouts.PLAIN) -> FileWork | None:
        """Work that exports the current table in its published form, in a layout of FILTERS. Its place is in
        the plan then, if the plan can export it. None without a table, and where the policy forbids it.
        """
        self._controller.settle()
        params, question = self.params, self._question
        found = None if question is None else self.tables.together.of(self._answers.get(question))
        if not isinstance(params, TableParams | PrivateTableParams) or found is None:
            return None
        if self._controller.refused_by_policy(self._controller.plan):
            return None
        opened = self._controller.opened
        kept = work.inputs(opened, self._controller.base, found.job)
        if layout in NOT_FOR_PUBLICATION:
            output = OutputSpec(path=target.name, layout=layout)
            return layouts.write_layout(opened, found, output, target, kept)
        job = self.tables.planned(params, target.name, layout)
        if layout != layouts.PLAIN:
            assert job.output is not None
            return layouts.write_layout(opened, found, job.output, target, kept)
        recipients = recipients_of(self._controller, self._words)
        return work.write(opened, self._controller.base, found, job, target, recipients)

    @property
    def publication(self) -> PublicationSpec:
        """The form in which the table is published, as the plan has it or as it begins."""
        job = self.job
        known = None if job is None or job.output is None else job.output.publication
        return begun_publication(self._words) if known is None else known

    def change_publication(self, fields: Mapping[str, object]) -> tuple[Problem, ...]:
        """Change the form of the publication: one step for each key. What is wrong with the values."""
        self._controller.settle()
        given = self.publication.model_dump() | dict(fields)
        try:
            spec = PublicationSpec.model_validate(given)
        except ValidationError as failure:
            return spec_problems(failure, given)
        params = self.params
        if isinstance(params, TableParams) and spec != self.publication:
            label = change_label(FORM, next(iter(fields)), self._words)
            self._controller.change_plan(label, self.tables.with_publication(params, spec))
        return ()

    def preview_work(self) -> Callable[[JobContext], Publication] | None:
        """Work that makes the publication of the current table; None where there is no current result."""
        question = self._question
        found = None if question is None else self.tables.together.of(self._answers.get(question))
        if found is None or not isinstance(found.job.params, TableParams):
            return None
        return work.published(self._controller.opened, found, self.publication)

    def add_curve(self) -> None:
        """Add the risk curve of the cells that stay open to an intruder: one step, unless it is there."""
        self._controller.settle()
        if not self.view.has_curve:
            return
        plan = with_curve(self._controller.plan, self.tables.chosen)
        if plan != self._controller.plan:
            self._controller.change_plan(self._words.say(N_("Risk curve of the table")), plan)

    # current state -----------------------------------------------------------------------------------

    def refresh(self) -> None:
        self._draft = None
        self._judge()
        super().refresh()

    @Slot()
    def show(self) -> None:
        self.tables.examine(lambda job: self._answers.get(self.question_of(job)))  # type: ignore[arg-type]
        super().show()

    def view_of(self, shown: QuestionView[Answer]) -> View:
        data, job = self._data(), self.job
        together = self.tables.together
        shown = replace(
            shown, answer=together.of(shown.answer), problems=(*shown.problems, *together.problems)
        )
        secret = None if job is None else self._jobs.secrets.of_job(job.name)
        spec = None if data is None else self._controller.plan.data
        of_data = () if data is None else data.variables
        shown_variables = [own for own in of_data if own.role not in IDENTIFYING]
        return View(
            **vars(shown),
            stage=self._stage(),
            way=self.way,
            fields=self.fields,
            params=self.params if self._draft is None else self._draft.job.params,
            variables=tuple(own.name for own in shown_variables),
            numbers=tuple(own.name for own in shown_variables if own.level != "nominal"),
            hierarchies=() if spec is None else tuple(spec.hierarchies),
            has_data=data is not None,
            judged=self._judged(),
            compared=self._compared(),
            selected=self._selected,
            cost=self.costs.of(self._cost_key),
            computes_cost=self.costs.computes(self._cost_key),
            can_end=self._can_end(),
            secret=None if secret is None else secret.facts,
            record_keys=() if data is None else data.names,
            **self.tables.facts(None if self._partial is not None else job, self._known),
        )

    def _known(self, job: TabJob) -> Known | None:
        """What is known of one of the tables of the plan."""
        question = self.question_of(job)
        answer = None if question is None else self.tables.together.of(self._answers.get(question))
        if answer is not None:
            return Known(answer, protected=True)
        if question is None or not isinstance(job.params, TableParams):
            return None
        judged = self._judging.found(job)
        return None if judged is None else Known(self.tables.together.of_unprotected(judged), protected=False)

    def _can_end(self) -> bool:
        params, job = self.params, self._job
        ready = isinstance(params, TableParams) and self._search.has_pattern
        return ready and job is not None and not job.stopping and not self._ending

    def _data(self) -> Microdata | None:
        opened = self._controller.opened
        return None if opened is None else opened.data

    def _stage(self) -> Stage:
        return self._stage_of(self.way, self.params)

    def _stage_of(self, way: str, params: Params | None) -> Stage:
        data = self._data()
        if way == AUDIT.kind:
            return Stage.NO_TABLE if params is None else Stage.READY
        if isinstance(params, TableParams) and params.table is not None:
            return Stage.READY
        if data is None:
            return Stage.READING if self._controller.reading else Stage.NO_DATA
        if params is None:
            linked = way == LINKED_AUDIT.kind and len(dimensions_in(self.fields)) > 1
            return Stage.NO_SCENARIO if linked else Stage.NO_DIMENSIONS
        return Stage.READY

    def _compared(self) -> tuple[Answer, ...]:
        """The newest result of each protection of the same table and rules."""
        job = self.job
        key = None if job is None else self.data_key(job)
        if job is None or key is None or not isinstance(job.params, TableParams):
            return ()
        found: dict[object, Answer] = {}
        for answer in self._answers.values():
            own = answer.job.params
            if isinstance(own, TableParams) and answer.key == key and bare(own) == bare(job.params):
                protect = None if own.protect is None else own.protect.model_dump_json()
                found.pop(protect, None)
                found[protect] = answer
        shown = (self.tables.together.of(answer) for answer in found.values())
        return tuple(answer for answer in shown if answer is not None)

    # inside ------------------------------------------------------------------------------------------

    def _judge_job(self) -> TabJob | None:
        """The table to be judged: that of the draft, or the current one."""
        job: Any = self.job if self._draft is None else self._draft.job
        is_table = job is not None and isinstance(job.params, TableParams)
        return job if is_table and self._stage() is Stage.READY else None

    def _judged(self) -> Answer | None:
        job = self._judge_job()
        known = None if job is None else self._judging.known(job)
        if job is None or known is None or self._draft is not None or known is not self._judging.found(job):
            return known
        return self.tables.together.of_unprotected(known)

    def _judge(self) -> None:
        job = self._judge_job()
        if job is not None:
            self._judging.judge(job, self._answers.values())

    @Slot(object)
    def _on_plan(self, plan: Plan) -> None:
        if self.tables.follow():
            self._last = self._selected = None
        super()._on_plan(plan)

    @Slot()
    def _on_examined(self) -> None:
        """What the tables reveal together is known, or why it is not."""
        question = self._question
        found = None if question is None else self._answers.get(question)
        if found is not None and self._draft is None:
            self._report(self.notes_of(self.tables.together.of(found)))
        self.show()

    def _report(self, problems: tuple[Problem, ...]) -> None:
        super()._report(self.placed(self.job, problems))

    @Slot(object)
    def _on_judged(self, answer: Answer) -> None:
        if self._not_judged:
            self._not_judged = False
            self._report(())
        if self._draft is None and self._question not in self._answers:
            self._report(answer.result.notes)
        self.show()

    @Slot(object)
    def _on_not_judged(self, problems: tuple[Problem, ...]) -> None:
        self._not_judged = True
        self._report(problems)
        self.show()

    @Slot(object)
    def _on_searched(self, state: State) -> None:
        """Bound and cost of the search that runs."""
        if self.sender() in (self._job, None):
            before, self._search = self._search, self._search.with_state(state)
            self.searched.emit(self._search.points)
            if self._search.has_pattern and not before.has_pattern:
                self.show()

    @Slot()
    def _on_closed(self) -> None:
        self._judging.forget()
        self.costs.drop()
        super()._on_closed()
