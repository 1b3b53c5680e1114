"""What a counts file says of itself: the text of its ``manifest.json``, both ways.

The text is canonical: a reader that writes what it read gets the same bytes, or else refuses the file. No
time, user, computer or application id is in it, so that equal data give equal bytes.
"""

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from types import UnionType
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from sdc_desktop.engine.data.foreign.texts import Column, ColumnType
from sdc_desktop.engine.data.formats import DecimalMark
from sdc_desktop.engine.data.microdata import Variable
from sdc_desktop.engine.data.released import ReleasedVariables
from sdc_desktop.engine.data.suspicion import Suspicion
from sdc_desktop.engine.problems import Place, Problem, Severity
from sdc_desktop.engine.spec import NEVER_RELEASED, Level, Role

SCHEMA = 1
_HEX = re.compile(r"[0-9a-f]{64}")
_ENTRY = re.compile(r"joint-(0|[1-9][0-9]{0,3})\.parquet")
_CODE = re.compile(r"[a-z_]+\.[a-z_]+")
# By field what a file does not state.
_OMITTED: Mapping[str, Any] = {"coarse": (), "weight": None, "running": False}
_MOST = 2**53  # whole numbers beyond it are not all exact in JSON


class NotADescription(ValueError):  # noqa: N818 - becomes a refusal
    """A text that is no description, or none that this program would write."""


@dataclass(frozen=True)
class CountedBy:
    """The engine that counted, and its version."""

    engine: Literal["duckdb", "spark"]
    version: str


@dataclass(frozen=True)
class CountedData:
    """The data that were counted. ``path`` is as in the plan, ``sha256`` that of the file, or of the list of
    a folder's files; of a ``listing`` it covers names and sizes alone. ``bytes`` of all ``files``.
    """

    path: str
    files: int
    bytes: int
    records: int
    sha256: str
    digest: Literal["content", "listing"] = "content"
    decimal: DecimalMark = "."


@dataclass(frozen=True)
class CountedPolicy:
    """The site policy under which the data were counted: its title and the SHA-256 of its file."""

    name: str
    sha256: str


@dataclass(frozen=True)
class CountedVariable:
    """A variable of the data, counted or not, as found and declared where the records are. ``type`` and
    ``form`` are those of its column; ``suspected`` and ``share`` why it may identify persons.
    """

    name: str
    type: ColumnType
    form: str
    role: Role
    level: Level
    order: tuple[str, ...] | None
    missing: tuple[str, ...]
    unsaid: bool
    suspected: Literal["values", "numbers", "name"] | None
    share: float
    free_text: bool

    @staticmethod
    def of(variable: Variable, column: Column | None) -> "CountedVariable":
        """What a file says of a variable of the data."""
        never_released = variable.role in NEVER_RELEASED  # and so not looked at on every engine
        suspicion = None if never_released else variable.suspicion
        return CountedVariable(
            variable.name,
            "text" if column is None else column.type,
            "" if column is None else column.form,
            variable.role,
            "nominal" if never_released else variable.level,
            variable.order,
            variable.missing,
            variable.unsaid,
            None if suspicion is None else suspicion.by,
            0.0 if suspicion is None else suspicion.share,
            variable.free_text,
        )

    @property
    def variable(self) -> Variable:
        """The variable, as data that were opened would have it."""
        suspicion = None if self.suspected is None else Suspicion(self.suspected, self.share)
        return Variable(
            self.name,
            self.role,
            self.level,
            self.order,
            self.missing,
            self.unsaid,
            suspicion,
            self.free_text,
        )


@dataclass(frozen=True)
class AuditedVariable:
    """How far a variable identifies records, counted where the records are: as
    :class:`released.ReleasedVariable`. ``running``: household numbers that are exactly 1 to H.
    """

    name: str
    values: int
    distinct: int
    unique: int
    amount: bool
    running: bool = False


@dataclass(frozen=True)
class Audit:
    """The audit of these unchanged variables, and how many records are unique on a few ``together``."""

    variables: tuple[AuditedVariable, ...]
    together: tuple[str, ...]
    unique_together: int

    @staticmethod
    def of(found: ReleasedVariables) -> "Audit":
        """What a file says of an audit of the data."""
        variables = (
            AuditedVariable(
                one.name,
                one.values,
                one.distinct,
                one.unique,
                one.amount,
                one.role == "household" and not one.as_read,
            )
            for one in found.variables
        )
        return Audit(tuple(variables), found.together, found.unique_together)


