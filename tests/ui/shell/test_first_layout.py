"""What a screen of 1366 by 768 shows without scrolling when the program is first used."""

from pathlib import Path

import pytest
from PySide6.QtCore import QSize

from sdc_desktop.ui.models.variables_model import Column
from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.ui.tabs.microdata.page import MicrodataPage
from sdc_desktop.words.program.languages import LANGUAGES, words_in
from tests.ui.conftest import add_window, choose_roles

SCREEN = QSize(1366, 736)  # what a task bar or a title bar leaves of 768
WAIT = 30_000


@pytest.fixture
def wide(qtbot, settings, theme, words, monkeypatch) -> MainWindow:
    """A window that fills such a screen; the one tests have is smaller."""
    monkeypatch.setattr(MainWindow, "_first_size", lambda _: SCREEN)
    made = MainWindow(settings, theme, words)
    add_window(qtbot, made)
    made.show()
    return made


@pytest.fixture
def page(qtbot, wide: MainWindow, patients: Path) -> MicrodataPage:
    """The demo's two variables in it."""
    assert wide.controller.open_plan(patients / "patients.sdcplan")
    qtbot.waitUntil(lambda: bool(wide.microdata_place.findChildren(MicrodataPage)), timeout=WAIT)
    (found,) = wide.microdata_place.findChildren(MicrodataPage)
    rest(qtbot, wide, found)
    qtbot.waitUntil(lambda: found.presenter.view.answer is not None, timeout=WAIT)
    found.show_card("step:anopi")
    rest(qtbot, wide, found)
    return found


def rest(qtbot, window: MainWindow, page: MicrodataPage) -> None:
    qtbot.waitUntil(lambda: window.jobs.idle and not page.making, timeout=WAIT)


@pytest.mark.parametrize("size", [SCREEN, QSize(1440, 868), QSize(1920, 1040)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_card_roles_shows_all_of_the_variables(
    qtbot, settings, theme, monkeypatch, patients: Path, language: str, size: QSize
) -> None:
    monkeypatch.setattr(MainWindow, "_first_size", lambda _: size)
    window = MainWindow(settings, theme, words_in(language))
    add_window(qtbot, window)
    window.show()
    assert window.controller.open_plan(patients / "patients.sdcplan")
    qtbot.waitUntil(lambda: window.microdata_place.page is not None and window.jobs.idle, timeout=WAIT)
    choose_roles(window)
    table = window.data_panel.variables.table
    assert table.isVisible()
    right = table.columnViewportPosition(Column.MISSING) + table.columnWidth(Column.MISSING)
    assert right <= table.viewport().width()


def test_a_long_file_name_does_not_widen_the_window(qtbot, wide: MainWindow, page, tmp_path: Path) -> None:
    page.show_card("file")
    before = wide.minimumSizeHint().width()
    csv = tmp_path / f"{'a_survey_of_households_' * 5}.csv"
    csv.write_text("a;b\n1;x\n", encoding="utf-8")
    with qtbot.waitSignal(wide.controller.data_opened):
        wide.controller.open_data(csv)
    qtbot.waitUntil(lambda: wide.jobs.idle, timeout=WAIT)
    assert page.card == "file"
    assert wide.minimumSizeHint().width() == before


def test_planes_stand_side_by_side_and_nothing_scrolls(page: MicrodataPage) -> None:
    tops = {frame.y() for frame in page.answer.planes.values()}
    assert len(page.answer.planes) == 2
    assert len(tops) == 1
    assert page.step_tabs.areas["first"].verticalScrollBar().maximum() == 0
    assert page.form.area.verticalScrollBar().maximum() == 0


def test_nothing_scrolls_when_cells_are_suppressed(qtbot, wide: MainWindow, page: MicrodataPage) -> None:
    page.presenter.try_suppression({"suppress_below": 7, "suppress": "cells"})
    page.presenter.settle()
    rest(qtbot, wide, page)
    qtbot.waitUntil(lambda: page.form.area.verticalScrollBar().maximum() == 0, timeout=WAIT)
    assert page.step_tabs.areas["first"].verticalScrollBar().maximum() == 0
    assert page.form.suppression.meaning.isVisible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_tab_needs_more_than_the_screen_in_any_language(
    qtbot, settings, theme, monkeypatch, tmp_path: Path, language: str
) -> None:
    """With the demo's tour beside it, as it first appears."""
    monkeypatch.setattr(MainWindow, "_first_size", lambda _: SCREEN)
    window = MainWindow(settings, theme, words_in(language))
    add_window(qtbot, window)
    window.show()
    window.open_demo("patients")
    qtbot.waitUntil(lambda: bool(window.microdata_place.findChildren(MicrodataPage)), timeout=WAIT)
    assert window.tour.dock.isVisible()
    for index in range(window.tabs.count()):
        window.tabs.setCurrentIndex(index)
        place = window.tabs.currentWidget()
        qtbot.waitUntil(lambda place=place: place.page is not None, timeout=WAIT)
        qtbot.waitUntil(lambda place=place: not getattr(place.page, "making", False), timeout=WAIT)
        qtbot.waitUntil(lambda: window.jobs.idle, timeout=WAIT)
        assert window.minimumSizeHint().width() <= SCREEN.width(), window.tabs.tabText(index)
        assert window.width() == SCREEN.width()
