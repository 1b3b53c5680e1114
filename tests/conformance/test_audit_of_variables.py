"""The audit of released variables in the shared cases, alone and in plans that run as they are."""

import json
from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.released import Stage, released_variables
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.engine.verdict import Grade, verdict_of
from sdc_desktop.engine.verdict_records import other_variables
from tests.conformance.test_inference_values import GOLDEN, SHARED

pytestmark = [
    pytest.mark.conformance,
    pytest.mark.skipif(not SHARED.is_dir(), reason="the shared inputs are not here"),
]
CASES = ("unique_job", "unique_weight", "clean_rare")
LEVELS = {"amount": "continuous"}
LEAVES = (
    "unique_weights",
    "household_of_nine",
    "entropy_estimator",
    "episodes_one_patient",
    "firm_units",
)
PERSONS = ("04_nobody_says", "05_names_repeat_by_chance", "06_said_but_an_identifier_repeats")


@pytest.mark.parametrize("name", CASES)
def test_the_reasons_are_the_golden_ones(name: str) -> None:
    case: dict[str, Any] = json.loads((GOLDEN / name / "case.json").read_text(encoding="utf-8"))
    variables = {one: {"role": role} for one, role in case["roles"].items()}
    for one, level in case["levels"].items():
        variables.setdefault(one, {})["level"] = LEVELS.get(level, level)
    spec = DataSpec.model_validate({"path": "released.csv", "delimiter": ",", "variables": variables})
    data = open_data(spec, GOLDEN / name, JobContext()).data
    verdict = verdict_of(other_variables(released_variables([Stage(data)], JobContext())))
    found = [{"code": one.code, "grade": one.grade, **one.figures} for one in verdict.reasons]
    assert found == case["reasons"]
    assert verdict.grade == case["grade"]


def graded(folder: Path) -> tuple[Grade, list[str]]:
    plan = plan_from_json(json.loads((folder / "plan.sdcplan").read_text(encoding="utf-8")))
    verdict = evaluate_plan(plan, folder, JobContext()).verdict
    return verdict.grade, [one.code for one in verdict.reasons]


@pytest.mark.parametrize("name", LEAVES)
def test_plans_whose_files_give_values_away_are_not_graded_better(name: str) -> None:
    text = (SHARED / "golden" / "leaves" / "expected.json").read_text(encoding="utf-8")
    ranks, best = list(Grade), json.loads(text)[name]["at_worst_said"]
    grade, _ = graded(SHARED / "golden" / "leaves" / name)
    assert ranks.index(grade) <= ranks.index(Grade(best))


@pytest.mark.parametrize("name", PERSONS)
def test_what_the_plan_states_of_persons_decides(name: str) -> None:
    folder = SHARED / "golden" / "persons" / name
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    assert graded(folder) == (expected["grade"], expected["reasons"])
