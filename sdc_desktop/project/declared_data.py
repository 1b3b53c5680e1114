"""What a plan declares of its data: applied to the records as read, changed, and proposed for a file that was
just opened, as roles and as texts that are missing codes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.proposed_roles import proposed_roles, role_of_row_names
from sdc_desktop.engine.data.roles import with_roles_reported
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.spec import VariableSpec

if TYPE_CHECKING:
    from sdc_desktop.engine.data.microdata import Variable
    from sdc_desktop.engine.data.missing_codes import MissingCodes
    from sdc_desktop.engine.data.proposed_roles import ProposedRole
    from sdc_desktop.engine.data.reading import Opened

_STATING = ("rda", "counts")  # formats whose files state roles
_READING = (
    "path",
    "sha256",
    "format",
    "sheet",
    "first_row",
    "header_rows",
    "fields",
    "metadata",
    "catalog",
    "delimiter",
    "quote",
    "encoding",
    "decimal",
    "header",
    "row_names",
    "na_unquoted",
    "forms",
)


def same_reading(spec: DataSpec, other: DataSpec | None) -> bool:
    """Whether a file is read in the same way under both, whatever they say of its variables."""
    return other is not None and all(getattr(spec, key) == getattr(other, key) for key in _READING)


def declared(opened: Opened, spec: DataSpec) -> Opened:
    """The records with the roles, levels, orders and missing codes of `spec`; other levels stay as found."""
    variables = [
        _declared(variable, spec.variables.get(variable.name, VariableSpec()), spec)
        for variable in opened.data.variables
    ]
    notes = with_roles_reported(opened.notes, variables)
    return replace(
        opened, data=opened.data.with_variables(variables).with_persons(spec.persons), spec=spec, notes=notes
    )


def with_stated(spec: DataSpec, opened: Opened) -> DataSpec:
    """The data of a plan with what a description (.rda) or a counts file states of variables that the plan
    does not name, and their hierarchies: what a run of the plan takes from it.
    """
    if opened.format not in _STATING:
        return spec
    stated = opened.spec
    variables = {name: spec.variables.get(name, given) for name, given in stated.variables.items()}
    hierarchies = {**stated.hierarchies, **spec.hierarchies}
    return spec.model_copy(update={"variables": variables, "hierarchies": hierarchies})


def numbers(opened: Opened) -> frozenset[tuple[str, tuple[str, ...]]]:
    """The variables that are said to be numbers, each with what is no number in it: its missing codes."""
    return frozenset((v.name, v.missing) for v in opened.data.variables if v.level == "continuous")


def _declared(found: Variable, given: VariableSpec, spec: DataSpec) -> Variable:
    return replace(
        found.declared(given.missing, spec.missing),
        role=given.settled_role,
        unsaid=given.role is None,
        level=given.level or found.level,
        order=given.order,
        follows=given.followed,
    )


def with_declared(spec: DataSpec, names: Sequence[str], changes: Mapping[str, object]) -> DataSpec:
    """The data with roles, levels, orders or missing codes of some variables changed; the same where nothing
    changes. ValueError for what no plan can say.
    """
    variables = dict(spec.variables)
    for name in names:
        before = variables.get(name, VariableSpec()).model_dump()
        variables[name] = VariableSpec.model_validate(before | dict(changes))
    if all(given == spec.variables.get(name) for name, given in variables.items()):
        return spec
    return spec.model_copy(update={"variables": variables})


def codes_in(opened: Opened | None) -> dict[str, MissingCodes]:
    """The texts that look like missing codes, by variable."""
    variables = () if opened is None else opened.data.variables
    return {variable.name: variable.codes for variable in variables if variable.codes is not None}


def roles_for(opened: Opened) -> Mapping[str, ProposedRole]:
    """Roles for variables that look like direct identifiers, key or sensitive variables, or weights."""
    from sdc_desktop.engine.data.hierarchies_beside import files_beside  # it imports numpy

    labels = {column.name: column.label or "" for column in opened.columns}
    beside = files_beside(opened.path, opened.data.names)
    roles = proposed_roles(opened.data.variables, opened.data.records, labels, beside)
    first = opened.data.variables[0]
    if opened.dialect.row_names and first.unsaid:
        numbered = opened.data.relation.numbers_rows(0, JobContext())
        roles[first.name] = role_of_row_names(numbered=numbered)
    return roles


def as_read(spec: DataSpec, codes: Mapping[str, MissingCodes]) -> DataSpec:
    """The data of a plan with texts that look like missing codes as values, undecided."""
    return _with_missing(spec, codes, dict.fromkeys(codes), as_missing=False)


def with_codes(spec: DataSpec, codes: Mapping[str, MissingCodes]) -> DataSpec:
    """The data of a plan with these texts as missing codes, and the levels that the variables then have."""
    return _with_missing(
        spec, codes, {n: (*_base(spec, n, c), *c.codes) for n, c in codes.items()}, as_missing=True
    )


def reviewed(spec: DataSpec, codes: Mapping[str, MissingCodes], missing: Collection[str]) -> DataSpec:
    """The data of a plan after review: missing codes of the variables in `missing`, values of the others."""
    kept = {name: one for name, one in codes.items() if name not in missing}
    spec = _with_missing(
        spec, kept, {name: _base(spec, name, one) for name, one in kept.items()}, as_missing=False
    )
    return with_codes(spec, {name: one for name, one in codes.items() if name in missing})


def read_so(spec: DataSpec | None, codes: Mapping[str, MissingCodes]) -> tuple[str, ...]:
    """The variables where these texts are missing codes in a plan."""
    return () if spec is None else tuple(n for n, c in codes.items() if set(c.codes) <= set(_now(spec, n)))


def _now(spec: DataSpec, name: str) -> tuple[str, ...]:
    given = spec.variables.get(name, VariableSpec()).missing
    return spec.missing if given is None else given


def _base(spec: DataSpec, name: str, codes: MissingCodes) -> tuple[str, ...]:
    return tuple(code for code in _now(spec, name) if code not in codes.codes)


def _with_missing(
    spec: DataSpec,
    codes: Mapping[str, MissingCodes],
    missing: Mapping[str, tuple[str, ...] | None],
    *,
    as_missing: bool,
) -> DataSpec:
    """The data with other missing codes. A level that was found follows them, one that was chosen stays."""
    variables = dict(spec.variables)
    for name, one in codes.items():
        given = variables.get(name, VariableSpec())
        before, after = (one.as_read, one.level) if as_missing else (one.level, one.as_read)
        level = after if given.level in (None, before) else given.level
        variables[name] = given.model_copy(update={"missing": missing[name], "level": level})
    return spec.model_copy(update={"variables": variables})
