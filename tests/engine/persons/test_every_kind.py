"""No kind of job counts records silently once the role is given: doubled records hide nobody."""

from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import evaluate_plan, to_json
from tests.support.every_kind import HEAD, SECRETS, plan_json, records, write_data

COUNTS = ("k", "uniques")  # of classes, before and after
GRADES = ["unsafe", "open", "reservations", "safe"]


def jobs() -> dict[str, dict[str, Any]]:
    """The jobs on the plan's own records."""
    given: list[dict[str, Any]] = plan_json()["jobs"]  # type: ignore[assignment]
    return {one["name"]: one for one in given if "input" not in one}


def found(folder: Path, job: dict[str, Any], times: int) -> dict[str, Any]:
    """The result of a job on records of which each stands several times, under the person's name."""
    folder.mkdir()
    write_data(folder)
    lines = [";".join(row) for row in (HEAD, *(row for row in records() for _ in range(times)))]
    (folder / "people.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    plan = plan_json() | {"jobs": [job]}
    plan["data"]["variables"]["name"] = {"role": "person"}  # type: ignore[index]
    result = evaluate_plan(plan_from_json(plan), folder, JobContext())
    one = result.jobs[0]
    return {"grade": one.verdict.grade.value, "persons": to_json(one.persons), "result": to_json(one.result)}


def counted(found: Any, path: str = "") -> dict[str, Any]:
    """The figures of classes in a result, by their paths."""
    if not isinstance(found, dict):
        return {}
    own = {f"{path}.{key}": found[key] for key in COUNTS if isinstance(found.get(key), int)}
    parts = {"after", "before"} & found.keys() if path == "" else set()
    return own | {k: v for part in parts for k, v in counted(found[part], f"{path}.{part}").items()}


@pytest.mark.parametrize("name", jobs())
def test_doubled_records_are_refused_or_hide_no_more_than_single_ones(name: str, tmp_path: Path) -> None:
    job = jobs()[name]
    method = method_of(job["kind"])
    plan = plan_from_json(plan_json() | {"jobs": [job]})
    params = plan.jobs[0].params
    if not method.needs_data(params):
        return
    try:
        doubled = found(tmp_path / "doubled", job, 2)
    except Refused as refusal:
        codes = {one.code for one in refusal.problems}
        assert any(code.startswith("persons.") for code in codes), codes
        return
    assert method.counts_persons(params)
    single = found(tmp_path / "single", job, 1)
    assert counted(doubled["result"]) == counted(single["result"])
    assert GRADES.index(doubled["grade"]) <= GRADES.index(single["grade"])
    if doubled["persons"] is not None and not method.draws(params):  # draws are of a person and a value
        assert doubled["persons"]["persons"] == single["persons"]["persons"] == len(records())
        assert doubled["persons"]["knowledge"]["1"] == single["persons"]["knowledge"]["1"]


def test_synthetic_records_are_of_no_person(tmp_path: Path) -> None:
    lines = ["id,sex,ward", *(f"p{n % 20},{'fm'[n % 2]},W{n % 3}" for n in range(60))]
    (tmp_path / "d.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    variables = {"id": {"role": "person"}, "sex": {"role": "key"}, "ward": {"role": "key"}}
    jobs = [
        {"name": "one", "kind": "prepare", "params": {"steps": [{"keep_one": {"by": "first"}}]}},
        {"name": "drawn", "kind": "synthesise", "input": "one", "params": {}, "output": {"path": "s.csv"}},
    ]
    plan = {"schema": 2, "data": {"path": "d.csv", "variables": variables}, "jobs": jobs}
    found = evaluate_plan(plan_from_json(plan | {"secrets": SECRETS}), tmp_path, JobContext())
    assert found.jobs[1].persons is None
    assert "released_identifies" not in {one.code for one in found.jobs[1].verdict.reasons}
