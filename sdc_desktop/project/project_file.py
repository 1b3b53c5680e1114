"""The ``.sdcproj`` file: versioned JSON, saved atomically, no microdata.

Each plan in it has its own schema number. Of the history each step's label is kept, and of plan, notes,
report's fields and strategies what the step changed: what is absent is as in the step before. Paths in the
plans are relative to the file.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pydantic import ValidationError

from sdc_desktop.engine.json_text import load_json, read_text
from sdc_desktop.engine.output.files import atomic_write, sha256_of
from sdc_desktop.engine.plan import Plan, plan_from_json, plan_to_json
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.report_spec import without_nulls
from sdc_desktop.engine.spec import spec_problems
from sdc_desktop.engine.upgrades import PLAN_SCHEMA, upgraded
from sdc_desktop.project.old_fields import fields_of_schema_2
from sdc_desktop.project.project import KeptStrategy, Project, ReportFields, Step, has_secrets

SCHEMA = 3
_KEYS = {"schema", "plan", "history", "position", "view"}
_STEP_KEYS = {"label", "plan", "notes", "decisions", "strategies", "returned"}
_EMPTY = {"schema": PLAN_SCHEMA}  # a plan that sets nothing


def load_project(path: Path) -> Project:
    """Read a project. Raises :class:`Refused` with what is wrong and where."""
    return project_from_json(load_json(read_text(path)))


def save_project(project: Project, path: Path) -> None:
    """Write a project: the old or the new file is there, whole, whatever happens. One with secrets is for its
    owner alone (mode 0600). Raises :class:`Refused`.
    """
    text = json.dumps(project_to_json(project), indent=1, ensure_ascii=False, allow_nan=False) + "\n"
    with atomic_write(path, private=has_secrets(project)) as file:
        file.write(text.encode("utf-8"))


def project_to_json(project: Project) -> dict[str, Any]:
    """The project as JSON data."""
    return {
        "schema": SCHEMA,
        "plan": plan_to_json(project.plan),
        "history": _history_to_json(project.history),
        "position": project.position,
        "view": dict(project.view),
    }


def _history_to_json(history: tuple[Step, ...]) -> list[dict[str, Any]]:
    entries = []
    before = Step("", Plan())
    for index, step in enumerate(history):
        entry: dict[str, Any] = {"label": step.label}
        if index == 0 or step.plan != before.plan:
            entry["plan"] = plan_to_json(step.plan)
        if step.notes != before.notes:
            entry["notes"] = step.notes
        if step.decisions != before.decisions:
            entry["decisions"] = step.decisions.model_dump(mode="json", exclude_defaults=True)
        if step.strategies != before.strategies:
            kept = [{"name": one.name, "plan": plan_to_json(one.plan)} for one in step.strategies]
            entry["strategies"] = kept
        if step.returned:
            entry["returned"] = True
        entries.append(entry)
        before = step
    return entries


def project_from_json(data: Any) -> Project:
    """Build a project from parsed JSON, upgrading older schemas. Raises :class:`Refused`."""
    if not isinstance(data, dict):
        raise Refused(error("plan.not_an_object"))
    data = upgraded(data, SCHEMA, {1: _of_schema_1, 2: _of_schema_2})
    for key in data:
        if key not in _KEYS:
            raise Refused(error("plan.unknown_key", Place(key=key), value=""))
    plan = _plan(data.get("plan", _EMPTY), "plan")
    history = _history(data.get("history", []), plan)
    position = data.get("position", len(history) - 1)
    if not isinstance(position, int) or not 0 <= position < len(history):
        raise Refused(error("project.position", Place(key="position"), steps=len(history)))
    if history[position].plan != plan:
        raise Refused(error("project.plan_differs", Place(key="plan"), step=position + 1))
    return Project(
        history=history,
        position=position,
        view=MappingProxyType(_object(data.get("view", {}), "view")),
    )


def _of_schema_1(data: dict[str, Any]) -> dict[str, Any]:
    """Schema 2: notes and the report's fields belong to the steps, each stated where it changes. Strategies
    are kept. In schema 1 notes and fields held for the whole history, so that its first step gets them.
    """
    whole = {key: data[key] for key in ("notes", "decisions") if key in data}
    rest = {key: value for key, value in data.items() if key not in whole}
    history = data.get("history", [])
    if not isinstance(history, list) or not all(isinstance(step, dict) for step in history):
        return rest
    first = history[0] if history else {"label": "", "plan": data.get("plan", _EMPTY)}
    return rest | {"history": [first | whole, *history[1:]]}


def _of_schema_2(data: dict[str, Any]) -> dict[str, Any]:
    """Schema 3: the report's fields have checked values."""
    history = data.get("history", [])
    if not isinstance(history, list):
        return data
    return data | {"history": [_with_new_fields(step) for step in history]}


