"""The project that is open: its plan and history, its file, and the data it speaks of.

Only what is decided changes, one undo step each; the undo stack mirrors the project's history and holds
nothing itself. Data is read beside the window and never changed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QUndoStack

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.files import atomic_write, sha256_of
from sdc_desktop.engine.plan import DataSpec, Plan, VariableSpec, plan_to_text, read_plan
from sdc_desktop.engine.policy import Policy, policy_problems, under_policy
from sdc_desktop.engine.problems import Problem, Refused, Severity
from sdc_desktop.project.policy_place import InForce
from sdc_desktop.project.project import (
    KeptStrategy,
    Project,
    Step,
    at,
    new_project,
    returned,
    saved_position,
    with_decided,
    with_file_hash,
    with_strategy,
)
from sdc_desktop.project.project_file import load_project, save_project
from sdc_desktop.project.rebase import rebased, rebased_plan, relative_path
from sdc_desktop.ui.declared import declared, numbers, same_reading
from sdc_desktop.ui.history_mirror import HistoryMirror
from sdc_desktop.ui.jobs import Job, JobManager
from sdc_desktop.words import N_, Words
from sdc_desktop.words.variables import level_word, role_word

if TYPE_CHECKING:  # numpy and duckdb are wanted only when a file is opened
    from sdc_desktop.engine.data.dialect import DialectHints
    from sdc_desktop.engine.data.opened import Opened
    from sdc_desktop.ui.prepared_records import PreparedRecords


class ProjectController(QObject):
    """Owns the project and the opened data; whoever wants either listens here."""

    settle_wanted = Signal()  # whoever has an unsettled draft makes it a step, now
    plan_changed = Signal(object)  # Plan
    history_changed = Signal(
        object
    )  # Project: another step is in force, or it was saved; the plan may be the same
    data_opened = Signal(object)  # Opened
    data_closed = Signal()
    reason_wanted = Signal(object)  # (Plan, Deviation): the officer would say why
    policy_changed = Signal()  # another site policy is in force
    problems_changed = Signal(object)  # tuple[Problem, ...]
    dirty_changed = Signal(object)  # bool
    title_changed = Signal(object)  # str
    project_changed = Signal(object)  # Path | None: another project, or the same under another name
    file_used = Signal(object)  # Path: opened or saved with success
    read_refused = Signal()  # the plan's file could not be read

    def __init__(self, jobs: JobManager, words: Words, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._words = words
        self._project = new_project()
        self._saved: Project | None = self._project
        self._path: Path | None = None
        self._digest: str | None = None  # of the project's file as it was read or written here
        self._base = Path.cwd()
        self._read: Opened | None = None  # as the file was read
        self._file: Opened | None = None  # the same under the plan's declarations
        self._opened: Opened | None = None  # what is shown: these records, or the prepared ones
        self._prepared: PreparedRecords | None = None
        self._preparing: Job | None = None
        self._preparing_key: object = None
        self._seen: tuple[Plan, object, Plan] | None = None  # the last plan seen from prepared records
        self._read_spec: DataSpec | None = None  # what the plan said when it was read
        self._reading: Job | None = None
        self._take_opened: Callable[[Opened], None] = self._keep_opened
        self._problems: dict[str, tuple[Problem, ...]] = {}
        self._in_force = InForce()  # without a policy
        self._mirror = HistoryMirror(self._go_to, self)
        self._told_dirty = False

    # what is open ------------------------------------------------------------------------------------

    @property
    def plan(self) -> Plan:
        """The plan in force, as it is seen from the records that are shown (`project/prepared.py`)."""
        return self._seen_plan(self._project.plan)

    @property
    def whole_plan(self) -> Plan:
        """The plan in force as it is saved, reported and run."""
        return self._project.plan

    def whole(self, plan: Plan) -> Plan:
        """The whole plan that a changed `plan` stands for."""
        if not has_prepare(self._project.plan):
            return plan
        from sdc_desktop.project.prepared import whole

        return whole(self._project.plan, self.plan, plan)

    @property
    def seen_project(self) -> Project:
        """The project with the plans of its history as they are seen from the records that are shown."""
        history = self._project.history
        if not any(has_prepare(step.plan) for step in history):
            return self._project
        return replace(self._project, history=tuple(self._seen_step(step) for step in history))

    def _seen_step(self, step: Step) -> Step:
        kept = tuple(replace(one, plan=self._seen_plan(one.plan)) for one in step.strategies)
        return replace(step, plan=self._seen_plan(step.plan), strategies=kept)

    @property
    def prepares(self) -> bool:
        """Whether the records shown are prepared ones, or are to be."""
        return has_prepare(self._project.plan)

    @property
    def file_opened(self) -> Opened | None:
        """The file's own records under the plan's declarations, whatever is shown."""
        return self._file

    @property
    def project(self) -> Project:
        """The project with its whole history."""
        return self._project

    @property
    def opened(self) -> Opened | None:
        """The data under the plan's declarations, or None while nothing is open."""
        return self._opened

    @property
    def base(self) -> Path:
        """The folder that the plan's paths are relative to."""
        return self._base

    @property
    def policy(self) -> Policy | None:
        """The site policy that plans are held to; None where there is none."""
        return self._in_force.policy

    @property
    def in_force(self) -> InForce:
        """The same with where it comes from."""
        return self._in_force

    @property
    def path(self) -> Path | None:
        """The project's file, or None if it was never saved."""
        return self._path

    @property
    def dirty(self) -> bool:
        """Whether there is something that is not saved; steps that were taken back do not count."""
        return self.saved_position != self._project.position

    @property
    def saved_position(self) -> int | None:
        """The number of the step that was in force when the project was saved, while it is in the history."""
        return saved_position(self._project, self._saved)

    @property
    def changed_outside(self) -> bool:
        """Whether somebody else has written the project's file since it was read or written here."""
        if self._path is None or self._digest is None:
            return False
        now = _digest(self._path)
        return now is not None and now != self._digest

    @property
    def reading(self) -> bool:
        """Whether a file is being read now."""
        return self._reading is not None or self._preparing is not None

    @property
    def undo_stack(self) -> QUndoStack:
        """The mirror of the history, for menus and for the list of steps."""
        return self._mirror.stack

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All problems told so far and not withdrawn."""
        return tuple(problem for problems in self._problems.values() for problem in problems)

    @property
    def title(self) -> str:
        """What the window is called: the project's file, else the data's, else nothing yet."""
        if self._path is not None:
            return self._path.name
        if self.plan.data is not None:
            return Path(self.plan.data.path).name
        return self._words.say(N_("new project"))

    # deciding ----------------------------------------------------------------------------------------

    def change_plan(self, label: str, plan: Plan) -> None:
        """Put another plan in force: one undo step, called `label`. The same plan is no step. Reasons for
        what deviates from the policy no more are dropped with it.
        """
        if plan != self.plan:
            self.change_whole_plan(label, self.whole(plan))

    def change_whole_plan(self, label: str, plan: Plan) -> None:
        """The same where `plan` is the whole plan."""
        if plan != self._project.plan:
            self._take(with_decided(self._project, label, plan=under_policy(plan, self.policy)))

    def decide(self, label: str, **decided: object) -> None:
        """The same for `notes`, the report's fields (`decisions`) and `strategies`."""
        self._take(with_decided(self._project, label, **decided))

    def keep_strategy(self, label: str, strategy: KeptStrategy) -> None:
        """Keep a strategy, in place of the one of its name: one undo step."""
        self._take(with_strategy(self._project, label, strategy))

    def hold_to(self, known: InForce) -> None:
        """Put another site policy in force, or none. The plan stays as it is; what it deviates in is told."""
        self._in_force = known
        self.policy_changed.emit()
        self.plan_changed.emit(self.plan)  # what is shown to begin with may be another
        self._tell_policy()

    def refused_by_policy(self, plan: Plan, kinds: Collection[str] | None = None) -> tuple[Problem, ...]:
        """Why nothing of a plan may be written: each deviation without a reason (of jobs of these `kinds`),
        and a policy that cannot be read. A plan with deviations becomes the plan in force, for its reasons
        are given there.
        """
        whole = self.whole(plan)
        found = (p for p in policy_problems(whole, self.policy) if p.severity is Severity.ERROR)
        errors = [p for p in found if kinds is None or p.params.get("kind") in kinds]
        if errors:
            self.change_whole_plan(self._words.say(N_("Held to the policy")), whole)
        return (*self._in_force.problems, *errors)

    def settle(self) -> None:
        """Have what is being moved or typed anywhere become steps, before the plan is used."""
        self.settle_wanted.emit()

    @Slot()
    def undo(self) -> None:
        """Take the last step back; what is being moved is that step."""
        self.settle()
        self.undo_stack.undo()

    @Slot()
    def redo(self) -> None:
        """Take the step again that was taken back."""
        self.settle()
        self.undo_stack.redo()

    def return_to(self, position: int) -> None:
        """Put what a step decided in force again. Of what was taken back that is taking it again; what was
        decided before comes back as one more step, so that nothing done since is forgotten.
        """
        self.settle()
        if position >= len(self._project.history):  # what was settled ended the steps that were taken back
            return
        if position > self._project.position:
            self.undo_stack.setIndex(position)
            return
        same = self._project.history[position].plan
        first = next(step for step in self._project.history if step.plan == same)
        label = first.label or self._words.say(N_("Beginning"))
        said = self._words.say(N_("Returned to: {step}"), step=label)
        project = returned(self._project, position, said)
        if project is not self._project:
            self._mirror.renew(project)
            self._become(project)

    def set_variable(self, name: str, **changes: object) -> None:
        """Declare role, level, order or missing codes of one variable: one undo step."""
        self.set_variables((name,), **changes)

    def set_variables(self, names: Sequence[str], **changes: object) -> None:
        """The same for several variables at once: one undo step. ValueError for what no plan can say."""
        spec = self.plan.data
        if spec is None:
            return
        variables = dict(spec.variables)
        for name in names:
            before = variables.get(name, VariableSpec()).model_dump()
            variables[name] = VariableSpec.model_validate(before | changes)
        changed = {name: said for name, said in variables.items() if said != spec.variables.get(name)}
        if not changed:
            return
        data = spec.model_copy(update={"variables": variables})
        self.change_plan(self._variable_label(names, changes), self.plan.model_copy(update={"data": data}))

    def _variable_label(self, names: Sequence[str], changes: dict[str, object]) -> str:
        name = ", ".join(names)
        say = self._words.say
        if "role" in changes:
            return say(N_("Role of {name}: {role}"), name=name, role=role_word(changes["role"], self._words))
        if "level" in changes:
            level = level_word(changes["level"], self._words)
            return say(N_("Level of {name}: {level}"), name=name, level=level)
        if "missing" in changes:
            return say(N_("Missing codes of {name}"), name=name)
        return say(N_("Order of {name}"), name=name)

    # files -------------------------------------------------------------------------------------------

    def new(self) -> None:
        """Begin with nothing."""
        self._adopt(new_project(), path=None, base=Path.cwd())

    def open_data(self, path: Path, hints: DialectHints | None = None, sheet: str | None = None) -> None:
        """Read a data file; when that succeeds it begins a new project, else all stays as it was. `sheet`:
        of a workbook, the first without.
        """
        base = path.resolve().parent
        told = _told(hints) | ({} if sheet is None else {"sheet": sheet})
        self._start_reading(DataSpec(path=path.name, **told), base, self._begin_with)

    def replace_file(self, opened: Opened) -> None:
        """Put another data file, as it was compared with the plan, in the place of the plan's: one undo step.
        Jobs and declarations stay.
        """
        label = self._words.say(N_("Data file {name}"), name=opened.path.name)
        project = with_decided(
            self._project,
            label,
            plan=under_policy(self._project.plan.model_copy(update={"data": opened.spec}), self.policy),
        )
        self._stop_reading()
        self._close_data()
        if project is not self._project:
            self._project = project
            self._mirror.follow(project)
        self._read_spec = opened.spec
        self.plan_changed.emit(self.plan)
        self._tell_state()
        self._keep_opened(opened)

    def open_project(self, path: Path) -> bool:
        """Open a project file and read its data. False, and all as it was, if it is refused."""
        return self._load(path, load_project, keeps_file=True)

    def open_copy(self, path: Path) -> bool:
        """Open a project as a new one without a file of its own: the demo stays as it is."""
        return self._load(path, load_project, keeps_file=False)

    def open_plan(self, path: Path) -> bool:
        """Begin a new project with the plan of a file. If it is refused, all stays as it was."""
        if not self._load(path, self._project_of_plan, keeps_file=False):
            return False
        self.file_used.emit(path)
        return True

    def recover(self, recovery: Path, path: Path | None) -> bool:
        """Bring back what an earlier session had not saved of the project at `path` (None: never saved)."""
        if not self._load(recovery, load_project, keeps_file=False):
            return False
        self._path = path
        self._digest = None if path is None else _digest(path)
        self._saved = None
        self._tell_state(other_project=True)
        return True

    def save(self) -> bool:
        """Save to the project's file. False where there is none yet, or where it cannot be written."""
        return self._path is not None and self.save_as(self._path)

    def save_as(self, path: Path) -> bool:
        """Save to another file; the plan's paths follow it. False, and a problem, if it cannot be written."""
        self.settle()
        folder = path.resolve().parent
        self._remember_file()
        project = rebased(self._project, self._base, folder)
        if not self._written(lambda: save_project(project, path)):
            return False
        moved = path != self._path
        if self._read_spec is not None:
            spec_plan = rebased_plan(Plan(data=self._read_spec), self._base, folder)
            self._read_spec = spec_plan.data
        self._project = self._saved = project
        self._mirror.renew(project)
        self._path, self._base = path, folder
        self._digest = _digest(path)
        self.file_used.emit(path)
        self._tell_state(other_project=moved)
        return True

    def export_plan(self, path: Path) -> bool:
        """Write the plan alone, for the batch command. False, and a problem, if it cannot be written."""
        self.settle()
        plan = rebased_plan(self._project.plan, self._base, path.resolve().parent)

        def write() -> None:
            with atomic_write(path) as file:
                file.write(plan_to_text(plan).encode("utf-8"))

        return self._written(write)

    # problems ----------------------------------------------------------------------------------------

    def tell_problems(self, source: str, problems: Sequence[Problem]) -> None:
        """Show these problems as what is wrong with `source`, in place of what it told before."""
        before = self.problems
        self._problems.pop(source, None)
        if problems:
            self._problems[source] = tuple(problems)
        if self.problems != before:
            self.problems_changed.emit(self.problems)

    # inside ------------------------------------------------------------------------------------------

    def _go_to(self, position: int) -> None:
        self._become(at(self._project, position))

    def _take(self, project: Project) -> None:
        """One more step, unless it is none."""
        if project is not self._project:
            self._mirror.follow(project)
            self._become(project)

    def _become(self, project: Project) -> None:
        before, self._project = self._project, project
        if project.plan != before.plan:
            self._plan_is_another()
        self._tell_state()

    def _plan_is_another(self) -> None:
        spec = self._project.plan.data
        other_records = False
        if spec is None or self._read is None or not same_reading(spec, self._read_spec):
            self._read_again()
        else:
            other_records = self._declare(self._read, spec)
        self.plan_changed.emit(self.plan)
        self._tell_policy()
        if other_records and self._opened is not None:
            self.data_opened.emit(self._opened)

    def _tell_policy(self) -> None:
        """List the deviations: what is still to be answered as warnings, what has a reason as notes."""
        softer = {Severity.ERROR: Severity.WARNING, Severity.WARNING: Severity.NOTE}
        told = [
            replace(p, severity=softer.get(p.severity, p.severity))
            for p in policy_problems(self._project.plan, self.policy)
        ]
        self.tell_problems("policy", (*self._in_force.problems, *told))

    def _declare(self, read: Opened, spec: DataSpec) -> bool:
        """Other declarations need no reading, but that what is called numbers are numbers is looked up.
        Whether other records are shown now.
        """
        self._file = declared(read, spec)
        if numbers(self._file) <= numbers(read):
            self._stop_reading()
            self.tell_problems("data", read.notes)
            return self._show(self._file)
        self._start_reading(spec, self._base, self._keep_opened)
        return self._show(self._file)

    def _show(self, file: Opened) -> bool:
        """Show the file's records, or those that the plan's prepare job makes of them, now or when they are
        made. Whether other records than before are shown.
        """
        if not has_prepare(self._project.plan):
            other = self._prepared is not None or self._preparing is not None or self._opened is None
            self._forget_prepared()
            self._opened = file
            return other
        from sdc_desktop.ui.prepared_records import key_of, prepare_work

        key = key_of(file, self._project.plan)
        if self._prepared is not None and self._prepared.key == key:
            other = self._opened is None
            self._opened = self._prepared.opened(file, self._project.plan, self.plan)
            return other
        if self._preparing is None or self._preparing_key != key:
            self._forget_prepared()
            self._opened = None
            self.data_closed.emit()
            self._preparing_key = key
            title = self._words.say(N_("Preparing the records"))
            work = prepare_work(file, self._project.plan, self._base, key)
            self._preparing = job = self._jobs.start(title, work)
            job.succeeded.connect(self._on_prepared)
            job.failed.connect(self._on_not_prepared)
            job.cancelled.connect(self._on_preparing_stopped)
        return False

    @Slot(object)
    def _on_prepared(self, prepared: PreparedRecords) -> None:
        if self.sender() is not self._preparing or self._file is None:
            return
        self._preparing, self._prepared = None, prepared
        self.tell_problems("prepare", ())
        self._opened = prepared.opened(self._file, self._project.plan, self.plan)
        self.plan_changed.emit(self.plan)  # its variables are known now
        self.data_opened.emit(self._opened)

    @Slot(object)
    def _on_not_prepared(self, problems: tuple[Problem, ...]) -> None:
        if self.sender() is self._preparing:
            self._preparing = None
            self.tell_problems("prepare", problems)
            self.plan_changed.emit(self.plan)

    @Slot()
    def _on_preparing_stopped(self) -> None:
        if self.sender() is self._preparing:
            self._preparing = None
            self.plan_changed.emit(self.plan)

    def _forget_prepared(self) -> None:
        job, self._preparing = self._preparing, None
        self._prepared = None
        self._preparing_key = None
        self.tell_problems("prepare", ())
        if job is not None:
            job.cancel()

    def _seen_plan(self, plan: Plan) -> Plan:
        """A plan as it is seen from the prepared records; itself where it prepares none."""
        if not has_prepare(plan):
            return plan
        variables = None if self._prepared is None else self._prepared.variables
        if plan is not self._project.plan:
            variables = None
        if self._seen is None or self._seen[0] is not plan or self._seen[1] is not variables:
            from sdc_desktop.project.prepared import seen

            if plan is not self._project.plan:
                return seen(plan, variables)
            self._seen = (plan, variables, seen(plan, variables))
        return self._seen[2]

    def _read_again(self) -> None:
        spec = self._project.plan.data
        if spec is None:
            self._stop_reading()
            self._close_data()
        elif not (self.reading and same_reading(spec, self._read_spec)):
            self._close_data()
            self._start_reading(spec, self._base, self._keep_opened)

    def _load(self, path: Path, load: Callable[[Path], Project], *, keeps_file: bool) -> bool:
        try:
            project = load(path)
        except Refused as refusal:
            self.tell_problems("project", refusal.problems)
            return False
        self._adopt(project, path=path if keeps_file else None, base=path.resolve().parent)
        if keeps_file:
            self.file_used.emit(path)
        return True

    def _project_of_plan(self, path: Path) -> Project:
        return new_project(self._words.say(N_("Plan of {name}"), name=path.name), read_plan(path))

    def _adopt(self, project: Project, *, path: Path | None, base: Path) -> None:
        self._stop_reading()
        self._close_data()
        self._project = self._saved = project
        self._path, self._base = path, base
        self._digest = None if path is None else _digest(path)
        self._mirror.renew(project)
        self._problems.clear()
        self.problems_changed.emit(())
        self.plan_changed.emit(self.plan)
        self._tell_policy()
        self._tell_state(other_project=True)
        if self._project.plan.data is not None:
            self._start_reading(self._project.plan.data, base, self._keep_opened)

    def _begin_with(self, opened: Opened) -> None:
        """A data file was opened: a project that starts with it, all guesses in its plan."""
        label = self._words.say(N_("Opened {name}"), name=opened.path.name)
        base = opened.path.resolve().parent
        told = {"path": relative_path(opened.path.resolve(), base), "sha256": opened.sha256}
        spec = opened.spec.model_copy(update=told)
        project = new_project(label, under_policy(Plan(data=spec), self.policy))
        self._close_data()
        self._project, self._path, self._base, self._digest = project, None, base, None
        self._saved = project  # nothing was decided yet, so nothing is lost by closing
        self._mirror.renew(project)
        self._problems.clear()
        self._read_spec = spec
        self.plan_changed.emit(self.plan)
        self._tell_policy()
        self._tell_state(other_project=True)
        self._keep_opened(opened)
        self.file_used.emit(opened.path)

    def _start_reading(self, spec: DataSpec, base: Path, take: Callable[[Opened], None]) -> None:
        self._stop_reading()
        if take == self._keep_opened:
            self._read_spec = spec

        def work(context: JobContext) -> object:
            from sdc_desktop.engine.data.reading import open_data

            return open_data(spec, base, context)

        self._take_opened = take
        title = self._words.say(N_("Opening {name}"), name=Path(spec.path).name)
        self._reading = job = self._jobs.start(title, work)
        job.succeeded.connect(self._on_read)
        job.failed.connect(self._on_refused)
        job.cancelled.connect(self._on_stopped)

    def _stop_reading(self) -> None:
        job, self._reading = self._reading, None
        if job is not None:
            job.succeeded.disconnect(self._on_read)
            job.failed.disconnect(self._on_refused)
            job.cancelled.disconnect(self._on_stopped)
            job.cancel()

    @Slot(object)
    def _on_read(self, opened: Opened) -> None:
        self._reading = None
        self._take_opened(opened)

    @Slot(object)
    def _on_refused(self, problems: tuple[Problem, ...]) -> None:
        self._reading = None
        self.tell_problems("data", problems)
        if self._take_opened == self._keep_opened:
            self.read_refused.emit()

    @Slot()
    def _on_stopped(self) -> None:
        self._reading = None

    def _keep_opened(self, opened: Opened) -> None:
        spec = self._project.plan.data
        if spec is None:  # undone meanwhile
            return
        self._read = opened
        self._file = declared(opened, spec)
        self.tell_problems("data", opened.notes)
        self._show(self._file)
        if self._opened is not None:
            self.data_opened.emit(self._opened)

    def _close_data(self) -> None:
        was_open = self._opened is not None
        self._forget_prepared()
        self._read = self._file = self._opened = self._read_spec = None
        if was_open:
            self.data_closed.emit()

    def _remember_file(self) -> None:
        """Projects made before hashes were kept get that of their file when they are saved."""
        if self._read is None or self._read_spec is None or self._read_spec.sha256 is not None:
            return
        known = self._read.sha256
        self._project = with_file_hash(self._project, self._read_spec.path, known)
        self._read_spec = self._read_spec.model_copy(update={"sha256": known})

    def _written(self, write: Callable[[], None]) -> bool:
        try:
            write()
        except Refused as refusal:
            self.tell_problems("saving", refusal.problems)
            return False
        self.tell_problems("saving", ())
        return True

    def _tell_state(self, *, other_project: bool = False) -> None:
        if other_project:
            self.project_changed.emit(self._path)
        if other_project or self.dirty != self._told_dirty:
            self._told_dirty = self.dirty
            self.dirty_changed.emit(self.dirty)
            self.title_changed.emit(self.title)
        self.history_changed.emit(self._project)


def has_prepare(plan: Plan) -> bool:
    """Whether a plan prepares its data, told without importing what prepares them."""
    return plan.data is not None and any(job.kind == "prepare" and job.input == "data" for job in plan.jobs)


def _told(hints: DialectHints | None) -> dict[str, object]:
    if hints is None:
        return {}
    keys = ("delimiter", "quote", "encoding", "decimal", "header")
    return {key: getattr(hints, key) for key in keys if getattr(hints, key) is not None}


def _digest(path: Path) -> str | None:
    try:
        return sha256_of(path)
    except Refused:  # it is not there any more, so nothing of anybody is in the way
        return None
