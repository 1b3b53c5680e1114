"""The question of a method that changes values: what it could be told of these data. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sdc_desktop.ui.forms.method_form import Choices
from sdc_desktop.ui.questions.question import NEVER_OFFERED

if TYPE_CHECKING:  # numpy and duckdb are wanted only when a file is open
    from sdc_desktop.engine.data.microdata import Microdata
    from sdc_desktop.engine.plan import Job
    from sdc_desktop.engine.plan_secrets import SecretFacts

_LEVELS = {
    "pram": ("nominal", "ordinal"),
    "swap": ("continuous", "ordinal"),
    "noise": ("continuous",),
    "top_code": ("continuous",),
    "local_suppression": ("nominal", "ordinal", "continuous"),
}


def chosen_of(kind: str, params: Any, data: Microdata) -> tuple[str, ...]:
    """The variables that a job would change."""
    from sdc_desktop.engine.microdata import perturbed_numbers, pram, suppress_locally

    if kind == "pram":
        return pram.variables_of(params, data)
    if kind == "local_suppression":
        return suppress_locally.identifying_of(params, data)
    if kind == "top_code":
        return tuple(params.bounds)
    return perturbed_numbers.numbers_of(params.variables, data)


def choices_of(
    job: Job, data: Microdata, ranges: Mapping[str, tuple[float, float]], secret: SecretFacts | None
) -> Choices:
    """What could be told a method: the identifying variables first, then in file order. What is chosen is
    offered even where it does not suit.
    """
    chosen = chosen_of(job.kind, job.params, data)
    fit = [
        v
        for v in data.variables
        if v.name in chosen or (v.level in _LEVELS[job.kind] and v.role not in NEVER_OFFERED)
    ]
    if job.kind == "local_suppression":
        fit = [v for v in fit if v.name in chosen]
    names = tuple(v.name for v in sorted(fit, key=lambda v: v.role != "identifying"))
    return Choices(names, chosen, ranges, secret)


def touched(kind: str, params: Any, data: Microdata) -> tuple[str, ...]:
    """The variables the question is about: those changed and the identifying ones, in file order."""
    named = {*chosen_of(kind, params, data), *(v.name for v in data.with_role("identifying"))}
    return tuple(name for name in data.names if name in named)
