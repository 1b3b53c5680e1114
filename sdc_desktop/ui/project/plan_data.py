"""The data that a plan speaks of: read once, declared as the plan says, shown as the plan prepares them.

Follows the plan and never changes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from sdc_desktop.engine.data.hierarchies.spec import LevelsSpec
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.methods.preparing.prepare import PREPARE
from sdc_desktop.engine.output.files import file_stamp
from sdc_desktop.engine.plan import Plan, params_of
from sdc_desktop.engine.problems import Problem
from sdc_desktop.project.declared_data import codes_in, declared, numbers, same_reading, with_stated
from sdc_desktop.project.project import Project, with_file_hash
from sdc_desktop.project.with_data import rebased_plan
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project.data_reader import DataReader, Refuse, Take
from sdc_desktop.ui.project.shown_records import ShownRecords
from sdc_desktop.words import Words

if TYPE_CHECKING:
    from sdc_desktop.engine.data.missing_codes import MissingCodes
    from sdc_desktop.engine.data.reading import Opened


class PlanData(QObject):
    """Reads again only what is to be read in another way; the rest of a plan is applied to what was read."""

    shown = Signal(object)  # Opened: other records than before
    stated = Signal(object)  # Opened: its file states more of the variables than the plan
    closed = Signal()
    refused = Signal()  # the plan's file could not be read
    seen_changed = Signal()  # the plan is seen otherwise: records were prepared, or could not be
    reported = Signal(object, object)  # (what is wrong: data or prepare, tuple[Problem, ...])

    def __init__(self, jobs: JobManager, words: Words, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._plan = Plan()  # the whole plan that is followed
        self._base = Path.cwd()
        self._read: Opened | None = None  # as the file was read
        self._read_spec: DataSpec | None = None  # what the plan said when it was read
        self._reader = DataReader(jobs, words, self)
        self.records = ShownRecords(jobs, words, self)
        self.records.hidden.connect(self.closed)
        self.records.prepared.connect(self._on_prepared)
        self.records.not_prepared.connect(self.seen_changed)
        self.records.reported.connect(self._on_prepare_problems)

    @property
    def reading(self) -> bool:
        """Whether records are on their way."""
        return self._reader.busy or self.records.preparing

    @property
    def missing_rule(self) -> str | float:
        """The plan's rule for missing values."""
        return self._plan.missing_rule

    @property
    def found_codes(self) -> Mapping[str, MissingCodes]:
        """The texts of the file read that look like missing codes, by variable."""
        return codes_in(self._read)

    def follow(self, plan: Plan, base: Path) -> bool:
        """This whole plan is current now, its paths relative to `base`; whether other records are shown.
        Where these are still to be read or prepared, `shown` reports when they are.
        """
        self._plan, self._base = plan, base
        if plan.data is None:
            self.close()
        elif self._read is not None and same_reading(plan.data, self._read_spec):
            return self._declare(self._read, plan.data)
        elif not (self.reading and same_reading(plan.data, self._read_spec)):
            self.close()
            self._read_plans_file(plan.data)
        return False

    def take(self, opened: Opened, plan: Plan, base: Path) -> None:
        """A plan becomes current whose file has been opened already."""
        self._plan, self._base, self._read_spec = plan, base, plan.data
        self._keep(opened)

    def read(self, spec: DataSpec, base: Path, take: Take, refuse: Refuse, *, propose: bool) -> None:
        """Read another file than the plan's; all stays unchanged until one of the two is called. `propose`:
        texts that look like missing codes are read as such.
        """
        self._reader.read(spec, base, take, refuse, propose=propose)

    def close(self) -> None:
        """Stop reading, and show nothing."""
        self._reader.stop()
        was_open = self.records.opened is not None
        self.records.close()
        self._read = self._read_spec = None
        if was_open:
            self.closed.emit()

    # saving ------------------------------------------------------------------------------------------

    def with_hash(self, project: Project) -> Project:
        """The project with the hash of its file; those made before hashes were kept have none."""
        if self._read is None or self._read_spec is None or self._read_spec.sha256 is not None:
            return project
        known = self._read.sha256
        project = with_file_hash(project, self._read_spec.path, known)
        self._read_spec = self._read_spec.model_copy(update={"sha256": known})
        self._plan = project.plan
        return project

    def move(self, plan: Plan, base: Path) -> None:
        """The project has moved to another folder: the same plan with its paths given again."""
        if self._read_spec is not None:
            self._read_spec = rebased_plan(Plan(data=self._read_spec), self._base, base).data
        moved = base != self._base
        self._plan, self._base = plan, base
        if moved and self._read is not None and plan.data is not None:
            self._show(declared(self._read, plan.data))  # its hierarchies are named from the folder

    # inside ------------------------------------------------------------------------------------------

    def _declare(self, read: Opened, spec: DataSpec) -> bool:
        """Other declarations need no reading, but that what is called numbers are numbers is looked up."""
        file = declared(read, spec)
        if numbers(file) <= numbers(read):
            self._reader.stop()
            self.reported.emit("data", file.notes)
        else:
            self._read_plans_file(spec)
        return self._show(file)

    def look_at_hierarchies(self) -> bool:
        """Declare the records again where a hierarchy file has changed, and return whether it has."""
        file, spec = self.records.file, self._plan.data
        if self._read is None or file is None or spec is None or file.levels == self._levels():
            return False
        self._show(declared(self._read, spec))
        return True

    def _levels(self) -> tuple[str, ...]:
        """What distinguishes the hierarchy files of the plan, also those of prepared records."""
        owners = (self._plan.data, *(params_of(job, PREPARE) for job in self._plan.jobs))
        specs = (spec for owner in owners if owner is not None for spec in owner.hierarchies.values())
        files = (self._base / spec.path for spec in specs if isinstance(spec, LevelsSpec))
        return tuple(repr(file_stamp(path.resolve())) for path in files)

    def _show(self, file: Opened) -> bool:
        file = replace(file, levels=self._levels())
        return self.records.show(file, self._plan, self._base)

    def _read_plans_file(self, spec: DataSpec) -> None:
        self._read_spec = spec
        self._reader.read(spec, self._base, self._keep, self._refuse)

    def _keep(self, opened: Opened) -> None:
        if self._plan.data is None:  # undone meanwhile
            return
        self._read = opened
        self.reported.emit("data", opened.notes)
        if with_stated(self._plan.data, opened) != self._plan.data:
            self.stated.emit(opened)  # the plan that states it is followed
            return
        self._show(declared(opened, self._plan.data))
        if self.records.opened is not None:
            self.shown.emit(self.records.opened)

    def _refuse(self, problems: tuple[Problem, ...]) -> None:
        self.reported.emit("data", problems)
        self.refused.emit()

    @Slot()
    def _on_prepared(self) -> None:
        if self.records.file is not None:
            self._show(self.records.file)
            self.seen_changed.emit()  # the variables of the records are known now
            self.shown.emit(self.records.opened)

    @Slot(object)
    def _on_prepare_problems(self, problems: tuple[Problem, ...]) -> None:
        self.reported.emit(PREPARE.kind, problems)
