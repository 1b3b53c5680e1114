"""A narrow window: either side opens over the result, Escape closes it; the rail tells its cards apart."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from sdc_desktop.ui.frame.cards import CardRail, CardView, short_names
from sdc_desktop.ui.frame.panel import Panel
from sdc_desktop.ui.frame.place_frame import LEFT_RAIL, PlaceFrame, Room
from sdc_desktop.ui.theme import fill, step
from sdc_desktop.ui.widgets.elided_label import ElidedLabel
from sdc_desktop.ui.widgets.verdict_bar import Mark, VerdictBar
from sdc_desktop.words import Words
from sdc_desktop.words.microdata.pipeline import ADD, CRITERIA, FILE, PREPARE, RELEASE, ROLES
from sdc_desktop.words.program.languages import LANGUAGES, words_in


def _with_button(text: str) -> QWidget:
    region = QWidget()
    fill(region, QPushButton(text))
    return region


@pytest.fixture
def narrow(qtbot, theme) -> PlaceFrame:
    """A place in a narrow window, the focus in its middle."""
    panel = Panel(_with_button("setting"), QWidget(), Words())
    middle, left, rail = (_with_button(text) for text in ("result", "cards", "rail"))
    frame = PlaceFrame(VerdictBar(), middle, panel, left, rail)
    qtbot.addWidget(frame)
    frame.resize(step(frame, 95), step(frame, 50))
    frame.show()
    qtbot.waitActive(frame)
    assert frame.room is Room.NARROW
    middle.findChild(QPushButton).setFocus()
    return frame


@pytest.mark.parametrize("side", ["left", "panel"])
def test_either_side_opens_over_the_result_and_escape_closes_it(qtbot, narrow, side: str) -> None:
    region = getattr(narrow, side)
    fold = {"left": narrow.fold_left, "panel": narrow.fold_panel}[side]
    shown = {"left": lambda: narrow.left_open, "panel": lambda: narrow.panel_open}[side]
    before, places = QApplication.focusWidget(), narrow.splitter.sizes()
    fold()
    assert shown()
    assert region.isVisible()
    assert region.width() > step(narrow, 20)
    assert narrow.rect().contains(region.geometry())
    assert region.isAncestorOf(QApplication.focusWidget())
    assert region in narrow.panes()
    assert narrow.splitter.sizes() == places, "the result keeps its size"
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert not shown()
    assert not region.isVisible()
    assert QApplication.focusWidget() is before
    fold()
    fold()
    assert not shown()


def test_one_side_at_a_time_lies_over_the_result_and_a_wide_window_has_both_beside_it(narrow) -> None:
    narrow.fold_left()
    narrow.fold_panel()
    assert (narrow.left_open, narrow.panel_open) == (False, True)
    narrow.fold_left()
    assert (narrow.left_open, narrow.panel_open) == (True, False)
    narrow.resize(step(narrow, 170), step(narrow, 50))
    QApplication.processEvents()
    assert (narrow.left_open, narrow.panel_open) == (True, True)
    assert narrow.splitter.isAncestorOf(narrow.left)
    assert narrow.left.geometry().right() < narrow.middle.mapTo(narrow, narrow.middle.pos()).x()


def test_cards_of_the_same_letters_are_numbered_in_the_rail() -> None:
    cards = [CardView("a", "region"), CardView("b", "region x size"), CardView("c", "Release")]
    assert short_names(cards) == ("1", "2", "Re")
    assert short_names([CardView("a", "Roles"), CardView("b", "Release", number="")]) == ("Ro", "Re")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_cards_of_microdata_have_one_short_name(language: str) -> None:
    say = words_in(language).say
    titles = [say(one) for one in (FILE, PREPARE, ROLES, ADD, CRITERIA, RELEASE)]
    names = short_names([CardView(title, title) for title in titles])
    assert len(set(names)) == len(titles)
    assert not any(name.isdecimal() for name in names), "a number is of a step"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_short_name_is_whole_beside_the_sign_of_its_card(qtbot, theme, language: str) -> None:
    say, rail = words_in(language).say, CardRail()
    qtbot.addWidget(rail)
    rail.show_cards([CardView(one, say(one), mark=Mark.OPEN) for one in (RELEASE, ROLES, CRITERIA)], "")
    rail.setFixedSize(step(rail, LEFT_RAIL), step(rail, 40))
    rail.show()
    QApplication.processEvents()
    for label in rail.findChildren(ElidedLabel):
        if label.isVisible():
            assert label.fontMetrics().horizontalAdvance(label.text()) <= label.contentsRect().width()
