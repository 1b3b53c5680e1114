"""Projects: history, undo and redo, and the file they are kept in."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.plan import Plan, parse_plan, read_plan
from sdc_desktop.engine.problems import Refused
from sdc_desktop.project.project import (
    KeptStrategy,
    ReportFields,
    at,
    new_project,
    redone,
    returned,
    saved_position,
    undone,
    with_decided,
    with_file_hash,
    with_step,
    with_strategy,
)
from sdc_desktop.project.project_file import load_project, project_from_json, project_to_json, save_project

EMPTY = {"plan": {"schema": 2}}
OLD = Path(__file__).parent / "old"


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


def test_the_hash_of_a_file_is_given_to_every_plan_on_it_and_to_those_of_strategies() -> None:
    known = Plan(data=DataSpec(path="1.csv", sha256="b" * 64))
    project = with_strategy(project_of(1), "", KeptStrategy("same file", plan(1)))
    project = with_strategy(project, "", KeptStrategy("another", plan(2)))
    project = with_strategy(project, "", KeptStrategy("known", known))
    hashed = with_file_hash(project, "1.csv", "a" * 64)
    shown = [step.plan.data.sha256 for step in hashed.history]
    assert shown == [None, *["a" * 64] * 4]
    kept = {one.name: one.plan.data.sha256 for one in hashed.strategies}
    assert kept == {"same file": "a" * 64, "another": None, "known": "b" * 64}
    assert with_file_hash(hashed, "1.csv", "c" * 64) == hashed


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
    fields = ReportFields(officer=officer, edition="external")
    kept = with_decided(project, "told", notes=notes, decisions=fields)
    kept = with_strategy(kept, "kept", KeptStrategy("first", kept.plan))
    kept = replace(kept, view={"tab": "microdata"})
    assert project_from_json(json.loads(json.dumps(project_to_json(kept)))) == kept


def test_a_saved_project_opens_again(tmp_path) -> None:
    path = tmp_path / "Projekt Ä.sdcproj"
    save_project(project_of(1, 2), path)
    assert load_project(path) == project_of(1, 2)
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize(
    ("change", "code", "key"),
    [
        ({"schema": 4}, "plan.newer_schema", "schema"),
        ({"schema": None}, "plan.missing_key", "schema"),
        ({"colour": 1}, "plan.unknown_key", "colour"),
        ({"position": 9}, "project.position", "position"),
        ({"plan": {"schema": 2}}, "project.plan_differs", "plan"),
        ({"plan": {"schema": 2, "jobs": [{}]}}, "plan.missing_key", "plan.jobs[0].kind"),
        ({"history": 1}, "plan.type", "history"),
        ({"history": [{"label": "a"}]}, "plan.missing_key", "history[0].plan"),
        ({"history": [EMPTY | {"label": 1}]}, "plan.type", "history[0].label"),
        ({"history": [EMPTY | {"notes": 1}]}, "plan.type", "history[0].notes"),
        ({"history": [EMPTY | {"mood": 1}]}, "plan.unknown_key", "history[0].mood"),
        ({"history": [EMPTY | {"decisions": {"mood": ""}}]}, "plan.unknown_key", "history[0].decisions.mood"),
        (
            {"history": [EMPTY | {"decisions": {"edition": "x"}}]},
            "plan.choice",
            "history[0].decisions.edition",
        ),
        ({"history": [EMPTY | {"strategies": {}}]}, "plan.type", "history[0].strategies"),
        (
            {"history": [EMPTY | {"strategies": [{"name": "a"}]}]},
            "plan.missing_key",
            "history[0].strategies[0].plan",
        ),
        (
            {"history": [EMPTY | {"strategies": [EMPTY | {"name": "a"}, EMPTY | {"name": "a"}]}]},
            "project.strategy_twice",
            "history[0].strategies[1].name",
        ),
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


def test_notes_fields_and_strategies_are_steps_that_are_taken_back_and_again() -> None:
    project = with_decided(project_of(1), "noted", notes="why yob is coarse")
    project = with_decided(project, "field", decisions=ReportFields(officer="A. Officer"))
    project = with_strategy(project, "kept", KeptStrategy("coarse", project.plan))
    assert [step.label for step in project.history] == ["opened", "step 1", "noted", "field", "kept"]
    assert undone(project).strategies == ()
    assert undone(undone(project)).decisions == ReportFields()
    assert at(project, 1).notes == ""
    assert redone(undone(project)) == project
    changed = with_step(project, "step 2", plan(2))
    assert (changed.notes, changed.decisions.officer) == ("why yob is coarse", "A. Officer")
    assert with_decided(project, "again", notes="why yob is coarse") is project


def test_a_strategy_of_a_name_that_is_taken_replaces_it_in_its_place() -> None:
    project = project_of()
    for name, number in (("a", 1), ("b", 2), ("a", 3)):
        project = with_strategy(project, name, KeptStrategy(name, plan(number)))
    assert project.strategies == (KeptStrategy("a", plan(3)), KeptStrategy("b", plan(2)))


def test_a_step_that_changes_no_plan_does_not_write_it_again() -> None:
    project = with_decided(project_of(1), "noted", notes="n")
    entries = project_to_json(project)["history"]
    assert [sorted(entry) for entry in entries] == [["label", "plan"], ["label", "plan"], ["label", "notes"]]


def test_returning_to_a_step_is_a_step_that_forgets_nothing() -> None:
    kept = with_strategy(project_of(1, 2), "kept", KeptStrategy("a", plan(2)))
    back = returned(kept, 1, "returned")
    assert (back.plan, back.strategies, len(back.history)) == (
        plan(1),
        kept.strategies,
        len(kept.history) + 1,
    )
    assert undone(back).plan == plan(2)
    assert project_from_json(json.loads(json.dumps(project_to_json(back)))) == back


def test_looking_through_the_history_leaves_one_step_and_none_at_its_end() -> None:
    project = project_of(1, 2, 3)
    looked = returned(returned(returned(project, 1, "a"), 0, "b"), 2, "c")
    assert [step.label for step in looked.history] == [*(step.label for step in project.history), "c"]
    assert looked.plan == plan(2)
    assert returned(looked, 3, "d") == project
    decided = with_step(looked, "on", plan(5))
    again = returned(decided, 0, "e")
    assert [step.label for step in again.history][-3:] == ["c", "on", "e"]
    assert again.plan == plan(0)


def test_returning_to_a_step_of_the_same_plan_brings_its_notes_back() -> None:
    noted = with_decided(with_decided(project_of(1), "n", notes="first"), "n", notes="second")
    assert returned(noted, 2, "r").notes == "first"
    assert returned(with_step(noted, "on", plan(2)), 2, "r").notes == "second"


def test_the_step_that_was_saved_is_known_while_it_is_in_the_history() -> None:
    saved = project_of(1)
    assert saved_position(with_step(saved, "more", plan(2)), saved) == 1
    assert saved_position(undone(saved), saved) == 1
    assert saved_position(with_step(undone(saved), "other", plan(2)), saved) is None
    assert saved_position(saved, None) is None


def test_a_stored_project_of_schema_1_opens_with_its_notes_and_fields_in_every_step() -> None:
    project = load_project(OLD / "schema_1.sdcproj")
    assert [step.label for step in project.history] == ["Opened people.csv", "Role of yob: identifying"]
    assert project.position == 1
    assert {step.notes for step in project.history} == {"Rücksprache mit Frau Ö. am Montag"}
    assert {step.decisions.reviewer for step in project.history} == {"B. Reviewer"}
    assert project.decisions.edition == "internal"
    assert project.strategies == ()
    assert project.view == {"tab": "tables"}
    assert [step.plan.schema_number for step in project.history] == [2, 2]
    assert project.plan.data.variables["yob"].role == "key"
    assert project.plan.jobs[0].params.key_variables == ("yob",)
    assert '"identifying"' not in json.dumps(project_to_json(project))
    assert project_to_json(project)["schema"] == 3


def test_a_stored_plan_of_schema_1_opens_with_the_names_of_schema_2() -> None:
    text = (OLD / "schema_1.sdcplan").read_text(encoding="utf-8")
    for old, new in (('"schema": 1', '"schema": 2'), ('"identifying": [', '"key_variables": [')):
        assert old in text
        text = text.replace(old, new)
    assert parse_plan(text.replace('"role": "identifying"', '"role": "key"')) == read_plan(
        OLD / "schema_1.sdcplan"
    )


def test_a_project_of_schema_1_without_a_history_keeps_plan_and_notes() -> None:
    old = {"schema": 1, "plan": {"schema": 1, "data": {"path": "a.csv"}}, "notes": "n"}
    project = project_from_json(old)
    assert (project.plan.data.path, project.notes, len(project.history)) == ("a.csv", "n", 1)


@pytest.mark.parametrize("history", [1, [1], {"a": 1}])
def test_a_wrong_history_of_schema_1_is_refused_with_its_place(history) -> None:
    with pytest.raises(Refused) as refusal:
        project_from_json({"schema": 1, "notes": "n", "history": history})
    assert refusal.value.problems[0].where.key.startswith("history")
