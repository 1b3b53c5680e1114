"""Opened data under what the plan says of its variables, without reading the file again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sdc_desktop.engine.data.roles import with_roles_told
from sdc_desktop.engine.plan import DataSpec
from sdc_desktop.engine.variable_spec import VariableSpec

if TYPE_CHECKING:
    from sdc_desktop.engine.data.microdata import Variable
    from sdc_desktop.engine.data.opened import Opened

_READING = (
    "path",
    "sha256",
    "format",
    "sheet",
    "metadata",
    "delimiter",
    "quote",
    "encoding",
    "decimal",
    "header",
)


def same_reading(spec: DataSpec, other: DataSpec | None) -> bool:
    """Whether a file is read in the same way under both, whatever they say of its variables."""
    return other is not None and all(getattr(spec, key) == getattr(other, key) for key in _READING)


def declared(opened: Opened, spec: DataSpec) -> Opened:
    """The same records with the roles, levels, orders and missing codes of `spec`; levels stay as found
    where it says none.
    """
    variables = [
        _declared(variable, spec.variables.get(variable.name, VariableSpec()), spec)
        for variable in opened.data.variables
    ]
    notes = with_roles_told(opened.notes, variables)
    return replace(opened, data=opened.data.with_variables(variables), spec=spec, notes=notes)


def numbers(opened: Opened) -> frozenset[tuple[str, tuple[str, ...]]]:
    """The variables that are said to be numbers, each with what is no number in it: its missing codes."""
    return frozenset((v.name, v.missing) for v in opened.data.variables if v.level == "continuous")


def _declared(found: Variable, said: VariableSpec, spec: DataSpec) -> Variable:
    return replace(
        found,
        role=said.settled_role,
        unsaid=said.role is None,
        level=said.level or found.level,
        order=said.order,
        missing=spec.missing if said.missing is None else said.missing,
    )
