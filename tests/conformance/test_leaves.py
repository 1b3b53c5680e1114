"""Plans whose files reveal values, and the best grade that any of their jobs may be given."""

import json
import shutil
from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.engine.verdict import Grade

SHARED = Path(__file__).parents[2].parent / "shared"
GOLDEN = SHARED / "golden" / "leaves"
pytestmark = [
    pytest.mark.conformance,
    pytest.mark.skipif(not SHARED.is_dir(), reason="the shared inputs are not here"),
]
CASES = json.loads((GOLDEN / "expected.json").read_text("utf-8")) if GOLDEN.is_dir() else {}
RANKS = list(Grade)  # the worst first


@pytest.mark.parametrize("name", CASES)
def test_a_file_that_gives_values_away_is_graded_as_it_deserves(name: str, tmp_path: Path) -> None:
    folder = tmp_path / name
    shutil.copytree(GOLDEN / name, folder)
    plan = plan_from_json(json.loads((folder / "plan.sdcplan").read_text("utf-8")))
    try:
        found = evaluate_plan(plan, folder, JobContext())
    except Refused:
        return  # a refusal with its reason reveals nothing
    grades = [job.verdict.grade for job in found.jobs]
    best = RANKS.index(Grade(CASES[name]["at_worst_said"]))
    assert min(map(RANKS.index, grades)) <= best, grades
    assert RANKS.index(found.verdict.grade) <= best, found.verdict.reasons
