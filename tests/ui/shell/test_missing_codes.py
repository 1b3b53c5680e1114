"""Texts that look like missing codes, from the file that is opened to the plan that is saved."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from sdc_desktop.engine.plan import Plan, plan_to_text
from sdc_desktop.ui.shell.main_window import MainWindow

INCOMES = ["NA" if n % 4 == 0 else str(900 + 7 * (n % 53)) for n in range(60)]
ROWS = [f"{('f', 'm', 'NA')[n % 3]},{INCOMES[n]},{('CH', 'DE', 'NA')[n % 3]},{n % 5}" for n in range(60)]
FILE = "\n".join(["sex,income,country,score", *ROWS, ""])
MESSAGE = "NA read as missing in 2 variables (35 values)."
ASKED = "NA read as values in country (20 values)."


@pytest.fixture
def survey(tmp_path: Path) -> Path:
    path = tmp_path / "survey.csv"
    path.write_text(FILE, encoding="utf-8")
    return path


@pytest.fixture
def opened(qtbot, window: MainWindow, survey: Path) -> MainWindow:
    with qtbot.waitSignal(window.controller.codes_found):
        window.controller.open_data(survey)
    qtbot.waitUntil(lambda: window.jobs.idle)
    return window


def declared(window: MainWindow) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Level and missing codes of each variable of the records that are shown."""
    return {v.name: (v.level, v.missing) for v in window.controller.opened.data.variables}


def click(qtbot, window: MainWindow, label: str) -> None:
    """Click a button of the message."""
    window.notices.open()
    buttons = window.notices.popover.findChildren(QPushButton)
    button = next(one for one in buttons if one.text() == label and one.isVisible())
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


READ = {
    "sex": ("nominal", ("", "NA")),
    "income": ("continuous", ("", "NA")),
    "country": ("nominal", ("",)),
    "score": ("ordinal", ("",)),
}
AS_VALUES = READ | {"sex": ("nominal", ("",)), "income": ("nominal", ("",))}


def warned(window: MainWindow) -> list[str]:
    return [p.where.variable for p in window.controller.problems if p.code == "data.missing_code"]


def test_proposals_are_one_undo_step_that_the_message_names(qtbot, opened: MainWindow) -> None:
    controller = opened.controller
    assert declared(opened) == READ
    assert opened.notices.text_shown == f"{MESSAGE} {ASKED}"
    assert controller.project.history[-1].label == MESSAGE.removesuffix(".")
    assert controller.project.step.label == MESSAGE.removesuffix(".")
    assert not controller.dirty
    assert controller.plan.data.variables["income"].missing == ("", "NA")
    assert controller.plan.data.variables["country"].missing is None
    assert warned(opened) == []
    steps = controller.project.position
    click(qtbot, opened, "&Undo")
    assert controller.project.position == steps - 1
    assert declared(opened) == AS_VALUES
    assert warned(opened) == ["sex", "income"]
    assert not opened.notices.texts
    controller.redo()
    assert declared(opened) == READ
    assert warned(opened) == []
    assert not controller.reading  # the file was not read again


def test_roles_and_levels_are_detected_after_them(opened: MainWindow) -> None:
    roles = {v.name: v.role for v in opened.controller.opened.data.variables}
    assert (roles["sex"], roles["income"], roles["country"]) == ("key", "sensitive", "key")
    opened.controller.undo()
    assert {v.name: v.role for v in opened.controller.opened.data.variables} == roles


def test_undo_after_another_step_leaves_that_step(qtbot, opened: MainWindow) -> None:
    controller = opened.controller
    controller.set_variables(("score",), role="sensitive")
    assert opened.notices.texts
    click(qtbot, opened, "&Undo")
    assert declared(opened) == AS_VALUES
    assert controller.plan.data.variables["score"].role == "sensitive"
    assert controller.plan.data.variables["income"].missing is None
    assert warned(opened) == ["sex", "income"]


def test_what_is_reviewed_is_decided_in_one_step(qtbot, opened: MainWindow) -> None:
    controller, steps = opened.controller, opened.controller.project.position
    click(qtbot, opened, "&Review…")
    dialog = opened.missing_codes.dialog
    lines = ("sex: NA (20 values)", "income: NA (15 values)", "country: NA (20 values)")
    assert dialog.variables.names == lines
    assert dialog.variables.chosen == lines[:2]
    dialog.variables.item(0).setCheckState(Qt.CheckState.Unchecked)
    dialog.variables.item(2).setCheckState(Qt.CheckState.Checked)
    qtbot.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    assert controller.project.position == steps + 1
    assert declared(opened) == READ | {"sex": ("nominal", ("",)), "country": ("nominal", ("", "NA"))}
    assert warned(opened) == []  # sex has a value NA: so it was decided
    assert controller.plan.data.variables["sex"].missing == ("",)
    controller.undo()
    assert declared(opened) == READ


def test_a_review_that_is_cancelled_brings_the_message_back(qtbot, opened: MainWindow) -> None:
    click(qtbot, opened, "&Review…")
    assert not opened.notices.texts
    opened.missing_codes.dialog.reject()
    assert opened.notices.text_shown == f"{MESSAGE} {ASKED}"
    assert opened.notices.texts
    opened.controller.undo()
    assert not opened.notices.texts


def test_an_older_plan_stays_as_it_is_and_says_so(qtbot, window: MainWindow, survey: Path) -> None:
    data = {"path": survey.name, "variables": {"income": {"level": "nominal", "role": "sensitive"}}}
    plan = survey.with_suffix(".sdcplan")
    plan.write_text(plan_to_text(Plan.model_validate({"schema": 2, "data": data})), encoding="utf-8")
    assert window.controller.open_plan(plan)
    qtbot.waitUntil(lambda: window.controller.opened is not None and window.jobs.idle)
    assert declared(window) == AS_VALUES
    assert warned(window) == ["sex", "income"]
    assert window.notices.text_shown == "NA read as values in sex, income and country (55 values)."
    click(qtbot, window, "&Review…")
    window.missing_codes.dialog.variables.item(1).setCheckState(Qt.CheckState.Checked)
    window.missing_codes.dialog.accept()
    qtbot.waitUntil(lambda: not window.controller.reading)
    assert declared(window)["income"] == ("continuous", ("", "NA"))
    assert warned(window) == []


def test_a_file_without_such_texts_has_no_message(qtbot, window: MainWindow, tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("a,b\n1,x\n2,y\n", encoding="utf-8")
    with qtbot.waitSignal(window.controller.codes_found):
        window.controller.open_data(tmp_path / "x.csv")
    assert not window.notices.texts
    assert window.controller.project.position == 0
