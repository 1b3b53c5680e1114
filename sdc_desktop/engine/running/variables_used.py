"""Which variables of the data a job works on: those its params name, and those it takes by their role."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal, get_args, get_origin

from sdc_desktop.engine.data.microdata import Variable
from sdc_desktop.engine.methods.preparing.prepare import PREPARE, PrepareParams
from sdc_desktop.engine.methods.preparing.prepare.outline import Variables, after, declared, needed
from sdc_desktop.engine.methods.preparing.prepare.steps import (
    DeriveSpec,
    DropSpec,
    JoinSpec,
    RecodeMissingSpec,
    RenameSpec,
    StepSpec,
)
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.plan import Job, params_of
from sdc_desktop.engine.spec import Spec, VariableSpec

Origins = Mapping[str, tuple[str, ...]]  # a variable's name now -> what it is made of in the data


def variables_used(
    job: Job, variables: Mapping[str, VariableSpec], jobs: Sequence[Job] = ()
) -> tuple[str, ...]:
    """The variables of the plan's data that a job uses, in the plan's order. ``jobs`` are those of the plan:
    of one that prepares the records it works on, the variables count under their names in the data.

    A key of the params that names variables of a role itself takes the place of the role.
    """
    there = tuple(Variable(name, spec.settled_role) for name, spec in variables.items())
    origins: Origins = {name: (name,) for name in variables}
    for earlier in _preparing(job, jobs):
        there, origins, _ = _prepared(earlier, there, origins)
    if (params := params_of(job, PREPARE)) is not None:
        used = _prepared(params, there, origins)[2]
    else:
        named, method = set(_texts(job.params)), method_of(job.kind)
        roles = {
            *method.uses,
            *(
                role
                for key, one in method.picks.items()
                if not getattr(job.params, key)
                for role in one.roles or ()
            ),
        }
        found = (v.name for v in there if v.name in named or v.role in roles)
        used = {origin for name in found for origin in origins.get(name, ())}
    return tuple(name for name in variables if name in used)


def jobs_using(jobs: Sequence[Job], variables: Mapping[str, VariableSpec]) -> Mapping[str, tuple[str, ...]]:
    """For each variable the names of the jobs that use it, in the plan's order."""
    used: dict[str, list[str]] = {name: [] for name in variables}
    for job in jobs:
        for name in variables_used(job, variables, jobs):
            used[name].append(job.name)
    return MappingProxyType({name: tuple(listed) for name, listed in used.items()})


def _preparing(job: Job, jobs: Sequence[Job]) -> tuple[PrepareParams, ...]:
    """The params of the jobs that prepare the records a job works on, the first first."""
    by_name = {one.name: one for one in jobs}
    found: list[PrepareParams] = []
    while job.input in by_name:
        job = by_name.pop(job.input)
        if (params := params_of(job, PREPARE)) is not None:
            found.insert(0, params)
    return tuple(found)


def _prepared(
    params: PrepareParams, variables: Variables, origins: Origins
) -> tuple[Variables, Origins, set[str]]:
    """The variables that the steps leave, what each is made of, and the data's variables that steps use.

    A variable whose role or hierarchy alone is stated again also counts as used.
    """
    used: set[str] = set()
    for step in params.steps:
        names = {name for _, name in needed(step, "", variables)}
        if isinstance(step, RecodeMissingSpec) and step.recode_missing.variables is None:
            names = {v.name for v in variables}
        used |= {origin for name in names for origin in origins.get(name, ())}
        variables, origins = _known_after(step, variables), _origins_after(step, origins)
    described = {*params.variables, *params.hierarchies}
    used |= {origin for name in described for origin in origins.get(name, ())}
    return declared(variables, params.variables), origins, used


def _known_after(step: StepSpec, variables: Variables) -> Variables:
    """The variables after a step; what is derived of one that the plan does not name stays unnamed."""
    if isinstance(step, DeriveSpec) and step.derive.of not in {v.name for v in variables}:
        return variables
    return after(step, variables)


def _origins_after(step: StepSpec, origins: Origins) -> Origins:
    if isinstance(step, DropSpec):
        return {name: made_of for name, made_of in origins.items() if name not in step.drop}
    if isinstance(step, RenameSpec):
        return {step.rename.get(name, name): made_of for name, made_of in origins.items()}
    if isinstance(step, JoinSpec):
        made_of = tuple(origin for part in step.join.key for origin in origins.get(part, ()))
        return {**origins, **dict.fromkeys(step.join.keep, made_of)}
    if isinstance(step, DeriveSpec):
        parts = (step.derive.of, step.derive.age_at_variable, step.derive.days_since)
        made_of = tuple(origin for part in parts if part for origin in origins.get(part, ()))
        return {**origins, step.derive.name: made_of}
    return origins


def _texts(value: Any) -> Iterator[str]:
    """Every text in a part of a plan, keys of mappings among them; choices of a fixed list are no names."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, entry in value.items():
            yield from _texts(key)
            yield from _texts(entry)
    elif isinstance(value, Sequence):
        for entry in value:
            yield from _texts(entry)
    elif isinstance(value, Spec):
        for key, field in type(value).model_fields.items():
            if not _is_choice(field.annotation):
                yield from _texts(getattr(value, key))


def _is_choice(annotation: Any) -> bool:
    """Whether a key takes a word of a fixed list, or a list of such words, or nothing."""
    if get_origin(annotation) is Literal:
        return True
    parts = [part for part in get_args(annotation) if part not in (type(None), Ellipsis)]
    return bool(parts) and all(_is_choice(part) for part in parts)
