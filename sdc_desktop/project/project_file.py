"""The ``.sdcproj`` file: versioned JSON, written atomically, upgraded by numbered hooks, no microdata.

Of the history each step's label and plan are kept; a plan that is the same as the step's before is written
once. Paths in the plans are relative to the file.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from pathlib import Path
from types import MappingProxyType
from typing import Any

from sdc_desktop.engine.files import atomic_write
from sdc_desktop.engine.plan import Plan, load_json, plan_from_json, plan_to_json, read_text
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.project.project import Project, ReportFields, Step

SCHEMA = 1
UPGRADES: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
_KEYS = {"schema", "plan", "history", "position", "notes", "decisions", "view"}


def load_project(path: Path) -> Project:
    """Read a project. Raises :class:`Refused` with what is wrong and where."""
    return project_from_json(load_json(read_text(path)))


def save_project(project: Project, path: Path) -> None:
    """Write a project: the old or the new file is there, whole, whatever happens. Raises :class:`Refused`."""
    text = json.dumps(project_to_json(project), indent=1, ensure_ascii=False, allow_nan=False) + "\n"
    with atomic_write(path) as file:
        file.write(text.encode("utf-8"))


def project_to_json(project: Project) -> dict[str, Any]:
    """The project as JSON data."""
    return {
        "schema": SCHEMA,
        "plan": plan_to_json(project.plan),
        "history": [{"label": step.label, "plan": plan_to_json(step.plan)} for step in project.history],
        "position": project.position,
        "notes": project.notes,
        "decisions": asdict(project.decisions),
        "view": dict(project.view),
    }


def project_from_json(data: Any) -> Project:
    """Build a project from parsed JSON, upgrading older schemas. Raises :class:`Refused`."""
    if not isinstance(data, dict):
        raise Refused(error("plan.not_an_object"))
    data = _upgraded(data)
    for key in data:
        if key not in _KEYS:
            raise Refused(error("plan.unknown_key", Place(key=key), value=""))
    plan = _plan(data.get("plan", {"schema": 1}), "plan")
    history = _history(data.get("history", []), plan)
    position = data.get("position", len(history) - 1)
    if not isinstance(position, int) or not 0 <= position < len(history):
        raise Refused(error("project.position", Place(key="position"), steps=len(history)))
    if history[position].plan != plan:
        raise Refused(error("project.plan_differs", Place(key="plan"), step=position + 1))
    return Project(
        history=history,
        position=position,
        notes=_text(data.get("notes", ""), "notes"),
        decisions=_decisions(data.get("decisions", {})),
        view=MappingProxyType(_object(data.get("view", {}), "view")),
    )


def _upgraded(data: dict[str, Any]) -> dict[str, Any]:
    number = data.get("schema")
    if not isinstance(number, int) or isinstance(number, bool):
        raise Refused(error("plan.missing_key", Place(key="schema"), value=""))
    if number > SCHEMA:
        raise Refused(error("plan.newer_schema", Place(key="schema"), number=number, known=SCHEMA))
    while number < SCHEMA:
        if number not in UPGRADES:
            raise Refused(error("plan.unknown_schema", Place(key="schema"), number=number, known=SCHEMA))
        data = UPGRADES[number](data)
        number += 1
    return data


def _history(entries: Any, plan: Plan) -> tuple[Step, ...]:
    if not isinstance(entries, list):
        raise Refused(error("plan.type", Place(key="history"), value="", expected="list_type"))
    steps = []
    for index, entry in enumerate(entries):
        step = _object(entry, f"history[{index}]")
        where = f"history[{index}].plan"
        steps.append(Step(_text(step.get("label", ""), where), _plan(step.get("plan"), where)))
    return tuple(steps) or (Step("", plan),)


def _plan(data: Any, where: str) -> Plan:
    try:
        return plan_from_json(data)
    except Refused as refusal:
        placed = [
            error(p.code, Place(key=f"{where}.{p.where.key or ''}".rstrip(".")), **p.params)
            for p in refusal.problems
        ]
        raise Refused(placed) from None


def _decisions(data: Any) -> ReportFields:
    known = {field.name for field in fields(ReportFields)}
    entries = _object(data, "decisions")
    for key in entries:
        if key not in known:
            raise Refused(error("plan.unknown_key", Place(key=f"decisions.{key}"), value=""))
    return ReportFields(**{key: _text(value, f"decisions.{key}") for key, value in entries.items()})


def _object(data: Any, where: str) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise Refused(error("plan.type", Place(key=where), value="", expected="dict_type"))
    return data


def _text(data: Any, where: str) -> str:
    if not isinstance(data, str):
        raise Refused(error("plan.type", Place(key=where), value="", expected="string_type"))
    return data
