"""The user guide: found by F1, by search, by links; every page can be reached."""

import re

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QTextDocument, QWhatsThisClickedEvent
from PySide6.QtWidgets import QApplication, QWhatsThis

from sdc_desktop.engine.methods.risk.risk import RISK
from sdc_desktop.ui.forms.field_help import FieldHelpButton
from sdc_desktop.ui.forms.settings_form import SettingsForm
from sdc_desktop.ui.widgets.help_window import GuidePlace, HelpWindow, help_place_of
from sdc_desktop.words import Words
from sdc_desktop.words.guide.pages import help_pages
from sdc_desktop.words.program.languages import words_in

FIND = Qt.MatchFlag.MatchWildcard | Qt.MatchFlag.MatchRecursive


@pytest.fixture
def guide(qtbot) -> HelpWindow:
    window = HelpWindow(Words())
    qtbot.addWidget(window)
    window.show()
    return window


def test_f1_opens_the_page_of_what_has_the_focus(qtbot, window, tmp_path) -> None:
    path = tmp_path / "people.csv"
    path.write_text("a;b\n1;2\n", encoding="utf-8")
    with qtbot.waitSignal(window.controller.data_opened):
        window.controller.open_data(path)
    qtbot.waitUntil(lambda: window.microdata_place.page is not None)
    data = window.data_panel
    for part in (data.variables.search, data.records.table, data.file_settings, data.settings):
        assert help_place_of(part).page == "data"
    assert help_place_of(window.microdata_place.page.prepare.settings).page == "prepare"
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.find_variable()
    assert data.variables.search.hasFocus()
    qtbot.keyClick(data.variables.search, Qt.Key.Key_F1)
    qtbot.waitUntil(lambda: window.help_command.guide is not None and window.help_command.guide.isVisible())
    assert window.help_command.guide.page == "data"


def test_what_names_no_page_opens_the_first() -> None:
    assert help_place_of(None).page == "index"


def hits(guide) -> list[str]:
    return [guide.hits.item(row).text() for row in range(guide.hits.count())]


def test_searching_lists_the_places_that_have_all_the_words(qtbot, guide) -> None:
    qtbot.keyClicks(guide.search, "entropy points")
    found = hits(guide)
    assert any(text.startswith("ANOPI: weighing utility against privacy") for text in found)
    assert 0 < len(found) < len(help_pages(Words()))
    assert all("\n" in text for text in found), "each with the words and some around them"
    guide.search.clear()
    assert guide.contents.isVisible()
    assert not guide.hits.isVisible()


def test_enter_shows_the_first_place_found(qtbot, guide) -> None:
    qtbot.keyClicks(guide.search, "marital")
    qtbot.keyClick(guide.search, Qt.Key.Key_Return)
    assert guide.page in hits_pages(guide)
    assert guide.hits.hasFocus()


def hits_pages(guide) -> list[str]:
    return [guide.hits.item(row).data(Qt.ItemDataRole.UserRole).page for row in range(guide.hits.count())]


def test_a_search_that_finds_nothing_says_so(qtbot, guide) -> None:
    qtbot.keyClicks(guide.search, "xyzzy")
    assert guide.hits.count() == 0
    assert "No results" in guide.text.toPlainText()


def test_a_link_leads_to_its_page_and_back(qtbot, guide) -> None:
    assert not guide.back.isEnabled()
    guide.text.anchorClicked.emit(QUrl("anopi.md"))
    assert guide.page == "anopi"
    assert "income" in guide.text.toPlainText()
    guide.text.anchorClicked.emit(QUrl("glossary.md#hierarchy"))
    assert (guide.page, guide.anchor) == ("glossary", "hierarchy")
    assert guide.text.verticalScrollBar().value() > 0
    guide.back.click()
    guide.back.click()
    assert guide.page == "index"
    guide.forward.click()
    assert guide.page == "anopi"


def test_a_link_within_a_page_stays_on_it(guide) -> None:
    guide.open_page("risk")
    guide.text.anchorClicked.emit(QUrl("#limits"))
    assert (guide.page, guide.anchor) == ("risk", "limits")


def test_the_contents_show_every_page_and_where_we_are(guide) -> None:
    guide.open_page("table")
    assert guide.contents.currentItem().text(0).startswith("Tables")
    names = {page.title for page in help_pages(Words())}
    shown = {item.text(0) for item in guide.contents.findItems("*", FIND, 0)}
    assert names <= shown
    guide.contents.setCurrentItem(guide.contents.findItems("Noise", FIND, 0)[0])
    assert guide.page == "noise"


