"""What new variables are made of, so that later jobs know which are constant within each person."""

from collections.abc import Sequence
from dataclasses import replace

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import NOBODY, is_constant
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.methods.preparing.prepare.conditions import State
from sdc_desktop.engine.methods.preparing.prepare.steps import DeriveSpec, JoinSpec, ShiftDatesSpec, StepSpec


def with_lineage(step: StepSpec, before: Microdata, state: State, context: JobContext) -> State:
    """The state after a step, with what the variables are made of that it derived, joined or moved by other
    variables than the person; ``before`` are the records before it. Renamed variables keep what they have.

    Where all records as read are there, a new variable is judged by its values. Otherwise it is made of what
    decides it; its place within a person is decided by no single record.
    """
    data, made = state.data, _sources(step)
    if data.persons is None or not made:
        return state
    new = {
        name: () if _is_of_persons(name, data, context) else _joint(sources, before)
        for name, sources in made.items()
    }
    variables = [replace(one, made_of=new.get(one.name, one.made_of)) for one in data.variables]
    return state.with_data(data.with_variables(variables))


def _sources(step: StepSpec) -> dict[str, Sequence[str] | None]:
    """The variables that a step makes, each with those whose values in a record decide its value there."""
    match step:
        case DeriveSpec():
            given = step.derive
            others = (one for one in (given.age_at_variable, given.days_since) if one is not None)
            return {given.name: None if given.within_person is not None else (given.of, *others)}
        case JoinSpec():
            return dict.fromkeys(step.join.keep, step.join.key)
        case ShiftDatesSpec():
            person = step.shift_dates.person
            return {} if person is None else {name: (name, person) for name in step.shift_dates.variables}
    return {}


def _joint(sources: Sequence[str] | None, before: Microdata) -> tuple[int, ...] | None:
    columns: set[int] = set()
    for name in sources or ():
        made_of = before.variable(name).made_of
        if made_of is None:
            return None
        columns.update(made_of)
    return None if sources is None else tuple(sorted(columns))


def _is_of_persons(name: str, data: Microdata, context: JobContext) -> bool:
    """Whether all records as read are there, and each person has one value in all of them."""
    assert data.persons is not None
    if data.records != data.persons.relation.records:
        return False
    numbers = data.persons.of(data.relation, context)
    there = numbers != NOBODY
    return is_constant(numbers[there], data.relation.codes(data.index(name), context)[there])
