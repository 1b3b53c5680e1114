"""Projects: history, undo and redo, and the file they are kept in."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdc_desktop.engine.plan import DataSpec, Plan
from sdc_desktop.engine.problems import Refused
from sdc_desktop.project.project import ReportFields, at, new_project, redone, undone, with_step
from sdc_desktop.project.project_file import load_project, project_from_json, project_to_json, save_project


def plan(number: int) -> Plan:
    return Plan(data=DataSpec(path=f"{number}.csv"))


def project_of(*numbers: int):
    project = new_project("opened", plan(0))
    for number in numbers:
        project = with_step(project, f"step {number}", plan(number))
    return project


def test_undo_and_redo_walk_the_history() -> None:
    project = project_of(1, 2)
    assert undone(project).plan == plan(1)
    assert undone(undone(undone(project))).plan == plan(0)
    assert redone(undone(project)) == project
    assert redone(project) == project


def test_a_new_step_forgets_what_was_undone() -> None:
    project = with_step(undone(project_of(1, 2)), "other", plan(3))
    assert [step.label for step in project.history] == ["opened", "step 1", "other"]
    assert not project.can_redo


def test_the_same_plan_again_is_no_step() -> None:
    project = project_of(1)
    assert with_step(project, "again", plan(1)) is project


def test_any_step_of_the_history_can_be_put_in_force() -> None:
    assert at(project_of(1, 2, 3), 1).plan == plan(1)
    with pytest.raises(IndexError):
        at(project_of(), 1)


@given(st.lists(st.integers(0, 5), max_size=8), st.integers(0, 8), st.text(), st.text())
def test_a_project_written_and_read_again_is_the_same(numbers, back, notes, officer) -> None:
    project = project_of(*numbers)
    for _ in range(back):
        project = undone(project)
    kept = type(project)(
        project.history, project.position, notes, ReportFields(officer=officer), {"tab": "microdata"}
    )
    assert project_from_json(json.loads(json.dumps(project_to_json(kept)))) == kept


def test_a_saved_project_opens_again(tmp_path) -> None:
    path = tmp_path / "Projekt Ä.sdcproj"
    save_project(project_of(1, 2), path)
    assert load_project(path) == project_of(1, 2)
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize(
    ("change", "code", "key"),
    [
        ({"schema": 2}, "plan.newer_schema", "schema"),
        ({"schema": None}, "plan.missing_key", "schema"),
        ({"colour": 1}, "plan.unknown_key", "colour"),
        ({"position": 9}, "project.position", "position"),
        ({"plan": {"schema": 1}}, "project.plan_differs", "plan"),
        ({"plan": {"schema": 1, "jobs": [{}]}}, "plan.missing_key", "plan.jobs[0].kind"),
        ({"history": 1}, "plan.type", "history"),
        ({"decisions": {"mood": "good"}}, "plan.unknown_key", "decisions.mood"),
        ({"notes": 1}, "plan.type", "notes"),
    ],
)
def test_a_wrong_project_is_refused_with_its_place(change, code, key) -> None:
    with pytest.raises(Refused) as refusal:
        project_from_json(project_to_json(project_of(1)) | change)
    problem = refusal.value.problems[0]
    assert (problem.code, problem.where.key) == (code, key)


def test_a_project_that_cannot_be_saved_says_so_and_leaves_the_old_one(tmp_path) -> None:
    path = tmp_path / "p.sdcproj"
    save_project(project_of(1), path)
    with pytest.raises(Refused):
        save_project(project_of(2), tmp_path / "nowhere" / "p.sdcproj")
    assert load_project(path) == project_of(1)