@dataclass(frozen=True)
class Noted:
    """A warning or note of the reader of the data, which counts for the verdict wherever the plan is run."""

    code: str
    severity: Literal["warning", "note"]
    where: Mapping[str, str | int]
    params: Mapping[str, str | int | float | bool | tuple[str, ...] | None]

    @staticmethod
    def of(problem: Problem) -> "Noted":
        """A problem that is no error."""
        where = {
            field.name: value
            for field in fields(Place)
            if (value := getattr(problem.where, field.name)) is not None
        }
        severity: Literal["warning", "note"] = "warning" if problem.severity is Severity.WARNING else "note"
        return Noted(problem.code, severity, where, dict(problem.params))

    @property
    def problem(self) -> Problem:
        """The warning or note."""
        where: Mapping[str, Any] = self.where
        return Problem(self.code, Place(**where), dict(self.params), Severity(self.severity))


@dataclass(frozen=True)
class Joint:
    """The distinct combinations of some variables: an entry of the file, ``bytes`` long, with one row for
    each of ``rows`` combinations. ``jobs`` are those that it was counted for. ``amounts``: the variable of
    which the ``largest`` amounts stay alone (:mod:`largest_amounts`), by ``weight`` where that is a variable;
    None where each value does.
    """

    entry: str
    variables: tuple[str, ...]
    rows: int
    bytes: int
    sha256: str
    jobs: tuple[str, ...]
    amounts: str | None = None
    largest: int = 0
    weight: str | None = None


@dataclass(frozen=True)
class CoarseGroup:
    """Values that are the same from a level on: in the joints each record has the first one. ``label``: what
    they are called at that level.
    """

    label: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class CoarseVariable:
    """A variable counted from a ``level`` of its hierarchy on, 0 being as is (:mod:`coarse`). ``level_names``
    are those of all its levels.
    """

    name: str
    level: int
    level_names: tuple[str, ...]
    groups: tuple[CoarseGroup, ...]


@dataclass(frozen=True)
class Description:
    """What a counts file says of itself. ``plan`` is the SHA-256 of the plan without secrets, outputs and the
    place of its data, ``program`` the version of the engine that decides.
    """

    program: str
    on: CountedBy
    plan: str
    data: CountedData
    policy: CountedPolicy | None
    variables: tuple[CountedVariable, ...]
    notes: tuple[Noted, ...]
    joints: tuple[Joint, ...]
    audit: Audit | None = None
    schema: int = SCHEMA
    coarse: tuple[CoarseVariable, ...] = ()

    def joint_of(self, variables: tuple[str, ...]) -> Joint | None:
        """The joint of fewest rows that holds all these variables; None where there is none."""
        found = [joint for joint in self.joints if set(variables) <= set(joint.variables)]
        return min(found, key=lambda joint: (joint.rows, joint.entry), default=None)

    @property
    def counted_from(self) -> Mapping[str, int]:
        """By variable the level that it was counted from, where that is not as is (0)."""
        return {one.name: one.level for one in self.coarse}

    @property
    def level_names(self) -> Mapping[str, tuple[str, ...]]:
        """By variable counted from a level on the names of all levels of its hierarchy."""
        return {one.name: one.level_names for one in self.coarse}

    def variable(self, name: str) -> CountedVariable:
        """The variable of a name."""
        return next(one for one in self.variables if one.name == name)

    def declared_otherwise(self, variables: Sequence[Variable]) -> tuple[str, ...]:
        """The names of those variables that a plan gives another role or other missing codes than the plan of
        the count did: then it is not the plan that the site counted for.
        """
        before = {one.name: (one.role, one.missing) for one in self.variables}
        return tuple(one.name for one in variables if before.get(one.name) != (one.role, one.missing))


def description_text(description: Description) -> str:
    """The canonical text of a description."""
    return (
        json.dumps(_plain(description), sort_keys=True, indent=1, ensure_ascii=True, allow_nan=False) + "\n"
    )


def parse_description(text: str) -> Description:
    """The description of a canonical text. Raises :class:`NotADescription`."""
    try:
        found = cast(Description, _typed(json.loads(text), Description))
    except (ValueError, TypeError, KeyError, RecursionError):
        raise NotADescription from None
    if description_text(found) != text or not _is_sound(found):
        raise NotADescription
    return found