def test_every_page_can_be_shown(guide) -> None:
    for page in help_pages(Words()):
        guide.open_page(page.name)
        shown = guide.text.toPlainText()
        assert page.title in shown
        assert len(shown) > 200
        assert re.findall(r"</?(sub|sup|b|i|p|td|li)\b", shown) == []


def test_the_field_of_the_top_row_leads_into_the_guide(qtbot, window) -> None:
    field = window.command_field
    field.open()
    qtbot.keyClicks(field, "rank swapp")
    texts = [one.text for one in field.offered]
    assert texts[0].startswith("Rank swapping")
    assert texts[-1] == "Search the guide for: rank swapp"
    qtbot.keyClick(field, Qt.Key.Key_Up)  # from the first row to the last
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.help_command.guide is not None)
    guide = window.help_command.guide
    assert guide.search.text() == "rank swapp"
    assert guide.page == "swap"


def test_the_short_text_of_a_field_leads_to_its_place_in_the_guide(qtbot, window) -> None:
    form = SettingsForm(RISK, Words(), window, pairs=2)
    field = form.parts["tolerable"]
    assert "Default" in field.whatsThis()
    assert help_place_of(field) == GuidePlace("risk", "field-tolerable")
    QApplication.sendEvent(field, QWhatsThisClickedEvent("risk.md"))
    assert (window.help_command.guide.page, window.help_command.guide.anchor) == ("risk", "field-tolerable")


def test_the_question_mark_shows_the_short_text_and_goes_with_its_field(qtbot) -> None:
    form = SettingsForm(RISK, Words(), pairs=2)
    qtbot.addWidget(form)
    form.show()
    field = form.parts["tolerable"]
    marks = {mark.accessibleName(): mark for mark in form.findChildren(FieldHelpButton)}
    mark = marks["What is Tolerable risk?"]
    assert mark.isVisible()
    mark.click()
    qtbot.waitUntil(lambda: any("QWhatsThat" in type_of(one) for one in QApplication.topLevelWidgets()))
    QWhatsThis.hideText()
    field.hide()
    assert not mark.isVisible()
    field.show()
    assert mark.isVisible()


def type_of(widget) -> str:
    return widget.metaObject().className()


def press_f1(qtbot, dialog) -> HelpWindow:
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    qtbot.keyClick(dialog, Qt.Key.Key_F1)
    qtbot.waitUntil(lambda: any(guide.isVisible() for guide in dialog.findChildren(HelpWindow)))
    (guide,) = dialog.findChildren(HelpWindow)
    return guide


def test_f1_works_while_a_file_is_being_opened(qtbot, window, tmp_path) -> None:
    path = tmp_path / "people.csv"
    path.write_text("a;b\n1;2\n", encoding="utf-8")
    window.files.open_path(path)
    guide = press_f1(qtbot, window.files.dialog)
    assert guide.page == "data"
    qtbot.mouseClick(guide.contents.viewport(), Qt.MouseButton.LeftButton)
    assert guide.isEnabled()
    window.files.dialog.reject()


def test_the_guide_speaks_the_language_of_the_window(qtbot) -> None:
    guide = HelpWindow(words_in("de"))
    qtbot.addWidget(guide)
    guide.show()
    shown = {item.text(0) for item in guide.contents.findItems("*", FIND, 0)}
    assert {"Zum Nachschlagen", "Erste Schritte", "Begriffe"} <= shown
    guide.look_for("Schlüsselvariable")
    assert (guide.page, guide.anchor) == ("glossary", "key-variable")
    assert "Schlüsselvariable" in guide.text.toPlainText()
    guide.look_for("quasi-identifier")
    assert (guide.page, guide.anchor) == ("glossary", "key-variable")
    guide.text.anchorClicked.emit(QUrl("glossary.md#recoding"))
    assert (guide.page, guide.anchor) == ("glossary", "recoding")
    assert guide.text.verticalScrollBar().value() > 0


def test_the_german_guide_shows_pictures_of_the_german_window_as_wide_as_they_are_shown(qtbot) -> None:
    kind = QTextDocument.ResourceType.ImageResource.value
    guides = [HelpWindow(words_in(language)) for language in ("en", "de")]
    for guide in guides:
        qtbot.addWidget(guide)
    english, german = (guide.text.loadResource(kind, QUrl("images/start.png")) for guide in guides)
    assert english.size().width() == german.size().width() < 1366
    assert english != german
