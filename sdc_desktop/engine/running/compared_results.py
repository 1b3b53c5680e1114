"""What changed between two runs, from their `result.json`: verdicts, files, steps and figures.

Two runs are equal only if everything in both files is. What a run does not state is not compared: this is
kept apart from what is equal.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from sdc_desktop.engine.json_text import load_json, read_text
from sdc_desktop.engine.problems import Param, Place, Problem, Refused, error
from sdc_desktop.engine.verdict import Grade, Reason

Kind = Literal[
    "grade", "reason", "program", "input", "step", "method", "file", "draw", "completed", "figure", "details"
]
Value = str | float | int | bool | None
MOST_FIGURES = 40  # of a step
_DEEPEST = 6


@dataclass(frozen=True)
class Change:
    """What differs: in the step ``job`` (empty: in the run as a whole) the thing called ``name``; None where
    one of the runs has none. A reason is ``reason``, which only one of the two has.
    """

    kind: Kind
    job: str
    name: str
    before: Value = None
    after: Value = None
    reason: Reason | None = None


@dataclass(frozen=True)
class ResultComparison:
    """The changes in order, and whether the two files are equal in everything. ``grades``: of both plans.
    ``left_out``: figures of steps that have changed and are not among the changes.
    """

    names: tuple[str, str]
    grades: tuple[Grade, Grade]
    equal: bool
    changes: tuple[Change, ...]
    left_out: int = 0


def compare_results(first: Path, second: Path) -> ResultComparison:
    """Compare the results of two runs. Raises :class:`Refused` for a file that is none."""
    before, after = _read(first), _read(second)
    figures = {name: list(_figures(name, before, after)) for name in before["jobs"] if name in after["jobs"]}
    changes = [*_of_the_run(before, after)]
    for name in dict.fromkeys((*before["jobs"], *after["jobs"])):
        changes += _of_a_step(name, before, after)
        changes += figures.get(name, [])[:MOST_FIGURES]
    equal = before == after
    if not equal and not changes:
        changes.append(Change("details", "", ""))
    return ResultComparison(
        (first.name, second.name),
        (Grade(before["verdict"]["grade"]), Grade(after["verdict"]["grade"])),
        equal,
        tuple(changes),
        sum(max(0, len(found) - MOST_FIGURES) for found in figures.values()),
    )


def _read(path: Path) -> dict[str, Any]:
    """The content of a `result.json`, with every part that is compared of the form that a run writes."""
    try:
        data = load_json(read_text(path))
    except Refused as refusal:
        raise Refused([_in_file(one, path) for one in refusal.problems]) from None
    if not _is_result(data):
        raise Refused(error("compare.not_a_result", Place(file=path.name), name=path.name))
    found: dict[str, Any] = data
    return found


def _in_file(problem: Problem, path: Path) -> Problem:
    where = Place(key=problem.where.key, file=path.name, line=problem.where.line, column=problem.where.column)
    return Problem(problem.code, where, problem.params, problem.severity)


def _is_result(data: Any) -> bool:
    if not isinstance(data, dict) or not isinstance(data.get("engine"), str):
        return False
    jobs, inputs = data.get("jobs"), data.get("inputs")
    if not _is_texts(inputs) or not isinstance(jobs, dict) or not _is_verdict(data.get("verdict")):
        return False
    return all(
        isinstance(job, dict)
        and isinstance(job.get("kind"), str)
        and _is_texts(job.get("sha256"))
        and _is_verdict(job.get("verdict"))
        for job in jobs.values()
    )


def _is_texts(data: Any) -> bool:
    return isinstance(data, dict) and all(one is None or isinstance(one, str) for one in data.values())


def _is_verdict(data: Any) -> bool:
    grades = {grade.value for grade in Grade}
    if not isinstance(data, dict) or data.get("grade") not in grades:
        return False
    reasons = data.get("reasons")
    return isinstance(reasons, list) and all(
        isinstance(one, dict)
        and isinstance(one.get("code"), str)
        and one.get("grade") in grades
        and isinstance(one.get("figures"), dict)
        and isinstance(one.get("job", ""), str)
        for one in reasons
    )


def _of_the_run(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Change]:
    yield from _verdicts("", before["verdict"], after["verdict"])
    if before["engine"] != after["engine"]:
        yield Change("program", "", "", before["engine"], after["engine"])
    yield from _texts("input", "", before["inputs"], after["inputs"])


def _of_a_step(name: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Change]:
    was, now = before["jobs"].get(name), after["jobs"].get(name)
    if was is None or now is None:
        kinds = [None if one is None else str(one["kind"]) for one in (was, now)]
        yield Change("step", name, name, kinds[0], kinds[1])
        return
    if was["kind"] != now["kind"]:
        yield Change("method", name, "", was["kind"], now["kind"])
    yield from _verdicts(name, was["verdict"], now["verdict"])
    if bool(was.get("ok")) != bool(now.get("ok")):
        yield Change("completed", name, "", bool(was.get("ok")), bool(now.get("ok")))
    yield from _texts("file", name, was["sha256"], now["sha256"])
    for key in ("seed", "secret", "order_secret"):
        if was.get(key) != now.get(key):
            yield Change("draw", name, key, _draw(was.get(key)), _draw(now.get(key)))


def _draw(found: Any) -> Value:
    """A seed, or the fingerprint of a secret."""
    value = found.get("fingerprint") if isinstance(found, dict) else found
    return value if isinstance(value, str | int | float) else None


def _verdicts(job: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Change]:
    if before["grade"] != after["grade"]:
        yield Change("grade", job, "", before["grade"], after["grade"])
    was, now = ([_reason(one) for one in verdict["reasons"]] for verdict in (before, after))
    yield from (Change("reason", job, one.code, True, None, one) for one in was if one not in now)
    yield from (Change("reason", job, one.code, None, True, one) for one in now if one not in was)


def _reason(data: Mapping[str, Any]) -> Reason:
    figures = {name: _param(value) for name, value in data["figures"].items()}
    return Reason(data["code"], Grade(data["grade"]), MappingProxyType(figures), data.get("job", ""))


def _param(value: Any) -> Param:
    if isinstance(value, list):
        return tuple(str(one) for one in value)
    return value if value is None or isinstance(value, str | int | float | bool) else str(value)


def _texts(
    kind: Kind, job: str, before: Mapping[str, str | None], after: Mapping[str, str | None]
) -> Iterator[Change]:
    """Files by path: whose checksum changed, or which only one run has."""
    for path in dict.fromkeys((*before, *after)):
        was, now = (_checksum(files, path) for files in (before, after))
        if was != now or (path in before) != (path in after):
            yield Change(kind, job, path, was, now)


def _checksum(files: Mapping[str, str | None], path: str) -> str | None:
    return (files[path] or "") if path in files else None


def _figures(job: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Change]:
    """The numbers of a step's result that changed, by their path; of a list only how many it has."""
    was, now = (dict(_flat(one["jobs"][job].get("result"), "")) for one in (before, after))
    for path in dict.fromkeys((*was, *now)):
        if was.get(path) != now.get(path) or type(was.get(path)) is not type(now.get(path)):
            yield Change("figure", job, path, was.get(path), now.get(path))
    same_figures = was == now
    if same_figures and before["jobs"][job].get("result") != after["jobs"][job].get("result"):
        yield Change("details", job, "")


def _flat(data: Any, path: str, depth: int = 0) -> Iterator[tuple[str, Value]]:
    if isinstance(data, dict) and depth < _DEEPEST:
        for key, value in data.items():
            yield from _flat(value, f"{path}.{key}" if path else str(key), depth + 1)
    elif isinstance(data, list):
        yield path, len(data)
    elif isinstance(data, bool | int | float):
        yield path, data
