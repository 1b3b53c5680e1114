"""What is asked of a table: whether enough is told for it, and what tells one question from another."""

from __future__ import annotations

from collections.abc import Mapping

from sdc_desktop.engine.methods.tables.audit import AuditParams
from sdc_desktop.engine.methods.tables.table import TableParams
from sdc_desktop.ui.tabs.tables.tab_job import PARAMS, Params

_AT_ONCE = 3_000  # cells of a table that is audited without being asked for


def enough(way: str, fields: Mapping[str, object]) -> bool:
    """Whether what is told makes a question."""
    if way == "audit":
        return fields.get("table") is not None
    dimensions: tuple[object, ...] = tuple(fields.get("dimensions") or ())  # type: ignore[arg-type]
    if way == "linked_audit":
        return len(dimensions) > 1 and bool(fields.get("scenarios"))
    return bool(dimensions) or fields.get("table") is not None


def validated(way: str, fields: Mapping[str, object]) -> Params:
    """The question. ValidationError where there is none of that kind."""
    return PARAMS[way].model_validate(dict(fields))


def fields_of(params: Params) -> dict[str, object]:
    """All that a question says, by the keys of its params."""
    return {key: getattr(params, key) for key in type(params).model_fields}


def bare(params: TableParams) -> str:
    """A table and its rules, whatever protects it."""
    return params.model_copy(update={"protect": None, "max_risk": None}).model_dump_json()


def is_small(params: Params | None) -> bool:
    """Whether a question is one that is answered without being asked for."""
    if not isinstance(params, AuditParams):
        return False
    told = params.table
    cells = len(told.cells or ()) or sum(map(len, told.values or ()))
    return 0 < cells <= _AT_ONCE
