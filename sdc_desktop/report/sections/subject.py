"""The input of a job's sections."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from sdc_desktop.engine.data.hierarchies.spec import HierarchySpec
from sdc_desktop.engine.methods.preparing.prepare import PREPARE
from sdc_desktop.engine.methods.preparing.prepare.outline import earlier_name
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.plan import Job, Plan, params_of
from sdc_desktop.engine.plan_result import JobResult
from sdc_desktop.engine.runner import OpenedPlan, found_by
from sdc_desktop.engine.source import Source
from sdc_desktop.report.model import Edition
from sdc_desktop.sheets.confidential import CONFIDENTIAL


@dataclass(frozen=True)
class Subject:
    """A job, what it gave, and what it worked on. `number` is its place in the report, from 1. ``released``:
    what jobs made of the records, by their names; ``results`` of all jobs by their names.
    """

    number: int
    job: Job
    result: JobResult
    opened: OpenedPlan
    edition: Edition
    released: Mapping[str, Source] = field(default_factory=dict, repr=False)
    results: Mapping[str, JobResult] = field(default_factory=dict, repr=False)
    is_product: bool = False  # whether its file will be released

    @property
    def key(self) -> str:
        """A key for its sections, without any name given by the user."""
        return f"job-{self.number}"

    @property
    def source(self) -> Source:
        """The variables and hierarchies that the job found; without records where another job made them."""
        return found_by(self.opened, self.job)

    @property
    def chain(self) -> tuple[Job, ...]:
        """The jobs that made its file, the first first, from the data or from the records prepared."""
        found = [self.job]
        while found[0].input != "data":
            earlier = self.opened.plan.job(found[0].input)
            if params_of(earlier, PREPARE) is not None:
                break
            found.insert(0, earlier)
        return tuple(found)

    @property
    def before(self) -> Source | None:
        """The records that the first job of the chain read; None where they are not at hand."""
        first = self.chain[0].input
        return self.opened.source if first == "data" else self.released.get(first)

    @property
    def read(self) -> Source | None:
        """The records that the job read; None where they are not at hand."""
        return self.opened.source if self.job.input == "data" else self.released.get(self.job.input)

    @property
    def after(self) -> Source | None:
        """The records that the job made; None for a job that makes none."""
        makes = method_of(self.job.kind).makes == "records"
        return self.released.get(self.job.name) if makes else None

    def hierarchy(self, variable: str) -> HierarchySpec | None:
        """How the plan describes a variable's hierarchy; None where it has none."""
        return _described(self.opened.plan, self.job.input, variable)

    @cached_property
    def confidential(self) -> frozenset[str]:
        """Confidential variables, whose values are not shown: in the data, or in what an earlier job made."""
        opened = None if self.opened is None else self.opened.opened
        if opened is None:
            return frozenset()
        found = (opened.data,) if self.job.input == "data" else (opened.data, self.source.data)
        return frozenset(v.name for data in found for v in data.variables if v.role in CONFIDENTIAL)

    @property
    def total_code(self) -> str:
        """How the job's table codes a total."""
        code: str = getattr(getattr(self.job, "params", None), "total_code", "Total")
        return code

    @property
    def of_persons(self) -> bool:
        """Whether persons are counted because some have several records."""
        found = self.result.persons
        return found is not None and found.most > 1

    @property
    def is_internal(self) -> bool:
        """Whether exact small counts may be shown."""
        return self.edition == "internal"


def _described(plan: Plan, source: str, variable: str) -> HierarchySpec | None:
    """The hierarchy of a variable by its name in `source`: the data, or what a job of that name made."""
    if source == "data":
        return None if plan.data is None else plan.data.hierarchies.get(variable)
    job = plan.job(source)
    params = params_of(job, PREPARE)
    if params is None:
        return _described(plan, job.input, variable)
    spec = params.hierarchies.get(variable)
    before = earlier_name(params.steps, variable)
    return spec if spec is not None or before is None else _described(plan, job.input, before)
