"""The demo projects that the program opens for newcomers."""

import csv

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.curves.cae_experiment import synthetic
from sdc_desktop.engine.plan import read_plan
from sdc_desktop.engine.plan_secrets import fresh
from sdc_desktop.engine.policy.policy import policy_problems
from sdc_desktop.engine.runner import check_plan, evaluate_plan, open_plan
from sdc_desktop.engine.verdict import Grade
from sdc_desktop.project.policy_location import active_policy
from sdc_desktop.project.project_file import load_project
from sdc_desktop.resources import resource_path
from tests.project import episodes

DEMOS = ("patients", "enterprises", "salaries", "soldiers", "outputs", "episodes")


@pytest.mark.parametrize("name", DEMOS)
def test_a_demo_project_ends_with_the_plan_beside_it(name: str) -> None:
    folder = resource_path("demo", name)
    assert load_project(folder / f"{name}.sdcproj").plan == read_plan(folder / f"{name}.sdcplan")


@pytest.mark.parametrize("name", DEMOS)
def test_a_demo_has_six_or_seven_steps_with_a_sentence_each(name: str) -> None:
    history = load_project(resource_path("demo", name, f"{name}.sdcproj")).history
    assert len(history) in (6, 7)
    assert all(len(step.label) > 10 for step in history)


@pytest.mark.parametrize("name", DEMOS)
def test_every_step_of_a_demo_is_a_plan_without_problems(name: str) -> None:
    folder = resource_path("demo", name)
    for step in load_project(folder / f"{name}.sdcproj").history:
        found = check_plan(open_plan(step.plan, folder, JobContext()))
        assert [problem for problem in found if problem.severity == "error"] == []


def test_the_patients_meet_the_policy_of_their_plan_with_a_secret_of_their_own() -> None:
    folder = resource_path("demo", "patients")
    plan = read_plan(folder / "patients.sdcplan")
    held_to = active_policy(plan).policy
    assert held_to is not None
    assert policy_problems(plan, held_to) == ()
    own = plan.model_copy(update={"secrets": {"*": fresh()}})
    found = evaluate_plan(own, folder, JobContext(), held_to=held_to)
    assert found.verdict.grade is Grade.SAFE
    assert found.verdict.reasons == ()


def test_the_table_of_the_demo_is_protected_and_proven() -> None:
    folder = resource_path("demo", "enterprises")
    found = evaluate_plan(read_plan(folder / "enterprises.sdcplan"), folder, JobContext())
    result = found.jobs[0].result
    assert (result.safe, result.proven) == (True, True)
    assert result.primaries > 0
    assert result.secondaries > 0


def test_the_salaries_are_the_synthetic_survey_of_seed_0() -> None:
    with resource_path("demo", "salaries", "salaries.csv").open(newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    drawn = synthetic.survey(0).columns
    assert header == [*synthetic.ATTRIBUTES, synthetic.CONFIDENTIAL]
    assert rows == [
        list(map(str, row)) for row in zip(*(drawn[name].tolist() for name in header), strict=True)
    ]


def test_the_episodes_are_invented_by_the_generator() -> None:
    with resource_path("demo", "episodes", "episodes.csv").open(newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    assert tuple(header) == episodes.NAMES
    assert [tuple(row) for row in rows] == episodes.rows()
    assert (len(rows), len({row[0] for row in rows})) == (3_000, 900)


def test_classes_of_the_episodes_that_records_fill_have_too_few_persons() -> None:
    folder = resource_path("demo", "episodes")
    found = evaluate_plan(read_plan(folder / "episodes.sdcplan"), folder, JobContext()).jobs[0].result
    assert found.suppression.figures.whole_persons == 11
    groups: dict[tuple[object, ...], list[str]] = {}
    for patient, age, sex, district, *_ in episodes.rows():
        groups.setdefault((int(age) // 20, sex, district), []).append(patient)
    rare = [one for one in groups.values() if len(set(one)) < 5]
    assert sum(len(set(one)) for one in rare) == 11
    assert any(len(one) >= 5 for one in rare)


def test_the_outputs_of_the_demo_have_the_findings_of_its_tour() -> None:
    folder = resource_path("demo", "outputs")
    result = evaluate_plan(read_plan(folder / "outputs.sdcplan"), folder, JobContext()).jobs[0].result
    found = {
        (file.path.rpartition("/")[2], table.sheet): {one.code for one in table.findings}
        for file, table in result.tables()
    }
    assert found["tables.xlsx", "Tenure"] == set()
    assert found["tables.xlsx", "Regions"] == {"disclosed"}
    assert "percent_of_few" in found["training.csv", ""]
    assert "difference_of_few" in found["persons_revised.csv", ""]
    assert {one.difference for one in result.differences} == {4.0}
    (carried,) = [one for file in result.files for one in file.carried]
    assert carried.code == "hidden_sheet"
