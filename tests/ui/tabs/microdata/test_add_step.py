"""The list of what a step can be added for: whole on the screen, also where the cards are folded away."""

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from sdc_desktop.ui.frame.cards import Card
from sdc_desktop.ui.tabs.microdata.pipeline.purposes import Purposes
from sdc_desktop.ui.theme import step
from sdc_desktop.words import Words
from sdc_desktop.words.microdata.pipeline import PURPOSES
from sdc_desktop.words.program.languages import LANGUAGES, words_in
from tests.ui.tabs.microdata.conftest import Desk

_REASON = (
    "'Synthetic records' would count records, and some persons have several. "
    "Keep one record of each person when preparing the records."
)


def opened_on(desk: Desk) -> tuple[Purposes, QRect]:
    """The list, and the place on the screen of what it was opened from, if it is in view."""
    pipeline = desk.page.pipeline
    pipeline.ask_step()
    QApplication.processEvents()
    assert pipeline.purposes is not None
    shown = [card for card in desk.page.findChildren(Card) if card.view.add and card.isVisible()]
    place = QRect(shown[0].mapToGlobal(shown[0].rect().topLeft()), shown[0].size()) if shown else QRect()
    return pipeline.purposes, place


@pytest.mark.parametrize("folded", ["no", "rail", "away"])
def test_the_list_is_on_the_screen_wherever_the_cards_are(desk: Desk, folded: str) -> None:
    page = desk.page
    if folded == "rail":
        page.resize(step(page, 90), 560)
    elif folded == "away":
        page.frame.fold_left()
    QApplication.processEvents()
    found, place = opened_on(desk)
    assert found.isVisible()
    room = page.screen().availableGeometry()
    assert room.contains(found.geometry())
    assert not found.area.verticalScrollBar().maximum()
    assert place.isEmpty() == (folded == "away")
    if folded == "rail":
        assert place.width() < step(page, 9)
        assert abs(found.x() - place.left()) < step(page, 10)  # at the card of the rail
    found.hide()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_of_an_entry_lies_over_its_name(qtbot, theme, language: str) -> None:
    words: Words = words_in(language)
    refused = {kind: words.say(_REASON) for kind in PURPOSES[-1].kinds}
    window = QWidget()
    qtbot.addWidget(window)
    button = QPushButton("add", window)
    window.show()
    purposes = Purposes(refused, words, window)
    purposes.open_below(button, 52)
    QApplication.processEvents()
    for entry in purposes.entries:
        name, text = entry.texts
        assert name.geometry().bottom() < text.geometry().top()
        assert entry.rect().contains(text.geometry())
        assert text.height() >= text.heightForWidth(text.width())
    purposes.hide()
