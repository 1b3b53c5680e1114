"""The tab's logic, without a single widget: from the plan in force to a `View`.

The cells of a table are judged at once whenever its question changes, from counts that are kept; protecting
is asked for, and runs as a job with progress that can be stopped. A small table that is audited is audited at
once. Until there is a new answer the last one stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from pydantic import ValidationError
from PySide6.QtCore import QObject, Signal, Slot

from sdc_desktop.engine.methods.tables.table import CellWish, TableParams
from sdc_desktop.engine.methods.tables.table.protection import SuppressionSpec
from sdc_desktop.engine.microdata.hierarchy_spec import HierarchySpec
from sdc_desktop.engine.plan import OutputSpec, Plan
from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.spec import spec_problems
from sdc_desktop.ui.jobs import Job, JobManager
from sdc_desktop.ui.project_controller import ProjectController
from sdc_desktop.ui.tabs.tab_presenter import Question, TabPresenter
from sdc_desktop.ui.tabs.tables import layouts, work
from sdc_desktop.ui.tabs.tables.asked import asked_by, bare, enough, fields_of, is_small, validated
from sdc_desktop.ui.tabs.tables.judging import Judging
from sdc_desktop.ui.tabs.tables.tab_job import (
    Params,
    TabJob,
    first_fields,
    job_of,
    remembered,
    tab_job,
    way_of,
    with_curve,
    with_params,
)
from sdc_desktop.ui.tabs.tables.view import Stage, View
from sdc_desktop.words import N_, Words
from sdc_desktop.words.tables_choices import field_label, way_label

if TYPE_CHECKING:
    from sdc_desktop.engine.context import State
    from sdc_desktop.engine.data.microdata import Microdata

_JUDGED = ("", "judged")  # refused: no answer of a job, but the judging of the cells
_TITLES: Mapping[str, str] = {
    "table": N_("Protecting a table"),
    "audit": N_("Audit of a table"),
    "linked_audit": N_("Audit of linked tables"),
}


class TablesPresenter(TabPresenter):
    """Listens to the project, takes what the officer changes, and tells what to show."""

    source = "tables"
    most_kept = 12  # for undo and redo, and to compare methods
    searched = Signal(object)  # ((seconds, cost, bound), ...): how the search that runs came along

    def __init__(
        self, controller: ProjectController, jobs: JobManager, words: Words, parent: QObject | None = None
    ) -> None:
        super().__init__(controller, jobs, words, parent)
        self._asked: tuple[str, Mapping[str, object]] | None = None  # too little for a step of the plan
        self._draft: TableParams | None = None  # while a number is being changed
        self._ending = False  # what runs was told to give its best so far
        self._began = 0.0
        self._search: tuple[tuple[float, float, float], ...] = ()
        self._selected: tuple[str, ...] | None = None
        self._judging = Judging(jobs, self)
        self._judging.judged.connect(self._on_judged)
        self._judging.failed.connect(self._on_not_judged)
        self.view = View(Stage.NO_DATA, "table")
        self.refresh()

    @property
    def way(self) -> str:
        """What is asked, an element of WAYS."""
        if self._asked is not None:
            return self._asked[0]
        found = tab_job(self._controller.plan)
        return "table" if found is None else way_of(found.params)

    @property
    def fields(self) -> Mapping[str, object]:
        """What has been told of the question so far, by keys of its params."""
        if self._asked is not None:
            return self._asked[1]
        found = tab_job(self._controller.plan)
        if found is None:
            return first_fields("table", self._controller.policy)
        return fields_of(found.params)

    @property
    def params(self) -> Params | None:
        """The question; None while too little is told."""
        found = tab_job(self._controller.plan)
        if self._asked is None:
            return None if found is None else found.params
        return validated(*self._asked) if enough(*self._asked) else None

    @property
    def asked_plan(self) -> Plan:
        """The plan with the question as it stands, what is being changed included."""
        params = self.params if self._draft is None else self._draft
        return self._controller.plan if params is None else with_params(self._controller.plan, params)

    # what the officer does ---------------------------------------------------------------------------

    def choose_way(self, way: str) -> None:
        """Ask for something else, by an element of WAYS: one step, once enough is told for it. What that way
        was told before comes back.
        """
        self._controller.settle()
        if way == self.way:
            return
        project = self._controller.seen_project
        plans = (step.plan for step in reversed(project.history[: project.position + 1]))
        params = remembered(way, plans)
        if params is None:
            fields: Mapping[str, object] = first_fields(way, self._controller.policy)
        else:
            fields = fields_of(params)
        self._put(way, fields, way_label(way, self._words))

    def change(self, fields: Mapping[str, object]) -> None:
        """Ask otherwise, by keys of the params: one step; `secret` is the job's own."""
        if "secret" in fields:
            job = self._job()
            if job is not None:
                self._controller.set_secret(job.name, str(fields["secret"]))
            return
        self._draft = None
        told = {**self.fields, **fields}
        if enough(self.way, told):
            try:
                validated(self.way, told)
            except ValidationError as failure:
                self.refuse(spec_problems(failure, told, "params"))
                return
        key, value = next(iter(fields.items()))
        self._put(self.way, told, field_label(key, value, self._words))

    def try_out(self, fields: Mapping[str, object]) -> None:
        """Judge by these fields while they are being changed; the plan stays as it is."""
        params = self.params
        if not isinstance(params, TableParams) or self._stage() is not Stage.READY:
            return
        self._draft = params.model_copy(update=dict(fields))
        self._judge()
        self.show()

    def wish(self, cell: tuple[str, ...], status: str | None) -> None:
        """Call a cell unsafe, safe or frozen by hand; None: as the rules say. One step."""
        params = self.params
        if not isinstance(params, TableParams):
            return
        rows = self.view.rows_of(cell)
        old = [own for own in params.cells if tuple(map(str, own.cell)) in rows]
        others = tuple(own for own in params.cells if own not in old)
        told = (old[0] if old else CellWish(cell=cell)).model_copy(update={"status": status})
        bare = (told.status, told.cost, told.upper, told.lower) == (None,) * 4
        self.change({"cells": others if bare else (*others, told)})

    def set_hierarchy(self, name: str, spec: HierarchySpec) -> None:
        """Give a variable a hierarchy."""
        data = self._controller.plan.data
        if data is None:
            return
        self._controller.settle()
        plan = self._controller.plan
        data = data.model_copy(update={"hierarchies": data.hierarchies | {name: spec}})
        label = self._words.say(N_("Hierarchy of {name}"), name=name)
        asked = self._asked
        self._controller.change_plan(label, plan.model_copy(update={"data": data}))
        if asked is not None and self._asked is None:
            self._asked = asked
            self.refresh()

    def select(self, cell: tuple[str, ...] | None) -> None:
        """Look at a cell, by its codes."""
        if cell != self._selected:
            self._selected = cell
            self.show()

    @Slot()
    def run(self) -> None:
        """Protect or audit, however long it takes."""
        self._controller.settle()
        if self._asked_already() or self._stage() is not Stage.READY:
            return
        self._refused_for = None
        self._run()
        self.show()

    @Slot()
    def take_best(self) -> None:
        """End the search that runs with the best it has; where that is nothing yet, this is said."""
        if self._running is not None and self._can_end():
            self._running.finish()
            self._ending = True
            self.show()

    def settled_plan(self) -> Plan:
        """The plan with the tab's job in it."""
        return self._controller.plan

    def write(self, target: Path, layout: str = layouts.PLAIN) -> Job | None:
        """Write the table in force as it is published, in a layout of FILTERS; where becomes part of the plan
        if the plan can write it. None without one, and where the policy is against it.
        """
        self._controller.settle()
        params, found = self.params, self._answers.get(self._question())
        if not isinstance(params, TableParams) or found is None:
            return None
        if self._controller.refused_by_policy(self._controller.plan):
            return None
        if layout != layouts.PLAIN:
            title = self._words.say(N_("Writing {name}"), name=target.name)
            opened = self._controller.opened
            kept = work.inputs(opened, self._controller.base, found.job)
            return self._jobs.start(title, layouts.write_layout(opened, found, layout, target, kept))
        plan = self._controller.plan
        job = job_of(plan, params)
        output = job.output or OutputSpec(path=target.name)
        job = job.model_copy(update={"output": output.model_copy(update={"path": target.name})})
        jobs = tuple(job if own.name == job.name else own for own in plan.jobs)
        label = self._words.say(N_("Protected table {name}"), name=target.name)
        self._controller.change_plan(label, plan.model_copy(update={"jobs": jobs}))
        title = self._words.say(N_("Writing {name}"), name=target.name)
        opened = self._controller.opened
        return self._jobs.start(title, work.write(opened, self._controller.base, found, job, target))

    def add_curve(self) -> None:
        """Ask for the risk curve of the cells that stay open to an intruder: one step, unless it is there."""
        self._controller.settle()
        if not self.view.has_curve:
            return
        plan = with_curve(self._controller.plan)
        if plan != self._controller.plan:
            self._controller.change_plan(self._words.say(N_("Risk curve of the table")), plan)

    # how things stand --------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Look at the plan and the data anew."""
        known = self._recall()
        if self._stage() is Stage.READY:
            self._judge()
            wanted = not known and is_small(self.params)
            if wanted and self._question() not in (self._running_for, self._refused_for):
                self._run()
        self.show()

    @Slot()
    def show(self) -> None:
        """Tell how things stand."""
        self.view = self._view()
        self.changed.emit(self.view)

    def _view(self) -> View:
        answer, data = self._answer, self._data()
        params = self.params if self._draft is None else self._draft
        way = self.way
        if answer is not None and way_of(answer.job.params) != way:
            answer = None  # of another kind, which is shown otherwise
        job = self._job()
        secret = None if job is None else self._jobs.secrets.of_job(job.name)
        opened = self._controller.opened
        spec = None if opened is None else self._controller.plan.data
        return View(
            stage=self._stage(),
            way=way,
            fields=self.fields,
            params=params,
            variables=self._variables(data),
            numbers=self._numbers(data),
            hierarchies=() if spec is None else tuple(spec.hierarchies),
            has_data=data is not None,
            judged=self._judged(),
            draft=self._draft is not None,
            answer=answer,
            compared=self._compared(),
            selected=self._selected,
            running=self._running_for is not None,
            can_end=self._can_end(),
            stale=self._is_stale(answer),
            problems=self._problems,
            secret=secret and secret.facts,
            record_keys=() if data is None else data.names,
        )

    def _can_end(self) -> bool:
        params = self.params
        searching = isinstance(params, TableParams) and isinstance(params.protect, SuppressionSpec)
        return searching and self._running_for is not None and not self._ending

    def _variables(self, data: Microdata | None) -> tuple[str, ...]:
        if data is None:
            return ()
        return tuple(own.name for own in data.variables if own.role != "direct_identifier")

    def _numbers(self, data: Microdata | None) -> tuple[str, ...]:
        if data is None:
            return ()
        able = (own for own in data.variables if own.role != "direct_identifier" and own.level != "nominal")
        return tuple(own.name for own in able)

    def _stage(self) -> Stage:
        params, data = self.params, self._data()
        way = self.way
        if way == "audit":
            return Stage.NO_TABLE if params is None else Stage.READY
        if isinstance(params, TableParams) and params.table is not None:
            return Stage.READY
        if data is None:
            return Stage.READING if self._controller.reading else Stage.NO_DATA
        if params is None:
            told = self.fields.get("dimensions") or ()
            linked = way == "linked_audit" and len(told) > 1  # type: ignore[arg-type]
            return Stage.NO_SCENARIO if linked else Stage.NO_DIMENSIONS
        return Stage.READY

    def _compared(self) -> tuple[work.Answer, ...]:
        """The newest answer of each protection that was asked for the same table and rules."""
        params = self.params
        if not isinstance(params, TableParams) or self._stage() is not Stage.READY:
            return ()
        key = self._question()[0]
        found: dict[object, work.Answer] = {}
        for answer in self._answers.values():
            own = answer.job.params
            if isinstance(own, TableParams) and answer.key == key and bare(own) == bare(params):
                protect = None if own.protect is None else own.protect.model_dump_json()
                found.pop(protect, None)
                found[protect] = answer
        return tuple(found.values())

    # inside ------------------------------------------------------------------------------------------

    def _put(self, way: str, fields: Mapping[str, object], label: str) -> None:
        self._asked = way, fields
        params = self.params
        if params is None or self._stage() is not Stage.READY:
            self.refresh()
            return
        self._asked = None
        self._change_plan(label, with_params(self._controller.plan, params))

    def _job(self) -> TabJob | None:
        params = self.params
        return None if params is None else job_of(self._controller.plan, params)

    def _question(self) -> Question:
        job = self._job()
        if job is None:
            return "", ""
        key = work.data_key(self._controller.opened, self._controller.base, job)
        return key, asked_by(job, self._jobs.secrets.mark(job.name))

    def _question_of(self, answer: work.Answer) -> Question:
        return answer.key, asked_by(answer.job, answer.secret)

    def _job_in_force(self) -> TabJob | None:
        return tab_job(self._controller.plan) if self._asked is None else None

    def _forget_draft(self) -> None:
        self._asked = self._draft = None

    def _judge_job(self) -> TabJob | None:
        """The table to be judged: that of the draft, or the one in force."""
        job = self._job()
        if job is None or not isinstance(job.params, TableParams) or self._stage() is not Stage.READY:
            return None
        return job if self._draft is None else job.model_copy(update={"params": self._draft})

    def _judged(self) -> work.Answer | None:
        job = self._judge_job()
        opened, base = self._controller.opened, self._controller.base
        return None if job is None else self._judging.known(job, opened, base)

    def _judge(self) -> None:
        job = self._judge_job()
        if job is not None:
            opened, base = self._controller.opened, self._controller.base
            self._judging.judge(job, opened, base, self._answers.values())

    def _run(self) -> None:
        job = self._job()
        assert job is not None
        self._ending = False
        self._began, self._search = monotonic(), ()
        opened, base = self._controller.opened, self._controller.base
        counted = self._judging.counted(self._question()[0], job, self._answers.values())
        running = self._start(self._words.say(_TITLES[self.way]), work.answer(opened, base, job, counted))
        running.searched.connect(self._on_searched)

    def _tell(self, problems: tuple[Problem, ...]) -> None:
        super()._tell(self._placed(problems))

    @Slot(object)
    def _on_judged(self, answer: work.Answer) -> None:
        if self._refused_for == _JUDGED:
            self._refused_for = None
            self._tell(())
        if self._draft is None and self._answers.get(self._question()) is None:
            self._tell(answer.result.notes)
        self.show()

    @Slot(object)
    def _on_not_judged(self, problems: tuple[Problem, ...]) -> None:
        self._refused_for = _JUDGED
        self._tell(problems)
        self.show()

    @Slot(object)
    def _on_searched(self, state: State) -> None:
        """Bound and cost of the search that runs."""
        if self.sender() in (self._running, None):
            point = (monotonic() - self._began, state.cost, state.bound)
            self._search = (*self._search, point)
            self.searched.emit(self._search)

    @Slot()
    def _on_closed(self) -> None:
        self._judging.forget()
        super()._on_closed()
