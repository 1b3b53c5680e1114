"""Forming the groups of a decision: a job that is shown and can be stopped, for what is in force only."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal, Slot

from sdc_desktop.ui.jobs import Job, JobManager
from sdc_desktop.ui.tabs.kept import keep
from sdc_desktop.ui.tabs.microdata import work
from sdc_desktop.ui.tabs.microdata.grouping_work import QUICK_SECONDS, block_seconds
from sdc_desktop.ui.tabs.microdata.tab_job import TabJob
from sdc_desktop.words import N_, Words

_KEPT = 4  # answers that are kept, for undo and redo


class Settling(QObject):
    """Settles one decision at a time and keeps the last few. A newer one stops the one before."""

    done = Signal(object)  # Answer
    failed = Signal(object)  # tuple[Problem, ...]
    changed = Signal()  # running or not

    def __init__(self, jobs: JobManager, words: Words, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._words = words
        self._kept: dict[str, work.Answer] = {}
        self._decided: work.Answer | None = None  # what is being settled, or was to be
        self._job: Job | None = None

    @property
    def decided(self) -> work.Answer | None:
        """The decision whose groups are being formed, or still to be formed since that was stopped."""
        return self._decided

    @property
    def running(self) -> bool:
        """Whether groups are being formed."""
        return self._job is not None

    def known(self, key: str, job: TabJob) -> work.Answer | None:
        """The settled answer of a question, if it was met lately: by its counts' key and its params."""
        found = self._kept.get(_name(key, job))
        return None if found is None else replace(found, job=job)

    def begin(self, decided: work.Answer) -> None:
        """Form the groups of a decision."""
        self.forget()
        self._decided = decided
        quick = sum(_seconds(decided)) < QUICK_SECONDS
        self._job = self._jobs.start(
            self._words.say(N_("Microaggregation")), work.settled(decided), quiet=quick
        )
        self._job.succeeded.connect(self._on_succeeded)
        self._job.failed.connect(self._on_failed)
        self._job.finished.connect(self._on_finished)

    def stop(self) -> None:
        """Form no groups now; the decision still waits for them."""
        if self._job is not None:
            self._job.cancel()

    def forget(self) -> None:
        """Want no groups of the decision any more."""
        self.stop()
        self._job = self._decided = None

    def clear(self) -> None:
        """Other data: forget all."""
        self.forget()
        self._kept.clear()

    @Slot(object)
    def _on_succeeded(self, answer: work.Answer) -> None:
        name = _name(answer.counted.key, answer.job)
        keep(self._kept, name, answer, _KEPT)
        if self.sender() is self._job:
            self._decided = None
            self.done.emit(answer)

    @Slot(object)
    def _on_failed(self, problems: object) -> None:
        if self.sender() is self._job:
            self.failed.emit(problems)

    @Slot()
    def _on_finished(self) -> None:
        if self.sender() is self._job:
            self._job = None
            self.changed.emit()


def _name(key: str, job: TabJob) -> str:
    return f"{key}\n{job.params.model_dump_json()}"


def _seconds(decided: work.Answer) -> list[float]:
    """About how long each block takes."""
    from sdc_desktop.engine.microdata.anopi_counts import AnopiCounts

    counts = decided.counted.counts
    assert isinstance(counts, AnopiCounts)
    return [
        block_seconds([counts.columns[name] for name in block.variables], counts.keys.records, block.k)
        for block in decided.result.blocks
    ]
