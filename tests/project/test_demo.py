"""The demo project that the program opens for newcomers."""

from sdc_desktop.engine.plan import read_plan
from sdc_desktop.project.project_file import load_project
from tests.support.data import DEMO


def test_the_demo_project_ends_with_the_plan_beside_it() -> None:
    assert load_project(DEMO / "patients.sdcproj").plan == read_plan(DEMO / "patients.sdcplan")


def test_the_demo_has_six_or_seven_steps_with_a_sentence_each() -> None:
    history = load_project(DEMO / "patients.sdcproj").history
    assert len(history) in (6, 7)
    assert all(len(step.label) > 10 for step in history)
