"""The cells of tables, judged beside the window before the tables are protected."""

from collections.abc import Collection

from PySide6.QtCore import QObject, Signal, Slot

from sdc_desktop.engine.problems import Problem
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.questions.question import keep
from sdc_desktop.ui.tabs.tables import work
from sdc_desktop.ui.tabs.tables.tab_job import TabJob, bare
from sdc_desktop.ui.tabs.tables.work import Answer

_KEPT = 12
_Key = tuple[str, str]  # of the data, and of the table with its rules


class Judging(QObject):
    """Judges the newest table requested; `last` is shown until that is done."""

    judged = Signal(object)  # Answer
    failed = Signal(object)  # tuple[Problem, ...]

    def __init__(
        self, controller: ProjectController, jobs: JobManager, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.last: Answer | None = None
        self._known: dict[_Key, Answer] = {}
        self._pending: _Key | None = None
        self._controller, self._jobs = controller, jobs
        self._drafts = DraftRunner(jobs, self)
        self._drafts.answered.connect(self._on_judged)
        self._drafts.failed.connect(self._on_failed)

    def known(self, job: TabJob) -> Answer | None:
        """The table of a job if it has been judged; while another is being judged, the one before."""
        found = self.found(job)
        return self.last if found is None and self._pending is not None else found

    def found(self, job: TabJob) -> Answer | None:
        """The judged table of a job with exactly these settings; None where there is none."""
        return self._known.get(self._key(job))

    def judge(self, job: TabJob, answers: Collection[Answer]) -> None:
        """Judge the table of a job, unless the result exists; `answers` are others whose counts may serve."""
        key = self._key(job)
        if key in self._known:
            self._drafts.drop()
            self._pending = None
            self.last = self._known[key]
        elif key != self._pending:
            self._pending = key
            opened, base = self._controller.opened, self._controller.base
            self._drafts.request(work.judge(opened, base, job, self.counted(job, answers)))

    def counted(self, job: TabJob, answers: Collection[Answer]) -> Answer | None:
        """A result, of these or of what was judged, with the counts that a job needs."""
        wanted = self._key_of_data(job), self._count_key(job)
        known = (*self._known.values(), *answers)
        return next((own for own in known if (own.key, own.count_key) == wanted), None)

    def forget(self) -> None:
        """The data are closed."""
        self._drafts.drop()
        self.last = self._pending = None
        self._known.clear()

    def _key(self, job: TabJob) -> _Key:
        return self._key_of_data(job), bare(work.table_params(job)) + self._count_key(job)

    def _key_of_data(self, job: TabJob) -> str:
        return work.key_of_data(self._controller.opened, self._controller.base, job)

    def _count_key(self, job: TabJob) -> str:
        return work.count_key(job, self._jobs.secrets.mark(job.name))

    @Slot(object)
    def _on_judged(self, answer: Answer) -> None:
        keep(self._known, (answer.key, bare(answer.table_params) + answer.count_key), answer, _KEPT)
        self.last, self._pending = answer, None
        self.judged.emit(answer)

    @Slot(object)
    def _on_failed(self, problems: tuple[Problem, ...]) -> None:
        self.last = self._pending = None
        self.failed.emit(problems)
