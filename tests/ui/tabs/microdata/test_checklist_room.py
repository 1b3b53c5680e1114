"""The card Release at 1440 pixels: sentences have room beside their buttons, choosers are one line high."""

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton

from sdc_desktop.ui.tabs.microdata.release.checklist import ChecklistPage, Item
from sdc_desktop.ui.tabs.microdata.release.settings import ReleaseSettings
from sdc_desktop.ui.widgets.verdict_bar import Link, Mark

LINKS = ("Protect region and weight together", "Omit weight", "Accept\u2026")


def test_sentences_have_most_of_the_width_whatever_the_buttons(qtbot, theme, words) -> None:
    page = ChecklistPage(words)
    qtbot.addWidget(page)
    page.resize(580, 700)
    page.show()
    text = "79 of 19 999 protected values of region follow from weight."
    links = tuple(Link(one, "") for one in LINKS)
    items = tuple(Item(Mark.RESERVATIONS, "", text, "Omit the variables.", links[-n:]) for n in (1, 2, 3))
    page.show_items(items, "")
    QTest.qWait(50)
    for label in (one for one in page.findChildren(QLabel) if one.text() == text):
        assert label.width() >= 350
    buttons = [one for one in page.findChildren(QPushButton) if one.text() in LINKS]
    assert len(buttons) == 6
    assert all(one.width() >= one.sizeHint().width() for one in buttons)


def test_the_edition_is_chosen_in_one_line(qtbot, theme, words) -> None:
    settings = ReleaseSettings(words)
    qtbot.addWidget(settings)
    settings.resize(290, 700)
    settings.show()
    QTest.qWait(50)
    assert settings.edition.height() == settings.language.height()
