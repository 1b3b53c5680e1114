"""The logic of live use, without a widget. One piece of work at a time; the log decides what is true."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.release.release import RELEASE
from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.release.spec import ReleaseParams
from sdc_desktop.project.project import heads_folder
from sdc_desktop.ui.jobs import Job, JobManager, Take
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.tabs.release.tab_job import tab_job
from sdc_desktop.words import N_, Words

if TYPE_CHECKING:
    from sdc_desktop.engine.release.live import Answer, LiveRelease, Request
    from sdc_desktop.engine.release.most_records import LargestSet
    from sdc_desktop.ui.tabs.release.live_work import Adopted, Explained, LiveState, Outcome, Session

SOURCE = "live release"  # whose problems these are
WITHOUT_HEAD = "release.log_without_head"  # a log of version 1, continued as found
_ADOPTED = ("ledger.no_head", "ledger.head_damaged", WITHOUT_HEAD)


@dataclass(frozen=True)
class LiveView:
    """The state of a release, and what was last decided and explained. ``keys`` are variables that could
    distinguish records, none where the file of the release is not open.
    """

    may_start: bool = False
    state: LiveState | None = None
    answers: tuple[Answer, ...] = ()
    explained: Explained | None = None
    together: LargestSet | None = None
    keys: tuple[str, ...] = ()
    by_file: bool = False
    busy: bool = False
    problems: tuple[Problem, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether requests are accepted."""
        return self.state is not None and self.state.is_open


def _work() -> ModuleType:
    """What runs beside the window; numpy is wanted only when a log is."""
    from sdc_desktop.ui.tabs.release import live_work

    return live_work


