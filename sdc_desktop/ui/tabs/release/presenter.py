"""A simulation of the release queue: from the plan to a `View`, without widgets. It must be requested."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from sdc_desktop.engine.spec import NEVER_RELEASED
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.questions.presenter import QuestionPresenter
from sdc_desktop.ui.questions.question import Question, QuestionView, Work, data_key
from sdc_desktop.ui.tabs.release.tab_job import (
    ReleaseJob,
    Stage,
    View,
    answer,
    chosen,
    first_params,
    job_of,
    tab_job,
)
from sdc_desktop.words import N_, Words

if TYPE_CHECKING:
    from sdc_desktop.ui.tabs.release.tab_job import Answer


class ReleasePresenter(QuestionPresenter["Answer", View, ReleaseJob]):
    """Answers the release job; until both variables are chosen it is kept outside the plan."""

    source = "release queue"
    most_kept = 6

    def __init__(
        self, controller: ProjectController, jobs: JobManager, words: Words, parent: QObject | None = None
    ) -> None:
        super().__init__(controller, jobs, words, parent)
        self._way = "simulate"
        self.refresh()

    @property
    def job(self) -> ReleaseJob:
        """The current release job."""
        plan, policy = self._controller.plan, self._controller.policy
        return self._partial or tab_job(plan) or job_of(first_params(policy), beside=plan.jobs)

    @property
    def is_new(self) -> bool:
        """Whether nothing was chosen yet."""
        return self._partial is None and tab_job(self._controller.plan) is None

    def data_key(self, job: ReleaseJob) -> str | None:
        opened = self._controller.opened
        return None if opened is None or self._stage() is not Stage.READY else data_key(opened, job.seed)

    def work(self, question: Question[ReleaseJob], *, requested: bool) -> Work[Answer] | None:
        opened, job = self._controller.opened, question.job
        if opened is None or not requested:
            return None
        run = answer(opened, self._controller.base, job.params, job.seed)
        return Work(self._words.say(N_("Release queue")), run)

    def fields_with(self, job: ReleaseJob, fields: Mapping[str, object]) -> Mapping[str, object]:
        """Another attribute or target takes what was specified of its values along."""
        given = dict(fields)
        if fields.get("attribute", job.params.attribute) != job.params.attribute:
            given["baseline"] = "data"
        if fields.get("target", job.params.target) != job.params.target:
            given["rates"] = {}
        return given

    def take(self, job: ReleaseJob, label: str) -> None:
        self.specify(job, label)

    def is_complete(self, job: ReleaseJob) -> bool:
        return chosen(job.params)

    def begin(self) -> None:
        """Another project is open: it begins with the simulation."""
        self._way = "simulate"

    def choose_way(self, way: str) -> None:
        """Simulate, or release live: no step, because the job stays the same."""
        self._controller.settle()
        self._way = way
        self.show()

    def view_of(self, shown: QuestionView[Answer]) -> View:
        opened = self._controller.opened
        variables = () if opened is None else opened.data.variables
        names = tuple(v.name for v in variables if v.role not in NEVER_RELEASED)
        params = self.job.params
        return View(**vars(shown), stage=self._stage(), way=self._way, params=params, variables=names)

    # inside ------------------------------------------------------------------------------------------

    def _stage(self) -> Stage:
        params = self.job.params
        if self._controller.opened is None:
            return Stage.READING if self._controller.reading else Stage.NO_DATA
        if not chosen(params):
            return Stage.NO_VARIABLES
        listed = params.stream == "listed" and not params.assess_only
        return Stage.NO_FILE if listed and params.requests_file is None else Stage.READY
