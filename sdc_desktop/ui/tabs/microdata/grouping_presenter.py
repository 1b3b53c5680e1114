"""The logic of a microaggregation in the tab, without a single widget: from the plan to a `GroupingView`.

Where grouping is quick it follows every change; where it takes a while the officer asks for it, and it runs
as a job with progress that can be stopped. Until there is a new answer the last one stays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from sdc_desktop.engine.microdata.microaggregate_spec import MicroaggregateParams
from sdc_desktop.engine.plan import AnopiJob, MicroaggregateJob, Plan
from sdc_desktop.engine.problems import Problem
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.jobs import Job, JobManager
from sdc_desktop.ui.project_controller import ProjectController
from sdc_desktop.ui.tabs.kept import keep
from sdc_desktop.ui.tabs.microdata import grouping_changes as changes
from sdc_desktop.ui.tabs.microdata import grouping_question as question
from sdc_desktop.ui.tabs.microdata import grouping_work as work
from sdc_desktop.ui.tabs.microdata.grouping_view import GroupingView
from sdc_desktop.ui.tabs.microdata.tab_job import anopi_job, job_in, problems_of, with_job
from sdc_desktop.words import N_, Words

if TYPE_CHECKING:
    from sdc_desktop.engine.microdata.microaggregate import MicroaggregateCounts

_KEPT = 4  # counts and answers that are kept, for undo and redo
SOURCE = "grouping"  # whose problems these are
_ALPHA = 0.5  # where ANOPI was never told another


class GroupingPresenter(QObject):
    """Listens to the project, takes what the officer changes, and tells what to show."""

    changed = Signal(object)  # GroupingView

    def __init__(
        self, controller: ProjectController, jobs: JobManager, words: Words, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._jobs = jobs
        self._words = words
        self._looked: dict[str, work.Looked] = {}  # the last of each key, for its counts
        self._answers: dict[tuple[str, MicroaggregateParams], work.GroupingAnswer] = {}
        self._answer: work.GroupingAnswer | None = None  # the last good one
        self._draft: MicroaggregateParams | None = None
        self._draft_label = ""
        self._asked: MicroaggregateParams | None = None  # the draft that is being, or was last, answered
        self._draft_answer: work.GroupingAnswer | None = None
        self._waiting = False
        self._running: Job | None = None
        self._running_for: tuple[str, MicroaggregateParams] | None = None
        self._proposal: work.Proposal | None = None
        self._problems: tuple[Problem, ...] = ()
        self._looks = DraftRunner(jobs, self)
        self._looks.answered.connect(self._on_looked)
        self._looks.failed.connect(self._on_refused)
        self._looks.busy_changed.connect(self._on_busy)
        self._proposals = DraftRunner(jobs, self)
        self._proposals.answered.connect(self._on_proposal)
        self._proposals.failed.connect(self._on_refused)
        controller.plan_changed.connect(self._on_plan)
        controller.data_opened.connect(self._on_data)
        controller.data_closed.connect(self._on_closed)
        self.view = _nothing()
        self.refresh()

    @property
    def job(self) -> MicroaggregateJob | None:
        """The tab's job where it groups records."""
        job = job_in(self._controller.plan, self._controller.policy)
        return job if isinstance(job, MicroaggregateJob) else None

    @property
    def asked_plan(self) -> Plan | None:
        """The plan with what is being moved; None while nothing is."""
        if self.job is None or self._draft is None:
            return None
        return with_job(self._controller.plan, self.job.model_copy(update={"params": self._draft}))

    def refresh(self) -> None:
        """Look at the plan and the data anew; whatever was being moved is forgotten."""
        self._draft = self._asked = self._draft_answer = None
        self._waiting = False
        self._looks.drop()
        job, opened = self.job, self._controller.opened
        if job is None or opened is None:
            self.stop()
            self._proposals.drop()
            self._tell(())
            self.show()
            return
        question_in_force = work.counts_key(opened, job.params), job.params
        if self._running_for != question_in_force:
            self.stop()
        known = self._answers.get(question_in_force)
        if known is not None:
            self._answer = known
            self._tell(known.result.notes)
        else:
            self._look(job)
        self.show()

    # what the officer does ---------------------------------------------------------------------------

    def try_k(self, k: int) -> None:
        """Draft another k."""
        job = self.job
        if job is None or self._controller.opened is None:
            return
        self.stop()
        self._draft, self._draft_label = changes.to_k(job.params, k, self._words)
        if not self._looks.busy:  # else asked for when that is done, so that turning steadily never starves
            self._ask_draft()
        self.show()

    def settle(self) -> None:
        """What was moved is meant: one step of the history."""
        draft, label, job = self._draft, self._draft_label, self.job
        if draft is None or job is None:
            return
        if draft == job.params:
            self.refresh()
        else:
            self._put(draft, label)

    def set_blocks(self, blocks: question.Blocks) -> None:
        """Other blocks, as one step."""
        self.settle()
        job, opened = self.job, self._controller.opened
        if job is None or opened is None or blocks == question.blocks_in_force(job.params, opened.data):
            return
        self._put(*changes.to_blocks(job.params, blocks, self._words))

    def set_other(self, key: str, value: object) -> None:
        """Another `method`, `strata`, `standardise` or `missing`, as one step."""
        self.settle()
        job = self.job
        if job is not None and getattr(job.params, key) != value:
            self._put(*changes.to_other(job.params, key, value, self._words))

    def propose(self) -> None:
        """Ask ANOPI for k and take it: the greatest of those of the blocks, as one step."""
        self.settle()
        job, opened = self.job, self._controller.opened
        if job is None or opened is None:
            return
        told = self._anopi()
        points = (told.params.user_points, told.params.intruder_points) if told is not None else (None, None)
        alpha = told.params.alpha if told is not None else _ALPHA
        own = alpha != _ALPHA or any(points)
        counts = self._counts(work.counts_key(opened, job.params))
        self._proposals.request(work.propose(opened, job, counts, alpha, points, own))

    @Slot()
    def group(self) -> None:
        """Form the groups, however long it takes: a job that is shown and can be stopped."""
        self.settle()
        job, opened = self.job, self._controller.opened
        if job is None or opened is None or self.view.running:
            return
        key = work.counts_key(opened, job.params)
        title = self._words.say(N_("Microaggregation"))
        running = self._jobs.start(title, work.group(opened, job, key, self._counts(key)))
        running.succeeded.connect(self._on_grouped)
        running.failed.connect(self._on_refused)
        running.finished.connect(self._on_finished)
        self._running, self._running_for = running, (key, job.params)
        self.show()

    @Slot()
    def stop(self) -> None:
        """Stop forming groups; the answer before stays."""
        if self._running is not None:
            self._running.cancel()

    # inside ------------------------------------------------------------------------------------------

    def _anopi(self) -> AnopiJob | None:
        """What ANOPI was last told, in the plan or before it."""
        project = self._controller.seen_project
        plans = (self._controller.plan, *(s.plan for s in reversed(project.history[: project.position])))
        return next((job for job in map(anopi_job, plans) if job is not None), None)

    def _put(self, params: MicroaggregateParams, label: str) -> None:
        assert self.job is not None
        job = self.job.model_copy(update={"params": params})
        self._controller.change_plan(label, with_job(self._controller.plan, job))

    def _ask_draft(self) -> None:
        job, draft = self.job, self._draft
        if job is not None and draft is not None:
            self._asked = draft
            self._look(job.model_copy(update={"params": draft}))

    def _look(self, job: MicroaggregateJob) -> None:
        opened = self._controller.opened
        assert opened is not None
        key = work.counts_key(opened, job.params)
        self._looks.request(work.look(opened, job, key, self._counts(key)))

    def _counts(self, key: str) -> MicroaggregateCounts | None:
        looked = self._looked.get(key)
        return looked.counts if looked is not None else None

    def _keep(self, answer: work.GroupingAnswer) -> None:
        keep(self._answers, (answer.key, answer.job.params), answer, _KEPT)

    def _in_force(self, answer: work.GroupingAnswer) -> bool:
        job, opened = self.job, self._controller.opened
        if job is None or opened is None or answer.job.params != job.params:
            return False
        return answer.key == work.counts_key(opened, job.params)

    def _tell(self, problems: tuple[Problem, ...]) -> None:
        self._problems = problems
        self._controller.tell_problems(SOURCE, problems)

    def show(self) -> None:
        """Tell how things stand."""
        self.view = self._view()
        self.changed.emit(self.view)

    def _view(self) -> GroupingView:
        job, opened = self.job, self._controller.opened
        if job is None or opened is None:
            return _nothing()
        params, data, answer = self._draft or job.params, opened.data, self._answer
        blocks = question.blocks_in_force(params, data)
        looked, proposal = self._looked.get(work.counts_key(opened, params)), self._proposal
        if proposal is not None and question.blocks_in_force(proposal.job.params, data) != blocks:
            proposal = None
        return GroupingView(
            params=params,
            blocks=blocks,
            left_out=question.left_out(params, data),
            may_divide=question.may_divide(params, data),
            strata=question.strata_in_force(params),
            levels={variable.name: variable.level for variable in data.variables},
            key_variables=frozenset(variable.name for variable in data.with_role("key")),
            records=data.records,
            may_be_optimal=question.may_be_optimal(blocks, data),
            lacking=looked is not None and looked.lacking,
            proposal=proposal,
            answer=answer,
            draft=self._draft_answer,
            drafting=self._draft is not None,
            stale=answer is None or not self._in_force(answer),
            waiting=self._waiting,
            running=self._running is not None and not self._running.stopping,
            problems=self._problems,
        )

    @Slot(object)
    def _on_looked(self, looked: work.Looked) -> None:
        keep(self._looked, looked.key, looked, _KEPT)
        answer = looked.answer
        if answer is not None:
            self._keep(answer)
        if self._asked is not None and looked.job.params == self._asked:
            self._draft_answer = answer
            self._problems = looked.notes
        else:
            self._answer = answer or self._answer
            self._tell(looked.notes)
        self._waiting = answer is None
        self.show()

    @Slot(object)
    def _on_grouped(self, answer: work.GroupingAnswer) -> None:
        self._keep(answer)
        if self._in_force(answer):
            self._answer, self._waiting = answer, False
            self._tell(answer.result.notes)

    @Slot()
    def _on_finished(self) -> None:
        if self.sender() is self._running:
            self._running = None
            self.show()

    @Slot(object)
    def _on_proposal(self, proposal: work.Proposal) -> None:
        job = self.job
        if job is None or proposal.job.params != job.params:
            return
        self._proposal = proposal
        k = proposal.found.k
        if k is not None and k != job.params.k:
            self._put(*changes.to_k(job.params, k, self._words, by_anopi=True))
        else:
            self.show()

    @Slot(object)
    def _on_refused(self, problems: tuple[Problem, ...]) -> None:
        job = self.job
        if job is None:
            return
        told = problems_of(job, self._controller.plan, problems)
        self._draft_answer, self._waiting = None, False
        if self._draft is not None:
            self._problems = told
        else:
            self._tell(told)
        self.show()

    @Slot(object)
    def _on_busy(self, busy: bool) -> None:
        if not busy and self._asked != self._draft:
            self._ask_draft()

    @Slot(object)
    def _on_plan(self, plan: Plan) -> None:
        self.refresh()

    @Slot(object)
    def _on_data(self, opened: object) -> None:
        self._on_closed()

    @Slot()
    def _on_closed(self) -> None:
        self._answer = self._proposal = None
        self._looked.clear()
        self._answers.clear()
        self.refresh()


def _nothing() -> GroupingView:
    """Where no records are grouped."""
    return GroupingView(MicroaggregateParams(k=1))
