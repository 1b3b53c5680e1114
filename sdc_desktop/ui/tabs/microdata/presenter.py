"""The tab's logic, without a single widget: from the plan in force and what is being moved to a `View`.

Nothing is computed here: counts and decisions are the engine's, asked for beside the window. A change is a
draft until it is settled; settling makes it one step of the history. Groups of records are formed for what is
in force, never for a draft.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from sdc_desktop.engine.microdata.anopi_spec import AnopiParams, DegreeBound, Technique
from sdc_desktop.engine.microdata.hierarchy_spec import HierarchySpec
from sdc_desktop.engine.plan import OutputSpec, Plan
from sdc_desktop.engine.plan_secrets import ORDER
from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.spec import Number
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.jobs import Job, JobManager
from sdc_desktop.ui.project_controller import ProjectController
from sdc_desktop.ui.tabs.kept import keep
from sdc_desktop.ui.tabs.microdata import changes, technique_changes, work
from sdc_desktop.ui.tabs.microdata.asked import key_of, variables_of
from sdc_desktop.ui.tabs.microdata.asked_view import asked_view, stage_of
from sdc_desktop.ui.tabs.microdata.facts import FactsKeeper
from sdc_desktop.ui.tabs.microdata.settling import Settling
from sdc_desktop.ui.tabs.microdata.tab_job import (
    MANUAL,
    TabJob,
    by_part,
    job_in,
    manual,
    problems_of,
    switched,
    with_job,
)
from sdc_desktop.ui.tabs.microdata.view import Stage, View
from sdc_desktop.words import N_, Words
from sdc_desktop.words.step_labels import way_label

if TYPE_CHECKING:
    from sdc_desktop.engine.data.opened import Opened
    from sdc_desktop.engine.microdata.recoding import RecodingCounts

_KEPT_COUNTS = 4  # sets of variables and hierarchies whose counts are kept, for undo and redo
SOURCE = "microdata"  # whose problems these are


class MicrodataPresenter(QObject):
    """Listens to the project, takes what the officer moves, and tells what to show."""

    changed = Signal(object)  # View

    def __init__(
        self, controller: ProjectController, jobs: JobManager, words: Words, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._jobs = jobs
        self._words = words
        self._counted: dict[str, work.Counted] = {}
        self._answer: work.Answer | None = None  # the last settled one
        self._draft: changes.Params | None = None
        self._draft_label = ""
        self._asked: changes.Params | None = None  # the draft that is being, or was last, answered
        self._draft_answer: work.Answer | None = None
        self._problems: tuple[Problem, ...] = ()
        self._drafts = DraftRunner(jobs, self)
        self._drafts.answered.connect(self._on_answer)
        self._drafts.failed.connect(self._on_refused)
        self._drafts.busy_changed.connect(self._on_busy)
        self._settling = Settling(jobs, words, self)
        self._settling.done.connect(self._on_settled)
        self._settling.failed.connect(self._on_refused)
        self._settling.changed.connect(self._show)
        self._facts = FactsKeeper(jobs, self)
        self._facts.changed.connect(self._show)
        controller.plan_changed.connect(self._on_plan)
        controller.data_opened.connect(self._on_data)
        controller.data_closed.connect(self._on_closed)
        controller.problems_changed.connect(self._on_problems)
        self.view = View(Stage.NO_DATA)
        self.refresh()

    # what is in force --------------------------------------------------------------------------------

    @property
    def job(self) -> TabJob:
        """The job of the plan that this tab is about, or the one it would add."""
        return job_in(self._controller.plan, self._controller.policy)

    @property
    def base(self) -> Path:
        """The folder that paths of the plan are relative to."""
        return self._controller.base

    def refresh(self) -> None:
        """Look at the plan and the data anew; whatever was being moved is forgotten."""
        self._draft = self._asked = self._draft_answer = None
        stage = self._stage()
        if stage is Stage.READY and not by_part(self.job):
            self._ask_in_force()
        else:
            self._drafts.drop()
            self._settling.forget()
            self._tell(())
        self._facts.want(self._controller.opened, self._variables())
        self._show()

    # deciding ----------------------------------------------------------------------------------------

    def try_alpha(self, alpha: float) -> None:
        """Draft another weight of utility."""
        self._try(*changes.to_alpha(self.job.params, alpha, self._words))

    def try_points(self, side: str, name: str, tenths: int, locked: Collection[str] = ()) -> None:
        """Draft other points (`user_points` or `intruder_points`) of one variable. Each draft starts from the
        plan, so that moving back brings the others back.
        """
        names, words = self.view.variables, self._words
        self._try(*changes.to_points(self.job.params, names, side, name, tenths, locked, words))

    def try_level(self, name: str, level: int) -> None:
        """Draft another level (1 = as is) by hand."""
        self._try(*changes.to_level(self.job.params, name, level, self._words))

    def try_k(self, name: str, k: int) -> None:
        """Draft another k of the block that a variable is in, by hand."""
        self._try(*technique_changes.to_k(self._anopi(), self.view.variables, name, k, self._words))

    @Slot(object)
    def try_suppression(self, fields: Mapping[str, object]) -> None:
        """Draft something else for rare records."""
        self._try(*changes.to_suppression(self.job.params, fields, self._words))

    def settle(self) -> None:
        """What was moved is meant: one step of the history."""
        draft, label = self._draft, self._draft_label
        if draft is None:
            return
        if draft == self.job.params:
            self.refresh()
        else:
            self._put(draft, label)

    def choose(self, name: str, level: int | None) -> None:
        """Release a variable at this level (1 = as is), or its block at this k, whatever ANOPI says; None
        leaves it to ANOPI.
        """
        self.settle()
        if manual(self.job):
            self._put(*changes.to_level(self.job.params, name, level or 1, self._words))
        elif self._anopi().technique_of(name) == "microaggregation":
            self._put(*technique_changes.to_k(self._anopi(), self.view.variables, name, level, self._words))
        else:
            self._put(*changes.to_override(self.job.params, name, level, self._words))

    def set_technique(self, name: str, technique: Technique) -> None:
        """Recode or microaggregate a variable, as one step."""
        self.settle()
        params, names, counted = self._anopi(), self.view.variables, self._counts_in_force()
        if params.technique_of(name) != technique:
            self._put(*technique_changes.to_technique(params, names, name, technique, counted, self._words))

    @Slot(object)
    def set_blocks(self, blocks: technique_changes.Blocks) -> None:
        """Microaggregate variables in these blocks and recode the others, as one step."""
        self.settle()
        params, names, counted = self._anopi(), self.view.variables, self._counts_in_force()
        changed = technique_changes.to_blocks(params, names, blocks, counted, self._words)
        if changed[0] != params:
            self._put(*changed)

    def take(self, params: changes.Params, label: str) -> None:
        """Take over other params that the evidence offers, as one step."""
        self.settle()
        if params != self.job.params:
            self._put(params, label)

    @Slot()
    def form_groups(self) -> None:
        """Form the groups of the question in force, after that was stopped."""
        if self._settling.decided is not None and not self._settling.running:
            self._settling.begin(self._settling.decided)
            self._show()

    @Slot()
    def stop_groups(self) -> None:
        """Form no groups now; the answer before stays."""
        self._settling.stop()

    def bound(self, key: str, name: str, bound: Number | DegreeBound | None) -> None:
        """Set a lower bound (`min_utility` or `min_privacy`) of a variable; None takes it away."""
        self.settle()
        self._put(*changes.to_bound(self.job.params, key, name, bound, self._words))

    def choose_way(self, way: str, steps: Mapping[str, int]) -> None:
        """Choose another way to protect, by the kind of its job: one step. What that way was told before
        comes back; the first levels by hand are the `steps` of the answer in force, or those that ANOPI
        chose.
        """
        opened = self._controller.opened
        self._controller.settle()
        if opened is not None and self.job.kind != way:
            self._controller.change_plan(way_label(way, self._words), self._switched(way, steps))

    @Slot(object)
    def release_levels(self, steps: Mapping[str, int]) -> None:
        """Release variables at these levels (0 = as is) by hand, as one step."""
        self._controller.settle()
        if self._controller.opened is None:
            return
        plan = self._switched(MANUAL, {})
        job = job_in(plan)
        job = job.model_copy(update={"params": job.params.model_copy(update={"levels": dict(steps)})})
        self._controller.change_plan(way_label(MANUAL, self._words), with_job(plan, job))

    def _switched(self, way: str, steps: Mapping[str, int]) -> Plan:
        opened, project = self._controller.opened, self._controller.seen_project
        assert opened is not None
        earlier = (step.plan for step in reversed(project.history[: project.position]))
        first = dict.fromkeys(self._variables(), 0) | dict(steps)
        if self._answer is not None and self._in_force(self._answer):
            first |= {name: level - 1 for name, level in self._answer.levels.items()}
        return switched(
            self._controller.plan, way, earlier, first, opened.data.names, self._controller.policy
        )

    def set_hierarchy(self, name: str, spec: HierarchySpec) -> None:
        """Give a variable a hierarchy."""
        data = self._controller.plan.data
        if data is None:
            return
        self.settle()
        plan = self._controller.plan
        data = data.model_copy(update={"hierarchies": data.hierarchies | {name: spec}})
        label = self._words.say(N_("Hierarchy of {name}"), name=name)
        self._controller.change_plan(label, plan.model_copy(update={"data": data}))

    # writing -----------------------------------------------------------------------------------------

    def write(self, target: Path, output: OutputSpec, secret: str | None = None) -> Job | None:
        """Write the protected file; how it is written becomes part of the plan. None without an answer, and
        where the policy is against it. `secret`: another one of the order of records.
        """
        opened = self._controller.opened
        if opened is None or self._stage() is not Stage.READY:
            return None
        self.settle()
        job = self.job.model_copy(update={"output": output})
        label = self._words.say(N_("Protected file {name}"), name=target.name)
        plan = with_job(self._controller.plan, job)
        if secret is not None:
            plan = plan.model_copy(update={"secrets": {**plan.secrets, f"{job.name}{ORDER}": secret}})
        self._controller.change_plan(label, plan)
        if self._controller.refused_by_policy(self._controller.plan):
            return None
        title = self._words.say(N_("Writing {name}"), name=target.name)
        return self._jobs.start(title, work.write(opened, self.base, job, target))

    def output_problems(self, output: OutputSpec) -> tuple[Problem, ...]:
        """What the plan has against this output of the tab's job: a name that another job writes, or none
        that a file can have.
        """
        from sdc_desktop.engine.outputs import output_problems

        job = self.job.model_copy(update={"output": output})
        found = output_problems(self._controller.whole(with_job(self._controller.plan, job)))
        return tuple(p for p in found if job.name in (p.where.job, p.params.get("name")))

    def settled_plan(self) -> Plan:
        """The plan with the tab's job in it, whatever was being moved settled."""
        self.settle()
        return with_job(self._controller.plan, self.job)

    @property
    def asked_plan(self) -> Plan:
        """The same with what is being moved, which is no step yet."""
        if self._controller.opened is None:
            return self._controller.plan
        job = self.job if self._draft is None else self.job.model_copy(update={"params": self._draft})
        return with_job(self._controller.plan, job)

    # inside ------------------------------------------------------------------------------------------

    def _try(self, params: changes.Params, label: str) -> None:
        if self._controller.opened is None:
            return
        self._draft, self._draft_label = params, label
        if not self._drafts.busy:  # else asked for when that is done, so that a steady drag never starves
            self._ask_draft()
        self._show()

    def _ask_draft(self) -> None:
        opened = self._controller.opened
        if opened is None or self._draft is None or self._stage() is not Stage.READY:
            return
        self._asked = self._draft
        self._ask(opened, self.job.model_copy(update={"params": self._draft}))

    def _ask(self, opened: Opened, job: TabJob) -> None:
        key = key_of(job, opened)
        self._drafts.request(work.answer(opened, self.base, job, key, self._counted.get(key)))

    def _anopi(self) -> AnopiParams:
        """The question of ANOPI; without any, that of no question yet."""
        params = self.job.params
        return params if isinstance(params, AnopiParams) else AnopiParams()

    def _counts_in_force(self) -> RecodingCounts | None:
        opened = self._controller.opened
        known = self._counted.get(key_of(self.job, opened)) if opened is not None else None
        return None if known is None else known.counts

    def _put(self, params: changes.Params, label: str) -> None:
        job = self.job.model_copy(update={"params": params})
        self._controller.change_plan(label, with_job(self._controller.plan, job))

    def _ask_in_force(self) -> None:
        opened = self._controller.opened
        assert opened is not None
        known = self._settling.known(key_of(self.job, opened), self.job)
        if self._answer is None or not self._in_force(self._answer):
            self._answer = known or self._answer
        if self._answer is not None and self._in_force(self._answer):
            self._drafts.drop()
            self._settling.forget()
            self._tell(self._answer.result.notes)
        elif self._settling.decided is not None and self._in_force(self._settling.decided):
            self._drafts.drop()
        else:
            self._settling.forget()
            self._ask(opened, self.job)

    def _in_force(self, answer: work.Answer) -> bool:
        opened, job = self._controller.opened, self.job
        if opened is None or answer.job.params != job.params:
            return False
        return answer.counted.key == key_of(job, opened)

    def _stage(self) -> Stage:
        controller = self._controller
        return stage_of(self.job, controller.plan.data, controller.opened, controller.reading)

    def _variables(self) -> tuple[str, ...]:
        opened = self._controller.opened
        return () if opened is None else variables_of(self.job, opened)

    @Slot()
    def _show(self) -> None:
        stage, job, answer = self._stage(), self.job, self._answer
        if answer is not None and answer.job.kind != job.kind:
            answer = None  # of another way, which is shown otherwise
        decided = self._settling.decided
        shown = self._draft_answer or decided or answer
        data, opened = self._controller.plan.data, self._controller.opened
        self.view = replace(
            asked_view(stage, job, self._draft, data, opened),
            facts=self._facts.known,
            level_names=shown.counted.level_names if shown is not None else {},
            answer=answer,
            draft=self._draft_answer,
            decided=decided,
            forming=self._settling.running,
            stale=stage is not Stage.READY or answer is None or not self._in_force(answer),
            problems=self._problems,
        )
        self.changed.emit(self.view)

    def _tell(self, problems: tuple[Problem, ...]) -> None:
        self._problems = problems
        self._controller.tell_problems(SOURCE, problems)

    @Slot(object)
    def _on_answer(self, answer: work.Answer) -> None:
        keep(self._counted, answer.counted.key, answer.counted, _KEPT_COUNTS)
        if self._asked is not None and answer.job.params == self._asked:
            self._draft_answer = answer
            self._problems = answer.result.notes
        else:
            self._take_decision(answer)
        self._show()

    def _take_decision(self, answer: work.Answer) -> None:
        """What is in force was decided; where groups are to be formed, the answer before stays until then."""
        if answer.settled:
            self._answer = answer
        else:
            self._settling.begin(answer)
        self._tell(answer.result.notes)

    @Slot(object)
    def _on_settled(self, answer: work.Answer) -> None:
        if self._in_force(answer):
            self._answer = answer
            if self._draft is None:
                self._tell(answer.result.notes)

    @Slot(object)
    def _on_refused(self, problems: tuple[Problem, ...]) -> None:
        told = problems_of(self.job, self._controller.plan, problems)
        if self._draft is not None:
            self._problems = told
        else:
            self._tell(told)
        self._show()

    @Slot(object)
    def _on_busy(self, busy: bool) -> None:
        if not busy and self._asked != self._draft:
            self._ask_draft()

    @Slot(object)
    def _on_plan(self, plan: Plan) -> None:
        draft = self._draft_answer
        if draft is not None and draft.job.params == self.job.params:
            self._take_decision(draft)  # the draft became the plan: nothing need be decided again
        self.refresh()

    @Slot(object)
    def _on_data(self, opened: object) -> None:
        self._answer = None
        self._counted.clear()
        self._settling.clear()
        self._facts.forget()
        self.refresh()

    @Slot()
    def _on_closed(self) -> None:
        self._answer = None
        self._counted.clear()
        self._settling.clear()
        self._facts.forget()
        self.refresh()

    @Slot(object)
    def _on_problems(self, problems: object) -> None:
        if (
            self.view.stage in (Stage.READING, Stage.NO_DATA, Stage.UNREADABLE)
            and self._stage() != self.view.stage
        ):
            self._show()  # the file was refused
