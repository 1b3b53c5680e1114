"""Why explains what is selected in the tab that is shown, and nothing of a method or tab that was left."""

import pytest
from pytestqt.qtbot import QtBot

from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.ui.widgets.why_panel import WhyPanel

WAIT = 60_000


@pytest.fixture
def patients(qtbot: QtBot, window: MainWindow) -> MainWindow:
    window.show()
    window.loading.begin()
    window.open_patients()
    place = window.microdata_place
    qtbot.waitUntil(lambda: place.page is not None and place.page.answer is not None, timeout=WAIT)
    qtbot.waitUntil(lambda: bool(place.page.answer.planes) and window.jobs.idle, timeout=WAIT)
    window.tour.leave()
    place.page._on_selected(("yob", 1))
    assert "yob" in window.why.text()
    return window


def test_another_method_ends_the_explanation_of_a_level(qtbot: QtBot, patients: MainWindow) -> None:
    page = patients.microdata_place.page
    page._on_way("generalise")
    assert "Nothing selected" in patients.why.text()
    page._on_way("anopi")
    qtbot.waitUntil(lambda: patients.jobs.idle, timeout=WAIT)
    assert "Nothing selected" in patients.why.text()


def test_checking_the_file_ends_it_too(patients: MainWindow) -> None:
    patients.microdata_place.page.check_file()
    assert "Nothing selected" in patients.why.text()


def test_another_tab_has_another_explanation_and_the_first_comes_back(patients: MainWindow) -> None:
    known = patients.why.text()
    patients.tabs.setCurrentWidget(patients.tables_place)
    assert "Nothing selected" in patients.why.text()
    patients.tabs.setCurrentWidget(patients.microdata_place)
    assert patients.why.text() == known


def test_a_variable_of_the_file_stays_explained_on_every_tab(patients: MainWindow) -> None:
    patients.data_panel.variable_chosen.emit("ms")
    known = patients.why.text()
    patients.tabs.setCurrentWidget(patients.tables_place)
    assert patients.why.text() == known


def test_a_selected_cell_is_explained_again_when_the_plan_changed_meanwhile(
    qtbot: QtBot, window: MainWindow
) -> None:
    window.show()
    window.loading.begin()
    window.open_table_demo()
    place = window.tables_place
    qtbot.waitUntil(lambda: place.page is not None and window.jobs.idle, timeout=WAIT)
    page = place.page
    qtbot.waitUntil(lambda: page.presenter.view.shown is not None, timeout=WAIT)
    window.tour.leave()
    cell = page.presenter.view.shown.result.cells[5].coordinates
    page.show_cell(cell)
    known = window.why.text()
    assert "Nothing selected" not in known
    window.tabs.setCurrentWidget(window.microdata_place)
    window.controller.set_variables(("region",), role="key")
    qtbot.waitUntil(lambda: window.jobs.idle, timeout=WAIT)
    assert "Nothing selected" in window.why.text()
    window.tabs.setCurrentWidget(place)
    qtbot.waitUntil(lambda: cell[0] in window.why.text(), timeout=WAIT)


def test_what_was_explained_elsewhere_is_forgotten_with_the_plan(qtbot: QtBot, words) -> None:
    why = WhyPanel(words)
    qtbot.addWidget(why)
    why.turn_to(0)
    why.show("a cell", (("value", "1"),))
    why.turn_to(1)
    why.forget_places()
    why.turn_to(0)
    assert "Nothing selected" in why.text()
