"""A plan from the view of the prepared records: without the prepare job, its records as the data.

The window's tabs know one source of records, `data`. Where a plan holds a prepare job on the data, they are
shown the plan as if the prepared records were these; what they change is put back into the whole plan, whose
jobs then take the prepare job as their input. Batch runs the whole plan and nothing else.
"""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from sdc_desktop.engine.data.microdata import Variable
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.methods.preparing.prepare import PrepareParams
from sdc_desktop.engine.methods.preparing.prepare.outline import declared, renamed
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.plan import Job, MethodJob, Plan
from sdc_desktop.engine.running.preparation import prepare_job
from sdc_desktop.engine.spec import VariableSpec
from sdc_desktop.project.free_name import free_name

Described = TypeVar("Described")


def seen(plan: Plan, variables: Sequence[Variable] | None) -> Plan:
    """The plan as seen from the records of its prepare job; itself where it has none. ``variables`` are those
    that the steps leave, before what the job says of them; None while they are not known.
    """
    job = prepare_job(plan)
    if job is None or plan.data is None:
        return plan
    shown = [one for one in plan.jobs if _is_shown(one, job.name, plan)]
    jobs = tuple(_with_input(one, {job.name: "data"}) for one in shown)
    return plan.model_copy(update={"data": _data_seen(plan.data, job, variables), "jobs": jobs})


def whole(plan: Plan, before: Plan, now: Plan) -> Plan:
    """The whole plan after what was seen of it, `before`, was changed to `now`."""
    job = prepare_job(plan)
    if job is None or plan.data is None or before.data is None or now.data is None:
        return now
    if now == before:
        return plan
    settings = job.params
    variables = dict(settings.variables) | _changed(before.data.variables, now.data.variables)
    hierarchies = {name: spec for name, spec in settings.hierarchies.items() if name in now.data.hierarchies}
    hierarchies |= _changed(before.data.hierarchies, now.data.hierarchies)
    for name, described in variables.items():  # a hierarchy may follow the order that is given here
        if described.order is not None and name in now.data.hierarchies:
            hierarchies[name] = now.data.hierarchies[name]
    params = settings.model_copy(update={"variables": variables, "hierarchies": hierarchies})
    file = {"variables": plan.data.variables, "hierarchies": plan.data.hierarchies}
    data = now.data.model_copy(update=file)
    hidden = [one for one in plan.jobs if not _is_shown(one, job.name, plan)]
    kept = [one.model_copy(update={"params": params}) if one is job else one for one in hidden]
    names = _free_names(now.jobs, {one.name for one in hidden}) | {"data": job.name}
    jobs = [_with_input(one, names) for one in now.jobs]
    jobs = [_renamed(one, names) for one in jobs]
    return plan.model_copy(
        update={"data": data, "jobs": (*kept, *jobs), "policy": now.policy, "secrets": now.secrets}
    )


def without_prepare(plan: Plan) -> Plan:
    """The whole plan without its prepare job: the jobs work on the file's records, under the file's roles."""
    old = prepare_job(plan)
    if old is None:
        return plan
    jobs = tuple(_with_input(one, {old.name: "data"}) for one in plan.jobs if one is not old)
    return plan.model_copy(update={"jobs": jobs})


def _data_seen(
    data: DataSpec, job: MethodJob[PrepareParams], variables: Sequence[Variable] | None
) -> DataSpec:
    if variables is None:
        specs = dict(job.params.variables)
    else:
        specs = {v.name: _spec(v) for v in declared(tuple(variables), job.params.variables)}
    moved = {renamed(job.params.steps, name): spec for name, spec in data.hierarchies.items()}
    hierarchies = {name: spec for name, spec in moved.items() if name in specs} | dict(job.params.hierarchies)
    return data.model_copy(update={"variables": specs, "hierarchies": hierarchies})


def _spec(variable: Variable) -> VariableSpec:
    return VariableSpec(
        role=None if variable.unsaid else variable.role,
        level=variable.level,
        order=variable.order,
        missing=variable.missing,
        follows=variable.follows or None,
    )


def _changed(before: Mapping[str, Described], now: Mapping[str, Described]) -> dict[str, Described]:
    return {name: spec for name, spec in now.items() if before.get(name) != spec}


def _is_shown(job: Job, prepared: str, plan: Plan) -> bool:
    """Whether a job works on the prepared records, or on none."""
    if job.name == prepared:
        return False
    if job.input == "data":
        return not method_of(job.kind).needs_data(job.params)
    return job.input == prepared or _is_shown(plan.job(job.input), prepared, plan)


def _free_names(jobs: Sequence[Job], hidden: set[str]) -> dict[str, str]:
    """New names for jobs that have the name of a `hidden` job."""
    taken = hidden | {job.name for job in jobs}
    names: dict[str, str] = {}
    for job in jobs:
        if job.name in hidden:
            names[job.name] = free_name(job.name, taken)
            taken.add(names[job.name])
    return names


def _with_input(job: Job, names: Mapping[str, str]) -> Job:
    return job.model_copy(update={"input": names[job.input]}) if job.input in names else job


def _renamed(job: Job, names: Mapping[str, str]) -> Job:
    return job.model_copy(update={"name": names[job.name]}) if job.name in names else job
