"""The logic of the best generalisation, without a single widget: from the plan in force to a view.

The search follows every change of the question, as a job that is shown and can be stopped at any time. What
it had found by then is shown as the best so far; it can be taken, which writes into the plan after how many
combinations the search ends, so that the same comes out again. Until there is a new answer the last one
stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot

from sdc_desktop.engine.plan import GeneraliseJob, Plan
from sdc_desktop.engine.problems import Problem
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.jobs import Job
from sdc_desktop.ui.tabs.kept import keep
from sdc_desktop.ui.tabs.microdata import generalising_work as work
from sdc_desktop.ui.tabs.microdata.generalising_view import GeneralisingView
from sdc_desktop.ui.tabs.microdata.page_job import PageJob
from sdc_desktop.ui.tabs.microdata.part import Tools
from sdc_desktop.ui.tabs.microdata.tab_job import anopi_told, job_in, problems_of, tab_job, with_job
from sdc_desktop.words import N_
from sdc_desktop.words.generalise_choices import change_label

if TYPE_CHECKING:
    from sdc_desktop.engine.data.opened import Opened
    from sdc_desktop.engine.microdata.generalise import GeneraliseCounts
    from sdc_desktop.engine.microdata.lattice_search import Evaluated

_KEPT = 4  # counts and answers that are kept, for undo and redo
SOURCE = "generalising"  # whose problems these are
_NEVER = ("direct_identifier", "weight", "household")  # roles of variables that are not offered as sensitive
Question = tuple[str, str]  # the key of the counts, and the params as JSON


class GeneralisingPresenter(QObject):
    """Listens to the project, takes what the officer changes, and tells what to show."""

    changed = Signal(object)  # GeneralisingView

    def __init__(self, tools: Tools, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._controller = tools.controller
        self._jobs = tools.jobs
        self._words = tools.words
        self._counts: dict[str, GeneraliseCounts] = {}
        self._answers: dict[Question, work.Searched] = {}
        self._answer: work.Searched | None = None  # the last good one
        self._preview: work.Searched | None = None
        self._every: tuple[Question, Evaluated] | None = None
        self._running: Job | None = None
        self._running_for: Question | None = None
        self._left_for: Question | None = None  # refused, or stopped before anything was found
        self._problems: tuple[Problem, ...] = ()
        self._looks = DraftRunner(tools.jobs, self)
        self._looks.answered.connect(self._on_looked)
        self._evaluating = PageJob(tools.jobs, self)
        self._evaluating.found.connect(self._on_every)
        self._evaluating.changed.connect(self.show)
        controller = tools.controller
        controller.plan_changed.connect(self._on_plan)
        controller.data_opened.connect(self._on_data)
        controller.data_closed.connect(self._on_closed)
        self.view = GeneralisingView()
        self.refresh()

    @property
    def job(self) -> GeneraliseJob | None:
        """The tab's job where levels are searched."""
        job = job_in(self._controller.plan, self._controller.policy)
        return job if isinstance(job, GeneraliseJob) else None

    def refresh(self) -> None:
        """Look at the plan and the data anew; what was only looked at is forgotten."""
        self._preview = None
        self._looks.drop()
        job, opened = self.job, self._controller.opened
        if job is None or opened is None:
            self._abandon()
            self._evaluating.stop()
            self._tell(())
            self.show()
            return
        question = _question(opened, job)
        if self._running_for != question:
            self._abandon()
        known = self._answers.get(question)
        if known is not None:
            self._answer = known
            self._tell(known.result.notes)
        elif question not in (self._running_for, self._left_for):
            self._search(opened, job)
        self.show()

    # what the officer does ---------------------------------------------------------------------------

    @Slot(object)
    def change(self, fields: Mapping[str, object]) -> None:
        """Ask otherwise, by keys of the params: one step. What an earlier search was ended by goes."""
        job = self.job
        if job is None:
            return
        told: dict[str, object] = {"max_nodes": None} | dict(fields)
        if fields.get("loss") == "anopi":
            told["anopi"] = self._points_of_anopi()
        self._put(job, told, change_label(list(fields), self._words))

    @Slot()
    def search(self) -> None:
        """Search to the end, after that was stopped."""
        job, opened = self.job, self._controller.opened
        if job is None or opened is None or self.view.running:
            return
        to_the_end = job.model_copy(update={"params": job.params.model_copy(update={"max_nodes": None})})
        self._answers.pop(_question(opened, to_the_end), None)  # where it was stopped
        if job != to_the_end:
            self._put(job, {"max_nodes": None}, self._words.say(N_("Search to the end")))
            return
        self._search(opened, job)
        self.show()

    @Slot()
    def stop(self) -> None:
        """Search no further; the best so far is shown."""
        if self._running is not None:
            self._running.cancel()
            self.show()

    @Slot()
    def keep_best(self) -> None:
        """Take the best so far: the plan says where the search ends, so that it comes out again."""
        job, answer = self.job, self._answer
        if job is not None and answer is not None and self.view.interrupted:
            nodes = {"max_nodes": answer.result.nodes}
            self._put(job, nodes, self._words.say(N_("Use best generalisation so far")))

    @Slot(object)
    def look_at(self, levels: tuple[int, ...] | None) -> None:
        """Look at one combination of levels, without taking it; None looks at the answer again."""
        answer = self._answer
        if answer is None or self.view.stale:
            return
        if levels is None or levels == tuple(answer.result.levels.values()):
            self._preview = None
            self._looks.drop()
            self.show()
        else:
            self._looks.request(work.looked_at(answer, levels))

    @Slot()
    def take_preview(self) -> None:
        """Release the combination that is looked at: the only levels allowed from now on."""
        job, preview = self.job, self._preview
        if job is None or preview is None:
            return
        result = preview.result
        params = work.fixed_at(preview, tuple(result.levels.values()))
        fields: dict[str, object] = {"limits": params.limits, "max_nodes": None}
        if result.suppressed > result.records * job.params.suppression_limit:
            fields["suppression_limit"] = share_of(result.suppressed, result.records)
        self._put(job, fields, self._words.say(N_("Use levels of one combination")))

    @Slot()
    def evaluate_all(self) -> None:
        """Look at every combination of levels, for the picture; stops where that is under way."""
        answer, opened, job = self._answer, self._controller.opened, self.job
        if self._evaluating.running:
            self._evaluating.stop()
        elif answer is not None and opened is not None and job is not None and not self.view.stale:
            title = self._words.say(N_("All combinations of levels"))
            question = _question(opened, job)
            self._evaluating.start(title, question, work.every_combination(answer))

    # inside ------------------------------------------------------------------------------------------

    def _put(self, job: GeneraliseJob, fields: Mapping[str, object], label: str) -> None:
        update: dict[str, Any] = dict(fields)
        params = job.params.model_copy(update=update)
        if params != job.params:
            changed = job.model_copy(update={"params": params})
            self._controller.change_plan(label, with_job(self._controller.plan, changed))

    def _points_of_anopi(self) -> object:
        project = self._controller.seen_project
        plans = (self._controller.plan, *(s.plan for s in reversed(project.history[: project.position])))
        return anopi_told(job for job in map(tab_job, plans) if job is not None)

    def _search(self, opened: Opened, job: GeneraliseJob) -> None:
        self._abandon()
        known = self._counts.get(work.counts_key(opened, job.params))
        title = self._words.say(N_("Optimal generalisation"))
        quick = work.is_quick(known, job.params)
        running = self._jobs.start(title, work.search(opened, self._controller.base, job, known), quiet=quick)
        running.succeeded.connect(self._on_searched)
        running.failed.connect(self._on_refused)
        running.finished.connect(self._on_finished)
        self._running, self._running_for = running, _question(opened, job)
        self._left_for = None
        self._tell(())

    def _abandon(self) -> None:
        """Another question, or none: what is being searched is not wanted any more."""
        if self._running is not None:
            self._running.cancel()
        self._running = self._running_for = None

    def _in_force(self, answer: work.Searched) -> bool:
        job, opened = self.job, self._controller.opened
        if job is None or opened is None:
            return False
        return (answer.key, answer.job.params) == (work.counts_key(opened, job.params), job.params)

    def _tell(self, problems: tuple[Problem, ...]) -> None:
        self._problems = problems
        self._controller.tell_problems(SOURCE, problems)

    @Slot()
    def show(self) -> None:
        """Tell how things stand."""
        self.view = self._view()
        self.changed.emit(self.view)

    def _view(self) -> GeneralisingView:
        job, opened, data = self.job, self._controller.opened, self._controller.plan.data
        if job is None or opened is None or data is None:
            return GeneralisingView()
        from sdc_desktop.engine.microdata.generalise import key_variables_of

        params, answer = job.params, self._answer
        names = key_variables_of(params, opened.data)
        question = _question(opened, job)
        counted = self._counts.get(question[0]) or (answer.counts if answer is not None else None)
        free = [v for v in opened.data.variables if v.name not in names and v.role not in _NEVER]
        stale = answer is None or not self._in_force(answer)
        return GeneralisingView(
            params=params,
            variables=names,
            attributes=tuple(v.name for v in sorted(free, key=lambda v: v.role != "sensitive")),
            hierarchies=data.hierarchies,
            level_names=work.level_names(counted) if counted is not None else {},
            records=opened.data.records,
            answer=answer,
            preview=self._preview,
            every=self._every[1] if self._every is not None and self._every[0] == question else None,
            stale=stale,
            running=self._running is not None and not self._running.stopping,
            waiting=stale and self._running is None,
            evaluating=self._evaluating.running,
            problems=self._problems,
        )

    @Slot(object)
    def _on_searched(self, found: work.Searched) -> None:
        keep(self._counts, found.key, found.counts, _KEPT)
        if self.sender() is not self._running:
            return  # stopped for another question: its best so far is of no use
        opened = self._controller.opened
        assert opened is not None
        keep(self._answers, _question(opened, found.job), found, _KEPT)
        self._answer = found
        self._tell(found.result.notes)

    @Slot(object)
    def _on_refused(self, problems: tuple[Problem, ...]) -> None:
        job = self.job
        if job is None or self.sender() is not self._running:
            return
        self._tell(problems_of(job, self._controller.plan, problems))

    @Slot()
    def _on_finished(self) -> None:
        if self.sender() is self._running:
            if self._running_for not in self._answers:
                self._left_for = self._running_for
            self._running = self._running_for = None
            self.show()

    @Slot(object)
    def _on_looked(self, found: work.Searched) -> None:
        self._preview = found
        self.show()

    @Slot(object)
    def _on_every(self, found: tuple[Question, Evaluated]) -> None:
        self._every = found
        self.show()

    @Slot(object)
    def _on_plan(self, plan: Plan) -> None:
        self.refresh()

    @Slot(object)
    def _on_data(self, opened: object) -> None:
        self._on_closed()

    @Slot()
    def _on_closed(self) -> None:
        self._answer = self._every = self._left_for = None
        self._counts.clear()
        self._answers.clear()
        self.refresh()


def share_of(records: int, every: int) -> float:
    """A suppression limit, in whole hundredths of a percent, that lets so many records go."""
    share = -(-records * 10_000 // every) / 10_000
    return min(share, 1.0)


def _question(opened: Opened, job: GeneraliseJob) -> Question:
    return work.counts_key(opened, job.params), job.params.model_dump_json()
