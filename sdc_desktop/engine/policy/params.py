"""Parameters of jobs by their path, as the limits of a site policy name them: ``criteria[k_anonymity].k``.

An entry of a list is named by its kind, and found by kind and attribute: ``criteria[t_closeness:disease].t``.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

from pydantic import ValidationError

from sdc_desktop.engine.methods.registry import METHODS
from sdc_desktop.engine.spec import Spec

P = TypeVar("P", bound=Spec)
_PART = re.compile(r"(\w+)(?:\[(\w+)(?::(.*))?\])?")


PARAMS: Mapping[str, type[Spec]] = {kind: METHODS[kind].params for kind in sorted(METHODS)}


def is_known(kind: str, param: str) -> bool:
    """Whether a path leads to a figure, a text or a choice in the params of that kind."""
    return bool(_leaves(PARAMS[kind], _parts(param)))


def is_numeric(kind: str, param: str) -> bool:
    """Whether it leads to numbers."""
    return bool(_leaves(PARAMS[kind], _parts(param)) & {int, float})


def entries_at(params: Spec, param: str) -> dict[str, list[Any]]:
    """The values at a path: by the path of each place, all that are given there.

    Entries of one kind about the same attribute are one place, because together they have the effect of the
    strongest. Places that the params do not have are dropped; what is None is None.
    """
    found: dict[str, list[Any]] = {}
    for path, value in _values(params, _parts(param), ""):
        found.setdefault(path, []).append(value)
    return found


def with_value(params: P, path: str, value: Any) -> P | None:
    """The params with another value at the path of a place; None where that place does not accept it."""
    data = params.model_dump(mode="python")
    if not _put(data, _parts(path), value):
        return None
    try:
        return type(params).model_validate(data)
    except ValidationError:
        return None


def _parts(param: str) -> list[tuple[str, str, str]]:
    """(name, kind of an entry, its attribute) of each part; none where the path cannot be read."""
    found: list[tuple[str, str, str]] = []
    for match in _split(param):
        if match is None:
            return []
        found.append((match[1], match[2] or "", match[3] or ""))
    return found


def _split(param: str) -> Iterator[re.Match[str] | None]:
    depth, start = 0, 0
    for place, sign in enumerate(param + "."):
        depth += (sign == "[") - (sign == "]")
        if sign == "." and depth <= 0:
            yield _PART.fullmatch(param[start:place])
            start = place + 1


def _values(part: Any, parts: Sequence[tuple[str, str, str]], path: str) -> Iterator[tuple[str, Any]]:
    if not parts:
        if isinstance(part, dict):
            yield from (
                (f"{path}.{key}", value) for key, value in part.items() if not isinstance(value, Spec)
            )
        else:
            yield path, part
        return
    (name, kind, _), rest = parts[0], parts[1:]
    if not isinstance(part, Spec) or name not in type(part).model_fields:
        return
    value = getattr(part, name)
    here = f"{path}.{name}" if path else name
    if kind:
        for entry in value or ():
            if entry.kind == kind:
                attribute = getattr(entry, "attribute", None)
                tag = kind if attribute is None else f"{kind}:{attribute}"
                yield from _values(entry, rest, f"{here}[{tag}]")
    elif value is None and rest:  # `protect` of a table that is not protected has no method
        if rest[-1][0] in ("method", "kind"):
            yield ".".join([here, *(step[0] for step in rest)]), None
    else:
        yield from _values(value, rest, here)


def _put(data: Any, parts: Sequence[tuple[str, str, str]], value: Any) -> bool:
    (name, kind, attribute), rest = parts[0], parts[1:]
    if not isinstance(data, dict) or name not in data:
        return False
    if not kind:
        if rest:
            return _put(data[name], rest, value)
        data[name] = value
        return True
    entries = [
        entry
        for entry in data[name]
        if entry["kind"] == kind and attribute in ("", entry.get("attribute", ""))
    ]
    return bool(rest) and bool(entries) and all(_put(entry, rest, value) for entry in entries[:1])


def _leaves(annotation: Any, parts: Sequence[tuple[str, str, str]]) -> set[type]:
    """The types allowed at a path; none where it leads nowhere, or to something other than a single value. A
    value that may be given by name instead (``alpha`` of each test) is one.
    """
    origin = get_origin(annotation)
    if origin is Annotated:
        return _leaves(get_args(annotation)[0], parts)
    if origin in (Union, UnionType):
        return set[type]().union(*(_leaves(one, parts) for one in get_args(annotation)))
    if not parts:
        if origin is Literal:
            return {type(choice) for choice in get_args(annotation)}
        return {annotation} if annotation in (str, int, float, bool) else set()
    if annotation is NoneType or not (isinstance(annotation, type) and issubclass(annotation, Spec)):
        return set()
    (name, kind, attribute), rest = parts[0], parts[1:]
    field = annotation.model_fields.get(name)
    if field is None or attribute:
        return set()
    return _leaves(_entry(field.annotation, kind), rest) if kind else _leaves(field.annotation, rest)


def _entry(annotation: Any, kind: str) -> Any:
    """The Spec of the entries of a kind in a list of several kinds; None where there is none."""
    origin = get_origin(annotation)
    if origin in (Annotated, tuple):
        return _entry(get_args(annotation)[0], kind)
    if origin in (Union, UnionType):
        found = (_entry(one, kind) for one in get_args(annotation))
        return next((one for one in found if one is not None), None)
    if isinstance(annotation, type) and issubclass(annotation, Spec):
        field = annotation.model_fields.get("kind")
        if field is not None and kind in get_args(field.annotation):
            return annotation
    return None