def _with_new_fields(step: Any) -> Any:
    if not isinstance(step, dict) or "decisions" not in step:
        return step
    return step | {"decisions": fields_of_schema_2(step["decisions"])}


def _history(entries: Any, plan: Plan) -> tuple[Step, ...]:
    steps: list[Step] = []
    before = Step("", plan)  # without a history, the plan is all that is known
    for index, entry in enumerate(_list(entries, "history")):
        where = f"history[{index}]"
        step = _object(entry, where)
        for key in step:
            if key not in _STEP_KEYS:
                raise Refused(error("plan.unknown_key", Place(key=f"{where}.{key}"), value=""))
        if index == 0 and "plan" not in step:
            raise Refused(error("plan.missing_key", Place(key=f"{where}.plan"), value=""))
        before = Step(
            label=_text(step.get("label", ""), f"{where}.label"),
            plan=_plan(step["plan"], f"{where}.plan") if "plan" in step else before.plan,
            notes=_text(step["notes"], f"{where}.notes") if "notes" in step else before.notes,
            decisions=_decisions(step["decisions"], f"{where}.decisions")
            if "decisions" in step
            else before.decisions,
            strategies=_strategies(step["strategies"], f"{where}.strategies")
            if "strategies" in step
            else before.strategies,
            returned=_truth(step.get("returned", False), f"{where}.returned"),
        )
        steps.append(before)
    return tuple(steps) or (before,)


def _strategies(entries: Any, where: str) -> tuple[KeptStrategy, ...]:
    kept: dict[str, KeptStrategy] = {}
    for index, entry in enumerate(_list(entries, where)):
        place = f"{where}[{index}]"
        strategy = _object(entry, place)
        for key in ("name", "plan"):
            if key not in strategy:
                raise Refused(error("plan.missing_key", Place(key=f"{place}.{key}"), value=""))
        for key in strategy:
            if key not in ("name", "plan"):
                raise Refused(error("plan.unknown_key", Place(key=f"{place}.{key}"), value=""))
        name = _text(strategy["name"], f"{place}.name")
        if name in kept:
            raise Refused(error("project.strategy_twice", Place(key=f"{place}.name"), name=name))
        kept[name] = KeptStrategy(name, _plan(strategy["plan"], f"{place}.plan"))
    return tuple(kept.values())


def _plan(data: Any, where: str) -> Plan:
    try:
        return plan_from_json(data)
    except Refused as refusal:
        placed = [
            error(p.code, Place(key=f"{where}.{p.where.key or ''}".rstrip(".")), **p.params)
            for p in refusal.problems
        ]
        raise Refused(placed) from None


def _decisions(data: Any, where: str) -> ReportFields:
    present = without_nulls(data)
    try:
        return ReportFields.model_validate_json(json.dumps(present), strict=True)
    except ValidationError as failure:
        raise Refused(spec_problems(failure, present, where)) from None


def _list(data: Any, where: str) -> list[Any]:
    if not isinstance(data, list):
        raise Refused(error("plan.type", Place(key=where), value="", expected="list_type"))
    return data


def _object(data: Any, where: str) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise Refused(error("plan.type", Place(key=where), value="", expected="dict_type"))
    return data


def _truth(data: Any, where: str) -> bool:
    if not isinstance(data, bool):
        raise Refused(error("plan.type", Place(key=where), value="", expected="bool_type"))
    return data


def _text(data: Any, where: str) -> str:
    if not isinstance(data, str):
        raise Refused(error("plan.type", Place(key=where), value="", expected="string_type"))
    return data


@dataclass(frozen=True)
class ProjectPlace:
    """`path` is None for a project that was never saved; `digest` is of its file as last read or saved."""

    base: Path
    path: Path | None = None
    digest: str | None = None

    @property
    def changed_outside(self) -> bool:
        """Whether another person has changed the file since."""
        if self.path is None or self.digest is None:
            return False
        now = _digest(self.path)
        return now is not None and now != self.digest


def place_of(path: Path | None, base: Path) -> ProjectPlace:
    """The place of a project whose file has just been read or saved."""
    return ProjectPlace(base, path, None if path is None else _digest(path))


def _digest(path: Path) -> str | None:
    try:
        return sha256_of(path)
    except Refused:  # it is not there any more, so nothing of anybody is in the way
        return None
