"""Output checking: from the current plan to a `View`, without widgets.

Files are read as a job that can be stopped; decisions are held against what is judged already. Nothing that
the window keeps is trusted for a package: everything is read and judged again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pydantic import ValidationError
from PySide6.QtCore import QObject, Signal, Slot

from sdc_desktop.engine.methods.outputs.output_check import OUTPUT_CHECK, OutputCheckParams
from sdc_desktop.engine.plan import JOB_CLASSES, MethodJob, Plan, is_job_of
from sdc_desktop.engine.problems import Problem, note
from sdc_desktop.engine.spec import spec_problems
from sdc_desktop.project.output_decisions import (
    decision,
    with_cases,
    with_correction,
    with_decisions,
    with_outputs,
    with_researcher,
    without_correction,
)
from sdc_desktop.project.project import heads_folder
from sdc_desktop.project.with_data import relative_path
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.jobs import Job, JobManager
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.questions.presenter import QuestionPresenter
from sdc_desktop.ui.questions.question import Question, QuestionView, Work, data_key, free_job_name, with_job
from sdc_desktop.ui.tabs.outputs import work
from sdc_desktop.ui.tabs.outputs.view import Filter, ShownSheet, Stage, View, listed, next_item, owners_of
from sdc_desktop.ui.tabs.outputs.work import Answer, Place
from sdc_desktop.words import N_, Words
from sdc_desktop.words.outputs.stated import StatedNumber, stated_numbers

if TYPE_CHECKING:
    from sdc_desktop.engine.output.ledger import Seen
    from sdc_desktop.engine.submission.reader import Submitted
    from sdc_desktop.engine.submission.releasing.decisions import Item
    from sdc_desktop.engine.submission.submission import CheckedTable


_MOST_FILES = 4  # with cells, that are kept to be looked at
_NEEDS_END = ("ledger.no_head", "ledger.head_damaged")
OutputJob = MethodJob[OutputCheckParams]


def tab_job(plan: Plan) -> OutputJob | None:
    """The first output check of a plan."""
    return next((job for job in plan.jobs if is_job_of(job, OUTPUT_CHECK)), None)


class OutputPresenter(QuestionPresenter[Answer, View, OutputJob]):
    """Follows the output check of the plan; takes decisions and corrections as steps of it."""

    source = "output checking"
    most_kept = 3

    end_requested = Signal(object)  # Problem: a ledger without a usable head
    packaged = Signal(object)  # OutputCheckResult: with a package, or waiting for an approval
    approved = Signal()
    not_entered = Signal(object)  # tuple[Problem, ...]: why nothing was entered or written

    def __init__(
        self, controller: ProjectController, jobs: JobManager, words: Words, parent: QObject | None = None
    ) -> None:
        super().__init__(controller, jobs, words, parent)
        self._times = 0  # the files should be read again
        self._filter = Filter.ALL
        self._selected = ""
        self._sheet_number: int | None = None  # chosen by the checker; None: that of the selected table
        self._files: dict[str, Submitted | None] = {}
        self._wanted_file = ""
        self._entering: Job | None = None
        self._reader = DraftRunner(jobs, self)
        self._reader.answered.connect(self._on_file)
        self._reader.failed.connect(self._on_file_refused)
        self.refresh()

    # the question ------------------------------------------------------------------------------------

    @property
    def job(self) -> OutputJob | None:
        return tab_job(self._controller.plan)

    @property
    def params(self) -> OutputCheckParams | None:
        """The params of the check; None before there are outputs."""
        job = self.job
        return None if job is None else job.params

    def data_key(self, job: OutputJob) -> str | None:
        decided = job.params.model_dump_json(include={"decisions", "four_eyes"})
        return f"{self._read_key(job.params)}{decided}"

    def _read_key(self, params: OutputCheckParams) -> str:
        opened = self._controller.opened
        return work.read_key(
            params, self._controller.base, "" if opened is None else data_key(opened), self._times
        )

    def work(self, question: Question[OutputJob], *, requested: bool) -> Work[Answer] | None:
        params = question.job.params
        if not params.outputs:
            return None
        key = self._read_key(params)
        known = None if self._last is None else self._last[1]
        same = known is not None and known.read_key == key
        run = work.check(self._place(), params, key, known)
        return Work(self._words.say(N_("Checking outputs")), run, quiet=same)

    def forget(self) -> None:
        self._files.clear()
        self._wanted_file = ""
        self._reader.drop()

    def view_of(self, shown: QuestionView[Answer]) -> View:
        params, answer = self.params, shown.answer
        if params is None or answer is None:
            stage = Stage.NO_OUTPUTS if params is None else Stage.READY
            return View(**vars(shown), stage=stage, params=params, filter=self._filter)
        from sdc_desktop.engine.submission.releasing.decisions import items_of

        verdicts = {one.item: one.verdict for one in answer.result.decisions}
        cases = answer.params.by_researcher()
        owners = owners_of(cases, answer.submission)
        every = tuple(sorted(items_of(answer.submission), key=lambda one: owners[one.file]))
        items = listed(every, verdicts, self._filter, self._selected)
        if self._selected not in {one.id for one in items}:
            self._selected = items[0].id if items else ""
            self._sheet_number = None
        view = View(
            **vars(shown),
            stage=Stage.READY,
            params=params,
            items=items,
            total=len(every),
            findings=sum(len(one.findings) + _spots(one) for one in every),
            verdicts=verdicts,
            filter=self._filter,
            selected=self._selected,
            packaging=self._entering is not None,
            cases=cases,
            owners=owners,
        )
        if view.item is None:
            return view
        return self._with_sheet(replace(view, stated=_stated(view.item, answer)), view.item, answer)

    # outputs -----------------------------------------------------------------------------------------

    def add_outputs(self, paths: Sequence[Path]) -> None:
        """Check further files, folders or archives: one step."""
        self._controller.settle()
        names = tuple(relative_path(path, self._controller.base) for path in paths)
        if not names:
            return
        folders = all(path.is_dir() for path in paths)
        params = with_outputs(self.params, names, self._controller.policy, folders=folders)
        label = self._words.say(N_("Outputs: {names}"), names=", ".join(path.name for path in paths))
        self._set(params, label)

    def folders_within(self) -> list[str]:
        """The names of the folders within the only one that is checked."""
        params = self.params
        if params is None or len(params.outputs) != 1:
            return []
        whole = self._controller.base / params.outputs[0]
        return sorted(one.name for one in whole.iterdir() if one.is_dir()) if whole.is_dir() else []

    @Slot()
    def divide(self) -> None:
        """Make a case of each of the outputs, or of each folder within the only one: one step."""
        params = self.params
        if params is None:
            return
        paths = tuple(f"{params.outputs[0]}/{name}" for name in self.folders_within()) or params.outputs
        changed = with_cases(params.model_copy(update={"cases": ()}), paths)
        self._set(changed, self._words.say(N_("One case for each folder")))

    @Slot()
    def unite(self) -> None:
        """Take all outputs as those of one researcher: one step."""
        self.change({"cases": ()})

    def rename(self, number: int, name: str) -> None:
        """Give the researcher of a case another name: one step."""
        params = self.params
        if params is not None and name.strip() and name != params.cases[number].researcher:
            label = self._words.say(N_("Researcher: {name}"), name=name)
            self._set(with_researcher(params, number, name.strip()), label)

    def move_case(self, by: int) -> None:
        """Select the first item of the next researcher, or of the one before."""
        view = self.view
        order = list(dict.fromkeys(map(view.case_of, view.items)))
        if len(order) > 1:
            wanted = order[(order.index(view.case) + by) % len(order)]
            self.select(next(one.id for one in view.items if view.case_of(one) == wanted))

    def _set(self, params: OutputCheckParams, label: str) -> None:
        plan, job = self._controller.plan, self.job
        if job is None:
            name = free_job_name("output check", plan.jobs)
            made: Any = JOB_CLASSES[OUTPUT_CHECK.kind](name=name, params=params)
        else:
            made = job.model_copy(update={"params": params})
        self._controller.change_plan(label, with_job(plan, made))

    def add_evidence(self, paths: Sequence[Path]) -> None:
        """Add files that help the check and are never packaged: one step."""
        params = self.params
        if params is None or not paths:
            return
        names = (relative_path(path, self._controller.base) for path in paths)
        self.change({"evidence": tuple(dict.fromkeys((*params.evidence, *names)))})

    def remove_outputs(self) -> None:
        """Check nothing: the job leaves the plan."""
        job = self.job
        if job is not None:
            jobs = tuple(one for one in self._controller.plan.jobs if one is not job)
            plan = self._controller.plan.model_copy(update={"jobs": jobs})
            self._controller.change_plan(self._words.say(N_("Remove outputs")), plan)

    def set_file(self, key: str, path: Path | None) -> None:
        """Set the ledger, its head or the published rules, or none. A head is of one ledger."""
        value = None if path is None else relative_path(path, self._controller.base)
        params = self.params
        other = params is not None and key == "ledger" and params.ledger != value
        self.change({key: value, "head": None} if other else {key: value})

    @Slot()
    def drop_ledger(self) -> None:
        """Check without a ledger."""
        self.set_file("ledger", None)

    @Slot()
    def read_again(self) -> None:
        """Read all files and the ledger again."""
        self._times += 1
        self.forget()
        self._left = None
        self.refresh()

    @property
    def is_reading(self) -> bool:
        """Whether the file of the selected item is being read to be shown."""
        return bool(self._wanted_file)

    def begin(self) -> None:
        """Another project is open."""
        self._filter, self._selected, self._sheet_number = Filter.ALL, "", None
        self._answers.clear()
        self._last = self._left = None
        self.forget()
        self.refresh()

    # looking -----------------------------------------------------------------------------------------

    def choose_filter(self, chosen: Filter) -> None:
        """List these items: no step."""
        self._filter = chosen
        self.show()

    def select(self, id: str) -> None:
        """Look at an item."""
        if id != self._selected:
            self._selected, self._sheet_number = id, None
            self.show()

    def choose_sheet(self, number: int) -> None:
        """Look at another sheet of the file."""
        self._sheet_number = number
        self.show()

    def show_place(self, path: str, sheet: str) -> None:
        """Look at a sheet of a file by its path, "" for that of the selected item: the place of a number."""
        answer, shown = self.view.answer, self.view.sheet
        if answer is None:
            return
        if path:
            inside = [one for one in self.view.items if answer.submission.files[one.file].path == path]
            if not inside:
                self.choose_filter(Filter.ALL)
                inside = [one for one in self.view.items if answer.submission.files[one.file].path == path]
            if not inside:
                return
            self.select(inside[0].id)
            shown = self.view.sheet
        if shown is not None and sheet in shown.names and shown.names[shown.number] != sheet:
            self.choose_sheet(shown.names.index(sheet))

    def move(self, by: int) -> None:
        """Select the item that is `by` places after the current item."""
        ids = [one.id for one in self.view.items]
        if self._selected in ids:
            self.select(ids[min(max(ids.index(self._selected) + by, 0), len(ids) - 1)])

    # deciding ----------------------------------------------------------------------------------------

    def decide(
        self,
        items: Sequence[Item],
        verdict: Literal["release", "change", "refuse"],
        reasons: Mapping[str, str],
        by: str,
    ) -> None:
        """Decide on items, each with its reason: one step. Of a release against findings the reason is that
        of the exception, with the exact cells.
        """
        params, answer = self.params, self.view.answer
        if params is None or answer is None or not self.view.ready or not items:
            return
        from sdc_desktop.engine.submission.releasing.decisions import against

        made = [
            decision(
                one.id,
                verdict,
                reasons.get(one.id, ""),
                by,
                against(one) if verdict == "release" else None,
                (answer.submission.files[one.file].name, one.place),
            )
            for one in items
        ]
        label = self._words.say_many(
            N_("Decision on {number} item"), N_("Decisions on {number} items"), len(items)
        )
        following = next_item(
            self.view.items, {**self.view.verdicts, **{one.id: verdict for one in items}}, self._selected
        )
        changed = with_decisions(params, made, answer.lapsed)
        if self._selected in {one.id for one in items}:
            self._selected, self._sheet_number = following, None
        self._set(changed, label)

    def take_back(self, items: Sequence[Item]) -> None:
        """Take decisions back: one step."""
        params, answer = self.params, self.view.answer
        if params is None or answer is None:
            return
        changed = with_decisions(params, (), (*answer.lapsed, *(one.id for one in items)))
        self._set(changed, self._words.say(N_("Decision withdrawn")))

    def correct(self, table: CheckedTable, fields: Mapping[str, Any], label: str) -> None:
        """Correct what was found of a table: one step, judged at once."""
        job, answer = self.job, self.view.answer
        if job is None or answer is None or not self.view.ready:
            return
        try:
            changed = with_correction(job.params, answer.submission.files[table.file].path, table, fields)
        except ValidationError as failure:  # a text of the file that is too long for the plan
            self.refuse(self.placed(job, spec_problems(failure, dict(fields), "params.tables")))
            return
        self._set(changed, label)

    def explain_mark(self, mark: str, meaning: str) -> None:
        """Give a mark of the project a meaning, in all files: one step."""
        params = self.params
        if params is not None:
            self.change({"marks": {**params.marks, mark: meaning}})

    def undo_correction(self, table: CheckedTable) -> None:
        """Remove the correction of a table, as one step."""
        params, answer = self.params, self.view.answer
        if params is None or answer is None:
            return
        path = answer.submission.files[table.file].path
        self._set(without_correction(params, path, table), self._words.say(N_("Remove correction")))

    # ledger and package ------------------------------------------------------------------------------

    def write_package(self, path: Path, form: Literal["as_is", "anew", "csv"]) -> None:
        """Enter the decisions and, once they are approved, write the package."""
        params = self.params
        if params is not None:
            run = work.package(self._place(), params, path, form)
            self._enter(N_("Writing the package"), run, self.packaged.emit)

    def approve(self, name: str) -> None:
        """Enter the approval of the decisions by the account of the system."""
        params, answer = self.params, self.view.answer
        if params is not None and answer is not None and self.view.ready:
            run = work.approve(self._place(), params, answer.result, name)
            self._enter(N_("Entering the approval"), run, lambda _: self.approved.emit())

    def send_back(self, name: str, reason: str) -> None:
        """Enter that the decisions are not approved."""
        params, answer = self.params, self.view.answer
        if params is not None and answer is not None and self.view.ready:
            run = work.send_back(self._place(), params, answer.result, name, reason)
            self._enter(N_("Sending decisions back"), run)

    def adopt(self, seen: Seen) -> None:
        """Continue a ledger without a head, by the end that was entered."""
        params = self.params
        if params is not None:
            run = work.adopt(self._place(), params, seen)
            self._enter(N_("Opening the ledger"), run)

    def _enter(self, title: str, run: Any, done: Any = None) -> None:
        if self._entering is None:
            self._entering = self._jobs.start(self._words.say(title), run, done, self.not_entered.emit)
            self._entering.finished.connect(self._on_entering_finished)
            self.show()

    @Slot()
    def _on_entering_finished(self) -> None:
        self._entering = None
        self.read_again()  # the ledger may have further entries

    def _leave(self, question: Question[OutputJob], problems: tuple[Problem, ...]) -> None:
        super()._leave(question, problems)
        found = next((one for one in problems if one.code in _NEEDS_END), None)
        if found is not None:
            self.end_requested.emit(found)

    def notes_of(self, found: Answer) -> tuple[Problem, ...]:
        """The notes on a result, and on this system where it cannot limit a hostile file."""
        unlimited = () if found.received.outputs.limited else (note("output_check.not_limited"),)
        return (*found.why, *found.result.notes, *unlimited)

    # inside ------------------------------------------------------------------------------------------

    def _place(self) -> Place:
        controller = self._controller
        return Place(controller.opened, controller.base, heads_folder(controller.policy))

    def _with_sheet(self, view: View, item: Item, answer: Answer) -> View:
        """The view with the sheet of the selected item; its file is read once, beside the window."""
        file = answer.submission.files[item.file]
        if file.refused or file.is_picture:
            return view
        known = self._files.get(file.sha256)
        if known is None:
            wanted = file.sha256 not in self._files and self._wanted_file != file.sha256
            if wanted and not view.stale and self.params is not None:
                self._wanted_file = file.sha256
                self._reader.request(work.read_one(self._place(), self.params, file.path))
            return view
        sheets = known.read.sheets
        if known.sha256 != file.sha256 or not sheets:
            return view
        number = self._sheet_number
        names = tuple(sheet.name for sheet in sheets)
        if number is None or number >= len(sheets):
            number = _sheet_of(item, names)
        tables = tuple(one for one in file.tables if one.table.number == number and not one.not_table)
        return replace(view, sheet=ShownSheet(names, number, sheets[number], tables, item.file))

    @Slot(object)
    def _on_file(self, found: Submitted | None) -> None:
        self._files[self._wanted_file] = found
        while len(self._files) > _MOST_FILES:
            del self._files[next(iter(self._files))]
        self._wanted_file = ""
        self.show()

    @Slot(object)
    def _on_file_refused(self, problems: tuple[Problem, ...]) -> None:
        self._files[self._wanted_file] = None
        self._wanted_file = ""
        self.refuse(problems)


def _sheet_of(item: Item, names: Sequence[str]) -> int:
    """The sheet of an item's table, or that of its gravest finding that names one; else the first."""
    if item.table is not None:
        return min(item.table.table.number, len(names) - 1)
    graver = sorted(item.findings, key=lambda one: one.severity is not item.severity)
    places = (one.where.rpartition("!")[0] for one in graver)
    return next((names.index(name) for name in places if name in names), 0)


def _stated(item: Item, answer: Answer) -> tuple[StatedNumber, ...]:
    """The numbers of persons that are stated for the table of an item."""
    if item.table is None:
        return ()
    from sdc_desktop.engine.submission.corrections import correction_for

    path = answer.submission.files[item.file].path
    correction = correction_for(path, item.table.table, answer.params.tables)
    pool = {one.submitted.path: one.found.statements for one in answer.received.outputs.files}
    return stated_numbers(item.table, correction, pool, path)


def _spots(item: Item) -> int:
    return 0 if item.table is None else len(item.table.judged.spots)
