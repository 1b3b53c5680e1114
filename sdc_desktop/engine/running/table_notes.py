"""Warnings on variables of the file that a table does not release: they are no reservation on it."""

from collections.abc import Sequence
from typing import Any

from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.plan import Job, Plan
from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.running.variables_used import variables_used
from sdc_desktop.engine.spec import VariableSpec

OF_RELEASED = frozenset({"data.role_other", "data.free_text"})
_ONLY_READ = frozenset({"holding", "waiver", "record_key", "rules", "person"})


def notes_on(job: Job, plan: Plan, notes: Sequence[Problem]) -> tuple[Problem, ...]:
    """The notes without those on variables whose values no cell or heading of a job's table shows, such as
    the contributors.
    """
    if method_of(job.kind).makes != "table":
        return tuple(notes)
    names = {one.where.variable for one in notes if one.code in OF_RELEASED and one.where.variable}
    known = {} if plan.data is None else dict(plan.data.variables)
    variables = dict.fromkeys(names, VariableSpec()) | known
    shown = variables_used(job.model_copy(update={"params": _shown(job.params)}), variables, plan.jobs)
    return tuple(one for one in notes if one.code not in OF_RELEASED or one.where.variable in shown)


def _shown(params: Any) -> Any:
    """The params without the keys of variables that are only read."""
    fields = type(params).model_fields
    changes: dict[str, Any] = {key: None for key in _ONLY_READ if key in fields}
    protect = getattr(params, "protect", None)
    if protect is not None:
        changes["protect"] = _shown(protect)
    return params.model_copy(update=changes)
