"""Groups of Adult with one sensitive value, before and after a generalisation, as counted independently."""

import json
from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.hierarchies.spec import LevelsSpec
from sdc_desktop.engine.data.hierarchy_files import load_hierarchies
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.plan import JOB_CLASSES
from sdc_desktop.engine.running.stages import run_job
from sdc_desktop.engine.source import Source

GeneraliseJob = JOB_CLASSES["generalise"]

SHARED = Path(__file__).parents[2].parent / "shared"
pytestmark = [
    pytest.mark.conformance,
    pytest.mark.skipif(not SHARED.is_dir(), reason="the shared inputs are not here"),
]
CONTEXT = JobContext()


def test_the_disclosed_values_of_adult_are_the_golden_ones() -> None:
    golden = json.loads((SHARED / "golden" / "report" / "adult.json").read_text(encoding="utf-8"))
    shown = golden["people_in_groups_with_one_value"]
    variables = {name: {"role": "key"} for name in golden["levels"]}
    variables |= {name: {"role": "sensitive"} for name in shown}
    spec = DataSpec(
        path="adult.csv",
        delimiter=";",
        variables=variables,
        hierarchies={
            name: LevelsSpec(kind="levels", path=f"adult_hierarchy_{name}.csv", delimiter=";", header=False)
            for name in golden["levels"]
        },
    )
    opened = open_data(spec, SHARED / "data" / "adult", CONTEXT)
    hierarchies, _ = load_hierarchies(opened, SHARED / "data" / "adult", CONTEXT)
    plan = {key: value for key, value in golden["plan"].items() if key != "output"}
    done = run_job(GeneraliseJob.model_validate(plan), Source(opened.data, hierarchies), CONTEXT)
    result = done.result
    assert (result.records, result.hidden, dict(result.levels)) == (
        golden["records"],
        golden["suppressed"],
        golden["levels"],
    )
    found = {name: [one.before.records, one.after.records] for name, one in result.one_value.items()}
    assert found == shown
    assert round(100 * found["salary-class"][1] / result.records, 1) == 9.3
    measured = run_job(JOB_CLASSES["risk"](name="risk"), done.source, CONTEXT, with_data=False).result
    assert {name: one.after.records for name, one in measured.one_value.items()} == {
        name: after for name, (_, after) in shown.items()
    }
