"""The base of everything a plan can say, and the turning of validation errors into problems."""

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from sdc_desktop.engine.problems import Param, Place, Problem, error

Number = int | float  # a whole number in a plan stays whole when the plan is written again
Share = Annotated[Number, Field(ge=0, le=1)]


class Spec(BaseModel):
    """An immutable, typed part of a plan. Unknown keys are refused with their path.

    ``paths`` are the keys that name a file which is read, relative to the plan as all its paths.
    """

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        allow_inf_nan=False,
        validate_default=True,
        defer_build=True,  # a part is built within the plan, and by itself only where it is used so
    )

    paths: ClassVar[tuple[str, ...]] = ()

    def files(self) -> Iterator[str]:
        """The files named here and in the parts below, unchanged."""
        for key in type(self).model_fields:
            value = getattr(self, key)
            if key in self.paths and value is not None:
                yield value
            elif isinstance(value, Spec):
                yield from value.files()

    def with_files(self, moved: Callable[[str], str]) -> Self:
        """A copy with every path changed by `moved`."""
        changed: dict[str, Any] = {}
        for key in type(self).model_fields:
            value = getattr(self, key)
            if key in self.paths and value is not None:
                changed[key] = moved(value)
            elif isinstance(value, Spec):
                part = value.with_files(moved)
                changed |= {} if part is value else {key: part}
        return self.model_copy(update=changed) if changed else self


_CODES = {
    "extra_forbidden": "plan.unknown_key",
    "missing": "plan.missing_key",
    "union_tag_invalid": "plan.choice",
    "union_tag_not_found": "plan.missing_key",
    "literal_error": "plan.choice",
    "enum": "plan.choice",
    "greater_than": "plan.too_small",
    "greater_than_equal": "plan.too_small",
    "less_than": "plan.too_large",
    "less_than_equal": "plan.too_large",
    "finite_number": "plan.not_finite",
}
_BOUNDS = ("gt", "ge", "lt", "le")
_KEY_IS_ABSENT = ("missing", "union_tag_not_found", "union_tag_invalid")


def spec_problems(failure: ValidationError, data: object, root: str = "") -> tuple[Problem, ...]:
    """Turn pydantic's errors on `data` into problems with the path of the key (``jobs[0].params.alpha``).

    One a key: where a key may be of several types, each type complains; any number is the widest of them, and
    a complaint about what is inside a value is nearer to the mark than one about its type.
    """
    by_key: dict[str | None, Problem] = {}
    for detail in failure.errors(include_url=False):
        problem = _problem(detail, data, root)
        if problem.where.key not in by_key or problem.params.get("expected") == "float_type":
            by_key[problem.where.key] = problem
    inner = [key for key in by_key if key is not None]
    return tuple(
        problem
        for key, problem in by_key.items()
        if key is None or not any(other.startswith((f"{key}.", f"{key}[")) for other in inner)
    )


def _problem(detail: ErrorDetails, data: object, root: str) -> Problem:
    context: dict[str, Any] = detail.get("ctx", {})
    kind = detail["type"]
    location = list(detail["loc"])
    if kind == "union_tag_not_found":
        location.append(str(context.get("discriminator", "kind")).strip("'"))
    if kind == "union_tag_invalid":
        location.append(str(context["discriminator"]).strip("'"))
    hidden = bool(location) and location[0] == "secrets"  # a problem is read by others: no secret in it
    params: dict[str, Param] = {"value": "" if hidden else _shown(detail.get("input"))}
    if kind in ("literal_error", "enum"):
        params["choices"] = str(context["expected"])
    if kind == "union_tag_invalid":
        params |= {"choices": str(context["expected_tags"]), "value": str(context["tag"])}
    for bound in _BOUNDS:
        if bound in context:
            params["bound"] = context[bound]
    code = _CODES.get(kind, "plan.type")
    if code == "plan.type":
        params["expected"] = kind
    if kind == "json_invalid":  # what Python's reader takes and pydantic's does not
        code = "plan.too_deep" if "recursion" in str(context.get("error")) else "plan.half_character"
    if kind in ("string_pattern_mismatch", "string_too_long") and hidden:
        code = "secret.not_hexadecimal"
    if kind == "value_error":  # raised by our own validators, which give a code
        code = str(context["error"])
    return error(code, Place(key=key_path(location, data, root, absent=kind in _KEY_IS_ABSENT)), **params)


def key_path(location: Sequence[str | int], data: object, root: str = "", *, absent: bool = False) -> str:
    """The path of a key in the plan, without the tags that pydantic adds for unions.

    With `absent` the last part names a key that the data do not have.
    """
    path = root
    here: object = data
    for index, part in enumerate(location):
        lacking = absent and index == len(location) - 1
        if isinstance(part, int) and isinstance(here, list | tuple):
            path += f"[{part}]"
            here = here[part] if part < len(here) else None
        elif isinstance(here, dict) and (part in here or lacking):
            path += f".{part}" if path else str(part)
            here = here.get(part)
    return path


def _shown(value: object) -> str:
    text = repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else text[:57] + "..."


Role = Literal[
    "direct_identifier", "person", "key", "sensitive", "weight", "household", "not_released", "other"
]
Level = Literal["continuous", "ordinal", "nominal"]
ROLES: tuple[Role, ...] = (
    "direct_identifier",
    "person",
    "key",
    "sensitive",
    "weight",
    "household",
    "not_released",
    "other",
)
IDENTIFYING: tuple[Role, ...] = ("direct_identifier", "person")
NEVER_RELEASED: tuple[Role, ...] = (*IDENTIFYING, "not_released")
LEVELS: tuple[Level, ...] = ("continuous", "ordinal", "nominal")


class VariableSpec(Spec):
    """The user's settings of one variable; all of them are optional. A missing role counts as `other`, but a
    variable that looks like a direct identifier is not exported without one.
    """

    role: Role | None = None
    level: Level | None = None  # guessed where absent
    order: tuple[str, ...] | None = None  # values of an ordinal variable from low to high
    missing: tuple[str, ...] | None = None  # texts that mean "missing"; the data's where absent
    follows: str | tuple[str, ...] | None = None  # variables that it is protected together with
    of: Literal["person", "record"] | None = None  # whose value it is, where records are of persons

    @property
    def followed(self) -> tuple[str, ...]:
        """The variables that it follows."""
        if self.follows is None:
            return ()
        return (self.follows,) if isinstance(self.follows, str) else self.follows

    @property
    def settled_role(self) -> Role:
        """The current role."""
        return "other" if self.role is None else self.role
