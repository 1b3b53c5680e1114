"""What a job's sections are written from."""

from dataclasses import dataclass

from sdc_desktop.engine.microdata.hierarchy_spec import HierarchySpec
from sdc_desktop.engine.plan import Job
from sdc_desktop.engine.run import JobResult, OpenedPlan
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

    def hierarchy(self, variable: str) -> HierarchySpec | None:
        """How the plan describes a variable's hierarchy; None where it has none."""
        data = self.opened.plan.data
        return None if data is None else data.hierarchies.get(variable)

    @property
    def is_internal(self) -> bool:
        """Whether exact small counts may be told."""
        return self.edition == "internal"
