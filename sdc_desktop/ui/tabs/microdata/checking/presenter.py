"""The check of a file: criteria, a file, and whether it meets them, without widgets.

A check changes nothing and is no step of the plan. It runs while its part is shown, and again whenever file,
criteria or plan change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Slot

from sdc_desktop.engine.methods.recoding.generalise import GENERALISE, GeneraliseParams
from sdc_desktop.engine.methods.risk.risk import RISK, RiskParams
from sdc_desktop.engine.microdata.criteria.spec import needs_table
from sdc_desktop.engine.microdata.population.spec import PopulationTable
from sdc_desktop.engine.plan import JOB_CLASSES, MethodJob, params_of
from sdc_desktop.engine.policy.remedy import begun
from sdc_desktop.engine.problems import Problem
from sdc_desktop.project.chain import first_step
from sdc_desktop.project.with_data import relative_path
from sdc_desktop.ui.questions.presenter import QuestionPresenter
from sdc_desktop.ui.questions.question import NEVER_OFFERED, Question, QuestionView, Work
from sdc_desktop.ui.tabs.microdata.checking import work
from sdc_desktop.ui.tabs.microdata.checking.work import Criteria
from sdc_desktop.ui.tabs.microdata.evidence.measure_jobs import compared_paths, with_measure
from sdc_desktop.ui.tabs.microdata.population_table import table_stamp
from sdc_desktop.ui.tabs.microdata.tab_job import TabJob, first_criteria, job_in
from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.words import N_

if TYPE_CHECKING:
    from sdc_desktop.ui.tabs.microdata.checking.work import Checked

RiskJob = MethodJob[RiskParams]


@dataclass(frozen=True)
class CheckView(QuestionView["Checked"]):
    """A check, and what its form offers. ``released``: of what would be released, not of the open file;
    ``other``: of another file, made from that one, its name.
    """

    criteria: Criteria = ()
    population: PopulationTable = field(default_factory=PopulationTable)
    attributes: tuple[str, ...] = ()
    file_name: str = ""
    released: bool = False
    other: str = ""
    in_report: bool = False  # the plan also compares that file


class CheckingPresenter(QuestionPresenter["Checked", CheckView, RiskJob]):
    """Checks one of three files while that is shown. Its job measures the criteria; no plan has it."""

    def __init__(self, tools: Tools) -> None:
        super().__init__(tools.controller, tools.jobs, tools.words)
        self._criteria: Criteria = ()
        self._population = PopulationTable()
        self._released = False
        self._other: Path | None = None
        self._looking = False
        self.refresh()

    @property
    def job(self) -> RiskJob:
        table = self._population if needs_table(self._criteria) else None
        params = RiskParams(criteria=self._criteria, population=table).model_copy(
            update={"missing": self.rule}
        )
        made: RiskJob = JOB_CLASSES[RISK.kind](name=RISK.kind, params=params)
        return made

    def data_key(self, job: RiskJob) -> str | None:
        opened = self._controller.opened
        if not self._looking or opened is None:
            return None
        key = work.check_key(opened, self.checked_job, self.rule, self._other)
        return "\n".join((key, table_stamp(job.params.population, self._controller.base)))

    def work(self, question: Question[RiskJob], *, requested: bool) -> Work[Checked]:
        opened, base = self._controller.opened, self._controller.base
        assert opened is not None
        criteria, table = self._criteria, self._population
        run = work.check(opened, base, self.checked_job, self._other, criteria, self.rule, table)
        return Work(self._words.say(N_("Check against criteria")), run)

    def notes_of(self, found: Checked) -> tuple[Problem, ...]:
        return ()

    def placed(self, job: RiskJob, problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
        """The unchanged problems: the job has no place in the plan."""
        return problems

    def view_of(self, shown: QuestionView[Checked]) -> CheckView:
        opened = self._controller.opened
        if opened is None:
            return CheckView()
        variables = opened.data.variables
        free = [v for v in variables if v.role not in (*NEVER_OFFERED, "key")]
        return CheckView(
            **vars(shown),
            criteria=self._criteria,
            population=self._population,
            attributes=tuple(v.name for v in sorted(free, key=lambda v: v.role != "sensitive")),
            file_name=opened.path.name,
            released=self._released,
            other=self._other.name if self._other is not None else "",
            in_report=self.relative in compared_paths(self._controller.plan),
        )

    # what the officer does ---------------------------------------------------------------------------

    def look(self, looking: bool) -> None:
        """The check is shown, or no more. The criteria of the search come first, then those of last time."""
        self._looking = looking
        job = first_step(self._controller.plan)
        params = None if job is None else params_of(job, GENERALISE)
        if looking and params is not None:
            self._criteria, self._population = params.criteria, params.population
        elif looking and not self._criteria:
            self._criteria = self._earlier() or self._first()
        self.refresh()

    @Slot(object)
    def set_criteria(self, fields: Mapping[str, Any]) -> None:
        """Check against others, or against another population table."""
        self._criteria = fields.get("criteria", self._criteria)
        self._population = fields.get("population", self._population)
        self.refresh()

    @Slot(object)
    def set_released(self, released: bool) -> None:
        """Check what would be released, or the open file unchanged."""
        self._released, self._other = released, None
        self.refresh()

    @Slot(object)
    def set_other(self, path: Path) -> None:
        """Check another file, made from the open one, and compare it with that."""
        self._released, self._other = False, path
        self.refresh()

    @Slot()
    def put_in_report(self) -> None:
        """Have the plan also compare the other file with the data: one step."""
        plan, path = self._controller.plan, self.relative
        if path is not None and path not in compared_paths(plan):
            label = self._words.say(N_("Comparison with {name} in the report"), name=Path(path).name)
            compared = with_measure(plan, RISK, RiskParams(released=path), name="score")
            self._controller.change_plan(label, compared)

    @property
    def folder(self) -> Path:
        """The first folder to search for another file."""
        opened = self._controller.opened
        known = self._other or (opened.path if opened is not None else None)
        return known.parent if known is not None else Path.home()

    def of_the_plan(self) -> Checked | None:
        """The check of what the current plan releases, if it was made."""
        found, opened = None if self._last is None else self._last[1], self._controller.opened
        if found is None or found.job is None or opened is None:
            return None
        job = job_in(self._controller.plan, self._controller.policy)
        return found if found.key == work.check_key(opened, job, self.rule) else None

    @property
    def rule(self) -> str | float:
        """The plan's rule for missing values."""
        return self._controller.plan.missing_rule

    @property
    def checked_job(self) -> TabJob | None:
        """The job whose file is checked; None: a file that exists."""
        return job_in(self._controller.plan, self._controller.policy) if self._released else None

    @property
    def other(self) -> Path | None:
        """The other file that is checked, if it is one."""
        return self._other

    @property
    def relative(self) -> str | None:
        """The other file, as the plan would name it."""
        return None if self._other is None else relative_path(self._other, self._controller.base)

    # inside ------------------------------------------------------------------------------------------

    def _first(self) -> Criteria:
        proposed = GeneraliseParams(criteria=first_criteria())
        return begun(proposed, self._controller.policy).criteria

    def _earlier(self) -> Criteria:
        found = (params_of(job, GENERALISE) for job in map(first_step, self.plans) if job is not None)
        return next((params.criteria for params in found if params is not None), ())

    @Slot()
    def _on_closed(self) -> None:
        self._criteria, self._population = (), PopulationTable()
        self._released, self._other = False, None
        super()._on_closed()
