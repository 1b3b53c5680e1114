"""What a plan states of the persons whose records it reads: each change as a plan."""

from collections.abc import Sequence
from typing import Any, Literal

from sdc_desktop.engine.data.spec import DataSpec, Known, PersonsSpec
from sdc_desktop.engine.methods.recoding.generalise import GENERALISE
from sdc_desktop.engine.microdata.suppression.spec import SuppressionParams
from sdc_desktop.engine.plan import Job, Plan, params_of
from sdc_desktop.engine.spec import VariableSpec

Stated = Literal["nothing", "persons", "one_record_each"]


def stated(data: DataSpec | None) -> Stated:
    """What the data of a plan say of persons."""
    if data is None:
        return "nothing"
    if any(variable.role == "person" for variable in data.variables.values()):
        return "persons"
    is_one_each = data.persons is not None and data.persons.one_record_each
    return "one_record_each" if is_one_each else "nothing"


def of_persons(plan: Plan, variable: str) -> Plan:
    """The plan in which a variable says whose the records are."""
    assert plan.data is not None
    given = plan.data.variables.get(variable, VariableSpec())
    variables = {**plan.data.variables, variable: given.model_copy(update={"role": "person"})}
    data = without_statement(plan.data.model_copy(update={"variables": variables}))
    return plan.model_copy(update={"data": data})


def counting_persons(plan: Plan, known: Known | None = None) -> Plan:
    """The plan whose jobs have the forms that count persons: where several records of one are known, whole
    persons are suppressed, and none by a search. ``known``: of how many records, unless the plan says so.
    """
    stated = None if plan.data is None or plan.data.persons is None else plan.data.persons.known
    several = (stated or known or 1) != 1
    return plan.model_copy(update={"jobs": tuple(_counting(job, several=several) for job in plan.jobs)})


def _counting(job: Job, *, several: bool) -> Job:
    params: Any = job.params
    if several and isinstance(params, SuppressionParams) and params.suppress_below is not None:
        params = params.model_copy(update={"suppress": "persons"})
    if several and params_of(job, GENERALISE) is not None:
        params = params.model_copy(update={"suppression_limit": 0.0})
    return job if params == job.params else job.model_copy(update={"params": params})


def one_record_each(plan: Plan, repeats: Sequence[str]) -> Plan:
    """The plan in which each record is of a person of its own, though these identifiers repeat."""
    assert plan.data is not None
    before = () if plan.data.persons is None else plan.data.persons.repeats
    both = tuple(dict.fromkeys((*before, *repeats)))
    return _with(plan, one_record_each=True, repeats=both)


def with_known(plan: Plan, known: Known) -> Plan:
    """The plan in which an intruder knows the key values of ``known`` records of a person."""
    return _with(plan, known=known)


def with_missing(plan: Plan, missing: Literal["refuse", "nobody"]) -> Plan:
    """The plan in which records without a person are refused, or count as no person."""
    return _with(plan, missing=missing)


def without_statement(data: DataSpec) -> DataSpec:
    """The data without the statement that each record is of a person of its own."""
    if data.persons is None or not (data.persons.one_record_each or data.persons.repeats):
        return data
    persons = data.persons.model_copy(update={"one_record_each": False, "repeats": ()})
    return data.model_copy(update={"persons": None if persons == PersonsSpec() else persons})


def _with(plan: Plan, **stated: Any) -> Plan:
    assert plan.data is not None
    persons = (plan.data.persons or PersonsSpec()).model_copy(update=stated)
    data = plan.data.model_copy(update={"persons": persons})
    return plan.model_copy(update={"data": data})
