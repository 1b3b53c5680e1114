"""The cells of a table judged by its rules, at once whenever they change, from counts that are kept."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from sdc_desktop.engine.problems import Problem
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.questions.question import keep
from sdc_desktop.ui.tabs.tables import work
from sdc_desktop.ui.tabs.tables.tab_job import TabJob, bare

if TYPE_CHECKING:
    from sdc_desktop.engine.data.reading import Opened

_KEPT = 12  # tables judged
_Key = tuple[str, str]  # of the data, and of the table with its rules


class Judging(QObject):
    """Judges the newest table requested; `last` is shown until that is done."""

    judged = Signal(object)  # work.Answer
    failed = Signal(object)  # tuple[Problem, ...]

    def __init__(self, jobs: JobManager, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.last: work.Answer | None = None
        self._known: dict[_Key, work.Answer] = {}
        self._pending: _Key | None = None
        self._jobs = jobs
        self._drafts = DraftRunner(jobs, self)
        self._drafts.answered.connect(self._on_judged)
        self._drafts.failed.connect(self._on_failed)

    def known(self, job: TabJob, opened: Opened | None, base: Path) -> work.Answer | None:
        """The table of a job if it has been judged; while another is being judged, the one before."""
        found = self._known.get(self._question(job, opened, base))
        return self.last if found is None and self._pending is not None else found

    def judge(self, job: TabJob, opened: Opened | None, base: Path, answers: Collection[work.Answer]) -> None:
        """Judge the table of a job, unless the result exists; `answers` are others whose counts may serve."""
        question = self._question(job, opened, base)
        if question in self._known:
            self._drafts.drop()
            self._pending = None
            self.last = self._known[question]
        elif question != self._pending:
            self._pending = question
            self._drafts.request(work.judge(opened, base, job, self.counted(question[0], job, answers)))

    def counted(self, key: str, job: TabJob, answers: Collection[work.Answer]) -> work.Answer | None:
        """A result, of these or of what was judged, with the counts that a job needs of the data `key`."""
        wanted = work.count_key(job, self._jobs.secrets.mark(job.name))
        known = (*self._known.values(), *answers)
        return next((own for own in known if own.key == key and own.count_key == wanted), None)

    def forget(self) -> None:
        """The data are closed."""
        self.last = None
        self._known.clear()

    def _question(self, job: TabJob, opened: Opened | None, base: Path) -> _Key:
        counts = work.count_key(job, self._jobs.secrets.mark(job.name))
        return work.key_of_data(opened, base, job), bare(work.table_params(job)) + counts

    @Slot(object)
    def _on_judged(self, answer: work.Answer) -> None:
        question = answer.key, bare(answer.table_params) + answer.count_key
        keep(self._known, question, answer, _KEPT)
        self.last, self._pending = answer, None
        self.judged.emit(answer)

    @Slot(object)
    def _on_failed(self, problems: tuple[Problem, ...]) -> None:
        self.last = self._pending = None
        self.failed.emit(problems)
