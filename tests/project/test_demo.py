"""The demo projects that the program opens for newcomers."""

import csv

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import read_plan
from sdc_desktop.engine.run import check_plan, open_plan
from sdc_desktop.engine.scenarios import synthetic
from sdc_desktop.project.project_file import load_project
from tests.support.data import DEMO


def test_the_demo_project_ends_with_the_plan_beside_it() -> None:
    assert load_project(DEMO / "patients.sdcproj").plan == read_plan(DEMO / "patients.sdcplan")


def test_the_demo_has_six_or_seven_steps_with_a_sentence_each() -> None:
    history = load_project(DEMO / "patients.sdcproj").history
    assert len(history) in (6, 7)
    assert all(len(step.label) > 10 for step in history)


SALARIES = DEMO.parent / "salaries"


def test_the_demo_on_salaries_ends_with_the_plan_beside_it() -> None:
    project = load_project(SALARIES / "salaries.sdcproj")
    assert project.plan == read_plan(SALARIES / "salaries.sdcplan")
    assert len(project.history) in (6, 7)
    assert all(len(step.label) > 10 for step in project.history)


def test_the_salaries_are_the_synthetic_survey_of_seed_0() -> None:
    with (SALARIES / "salaries.csv").open(newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    drawn = synthetic.survey(0).columns
    assert header == [*synthetic.ATTRIBUTES, synthetic.CONFIDENTIAL]
    assert rows == [
        list(map(str, row)) for row in zip(*(drawn[name].tolist() for name in header), strict=True)
    ]


def test_every_step_of_the_demo_on_salaries_is_a_plan_without_problems() -> None:
    for step in load_project(SALARIES / "salaries.sdcproj").history:
        found = check_plan(open_plan(step.plan, SALARIES, JobContext()))
        assert [problem for problem in found if problem.severity == "error"] == []
