"""A project and its history. Immutable: every change gives a new project."""

import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from sdc_desktop.engine import ENGINE_VERSION
from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.plan import without_secrets as plan_without_secrets
from sdc_desktop.engine.policy.policy import Policy
from sdc_desktop.engine.problems import Place, Problem, warning
from sdc_desktop.engine.report_spec import FieldsSpec
from sdc_desktop.engine.verdict import RULES, Grade

Edition = Literal["internal", "external"]


class ReportFields(FieldsSpec):
    """What the report states of people, purpose and decision, and for whom it is made; from you, never from
    the clock.
    """

    edition: Edition = "internal"


_NO_FIELDS = ReportFields()


@dataclass(frozen=True)
class KeptStrategy:
    """A plan that the user keeps by a name, to compare it with others."""

    name: str
    plan: Plan


@dataclass(frozen=True)
class Step:
    """One decision of the user: its label, and all that is decided after it."""

    label: str
    plan: Plan
    notes: str = ""
    decisions: ReportFields = _NO_FIELDS
    strategies: tuple[KeptStrategy, ...] = ()
    returned: bool = False  # whether it only restored an earlier plan


@dataclass(frozen=True)
class Project:
    """History is never empty; ``position`` points to the step that is current."""

    history: tuple[Step, ...] = (Step("", Plan()),)
    position: int = 0
    view: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def step(self) -> Step:
        """The current step."""
        return self.history[self.position]

    @property
    def plan(self) -> Plan:
        """The current plan."""
        return self.step.plan

    @property
    def notes(self) -> str:
        """The current notes."""
        return self.step.notes

    @property
    def decisions(self) -> ReportFields:
        """The current report's fields."""
        return self.step.decisions

    @property
    def strategies(self) -> tuple[KeptStrategy, ...]:
        """The strategies that are kept."""
        return self.step.strategies

    @property
    def can_undo(self) -> bool:
        """Whether there is a step before the current one."""
        return self.position > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is a step after the current one."""
        return self.position < len(self.history) - 1


def new_project(label: str = "", plan: Plan | None = None) -> Project:
    """A project whose history starts with this plan (an empty one by default)."""
    return Project(history=(Step(label, plan or Plan()),))


def with_step(project: Project, label: str, plan: Plan) -> Project:
    """The project after one more decision; what had been undone is forgotten. The same plan is no step."""
    return with_decided(project, label, plan=plan)


def with_decided(project: Project, label: str, **decided: Any) -> Project:
    """The project after a decision on any of the parts of a :class:`Step`; the other parts are unchanged."""
    step = replace(project.step, **decided)
    if step == project.step:
        return project
    history = (*project.history[: project.position + 1], replace(step, label=label, returned=False))
    return replace(project, history=history, position=len(history) - 1)


def with_strategy(project: Project, label: str, strategy: KeptStrategy) -> Project:
    """The project with a strategy kept, instead of the one of its name."""
    others = tuple(one for one in project.strategies if one.name != strategy.name)
    places = [i for i, one in enumerate(project.strategies) if one.name == strategy.name]
    place = places[0] if places else len(others)
    return with_decided(project, label, strategies=(*others[:place], strategy, *others[place:]))


def undone(project: Project) -> Project:
    """One step back; the same project at the first step."""
    return at(project, project.position - 1) if project.can_undo else project


def redone(project: Project) -> Project:
    """One step forward; the same project at the last step."""
    return at(project, project.position + 1) if project.can_redo else project


def at(project: Project, position: int) -> Project:
    """The project with another step of its history as the current one. IndexError beyond it."""
    if not 0 <= position < len(project.history):
        raise IndexError(position)
    return replace(project, position=position)


def returned(project: Project, position: int, label: str) -> Project:
    """The project with what an earlier step decided restored, as one more step: nothing is forgotten.

    That is its plan; where it is the current plan anyway, its notes and fields. Strategies stay kept.
    Looking through the history leaves one such step behind, not one per look, and none once at its end again.
    """
    looking = project.step.returned and project.can_undo and not project.can_redo
    left = replace(project, history=project.history[:-1], position=project.position - 1)
    before = left if looking else project
    then = project.history[position]
    if then.plan != before.plan:
        back = with_decided(before, label, plan=then.plan)
    else:
        back = with_decided(before, label, notes=then.notes, decisions=then.decisions)
    if back is before:
        return before
    return replace(back, history=(*back.history[:-1], replace(back.step, returned=True)))


def with_file_hash(project: Project, path: str, sha256: str) -> Project:
    """The project whose plans name the SHA-256 of the data file at `path` wherever they name none."""
    return replace(project, history=tuple(_hashed(step, path, sha256) for step in project.history))


def _hashed(step: Step, path: str, sha256: str) -> Step:
    strategies = tuple(replace(one, plan=_plan_hashed(one.plan, path, sha256)) for one in step.strategies)
    return replace(step, plan=_plan_hashed(step.plan, path, sha256), strategies=strategies)


def _plan_hashed(plan: Plan, path: str, sha256: str) -> Plan:
    data = plan.data
    if data is None or data.path != path or data.sha256 is not None:
        return plan
    return plan.model_copy(update={"data": data.model_copy(update={"sha256": sha256})})


def has_secrets(project: Project) -> bool:
    """Whether any plan of the history or of the strategies holds secrets."""
    return any(plan.secrets for step in project.history for plan in _plans(step))


def without_secrets(project: Project) -> Project:
    """The project as it may be passed on: no plan of its history or strategies holds a secret."""
    return with_plans(project, plan_without_secrets)


def _plans(step: Step) -> tuple[Plan, ...]:
    return (step.plan, *(one.plan for one in step.strategies))


def with_plans(project: Project, change: Callable[[Plan], Plan]) -> Project:
    """The project with every plan of its history and of its strategies changed."""

    def changed(step: Step) -> Step:
        kept = tuple(replace(one, plan=change(one.plan)) for one in step.strategies)
        return replace(step, plan=change(step.plan), strategies=kept)

    return replace(project, history=tuple(changed(step) for step in project.history))


def saved_position(project: Project, saved: Project | None) -> int | None:
    """The number of the step that was current when `saved` was saved, if it is still in the history."""
    if saved is None:
        return None
    kept = saved.history[: saved.position + 1]
    return saved.position if project.history[: len(kept)] == kept else None


_KEY, _BEFORE, _TAB, _PAGES = "judged", "before", "tab", "pages"  # under the project's view
BEFORE_VERDICTS = "0.1.0"  # the last version whose projects remember no verdict


@dataclass(frozen=True)
class Earlier:
    """The verdicts that a project was saved with: the version that made them, and the grade by job.
    ``whole``: of all its jobs; else of those that no tab has judged since.
    """

    version: str
    grades: Mapping[str, str]
    whole: bool = True


def with_verdicts(project: Project, grades: Mapping[str, Grade], before: Earlier | None = None) -> Project:
    """The project with the grades of this version, by job; its other jobs keep those of ``before``."""
    grades_of: dict[str, Any] = {
        "version": ENGINE_VERSION,
        "rules": RULES,
        "jobs": {name: grade.value for name, grade in sorted(grades.items())},
    }
    left = {job.name for job in project.plan.jobs} - grades.keys()
    if before is not None and (kept := {name: before.grades[name] for name in left & before.grades.keys()}):
        grades_of[_BEFORE] = {"version": before.version, "jobs": dict(sorted(kept.items()))}
    return replace(project, view=MappingProxyType({**project.view, _KEY: grades_of}))


@dataclass(frozen=True)
class ShownView:
    """The tab of the window, empty if none, and the number of the current view by name of the place."""

    tab: str = ""
    pages: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))


def with_view(project: Project, shown: ShownView) -> Project:
    """The project with the tab and views shown; unchanged without a tab."""
    if not shown.tab:
        return project
    own = {_TAB: shown.tab, _PAGES: dict(sorted(shown.pages.items()))}
    return replace(project, view=MappingProxyType({**project.view, **own}))


def view_of(project: Project) -> ShownView:
    """The tab and views that a project was saved with, without entries of unknown form."""
    tab, pages = project.view.get(_TAB), project.view.get(_PAGES)
    known = pages if isinstance(pages, Mapping) else {}
    places = {str(name): place for name, place in known.items() if type(place) is int and place >= 0}
    return ShownView(tab if isinstance(tab, str) else "", MappingProxyType(places))


def earlier(project: Project) -> Earlier | None:
    """The verdicts of another version, or by earlier rules, that a project was saved with; else None."""
    grades_of = project.view.get(_KEY)
    if not isinstance(grades_of, Mapping):
        return Earlier(BEFORE_VERDICTS, {})
    version, jobs = grades_of.get("version"), grades_of.get("jobs")
    current = version == ENGINE_VERSION and grades_of.get("rules", 1) == RULES
    if current and isinstance(left := grades_of.get(_BEFORE), Mapping):
        version, jobs = left.get("version"), left.get("jobs")
    elif current:
        return None
    if not isinstance(version, str) or not isinstance(jobs, Mapping):
        return None
    return Earlier(version, {str(name): str(grade) for name, grade in jobs.items()}, whole=not current)


def difference(before: Earlier, job: str, grade: Grade) -> Problem | None:
    """Problem about a job that another version judged; None where the grade is the same."""
    where = Place(job=job)
    was = before.grades.get(job)
    if was is None and not before.whole:
        return None
    if was is None:
        return warning("project.judged_newly", where, job=job, version=before.version, grade_now=grade.value)
    if was == grade.value:
        return None
    figures = {"job": job, "version": before.version, "grade_was": was, "grade_now": grade.value}
    return warning("project.judged_differently", where, **figures)


_FOLDER = "heads"


def heads_folder(policy: Policy | None) -> Path:
    """The folder of heads under this policy. The policy's must exist; the user's is made where it can be."""
    if policy is not None and policy.spec.ledger_heads is not None:
        return Path(policy.spec.ledger_heads).expanduser()
    folder = _settings_folder() / _FOLDER
    with suppress(OSError):  # the ledger reports that it is missing
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def _settings_folder(platform: str = sys.platform) -> Path:
    """Where the window keeps its settings, without Qt."""
    home = Path.home()
    if platform.startswith("win"):
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif platform == "darwin":
        base = home / "Library" / "Preferences"
    else:
        base = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
    return base / "sdc-desktop"
