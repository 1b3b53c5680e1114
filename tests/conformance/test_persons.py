"""Plans about persons with several records: grades, reasons, refusals and every figure that must come out."""

import json
import math
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import RunOptions, run_plan

SHARED = Path(__file__).parents[2].parent / "shared"
GOLDEN = SHARED / "golden" / "persons"
pytestmark = [
    pytest.mark.conformance,
    pytest.mark.skipif(not SHARED.is_dir(), reason="the shared inputs are not here"),
]
CASES = sorted(one.parent.name for one in GOLDEN.glob("*/expected.json"))
NOT_YET: frozenset[str] = frozenset()
GRADES = ["unsafe", "open", "reservations", "safe"]


@pytest.mark.parametrize("name", CASES)
def test_a_case_gives_its_grade_its_reasons_and_its_figures(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "case"
    shutil.copytree(GOLDEN / name, folder)
    wanted = json.loads((folder / "expected.json").read_text("utf-8"))
    plan = plan_from_json(json.loads((folder / "plan.sdcplan").read_text("utf-8")))
    if name in NOT_YET:
        with pytest.raises(Refused):
            run_plan(plan, folder, tmp_path / "out", JobContext(), RunOptions(keys=tmp_path / "keys"))
        return
    if wanted["exit"]:
        with pytest.raises(Refused) as refusal:
            run_plan(plan, folder, tmp_path / "out", JobContext(), RunOptions(keys=tmp_path / "keys"))
        problem = next(one for one in refusal.value.problems if one.code == wanted["problem"])
        for key, value in wanted["problem_figures"].items():
            assert same(problem.params[key], value)
        return
    run_plan(plan, folder, tmp_path / "out", JobContext(), RunOptions(keys=tmp_path / "keys"))
    found = json.loads((tmp_path / "out" / "result.json").read_text("utf-8"))
    codes = {one["code"] for one in found["verdict"]["reasons"]}
    grade = found["verdict"]["grade"]
    assert grade == wanted.get("grade", grade)
    assert GRADES.index(grade) <= GRADES.index(wanted.get("grade_at_best", "safe"))
    assert codes == set(wanted.get("reasons", codes))
    assert set(wanted.get("reasons_contain", [])) <= codes
    for path, value in wanted.get("figures", {}).items():
        if path != "at_k_3":  # what the same data give with another k
            assert same(figure(found, path), value), path


def figure(found: dict[str, Any], path: str) -> Any:
    """The figure at a path: job, then keys of its result, or of the audit of its file beside that."""
    job, *keys = re.findall(r"[^.\[\]]+(?:\[[^\]]*\])?", path)
    given = found["jobs"][job]
    here = given if keys[0] == "released" or keys[0].startswith("released") else given["result"]
    for key in keys:
        name, _, chosen = key.rstrip("]").partition("[")
        here = here[name]
        if chosen:
            by, _, value = chosen.rpartition("=")
            here = next(one for one in here if str(one[by or "name"]) == value)
    return here


def same(found: Any, wanted: Any) -> bool:
    if isinstance(wanted, dict):
        return all(same(found[key], value) for key, value in wanted.items())
    if isinstance(wanted, list):
        return list(found) == wanted
    if isinstance(wanted, float):
        return math.isclose(found, wanted, rel_tol=1e-12)
    return bool(found == wanted)
