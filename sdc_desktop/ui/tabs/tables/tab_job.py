"""The jobs of a plan that the tab Tables is about: tables, audits, linked audits, private tables.

One of them is shown, by its name; the others remain unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sdc_desktop.engine.method import Method
from sdc_desktop.engine.methods.curves.cae import CAE, CaeParams
from sdc_desktop.engine.methods.curves.cae_experiment import CAE_EXPERIMENT
from sdc_desktop.engine.methods.tables.audit import AUDIT, AuditParams
from sdc_desktop.engine.methods.tables.linked_audit import LINKED_AUDIT, LinkedAuditParams
from sdc_desktop.engine.methods.tables.private_table import PRIVATE_TABLE, PrivateTableParams
from sdc_desktop.engine.methods.tables.table import TABLE
from sdc_desktop.engine.plan import JOB_CLASSES, Job, MethodJob, Plan, params_of
from sdc_desktop.engine.policy.policy import Policy
from sdc_desktop.engine.policy.remedy import begun, begun_fields
from sdc_desktop.engine.tables.specs.rules import ThresholdSpec
from sdc_desktop.engine.tables.specs.suppression import SuppressionSpec
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.ui.questions.question import free_job_name
from sdc_desktop.words import N_

if TYPE_CHECKING:
    from sdc_desktop.engine.data.reading import Opened

Params = TableParams | AuditParams | LinkedAuditParams | PrivateTableParams
TabJob = MethodJob[Params]
FIRST_N = 3  # contributors, of the rule that is proposed
_PROPOSED = ("rules", "protect")
_AT_ONCE = 3_000  # cells of a table that is audited without a request


def dimensions_in(fields: Mapping[str, object]) -> Sequence[object]:
    """The dimensions specified so far."""
    found = fields.get("dimensions")
    return found if isinstance(found, tuple | list) else ()


def _has_table(fields: Mapping[str, object]) -> bool:
    """Whether the fields include a given table."""
    return fields.get("table") is not None


@dataclass(frozen=True)
class Way:
    """A task of the tab: its name, its progress, the button at rest and while it runs. ``is_enough``: whether
    fields specify enough for a job.
    """

    method: Method[Any]
    name: str
    progress: str
    run: str
    stop: str
    is_enough: Callable[[Mapping[str, object]], bool]


WAYS: Mapping[str, Way] = {
    way.method.kind: way
    for way in (
        Way(
            TABLE,
            N_("Table from the open file"),
            N_("Protecting a table"),
            N_("Prote&ct table"),
            N_("Stop protecting"),
            lambda fields: bool(dimensions_in(fields)) or _has_table(fields),
        ),
        Way(
            AUDIT,
            N_("Audit a published table"),
            AUDIT.title,
            N_("&Audit table"),
            N_("Stop the audit"),
            _has_table,
        ),
        Way(
            LINKED_AUDIT,
            N_("Audit linked tables"),
            LINKED_AUDIT.title,
            N_("&Audit tables"),
            N_("Stop the audit"),
            lambda fields: len(dimensions_in(fields)) > 1 and bool(fields.get("scenarios")),
        ),
        Way(
            PRIVATE_TABLE,
            PRIVATE_TABLE.title,
            N_("Computing the budget"),
            N_("Compute &budget"),
            N_("Stop computing"),
            lambda fields: bool(dimensions_in(fields)),
        ),
    )
}


def tab_jobs(plan: Plan) -> tuple[TabJob, ...]:
    """All jobs of these kinds that work on the data themselves."""
    return tuple(job for job in plan.jobs if job.kind in WAYS and job.input == "data")


def tab_job(plan: Plan, name: str | None = None) -> TabJob | None:
    """The one of them with this name, or the first; None where there is none."""
    found = (job for job in tab_jobs(plan) if name is None or job.name == name)
    return next(found, None)


def way_of(params: Params) -> str:
    """The kind of job that has these params: a key of WAYS."""
    return next(kind for kind, way in WAYS.items() if isinstance(params, way.method.params))


def contributors_of(opened: Opened | None, repeats: Collection[str] = ()) -> str | None:
    """The variable whose codes are the contributors: the one that holds holdings or households, as an .rda
    file or the roles declare it, or else a direct identifier that `repeats`; None where each record is a
    contributor.
    """
    if opened is None:
        return None
    repeated = [one for one in opened.data.with_role("direct_identifier") if one.name in repeats]
    return next((one.name for one in (*opened.data.with_role("household"), *repeated)), None)


def weight_of(opened: Opened | None) -> str | None:
    """The variable by which the records count: the one with the role weight, where there is exactly one."""
    found = () if opened is None else opened.data.with_role("weight")
    return found[0].name if len(found) == 1 else None


def first_fields(
    way: str, policy: Policy | None = None, opened: Opened | None = None, repeats: Collection[str] = ()
) -> dict[str, object]:
    """The first settings, as far as they can be proposed, under the site policy. `repeats`: variables that
    look like direct identifiers and that several records share.
    """
    if way != TABLE.kind:
        return begun_fields(way, policy)
    rule = ThresholdSpec(kind="threshold", n=FIRST_N)
    suppression = SuppressionSpec(method="suppression")
    holding = contributors_of(opened, repeats)
    proposed = TableParams(rules=(rule,), weight=weight_of(opened), holding=holding, protect=suppression)
    params = begun(proposed, policy)
    fields = {key: getattr(params, key) for key in TableParams.model_fields}
    plain = TableParams()
    return {key: one for key, one in fields.items() if key in _PROPOSED or one != getattr(plain, key)}


def validated(way: str, fields: Mapping[str, object]) -> Params:
    """The params of the fields. ValidationError where they are not of that kind."""
    found: Params = WAYS[way].method.params.model_validate(dict(fields))
    return found


def fields_of(params: Params) -> dict[str, object]:
    """All fields of some params, by their keys."""
    return {key: getattr(params, key) for key in type(params).model_fields}


def bare(params: TableParams) -> str:
    """A table and its rules, whatever protects it."""
    return params.model_copy(update={"protect": None, "max_risk": None}).model_dump_json()


def is_small(params: Params | None) -> bool:
    """Whether params are run without a request. A private table's are: nothing is drawn."""
    if isinstance(params, PrivateTableParams):
        return True
    if not isinstance(params, AuditParams):
        return False
    table = params.table
    cells = len(table.cells or ()) or sum(map(len, table.values or ()))
    return 0 < cells <= _AT_ONCE


