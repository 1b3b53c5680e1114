"""The ways to begin: each says what it is for, and all are there on small screens too."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFrame, QPushButton, QScrollArea

from sdc_desktop.ui.theme import step
from sdc_desktop.ui.widgets.start_page import StartPage


@pytest.fixture
def page(qtbot, theme, words) -> StartPage:
    made = StartPage(words)
    qtbot.addWidget(made)
    made.resize(step(made, 150), step(made, 84))
    made.show()
    return made


def cards(page: StartPage) -> list[QFrame]:
    return [one for one in page.findChildren(QFrame) if one.property("frame") == "card"]


def test_three_cards_of_one_width_are_above_two_and_nothing_scrolls(page) -> None:
    QApplication.processEvents()
    widths = sorted(one.width() for one in cards(page))
    assert widths[2] - widths[0] <= 1
    assert widths[4] - widths[3] <= 1
    assert page.findChild(QScrollArea).verticalScrollBar().maximum() == 0


def test_in_a_narrow_window_the_cards_are_below_one_another_and_none_is_cut(page) -> None:
    page.resize(step(page, 60), step(page, 84))
    QApplication.processEvents()
    assert len({one.x() for one in cards(page)}) == 1
    assert len({one.width() for one in cards(page)}) == 1
    assert all(one.width() >= one.sizeHint().width() for one in page.findChildren(QPushButton))


def test_every_way_to_begin_says_what_it_is_for(page) -> None:
    page.show_recent(())
    buttons = page.findChildren(QPushButton)
    assert len(buttons) == 13
    assert [one.text() for one in buttons if not one.accessibleDescription()] == []


def test_what_was_open_recently_is_named_with_its_folder_and_opened(qtbot, page) -> None:
    paths = [Path("/data/survey") / f"{number}.sdcproj" for number in range(7)]
    page.show_recent(paths)
    shown = [one for one in page.findChildren(QPushButton) if one.text().endswith(".sdcproj")]
    assert [one.text() for one in shown] == [path.name for path in paths[:5]]
    with qtbot.waitSignal(page.file_requested) as opened:
        shown[1].click()
    assert opened.args == [paths[1]]
