"""The methods that change values: from the plan to an `MaskingView`, without widgets.

The result follows every change: quietly for a small file, for a large one as a job that can be stopped.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.methods.risk.risk import RISK, RiskParams
from sdc_desktop.engine.plan import Job, as_in_plan, params_of
from sdc_desktop.engine.policy.policy import rules_of
from sdc_desktop.engine.policy.remedy import begun
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.forms.choices import Choices, choices_of, counting_choices, needs_ranges
from sdc_desktop.ui.questions.judging import audited_now, verdict_on
from sdc_desktop.ui.questions.presenter import QuestionPresenter
from sdc_desktop.ui.questions.question import Question, QuestionView, Work, data_key
from sdc_desktop.ui.tabs.microdata.masking import work
from sdc_desktop.ui.tabs.microdata.tab_job import MaskingJob, job_in, masks
from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.words.program.persons import COUNTS_RECORDS, K_OF_PERSONS

if TYPE_CHECKING:  # numpy and duckdb are needed only when a file is open
    from sdc_desktop.engine.verdict import Verdict
    from sdc_desktop.ui.tabs.microdata.masking.work import MaskingAnswer


@dataclass(frozen=True)
class MaskingView(QuestionView["MaskingAnswer"]):
    """A method that changes values, and what its form offers."""

    job: Job | None = None  # None where none of these methods is chosen
    choices: Choices = field(default_factory=Choices)
    note: str = ""  # what its settings count


class MaskingPresenter(QuestionPresenter["MaskingAnswer", MaskingView, MaskingJob]):
    """The state of the current method; finds the ranges of values for top coding."""

    source = "other methods"

    def __init__(self, tools: Tools) -> None:
        super().__init__(tools.controller, tools.jobs, tools.words)
        self._ranges: Mapping[str, tuple[float, float]] | None = None  # None: not found yet
        self._lookings = DraftRunner(tools.jobs, self)
        self._lookings.answered.connect(self._on_ranges)
        tools.controller.persons.changed.connect(self.show)
        tools.controller.steps.moved.connect(self._on_other_step)
        self.refresh()

    @property
    def job(self) -> MaskingJob | None:
        job = job_in(self._controller.plan, self._controller.policy, self._controller.steps.in_view)
        return job if masks(job) else None

    def data_key(self, job: MaskingJob) -> str | None:
        opened = self._controller.steps.opened
        return None if opened is None else data_key(opened, self._risk_params.model_dump_json())

    def work(self, question: Question[MaskingJob], *, requested: bool) -> Work[MaskingAnswer]:
        file, opened, job = self._controller.file_opened, self._controller.steps.opened, question.job
        assert file is not None
        assert opened is not None
        plan, own, key = audited_now(self._controller, file, job)
        base, rules = self._controller.base, rules_of(self._controller.policy)
        answered = work.answered(file, opened, base, plan, own, self._risk_params, rules, key)
        quiet = opened.data.records <= work.QUICK_RECORDS
        return Work(self._words.say(method_of(job.kind).title), answered, quiet=quiet)

    def judged(self, job: MaskingJob, answer: MaskingAnswer) -> Verdict | None:
        return verdict_on(self._controller, job, answer.result, audited=(answer.key, answer.audit))

    def refresh(self) -> None:
        job, opened = self.job, self._controller.steps.opened
        ranged = job is not None and needs_ranges(job.params) and self._ranges is None
        if opened is not None and ranged and not self._lookings.busy:
            self._lookings.request(work.ranges_of(opened))
        super().refresh()

    def view_of(self, shown: QuestionView[MaskingAnswer]) -> MaskingView:
        job, opened = self.job, self._controller.steps.opened
        if job is None or opened is None:
            return MaskingView()
        secret = self._jobs.secrets.of_job(job.name)
        facts = None if secret is None else secret.facts
        choices, note = choices_of(job.params, opened.data, self._ranges or {}, facts), ""
        if self._controller.persons.found.repeat:
            barred = counting_choices(method_of(job.kind), job.params, self._words.say(COUNTS_RECORDS))
            choices = replace(choices, barred=barred, persons=True)
            note = self._words.say(K_OF_PERSONS) if "k" in job.params.settings else ""
        return MaskingView(**vars(shown), job=job, choices=choices, note=note)

    def forget(self) -> None:
        self._last = self._ranges = None
        self._lookings.drop()

    @property
    def _risk_params(self) -> RiskParams:
        """How risk is measured: as in the plan's first job of that kind."""
        plan = self._controller.plan
        found = (params_of(job, RISK) for job in plan.jobs)
        return next(filter(None, found), None) or as_in_plan(
            begun(RiskParams(), self._controller.policy), plan
        )

    @Slot(object)
    def _on_ranges(self, ranges: Mapping[str, tuple[float, float]]) -> None:
        self._ranges = ranges
        self.show()
