"""Which variables of the data a job works on: those its params name, and those it takes by their role."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal, get_args, get_origin

from sdc_desktop.engine.plan import Job, Role, VariableSpec
from sdc_desktop.engine.spec import Spec

_KEYS: tuple[Role, ...] = ("identifying",)
_BOTH: tuple[Role, ...] = ("identifying", "sensitive")
BY_ROLE: Mapping[str, tuple[Role, ...]] = MappingProxyType(
    {
        "anopi": _KEYS,
        "cae": ("sensitive",),
        "cae_experiment": _BOTH,
        "generalise": _BOTH,
        "local_suppression": _KEYS,
        "microaggregate": _KEYS,
        "pram": _KEYS,
        "recode": _KEYS,
        "risk": (*_BOTH, "weight", "household"),
        "ru_map": _BOTH,
    }
)


def variables_used(job: Job, variables: Mapping[str, VariableSpec]) -> tuple[str, ...]:
    """The variables of the plan's data that a job uses, in the plan's order.

    A key of the params that names variables of a role itself takes the place of the role.
    """
    named = set(_texts(job.params))
    roles = {role for role in BY_ROLE.get(job.kind, ()) if not getattr(job.params, role, None)}
    return tuple(name for name, said in variables.items() if name in named or said.role in roles)


def jobs_using(jobs: Sequence[Job], variables: Mapping[str, VariableSpec]) -> Mapping[str, tuple[str, ...]]:
    """For each variable the names of the jobs that use it, in the plan's order."""
    used: dict[str, list[str]] = {name: [] for name in variables}
    for job in jobs:
        for name in variables_used(job, variables):
            used[name].append(job.name)
    return MappingProxyType({name: tuple(listed) for name, listed in used.items()})


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
