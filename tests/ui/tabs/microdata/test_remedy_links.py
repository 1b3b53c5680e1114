"""A reason of the verdict ends in what removes its cause: one click, one step of the history."""

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from sdc_desktop.engine.plan import plan_from_json
from tests.ui.tabs.microdata.conftest import Desk

TOWNS = {"North": ("Aldby", "Borby"), "South": ("Celby", "Dorby"), "West": ("Elby", "Fenby")}


def opened(desk: Desk, records: int) -> None:
    """Open persons whose town tells their region, in which some are rare by age."""
    draws = np.random.default_rng(4)
    rows = ["region,town,sex,age"]
    for _ in range(records):
        region = str(draws.choice(list(TOWNS), p=[0.6, 0.3, 0.1]))
        age = int(draws.integers(0, records // 10)) * 5
        rows.append(f"{region},{draws.choice(TOWNS[region])},{draws.choice(['f', 'm'])},{age}")
    (desk.folder / "towns.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    keys = {name: {"role": "key", "level": "nominal"} for name in ("region", "sex", "age")}
    params = {"k": 3, "importance": {"age": 9, "sex": 9}}
    job = {"name": "p", "kind": "local_suppression", "params": params}
    data = {"path": "towns.csv", "variables": {**keys, "town": {"role": "other"}}}
    desk.open_plan(plan_from_json({"schema": 2, "data": data, "jobs": [job]}))
    desk.rest()


def linked(desk: Desk) -> QPushButton:
    buttons = desk.page.verdict.popover.findChildren(QPushButton)
    return next(one for one in buttons if one.isVisible() and "together" in one.text())


def test_a_click_protects_a_town_together_with_its_region(desk: Desk) -> None:
    opened(desk, 120)
    assert desk.page.verdict.mark == "unsafe"
    desk.qtbot.keyClick(desk.page.verdict.sentence, Qt.Key.Key_Space)
    button, steps = linked(desk), desk.steps
    desk.qtbot.keyClick(button, Qt.Key.Key_Space)
    desk.rest()
    assert desk.steps == steps + 1
    assert desk.controller.plan.data is not None
    assert desk.controller.plan.data.variables["town"].follows == "region"
    reasons = desk.page.masking.presenter.verdict().reasons
    assert not [one.code for one in reasons if one.code.startswith("inferred")]
    desk.controller.undo()
    desk.rest()
    assert desk.page.verdict.mark == "unsafe"