class LivePresenter(QObject):
    """Begins, continues with and closes a log; requests records; reports what to show."""

    changed = Signal(object)  # LiveView
    adoption_requested = Signal(object, object)  # Path, Problem: a log without a usable head
    written = Signal(object)  # Path: of the report on the log
    confirm_requested = Signal(object)  # tuple[Request, ...]: found, to be requested after confirmation

    def __init__(
        self, controller: ProjectController, jobs: JobManager, words: Words, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._jobs = jobs
        self._words = words
        self._params: ReleaseParams | None = None
        self._live: LiveRelease | None = None
        self._state: LiveState | None = None
        self._answers: tuple[Answer, ...] = ()
        self._explained: Explained | None = None
        self._together: LargestSet | None = None
        self._job: Job | None = None
        self._closing = False  # once nothing is under way
        self._quiet = False  # whether what is under way is only an explanation
        self._next: tuple[str, Callable[[JobContext], object], Take] | None = None
        self._problems: tuple[Problem, ...] = ()
        self._found: object = None  # requests that are still to be meant
        self._reopened = Path()
        self._adoptable: Problem | None = None  # why the log was refused, where it can be adopted
        self._wanted_key: str | None = None  # to be explained once nothing else is under way
        controller.data_opened.connect(self.show)
        controller.data_closed.connect(self.show)
        self.view = LiveView()

    def ask_by(self, params: ReleaseParams | None) -> None:
        """By what a new log would release; None: too little is given yet."""
        self._params = params
        self.show()

    # the log -----------------------------------------------------------------------------------------

    def start(self, path: Path) -> None:
        """Begin a release with a new log."""
        self._controller.settle()
        opened = self._controller.opened
        if self._params is None or opened is None:
            return
        job = tab_job(self._controller.plan)
        seed = None if job is None else job.seed
        heads = heads_folder(self._controller.policy)
        work = _work().start(opened, self._controller.base, self._params, seed, path, heads)
        self._run(N_("Starting the release log"), work, self._on_session)

    def reopen(self, path: Path, adopted: Adopted | None = None) -> None:
        """Continue a release; a log without a usable head only as `adopted`."""
        self._reopened = path
        heads = heads_folder(self._controller.policy)
        work = _work().reopen(self._controller.opened, path, heads, adopted)
        self._run(N_("Reading the release log"), work, self._on_session)

    @Slot()
    def close(self) -> None:
        """Give the log free; what is in it stays. What is under way is stopped first."""
        if self._job is not None:
            self._job.cancel()
            self._closing = True
            return
        self._closing = False
        self._end()
        self._report(())
        self.show()

    # requests ----------------------------------------------------------------------------------------

    def find(self, keys: Sequence[str], key: str | None) -> None:
        """Look for records of the open file; then it is asked whether they are meant."""
        if self._state is not None:
            work = _work().look_up(self._controller.opened, self._state.setup, keys, key)
            self._run(N_("Looking for the record"), work, self._on_found)

    def read_batch(self, path: Path, key: str | None) -> None:
        """Read a file of requests; then it is asked whether they are meant."""
        if self._state is not None:
            work = _work().read_batch(self._controller.opened, self._state.setup, path, key)
            self._run(N_("Reading the requests"), work, self._on_found)

    def ask(self, requests: Sequence[Request]) -> None:
        """Request records, one after another. What is released cannot be called back."""
        refused = self._controller.refused_by_policy(self._controller.plan, (RELEASE.kind,))
        if refused:
            self._report(refused)
            self.show()
        elif self._live is not None and self._state is not None:
            self._together = self._explained = None
            work = _work().ask(self._live, self._state.path, tuple(requests))
            self._run(N_("Release queue"), work, self._on_outcome)

    def explain(self, key: str) -> None:
        """Say why a record is not out."""
        state = self._state
        if self._live is None or state is None:
            return
        if self._job is None and not any(one.key == key for one in (*state.waiting, *state.denied)):
            return  # it was released meanwhile
        if self._explained is not None and self._explained.key == key:
            return
        if self._job is not None:
            self._wanted_key = key
            return
        self._run("", _work().explain(self._live, key), self._on_explained, quiet=True)

    @Slot()
    def find_together(self) -> None:
        """Find what could be released together now."""
        if self._live is not None:
            title = N_("Looking for what could go together")
            self._run(title, _work().together(self._live), self._on_together)

    def write_report(self, path: Path) -> None:
        """Export the report on the open log as PDF or HTML."""
        if self._live is not None and self._state is not None:
            fields = self._controller.project.decisions
            work = _work().report(self._live, self._state.path.name, path, fields, self._words)
            self._run(N_("Writing the report on the log"), work, self._on_written)

    # inside ------------------------------------------------------------------------------------------

    def _run(
        self,
        title: str,
        work: Callable[[JobContext], object],
        done: Take,
        *,
        quiet: bool = False,
    ) -> None:
        if self._job is not None:
            if self._quiet and not quiet:
                self._next = title, work, done
            return
        self._quiet = quiet
        text = self._words.say(title) if title else ""
        self._job = self._jobs.start(text, work, done, self._on_refused, quiet=quiet)
        self._job.cancelled.connect(self._on_cancelled)
        self._job.finished.connect(self._on_finished)
        if not quiet:
            self._report(())
        self.show()

    def _end(self) -> None:
        if self._live is not None:
            self._live.close()
        self._live = self._state = self._explained = self._together = self._wanted_key = None
        self._answers = ()

    def _report(self, problems: tuple[Problem, ...]) -> None:
        self._problems = problems
        self._controller.report_problems(SOURCE, problems)

    @Slot()
    def show(self) -> None:
        """Show the current state."""
        opened, state = self._controller.opened, self._state
        by_file = opened is not None and state is not None and state.setup.data_sha256 == opened.sha256
        keys: tuple[str, ...] = ()
        if by_file and opened is not None and state is not None:
            pair = (state.setup.attribute, state.setup.target)
            keys = tuple(v.name for v in opened.data.variables if v.name not in pair)
        self.view = LiveView(
            may_start=self._params is not None and opened is not None,
            state=state,
            answers=self._answers,
            explained=self._explained,
            together=self._together,
            keys=keys,
            by_file=by_file,
            busy=self._job is not None and not self._quiet,
            problems=self._problems,
        )
        self.changed.emit(self.view)

    @Slot(object)
    def _on_session(self, session: Session) -> None:
        self._end()
        self._live, self._state = session.live, session.state
        self._report(session.state.notes)

    @Slot(object)
    def _on_found(self, requests: tuple[Request, ...]) -> None:
        self._found = requests

    @Slot(object)
    def _on_outcome(self, outcome: Outcome) -> None:
        self._answers, self._state = outcome.answers, outcome.state

    @Slot(object)
    def _on_explained(self, explained: Explained) -> None:
        self._explained = explained

    @Slot(object)
    def _on_together(self, found: LargestSet) -> None:
        self._together = found

    @Slot(object)
    def _on_written(self, path: object) -> None:
        self.written.emit(path)

    @Slot(object)
    def _on_refused(self, problems: tuple[Problem, ...]) -> None:
        self._adoptable = next((one for one in problems if one.code in _ADOPTED), None)
        self._look()
        self._report(problems)

    @Slot()
    def _on_cancelled(self) -> None:
        self._answers = ()
        self._look()

    def _look(self) -> None:
        """See what is true now: a batch that was stopped or refused may have been answered in part."""
        if self._live is not None and self._state is not None:
            self._state = _work().state_of(self._live, self._state.path)

    @Slot()
    def _on_finished(self) -> None:
        self._job = None
        found, self._found = self._found, None
        adoptable, self._adoptable = self._adoptable, None
        if self._closing:
            self._next = None
            self.close()
            return
        self.show()
        following, self._next = self._next, None
        if adoptable is not None:
            self.adoption_requested.emit(self._reopened, adoptable)
        elif found:
            self.confirm_requested.emit(found)
        elif following is not None:
            self._run(*following)
        elif self._wanted_key is not None and self._live is not None:
            key, self._wanted_key = self._wanted_key, None
            self.explain(key)
