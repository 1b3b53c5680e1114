"""The plan: everything that is done, typed and validated, JSON both ways.

One source for the forms of the window, the project file, the batch command and the report.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, Generic, Literal, Self, TypeGuard, Union, cast

from pydantic import ConfigDict, Field, ValidationError, create_model, model_validator

from sdc_desktop.engine.data.hierarchies.spec import LevelsSpec
from sdc_desktop.engine.data.spec import DataSpec, OutputSpec
from sdc_desktop.engine.json_text import load_json, read_text
from sdc_desktop.engine.method import Method, P
from sdc_desktop.engine.methods.registry import METHODS
from sdc_desktop.engine.output.files import atomic_write
from sdc_desktop.engine.plan_secrets import MOST_DIGITS, PATTERN, Secrets
from sdc_desktop.engine.policy_spec import PlanPolicySpec
from sdc_desktop.engine.problems import Place, Problem, Refused, error
from sdc_desktop.engine.report_spec import PlanReportSpec, without_nulls
from sdc_desktop.engine.setting import Setting
from sdc_desktop.engine.spec import Share, Spec, spec_problems
from sdc_desktop.engine.upgrades import PLAN_SCHEMA, PLAN_STEPS, upgraded


def _required(*keys: str) -> ConfigDict:
    """A configuration by which the JSON Schema requires these keys, though in code they have defaults."""

    def add(schema: dict[str, Any]) -> None:
        schema["required"] = sorted({*schema.get("required", ()), *keys})

    return ConfigDict(json_schema_extra=add)


class BaseJob(Spec):
    """What all jobs have in common. ``no_file``: where it has no `output`, its records are only handed on to
    other jobs. ``off``: it is switched off; jobs on its records read what it would have read.
    """

    model_config = _required("kind")

    name: str = Field(min_length=1, max_length=100)
    input: str = "data"
    output: OutputSpec | None = None
    no_file: bool = False
    off: bool = False


class MethodJob(BaseJob, Generic[P]):
    """A job of a method: by its kind it has the params of that method, and a seed if the method simulates."""

    kind: str
    seed: int | None
    params: P


def job_class(method: Method[P]) -> type[MethodJob[P]]:
    """The job of a method, as a plan can have it."""
    name = "".join(part.title() for part in method.kind.split("_")) + "Job"
    required = any(info.is_required() for info in method.params.model_fields.values())
    fields: dict[str, Any] = {"kind": (Literal[method.kind], method.kind)}
    if method.simulates:  # a simulation protects nothing: no secret
        fields["seed"] = (int | None, Field(default=None, ge=0))
    fields["params"] = (method.params, ... if required else Field(default_factory=method.params))
    made: Any = create_model(name, __base__=BaseJob, __doc__=method.source, __module__=__name__, **fields)
    return cast(type[MethodJob[P]], made)


def params_of(job: BaseJob, method: Method[P]) -> P | None:
    """The params of a job of this method; None for a job of another one."""
    params = getattr(job, "params", None)
    return params if isinstance(params, method.params) else None


def is_job_of(job: BaseJob, method: Method[P]) -> TypeGuard[MethodJob[P]]:
    """Whether it is a job of this method."""
    return params_of(job, method) is not None


JOB_CLASSES: Mapping[str, type[Any]] = MappingProxyType(
    {kind: job_class(one) for kind, one in METHODS.items()}
)
if TYPE_CHECKING:
    Job = MethodJob[Any]
else:
    Job = Annotated[Union[tuple(JOB_CLASSES.values())], Field(discriminator="kind")]  # noqa: UP007 - at run time


Digits = Annotated[str, Field(pattern=PATTERN, max_length=MOST_DIGITS)]


Value = Annotated[str, Field(min_length=1)]


class SumSpec(Spec):
    """A value of tables that is the sum of others in every cell: a variable (turnover = domestic + export),
    the response of a given table, or the records of a job or of the data (all = men + women). A part may be
    such a sum itself: a tree of values.
    """

    total: Value
    parts: tuple["Value | SumSpec", ...] = Field(min_length=2)

    @property
    def names(self) -> tuple[str, ...]:
        """The name of the total, then those of its parts."""
        return (self.total, *(part if isinstance(part, str) else part.total for part in self.parts))

    @property
    def all(self) -> Iterator["SumSpec"]:
        """It and all sums that are its parts, also of these."""
        yield self
        for part in self.parts:
            if isinstance(part, SumSpec):
                yield from part.all


class Plan(Spec):
    """A whole plan, as in a ``.sdcplan`` file. ``secrets``: what protecting draws come from, by job
    (`plan_secrets.py`). ``report``: what its report states, and the files that are released. ``sums``: values
    of tables that add up to another. ``k`` and ``missing``: the least size of classes and the rule for
    missing values of all jobs that name none; once read, a plan has them in such jobs.
    """

    model_config = _required("schema")

    schema_number: Literal[2] = Field(default=PLAN_SCHEMA, alias="schema")
    data: DataSpec | None = None
    policy: PlanPolicySpec | None = None  # the site policy it was made under
    secrets: dict[str, Digits] = Field(default_factory=dict, repr=False)
    report: PlanReportSpec = PlanReportSpec()
    sums: tuple[SumSpec, ...] = ()
    k: int | None = Field(
        default=None,
        ge=2,
        description="The minimum class size of every job that names none (its `k`). Absent: each job's own.",
    )
    missing: Literal["all", "none"] | Share | None = Field(
        default=None,
        description=(
            "What a missing value matches in every job that names nothing (its `missing`): `none`, `all`, or "
            "each value with a share of a record. Absent: each job's own."
        ),
    )
    jobs: tuple[Job, ...] = ()

    @model_validator(mode="after")
    def _with_inherited(self) -> Self:
        """Give the plan's own keys to the jobs that name none."""
        self.__dict__["jobs"] = tuple(_inheriting(job, self) for job in self.jobs)
        return self

    @property
    def adding_up(self) -> tuple[tuple[str, ...], ...]:
        """The names of each sum, the total's first."""
        return tuple(one.names for entry in self.sums for one in entry.all)

    @property
    def missing_rule(self) -> str | float:
        """What a missing value matches in figures that are of no job: the plan's own rule, else that of its
        first active job that has one, else none.
        """
        if self.missing is not None:
            return self.missing
        for job in (one for one in self.jobs if not one.off):
            for key, one in getattr(job.params, "settings", {}).items():
                if one.inherits == "missing":
                    found: str | float = getattr(job.params, key)
                    return found
        return "none"

    @property
    def own_secrets(self) -> Secrets:
        """The secrets that the plan contains."""
        return Secrets(self.secrets)

    def job(self, name: str) -> Job:
        """The job of that name; KeyError if there is none."""
        for job in self.jobs:
            if job.name == name:
                return job
        raise KeyError(name)


