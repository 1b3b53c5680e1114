"""The demo projects that the program opens for newcomers."""

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import read_plan
from sdc_desktop.engine.run import evaluate_plan
from sdc_desktop.project.project_file import load_project
from sdc_desktop.resources import resource_path

DEMOS = ("patients", "enterprises")


@pytest.mark.parametrize("name", DEMOS)
def test_a_demo_project_ends_with_the_plan_beside_it(name: str) -> None:
    folder = resource_path("demo", name)
    assert load_project(folder / f"{name}.sdcproj").plan == read_plan(folder / f"{name}.sdcplan")


@pytest.mark.parametrize("name", DEMOS)
def test_a_demo_has_six_or_seven_steps_with_a_sentence_each(name: str) -> None:
    history = load_project(resource_path("demo", name, f"{name}.sdcproj")).history
    assert len(history) in (6, 7)
    assert all(len(step.label) > 10 for step in history)


def test_the_table_of_the_demo_is_protected_and_proven() -> None:
    folder = resource_path("demo", "enterprises")
    found = evaluate_plan(read_plan(folder / "enterprises.sdcplan"), folder, JobContext())
    result = found.jobs[0].result
    assert (result.safe, result.proven) == (True, True)
    assert result.primaries > 0
    assert result.secondaries > 0
