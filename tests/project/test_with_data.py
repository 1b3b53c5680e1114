"""A copy of a project with its data: whole, elsewhere, and the only project that holds any record."""

from dataclasses import replace
from pathlib import Path

import pytest

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.plan import Plan, inputs_of, plan_from_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import run_plan
from sdc_desktop.project.project import KeptStrategy, Project, new_project, with_step, with_strategy
from sdc_desktop.project.project_file import load_project, save_project
from sdc_desktop.project.with_data import copy_with_data, files_of

VALUES = ("Zweisam-7", "4711-SENTINEL", "Waise")


def plan(path: str, levels: str = "levels/ms.csv") -> Plan:
    hierarchies = {"ms": {"kind": "levels", "path": levels, "header": False}}
    variables = {"yob": {"role": "other"}, "ms": {"role": "key"}}
    data = {"path": path, "variables": variables, "hierarchies": hierarchies}
    job = {"name": "recode", "kind": "recode", "params": {"levels": {"ms": 1}}, "output": {"path": "o.csv"}}
    return plan_from_json({"schema": 2, "data": data, "jobs": [job]})


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """Three data files, two of one name, and levels."""
    made = tmp_path / "office"
    for folder in (made, made / "old", made / "levels"):
        folder.mkdir()
    rows = "".join(f"{1960 + i},{VALUES[i % 3]}\n" for i in range(9))
    (made / "people.csv").write_text("yob,ms\n" + rows, encoding="utf-8")
    (made / "old" / "people.csv").write_text("yob,ms\n1900,Waise\n", encoding="utf-8")
    levels = "".join(f"{value},all\n" for value in VALUES)
    (made / "levels" / "ms.csv").write_text(levels, encoding="utf-8")
    return made


@pytest.fixture
def project() -> Project:
    first = new_project("opened", plan("old/people.csv"))
    second = with_step(first, "next", plan("people.csv"))
    return with_strategy(second, "kept", KeptStrategy("gone", plan("gone.csv")))


def test_the_copy_opens_and_runs_where_nothing_else_is(project, base, tmp_path) -> None:
    run_plan(project.plan, base, tmp_path / "before", JobContext())
    path = copy_with_data(project, base, tmp_path / "for März", JobContext())
    assert path == tmp_path / "for März" / "for März.sdcproj"
    moved = path.parent.rename(tmp_path / "elsewhere")
    base.rename(tmp_path / "away")
    copied = load_project(moved / path.name)
    run_plan(copied.plan, moved, tmp_path / "after", JobContext())
    before, after = ((tmp_path / name / "o.csv").read_bytes() for name in ("before", "after"))
    assert before == after
    assert inputs_of(copied.plan) == ("people.csv", "ms.csv")
    assert inputs_of(copied.history[0].plan) == ("people_2.csv", "ms.csv")
    assert (moved / "people_2.csv").read_text(encoding="utf-8") == "yob,ms\n1900,Waise\n"
    assert [step.label for step in copied.history] == [step.label for step in project.history]


def test_the_names_that_are_put_to_the_user_are_those_that_are_copied(project, base, tmp_path) -> None:
    shown = set(files_of(project, base).values())
    copy_with_data(project, base, tmp_path / "copy", JobContext())
    assert {path.name for path in (tmp_path / "copy").iterdir()} == {*shown, "copy.sdcproj"}


def test_what_is_there_already_stays_as_it_is(project, base, tmp_path) -> None:
    taken = tmp_path / "taken"
    taken.mkdir()
    (taken / "letter.txt").write_text("keep", encoding="utf-8")
    for folder in (taken, taken / "letter.txt"):
        with pytest.raises(Refused) as refusal:
            copy_with_data(project, base, folder, JobContext())
        assert refusal.value.problems[0].code == "project.folder_taken"
    assert [path.name for path in taken.iterdir()] == ["letter.txt"]


def test_a_copy_that_cannot_be_whole_is_none(project, base, tmp_path) -> None:
    (base / "people.csv").unlink()
    with pytest.raises(Refused) as refusal:
        copy_with_data(project, base, tmp_path / "copy", JobContext())
    assert refusal.value.problems[0].code == "project.data_missing"
    assert not (tmp_path / "copy").exists()


def test_stopping_leaves_nothing_behind(project, base, tmp_path) -> None:
    with pytest.raises(Cancelled):
        copy_with_data(project, base, tmp_path / "copy", replace(JobContext(), is_cancelled=lambda: True))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["office"]


def test_a_project_that_is_saved_in_the_usual_way_holds_no_value_of_the_data(project, base, tmp_path) -> None:
    save_project(project, base / "work.sdcproj")
    text = (base / "work.sdcproj").read_text(encoding="utf-8")
    assert not [value for value in (*VALUES, "1960") if value in text]
