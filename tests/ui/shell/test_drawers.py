"""Drawers lie over the window: one at a time, nothing moves, and the focus comes back."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QSlider

from sdc_desktop.engine.problems import error
from sdc_desktop.ui.screen_fit import focus_owner
from sdc_desktop.ui.shell.drawers import NARROW, WIDE
from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.ui.theme import step
from tests.ui.conftest import choose_roles

WAIT = 60_000


@pytest.fixture
def opened(qtbot, window: MainWindow) -> MainWindow:
    """The demo on patients, without its tour."""
    window.resize(1440, 800)
    window.open_demo("patients")
    window.tour.leave()
    qtbot.waitUntil(lambda: window.loading.ready and window.jobs.idle, timeout=WAIT)
    qtbot.waitUntil(lambda: not window.microdata_place.page.making, timeout=WAIT)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=WAIT)
    return window


def places(window: MainWindow) -> dict[str, tuple[int, ...]]:
    """Where each control of row and centre lies, and how large it is."""
    found = {}
    for root in (window.top, window.centralWidget(), window.status):
        for one in (*root.findChildren(QAbstractButton), *root.findChildren(QSlider)):
            if one.isVisible():
                corner = one.mapTo(window, QPoint(0, 0))
                found[str(id(one))] = (corner.x(), corner.y(), one.width(), one.height())
    return found


def test_one_drawer_is_open_at_a_time_and_nothing_below_it_moves(opened) -> None:
    drawers, before, bar = opened.drawers, places(opened), opened.microdata_place.page.verdict
    assert len(before) > 20
    for drawer in drawers.all:
        drawers.open(drawer.objectName())
        QApplication.processEvents()
        assert [one for one in drawers.all if one.isVisible()] == [drawer]
        assert [one.action.isChecked() for one in drawers.all] == [one is drawer for one in drawers.all]
        assert drawer.width() == step(opened, WIDE if drawer.objectName() in ("problems", "log") else NARROW)
        assert drawer.geometry().right() == opened.rect().right()
        assert drawer.y() == bar.mapTo(opened, QPoint(0, bar.height())).y(), "the bar stays free"
        assert drawer.geometry().bottom() == opened.status.geometry().top() - 1
        assert places(opened) == before
    drawers.close()
    assert places(opened) == before


def test_the_focus_goes_into_a_drawer_and_comes_back_from_it(qtbot, opened) -> None:
    opened.find_variable()
    before = focus_owner()
    assert before is opened.data_panel.variables.search
    opened.status.history.click()
    assert opened.drawers.named("history").isAncestorOf(focus_owner())
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert opened.drawers.current is None
    assert focus_owner() is before
    qtbot.keyClick(opened, Qt.Key.Key_H, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: opened.drawers.current is opened.drawers.named("history"), timeout=WAIT)
    opened.drawers.open("notes")
    opened.drawers.named("notes").close_button.click()
    assert opened.drawers.current is None
    assert focus_owner() is before


def test_a_drawer_is_closed_by_opening_it_again_and_by_escape_elsewhere(qtbot, opened) -> None:
    opened.status.problems.click()
    assert opened.drawers.named("problems").isVisible()
    opened.status.problems.click()
    assert opened.drawers.current is None
    opened.drawers.open("log")
    choose_roles(opened)
    qtbot.keyClick(opened.data_panel.variables.table, Qt.Key.Key_Escape)
    assert opened.drawers.current is None
    assert opened.data_panel.variables.table.hasFocus(), "the focus stays where it is"


def test_a_drawer_follows_the_window_and_is_never_wider(opened) -> None:
    opened.drawers.open("log")
    opened.resize(opened.width(), opened.height() - step(opened, 6))
    QApplication.processEvents()
    log = opened.drawers.named("log")
    assert log.geometry().bottom() == opened.status.geometry().top() - 1
    assert log.width() <= opened.width()


def test_problems_never_open_their_drawer(window) -> None:
    window.controller.report_problems("here", (error("cae.pasted", line=1, text="x"),))
    assert window.drawers.current is None
    assert window.status.problems.text() == "✕ 1 problem"
    window.drawers.open("problems")
    assert window.drawers.named("problems").y() == window.top.geometry().bottom() + 1
    window.controller.report_problems("here", ())
    assert window.drawers.named("problems").isVisible(), "it closes neither"


def test_result_only_folds_both_sides_and_closes_the_drawer(opened) -> None:
    frame = opened.microdata_place.page.frame
    opened.drawers.open("notes")
    opened.focus_action.trigger()
    assert opened.drawers.current is None
    assert (frame.left_open, frame.panel_open) == (False, False)
    opened.focus_action.trigger()
    assert (frame.left_open, frame.panel_open) == (True, True)


def test_f6_follows_the_panes_that_a_page_gives(qtbot, opened) -> None:
    page = opened.microdata_place.page
    given = [opened.microdata_place, opened.top]
    page.panes = lambda: given
    assert opened._panes() == [*given, opened.status]
    opened.drawers.open("history")
    assert opened._panes()[-2] is opened.drawers.named("history")


def test_escape_ends_the_view_of_the_result_alone_and_the_status_bar_says_so(qtbot, opened) -> None:
    frame = opened.microdata_place.page.frame
    opened.focus_action.trigger()
    assert "Esc" in opened.status.job_bar.idle_text
    assert not frame.left_open
    qtbot.keyClick(opened.tabs.page.verdict.sentence, Qt.Key.Key_Escape)
    assert not opened.focus_action.isChecked()
    assert (frame.left_open, frame.panel_open) == (True, True)
