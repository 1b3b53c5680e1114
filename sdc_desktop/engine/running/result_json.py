"""Immutable results and verdicts as plain JSON data."""

import math
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from sdc_desktop.engine.problems import Place, Problem
from sdc_desktop.engine.verdict import Verdict


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """A verdict as codes and figures; ``job`` names the other job in which a reason was found."""
    reasons = [
        {"code": one.code, "grade": one.grade.value, "figures": to_json(dict(one.figures))}
        | ({"job": one.job} if one.job else {})
        for one in verdict.reasons
    ]
    return {"grade": verdict.grade.value, "reasons": reasons}


def to_json(value: Any, *, with_values: bool = True) -> Any:
    """Plain JSON data of a result: dataclasses by field, arrays as lists, non-finite numbers null.

    Without values, objects use their form ``without_values``, which has no true value of a suppressed cell.
    Raises TypeError for other types.
    """
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Problem):
        return _problem(value)
    if is_dataclass(value) and not isinstance(value, type):
        if not with_values and hasattr(value, "without_values"):
            value = value.without_values()
        shown = {
            field.name: getattr(value, field.name)
            for field in fields(value)
            if not field.metadata.get("redacted", False)
            and not (field.metadata.get("if_there", False) and getattr(value, field.name) is None)
        }
        return {name: to_json(one, with_values=with_values) for name, one in shown.items()}
    if isinstance(value, Mapping):
        return {str(key): to_json(entry, with_values=with_values) for key, entry in value.items()}
    if isinstance(value, np.generic | np.ndarray):
        return to_json(value.tolist())
    if isinstance(value, list | tuple):
        return [to_json(entry, with_values=with_values) for entry in value]
    raise TypeError(type(value).__name__)


def _problem(problem: Problem) -> dict[str, Any]:
    return {
        "code": problem.code,
        "severity": problem.severity.value,
        "where": _place(problem.where),
        "params": {key: to_json(value) for key, value in problem.params.items()},
    }


def _place(place: Place) -> dict[str, Any]:
    return {field.name: value for field in fields(place) if (value := getattr(place, field.name)) is not None}