def _inherited(plan: Plan, params: Spec) -> dict[str, Any]:
    """By key of the params what the plan says of it."""
    settings: Mapping[str, Setting] = getattr(params, "settings", {})
    found = {key: getattr(plan, one.inherits) for key, one in settings.items() if one.inherits}
    return {key: value for key, value in found.items() if value is not None}


def as_in_plan(params: P, plan: Plan) -> P:
    """The params of a new job with what the plan says once for all jobs."""
    found = _inherited(plan, params)
    return params.model_copy(update=found) if found else params


def _inheriting(job: Job, plan: Plan) -> Job:
    values = _inherited(plan, job.params)
    changed = {key: value for key, value in values.items() if key not in job.params.model_fields_set}
    return job.model_copy(update={"params": job.params.model_copy(update=changed)}) if changed else job


def active_plan(plan: Plan) -> Plan:
    """The plan without the jobs that are switched off. Jobs on the records of such a job
    read its input, and it is no product.
    """
    inputs = {job.name: job.input for job in plan.jobs if job.off}
    if not inputs:
        return plan

    def given(name: str) -> str:
        passed = set()
        while name in inputs and name not in passed:
            passed.add(name)
            name = inputs[name]
        return name

    jobs = tuple(
        job if job.input not in inputs else job.model_copy(update={"input": given(job.input)})
        for job in plan.jobs
        if not job.off
    )
    products = plan.report.products
    report = plan.report
    if products is not None:
        left = tuple(name for name in products if name not in inputs)
        report = report.model_copy(update={"products": left or None})
    return plan.model_copy(update={"jobs": jobs, "report": report})


def parse_plan(text: str) -> Plan:
    """Read a plan from JSON text. Raises :class:`Refused` with every problem found in it."""
    return plan_from_json(load_json(text))


def plan_from_json(data: Any) -> Plan:
    """Builds a plan from parsed JSON of any known schema. Raises :class:`Refused`."""
    if not isinstance(data, dict):
        raise Refused(error("plan.not_an_object"))
    data = upgraded(data, PLAN_SCHEMA, PLAN_STEPS)
    data = {key: without_nulls(value) if key == "report" else value for key, value in data.items()}
    try:
        # by way of JSON: there strictness ("0.5" is no number, true is no 1) still takes a list for a tuple
        return Plan.model_validate_json(json.dumps(data), strict=True)
    except ValidationError as failure:
        raise Refused(spec_problems(failure, data)) from None


