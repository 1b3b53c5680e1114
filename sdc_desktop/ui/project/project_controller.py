"""The project that is open: its plan and history, its file, and the data it speaks of.

The one door for changes of the plan. Only what is decided changes, one undo step each. Data is read beside
the window and never changed; it follows the plan (`plan_data.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.plan import Plan, read_plan, write_plan
from sdc_desktop.engine.policy.policy import under_policy
from sdc_desktop.engine.problems import Problem, Refused
from sdc_desktop.engine.running.secrets_file import write_secrets
from sdc_desktop.project.declared_data import (
    as_read,
    codes_in,
    reviewed,
    roles_for,
    same_reading,
    with_codes,
    with_declared,
    with_stated,
)
from sdc_desktop.project.persons import without_statement
from sdc_desktop.project.policy_location import ActivePolicy, deviations_of, of_plan, unanswered
from sdc_desktop.project.project import (
    KeptStrategy,
    Project,
    ShownView,
    at,
    new_project,
    redone,
    returned,
    undone,
    view_of,
    with_decided,
    with_plans,
    with_strategy,
    with_view,
    without_secrets,
)
from sdc_desktop.project.project_file import load_project, place_of, save_project
from sdc_desktop.project.report_fields import plan_with_fields, with_plans_fields
from sdc_desktop.project.verdict_memory import VerdictMemory
from sdc_desktop.project.with_data import rebased, rebased_plan, relative_path
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project.file_persons import FilePersons
from sdc_desktop.ui.project.open_project import OpenProject, ProjectSecrets
from sdc_desktop.ui.project.plan_data import PlanData
from sdc_desktop.ui.project.plan_steps import PlanSteps
from sdc_desktop.ui.project.released_audits import ReleasedAudits
from sdc_desktop.words import N_, Words
from sdc_desktop.words.program.missing_codes import read_as_missing
from sdc_desktop.words.program.variables import proposed_step, step_name

if TYPE_CHECKING:
    from sdc_desktop.engine.data.hierarchies.spec import HierarchySpec
    from sdc_desktop.engine.data.proposed_roles import ProposedRole
    from sdc_desktop.engine.data.reading import Opened


class ProjectController(OpenProject):
    """Owns the project and the opened data; whatever needs either listens here."""

    settle_requested = Signal()  # each view with an unsettled draft makes it a step, now
    history_changed = Signal(
        object
    )  # Project: another step is current, or it was saved; the plan may be the same
    reason_requested = Signal(object)  # (Plan, Deviation): the officer would say why
    policy_changed = Signal()  # another site policy is active
    problems_changed = Signal(object)  # tuple[Problem, ...]
    dirty_changed = Signal(object)  # bool
    title_changed = Signal(object)  # str
    project_saved = Signal()
    project_changed = Signal(object)  # Path | None: another project, or the same under another name
    file_used = Signal(object)  # Path: opened or saved with success
    opening_refused = Signal(object, object)  # (str: the file, Sequence[Problem]): what was open stays
    saving_refused = Signal(object)  # Sequence[Problem]
    read_refused = Signal()  # the plan's file could not be read
    outcome = Signal(object)  # str: what an export came to
    outcome_outdated = Signal(object)  # str: what an export came to, of a plan that was changed since
    codes_found = Signal()  # a file was opened: what may be missing codes in it is known

    def __init__(self, jobs: JobManager, words: Words, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._project = new_project()
        self._saved: Project | None = self._project
        self._place = place_of(None, Path.cwd())
        self._data = PlanData(jobs, words, self)
        self._data.shown.connect(self.data_opened)
        self._data.stated.connect(self._on_stated)
        self._data.closed.connect(self.data_closed)
        self._data.refused.connect(self.read_refused)
        self._data.seen_changed.connect(self._notify_plan)
        self._data.reported.connect(self.report_problems)
        self._problems: dict[str, tuple[Problem, ...]] = {}
        self._chosen_policy = ActivePolicy()  # without a policy
        self._active_policy = self._chosen_policy
        self.verdicts = VerdictMemory(self.report_problems)
        self.audits = ReleasedAudits(jobs, self)
        self.persons = FilePersons(jobs, self._data, self)
        self.plan_changed.connect(self.persons.follow)
        self.steps = PlanSteps(self, jobs)
        self._secrets = ProjectSecrets()
        jobs.secrets_of_plan = self.secrets
        self._shown_dirty = False
        self.shown_view = ShownView()  # the tab and views that a project is saved with
        self._proposed: Mapping[str, ProposedRole] = {}
        self._opening = Path()  # the data file being read to begin a project

    @property
    def proposed_roles(self) -> Mapping[str, ProposedRole]:
        """The roles that were proposed when the open file was opened; empty for a project that was loaded."""
        return self._proposed

    # deciding ----------------------------------------------------------------------------------------

    def change_plan(self, label: str, plan: Plan) -> None:
        """Put another plan into effect: one undo step, called `label`. The same plan is no step. Reasons for
        what deviates from the policy no more are dropped with it.
        """
        if plan != self.plan:
            self.change_whole_plan(label, self.whole(plan))

    def change_whole_plan(self, label: str, plan: Plan) -> None:
        """Put another whole plan into effect: one undo step, called `label`. An equal plan is no step."""
        if plan != self._project.plan:
            plan = self._secrets.completed(under_policy(plan, self.policy))
            self._become(with_decided(self._project, label, plan=plan))

    def set_secret(self, name: str, digits: str) -> None:
        """Another secret, by its name in the plan: one undo step."""
        label = self._words.say(N_("New secret: {name}"), name=name)
        plan = self._project.plan
        secrets = {**plan.secrets, name: digits}
        self.change_whole_plan(label, plan.model_copy(update={"secrets": secrets}))

    def decide(self, label: str, **decided: object) -> None:
        """Change `notes`, `decisions` or `strategies` of the project: one undo step, called `label`."""
        self._become(with_decided(self._project, label, **decided))

    def keep_strategy(self, label: str, strategy: KeptStrategy) -> None:
        """Keep a strategy, instead of the one of its name: one undo step."""
        self._become(with_strategy(self._project, label, strategy))

    def hold_to(self, known: ActivePolicy) -> None:
        """Make another site policy current, or none. The plan is unchanged; its deviations are reported."""
        self._chosen_policy = known
        self._take_policy(known)
        self.plan_changed.emit(self.plan)  # what is shown to begin with may be another
        self._report_deviations()

    def _take_policy(self, known: ActivePolicy) -> None:
        self._active_policy = known
        self.audits.policy = known.policy
        self.policy_changed.emit()

    def refused_by_policy(self, plan: Plan, kinds: Collection[str] | None = None) -> tuple[Problem, ...]:
        """Why nothing of a plan may be exported: deviations without a reason, or an unreadable policy. Only
        jobs of these `kinds` count. A plan with deviations becomes the current plan, because their reasons
        are given there.
        """
        whole = self.whole(plan)
        errors = unanswered(whole, self._active_policy, kinds)
        if errors:
            self.change_whole_plan(self._words.say(N_("Apply policy")), whole)
        return (*self._active_policy.problems, *errors)

    def settle(self) -> None:
        """Have what is being moved or typed anywhere become steps, before the plan is used."""
        self.settle_requested.emit()

    @Slot()
    def undo(self) -> None:
        """Take the last step back; what is being moved is that step."""
        self.settle()
        self._become(undone(self._project))

    @Slot()
    def redo(self) -> None:
        """Take the step again that was undone."""
        self.settle()
        self._become(redone(self._project))

    def return_to(self, position: int) -> None:
        """Restore what a step decided. Of what was undone that is taking it again; what was
        decided before comes back as one more step, so that nothing done since is forgotten.
        """
        self.settle()
        if position >= len(self._project.history):  # a finalised result ended the steps that were undone
            return
        if position > self._project.position:
            self._become(at(self._project, position))
            return
        same = self._project.history[position].plan
        first = next(step for step in self._project.history if step.plan == same)
        label = first.label or self._words.say(N_("Beginning"))
        label_text = self._words.say(N_("Restore: {step}"), step=label)
        project = returned(self._project, position, label_text)
        self._become(project)

    def set_variables(self, names: Sequence[str], **changes: object) -> None:
        """Declare role, level, order or missing codes of variables: one undo step. Raises ValueError for what
        no plan can state.
        """
        spec = self.plan.data
        if spec is None:
            return
        data = with_declared(spec, names, changes)
        if changes.get("role") == "person":
            data = without_statement(data)
        if data != spec:
            label = step_name(names, changes, self._words)
            self.change_plan(label, self.plan.model_copy(update={"data": data}))

    def look_at_hierarchies(self) -> bool:
        """Return whether a hierarchy file of the plan has changed on disk: earlier results are then outdated,
        as with another data file.
        """
        if not self._data.look_at_hierarchies():
            return False
        self._notify_plan()
        if self.opened is not None:
            self.data_opened.emit(self.opened)
        return True

    def review_codes(self, missing: Collection[str]) -> None:
        """Read what looks like missing codes as such in these variables, as values in others: one step."""
        data = self.plan.data
        if data is not None:
            label = step_name(tuple(self.found_codes), {"missing": ()}, self._words)
            changed = reviewed(data, self.found_codes, missing)
            self.change_plan(label, self.plan.model_copy(update={"data": changed}))

    def set_hierarchies(self, hierarchies: Mapping[str, HierarchySpec]) -> None:
        """Give variables a hierarchy each: one undo step."""
        self.settle()
        spec, names = self.plan.data, ", ".join(hierarchies)
        if spec is not None and hierarchies:
            data = spec.model_copy(update={"hierarchies": {**spec.hierarchies, **hierarchies}})
            of_one = len(hierarchies) == 1
            text = N_("Hierarchy of {name}") if of_one else N_("Hierarchies: {names}")
            label = self._words.say(text, name=names) if of_one else self._words.say(text, names=names)
            self.change_plan(label, self.plan.model_copy(update={"data": data}))

    # files -------------------------------------------------------------------------------------------

    def new(self) -> None:
        """Begin with nothing."""
        self._secrets.renew()
        self._adopt(new_project(), path=None, base=Path.cwd())

    def open_data(self, path: Path, reading: Mapping[str, object] = MappingProxyType({})) -> None:
        """Read a data file; on success it begins a new project, else nothing changes. `reading`: a plan's
        settings of how it is read.
        """
        spec = DataSpec.model_validate({"path": path.name, **reading})
        self._opening = path
        self._data.read(spec, path.resolve().parent, self._begin_with, self._refuse_data, propose=True)

    def replace_file(self, opened: Opened) -> None:
        """Put another data file, compared with the plan, instead of the plan's: one undo step. Jobs and
        declarations stay.
        """
        label = self._words.say(N_("Data file {name}"), name=opened.path.name)
        project = with_decided(
            self._project,
            label,
            plan=under_policy(self._project.plan.model_copy(update={"data": opened.spec}), self.policy),
        )
        self._data.close()
        self._project = project
        self._notify_plan()
        self._notify_state()
        self._data.take(opened, project.plan, self.base)

    def open_project(self, path: Path) -> bool:
        """Open a project file and read its data. False, and nothing changes, if it is refused."""
        return self._load(path, load_project, keeps_file=True)

    def open_copy(self, path: Path) -> bool:
        """Open a project as a new one without a file of its own: the demo is unchanged."""
        return self._load(path, self._project_of_its_own, keeps_file=False)

    def open_plan(self, path: Path) -> bool:
        """Begin a new project with the plan of a file. If it is refused, nothing changes."""
        if not self._load(path, self._project_of_plan, keeps_file=False):
            return False
        self.file_used.emit(path)
        return True

    def recover(self, recovery: Path, path: Path | None) -> bool:
        """Restore what an earlier session had not saved of the project at `path` (None: never saved)."""
        if not self._load(recovery, load_project, keeps_file=False):
            return False
        self._place = place_of(path, self.base)
        self._saved = None
        self._notify_state(other_project=True)
        return True

    def save(self) -> bool:
        """Save to the project's file. False where there is none yet, or where saving fails."""
        return self.path is not None and self.save_as(self.path)

    def save_as(self, path: Path) -> bool:
        """Save to another file; the plan's paths follow it. False, and a problem, if saving fails."""
        self.settle()
        folder = path.resolve().parent
        self._project = self._data.with_hash(self._project)
        project = self.verdicts.kept_in(rebased(self._project, self.base, folder))
        project = with_view(project, self.shown_view)
        if not self._written(lambda: save_project(project, path)):
            return False
        moved = path != self.path
        self._data.move(project.plan, folder)
        self._project = self._saved = project
        self._place = place_of(path, folder)
        self.file_used.emit(path)
        self._notify_state(other_project=moved)
        self.project_saved.emit()
        return True

    def export_plan(self, path: Path) -> bool:
        """Export the plan alone, for the batch command. False, and a problem, if saving fails."""
        self.settle()
        plan = plan_with_fields(self._project.plan, self._project.decisions)
        plan = rebased_plan(plan, self.base, path.resolve().parent)
        return self._written(partial(write_plan, plan, path))

    def export_without_secrets(self, path: Path) -> bool:
        """Export a copy of the project for passing on, without any secret. False, and a problem, if saving
        fails.
        """
        self.settle()
        project = rebased(without_secrets(self._project), self.base, path.resolve().parent)
        return self._written(lambda: save_project(project, path))

    def export_secrets(self, path: Path) -> bool:
        """Export the plan's secrets to a file of their own, for custody and for the batch command. False, and
        a problem, if saving fails.
        """
        self.settle()
        return self._written(lambda: write_secrets(path, self.whole_plan.secrets))

    @property
    def saved_view(self) -> ShownView:
        """The tab and views that the project was saved with."""
        return view_of(self._project)

    # problems ----------------------------------------------------------------------------------------

    @Slot(object, object)
    def report_problems(self, source: str, problems: Sequence[Problem]) -> None:
        """Show these problems as what is wrong with `source`, instead of what it reported before."""
        before = self.problems
        self._problems.pop(source, None)
        if problems:
            self._problems[source] = tuple(problems)
        if self.problems != before:
            self.problems_changed.emit(self.problems)

    # inside ------------------------------------------------------------------------------------------

    def _make_secrets(self) -> None:
        """A plan of an older version, or one passed on without its secrets, gets new ones: one undo step."""
        made, notice = self._secrets.made(self._project.plan)
        self.change_whole_plan(self._words.say(N_("New secrets for random draws")), made)
        self.report_problems("secrets", notice)

    def _become(self, project: Project) -> None:
        """Take over another state of the project, unless it is the same."""
        if project is self._project:
            return
        before, self._project = self._project, project
        if project.plan != before.plan:
            self._plan_is_another()
        self._notify_state()

    @Slot(object)
    def _on_stated(self, opened: Opened) -> None:
        """Have all plans of the history state what a run takes from the file, without a step of its own."""
        saved = self._saved is self._project

        def stated(plan: Plan) -> Plan:
            if plan.data is None or not same_reading(plan.data, self._project.plan.data):
                return plan
            return plan.model_copy(update={"data": with_stated(plan.data, opened)})

        project = with_plans(self._project, stated)
        self._saved = project if saved else self._saved
        self._become(project)

    def _plan_is_another(self) -> None:
        other_records = self._data.follow(self._project.plan, self.base)
        self._notify_plan()
        self._report_deviations()
        if other_records:
            self.data_opened.emit(self.opened)

    @Slot()
    def _notify_plan(self) -> None:
        self.plan_changed.emit(self.plan)

    def _report_deviations(self) -> None:
        self.report_problems("policy", deviations_of(self._project.plan, self._active_policy))

    def _load(self, path: Path, load: Callable[[Path], Project], *, keeps_file: bool) -> bool:
        try:
            project = load(path)
        except Refused as refusal:
            self.refuse_opening(path, refusal.problems, "project")
            return False
        self._adopt(project, path=path if keeps_file else None, base=path.resolve().parent)
        if keeps_file:
            self.file_used.emit(path)
        return True

    def _project_of_its_own(self, path: Path) -> Project:
        """A project that came with the program has published secrets: its copy gets new ones."""
        return self._secrets.of_its_own(load_project(path))

    def _project_of_plan(self, path: Path) -> Project:
        label = self._words.say(N_("Plan of {name}"), name=path.name)
        return with_plans_fields(new_project(label, read_plan(path)))

    def _adopt(self, project: Project, *, path: Path | None, base: Path) -> None:
        self._start(project, path, base)
        self._make_secrets()
        self._notify_state(other_project=True)
        if self._project.plan.data is not None:
            self._data.follow(self._project.plan, self.base)

    def _start(self, project: Project, path: Path | None, base: Path) -> None:
        """Show another project. Nothing of it was decided yet, so nothing is lost by closing it."""
        self._data.close()
        self._project = self._saved = project
        self._place = place_of(path, base)
        held_to = of_plan(project.plan, self._chosen_policy)
        if held_to != self._active_policy:
            self._take_policy(held_to)
        self.verdicts.begin(project, from_file=path is not None)
        self._begin_again()
        self.problems_changed.emit(())  # those of a file refused before it are gone
        self._notify_plan()
        self._report_deviations()

    def _begin_again(self) -> None:
        self._problems.clear()
        self._proposed = {}
        self.project_begun.emit()

    def _begin_with(self, opened: Opened) -> None:
        """Begin a project with the opened data file; its plan has all detected settings."""
        self._secrets.renew()
        label = self._words.say(N_("Open file {name}"), name=opened.path.name)
        base = opened.path.resolve().parent
        fields = {"path": relative_path(opened.path.resolve(), base), "sha256": opened.sha256}
        spec = as_read(opened.spec.model_copy(update=fields), codes_in(opened))
        project = new_project(label, under_policy(Plan(data=spec), self._chosen_policy.policy))
        self._start(project, None, base)
        self._notify_state(other_project=True)
        self._data.take(opened, project.plan, self.base)
        self._propose(opened)
        self.file_used.emit(opened.path)

    def _propose(self, opened: Opened) -> None:
        """Give roles to variables and read texts as missing codes, as their values and names suggest."""
        self._proposed = roles = roles_for(opened)
        data = self._project.plan.data
        assert data is not None
        for name, proposal in roles.items():
            data = with_declared(data, (name,), {"role": proposal.role})
        self._declare(proposed_step(roles, self._words), data)
        codes = {name: one for name, one in codes_in(opened).items() if not one.ambiguous}
        self._declare(read_as_missing(codes, self._words), with_codes(data, codes))
        if self._saved is not self._project:
            self._saved = self._project  # the officer decided nothing yet
            self._notify_state()
        self.codes_found.emit()

    def _declare(self, label: str, data: DataSpec) -> None:
        self.change_whole_plan(label, self._project.plan.model_copy(update={"data": data}))

    def refuse_opening(self, path: Path, problems: Sequence[Problem], source: str) -> None:
        """Report that a file was not opened; what was open stays."""
        self.report_problems(source, problems)
        self.opening_refused.emit(path.name, problems)

    @Slot(object)
    def refuse_saving(self, problems: Sequence[Problem]) -> None:
        """Report that nothing was saved."""
        self.report_problems("saving", problems)
        self.saving_refused.emit(problems)

    def _refuse_data(self, problems: tuple[Problem, ...]) -> None:
        self.refuse_opening(self._opening, problems, "data")

    def _written(self, write: Callable[[], None]) -> bool:
        try:
            write()
        except Refused as refusal:
            self.refuse_saving(refusal.problems)
            return False
        self.report_problems("saving", ())
        return True

    def _notify_state(self, *, other_project: bool = False) -> None:
        if other_project:
            self.project_changed.emit(self.path)
        if other_project or self.dirty != self._shown_dirty:
            self._shown_dirty = self.dirty
            self.dirty_changed.emit(self.dirty)
            self.title_changed.emit(self.title)
        self.history_changed.emit(self._project)
