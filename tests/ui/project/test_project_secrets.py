"""Secrets in the window: made with the job, kept with the project, and left out of what is passed on."""

import json
import os
import stat
from pathlib import Path

import pytest

from sdc_desktop.engine.plan import parse_plan
from sdc_desktop.engine.plan_secrets import Secret
from sdc_desktop.project.changes import step_changes
from sdc_desktop.project.project_file import load_project
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.words import Words
from tests.support.data import DEMO
from tests.support.secret import digits

NOISE = {"name": "noisy", "kind": "noise", "params": {"variables": ["pay"]}}
ORDERED = {"name": "top", "kind": "top_code", "params": {}, "output": {"path": "t.csv", "order": "random"}}
KEYS = {"method": "cell_key", "variance": 2, "maximum": 5}
TABLES = [
    {"name": name, "kind": "table", "params": {"dimensions": [{"variable": name}], "protect": KEYS}}
    for name in ("one", "two")
]


@pytest.fixture
def controller(jobs: JobManager, words: Words) -> ProjectController:
    return ProjectController(jobs, words)


def plan_with(*jobs: dict, **more: object):
    return parse_plan(json.dumps({"schema": 2, "jobs": list(jobs), **more}))


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_job_gets_its_secret_with_the_step_that_makes_it(controller) -> None:
    before = controller.secrets().of_job("noisy").key
    controller.change_plan("noise", plan_with(NOISE, ORDERED))
    plan = controller.plan
    assert set(plan.secrets) == {"noisy", "top/order"}
    assert all(not Secret.of(one).facts.weak for one in plan.secrets.values())
    assert Secret.of(plan.secrets["noisy"]).key == before  # what was explored is what is exported
    assert len(controller.project.history) == 2
    controller.undo()
    assert controller.plan.secrets == {}


def test_a_plan_that_draws_nothing_gets_none(controller) -> None:
    controller.change_plan("top", plan_with(ORDERED | {"output": {"path": "t.csv"}}))
    assert controller.plan.secrets == {}


def test_tables_with_cell_keys_share_one_secret(controller) -> None:
    controller.change_plan("one", plan_with(TABLES[0]))
    controller.set_secret("one", digits(4))
    plan = controller.plan
    both = plan_with(*TABLES).model_copy(update={"secrets": plan.secrets})
    controller.change_plan("two", both)
    assert controller.plan.secrets == {"one": digits(4), "two": digits(4)}


def test_the_secret_of_a_job_that_is_gone_goes_with_it(controller) -> None:
    controller.change_plan("noise", plan_with(NOISE, ORDERED))
    kept = controller.plan
    controller.change_plan("less", kept.model_copy(update={"jobs": kept.jobs[1:]}))
    assert set(controller.plan.secrets) == {"top/order"}


def test_another_project_draws_from_another_secret(controller) -> None:
    made = []
    for _ in range(2):
        controller.new()
        controller.change_plan("noise", plan_with(NOISE))
        made.append(controller.plan.secrets["noisy"])
    assert made[0] != made[1]


def test_a_plan_of_an_older_version_gets_secrets_as_a_step_and_says_so(controller, tmp_path) -> None:
    old = {
        "schema": 1,
        "jobs": [NOISE | {"seed": 7, "output": {"path": "n.csv", "order": "random", "seed": 8}}],
    }
    path = tmp_path / "old.sdcplan"
    path.write_text(json.dumps(old), encoding="utf-8")
    assert controller.open_plan(path)
    assert set(controller.plan.secrets) == {"noisy", "noisy/order"}
    assert [one.code for one in controller.problems] == ["secret.made"]
    assert controller.problems[0].params["names"] == "noisy, noisy/order"
    controller.undo()
    assert controller.plan.secrets == {}


def test_a_project_with_secrets_opens_as_it_was_saved(controller, tmp_path) -> None:
    controller.change_plan("noise", plan_with(NOISE))
    path = tmp_path / "p.sdcproj"
    assert controller.save_as(path)
    kept = controller.plan.secrets
    assert controller.open_project(path)
    assert controller.plan.secrets == kept
    assert not controller.dirty
    assert controller.problems == ()


def test_a_demo_gets_secrets_of_its_own(controller) -> None:
    assert controller.open_copy(DEMO / "patients.sdcproj")
    plan = controller.whole_plan
    assert plan.secrets
    assert not any(Secret.of(one).facts.weak for one in plan.secrets.values())
    assert not controller.dirty


@pytest.mark.skipif(os.name == "nt", reason="rights of POSIX")
def test_files_with_secrets_are_their_owners_alone(controller, tmp_path) -> None:
    controller.change_plan("noise", plan_with(NOISE))
    written = [tmp_path / name for name in ("p.sdcproj", "p.sdcplan", "secrets.json")]
    written[0].write_text("{}", encoding="utf-8")
    written[0].chmod(0o644)  # the rights of a file that is replaced are not kept
    assert controller.save_as(written[0])
    assert controller.export_plan(written[1])
    assert controller.export_secrets(written[2])
    assert [mode(path) for path in written] == [0o600] * 3
    assert json.loads(written[2].read_text(encoding="utf-8")) == controller.plan.secrets


def test_a_copy_without_secrets_has_none_in_its_history(controller, tmp_path) -> None:
    controller.change_plan("noise", plan_with(NOISE))
    controller.set_secret("noisy", digits(5))
    copy = tmp_path / "copy.sdcproj"
    assert controller.export_without_secrets(copy)
    text = copy.read_text(encoding="utf-8")
    assert not any(one in text for step in controller.project.history for one in step.plan.secrets.values())
    assert len(load_project(copy).history) == len(controller.project.history)
    assert controller.plan.secrets == {"noisy": digits(5)}


def test_history_and_labels_name_a_secret_and_never_tell_it(controller) -> None:
    controller.change_plan("noise", plan_with(NOISE))
    controller.set_secret("noisy", digits(5))
    first, second = controller.project.history[-2:]
    (change,) = step_changes(first, second)
    assert (change.kind, change.path, change.before, change.after) == (
        "changed",
        ("secrets", "noisy"),
        None,
        None,
    )
    assert digits(5) not in second.label
