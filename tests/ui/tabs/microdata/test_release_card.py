"""The card Release: its keys, its report in place, and its comparisons."""

import pytest
from PySide6.QtCore import Qt

from sdc_desktop.ui.dialogs.strategy_comparison import StrategyComparison
from sdc_desktop.ui.tabs.microdata.page import MicrodataPage
from tests.ui.tabs.microdata.conftest import WAIT, Desk


def opened(window, qtbot) -> MicrodataPage:
    window.open_demo("patients")
    qtbot.waitUntil(lambda: window.findChild(MicrodataPage) is not None, timeout=WAIT)
    page = window.findChild(MicrodataPage)
    qtbot.waitUntil(
        lambda: not page.making and window.jobs.idle and page.exports.write_button.isEnabled(), timeout=WAIT
    )
    return page


def test_the_keys_lead_to_the_card_and_to_its_report_also_in_a_narrow_bar(window, qtbot) -> None:
    page = opened(window, qtbot)
    window.resize(960, 540)
    qtbot.keyClick(window, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    assert page.card == "release"
    page.show_card("file")
    assert not page.exports.report.report_button.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    assert page.card == "release"
    assert page.release.middle.currentWidget() is page.release.report
    qtbot.waitUntil(lambda: page.release.report.preview is not None, timeout=WAIT)
    assert page.exports.report.dialog is None
    window.strategies.comparison_requested.emit()
    assert page.release.middle.currentWidget() is page.release.compare
    found = page.release.compare.findChild(StrategyComparison)
    qtbot.waitUntil(lambda: len(found.found) == 2, timeout=WAIT)
    qtbot.waitUntil(lambda: window.jobs.idle, timeout=WAIT)


def test_levels_of_the_map_are_used_as_one_change(desk: Desk) -> None:
    desk.page.show_card("release")
    desk.page.release.middle.setCurrentWidget(desk.page.release.compare)
    compare = desk.page.release.compare
    compare.tabs.setCurrentIndex(1)
    desk.rest()
    place = desk.controller.project.position
    compare.levels_requested.emit({"yob": 2, "ms": 1})
    desk.rest()
    assert desk.view.manual
    assert desk.controller.project.position == place + 1


def test_what_is_new_is_shown_again_and_another_project_shows_nothing_of_the_one_before(desk: Desk) -> None:
    desk.page.show_card("release")
    desk.rest()
    release = desk.page.release
    before = release.records.model.rowCount()
    assert before == 60
    assert release.report.preview is not None
    desk.controller.new()
    desk.rest()
    assert desk.page.card == "file"
    assert release.report.preview is None
    assert release.exports.folder != desk.folder


@pytest.mark.parametrize("name", ["officer", "edition"])
def test_what_the_report_says_is_a_change_of_the_project(desk: Desk, name: str) -> None:
    desk.page.show_card("release")
    settings, place = desk.page.release.settings, desk.controller.project.position
    if name == "officer":
        settings.officer.setText("A. Officer")
        settings.officer.settle()
    else:
        settings.edition.chosen.emit("external")
    assert desk.controller.project.position == place + 1
    assert getattr(desk.controller.project.decisions, name) in ("A. Officer", "external")
    desk.rest()
