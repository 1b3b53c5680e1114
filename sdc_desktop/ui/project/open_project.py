"""What is open: the project, its file, its data and what is wrong with them, to be read.

`project_controller.py` changes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from sdc_desktop.engine.plan import Plan, without_secrets
from sdc_desktop.engine.plan_secrets import ALL, Secrets, fresh
from sdc_desktop.engine.policy.policy import Policy
from sdc_desktop.engine.problems import Place, Problem, note
from sdc_desktop.engine.running.secret_needs import with_fresh_secrets
from sdc_desktop.project.declared_data import read_so
from sdc_desktop.project.policy_location import ActivePolicy
from sdc_desktop.project.project import Project, saved_position, with_plans
from sdc_desktop.project.project_file import ProjectPlace
from sdc_desktop.ui.project.plan_data import PlanData
from sdc_desktop.ui.project.shown_records import has_prepare
from sdc_desktop.words import N_, Words

if TYPE_CHECKING:
    from sdc_desktop.engine.data.missing_codes import MissingCodes
    from sdc_desktop.engine.data.reading import Opened


class ProjectSecrets:
    """Jobs that have no secret yet draw from a fresh one, which they keep when they become part of the plan:
    what is explored is what is exported.
    """

    def __init__(self) -> None:
        self._fresh = fresh()

    def renew(self) -> None:
        """Another project is opened."""
        self._fresh = fresh()

    def known(self, plan: Plan) -> Secrets:
        """The plan's secrets, and the fresh one for jobs without."""
        return plan.own_secrets.over(Secrets({ALL: self._fresh}))

    def completed(self, plan: Plan) -> Plan:
        """The plan with a secret for every job that needs one."""
        return with_fresh_secrets(plan, self._fresh)

    def made(self, plan: Plan) -> tuple[Plan, tuple[Problem, ...]]:
        """The plan with a secret for every job that needs one, and a note on the secrets added."""
        full = self.completed(plan)
        names = ", ".join(name for name in full.secrets if name not in plan.secrets)
        return full, (note("secret.made", Place(key="secrets"), names=names),) if names else ()

    def of_its_own(self, project: Project) -> Project:
        """A project with secrets of its own instead of those that it came with."""
        self.renew()
        return with_plans(project, lambda plan: self.completed(without_secrets(plan)))


class OpenProject(QObject):
    """The open project and its data, in their current state."""

    plan_changed = Signal(object)  # Plan
    data_opened = Signal(object)  # Opened
    data_closed = Signal()
    project_begun = Signal()  # another project: what was looked at belongs to the one before

    _words: Words
    _project: Project
    _saved: Project | None
    _place: ProjectPlace
    _data: PlanData
    _problems: dict[str, tuple[Problem, ...]]
    _active_policy: ActivePolicy
    _secrets: ProjectSecrets

    @property
    def plan(self) -> Plan:
        """The current plan from the view of the records shown (`project/prepared.py`)."""
        return self._data.records.seen(self._project.plan, current=True)

    @property
    def whole_plan(self) -> Plan:
        """The current plan in the form that is saved, reported and run."""
        return self._project.plan

    def completed(self, plan: Plan) -> Plan:
        """A plan with the secrets that it would get as the project's."""
        return self._secrets.completed(plan)

    def whole(self, plan: Plan) -> Plan:
        """The whole plan that a changed `plan` stands for."""
        if not has_prepare(self._project.plan):
            return plan
        from sdc_desktop.project.prepared import whole

        return whole(self._project.plan, self.plan, plan)

    @property
    def seen_project(self) -> Project:
        """The project with the plans of its history from the view of the records shown."""
        return self._data.records.seen_project(self._project)

    @property
    def prepares(self) -> bool:
        """Whether the records shown are prepared ones, or are to be."""
        return has_prepare(self._project.plan)

    @property
    def file_opened(self) -> Opened | None:
        """The file's own records under the plan's declarations, whatever is shown."""
        return self._data.records.file

    @property
    def project(self) -> Project:
        """The project with its whole history."""
        return self._project

    @property
    def opened(self) -> Opened | None:
        """The data under the plan's declarations, or None while nothing is open."""
        return self._data.records.opened

    @property
    def data_folder(self) -> Path:
        """The folder of the open data; without any that of the user."""
        return Path.home() if self.opened is None else self.opened.path.parent

    @property
    def found_codes(self) -> Mapping[str, MissingCodes]:
        """The texts of the file that look like missing codes and that its plan did not decide on."""
        return self._data.found_codes

    @property
    def codes_as_missing(self) -> tuple[str, ...]:
        """The variables where the plan reads them as missing."""
        return read_so(self.plan.data, self.found_codes)

    @property
    def base(self) -> Path:
        """The folder that the plan's paths are relative to."""
        return self._place.base

    @property
    def policy(self) -> Policy | None:
        """The site policy that plans are held to; None where there is none."""
        return self._active_policy.policy

    @property
    def active_policy(self) -> ActivePolicy:
        """The site policy that plans are held to, with where it comes from."""
        return self._active_policy

    @property
    def path(self) -> Path | None:
        """The project's file, or None if it was never saved."""
        return self._place.path

    @property
    def dirty(self) -> bool:
        """Whether there is something that is not saved; undone steps do not count."""
        return self.saved_position != self._project.position

    @property
    def saved_position(self) -> int | None:
        """The number of the step that was current when the project was saved, while it is in the history."""
        return saved_position(self._project, self._saved)

    @property
    def changed_outside(self) -> bool:
        """Whether another program has changed the project's file since it was read or saved here."""
        return self._place.changed_outside

    @property
    def reading(self) -> bool:
        """Whether a file is being read now."""
        return self._data.reading

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All problems reported so far and not withdrawn."""
        return tuple(problem for problems in self._problems.values() for problem in problems)

    @property
    def title(self) -> str:
        """What the window is called: the project's file, else the data's, else nothing yet."""
        if self.path is not None:
            return self.path.name
        if self.plan.data is not None:
            return Path(self.plan.data.path).name
        return self._words.say(N_("new project"))

    def secrets(self) -> Secrets:
        """What the jobs of the window draw from."""
        return self._secrets.known(self._project.plan)
