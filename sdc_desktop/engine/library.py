"""The engine as a library: read records, run a plan or one job, and get the figures as frames.

The names of this module are those of :mod:`sdc_desktop.engine`. Nothing here computes: each function makes a
plan and runs it as the window and the command line do.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.risk.risk import RISK
from sdc_desktop.engine.methods.tables.table import TABLE
from sdc_desktop.engine.plan import Plan, plan_from_json, read_plan
from sdc_desktop.engine.plan_result import JobResult, PlanResult
from sdc_desktop.engine.policy.policy import Policy
from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.runner import RunOptions, check_plan, evaluate_plan, open_plan, run_plan, to_json
from sdc_desktop.engine.verdict import Verdict

if TYPE_CHECKING:
    import pandas as pd

_JOB = "job"  # the name of the only job of a plan made here


@dataclass(frozen=True)
class Records:
    """The records of a file, with what the variables mean: the part `data` of a plan. Nothing is read yet."""

    folder: Path
    data: Mapping[str, Any]
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)

    def plan(self, kind: str, params: Mapping[str, Any], output: str | None = None) -> Plan:
        """Returns a plan with one job of this kind on these records. Raises :class:`Refused`."""
        more: dict[str, Any] = {"data": dict(self.data)}
        if self.secrets:
            more["secrets"] = dict(self.secrets)
        return _plan(kind, params, output, more)


@dataclass(frozen=True)
class JobOutcome:
    """What one job gave: its verdict, the immutable result of its kind, and its figures as a frame."""

    job: JobResult

    @property
    def verdict(self) -> Verdict:
        """The verdict on this job, with every reason."""
        return self.job.verdict

    @property
    def result(self) -> Any:
        """The immutable result of the kind, as its module in :mod:`sdc_desktop.engine.methods` defines it."""
        return self.job.result

    def to_frame(self) -> "pd.DataFrame":
        """Returns the cells of a table (one row each), or else every figure of the result.

        Cells: a column per dimension, `value`, `published` (missing where suppressed), `status`, `lower` and
        `upper` (the feasibility interval), in the unit of the table. Figures: `figure` (its path in
        result.json, parts joined by a point) and `value`.
        """
        import pandas as pd

        cells = getattr(self.result, "cells", None)
        dimensions = getattr(self.result, "dimensions", None)
        if cells is not None and dimensions is not None:
            columns = ("value", "published", "status", "lower", "upper")
            rows = [(*one.coordinates, *(to_json(getattr(one, name)) for name in columns)) for one in cells]
            return pd.DataFrame(rows, columns=[*dimensions, *columns])
        return pd.DataFrame(list(_figures(to_json(self.result))), columns=["figure", "value"])


@dataclass(frozen=True)
class Outcome:
    """What a plan gave: the verdict on all that is released, and each job by its name."""

    plan: PlanResult

    @property
    def verdict(self) -> Verdict:
        """The verdict on the plan, with every reason."""
        return self.plan.verdict

    @property
    def jobs(self) -> dict[str, JobOutcome]:
        """The jobs in the order of the plan."""
        return {job.name: JobOutcome(job) for job in self.plan.jobs}

    def to_frame(self) -> "pd.DataFrame":
        """Returns a row per job: `name`, `kind`, `grade`, the codes of its `reasons`, and its `files`."""
        import pandas as pd

        rows = [
            (
                job.name,
                job.kind,
                job.verdict.grade.value,
                tuple(reason.code for reason in job.verdict.reasons),
                tuple(sorted(job.files)),
            )
            for job in self.plan.jobs
        ]
        return pd.DataFrame(rows, columns=["name", "kind", "grade", "reasons", "files"])


def read(
    path: str | Path,
    *,
    keys: Sequence[str] = (),
    sensitive: Sequence[str] = (),
    direct_identifiers: Sequence[str] = (),
    roles: Mapping[str, str] | None = None,
    levels: Mapping[str, str] | None = None,
    hierarchies: Mapping[str, Mapping[str, Any]] | None = None,
    secrets: Mapping[str, str] | None = None,
    **reading: Any,
) -> Records:
    """Returns the records of a file, with the roles of its variables.

    ``keys``: key variables (quasi-identifiers); ``roles``: further roles (`weight`, `household`, `other`);
    ``levels``: `nominal`, `ordinal` or `continuous`, detected where absent; ``hierarchies``: by variable, as
    in a plan; ``secrets``: 64 hexadecimal digits by job, or under `*` for all; ``reading``: other keys of a
    plan's `data`, for example ``format``, ``delimiter`` or ``missing``. The file is read by the first job.
    """
    given = dict.fromkeys(keys, "key") | dict.fromkeys(sensitive, "sensitive")
    given |= dict.fromkeys(direct_identifiers, "direct_identifier") | dict(roles or {})
    variables: dict[str, dict[str, str]] = {name: {"role": role} for name, role in given.items()}
    for name, level in (levels or {}).items():
        variables.setdefault(name, {})["level"] = level
    file = Path(path).resolve()
    data = {"path": file.name, "variables": variables, **reading}
    if hierarchies:
        data["hierarchies"] = {name: dict(one) for name, one in hierarchies.items()}
    return Records(file.parent, data, secrets or {})


def run(
    plan: Plan | str | Path,
    out: str | Path | None = None,
    *,
    folder: str | Path | None = None,
    policy: Policy | None = None,
    context: JobContext | None = None,
) -> Outcome:
    """Runs the jobs of a plan; returns their results and verdicts.

    ``plan``: a plan, or the file of one; ``folder``: what its paths are relative to, by default the folder of
    its file, else the current one. With ``out`` the files are saved there, all or none; without, nothing is.
    Raises :class:`Refused` with the problems of plan or data.
    """
    made, base = _opened(plan, folder)
    context = context or JobContext()
    if out is None:
        return Outcome(evaluate_plan(made, base, context, held_to=policy))
    return Outcome(run_plan(made, base, Path(out), context, RunOptions(held_to=policy)))


def check(plan: Plan | str | Path, *, folder: str | Path | None = None) -> tuple[Problem, ...]:
    """Returns what is wrong with the jobs of a plan on its data, without running any.

    Raises :class:`Refused` where plan or data cannot be read at all.
    """
    made, base = _opened(plan, folder)
    return tuple(check_plan(open_plan(made, base, JobContext())))


def perform(
    records: Records | None,
    kind: str,
    /,
    *,
    out: str | Path | None = None,
    output: str | None = None,
    **params: Any,
) -> JobOutcome:
    """Runs one job of any kind; ``params`` are those of the kind in a plan.

    ``records`` may be None for kinds that need none, for example the audit of a published table. With ``out``
    and ``output`` the protected file of that name is saved in the folder ``out``. Raises :class:`Refused`.
    """
    if records is None:
        return run(_plan(kind, params, output, {}), out).jobs[_JOB]
    return run(records.plan(kind, params, output), out, folder=records.folder).jobs[_JOB]


def risk(records: Records, /, **params: Any) -> JobOutcome:
    """Returns the re-identification risk of unchanged records, for their key variables.

    ``params``: those of the kind `risk`, for example ``tolerable=0.2`` or
    ``criteria=[{"kind": "k_anonymity", "k": 5}]``. Raises :class:`Refused`.
    """
    return perform(records, RISK.kind, **params)


def protect_table(
    records: Records,
    dimensions: Sequence[str | Mapping[str, Any]],
    *,
    value: str | None = None,
    rules: Sequence[Mapping[str, Any]] = (),
    protect: Mapping[str, Any] | None = None,
    **params: Any,
) -> JobOutcome:
    """Returns a table of records, protected and audited.

    ``dimensions``: variables, or dimensions as in a plan (with hierarchies); ``value``: the variable that is
    added up, absent for counts; ``rules``: the sensitivity rules; ``protect``: the method and its settings,
    by default suppression at proven least cost. Raises :class:`Refused`.
    """
    given = [{"variable": one} if isinstance(one, str) else dict(one) for one in dimensions]
    more: dict[str, Any] = {} if value is None else {"value": value}
    method = {"method": "suppression"} if protect is None else dict(protect)
    rows = [dict(rule) for rule in rules]
    return perform(records, TABLE.kind, dimensions=given, rules=rows, protect=method, **more, **params)


def _plan(kind: str, params: Mapping[str, Any], output: str | None, more: Mapping[str, Any]) -> Plan:
    job: dict[str, Any] = {"name": _JOB, "kind": kind, "params": dict(params)}
    if output is not None:
        job["output"] = {"path": output}
    return plan_from_json({"schema": 2, **more, "jobs": [job]})


def _opened(plan: Plan | str | Path, folder: str | Path | None) -> tuple[Plan, Path]:
    if isinstance(plan, Plan):
        return plan, Path(folder or ".")
    path = Path(plan)
    return read_plan(path), Path(folder) if folder is not None else path.parent


def _figures(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """The plain values of a result in JSON, each with its path."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from _figures(part, f"{path}.{name}" if path else name)
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from _figures(part, f"{path}.{number}" if path else str(number))
    else:
        yield path, value
