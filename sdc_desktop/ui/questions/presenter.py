"""The state machine from settings to a result: from the current plan on, and what is shown meanwhile.

The result of new settings is computed at once, or waits until it is requested: a subclass decides. Until
there is a new result the last one of the same kind stays. Results are kept, so that undoing a step computes
nothing. Refused or stopped work is not begun again automatically.
"""

from __future__ import annotations

import hashlib
from abc import abstractmethod
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

from pydantic import BaseModel, ValidationError
from PySide6.QtCore import QObject, Signal, Slot

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.spec import spec_problems
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.jobs import Job, JobManager
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.questions.judging import verdict_on
from sdc_desktop.ui.questions.question import J, Question, QuestionView, State, Work, keep, with_job
from sdc_desktop.words import Words
from sdc_desktop.words.problems.problems import AWAITED
from sdc_desktop.words.setting_words import change_label

if TYPE_CHECKING:
    from sdc_desktop.engine.verdict import Verdict

A = TypeVar("A")
V = TypeVar("V", bound=QuestionView[Any])
_Found = tuple[Question[J], Any]  # a question and what its work returned


class QuestionPresenter(QObject, Generic[A, V, J]):
    """Follows the project, takes the user's changes, and gives a view. What is marked abstract is given by
    each subclass (Qt's classes take no ABC; a test checks it).

    Quiet work runs in one draft runner, all other as one job. Settings that are being moved are a draft, not
    in the plan yet. Its result is computed quietly or not at all; the plan's work continues meanwhile.
    """

    changed = Signal(object)  # V

    source: str = ""  # of the problems; without one they are shown by the form alone
    most_kept: int = 4  # answers, for undo and redo and for comparisons
    view: V

    def __init__(
        self, controller: ProjectController, jobs: JobManager, words: Words, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._jobs = jobs
        self._words = words
        self._question: Question[J] | None = None  # of the current plan
        self._answers: dict[Question[J], A] = {}
        self._last: tuple[Question[J], A] | None = None  # the last good one
        self._job: Job | None = None
        self._running: Question[J] | None = None  # what that job answers
        self._quiet: Question[J] | None = None  # what the runner answers
        self._left: Question[J] | None = None  # refused or stopped: not begun again by itself
        self._refusal: tuple[Problem, ...] = ()  # of the one that was left
        self._partial: Any = None  # what is specified too little for a step of the plan
        self._draft: Question[J] | None = None
        self._draft_label = ""
        self._tried: Question[J] | None = None  # the draft that the runner was given last
        self._draft_found: _Found[J] | None = None
        self._draft_answer: A | None = None
        self._problems: tuple[Problem, ...] = ()
        self._problems_of: Question[J] | None = None
        self._runner = DraftRunner(jobs, self)
        self._runner.answered.connect(self._on_quiet_found)
        self._runner.failed.connect(self._on_quiet_refused)
        self._runner.busy_changed.connect(self._on_busy)
        controller.plan_changed.connect(self._on_plan)
        controller.data_opened.connect(self._on_data)
        controller.data_closed.connect(self._on_closed)
        controller.audits.found.connect(self.show)

    # given by heirs ----------------------------------------------------------------------------------

    @property
    @abstractmethod
    def job(self) -> J | None:
        """The job of the plan with the current settings, or the one that would be added."""

    @abstractmethod
    def data_key(self, job: J) -> str | None:
        """A text that changes when, and only when, the result of the same job may. None where there is
        nothing to compute: without data, or while too little is specified.
        """

    @abstractmethod
    def work(self, question: Question[J], *, requested: bool) -> Work[Any] | None:
        """The work that gives the result, or prepares it; None where it must be `requested` first."""

    @abstractmethod
    def view_of(self, shown: QuestionView[A]) -> V:
        """The view of the tab."""

    def label_of(self, job: J, fields: Mapping[str, object]) -> str:
        """Name of the step that changes these keys of the params."""
        return change_label(method_of(job.kind), next(iter(fields)), self._words)

    def answer_of(self, question: Question[J], found: Any) -> A | None:
        """The result in what the work returned; None where that only prepared the next work, and is kept."""
        answer: A = found
        return answer

    def draft_of(self, question: Question[J], found: Any) -> A | None:
        """What is shown of what the work of a draft returned."""
        return self.answer_of(question, found)

    def is_final(self, answer: A) -> bool:
        """Whether running the job again would give the same."""
        return True

    def notes_of(self, found: Any) -> tuple[Problem, ...]:
        """The notes on what the work returned."""
        notes: tuple[Problem, ...] = found.result.notes
        return notes

    def plan_with(self, job: J) -> Plan:
        """The current plan with this job instead of the current one."""
        return with_job(self._controller.plan, job)

    def fields_with(self, job: J, fields: Mapping[str, object]) -> Mapping[str, object]:
        """The changed keys of the params with what has to change with them."""
        return fields

    @property
    def keys(self) -> Collection[str]:
        """The keys of the params that the settings show."""
        return () if self.job is None else type(self.job.params).model_fields

    def change_keys(self, fields: Mapping[str, object]) -> None:
        """Change these keys, all of the params, as one step."""
        job = self.job
        if job is None:
            return
        given = dict(self.fields_with(job, fields))
        try:
            params = type(job.params).model_validate(job.params.model_dump() | given)
        except ValidationError as failure:
            self.refuse(self.placed(job, spec_problems(failure, given, "params")))
            return
        changed: J = BaseModel.model_copy(job, update={"params": params})
        self.take(changed, self.label_of(job, fields))

    def is_complete(self, job: J) -> bool:
        """Whether a job that is being specified can become a step."""
        return self.data_key(job) is not None

    def follow(self, job: Job) -> None:
        """Listen to what a job reports on its way."""

    def forget(self) -> None:
        """Drop what was found beside the answers and is of other data."""

    # another window ----------------------------------------------------------------------------------

    def take_answers(self, old: Self) -> None:
        """Take the answers of the same tab in another window, before the data arrive, so that equal questions
        compute nothing. Heirs take what they keep beside plan and answers.
        """
        self._end_job()
        self._end_quiet()
        self._answers, self._last = dict(old._answers), old._last

    def take_question(self, old: Self) -> None:
        """Take the incomplete form of the same tab in another window, and whether it was stopped, refused."""
        if old._partial is not None:
            self._partial = old._partial
        if old._left is not None and old._left == self.question_of(self.job):
            self._end_job()
            self._end_quiet()
            self._left, self._refusal = old._left, old._refusal
        self.refresh()

    # what the officer does ---------------------------------------------------------------------------

    @Slot(object)
    def change(self, fields: Mapping[str, object]) -> None:
        """Change keys of the params, as one step; `secret` is the job's own. A form that is no longer shown
        may still send keys that the params do not have: they change nothing.
        """
        job = self.job
        if job is not None and "secret" in fields:
            self._controller.set_secret(job.name, str(fields["secret"]))
        elif fields and fields.keys() <= set(self.keys):
            self.change_keys(fields)
        else:
            self.show()  # what was cleared is shown again

    def take(self, job: J, label: str) -> None:
        """Take a changed job: into the plan, unless that can have too little of it."""
        self.put(job, label)

    def put(self, job: J, label: str) -> None:
        """Make a job the plan's, as one step, unless nothing is changed."""
        if job == self.job:
            self.refresh()
        else:
            self._controller.change_plan(label, self.plan_with(job))

    def specify(self, partial: Any, label: str) -> None:
        """Make what is specified a job of the plan once it is enough; until then it is kept beside it."""
        self._partial = partial
        job = self.job
        if job is None or not self.is_complete(job):
            self.refresh()
            return
        self._partial = None
        self.put(job, label)

    def try_out(self, job: J, label: str) -> None:
        """Try a job that is being moved; the plan stays unchanged until it is settled, as `label`."""
        self._draft, self._draft_label = self.question_of(job) or Question("", job), label
        if not self._runner.busy:  # else begun when that is done, so that a steady drag never starves
            self._begin_draft()
        self.show()

    def settle(self) -> None:
        """Make what was moved one step of the plan."""
        draft = self._draft
        if draft is not None:
            self.put(draft.job, self._draft_label)

    def refuse(self, problems: tuple[Problem, ...]) -> None:
        """Report why the settings entered are not a job."""
        self._report(problems)
        self._problems_of = None
        self.show()

    @Slot()
    def run(self) -> None:
        """Compute the result of the current settings, however long it takes."""
        self._controller.settle()
        self.settle()
        question = self._question
        under_way = self._job is not None and not self._job.stopping and self._running == question
        known = None if question is None else self._answers.get(question)
        if question is None or under_way or (known is not None and self.is_final(known)):
            return
        self._begin(question, requested=True)
        self.show()

    @Slot()
    def stop(self) -> None:
        """Stop what runs; the earlier result stays."""
        if self._job is not None:
            self._job.cancel()
        elif self._quiet is not None and self._quiet == self._question:
            self._left, self._refusal = self._quiet, ()
            self._end_quiet()
        self.show()

    def settled_plan(self) -> Plan:
        """The plan to export and to report on."""
        return self._controller.plan

    # current state -----------------------------------------------------------------------------------

    def question_of(self, job: J | None) -> Question[J] | None:
        """The job with the text that its result depends on; None where there is nothing to compute."""
        key = None if job is None else self.data_key(job)
        if job is None or key is None:
            return None
        secret = self._jobs.secrets.of_job(job.name)
        mark = "" if secret is None else f"{job.name} {hashlib.sha256(secret.key).hexdigest()}"
        return Question("\n".join((key, job.kind, job.params.model_dump_json(), mark)), job)

    @property
    def drafted_plan(self) -> Plan | None:
        """The plan with what is being moved; None while nothing is."""
        return None if self._draft is None else self.plan_with(self._draft.job)

    def refresh(self) -> None:
        """Read the plan and the data again; a draft is dropped."""
        found, self._draft_found = self._draft_found, None
        self._draft = self._tried = self._draft_answer = None
        self._question = question = self.question_of(self.job)
        if self._running != question:
            self._end_job()
        if self._quiet != question:
            self._end_quiet()
        if question is None:
            self._report(())
        elif question in self._answers:
            self._accept(question, self._answers[question])
        elif found is not None and found[0] == question:
            self._take(question, found[1])  # the draft became the plan: it is not computed again
        elif question not in (self._running, self._quiet):
            self._begin(question)
        self.show()

    @Slot()
    def show(self) -> None:
        """Give the current view."""
        self.view = self.view_of(self._shown())
        self.changed.emit(self.view)

    @property
    def plans(self) -> tuple[Plan, ...]:
        """The current plan and those before it, newest first."""
        project = self._controller.seen_project
        return tuple(step.plan for step in reversed(project.history[: project.position + 1]))

    def verdict(self) -> Verdict | None:
        """The engine's verdict on the result; None where there is none or it is of other settings, also where
        the plan has just become another and the view has not followed yet.
        """
        view, question, job = self.view, self._question, self.job
        if question is None or job is None or view.answer is None or view.stale or view.drafting:
            return None
        return self.judged(job, view.answer) if question == self.question_of(job) else None

    def judged(self, job: J, answer: Any) -> Verdict | None:
        """The engine's verdict on a result."""
        return verdict_on(self._controller, job, answer.result, counted=self.counts_of(answer))

    def counts_of(self, answer: A) -> Any:
        """What a result was decided on, so that its file is made without counting again; None: not kept."""
        return None

    # inside ------------------------------------------------------------------------------------------

    def _shown(self) -> QuestionView[A]:
        question, last, draft, job = self._question, self._last, self._draft, self.job
        subject = question if draft is None or self._job is not None else draft
        answer = last[1] if last and job is not None and last[0].job.kind == job.kind else None
        return QuestionView(
            state=self._state(subject),
            answer=answer,
            stale=answer is None or last is None or last[0] != question,
            draft=self._draft_answer,
            drafting=draft is not None,
            problems=self._problems,
        )

    def _state(self, question: Question[J] | None) -> State:
        if question is None or not question.key:
            return State.IDLE
        if self._job is not None and self._running == question:
            return State.STOPPING if self._job.stopping else State.RUNNING
        if self._quiet == question or (self._draft == question and self._tried != question):
            return State.COMPUTING
        if self._left == question and self._refusal:
            return State.REFUSED
        found = self._draft_answer is not None and self._draft == question
        return State.ANSWERED if question in self._answers or found else State.WAITING

    def _begin(self, question: Question[J], *, requested: bool = False) -> None:
        """Begin the work for some settings, unless it must be requested or was left."""
        if self._left == question and not requested:
            self._report_once(question, self._refusal)
            return
        work = self.work(question, requested=requested)
        if work is None:
            self._report_once(question, ())
            return
        if self._left == question:
            self._left = self._problems_of = None
        self._end_job()
        run = self._run(question, work)
        if work.quiet:
            self._quiet = question
            self._runner.request(run)
            return
        self._report_once(question, ())
        self._end_quiet()
        self._running = question
        self._job = self._jobs.start(work.title, run, self._on_found, self._on_refused)
        self.follow(self._job)
        self._job.finished.connect(self._on_finished)

    def _begin_draft(self) -> None:
        draft = self._draft
        if draft is None or not draft.key or draft == self._tried:
            return
        self._tried = draft
        work = self.work(draft, requested=False)
        if work is not None and work.quiet:
            self._quiet = draft
            self._runner.request(self._run(draft, work))

    def _run(self, question: Question[J], work: Work[Any]) -> Callable[[JobContext], _Found[J]]:
        """The work, to return what it is for as well. What the trail of the steps needs too runs once."""
        once = self._controller.steps.once(question.job.name)

        def run(context: JobContext) -> _Found[J]:
            return question, work.run(replace(context, once=once))

        return run

    def _end_job(self) -> None:
        """Stop the job of other settings; what it may still give is dropped."""
        if self._job is not None:
            self._job.cancel()
        self._job = self._running = None

    def _end_quiet(self) -> None:
        self._quiet = None
        self._runner.drop()

    def _take(self, question: Question[J], found: Any) -> None:
        """Take what the work for some settings returned."""
        if self._draft is not None and question == self._tried:
            self._draft_found = question, found
            self._draft_answer = self.draft_of(question, found)
            self._problems = self.notes_of(found)
        elif question == self._question:
            answer = self.answer_of(question, found)
            if answer is not None:
                keep(self._answers, question, answer, self.most_kept)
                self._accept(question, answer)
            elif self._draft is None:
                self._report(self.notes_of(found))
                self._begin(question)

    def _accept(self, question: Question[J], answer: A) -> None:
        """Show a result as the current one."""
        self._last = question, answer
        if self._draft is None:
            self._report(self.notes_of(answer))

    def _leave(self, question: Question[J], problems: tuple[Problem, ...]) -> None:
        """The work for some settings was refused."""
        placed = self.placed(question.job, problems)
        self._left, self._refusal = question, placed
        if self._draft is not None and question == self._tried:
            self._draft_found = self._draft_answer = None
            self._problems = placed
        elif question == self._question:
            self._report(placed)

    def placed(self, job: J, problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
        """The problems with the place of the job, which is in the plan or would come last."""
        from sdc_desktop.engine.runner import placed

        names = [other.name for other in self._controller.plan.jobs]
        index = names.index(job.name) if job.name in names else len(names)
        return tuple(placed(problem, job, index) for problem in problems)

    def _report(self, problems: tuple[Problem, ...]) -> None:
        self._problems, self._problems_of = problems, self._question
        if self.source:
            found = tuple(problem for problem in problems if problem.code not in AWAITED)
            self._controller.report_problems(self.source, found)

    def _report_once(self, question: Question[J], problems: tuple[Problem, ...]) -> None:
        """Report these problems instead of those of other settings."""
        if question != self._problems_of:
            self._report(problems)

    # slots -------------------------------------------------------------------------------------------

    @Slot(object)
    def _on_quiet_found(self, found: _Found[J]) -> None:
        self._quiet = None
        self._take(*found)
        self.show()

    @Slot(object)
    def _on_quiet_refused(self, problems: tuple[Problem, ...]) -> None:
        question, self._quiet = self._quiet, None
        if question is not None:
            self._leave(question, problems)
            self.show()

    @Slot(object)
    def _on_busy(self, busy: bool) -> None:
        if not busy and self._draft is not None and self._draft != self._tried:
            self._begin_draft()
            self.show()

    @Slot(object)
    def _on_found(self, found: _Found[J]) -> None:
        if self.sender() is self._job:
            self._job = self._running = None
            self._take(*found)
            self.show()

    @Slot(object)
    def _on_refused(self, problems: tuple[Problem, ...]) -> None:
        if self.sender() is self._job and self._running is not None:
            question, self._job, self._running = self._running, None, None
            self._leave(question, problems)
            self.show()

    @Slot()
    def _on_finished(self) -> None:
        if self.sender() is self._job:  # stopped, whether here or in the job bar
            self._left, self._refusal = self._running, ()
            self._job = self._running = None
            self.show()

    @Slot(object)
    def _on_plan(self, _plan: Plan) -> None:
        self._partial = None
        self.refresh()

    @Slot(object)
    def _on_data(self, _opened: object) -> None:
        self._left = None
        self.forget()
        self.refresh()

    @Slot()
    def _on_other_step(self) -> None:
        """Another step of the plan is in view: the last result is not of it."""
        self._last = self._draft = self._problems_of = None
        self._problems = ()
        self.refresh()

    @Slot()
    def _on_closed(self) -> None:
        self._answers.clear()
        self._last = self._left = self._partial = None
        self.forget()
        self.refresh()