def schema_of(text: str) -> int | None:
    """The schema that a text names, whatever else is in it; None where it names none."""
    try:
        found = json.loads(text)["schema"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return found if isinstance(found, int) and not isinstance(found, bool) else None


def _is_sound(found: Description) -> bool:
    """Whether the parts are consistent."""
    names = [variable.name for variable in found.variables]
    digests = [found.plan, found.data.sha256, *(joint.sha256 for joint in found.joints)]
    digests += [] if found.policy is None else [found.policy.sha256]
    data = found.data
    return (
        found.schema == SCHEMA
        and bool(names)
        and len(set(names)) == len(names)
        and all(0 <= variable.share <= 1 for variable in found.variables)
        and all(map(_HEX.fullmatch, digests))
        and min(data.files, data.bytes) >= 0
        and 0 < data.records < _MOST
        and all(_CODE.fullmatch(note.code) for note in found.notes)
        and all(set(note.where) <= {field.name for field in fields(Place)} for note in found.notes)
        and (found.audit is None or _is_sound_audit(found.audit, names, data))
        and bool(found.joints)
        and all(_is_sound_joint(joint, place, names, data) for place, joint in enumerate(found.joints))
        and _is_sound_coarse(found, names)
    )


def _is_sound_coarse(found: Description, names: list[str]) -> bool:
    own = [one.name for one in found.coarse]
    counted = {name for joint in found.joints for name in joint.variables}
    return (
        own
        == [name for name in names if name in own and name in counted]  # each once, in the order of the data
        and all(0 < one.level < len(one.level_names) and one.groups for one in found.coarse)
        and all(map(_is_sound_grouping, found.coarse))
    )


def _is_sound_grouping(one: CoarseVariable) -> bool:
    values = [value for group in one.groups for value in group.values]
    return (
        len(set(values)) == len(values)
        and all(group.values and list(group.values) == sorted(group.values) for group in one.groups)
        and [group.values[0] for group in one.groups] == sorted(group.values[0] for group in one.groups)
    )


def _is_sound_audit(audit: Audit, names: list[str], data: CountedData) -> bool:
    own = [one.name for one in audit.variables]
    return (
        own == [name for name in names if name in own]  # each once, in the order of the data
        and all(0 <= one.unique <= one.distinct <= one.values <= data.records for one in audit.variables)
        and list(audit.together) == [name for name in own if name in audit.together]
        and 0 <= audit.unique_together <= data.records
    )


def _is_sound_joint(joint: Joint, place: int, names: list[str], data: CountedData) -> bool:
    there = [name for name in names if name in joint.variables]
    return (
        bool(_ENTRY.fullmatch(joint.entry))
        and joint.entry == f"joint-{place}.parquet"
        and bool(joint.variables)
        and list(joint.variables) == there  # each once, in the order of the data
        and 0 < joint.rows <= data.records
        and joint.bytes > 0
        and (joint.amounts is None or (joint.amounts in joint.variables and len(joint.variables) > 1))
        and ((joint.amounts is None) == (joint.largest == 0))
        and (
            joint.weight is None
            or (joint.amounts not in (None, joint.weight) and joint.weight in joint.variables)
        )
        and 0 <= joint.largest < _MOST
    )


def _plain(value: Any) -> Any:
    if hasattr(value, "__dataclass_fields__"):
        given = {field.name: getattr(value, field.name) for field in fields(value)}
        return {
            name: _plain(own) for name, own in given.items() if name not in _OMITTED or own != _OMITTED[name]
        }
    if isinstance(value, Mapping):
        return {key: _plain(entry) for key, entry in value.items()}
    return [_plain(entry) for entry in value] if isinstance(value, tuple) else value


def _typed(value: Any, kind: Any) -> Any:
    """A JSON value as a type of this module has it. Raises TypeError where it is of another type."""
    origin, parts = get_origin(kind), get_args(kind)
    if hasattr(kind, "__dataclass_fields__"):
        hints = get_type_hints(kind)
        if not isinstance(value, dict) or set(value) | (set(hints) & set(_OMITTED)) != set(hints):
            raise TypeError
        return kind(**{name: _typed(value[name], hint) for name, hint in hints.items() if name in value})
    if origin in (Union, UnionType):
        return _one_of(value, parts)
    if origin is Literal:
        if not isinstance(value, str) or value not in parts:
            raise TypeError
        return value
    if origin is tuple:
        if not isinstance(value, list):
            raise TypeError
        return tuple(_typed(entry, parts[0]) for entry in value)
    if origin is not None and issubclass(origin, Mapping):
        if not isinstance(value, dict):
            raise TypeError
        return {key: _typed(entry, parts[1]) for key, entry in value.items()}
    if type(value) is not kind or (kind is float and not math.isfinite(value)):
        raise TypeError
    return value


def _one_of(value: Any, kinds: tuple[Any, ...]) -> Any:
    for kind in kinds:
        try:
            return _typed(value, kind)
        except TypeError:
            continue
    raise TypeError
