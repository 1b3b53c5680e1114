"""From a table to the risk curve of what it leaves open: one step, a job of the plan, the same in batch."""

from pathlib import Path

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json, plan_to_json
from sdc_desktop.engine.runner import run_plan
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.ui.tabs.cae.page import RiskCurvesPage
from sdc_desktop.ui.tabs.tables.page import TablesPage
from sdc_desktop.ui.tabs.tables.tab_job import with_curve, with_params
from tests.ui.tabs.tables.conftest import TABLE, WAIT, Desk
from tests.ui.tabs.tables.test_audit import GOLDEN

AUDIT = {"name": "published", "kind": "audit", "params": {"table": GOLDEN}}
CURVE = {"name": "mine", "kind": "cae", "params": {"values": [1, 2]}}


def test_the_button_waits_for_cells_to_be_derived(desk: Desk) -> None:
    desk.open(TABLE)
    assert not desk.page.acts.curve.isEnabled()
    desk.protect()
    assert desk.page.acts.curve.isEnabled()
    before = desk.steps
    with desk.qtbot.waitSignal(desk.page.curve_requested, timeout=WAIT):
        desk.page.acts.curve.click()
    desk.rest()
    assert desk.steps == before + 1
    job = desk.controller.plan.jobs[-1]
    assert (job.kind, job.input, job.params.intervals) == ("cae", "table", "input")
    desk.page.acts.curve.click()
    desk.rest()
    assert desk.steps == before + 1
    desk.controller.undo()
    desk.rest()
    assert [job.kind for job in desk.controller.plan.jobs] == ["table"]


def test_a_curve_of_the_officers_own_stays_and_follows_the_tables(desk: Desk) -> None:
    plan = with_curve(plan_from_json({"schema": 2, "jobs": [CURVE, AUDIT]}))
    assert [(job.name, job.input) for job in plan.jobs] == [
        ("published", "data"),
        ("risk curve", "published"),
        ("mine", "data"),
    ]
    assert with_curve(plan) is plan or with_curve(plan) == plan
    shown = TableParams.model_validate({"dimensions": [{"variable": "region"}]})
    changed = with_params(plan, shown)
    assert [(job.kind, job.input) for job in changed.jobs[:2]] == [("table", "data"), ("cae", "table")]
    assert plan_from_json(plan_to_json(changed)) == changed


def test_the_window_shows_the_same_curve_as_a_batch_run(window: MainWindow, qtbot, tmp_path: Path) -> None:
    import json

    path = tmp_path / "plan.sdcplan"
    path.write_text(json.dumps({"schema": 2, "jobs": [AUDIT]}), encoding="utf-8")
    assert window.controller.open_plan(path)
    qtbot.waitUntil(lambda: window.loading.ready and window.jobs.idle, timeout=WAIT)
    window.tabs.setCurrentWidget(window.tables_place)
    (tables,) = window.tables_place.findChildren(TablesPage)
    qtbot.waitUntil(lambda: tables.acts.curve.isEnabled() and window.jobs.idle, timeout=WAIT)
    tables.acts.curve.click()
    assert window.tabs.currentWidget() is window.cae_place
    (curves,) = window.cae_place.findChildren(RiskCurvesPage)
    qtbot.waitUntil(lambda: curves.presenter.view.answer is not None and window.jobs.idle, timeout=WAIT)
    assert "published" in curves.question.of_table.text()
    done = run_plan(window.controller.plan, tmp_path, tmp_path / "out", JobContext())
    assert curves.presenter.view.answer.result == done.jobs[-1].result
    window.controller.undo()
    qtbot.waitUntil(lambda: window.jobs.idle, timeout=WAIT)
    assert curves.question.of_table.isHidden()
