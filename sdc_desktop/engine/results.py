"""Results as JSON: codes and numbers, keys sorted, floats in full precision, the same bytes on every run."""

import json
import math
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from sdc_desktop.engine import ENGINE_VERSION
from sdc_desktop.engine.problems import Place, Problem
from sdc_desktop.engine.verdict import Verdict

if TYPE_CHECKING:
    from sdc_desktop.engine.run import PlanResult

SCHEMA = 2
UNTOLD: Mapping[str, bool] = MappingProxyType({"told": False})  # metadata of a field that result.json lacks


def result_text(result: "PlanResult") -> str:
    """The text of result.json."""
    data = {
        "schema": SCHEMA,
        "engine": ENGINE_VERSION,
        "inputs": dict(result.opened.inputs),
        "verdict": verdict_json(result.verdict),
        "jobs": {
            job.name: {
                "kind": job.kind,
                "ok": job.ok,
                "seed": job.seed,
                "secret": to_json(job.secret),
                "order_secret": to_json(job.order),
                "files": sorted(job.files),
                "escaped": dict(job.escaped),
                "sha256": dict(job.files),
                "result": to_json(job.result),
                "verdict": verdict_json(job.verdict),
            }
            for job in result.jobs
        },
    }
    return json.dumps(data, sort_keys=True, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """A verdict as codes and figures; ``job`` stands where a reason was found in another job."""
    reasons = [
        {"code": one.code, "grade": one.grade.value, "figures": to_json(dict(one.figures))}
        | ({"job": one.job} if one.job else {})
        for one in verdict.reasons
    ]
    return {"grade": verdict.grade.value, "reasons": reasons}


def to_json(value: Any) -> Any:
    """Plain JSON data of a frozen result: dataclasses by field, arrays as lists, non-finite numbers null."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Problem):
        return _problem(value)
    if is_dataclass(value) and not isinstance(value, type):
        told = [field.name for field in fields(value) if field.metadata.get("told", True)]
        return {name: to_json(getattr(value, name)) for name in told}
    if isinstance(value, Mapping):
        return {str(key): to_json(entry) for key, entry in value.items()}
    if isinstance(value, np.generic | np.ndarray):
        return to_json(value.tolist())
    if isinstance(value, list | tuple):
        return [to_json(entry) for entry in value]
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
