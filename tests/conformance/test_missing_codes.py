"""The shared cases of codes of missing values: what is proposed, asked about and held against a release."""

import json
from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.plan import plan_from_json, read_plan
from sdc_desktop.engine.runner import run_plan
from sdc_desktop.engine.verdict import Grade

SHARED = Path(__file__).parents[2].parent / "shared"
GOLDEN = SHARED / "golden"
pytestmark = [
    pytest.mark.conformance,
    pytest.mark.skipif(not SHARED.is_dir(), reason="the shared inputs are not here"),
]
CONTEXT = JobContext()
CASES = ("codes_r", "codes_diversity")


@pytest.mark.parametrize("case", CASES)
def test_codes_are_proposed_or_left_to_the_user_as_the_case_says(case) -> None:
    folder = GOLDEN / "inference" / case
    expected = json.loads((folder / "case.json").read_text(encoding="utf-8"))
    opened = open_data(DataSpec(path="data.csv"), folder, CONTEXT, propose=True)
    found = {v.name: v.codes for v in opened.data.variables if v.codes is not None}
    assert {n: list(c.codes) for n, c in found.items() if not c.ambiguous} == expected["proposed"]
    assert {n: list(c.codes) for n, c in found.items() if c.ambiguous} == expected["asked"]
    assert {v.name for v in opened.data.variables if "NA" in v.missing} == set(expected["proposed"])


@pytest.mark.parametrize("case", CASES)
def test_a_plan_that_says_nothing_of_them_has_the_reasons_of_the_case(case, tmp_path) -> None:
    folder = GOLDEN / "inference" / case
    expected = json.loads((folder / "case.json").read_text(encoding="utf-8"))
    diverse = {"kind": "distinct_l_diversity", "l": 2, "attribute": "s"}
    criteria = [diverse] if case == "codes_diversity" else []
    job = {"name": "r", "kind": "risk", "params": {"criteria": criteria}}
    data = {"path": "data.csv", "variables": {"q": {"role": "key"}, "s": {"role": "sensitive"}}}
    run = run_plan(plan_from_json({"schema": 2, "data": data, "jobs": [job]}), folder, tmp_path, CONTEXT)
    names = {"data.missing_code": "missing_code"}
    wanted = {one["code"] for one in expected["batch_reasons"]}
    found = []
    for one in (job for done in run.jobs for job in done.verdict.reasons):
        code = names.get(one.code, one.code)
        if code in wanted:
            keys = ("codes", "number") if code == "missing_code" else ("asked", "as_read", "as_missing")
            name = one.figures.get("where_variable", one.figures.get("variable"))
            figures = {key: one.figures[key] for key in keys}
            found.append({"code": code, "grade": one.grade.value, "variable": name} | figures)
    plain = json.loads(json.dumps(found))
    assert sorted(plain, key=str) == sorted(expected["batch_reasons"], key=str)


def test_a_condition_that_only_a_code_meets_is_unsafe(tmp_path) -> None:
    folder = GOLDEN / "leaves" / "na_is_a_value"
    run = run_plan(read_plan(folder / "plan.sdcplan"), folder, tmp_path, CONTEXT)
    assert [one.verdict.grade for one in run.jobs] == [Grade.UNSAFE]
