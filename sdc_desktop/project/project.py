"""A project and its history. Frozen: every change gives a new project."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from sdc_desktop.engine.plan import Plan


@dataclass(frozen=True)
class Step:
    """One decision of the officer: what it was called, and the plan as it stood after it."""

    label: str
    plan: Plan


@dataclass(frozen=True)
class ReportFields:
    """What the report's cover says; the officer's words, never the clock's."""

    title: str = ""
    purpose: str = ""
    officer: str = ""
    reviewer: str = ""
    decision: str = ""
    date: str = ""


@dataclass(frozen=True)
class Project:
    """History is never empty; ``position`` points to the step that is in force."""

    history: tuple[Step, ...] = (Step("", Plan()),)
    position: int = 0
    notes: str = ""
    decisions: ReportFields = ReportFields()
    view: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def plan(self) -> Plan:
        """The plan in force."""
        return self.history[self.position].plan

    @property
    def can_undo(self) -> bool:
        """Whether there is a step before the one in force."""
        return self.position > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is a step after the one in force."""
        return self.position < len(self.history) - 1


def new_project(label: str = "", plan: Plan | None = None) -> Project:
    """A project whose history starts with this plan (an empty one by default)."""
    return Project(history=(Step(label, plan or Plan()),))


def with_step(project: Project, label: str, plan: Plan) -> Project:
    """The project after one more decision; what had been undone is forgotten. The same plan is no step."""
    if plan == project.plan:
        return project
    history = (*project.history[: project.position + 1], Step(label, plan))
    return replace(project, history=history, position=len(history) - 1)


def undone(project: Project) -> Project:
    """One step back; the same project at the first step."""
    return at(project, project.position - 1) if project.can_undo else project


def redone(project: Project) -> Project:
    """One step forward; the same project at the last step."""
    return at(project, project.position + 1) if project.can_redo else project


def at(project: Project, position: int) -> Project:
    """The project with another step of its history in force. IndexError beyond it."""
    if not 0 <= position < len(project.history):
        raise IndexError(position)
    return replace(project, position=position)


def with_file_hash(project: Project, path: str, sha256: str) -> Project:
    """The project whose plans name the SHA-256 of the data file at `path` wherever they name none."""
    return replace(project, history=tuple(_hashed(step, path, sha256) for step in project.history))


def _hashed(step: Step, path: str, sha256: str) -> Step:
    data = step.plan.data
    if data is None or data.path != path or data.sha256 is not None:
        return step
    told = data.model_copy(update={"sha256": sha256})
    return replace(step, plan=step.plan.model_copy(update={"data": told}))
