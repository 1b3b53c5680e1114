"""The tab Tables on prepared records: the batch command's bytes."""

import json
from pathlib import Path

from sdc_desktop import cli
from sdc_desktop.engine.methods.preparing.prepare import PrepareParams
from sdc_desktop.engine.plan import JOB_CLASSES
from sdc_desktop.engine.running.preparation import with_prepare
from tests.ui.tabs.tables.conftest import TABLE, WAIT, Desk

STEPS = [
    {"filter": {"variable": "region", "test": "in", "values": ["North", "West"]}},
    {"derive": {"name": "class", "of": "turnover", "bands": [30, 40]}},
]


def test_window_and_batch_write_the_same_bytes_of_prepared_records(desk: Desk, tmp_path: Path) -> None:
    dimensions = [{"variable": "region"}, {"variable": "class"}]
    desk.open(TABLE)
    params = PrepareParams.model_validate_json(json.dumps({"steps": STEPS}))
    plan = with_prepare(desk.controller.whole_plan, JOB_CLASSES["prepare"](name="prepared", params=params))
    desk.controller.change_whole_plan("prepared", plan)
    desk.qtbot.waitUntil(lambda: desk.controller.opened is not None, timeout=WAIT)
    desk.rest()
    desk.page.presenter.change({"dimensions": dimensions})
    desk.rest()
    desk.protect()
    assert desk.view.ready
    desk.page.exports.write(tmp_path / "protected.csv")
    desk.rest()
    exported = tmp_path / "exported.sdcplan"
    assert desk.controller.export_plan(exported)
    assert cli.main(["run", str(exported), "--out", str(tmp_path / "out"), "--quiet"]) == 0
    by_batch = (tmp_path / "out" / "protected.csv").read_bytes()
    assert by_batch == (tmp_path / "protected.csv").read_bytes()
    assert b"West" in by_batch
    assert b"South" not in by_batch
