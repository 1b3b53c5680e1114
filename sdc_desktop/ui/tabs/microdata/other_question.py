"""The question of a method that changes values: what it could be told of these data. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.ui.forms.method_form import Choices

if TYPE_CHECKING:  # numpy and duckdb are wanted only when a file is open
    from sdc_desktop.engine.data.microdata import Microdata
    from sdc_desktop.engine.plan import Job
    from sdc_desktop.engine.plan_secrets import SecretFacts


def chosen_of(params: Any, data: Microdata) -> tuple[str, ...]:
    """The variables that a job would change."""
    from sdc_desktop.engine.microdata.chosen import chosen

    return chosen(params, data)


def choices_of(
    job: Job, data: Microdata, ranges: Mapping[str, tuple[float, float]], secret: SecretFacts | None
) -> Choices:
    """What could be told a method: the key variables first, then in file order. What is chosen is
    offered even where it does not suit.
    """
    chosen = chosen_of(job.params, data)
    picks = method_of(job.kind).picks
    shown = [pick for key, pick in picks.items() if job.params.settings[key].place != "plan"]
    fit = [
        v for v in data.variables if v.name in chosen or any(pick.offers(v.role, v.level) for pick in shown)
    ]
    names = tuple(v.name for v in sorted(fit, key=lambda v: v.role != "key"))
    return Choices(names, chosen, ranges, secret)


def touched(params: Any, data: Microdata) -> tuple[str, ...]:
    """The variables the question is about: those changed and the key ones, in file order."""
    named = {*chosen_of(params, data), *(v.name for v in data.with_role("key"))}
    return tuple(name for name in data.names if name in named)
