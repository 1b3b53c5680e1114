"""What a site policy makes of jobs: what new ones begin with, and how a deviation is corrected."""

from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

from pydantic import TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from sdc_desktop.engine.data.spec import PersonsSpec
from sdc_desktop.engine.methods.risk.risk import RISK
from sdc_desktop.engine.plan import JOB_CLASSES, Job, Plan
from sdc_desktop.engine.policy.params import PARAMS, entries_at, with_value
from sdc_desktop.engine.policy.policy import Deviation, Policy, meets, nearest
from sdc_desktop.engine.policy_spec import LimitSpec
from sdc_desktop.engine.spec import Spec

P = TypeVar("P", bound=Spec)


def begun(params: P, policy: Policy | None) -> P:
    """The params that the program proposes for a new job under a policy. The policy's defaults are in their
    place, and nothing is beyond its limits where a figure can correct it.
    """
    kind = next((name for name, known in PARAMS.items() if type(params) is known), None)
    if policy is None or kind is None:
        return params
    given = policy.spec.defaults.get(kind, {})
    if given:
        fields = {key: getattr(params, key) for key in type(params).model_fields}
        params = type(params).model_validate(fields | given)
    for limit in policy.spec.limits:
        if limit.kind == kind:
            params = within(params, limit)
    return params


def begun_fields(kind: str, policy: Policy | None) -> dict[str, Any]:
    """The policy's defaults for a new job of a kind, typed, where too little is known for whole params."""
    given = {} if policy is None else policy.spec.defaults.get(kind, {})
    fields = PARAMS[kind].model_fields
    return {key: _typed(fields[key], value) for key, value in given.items()}


def _typed(field: FieldInfo, value: Any) -> Any:
    given: Any = Annotated[field.annotation, field]
    return TypeAdapter(given).validate_python(value)


def within(params: P, limit: LimitSpec) -> P:
    """The params with every value beyond the limit set to it; unchanged where that is not possible."""
    for path, values in entries_at(params, limit.param).items():
        if not any(meets(value, limit) for value in values):
            mended = with_value(params, path, _bound(nearest(values, limit), limit))
            params = params if mended is None else mended
    return params


def _bound(value: Any, limit: LimitSpec) -> Any:
    if limit.one_of is not None:
        return limit.one_of[0]
    number = isinstance(value, int | float)
    below = limit.at_least is not None and (not number or value < limit.at_least)
    return limit.at_least if below or limit.at_most is None else limit.at_most


def as_required(plan: Plan, deviation: Deviation, policy: Policy) -> Plan | None:
    """The plan with one deviation corrected; None where the policy does not say with which figure.

    A required criterion or rule comes from the policy's defaults.
    """
    job = plan.jobs[deviation.index]
    if deviation.code == "policy.not_measured":
        measured = JOB_CLASSES[RISK.kind](name=_free(RISK.kind, plan), input=job.name)
        return plan.model_copy(update={"jobs": (*plan.jobs, measured)})
    if deviation.code == "policy.known" and plan.data is not None:
        persons = (plan.data.persons or PersonsSpec()).model_copy(
            update={"known": policy.spec.required.known_least}
        )
        return plan.model_copy(update={"data": plan.data.model_copy(update={"persons": persons})})
    mended = _mended(job, deviation, policy)
    if mended is None or mended == job:
        return None
    jobs = (*plan.jobs[: deviation.index], mended, *plan.jobs[deviation.index + 1 :])
    return plan.model_copy(update={"jobs": jobs})


def _mended(job: Job, deviation: Deviation, policy: Policy) -> Job | None:
    if deviation.limit is not None:
        return job.model_copy(update={"params": within(job.params, deviation.limit)})
    if deviation.code == "policy.order" and job.output is not None:
        return job.model_copy(update={"output": job.output.model_copy(update={"order": "random"})})
    key = deviation.path.partition("[")[0]
    entry = next(
        (
            one
            for one in policy.spec.defaults.get(job.kind, {}).get(key, ())
            if one["kind"] == deviation.asked
        ),
        None,
    )
    if entry is None:
        return None
    attribute = deviation.figures.get("attribute")
    given: Mapping[str, Any] = dict(entry) | ({"attribute": attribute} if attribute else {})
    fields = job.params.model_dump(mode="python")
    try:
        params = type(job.params).model_validate(fields | {key: [*fields[key], given]})
    except ValidationError:
        return None
    return job.model_copy(update={"params": params})


def _free(first: str, plan: Plan) -> str:
    taken, name, number = {job.name for job in plan.jobs}, first, 2
    while name in taken:
        name, number = f"{first}_{number}", number + 1
    return name
