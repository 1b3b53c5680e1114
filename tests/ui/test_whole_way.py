"""The whole way of an officer in one window, by keys and mouse alone: from a file to its protected file."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QComboBox, QPushButton
from pytestqt.qtbot import QtBot

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.runner import run_plan
from sdc_desktop.project.project_file import load_project
from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.ui.tabs.microdata.page import MicrodataPage
from tests.support.csv_files import write_survey
from tests.ui.hands import LEFT, FileAnswer, Hands


@pytest.fixture
def hands(qtbot: QtBot, window: MainWindow) -> Hands:
    window.activateWindow()
    qtbot.waitActive(window)
    return Hands(qtbot, window)


def page_of(hands: Hands) -> MicrodataPage:
    return hands.window.microdata_place.page


def open_survey(hands: Hands, data: Path) -> None:
    answer = FileAnswer(hands.qtbot, data)
    hands.press("Open data file…")
    assert answer.title == "Open a data file"
    dialog = hands.dialog()
    hands.wait(lambda: QApplication.focusWidget() is hands.find(QPushButton, "Open", dialog))
    hands.qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    hands.wait(lambda: hands.window.controller.opened)


def give_roles(hands: Hands) -> None:
    hands.wait(lambda: page_of(hands) is not None)  # made in slices
    hands.rest()
    hands.card("roles")
    # all but the status have a proposed role
    for row, letter in ((3, "k"), (1, "o"), (4, "o")):
        hands.give_role(row, letter)
    roles = {variable.name: variable.role for variable in hands.window.controller.opened.data.variables}
    assert roles == {
        "name": "direct_identifier",
        "place": "other",
        "born": "key",
        "status": "key",
        "income": "other",
        "disease": "sensitive",
    }


def give_hierarchies(hands: Hands) -> None:
    hands.add_step("Find best recoding")
    hands.rest()
    page = page_of(hands)
    hands.qtbot.mouseClick(page.form.cards["status"].button, LEFT)
    hands.qtbot.mouseClick(page.form.cards["status"].hierarchy, LEFT)
    editor = page.step_tabs.hierarchy.editor
    hands.rest()
    editor.load_file(hands.window.controller.base / "status.csv")
    hands.wait(editor.use.isEnabled)
    hands.press("Use hierarchy")
    hands.rest()
    hierarchies = hands.window.controller.plan.data.hierarchies
    assert hierarchies["born"].widths == (5, 10, 20)  # the proposal: every level keeps the finer ones whole
    assert not hierarchies["status"].header  # found out: the first line begins with a value of the data


def test_from_a_file_to_its_protected_file_and_back_again(hands: Hands, tmp_path: Path) -> None:
    data, project = write_survey(tmp_path), tmp_path / "survey.sdcproj"
    controller = hands.window.controller
    open_survey(hands, data)
    give_roles(hands)
    give_hierarchies(hands)

    points = hands.find(QAbstractSpinBox, "Privacy points of status")
    hands.replace(points, "70")
    hands.qtbot.keyClick(points, Qt.Key.Key_Return)
    hands.wait(lambda: dict(controller.plan.jobs[0].params.intruder_points) == {"born": 30, "status": 70})
    hands.rest()

    hands.qtbot.mouseClick(page_of(hands).form.cards["born"].button, LEFT)
    coding = hands.find(QComboBox, "Coding of born")
    coding.setFocus()
    hands.qtbot.keyClick(coding, Qt.Key.Key_Down)
    hands.wait(lambda: dict(controller.plan.jobs[0].params.override) == {"born": 1})
    hands.key(Qt.Key.Key_Z)
    hands.wait(lambda: not controller.plan.jobs[0].params.override)
    assert hands.window.status.history.text() == "History: 8 of 9 changes"
    hands.rest()

    protected = tmp_path / "survey_protected.csv"
    hands.press("Export…")
    hands.wait(lambda: page_of(hands).release.report.preview is not None)
    hands.press("Export 3 files")
    hands.wait((tmp_path / "survey_report.pdf").is_file)
    hands.rest()

    answer = FileAnswer(hands.qtbot, project)
    hands.key(Qt.Key.Key_S)
    assert answer.title == "Save the project"
    assert not controller.dirty
    plan = controller.plan
    hands.key(Qt.Key.Key_N)
    hands.wait(lambda: controller.plan.data is None)
    answer = FileAnswer(hands.qtbot, project)
    hands.press("Open project…")
    assert answer.title == "Open a project"
    hands.wait(lambda: controller.opened is not None)
    hands.rest()
    assert controller.plan == plan
    assert hands.window.status.saved.text().startswith("saved")

    outcome = run_plan(load_project(project).plan, tmp_path, tmp_path / "batch", JobContext())
    assert outcome is not None
    assert (tmp_path / "batch" / protected.name).read_bytes() == protected.read_bytes()
