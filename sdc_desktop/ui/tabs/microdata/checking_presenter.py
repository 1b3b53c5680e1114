"""The logic of "Check this file", without a single widget: criteria, a file, and whether it meets them.

A check changes nothing and is no step of the plan. It is made while somebody looks, and again whenever file,
criteria or plan change.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from sdc_desktop.engine.microdata.generalise_spec import GeneraliseParams
from sdc_desktop.engine.plan import GeneraliseJob
from sdc_desktop.engine.policy_remedy import begun
from sdc_desktop.engine.problems import Problem
from sdc_desktop.project.rebase import relative_path
from sdc_desktop.ui.tabs.microdata import checking_work as work
from sdc_desktop.ui.tabs.microdata.measure_jobs import compared_paths, with_comparison
from sdc_desktop.ui.tabs.microdata.page_job import PageJob
from sdc_desktop.ui.tabs.microdata.part import Tools
from sdc_desktop.ui.tabs.microdata.tab_job import first_criteria, job_in, tab_job
from sdc_desktop.words import N_

if TYPE_CHECKING:
    from sdc_desktop.engine.data.opened import Opened

_NEVER = ("direct_identifier", "weight", "household", "identifying")  # roles never offered as sensitive


@dataclass(frozen=True)
class CheckView:
    """What is asked, and what is known. ``released``: of what would be released, not of the open file;
    ``other``: of another file, made from that one, its name.
    """

    criteria: work.Criteria = ()
    attributes: tuple[str, ...] = ()
    file_name: str = ""
    released: bool = False
    other: str = ""
    in_report: bool = False  # the plan compares that file, too
    found: work.Checked | None = None
    stale: bool = True
    running: bool = False
    problems: tuple[Problem, ...] = ()


class CheckingPresenter(QObject):
    """Listens to the project, takes what the officer changes, and tells what to show."""

    changed = Signal(object)  # CheckView

    def __init__(self, tools: Tools, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._controller = tools.controller
        self._words = tools.words
        self._criteria: work.Criteria = ()
        self._released = False
        self._other: Path | None = None
        self._looking = False
        self._found: work.Checked | None = None
        self._problems: tuple[Problem, ...] = ()
        self._running = PageJob(tools.jobs, self)
        self._running.found.connect(self._on_found)
        self._running.failed.connect(self._on_refused)
        self._running.changed.connect(self._show)
        controller = tools.controller
        controller.plan_changed.connect(self._on_change)
        controller.data_opened.connect(self._on_change)
        controller.data_closed.connect(self._on_closed)
        self.view = CheckView()

    def look(self, looking: bool) -> None:
        """Somebody looks, or no more. The criteria of the search come first, then those of last time."""
        self._looking = looking
        if not looking:
            self._running.stop()
            return
        job = tab_job(self._controller.plan)
        if isinstance(job, GeneraliseJob):
            self._criteria = job.params.criteria
        elif not self._criteria:
            self._criteria = self._told_before() or self._first()
        self.refresh()

    def _first(self) -> work.Criteria:
        proposed = GeneraliseParams(criteria=first_criteria())
        return begun(proposed, self._controller.policy).criteria

    @Slot(object)
    def set_criteria(self, criteria: work.Criteria) -> None:
        """Check against others."""
        self._criteria = criteria
        self.refresh()

    @Slot(object)
    def set_released(self, released: bool) -> None:
        """Check what would be released, or the open file as it is."""
        self._released, self._other = released, None
        self.refresh()

    @Slot(object)
    def set_other(self, path: Path) -> None:
        """Check another file, made from the open one, and compare it with that."""
        self._released, self._other = False, path
        self.refresh()

    @Slot()
    def put_in_report(self) -> None:
        """Have the plan compare the other file with the data, too: one step."""
        plan, path = self._controller.plan, self._told_path()
        if path is not None and path not in compared_paths(plan):
            label = self._words.say(N_("Comparison with {name} in the report"), name=Path(path).name)
            self._controller.change_plan(label, with_comparison(plan, path))

    @property
    def folder(self) -> Path:
        """Where to look for another file first."""
        opened = self._controller.opened
        known = self._other or (opened.path if opened is not None else None)
        return known.parent if known is not None else Path.home()

    def refresh(self) -> None:
        """Check again what may have changed."""
        opened = self._controller.opened
        if not self._looking or opened is None:
            self._show()
            return
        self._problems = ()
        if self._up_to_date(opened):
            self._running.stop()
            self._show()
            return
        job = job_in(self._controller.plan, self._controller.policy) if self._released else None
        question = work.check_key(opened, job, self._other), self._criteria
        if not (self._running.running and self._running.key == question):
            title = self._words.say(N_("Check against criteria"))
            asked = work.check(opened, self._controller.base, job, self._other, self._criteria)
            self._running.start(title, question, asked)

    def of_the_plan(self) -> work.Checked | None:
        """The check of what the plan in force releases, if it was made."""
        found, opened = self._found, self._controller.opened
        if found is None or found.job is None or opened is None:
            return None
        return (
            found
            if found.key == work.check_key(opened, job_in(self._controller.plan, self._controller.policy))
            else None
        )

    # inside ------------------------------------------------------------------------------------------

    def _told_path(self) -> str | None:
        """The other file, as the plan would name it."""
        return None if self._other is None else relative_path(self._other, self._controller.base)

    def _told_before(self) -> work.Criteria:
        project = self._controller.seen_project
        for step in reversed(project.history[: project.position + 1]):
            job = tab_job(step.plan)
            if isinstance(job, GeneraliseJob):
                return job.params.criteria
        return ()

    def _up_to_date(self, opened: Opened) -> bool:
        found, job = (
            self._found,
            job_in(self._controller.plan, self._controller.policy) if self._released else None,
        )
        return found is not None and (found.key, found.criteria) == (
            work.check_key(opened, job, self._other),
            self._criteria,
        )

    @Slot()
    def _show(self) -> None:
        opened = self._controller.opened
        if opened is None:
            self.view = CheckView()
        else:
            free = [v for v in opened.data.variables if v.role not in _NEVER]
            self.view = CheckView(
                criteria=self._criteria,
                attributes=tuple(v.name for v in sorted(free, key=lambda v: v.role != "sensitive")),
                file_name=opened.path.name,
                released=self._released,
                other=self._other.name if self._other is not None else "",
                in_report=self._told_path() in compared_paths(self._controller.plan),
                found=self._found,
                stale=not self._up_to_date(opened),
                running=self._running.running,
                problems=self._problems,
            )
        self.changed.emit(self.view)

    @Slot(object)
    def _on_found(self, found: tuple[object, work.Checked]) -> None:
        self._found = found[1]
        self._show()

    @Slot(object)
    def _on_refused(self, problems: tuple[Problem, ...]) -> None:
        self._problems = problems
        self._show()

    @Slot(object)
    def _on_change(self, _what: object) -> None:
        self.refresh()

    @Slot()
    def _on_closed(self) -> None:
        self._found = None
        self._criteria = ()
        self._released, self._other = False, None
        self._running.stop()
        self.refresh()
