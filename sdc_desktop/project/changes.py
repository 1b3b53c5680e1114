"""What a step of the history changed, in codes: the difference of two steps, key by key. No Qt, no words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from sdc_desktop.engine.plan import Job, Plan
from sdc_desktop.engine.spec import VariableSpec
from sdc_desktop.project.project import Step


@dataclass(frozen=True)
class Change:
    """One key that is another: ``path`` leads to it, by names where a plan has lists of named parts.

    ``("jobs", "anopi", "params", "alpha")``, ``("data", "variables", "yob", "role")``, ``("notes",)``.
    `before` and `after` are JSON values; of what was added or removed as a whole, the kind of a job or None.
    ``method``: the kind of the job of whose params it is.
    """

    kind: Literal["changed", "added", "removed"]
    path: tuple[str, ...]
    before: Any = None
    after: Any = None
    method: str = ""


def step_changes(before: Step, after: Step) -> tuple[Change, ...]:
    """All that differs between two steps: data, jobs, notes, fields of the report, strategies."""
    found = list(plan_changes(before.plan, after.plan))
    if before.notes != after.notes:
        found.append(Change("changed", ("notes",), before.notes, after.notes))
    found += _of_values(_json(before.decisions), _json(after.decisions), ("decisions",))
    plans = [{one.name: one.plan for one in step.strategies} for step in (before, after)]
    found += _of_named(plans[0], plans[1], ("strategies",))
    return tuple(found)


def plan_changes(before: Plan, after: Plan) -> tuple[Change, ...]:
    """All that differs between two plans. A job of another kind is another job, whatever its name."""
    if before is after:
        return ()
    found = list(_of_values(_json(before.data), _json(after.data), ("data",)))
    found += _of_values(_json(before.report), _json(after.report), ("report",))
    found += _of_jobs(before.jobs, after.jobs)
    found += _of_secrets(before.secrets, after.secrets)
    return tuple(found)


def without_values(changes: Sequence[Change]) -> tuple[Change, ...]:
    """The changes without values of the data. Only the fact of a change remains where a change may hold
    values (texts, lists, keys of categories).
    """
    cleaned = [_without_values(change) for change in changes]
    return tuple(change for place, change in enumerate(cleaned) if change not in cleaned[:place])


def _without_values(change: Change) -> Change:
    path = change.path[: 3 if change.path[:2] == ("data", "hierarchies") else 4]
    declared = path[:2] == ("data", "variables") and path[-1] in ("role", "level")
    plain = all(value is None or isinstance(value, int | float) for value in (change.before, change.after))
    if path == change.path and (declared or plain or (path[0] == "jobs" and len(path) < 3)):
        return change
    return Change("changed", path, method=change.method)


def _of_jobs(before: Sequence[Job], after: Sequence[Job]) -> Iterator[Change]:
    old, new = ({(job.name, job.kind): job for job in jobs} for jobs in (before, after))
    for (name, kind), _ in _only(old, new):
        yield Change("removed", ("jobs", name), kind, None)
    for (name, kind), job in new.items():
        if (name, kind) not in old:
            yield Change("added", ("jobs", name), None, kind)
        elif job != old[name, kind]:
            for change in _of_values(_json(old[name, kind]), _json(job), ("jobs", name)):
                yield replace(change, method=kind)
    kept = [[key[0] for key in one if key in other] for one, other in ((old, new), (new, old))]
    if kept[0] != kept[1]:
        yield Change("changed", ("jobs",), kept[0], kept[1])


def _of_secrets(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[Change]:
    """By name alone: no change says what a secret is."""
    for name in sorted({*before, *after}):
        if name not in after:
            yield Change("removed", ("secrets", name))
        elif before.get(name) != after[name]:
            yield Change("changed" if name in before else "added", ("secrets", name))


def _of_named(
    before: Mapping[str, object], after: Mapping[str, object], path: tuple[str, ...]
) -> Iterator[Change]:
    for name, _ in _only(before, after):
        yield Change("removed", (*path, name))
    for name, one in after.items():
        if name not in before:
            yield Change("added", (*path, name))
        elif before[name] != one:
            yield Change("changed", (*path, name))
    kept = [[name for name in one if name in other] for one, other in ((before, after), (after, before))]
    if kept[0] != kept[1]:
        yield Change("changed", path, kept[0], kept[1])


def _of_values(before: Any, after: Any, path: tuple[str, ...]) -> Iterator[Change]:
    if before == after and type(before) is type(after):
        return
    if path[-2:-1] == ("variables",) and path[:1] == ("data",):  # what is not given has its defaults
        blank = _json(VariableSpec())
        before, after = before or blank, after or blank
    if isinstance(before, dict) and isinstance(after, dict):
        for key in (*before, *(key for key in after if key not in before)):
            yield from _of_values(before.get(key), after.get(key), (*path, str(key)))
    elif _parts(before) and _parts(after) and len(before) == len(after):
        for number, (one, other) in enumerate(zip(before, after, strict=True), start=1):
            yield from _of_values(one, other, (*path, str(number)))
    elif before is None and isinstance(after, dict):
        yield Change("added", path)
    elif after is None and isinstance(before, dict):
        yield Change("removed", path)
    else:
        yield Change("changed", path, before, after)


def _parts(value: Any) -> bool:
    """Whether it is a list of things that have keys of their own."""
    return isinstance(value, list) and all(isinstance(one, dict) for one in value)


def _only(these: Mapping[Any, Any], others: Mapping[Any, Any]) -> Iterator[tuple[Any, Any]]:
    return ((key, value) for key, value in these.items() if key not in others)


def _json(spec: Any) -> Any:
    return None if spec is None else spec.model_dump(mode="json", by_alias=True)
