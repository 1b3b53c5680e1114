"""The tab on prepared records: the bytes of the batch command, and one step back to the file's records."""

import json

from sdc_desktop import cli
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.spec import OutputSpec
from sdc_desktop.engine.methods.preparing.prepare import PrepareParams
from sdc_desktop.engine.plan import JOB_CLASSES, MethodJob, Plan, plan_from_json, plan_to_json
from sdc_desktop.engine.runner import check_plan, open_plan
from sdc_desktop.engine.running.preparation import with_prepare
from sdc_desktop.project.prepared import without_prepare
from tests.ui.tabs.microdata.conftest import WAIT, Desk

STEPS = [
    {"filter": {"variable": "yob", "test": "at_least", "value": 1965}},
    {"rename": {"ms": "status"}},
    {"derive": {"name": "born", "of": "yob", "bands": [1970, 1980]}},
    {"pseudonymise": {"variables": ["disease"], "key": "key.csv"}},
    {"drop": ["yob"]},
]
BANDS = {"kind": "order", "groups": [[["<1970"], ["1970-<1980", "1980+"]]]}


def job(steps=STEPS, **more) -> MethodJob:
    params = PrepareParams.model_validate_json(json.dumps({"steps": steps}))
    return JOB_CLASSES["prepare"](name="prepared", params=params, **more)


def prepare(desk: Desk, steps=STEPS) -> None:
    plan = with_prepare(desk.controller.whole_plan, job(steps))
    desk.controller.change_whole_plan("prepared", plan)
    desk.qtbot.waitUntil(lambda: desk.controller.opened is not None, timeout=WAIT)
    desk.rest()


def add_hierarchy(desk: Desk) -> None:
    data = plan_to_json(desk.controller.plan)
    data["data"]["hierarchies"]["born"] = BANDS
    data["jobs"][0]["params"] = {"alpha": 0.5}
    desk.controller.change_plan("hierarchy", plan_from_json(data))
    desk.rest()


def test_window_and_batch_write_the_same_bytes_of_prepared_records(desk: Desk, tmp_path) -> None:
    prepare(desk)
    add_hierarchy(desk)
    assert desk.view.answer is not None
    assert set(desk.levels()) == {"status", "born"}
    target = desk.folder / "protected.csv"
    desk.export(OutputSpec(path="protected.csv", order="random"))
    plan = desk.folder / "exported.sdcplan"
    assert desk.controller.export_plan(plan)
    keys = tmp_path / "keys"
    shown = ["--out", str(tmp_path / "out"), "--keys", str(keys), "--quiet"]
    assert cli.main(["run", str(plan), *shown]) == 0
    assert target.read_bytes() == (tmp_path / "out" / "protected.csv").read_bytes()
    assert target.read_text(encoding="utf-8").splitlines()[0] == "status,disease,born"
    assert (keys / "key.csv").is_file()


def test_what_the_tab_sees_is_stated_in_the_whole_plan_of_the_prepared_records(desk: Desk) -> None:
    prepare(desk)
    add_hierarchy(desk)
    desk.controller.set_variables(("born",), role="sensitive")
    desk.rest()
    whole = desk.controller.whole_plan
    assert [(one.name, one.input) for one in whole.jobs] == [("prepared", "data"), ("anopi", "prepared")]
    params = whole.job("prepared").params
    assert params.variables["born"].role == "sensitive"
    assert set(params.hierarchies) == {"born"}
    assert set(whole.data.variables) == {"yob", "ms", "disease"}
    assert desk.controller.opened.data.variable("born").role == "sensitive"
    assert [one.input for one in desk.controller.plan.jobs] == ["data"]
    assert check_errors(whole, desk) == []


def check_errors(plan: Plan, desk: Desk) -> list[str]:
    found = check_plan(open_plan(plan, desk.controller.base, JobContext()))
    return [one.code for one in found if one.severity == "error"]


def test_undo_and_removing_the_steps_bring_the_files_records_back(desk: Desk) -> None:
    before = desk.controller.whole_plan
    prepare(desk)
    assert desk.controller.opened.data.records < 60
    desk.controller.undo()
    desk.rest()
    assert desk.controller.plan == before
    assert (desk.controller.opened.data.records, set(desk.levels())) == (60, {"yob", "ms"})
    desk.controller.redo()
    desk.rest()
    desk.qtbot.waitUntil(lambda: desk.controller.opened is not None, timeout=WAIT)
    assert "born" in desk.controller.opened.data.names
    desk.controller.change_whole_plan("back", without_prepare(desk.controller.whole_plan))
    desk.rest()
    assert desk.controller.whole_plan == before
    assert desk.controller.opened.data.records == 60


def test_steps_that_are_refused_say_why_and_can_be_taken_back(desk: Desk) -> None:
    plan = with_prepare(
        desk.controller.whole_plan, job([{"derive": {"name": "d", "of": "ms", "part": "year"}}])
    )
    desk.controller.change_whole_plan("prepared", plan)
    desk.qtbot.waitUntil(lambda: bool(desk.faults), timeout=WAIT)
    desk.rest()
    assert desk.faults == ["prepare.not_dates"]
    assert desk.controller.opened is None
    desk.controller.undo()
    desk.rest()
    assert desk.faults == []
    assert desk.controller.opened.data.records == 60


def test_a_plan_with_prepared_records_is_opened_as_it_was_saved(desk: Desk) -> None:
    prepare(desk)
    add_hierarchy(desk)
    desk.controller.set_variables(("status",), role="sensitive")
    desk.controller.set_variables(("born",), level="ordinal", order=("1980+", "1970-<1980", "<1970"))
    desk.rest()
    saved = desk.folder / "p.sdcproj"
    assert desk.controller.save_as(saved)
    seen = desk.controller.plan
    assert desk.controller.open_project(saved)
    desk.qtbot.waitUntil(lambda: desk.controller.opened is not None, timeout=WAIT)
    desk.rest()
    assert desk.controller.plan == seen
    assert not desk.controller.dirty
