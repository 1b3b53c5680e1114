"""The window in another language."""

import pytest

from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.words.program.languages import LANGUAGES, words_in
from tests.ui.conftest import add_window


@pytest.fixture(params=[language for language in LANGUAGES if language != "en"])
def foreign(request, qtbot, settings, theme) -> MainWindow:
    made = MainWindow(settings, theme, words_in(request.param))
    add_window(qtbot, made)
    made.show()
    return made


def test_every_menu_entry_has_a_mnemonic_of_its_own(foreign) -> None:
    for top in foreign.menuBar().actions():
        letters = [
            entry.text()[entry.text().index("&") + 1].casefold()
            for entry in top.menu().actions()
            if "&" in entry.text()
        ]
        assert len(letters) == len(set(letters)), top.text()


def test_the_menus_are_translated(foreign, window) -> None:
    shown = [top.text() for top in foreign.menuBar().actions()]
    assert len(shown) == len(window.menuBar().actions())
    assert shown != [top.text() for top in window.menuBar().actions()]


def test_the_choice_is_remembered_and_said_to_count_at_the_next_start(window, settings) -> None:
    menus = [top.menu() for top in window.menuBar().actions()]
    entries = [entry for menu in menus for entry in menu.actions() if entry.menu() is not None]
    choice = next(
        entry for sub in entries for entry in sub.menu().actions() if entry.text() == LANGUAGES["de"]
    )
    choice.trigger()
    assert settings.language == "de"
    assert window.banner.isVisible()
