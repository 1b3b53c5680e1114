"""A microaggregation in the tab: from the plan to a `GroupingView`, without widgets.

The groups follow every change: quietly where that is quick, else as a job that can be stopped. What can be
foreseen follows at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Slot

from sdc_desktop.engine.methods.grouping.microaggregate import MICROAGGREGATE, MicroaggregateParams
from sdc_desktop.engine.plan import is_job_of
from sdc_desktop.engine.problems import Problem
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.forms.choices import Blocks, Choices
from sdc_desktop.ui.questions.presenter import QuestionPresenter
from sdc_desktop.ui.questions.question import Question, QuestionView, Work, keep
from sdc_desktop.ui.tabs.microdata.grouping import question, work
from sdc_desktop.ui.tabs.microdata.grouping.work import GroupingAnswer, Points, Proposal
from sdc_desktop.ui.tabs.microdata.tab_job import GroupingJob, anopi_job, job_in
from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.words import N_
from sdc_desktop.words.words import whole

if TYPE_CHECKING:
    from sdc_desktop.engine.data.microdata import Microdata
    from sdc_desktop.ui.tabs.microdata.grouping.work import Looked

_NONE = MicroaggregateParams(k=1)  # where no records are grouped
_ALPHA = 0.5  # where ANOPI was never given another


@dataclass(frozen=True)
class GroupingView(QuestionView[GroupingAnswer]):
    """A microaggregation, and what its form offers."""

    params: MicroaggregateParams = _NONE  # the draft's while something is moved
    blocks: Blocks = ()
    choices: Choices = field(default_factory=Choices)
    records: int = 0
    proposal: Proposal | None = None  # of the k, for these blocks
    points: Points = (_ALPHA, (None, None))  # that ANOPI proposes k for

    @property
    def running(self) -> bool:
        """Whether groups are being formed: looking ahead is no part of it."""
        return self.long_running


class GroupingPresenter(QuestionPresenter["GroupingAnswer", GroupingView, GroupingJob]):
    """Answers a microaggregation in two steps: what can be foreseen at once, and the groups."""

    source = "grouping"

    def __init__(self, tools: Tools) -> None:
        super().__init__(tools.controller, tools.jobs, tools.words)
        self._looked: dict[str, Looked] = {}  # the last of each key of counts
        self._proposal: Proposal | None = None
        self._proposals = DraftRunner(tools.jobs, self)
        self._proposals.answered.connect(self._on_proposal)
        self._proposals.failed.connect(self._on_no_proposal)
        tools.controller.steps.moved.connect(self._on_other_step)
        self.refresh()

    @property
    def job(self) -> GroupingJob | None:
        job = job_in(self._controller.plan, self._controller.policy, self._controller.steps.in_view)
        return job if is_job_of(job, MICROAGGREGATE) else None

    def data_key(self, job: GroupingJob) -> str | None:
        opened = self._controller.steps.opened
        return None if opened is None else work.counts_key(opened, job.params)

    def work(self, question: Question[GroupingJob], *, requested: bool) -> Work[Any] | None:
        opened, job = self._controller.steps.opened, question.job
        assert opened is not None
        key = work.counts_key(opened, job.params)
        looked = self._looked.get(key)
        counts = None if looked is None else looked.counts
        title = self._words.say(MICROAGGREGATE.title)
        if requested or (looked is not None and looked.job.params == job.params):
            return Work(title, work.group(opened, job, counts))
        return Work(title, work.look(opened, job, key, counts), quiet=True)

    def counts_of(self, answer: GroupingAnswer) -> Any:
        return answer.counts

    def answer_of(self, question: Question[GroupingJob], found: Any) -> GroupingAnswer | None:
        if not isinstance(found, work.Looked):
            return super().answer_of(question, found)
        keep(self._looked, found.key, found, self.most_kept)
        return found.answer

    def notes_of(self, found: Any) -> tuple[Problem, ...]:
        return found.notes if isinstance(found, work.Looked) else super().notes_of(found)

    def fields_with(self, job: GroupingJob, fields: Mapping[str, object]) -> Mapping[str, object]:
        """Blocks take the place of variables, and the optimal method is dropped where it cannot stay: it
        requires one variable per block.
        """
        if "blocks" not in fields:
            return fields
        blocks: Any = fields["blocks"]
        method = "mdav" if any(len(block) > 1 for block in blocks) else job.params.method
        return {"variables": None, "method": method, **fields}

    def view_of(self, shown: QuestionView[GroupingAnswer]) -> GroupingView:
        job, opened = self.job, self._controller.steps.opened
        if job is None or opened is None:
            return GroupingView()
        data, params = opened.data, (job if self._draft is None else self._draft.job).params
        blocks = question.current_blocks(params, data)
        looked, proposal = self._looked.get(work.counts_key(opened, params)), self._proposal
        if proposal is not None and question.current_blocks(proposal.job.params, data) != blocks:
            proposal = None
        return GroupingView(
            **vars(shown),
            params=params,
            blocks=blocks,
            choices=self._choices(params, blocks, data, lacking=looked is not None and looked.lacking),
            records=data.records,
            proposal=proposal,
            points=self.points,
        )

    def forget(self) -> None:
        self._last = self._proposal = None
        self._proposals.drop()

    # what the officer does ---------------------------------------------------------------------------

    def try_k(self, k: int) -> None:
        """Draft another k."""
        if self.job is not None:
            self.try_out(self._with_k(self.job, k), self.label_of(self.job, {"k": k}))

    @Slot(object)
    def change(self, fields: Mapping[str, object]) -> None:
        self.settle()
        super().change(fields)

    def propose(self) -> None:
        """Let ANOPI propose k and take it: the greatest of those of the blocks, as one step."""
        self.settle()
        job, opened = self.job, self._controller.steps.opened
        if job is None or opened is None:
            return
        points = self.points
        own = points[0] != _ALPHA or any(points[1])
        looked = self._looked.get(work.counts_key(opened, job.params))
        counts = None if looked is None else looked.counts
        self._proposals.request(work.propose(opened, job, counts, points, own))

    @property
    def points(self) -> Points:
        """The alpha and the points that ANOPI was last given, or its own; None: equal ones."""
        anopi = next((job for job in map(anopi_job, self.plans) if job is not None), None)
        if anopi is None:
            return _ALPHA, (None, None)
        return anopi.params.alpha, (anopi.params.user_points, anopi.params.intruder_points)

    # inside ------------------------------------------------------------------------------------------

    def _with_k(self, job: GroupingJob, k: int) -> GroupingJob:
        return job.model_copy(update={"params": job.params.model_copy(update={"k": k})})

    def _choices(
        self, params: MicroaggregateParams, blocks: Blocks, data: Microdata, *, lacking: bool
    ) -> Choices:
        """What the form offers: free variables, k up to all records, the optimal method where it can be
        used, and the rule for missing values where there are any.
        """
        reason = self._words.say(N_("Requires one continuous variable per block."))
        barred = {} if question.may_be_optimal(blocks, data) else {"method": {"optimal_univariate": reason}}
        return Choices(
            offered={
                "blocks": question.left_out(params, data),
                "strata": question.may_divide(params, data),
            },
            chosen={"strata": params.dividing},
            most={"k": max(data.records, 1)},
            barred=barred,
            levels={variable.name: variable.level for variable in data.variables},
            key_variables=frozenset(variable.name for variable in data.with_role("key")),
            hidden=frozenset() if lacking or params.missing != "keep" else frozenset({"missing"}),
        )

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
            label = self._words.say(N_("k from ANOPI: {k}"), k=whole(k))
            self.put(self._with_k(job, k), label)
        else:
            self.show()

    @Slot(object)
    def _on_no_proposal(self, problems: tuple[Problem, ...]) -> None:
        if self.job is not None:
            self.refuse(self.placed(self.job, problems))