def remembered(way: str, plans: Iterable[Plan], name: str | None = None) -> Params | None:
    """The params of the last job of this way, in the newest of these plans that has one."""
    jobs = (job for plan in plans if (job := tab_job(plan, name)) is not None)
    return next((job.params for job in jobs if job.kind == way), None)


def with_params(plan: Plan, params: Params, name: str | None = None) -> Plan:
    """The plan with the tab's job of this name (or its first one) with these params, at its place
    or as a new one at the end.
    """
    old = tab_job(plan, name)
    kind = way_of(params)
    others = tuple(job for job in plan.jobs if job is not old)
    if old is not None and old.kind == kind:
        job: object = old.model_copy(update={"params": params})
    else:
        name = free_job_name(kind.replace("_", " "), others)
        job = JOB_CLASSES[kind].model_validate({"name": name, "params": params})
    place = plan.jobs.index(old) if old is not None else len(others)
    if old is not None:  # a curve of the table before is one of the table now
        update = {"input": getattr(job, "name", old.name)}
        others = tuple(own.model_copy(update=update) if own.input == old.name else own for own in others)
    return plan.model_copy(update={"jobs": (*others[:place], job, *others[place:])})


def with_curve(plan: Plan, name: str | None = None) -> Plan:
    """The plan with a risk curve of the cells of the tab's table, as the first curve of the plan and after
    the table; the plan itself where it is so already, or where there is no such table.
    """
    table = tab_job(plan, name)
    if table is None or params_of(table, LINKED_AUDIT) is not None:
        return plan
    own = next((job for job in plan.jobs if _is_curve_of(job, table.name)), None)
    if own is None:
        params = CaeParams(intervals="input")
        own = JOB_CLASSES[CAE.kind](
            name=free_job_name("risk curve", plan.jobs), input=table.name, params=params
        )
    kept = [job for job in plan.jobs if job is not own]
    place = kept.index(table) + 1
    others = [job for job in kept[:place] if params_of(job, CAE) or params_of(job, CAE_EXPERIMENT)]
    before = [job for job in kept[:place] if job not in others]
    return plan.model_copy(update={"jobs": (*before, own, *others, *kept[place:])})


def _is_curve_of(job: Job, name: str) -> bool:
    params = params_of(job, CAE)
    return params is not None and job.input == name and params.intervals == "input"


def job_of(plan: Plan, params: Params, name: str | None = None) -> TabJob:
    """The tab's job as `with_params` would put it into the plan."""
    before = {job.name for job in plan.jobs}
    made = with_params(plan, params, name)
    added = next((job for job in tab_jobs(made) if job.name not in before), None)
    found = added or tab_job(made, name)
    assert found is not None
    return found
