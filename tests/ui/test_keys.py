"""Panels and dialogs by keys alone: Tab reaches everything and is never caught, no letter stands twice."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from sdc_desktop.ui.dialogs.prepare import PrepareDialog

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
    """The demo with strategies that are kept and the docks about the project shown."""
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


def letters_twice(dialog: QWidget) -> list[dict[str, list[str]]]:
    """Letters that stand twice in a dialog, on whichever page of the steps that prepare records."""
    found = [twice(dialog)]
    if isinstance(dialog, PrepareDialog):
        for row in range(dialog.form.list.topLevelItemCount()):
            dialog.form.list.setCurrentItem(dialog.form.list.topLevelItem(row))
            found.append(twice(dialog))
    return [one for one in found if one]


@pytest.mark.parametrize("opened", ["en", "de"], indirect=True)
def test_tab_reaches_all_of_panels_and_dialogs_and_no_letter_stands_twice(qtbot, opened, tmp_path) -> None:
    lost, again = {}, {}
    docks = (*opened.docks, *opened.drawers.all)
    for dock in docks:
        for other in docks:
            other.setVisible(other is dock)
        dock.raise_()
        qtbot.waitUntil(dock.widget().isVisible, timeout=WAIT)
        if focusable(dock.widget()):
            lost[dock.objectName()] = caught(qtbot, dock.widget(), opened)
            again[dock.objectName()] = letters_twice(dock.widget())
    folder = tmp_path / "patients"
    for name, dialog in every_dialog(opened, folder, lambda done: qtbot.waitUntil(done, timeout=WAIT)):
        dialog.activateWindow()
        qtbot.waitUntil(dialog.isActiveWindow, timeout=WAIT)
        lost[name] = caught(qtbot, dialog, dialog)
        again[name] = letters_twice(dialog)
    assert not any(lost.values()), str(lost)
    assert not any(again.values()), str(again)


def test_keys_of_the_panels(qtbot, opened) -> None:
    """One window for what is quickly tried in it."""
    letters_of_panels_open_no_menu(opened)
    delete_removes_the_strategy_that_is_marked(qtbot, opened)
    delete_takes_the_marked_step_out_of_the_preparation(qtbot, opened)


def letters_of_panels_open_no_menu(opened) -> None:
    menus = {top.text()[top.text().index("&") + 1].lower() for top in opened.menuBar().actions()}
    shown = [opened.tabs.currentWidget()]
    for dock in (*opened.docks, *opened.drawers.all):
        dock.show()
        dock.raise_()
        shown.append(dock.widget())
    for part in shown:
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


def delete_takes_the_marked_step_out_of_the_preparation(qtbot, opened) -> None:
    opened.prepare_records()
    dialog = opened.prepare_dialog
    for kind in dialog.form.add.menu().actions()[:2]:
        kind.trigger()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow, timeout=WAIT)
    dialog.form.list.setFocus()
    qtbot.keyClick(dialog.form.list, Qt.Key.Key_Delete)
    assert dialog.form.list.topLevelItemCount() == len(dialog.form.editors) == 1
    dialog.close()


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
