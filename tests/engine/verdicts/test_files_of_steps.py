"""Files of earlier steps that are written beside the last one of a chain count in the verdict on the plan."""

from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import Plan, plan_from_json
from sdc_desktop.engine.plan_result import PlanResult
from sdc_desktop.engine.runner import RunOptions, evaluate_plan, run_plan
from sdc_desktop.engine.verdict import Grade
from tests.support.known_verdicts import SECRET

TOWNS = [f"T{place:02d},R{place // 6},*" for place in range(12)]
RECORDS = [f"T{place:02d},{sex}" for _ in range(10) for sex in "mf" for place in range(12)]
VARIABLES = {"town": {"role": "key"}, "sex": {"role": "key"}}
FIRST: dict[str, Any] = {"name": "first", "kind": "recode", "params": {"levels": {}}}
LAST: dict[str, Any] = {
    "name": "last",
    "kind": "recode",
    "input": "first",
    "params": {"levels": {"town": 1}, "suppress_below": 5},
}


def plan_of(folder: Path, *jobs: dict[str, Any], further: Any = None, **more: Any) -> Plan:
    (folder / "data.csv").write_text("\n".join(["town,sex", *RECORDS, ""]), encoding="utf-8")
    (folder / "town.csv").write_text("\n".join([*TOWNS, ""]), encoding="utf-8")
    hierarchies = {"town": {"kind": "levels", "path": "town.csv", "header": False}}
    data = {"path": "data.csv", "variables": VARIABLES | (further or {}), "hierarchies": hierarchies}
    return plan_from_json({"schema": 2, "data": data, "secrets": {"*": SECRET}, "jobs": list(jobs)} | more)


def judged(folder: Path, *jobs: dict[str, Any], **more: Any) -> PlanResult:
    return evaluate_plan(plan_of(folder, *jobs, **more), folder, JobContext())


def found(result: PlanResult) -> tuple[str, list[tuple[str, dict[str, Any]]]]:
    verdict = result.verdict
    return verdict.grade.value, [(one.code, dict(one.figures)) for one in verdict.reasons]


STEP = ("step_files", {"files": ("first",)})


@pytest.mark.parametrize("output", [{}, {"output": {"path": "a.csv"}}])
def test_the_file_of_an_unprotected_step_beside_the_last_one_is_a_reservation(
    tmp_path: Path, output: dict[str, Any]
) -> None:
    assert found(judged(tmp_path, FIRST | output, LAST)) == ("reservations", [STEP])


def test_records_that_are_only_handed_on_leave_the_verdict_to_the_last_file(tmp_path: Path) -> None:
    assert found(judged(tmp_path, FIRST | {"no_file": True}, LAST)) == ("safe", [])


def test_the_file_of_a_step_that_is_protected_as_well_is_no_reservation(tmp_path: Path) -> None:
    protected = FIRST | {"params": {"levels": {}, "suppress_below": 5}}
    assert found(judged(tmp_path, protected, LAST)) == ("safe", [])


def test_a_key_file_is_no_file_of_records(tmp_path: Path) -> None:
    steps = [{"pseudonymise": {"variables": ["id"], "key": "key.csv"}}]
    prepared = {"name": "first", "kind": "prepare", "params": {"steps": steps}, "no_file": True}
    plan = plan_of(tmp_path, prepared, LAST, further={"id": {"role": "other"}})
    rows = [f"p{place},{row}" for place, row in enumerate(RECORDS)]
    (tmp_path / "data.csv").write_text("\n".join(["id,town,sex", *rows, ""]), encoding="utf-8")
    result = evaluate_plan(plan, tmp_path, JobContext())
    assert "key.csv" in result.jobs[0].files
    assert "step_files" not in [one.code for one in result.verdict.reasons]


def test_an_earlier_step_named_for_release_is_judged_as_a_product(tmp_path: Path) -> None:
    result = judged(tmp_path, FIRST, LAST, report={"products": ["first", "last"]})
    assert result.verdict.grade is Grade.OPEN
    assert "step_files" not in [one.code for one in result.verdict.reasons]


def test_a_required_grade_keeps_the_file_and_the_reservation_away(tmp_path: Path) -> None:
    plan, out = plan_of(tmp_path, FIRST, LAST), tmp_path / "out"
    for required, grade, files in (
        (Grade.SAFE, "safe", {"last.csv", "result.json"}),
        (Grade.UNSAFE, "reservations", {"first.csv", "last.csv", "result.json"}),
        (None, "reservations", {"first.csv", "last.csv", "result.json"}),
    ):
        result = run_plan(plan, tmp_path, out, JobContext(), RunOptions(required=required))
        assert result.verdict.grade == grade
        assert {one.name for one in out.iterdir()} == files
        for one in out.iterdir():
            one.unlink()
