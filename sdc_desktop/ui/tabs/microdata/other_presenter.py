"""The logic of the methods that change values, without a single widget: from the plan to an `OtherView`.

The answer follows every change of a small file; of a large one the officer asks for it, and it runs as a job
with progress that can be stopped. Until there is a new answer the last one of the same method stays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from pydantic import ValidationError
from PySide6.QtCore import QObject, Signal, Slot

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.microdata.risk_spec import RiskParams
from sdc_desktop.engine.plan import Job, Plan, RiskJob
from sdc_desktop.engine.policy_remedy import begun
from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.spec import spec_problems
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.forms.editors.choices import choices_of, needs_ranges
from sdc_desktop.ui.jobs import Job as Running
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project_controller import ProjectController
from sdc_desktop.ui.tabs.kept import keep
from sdc_desktop.ui.tabs.microdata import other_work as work
from sdc_desktop.ui.tabs.microdata.other_view import OtherView
from sdc_desktop.ui.tabs.microdata.tab_job import OTHERS, job_in, problems_of, with_job
from sdc_desktop.words import Words
from sdc_desktop.words.setting_words import change_label

if TYPE_CHECKING:
    from sdc_desktop.engine.data.opened import Opened

_KEPT = 4  # answers that are kept, for undo and redo
SOURCE = "other methods"  # whose problems these are


class OtherPresenter(QObject):
    """Listens to the project, takes what the officer changes, and tells what to show."""

    changed = Signal(object)  # OtherView

    def __init__(
        self, controller: ProjectController, jobs: JobManager, words: Words, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._jobs = jobs
        self._words = words
        self._answers: dict[str, work.OtherAnswer] = {}
        self._answer: work.OtherAnswer | None = None
        self._asked: str | None = None  # the key of what the runner was asked last
        self._running: Running | None = None
        self._problems: tuple[Problem, ...] = ()
        self._runner = DraftRunner(jobs, self)
        self._runner.answered.connect(self._on_answer)
        self._runner.failed.connect(self._on_refused)
        self._runner.busy_changed.connect(self._on_busy)
        self._ranges: Mapping[str, tuple[float, float]] | None = None  # None: not asked for yet
        self._lookings = DraftRunner(jobs, self)
        self._lookings.answered.connect(self._on_ranges)
        controller.plan_changed.connect(self._on_plan)
        controller.data_opened.connect(self._on_data)
        controller.data_closed.connect(self._on_closed)
        self.view = OtherView()
        self.refresh()

    @property
    def job(self) -> Job | None:
        """The tab's job where it is one of these methods."""
        job = job_in(self._controller.plan, self._controller.policy)
        return job if job.kind in OTHERS else None

    @property
    def _risk_params(self) -> RiskParams:
        """How risk is measured: as the plan's first job of that kind says."""
        found = (job for job in self._controller.plan.jobs if isinstance(job, RiskJob))
        told = next((job.params for job in found), None)
        return told or begun(RiskParams(), self._controller.policy)

    def refresh(self) -> None:
        """Look at the plan and the data anew."""
        job, opened = self.job, self._controller.opened
        if job is None or opened is None:
            self._stop_all()
            self._tell(())
            self.show()
            return
        if needs_ranges(job.params) and self._ranges is None and not self._lookings.busy:
            self._lookings.request(work.ranges_of(opened))
        key = self._key(opened, job)
        if self._asked != key:
            self._stop_all()
        known = self._answers.get(key)
        if known is not None:
            self._answer = known
            self._tell(known.result.notes)
        elif opened.data.records <= work.QUICK_RECORDS and self._asked != key:
            self._asked = key
            self._runner.request(self._work(opened, job))
        self.show()

    # what the officer does ---------------------------------------------------------------------------

    @Slot(object)
    def change(self, fields: Mapping[str, object]) -> None:
        """Other values of some keys, as one step; `secret` is the job's own."""
        job = self.job
        if job is None or not fields:
            self.show()  # what was ticked away is ticked again
            return
        told = dict(fields)
        if "secret" in told:
            self._controller.set_secret(job.name, str(told["secret"]))
            return
        try:
            params = type(job.params).model_validate(job.params.model_dump() | told)
        except ValidationError as failure:
            self._tell(spec_problems(failure, told, "params"))
            self.show()
            return
        changed = job.model_copy(update={"params": params})
        if changed == job:
            self.show()
            return
        label = change_label(method_of(job.kind), next(iter(fields)), self._words)
        self._controller.change_plan(label, with_job(self._controller.plan, changed))

    @Slot()
    def run(self) -> None:
        """Change the values of a large file: a job that is shown and can be stopped."""
        job, opened = self.job, self._controller.opened
        if job is None or opened is None or self._running is not None:
            return
        self._asked = self._key(opened, job)
        running = self._jobs.start(self._words.say(method_of(job.kind).title), self._work(opened, job))
        running.succeeded.connect(self._on_answer)
        running.failed.connect(self._on_refused)
        running.finished.connect(self._on_finished)
        self._running = running
        self.show()

    @Slot()
    def stop(self) -> None:
        """Stop; the answer before stays."""
        if self._running is not None:
            self._running.cancel()

    # inside ------------------------------------------------------------------------------------------

    def _work(self, opened: Opened, job: Job) -> Callable[[JobContext], work.OtherAnswer]:
        return work.answered(opened, self._controller.base, job, self._key(opened, job), self._risk_params)

    def _key(self, opened: Opened, job: Job) -> str:
        asked = self._risk_params.model_dump_json()
        return "\n".join(
            (
                work.data_key(opened),
                job.kind,
                job.params.model_dump_json(),
                self._jobs.secrets.mark(job.name),
                asked,
            )
        )

    def _stop_all(self) -> None:
        self._asked = None
        self._runner.drop()
        self.stop()

    def _in_force(self, answer: work.OtherAnswer) -> bool:
        job, opened = self.job, self._controller.opened
        return job is not None and opened is not None and answer.key == self._key(opened, job)

    def _tell(self, problems: tuple[Problem, ...]) -> None:
        self._problems = problems
        self._controller.tell_problems(SOURCE, problems)

    def show(self) -> None:
        """Tell how things stand."""
        self.view = self._view()
        self.changed.emit(self.view)

    def _view(self) -> OtherView:
        job, opened, answer = self.job, self._controller.opened, self._answer
        if job is None or opened is None:
            return OtherView()
        if answer is not None and answer.job.kind != job.kind:
            answer = None
        stale = answer is None or not self._in_force(answer)
        secret = self._jobs.secrets.of_job(job.name)
        running = self._running is not None and not self._running.stopping
        wanted = stale and opened.data.records > work.QUICK_RECORDS and not running
        return OtherView(
            job=job,
            choices=choices_of(
                job.params, opened.data, self._ranges or {}, None if secret is None else secret.facts
            ),
            answer=answer,
            stale=stale,
            waiting=wanted and not any(problem.severity == "error" for problem in self._problems),
            long_running=running,
            running=running or (self._runner.busy and self._asked is not None),
            problems=self._problems,
        )

    @Slot(object)
    def _on_answer(self, answer: work.OtherAnswer) -> None:
        keep(self._answers, answer.key, answer, _KEPT)
        if self._in_force(answer):
            self._answer = answer
            self._tell(answer.result.notes)
            self.show()

    @Slot(object)
    def _on_refused(self, problems: tuple[Problem, ...]) -> None:
        job = self.job
        if job is None:
            return
        self._tell(problems_of(job, self._controller.plan, problems))
        self.show()

    @Slot()
    def _on_finished(self) -> None:
        if self.sender() is self._running:
            self._running = None
            self.show()

    @Slot(object)
    def _on_busy(self, busy: bool) -> None:
        self.show()

    @Slot(object)
    def _on_ranges(self, ranges: Mapping[str, tuple[float, float]]) -> None:
        self._ranges = ranges
        self.show()

    @Slot(object)
    def _on_plan(self, plan: Plan) -> None:
        self.refresh()

    @Slot(object)
    def _on_data(self, opened: object) -> None:
        self._on_closed()

    @Slot()
    def _on_closed(self) -> None:
        self._answer = self._ranges = None
        self._answers.clear()
        self._lookings.drop()
        self._asked = None
        self.refresh()
