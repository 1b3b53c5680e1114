"""What leaves the tab: the same bytes as the batch command's, never over an input; the report."""

from pathlib import Path

import pytest

from sdc_desktop import cli
from tests.support.keys import next_by_tab
from tests.ui.tabs.tables.conftest import TABLE, Desk

TWO_WAY = {"rows": ["a", "b"], "columns": ["x", "y"], "values": [[4, 11, 15], [12, 3, 15], [16, 14, 30]]}
TOLD = {
    "name": "table",
    "kind": "table",
    "params": {
        "table": TWO_WAY,
        "cells": [{"cell": ["a", "x"], "status": "unsafe"}],
        "protect": {"method": "suppression", "solver": "fast"},
    },
}


def written(desk: Desk, target: Path) -> bytes:
    job = desk.page.exports.write(target)
    assert job is not None
    desk.rest()
    return target.read_bytes()


@pytest.mark.parametrize(("job", "data"), [(TABLE, True), (TOLD, False)])
def test_window_and_batch_write_the_same_bytes(desk: Desk, tmp_path: Path, job: dict, data: bool) -> None:
    desk.open(job, data=data)
    desk.protect()
    assert desk.view.ready
    by_window = written(desk, tmp_path / "protected.csv")
    plan = tmp_path / "exported.sdcplan"
    assert desk.controller.export_plan(plan)
    assert cli.main(["run", str(plan), "--out", str(tmp_path / "out"), "--quiet"]) == 0
    assert (tmp_path / "out" / "protected.csv").read_bytes() == by_window
    for ending in ("html", "csv"):
        name = f"protected.csv.codebook.{ending}"
        assert (tmp_path / "out" / name).read_bytes() == (tmp_path / name).read_bytes()
    assert "protected.csv" in desk.page.exports.report.outcome.text()


def test_where_a_table_is_written_is_one_step_and_leaves_the_answer_in_force(desk: Desk) -> None:
    desk.open(TABLE)
    desk.protect()
    before = desk.steps
    written(desk, desk.folder / "protected.csv")
    assert desk.steps == before + 1
    assert desk.controller.plan.jobs[0].output.path == "protected.csv"
    assert desk.view.ready


def test_a_table_is_never_written_over_what_is_read(desk: Desk) -> None:
    desk.open(TABLE)
    desk.protect()
    before = (desk.folder / "firms.csv").read_bytes()
    desk.page.exports.write(desk.folder / "firms.csv")
    desk.rest()
    assert (desk.folder / "firms.csv").read_bytes() == before
    assert "Not written" in desk.page.exports.report.outcome.text()


def test_nothing_is_written_while_the_answer_is_out_of_date(desk: Desk) -> None:
    desk.open(TABLE)
    desk.protect()
    desk.add_rule("Threshold rule")
    desk.rest()
    assert not desk.page.exports.write_button.isEnabled()
    assert desk.page.exports.write(desk.folder / "protected.csv") is None


def test_the_report_tells_of_the_table(desk: Desk) -> None:
    desk.open(TABLE)
    desk.protect()
    reports = desk.page.exports.report
    reports.report_button.click()
    text = desk.report_text(reports.dialog.view)
    assert "Table: table" in text
    assert "Safe" in text


def test_tab_reaches_the_two_buttons_in_the_order_they_stand(desk: Desk) -> None:
    desk.open(TABLE)
    desk.protect()
    exports = desk.page.exports
    assert next_by_tab(exports.report.report_button) is exports.write_button
