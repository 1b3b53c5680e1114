"""The tab's logic, without a widget: from the current plan and what is being moved to a `View`.

Nothing is computed here: counts and decisions are the engine's, made beside the window. A change is a draft
until it is settled; settling makes it one step of the history. Microaggregation groups are formed for the
current plan, never for a draft.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Slot

from sdc_desktop.engine.methods.recoding.anopi import AnopiParams, DegreeBound, Technique
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.plan_rules import size_of
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.spec import Number
from sdc_desktop.project.persons import counting_persons
from sdc_desktop.ui.questions.page_answer import PageAnswer
from sdc_desktop.ui.questions.presenter import QuestionPresenter
from sdc_desktop.ui.questions.question import Question, QuestionView, Work, data_key, keep, with_job
from sdc_desktop.ui.tabs.microdata.anopi import changes, work
from sdc_desktop.ui.tabs.microdata.anopi.view import Stage, View, settings_view, stage_of
from sdc_desktop.ui.tabs.microdata.anopi.work import Answer, key_of, variables_of
from sdc_desktop.ui.tabs.microdata.tab_job import (
    MANUAL,
    TabJob,
    by_part,
    chooses_levels,
    job_in,
    manual,
    switched,
)
from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.words import N_

if TYPE_CHECKING:
    from sdc_desktop.engine.microdata.recoding import RecodingCounts


class MicrodataPresenter(QuestionPresenter[Answer, View, TabJob]):
    """The state of levels chosen by ANOPI or manually: a decision at once, then the groups that it forms.
    Where a part of the tab has the settings, that part's presenter does the work.
    """

    source = "microdata"

    def __init__(self, tools: Tools) -> None:
        controller, jobs, words = tools.controller, tools.jobs, tools.words
        super().__init__(controller, jobs, words)
        self._counted: dict[str, work.Counted] = {}
        self._decided: tuple[Question[TabJob], Answer] | None = None  # its groups are still to be formed
        self._facts = PageAnswer(jobs, words, self._facts_key, self)
        self._first_look = PageAnswer(jobs, words, self._look_key, self)
        for known in (self._facts, self._first_look):
            known.answered.connect(self.show)
        controller.problems_changed.connect(self._on_problems)
        controller.steps.moved.connect(self._on_other_step)
        self.refresh()

    @property
    def job(self) -> TabJob:
        """The job of the plan that this tab is about, or the one it would add."""
        return job_in(self._controller.plan, self._controller.policy, self._controller.steps.in_view)

    def data_key(self, job: TabJob) -> str | None:
        opened = self._controller.steps.opened
        if opened is None or by_part(job) or self._stage(job) is not Stage.READY:
            return None
        return key_of(job, opened)

    def work(self, question: Question[TabJob], *, requested: bool) -> Work[Answer]:
        decided, opened, job = self._decided, self._controller.steps.opened, question.job
        if decided is not None and decided[0] == question:
            title, quiet = self._words.say(N_("Microaggregation")), work.is_quickly_settled(decided[1])
            return Work(title, work.settled(decided[1]), quiet=quiet)
        assert opened is not None
        assert chooses_levels(job)
        key = key_of(job, opened)
        decide = work.answer(opened, self._controller.base, job, key, self._counted.get(key))
        return Work("", decide, quiet=True)

    def counts_of(self, answer: Answer) -> Any:
        return answer.counts

    def answer_of(self, question: Question[TabJob], found: Answer) -> Answer | None:
        keep(self._counted, found.counted.key, found.counted, self.most_kept)
        self._decided = None if found.settled else (question, found)
        return found if found.settled else None

    def draft_of(self, question: Question[TabJob], found: Answer) -> Answer:
        keep(self._counted, found.counted.key, found.counted, self.most_kept)
        return found

    def refresh(self) -> None:
        super().refresh()
        opened, rule = self._controller.steps.opened, self._controller.plan.missing_rule
        for known in (self._facts, self._first_look):
            known.follow()
        file = self._controller.opened
        if file is not None and self._first_look.untried:
            self._first_look.request(work.first_look(file, rule, size_of(self._controller.plan)))
        if opened is not None and self._facts.untried:
            names = self._variables()
            held = [n for n in names if opened.data.relation.holds(opened.data.index(n))]
            self._facts.request(work.facts(opened, held))

    def _look_key(self) -> str | None:
        """Of the risk before protection: where there are records and key variables."""
        opened = self._controller.opened
        if opened is None or opened.counted is not None:
            return None
        there = opened.data.records and opened.data.with_role("key")
        plan = self._controller.plan
        return f"{data_key(opened, plan.missing_rule)} {size_of(plan)}" if there else None

    def _facts_key(self) -> object:
        """Of what is known of variables before anything is decided."""
        opened = self._controller.steps.opened
        return None if opened is None else (opened.mark, self._variables())

    def view_of(self, shown: QuestionView[Answer]) -> View:
        draft = None if self._draft is None else self._draft.job.params
        data, opened = self._controller.plan.data, self._controller.steps.opened
        decided, file = self._decided, self._controller.opened
        view = replace(
            settings_view(self._stage(self.job), self.job, draft, data, opened),
            **vars(shown),
            facts=self._facts.found or {},
            first_look=self._first_look.found if self._first_look.current else None,
            has_keys=file is None or bool(file.data.with_role("key")),
            decided=decided[1] if decided is not None and decided[0] == self._question else None,
        )
        return view if view.shown is None else replace(view, level_names=view.shown.counted.level_names)

    def forget(self) -> None:
        self._last = self._decided = None
        self._facts.forget()

    # deciding ----------------------------------------------------------------------------------------

    def try_alpha(self, alpha: float) -> None:
        """Draft another weight of utility."""
        self._try(*changes.to_alpha(self._anopi(), alpha, self._words))

    def try_points(self, side: str, name: str, tenths: int, locked: Collection[str] = ()) -> None:
        """Draft other points (`user_points` or `intruder_points`) of one variable. Each draft starts from the
        plan, so that moving back brings the others back.
        """
        names, words = self.view.variables, self._words
        if self._is_shown(name):
            self._try(*changes.to_points(self._anopi(), names, side, name, tenths, locked, words))

    def try_level(self, name: str, level: int) -> None:
        """Draft another level (1 = as is) by hand."""
        job = self.job
        if manual(job) and self._is_shown(name):
            self._try(*changes.to_level(job.params, name, level, self.view.levels(name), self._words))

    def try_k(self, name: str, k: int) -> None:
        """Draft another k of the block that a variable is in, by hand."""
        if self._is_shown(name):
            self._try(*changes.to_k(self._anopi(), self.view.variables, name, k, self._words))

    def _is_shown(self, name: str) -> bool:
        """False for the card of a variable that is gone since something was typed in it."""
        return name in self.view.variables

    @Slot(object)
    def try_suppression(self, fields: Mapping[str, object]) -> None:
        """Draft something else for rare records."""
        job = self.job
        if chooses_levels(job):
            self._try(*changes.to_suppression(job.params, fields, self._words))

    def choose(self, name: str, level: int | None) -> None:
        """Release a variable at this level (1 = as is), or its block at this k, whatever ANOPI says; None
        leaves it to ANOPI.
        """
        self.settle()
        if manual(self.job):
            self._put(
                *changes.to_level(self.job.params, name, level or 1, self.view.levels(name), self._words)
            )
        elif self._anopi().technique_of(name) == "microaggregation":
            self._put(*changes.to_k(self._anopi(), self.view.variables, name, level, self._words))
        else:
            self._put(*changes.to_override(self._anopi(), name, level, self.view.levels(name), self._words))

    def set_technique(self, name: str, technique: Technique) -> None:
        """Recode or microaggregate a variable, as one step."""
        self.settle()
        if self._anopi().technique_of(name) != technique:
            self._put_techniques(changes.to_technique, name, technique)

    @Slot(object)
    def set_blocks(self, blocks: changes.Blocks) -> None:
        """Microaggregate variables in these blocks and recode the others, as one step."""
        self.settle()
        self._put_techniques(changes.to_blocks, blocks)

    def _put_techniques(self, change: Callable[..., changes.Change], *chosen: object) -> None:
        """Put what a change of techniques gives, or state why the settings allow none."""
        counted = self._current_counts()
        try:
            changed = change(self._anopi(), self.view.variables, *chosen, counted, self._words)
        except Refused as refused:
            self.refuse(self.placed(self.job, refused.problems))
            return
        self._put(*changed)

    def take_params(self, params: changes.Params, label: str) -> None:
        """Take over other params that the details offer, as one step."""
        self.settle()
        self._put(params, label)

    def bound(self, key: str, name: str, bound: Number | DegreeBound | None) -> None:
        """Set a lower bound (`min_utility` or `min_privacy`) of a variable; None takes it away."""
        self.settle()
        self._put(*changes.to_bound(self._anopi(), key, name, bound, self._words))

    def choose_way(self, way: str, steps: Mapping[str, int]) -> None:
        """Choose another way to protect, by the kind of its job: one step. Earlier settings of that way are
        restored; the first manual levels are the `steps` of the current result, or those that ANOPI chose.
        """
        self._controller.settle()
        if self._controller.steps.opened is not None and self.job.kind != way:
            self._controller.change_plan(self._words.say(method_of(way).title), self._switched(way, steps))

    @Slot(object)
    def release_levels(self, steps: Mapping[str, int]) -> None:
        """Release variables at these levels (0 = as is) by hand, as one step."""
        self._controller.settle()
        if self._controller.steps.opened is None:
            return
        plan = self._switched(MANUAL, {})
        job = job_in(plan, None, self._controller.steps.following(plan))
        job = job.model_copy(update={"params": job.params.model_copy(update={"levels": dict(steps)})})
        self._controller.change_plan(self._words.say(method_of(MANUAL).title), with_job(plan, job))

    def _switched(self, way: str, steps: Mapping[str, int]) -> Plan:
        opened = self._controller.steps.opened
        assert opened is not None
        first = dict.fromkeys(self._variables(), 0) | dict(steps)
        known = None if self._question is None else self._answers.get(self._question)
        if known is not None:
            first |= known.steps
        data, roles = opened.data, {variable.role for variable in opened.data.variables}
        policy = self._controller.policy
        given = self.plans, first, data.names, policy, roles, self._controller.steps.in_view
        plan = switched(self._controller.plan, way, *given)
        return counting_persons(plan, data.known) if self._controller.persons.found.repeat else plan

    def settled_plan(self) -> Plan:
        """The plan with the tab's job in it, whatever was being moved settled."""
        self.settle()
        return with_job(self._controller.plan, self.job)

    @property
    def drafted_plan(self) -> Plan:
        """The plan with the settings that are being moved, which are not a step yet."""
        if self._controller.steps.opened is None:
            return self._controller.plan
        return with_job(self._controller.plan, self.job if self._draft is None else self._draft.job)

    # inside ------------------------------------------------------------------------------------------

    def _try(self, params: changes.Params, label: str) -> None:
        if self._controller.steps.opened is not None and self._fits(params):
            self.try_out(self._with(params), label)

    def _put(self, params: changes.Params, label: str) -> None:
        if self._fits(params):
            self.put(self._with(params), label)

    def _fits(self, params: changes.Params) -> bool:
        """False for what a form still sends after another method was chosen: it changes nothing."""
        return type(params) is type(self.job.params)

    def _with(self, params: changes.Params) -> TabJob:
        return self.job.model_copy(update={"params": params})

    def _anopi(self) -> AnopiParams:
        """The params of ANOPI; without any, those to begin with."""
        params = self.job.params
        return params if isinstance(params, AnopiParams) else AnopiParams()

    def _current_counts(self) -> RecodingCounts | None:
        opened = self._controller.steps.opened
        known = self._counted.get(key_of(self.job, opened)) if opened is not None else None
        return None if known is None else known.counts

    def _stage(self, job: TabJob) -> Stage:
        controller = self._controller
        return stage_of(
            job, controller.plan.data, controller.steps.opened, controller.reading or controller.steps.waiting
        )

    def _variables(self) -> tuple[str, ...]:
        opened = self._controller.steps.opened
        return () if opened is None else variables_of(self.job, opened)

    @Slot()
    def _on_closed(self) -> None:
        self._counted.clear()
        super()._on_closed()

    @Slot(object)
    def _on_problems(self, _problems: object) -> None:
        before = self.view.stage
        unread = before in (Stage.READING, Stage.NO_DATA, Stage.UNREADABLE)
        if unread and self._stage(self.job) != before:
            self.show()  # the file was refused
