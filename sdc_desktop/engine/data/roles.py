"""Variables that look like direct identifiers, hold free text or codes of missing values that are read as
values, and the problems raised about them.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from sdc_desktop.engine.problems import Place, Problem, error, warning
from sdc_desktop.engine.spec import NEVER_RELEASED

if TYPE_CHECKING:
    from sdc_desktop.engine.data.microdata import Variable

MISSING_CODE = "data.missing_code"
CODES = frozenset({"data.role_other", "data.free_text", MISSING_CODE})


def unsaid(variables: Iterable["Variable"]) -> tuple["Variable", ...]:
    """The suspected variables without a role, which must have one before they are saved."""
    return tuple(v for v in variables if v.suspicion is not None and not v.suspicion.doubtful and v.unsaid)


def withheld(variables: Iterable["Variable"]) -> tuple["Variable", ...]:
    """The suspected variables that the plan does not release: they may still say whose the records are."""
    return tuple(
        v
        for v in variables
        if v.role == "not_released" and v.suspicion is not None and not v.suspicion.doubtful
    )


def missing_roles(variables: Iterable["Variable"]) -> tuple[Problem, ...]:
    """An error for each suspected variable that would be saved without a role."""
    return tuple(
        error("data.role_missing", _place(v), name=v.name, share=v.suspicion.share)
        if v.suspicion.by == "values"
        else error("data.role_missing_name", _place(v), name=v.name)
        for v in unsaid(variables)
        if v.suspicion is not None
    )


def other_roles(variables: Iterable["Variable"]) -> tuple[Problem, ...]:
    """A warning for each suspected variable that was given the role `other`. Numbers may be amounts: they are
    judged by the audit of the released file alone.
    """
    return tuple(
        warning("data.role_other", _place(v), name=v.name)
        for v in variables
        if v.suspicion is not None and not v.suspicion.doubtful and v.role == "other" and not v.unsaid
    )


def free_texts(variables: Iterable["Variable"]) -> tuple[Problem, ...]:
    """A warning for each variable of free text that is released and that no other warning is about."""
    return tuple(
        warning("data.free_text", _place(v), name=v.name)
        for v in variables
        if v.free_text and v.role not in NEVER_RELEASED and (v.suspicion is None or v.role != "other")
    )


def codes_as_values(variables: Iterable["Variable"]) -> tuple[Problem, ...]:
    """A warning for each variable that may be released with texts that look like missing codes as values."""
    return tuple(
        warning(
            "data.missing_code",
            Place(key=f"data.variables.{v.name}.missing", variable=v.name),
            name=v.name,
            codes=v.read_codes,
            number=v.codes.number,
        )
        for v in variables
        if v.codes is not None and v.read_codes and v.role not in NEVER_RELEASED
    )


def code_in_numbers(variable: "Variable", where: Place) -> Problem | None:
    """Why a variable has no numbers for a method that needs them: it would, but for texts that look like
    missing codes. None where that is not why.
    """
    codes = variable.codes
    if codes is None or codes.level == "nominal" or not variable.read_codes or variable.level != "nominal":
        return None
    return error("data.code_in_numbers", where, name=variable.name, codes=codes.codes, number=codes.number)


def with_roles_reported(notes: Sequence[Problem], variables: Iterable["Variable"]) -> tuple[Problem, ...]:
    """The notes on a file with the warnings on the roles and missing codes that its variables have now."""
    listed = tuple(variables)
    kept = (one for one in notes if one.code not in CODES)
    return (*kept, *other_roles(listed), *free_texts(listed), *codes_as_values(listed))


def _place(variable: "Variable") -> Place:
    return Place(key=f"data.variables.{variable.name}.role", variable=variable.name)
