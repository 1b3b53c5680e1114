"""Panels and dialogs by keys alone: Tab reaches everything and is never caught, no letter stands twice."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from sdc_desktop.project.project import KeptStrategy
from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.ui.widgets.help_window import HelpWindow
from sdc_desktop.words.program.languages import words_in
from tests.support.every_dialog import every_dialog
from tests.support.keys import focusable, letters, not_reached, tab_round, twice
from tests.ui.conftest import add_window

WAIT = 60_000
MOST_LINKS = 300  # of a page of the guide: Tab goes from link to link


@pytest.fixture
def opened(request, qtbot, settings, theme, patients: Path) -> MainWindow:
    """The demo with strategies that are kept and every page of it made."""
    window = MainWindow(settings, theme, words_in(getattr(request, "param", "en")))
    add_window(qtbot, window)
    window.show()
    window.controller.open_project(patients / "patients.sdcproj")
    qtbot.waitUntil(lambda: window.controller.opened is not None and window.loading.ready, timeout=WAIT)
    window.controller.keep_strategy("Kept", KeptStrategy("as it is", window.controller.plan))
    qtbot.waitUntil(lambda: window.jobs.idle, timeout=WAIT)
    window.activateWindow()
    return window


def caught(qtbot, root: QWidget, window: QWidget) -> list[str]:
    """What Tab does not reach within `root`, from its first on."""
    wanted = focusable(root)
    assert wanted
    most = len(focusable(window)) + MOST_LINKS
    passed = tab_round(wanted[0], lambda widget: qtbot.keyClick(widget, Qt.Key.Key_Tab), most)
    return [f"{type(one).__name__} {one.accessibleName()}" for one in not_reached(wanted, passed)]


@pytest.mark.parametrize("opened", ["en", "de"], indirect=True)
def test_tab_reaches_all_of_panels_and_dialogs_and_no_letter_stands_twice(qtbot, opened, tmp_path) -> None:
    lost, again = {}, {}
    for drawer in opened.drawers.all:
        opened.drawers.open(drawer.objectName())
        qtbot.waitUntil(drawer.widget().isVisible, timeout=WAIT)
        lost[drawer.objectName()] = caught(qtbot, drawer, opened)
        again[drawer.objectName()] = twice(drawer)
    opened.drawers.close()
    folder = tmp_path / "patients"
    for name, dialog in every_dialog(opened, folder, lambda done: qtbot.waitUntil(done, timeout=WAIT)):
        dialog.activateWindow()
        qtbot.waitUntil(dialog.isActiveWindow, timeout=WAIT)
        lost[name] = caught(qtbot, dialog, dialog)
        again[name] = twice(dialog)
    assert not any(lost.values()), str(lost)
    assert not any(again.values()), str(again)


def test_keys_of_the_panels(qtbot, opened) -> None:
    """One window for what is quickly tried in it."""
    letters_of_panels_open_no_menu(opened)
    delete_removes_the_strategy_that_is_marked(qtbot, opened)
    delete_takes_the_marked_action_out_of_the_preparation(qtbot, opened)


def letters_of_panels_open_no_menu(opened) -> None:
    menus = {top.text()[top.text().index("&") + 1].lower() for top in opened.menuBar().actions()}
    for drawer in opened.drawers.all:
        drawer.show()
    for part in (opened.tabs.currentWidget(), *opened.drawers.all):
        assert [text for letter, text in letters(part) if letter in menus] == []
        assert twice(part) == {}


def delete_removes_the_strategy_that_is_marked(qtbot, opened) -> None:
    for drawer in opened.drawers.all:
        drawer.hide()
    opened.drawers.open("strategies")
    panel, controller = opened.strategies, opened.controller
    panel.list.setFocus()
    panel.list.setCurrentRow(0)
    qtbot.waitUntil(panel.list.hasFocus, timeout=WAIT)
    before = len(controller.project.history)
    qtbot.keyClick(panel.list, Qt.Key.Key_Delete)
    assert controller.project.strategies == ()
    assert len(controller.project.history) == before + 1
    controller.undo()
    assert [one.name for one in controller.project.strategies] == ["as it is"]


def delete_takes_the_marked_action_out_of_the_preparation(qtbot, opened) -> None:
    opened.drawers.close()
    opened.prepare_records()
    form = opened.microdata_place.page.prepare.form
    for kind in form.add.menu().actions()[:2]:
        kind.trigger()
    form.list.setFocus()
    qtbot.waitUntil(form.list.hasFocus, timeout=WAIT)
    qtbot.keyClick(form.list, Qt.Key.Key_Delete)
    assert form.list.topLevelItemCount() == len(form.editors) == 1


def test_f6_goes_round_the_guide_and_down_goes_from_words_to_what_they_found(qtbot, words, theme) -> None:
    guide = HelpWindow(words)
    qtbot.addWidget(guide)
    guide.show()
    guide.activateWindow()
    qtbot.waitUntil(guide.isActiveWindow, timeout=WAIT)
    guide.search.setFocus()
    seen = []
    for _ in range(3):
        qtbot.keyClick(guide.focusWidget(), Qt.Key.Key_F6)
        seen.append(guide.focusWidget())
    assert seen == [guide.contents, guide.text, guide.search]
    qtbot.keyClick(guide.search, Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    assert guide.focusWidget() is guide.text
    guide.find()
    qtbot.keyClick(guide.search, Qt.Key.Key_Down)
    assert guide.focusWidget() is guide.contents
    guide.find()
    qtbot.keyClicks(guide.search, "entropy")
    qtbot.keyClick(guide.search, Qt.Key.Key_Down)
    assert guide.focusWidget() is guide.hits
    assert guide.hits.currentRow() == 0
    qtbot.keyClick(guide.hits, Qt.Key.Key_Down)
    assert guide.hits.currentRow() == 1