def plan_to_json(plan: Plan) -> dict[str, Any]:
    """The plan as JSON data; what equals its default is omitted, so that plans stay short."""
    data = plan.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    jobs = [
        {"name": job.name, "kind": job.kind} | _own_keys(job, entry, plan)
        for job, entry in zip(plan.jobs, data.get("jobs", []), strict=True)
    ]
    rest = {key: value for key, value in data.items() if key != "jobs"}
    return {"schema": PLAN_SCHEMA} | rest | {"jobs": jobs}


def _own_keys(job: Job, entry: dict[str, Any], plan: Plan) -> dict[str, Any]:
    """A job as JSON data without the keys that it has from the plan, but with those in which it differs."""
    inherited = _inherited(plan, job.params)
    if not inherited:
        return entry
    params = {key: value for key, value in entry.get("params", {}).items() if key not in inherited}
    for key, value in inherited.items():
        own = getattr(job.params, key)
        params |= {} if own == value else {key: own}
    rest = {key: value for key, value in entry.items() if key != "params"}
    return rest | {"params": params} if params else rest


def plan_to_text(plan: Plan) -> str:
    """The plan as the text of a ``.sdcplan`` file, with a newline at its end."""
    return json.dumps(plan_to_json(plan), indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def without_secrets(plan: Plan) -> Plan:
    """The plan as it may be passed on."""
    return plan.model_copy(update={"secrets": {}}) if plan.secrets else plan


def write_plan(plan: Plan, path: Path) -> None:
    """Write a ``.sdcplan`` file; one with secrets is for its owner alone (mode 0600). Raises
    :class:`Refused`.
    """
    with atomic_write(path, private=bool(plan.secrets)) as file:
        file.write(plan_to_text(plan).encode("utf-8"))


def read_plan(path: Path) -> Plan:
    """Read a ``.sdcplan`` file. Raises :class:`Refused`."""
    return parse_plan(read_text(path))


def schema() -> dict[str, Any]:
    """The JSON Schema of a plan, for editors and scripts."""
    return Plan.model_json_schema(by_alias=True) | {"$schema": "https://json-schema.org/draft/2020-12/schema"}


def inputs_of(plan: Plan) -> tuple[str, ...]:
    """The paths of all files that a plan reads, unchanged."""
    named = [path for job in plan.jobs for path in files_of(job)]
    if plan.data is not None:
        hierarchies = plan.data.hierarchies.values()
        of_levels = (spec.path for spec in hierarchies if isinstance(spec, LevelsSpec))
        described = [path for path in (plan.data.metadata, plan.data.catalog) if path is not None]
        named = [plan.data.path, *described, *of_levels, *named]
    if plan.policy is not None:
        named += [path for answer in plan.policy.answers.values() for path in answer.files()]
    return tuple(dict.fromkeys(named))


def files_of(job: Job) -> tuple[str, ...]:
    """The paths of the files that a job reads apart from its input, unchanged."""
    return tuple(job.params.files())


def plan_problems(plan: Plan) -> Iterable[Problem]:
    """What is wrong in how the jobs hang together, before any data is read."""
    persons = None if plan.data is None else plan.data.persons
    if persons is not None and persons.time is not None and persons.known != "all":
        yield error("persons.time_needs_all", Place(key="data.persons.time"))
    seen: list[str] = []
    names = [job.name for job in plan.jobs]
    for index, job in enumerate(plan.jobs):
        where = Place(key=f"jobs[{index}].name", job=job.name)
        if set(job.name) & set('/\\:*?"<>|') or not job.name.isprintable():
            yield error("plan.job_name", where, name=job.name)
        if job.name == "data" or job.name in seen:
            yield error("plan.job_name_taken", where, name=job.name)
        if job.input != "data" and job.input not in seen:
            code = "plan.input_is_later" if job.input in names else "plan.input_unknown"
            code = "plan.input_is_itself" if job.input == job.name else code
            yield error(code, Place(key=f"jobs[{index}].input", job=job.name), name=job.input)
        seen.append(job.name)
    for index, name in enumerate(plan.report.products or ()):
        if name not in names:
            yield error("plan.no_such_job", Place(key=f"report.products[{index}]"), name=name)
