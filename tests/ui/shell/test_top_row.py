"""The row at the top of the window: it gives way, nothing in it moves, and its places are always there."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QApplication, QStyleOptionTab

from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.ui.shell.top_row import HIGH
from sdc_desktop.ui.theme import step
from sdc_desktop.words.program.languages import LANGUAGES, words_in
from tests.ui.conftest import add_window


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_part_of_the_row_is_cut_or_covered_at_any_width(qtbot, settings, theme, language: str) -> None:
    window = MainWindow(settings, theme, words_in(language))
    add_window(qtbot, window)
    window.show()
    shown = []
    for steps in (180, 160, 140, 130, 120, 107):
        window.resize(step(window, steps), step(window, 80))
        QApplication.processEvents()
        top = window.top
        parts = [top.menus, top.menu_button, top.places, top.field, window.policy.button]
        parts = [one for one in parts if one.isVisible()]
        for left, right in pairwise(parts):
            assert left.geometry().right() < right.geometry().left(), (steps, left, right)
        assert parts[-1].geometry().right() <= top.rect().right()
        assert all(one.width() >= one.sizeHint().width() for one in parts), steps
        assert top.height() == step(window, HIGH)
        shown.append((top.menus.isVisible(), top.field.isVisible()))
    assert shown[0] == (True, True)
    assert not shown[-1][0]


def test_keys_of_menus_work_also_where_they_are_one_button(qtbot, window) -> None:
    window.resize(step(window, 120), step(window, 70))
    assert (window.top.menus.isVisible(), window.top.menu_button.isVisible()) == (False, True)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(window.command_field.hasFocus)
    assert window.command_field.isVisible()
    assert [entry.text() for entry in window.top.menu_button.menu().actions()] == [
        entry.text() for entry in window.menuBar().actions()
    ]


def test_the_places_lead_away_from_the_start_page_by_mouse_and_keys_and_new_leads_back(qtbot, window) -> None:
    bar, modifier = window.tabs.tabBar(), Qt.KeyboardModifier.ControlModifier
    assert window.centre.currentWidget() is window.start_page
    assert bar.property("idle") is True
    qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(0).center())  # it is the current one
    assert window.centre.currentWidget() is window.tabs
    assert bar.property("idle") is False
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    for number, key in enumerate((Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3, Qt.Key.Key_4, Qt.Key.Key_5)):
        qtbot.keyClick(window, key, modifier)
        assert window.tabs.currentIndex() == bar.currentIndex() == number
    window.files.new()
    assert window.centre.currentWidget() is window.start_page


def test_a_place_without_room_for_its_name_is_elided_and_named_in_its_tooltip(window) -> None:
    bar = window.tabs.tabBar()
    bar.setFixedWidth(bar.sizeHint().width() - 60)
    QApplication.processEvents()
    assert bar.tabRect(bar.count() - 1).right() < bar.width(), "all are in view, none behind an edge"
    for index in range(bar.count()):
        option = QStyleOptionTab()
        bar.initStyleOption(option, index)
        font = QFont(bar.font())
        font.setBold(True)
        text, room = bar.tabText(index), bar.tabRect(index).width()
        assert QFontMetrics(font).horizontalAdvance(option.text) < room
        assert (option.text == text) == (room >= bar.tabSizeHint(index).width())
        assert text in bar.tabToolTip(index)
    assert option.text.endswith("…")


def test_choosing_another_place_moves_no_tab(window) -> None:
    bar = window.tabs.tabBar()
    seen = set()
    for number in range(bar.count()):
        bar.setCurrentIndex(number)
        QApplication.processEvents()
        seen.add(tuple(bar.tabRect(index).getRect() for index in range(bar.count())))
    assert len(seen) == 1


class _Paints(QObject):
    """Counts how often a widget is painted."""

    number = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.number += event.type() == QEvent.Type.Paint
        return False


def test_the_bar_is_painted_when_the_start_page_gives_way_and_comes_back(qtbot, window) -> None:
    bar, paints = window.tabs.tabBar(), _Paints()
    qtbot.waitExposed(window)
    QApplication.processEvents()
    bar.installEventFilter(paints)
    for page in (window.tabs, window.start_page):
        paints.number = 0
        window.centre.setCurrentWidget(page)
        qtbot.waitUntil(lambda: paints.number > 0)
    bar.removeEventFilter(paints)
