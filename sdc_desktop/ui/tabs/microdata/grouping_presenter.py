"""A microaggregation in the tab: from the plan to a `GroupingView`, without widgets.

Where grouping is quick it follows every change; where it takes a while it must be requested, and only what
can be foreseen follows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Slot

from sdc_desktop.engine.plan import MicroaggregateJob
from sdc_desktop.engine.problems import Problem
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project_controller import ProjectController
from sdc_desktop.ui.questions.presenter import QuestionPresenter
from sdc_desktop.ui.questions.question import Question, QuestionView, Work, keep
from sdc_desktop.ui.tabs.microdata import grouping_question as question
from sdc_desktop.ui.tabs.microdata import grouping_work as work
from sdc_desktop.ui.tabs.microdata.grouping_view import GroupingView
from sdc_desktop.ui.tabs.microdata.tab_job import anopi_job, job_in
from sdc_desktop.words import N_, Words
from sdc_desktop.words.grouping_question import CHANGES, k_label

if TYPE_CHECKING:
    from sdc_desktop.ui.tabs.microdata.grouping_work import GroupingAnswer, Looked, Proposal

_ALPHA = 0.5  # where ANOPI was never given another


class GroupingPresenter(QuestionPresenter["GroupingAnswer", GroupingView, MicroaggregateJob]):
    """Answers a microaggregation in two steps: what can be foreseen at once, and the groups."""

    source = "grouping"

    def __init__(
        self, controller: ProjectController, jobs: JobManager, words: Words, parent: QObject | None = None
    ) -> None:
        super().__init__(controller, jobs, words, parent)
        self._looked: dict[str, Looked] = {}  # the last of each key of counts
        self._proposal: Proposal | None = None
        self._proposals = DraftRunner(jobs, self)
        self._proposals.answered.connect(self._on_proposal)
        self._proposals.failed.connect(self._on_no_proposal)
        self.refresh()

    @property
    def job(self) -> MicroaggregateJob | None:
        job = job_in(self._controller.plan, self._controller.policy)
        return job if isinstance(job, MicroaggregateJob) else None

    def data_key(self, job: MicroaggregateJob) -> str | None:
        opened = self._controller.opened
        return None if opened is None else work.counts_key(opened, job.params)

    def work(self, question: Question[MicroaggregateJob], *, requested: bool) -> Work[Any] | None:
        opened, job = self._controller.opened, question.job
        assert opened is not None
        key = work.counts_key(opened, job.params)
        looked = self._looked.get(key)
        counts = None if looked is None else looked.counts
        title = self._words.say(N_("Microaggregation"))
        if requested:
            return Work(title, work.group(opened, job, counts))
        if looked is not None and looked.job.params == job.params:
            return None
        return Work(title, work.look(opened, job, key, counts), quiet=True)

    def answer_of(self, question: Question[MicroaggregateJob], found: Any) -> GroupingAnswer | None:
        if not isinstance(found, work.Looked):
            return super().answer_of(question, found)
        keep(self._looked, found.key, found, self.most_kept)
        return found.answer

    def notes_of(self, found: Any) -> tuple[Problem, ...]:
        return found.notes if isinstance(found, work.Looked) else super().notes_of(found)

    def label_of(self, job: MicroaggregateJob, fields: Mapping[str, object]) -> str:
        return self._words.say(CHANGES[next(iter(fields))])

    def view_of(self, shown: QuestionView[GroupingAnswer]) -> GroupingView:
        job, opened = self.job, self._controller.opened
        if job is None or opened is None:
            return GroupingView()
        data, params = opened.data, (job if self._draft is None else self._draft.job).params
        blocks = question.blocks_in_force(params, data)
        looked, proposal = self._looked.get(work.counts_key(opened, params)), self._proposal
        if proposal is not None and question.blocks_in_force(proposal.job.params, data) != blocks:
            proposal = None
        return GroupingView(
            **vars(shown),
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
            slow=looked is not None and work.seconds(params, looked.counts) >= work.QUICK_SECONDS,
        )

    def forget(self) -> None:
        self._last = self._proposal = None
        self._proposals.drop()

    # what the officer does ---------------------------------------------------------------------------

    def try_k(self, k: int) -> None:
        """Draft another k."""
        if self.job is not None:
            self.try_out(self._with_k(self.job, k), k_label(k, self._words, by_anopi=False))

    def set_blocks(self, blocks: question.Blocks) -> None:
        """Other blocks, as one step. The optimal method is dropped where it cannot stay: it requires one
        variable per block.
        """
        self.settle()
        job, opened = self.job, self._controller.opened
        if job is None or opened is None or blocks == question.blocks_in_force(job.params, opened.data):
            return
        method = "mdav" if any(len(block) > 1 for block in blocks) else job.params.method
        self.change({"blocks": blocks, "variables": None, "method": method})

    def set_other(self, key: str, value: object) -> None:
        """Another `method`, `strata`, `standardise` or `missing`, as one step."""
        self.settle()
        self.change({key: value})

    def propose(self) -> None:
        """Let ANOPI propose k and take it: the greatest of those of the blocks, as one step."""
        self.settle()
        job, opened = self.job, self._controller.opened
        if job is None or opened is None:
            return
        anopi = next((job for job in map(anopi_job, self.plans) if job is not None), None)
        alpha = anopi.params.alpha if anopi is not None else _ALPHA
        points = (anopi.params.user_points, anopi.params.intruder_points) if anopi else (None, None)
        own = alpha != _ALPHA or any(points)
        looked = self._looked.get(work.counts_key(opened, job.params))
        counts = None if looked is None else looked.counts
        self._proposals.request(work.propose(opened, job, counts, alpha, points, own))

    # inside ------------------------------------------------------------------------------------------

    def _with_k(self, job: MicroaggregateJob, k: int) -> MicroaggregateJob:
        return job.model_copy(update={"params": job.params.model_copy(update={"k": k})})

    @Slot()
    def _on_closed(self) -> None:
        self._looked.clear()
        super()._on_closed()

    @Slot(object)
    def _on_proposal(self, proposal: Proposal) -> None:
        job = self.job
        if job is None or proposal.job.params != job.params:
            return
        self._proposal = proposal
        k = proposal.found.k
        if k is not None and k != job.params.k:
            self.put(self._with_k(job, k), k_label(k, self._words, by_anopi=True))
        else:
            self.show()

    @Slot(object)
    def _on_no_proposal(self, problems: tuple[Problem, ...]) -> None:
        if self.job is not None:
            self.refuse(self.placed(self.job, problems))
