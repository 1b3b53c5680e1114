"""The user guide: found by F1, by search, by links; every page can be reached."""

import re

import pytest
from PySide6.QtCore import Qt, QUrl

from sdc_desktop.resources import resource_path
from sdc_desktop.ui.dialogs.help import HelpWindow, help_page_of
from sdc_desktop.words import Words
from sdc_desktop.words.help_pages import found, help_pages


@pytest.fixture
def guide(qtbot) -> HelpWindow:
    window = HelpWindow(Words())
    qtbot.addWidget(window)
    window.show()
    return window


def test_f1_opens_the_page_of_what_has_the_focus(qtbot, window) -> None:
    window.data_panel.variables.search.setFocus()
    assert help_page_of(window.data_panel.variables.search) == "data"
    qtbot.keyClick(window, Qt.Key.Key_F1)
    qtbot.waitUntil(lambda: window.help_command.guide is not None and window.help_command.guide.isVisible())
    assert window.help_command.guide.page in ("data", "first-steps")


def test_what_names_no_page_opens_the_first() -> None:
    assert help_page_of(None) == "index"


def test_searching_lists_the_pages_that_have_all_the_words(qtbot, guide) -> None:
    qtbot.keyClicks(guide.search, "entropy points")
    titles = [guide.pages.item(row).text() for row in range(guide.pages.count())]
    assert "ANOPI: weighing utility against privacy" in titles
    assert 0 < len(titles) < len(help_pages(Words()))
    guide.search.clear()
    assert guide.pages.count() == len(help_pages(Words()))


def test_a_search_that_finds_nothing_says_so(qtbot, guide) -> None:
    qtbot.keyClicks(guide.search, "xyzzy")
    assert guide.pages.count() == 0
    assert "No page" in guide.text.toPlainText()


def test_a_link_leads_to_its_page(guide) -> None:
    guide.text.anchorClicked.emit(QUrl("anopi.md"))
    assert guide.page == "anopi"
    assert "Cobb" not in guide.text.toPlainText()
    assert "income" in guide.text.toPlainText()


def test_every_link_of_the_guide_leads_somewhere() -> None:
    names = {page.name for page in help_pages(Words())}
    for page in help_pages(Words()):
        for target in re.findall(r"\]\(([^)]+)\)", page.text):
            assert target.removesuffix(".md") in names, f"{page.name} links to {target}"


def test_every_page_is_linked_from_the_first() -> None:
    first = resource_path("help", "en", "index.md").read_text(encoding="utf-8")
    for page in help_pages(Words()):
        assert page.name == "index" or f"({page.name}.md)" in first


def test_pages_with_the_word_in_their_title_come_first() -> None:
    assert found(help_pages(Words()), "recoding")[0].name == "recode"


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
    qtbot.mouseClick(guide.pages.viewport(), Qt.MouseButton.LeftButton)
    assert guide.isEnabled()
    window.files.dialog.reject()
