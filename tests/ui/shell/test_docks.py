"""Docks with nothing to show are folded, and open when there is something."""

import json
from pathlib import Path

import pytest


@pytest.fixture
def csv(tmp_path: Path) -> Path:
    path = tmp_path / "people.csv"
    path.write_text("yob;ms;pay\n1960;m;10\n1961;s;20\n1960;m;30\n", encoding="utf-8")
    return path


def test_docks_with_nothing_to_show_are_folded(qtbot, window, csv):
    docks = window.side_docks
    assert (docks.data.isVisible(), docks.why.isVisible()) == (False, False)
    with qtbot.waitSignal(window.controller.data_opened):
        window.controller.open_data(csv)
    assert (docks.data.isVisible(), docks.why.isVisible()) == (True, False)
    qtbot.waitUntil(lambda: window.data_panel.variables_model.rowCount() > 0)
    window.data_panel.go_to_variable(window.data_panel.variables_model.name(0))
    assert docks.why.isVisible()
    window.controller.new()
    qtbot.waitUntil(lambda: not docks.why.isVisible())
    assert not docks.data.isVisible()


def test_a_dock_that_was_closed_stays_closed_until_the_menu_opens_it(qtbot, window):
    docks = window.side_docks
    window.why.show("yob", ("A variable.",))
    docks.why.close()
    window.why.show("ms", ("Another one.",))
    assert not docks.why.isVisible()
    docks.why.toggleViewAction().trigger()
    assert docks.why.isVisible()
    window.why.clear()
    qtbot.waitUntil(lambda: not docks.why.isVisible())
    window.why.show("ms", ("Another one.",))
    assert docks.why.isVisible()


def test_while_all_panels_are_hidden_nothing_opens_one(qtbot, window, csv):
    docks = window.side_docks
    window.focus_action.trigger()
    with qtbot.waitSignal(window.controller.data_opened):
        window.controller.open_data(csv)
    window.why.show("yob", ("A variable.",))
    assert (docks.data.isVisible(), docks.why.isVisible()) == (False, False)
    window.focus_action.trigger()
    assert (docks.data.isVisible(), docks.why.isVisible()) == (True, True)


def test_a_plan_without_data_leaves_the_data_dock_folded(qtbot, window, csv):
    plan = csv.with_name("outputs.sdcplan")
    jobs = [{"name": "curve", "kind": "cae", "params": {"values": [1, 2, 5]}}]
    plan.write_text(json.dumps({"schema": 2, "jobs": jobs}), encoding="utf-8")
    assert window.controller.open_plan(plan)
    assert window.centre.currentWidget() is window.tabs
    assert not window.side_docks.data.isVisible()
    with qtbot.waitSignal(window.controller.data_opened):
        window.controller.open_data(csv)
    assert window.side_docks.data.isVisible()
