"""What a job's sections are written from."""

from dataclasses import dataclass

from sdc_desktop.engine.methods.preparing.prepare import PREPARE
from sdc_desktop.engine.methods.preparing.prepare.outline import earlier_name
from sdc_desktop.engine.microdata.hierarchies.spec import HierarchySpec
from sdc_desktop.engine.plan import Job, Plan, params_of
from sdc_desktop.engine.runner import JobResult, OpenedPlan, found_by
from sdc_desktop.engine.source import Source
from sdc_desktop.report.model import Edition


@dataclass(frozen=True)
class Subject:
    """A job, what it gave, and what it worked on. `number` is its place in the report, from 1."""

    number: int
    job: Job
    result: JobResult
    opened: OpenedPlan
    edition: Edition

    @property
    def key(self) -> str:
        """A key for its sections; no name of the officer's is in it."""
        return f"job-{self.number}"

    @property
    def source(self) -> Source:
        """The variables and hierarchies that the job found; without records where another job made them."""
        return found_by(self.opened, self.job)

    def hierarchy(self, variable: str) -> HierarchySpec | None:
        """How the plan describes a variable's hierarchy; None where it has none."""
        return _described(self.opened.plan, self.job.input, variable)

    @property
    def is_internal(self) -> bool:
        """Whether exact small counts may be told."""
        return self.edition == "internal"


def _described(plan: Plan, source: str, variable: str) -> HierarchySpec | None:
    """The hierarchy of a variable as it is called in `source`: the data, or what a job of that name made."""
    if source == "data":
        return None if plan.data is None else plan.data.hierarchies.get(variable)
    job = plan.job(source)
    params = params_of(job, PREPARE)
    if params is None:
        return _described(plan, job.input, variable)
    told = params.hierarchies.get(variable)
    before = earlier_name(params.steps, variable)
    return told if told is not None or before is None else _described(plan, job.input, before)
