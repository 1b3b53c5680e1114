"""The window in another language."""

import gc
import threading
import weakref
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QFileDialog,
    QLabel,
    QTabWidget,
    QWidget,
)

from sdc_desktop.app import FaultCatcher, WindowKeeper, speak
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.settings import Settings
from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.ui.widgets.elided_label import ElidedLabel
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


def choose(window: MainWindow, language: str) -> None:
    """Take a language from the menu."""
    entries = [entry for entry in window.findChildren(QAction) if entry.text() == LANGUAGES[language]]
    entries[0].trigger()


def texts(window: QWidget) -> set[str]:
    """All that is shown in words: labels, buttons, menus, tabs, choices, and the headings of tables."""
    shown = [one for one in window.findChildren(QWidget) if one.isVisible()]
    found = {one.text() for one in shown if isinstance(one, QLabel | QAbstractButton)}
    found |= {one.toolTip() for one in shown if not isinstance(one, ElidedLabel)}  # as they have room
    found |= {entry.text() for top in window.menuBar().actions() for entry in top.menu().actions()}
    for one in shown:
        if isinstance(one, QTabWidget):
            found |= {one.tabText(index) for index in range(one.count())}
        elif isinstance(one, QComboBox):
            found |= {one.itemText(index) for index in range(one.count())}
        elif isinstance(one, QAbstractItemView) and one.model() is not None:
            across = Qt.Orientation.Horizontal
            found |= {str(one.model().headerData(n, across)) for n in range(one.model().columnCount())}
    return found


def look_round(qtbot, window: MainWindow) -> None:
    """Open the demo of tables, protect the table, and look at both tabs of the plan."""
    window.open_demo("enterprises")
    qtbot.waitUntil(lambda: window.tables_place.page is not None and window.controller.opened is not None)
    qtbot.waitUntil(lambda: window.jobs.idle)
    page = window.tables_place.page
    page.presenter.run()
    qtbot.waitUntil(lambda: window.jobs.idle and page.presenter.view.ready and not page.making)


@pytest.fixture
def keeper(qtbot, qapp, settings, tmp_path, monkeypatch) -> WindowKeeper:
    """The program's window in English, without the hooks for faults."""
    settings.language, settings.theme = "en", "light"
    made = WindowKeeper(qapp, settings, FaultCatcher(tmp_path / "reports"))
    made.window.show()
    made.window.loading.begin()
    qtbot.waitUntil(lambda: made.window.loading.ready and made.window.jobs.idle)
    yield made
    add_window(qtbot, made.window)
    speak(qapp, words_in("en"))


def changed(qtbot, keeper: WindowKeeper, language: str) -> MainWindow:
    """The window after its language was chosen."""
    old = keeper.window
    choose(old, language)
    qtbot.waitUntil(lambda: keeper.window is not old)
    qtbot.waitUntil(lambda: keeper.window.jobs.idle)
    return keeper.window


def test_the_start_page_changes_its_language_at_once(qtbot, keeper, settings, theme) -> None:
    window = changed(qtbot, keeper, "de")
    assert settings.language == "de"
    fresh = MainWindow(settings, theme, words_in("de"))
    add_window(qtbot, fresh)
    fresh.show()
    assert texts(window) == texts(fresh)
    assert window.centre.currentWidget() is window.start_page


def test_an_open_project_is_shown_in_the_other_language_without_reading_or_computing_again(
    qtbot, keeper, tmp_path, theme, monkeypatch
) -> None:
    old = keeper.window
    look_round(qtbot, old)
    answer = old.tables_place.page.presenter.view.answer
    started = []
    begin = JobManager.start
    monkeypatch.setattr(
        JobManager, "start", lambda *given, **more: started.append(given[1]) or begin(*given, **more)
    )
    window = changed(qtbot, keeper, "de")
    monkeypatch.undo()
    assert not [title for title in started if title]
    assert window.tables_place.page.presenter.view.answer is answer
    assert window.tabs.currentWidget() is window.tables_place
    assert window.tour.running

    own = Settings(tmp_path / "own" / "settings.ini")
    own.language, own.theme = "de", "light"
    fresh = MainWindow(own, theme, words_in("de"))
    add_window(qtbot, fresh)
    fresh.show()
    fresh.loading.begin()
    look_round(qtbot, fresh)
    for one in (window, fresh):
        one.tabs.setCurrentWidget(one.tables_place)
        qtbot.waitUntil(lambda one=one: one.jobs.idle and not one.tables_place.page.making)
    assert texts(window) == texts(fresh)
    for one in (window, fresh):
        one.tabs.setCurrentWidget(one.microdata_place)
        qtbot.waitUntil(lambda one=one: one.jobs.idle and not one.microdata_place.page.making)
        one.show_report_details()
    assert texts(window) == texts(fresh)
    assert window.report_details.windowTitle() == fresh.report_details.windowTitle()


def test_the_window_before_is_gone_with_its_timers_and_objects(qtbot, keeper) -> None:
    old = keeper.window
    look_round(qtbot, old)
    gone = weakref.ref(old)
    del old
    changed(qtbot, keeper, "de")

    def is_gone() -> bool:
        gc.collect()
        return gone() is None

    qtbot.waitUntil(is_gone)


def test_steps_that_are_not_saved_stay_with_their_recovery_file(qtbot, keeper) -> None:
    keeper.window.open_demo("patients")
    qtbot.waitUntil(lambda: keeper.window.controller.opened is not None and keeper.window.jobs.idle)
    keeper.window.controller.set_variables(("disease",), role="other")
    keeper.window.recovery.write()
    put_aside, steps = keeper.window.recovery.place, keeper.window.controller.project.history
    window = changed(qtbot, keeper, "de")
    assert put_aside.is_file()
    assert window.recovery.place == put_aside
    assert window.recovery.left_behind is None
    assert window.controller.dirty
    assert window.controller.project.history == steps
    window.controller.undo()
    assert not window.controller.dirty
    assert not put_aside.exists()


def test_a_running_job_is_waited_for_and_the_window_says_so(qtbot, keeper) -> None:
    old, ended = keeper.window, threading.Event()
    old.jobs.start("Counting", lambda _: ended.wait(60))
    choose(old, "de")
    qtbot.waitUntil(lambda: "running job has ended" in old.notices.text_shown)
    assert keeper.window is old
    ended.set()
    qtbot.waitUntil(lambda: keeper.window is not old)
    assert keeper.window.words.language == "de"


def test_groups_made_by_hand_are_in_use_before_the_language_changes(
    qtbot, keeper, tmp_path, monkeypatch
) -> None:
    old = keeper.window
    old.open_demo("patients")
    qtbot.waitUntil(lambda: old.microdata_place.page is not None and old.jobs.idle)
    page = old.microdata_place.page
    page.ask_hierarchy("yob")
    qtbot.waitUntil(lambda: page.hierarchy.editor is not None and old.jobs.idle)
    editor = page.hierarchy.editor
    editor.edit.click()
    qtbot.waitUntil(lambda: editor.manual.current is not None and old.jobs.idle)
    editor.manual.add.click()
    qtbot.waitUntil(lambda: old.jobs.idle)
    choose(old, "de")
    qtbot.waitUntil(lambda: any("made by hand" in text for text in old.notices.texts))
    assert keeper.window is old
    target = tmp_path / "by_hand.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    editor.use.click()
    qtbot.waitUntil(lambda: keeper.window is not old)
    hierarchies = keeper.window.controller.plan.data.hierarchies
    assert Path(hierarchies["yob"].path).name == target.name
    qtbot.waitUntil(lambda: keeper.window.jobs.idle)


def test_a_language_that_is_taken_back_changes_nothing(qtbot, keeper) -> None:
    old, ended = keeper.window, threading.Event()
    old.jobs.start("Counting", lambda _: ended.wait(60))
    choose(old, "de")
    qtbot.waitUntil(lambda: bool(old.notices.texts))
    choose(old, "en")
    qtbot.waitUntil(lambda: not old.notices.texts)
    ended.set()
    qtbot.waitUntil(lambda: old.jobs.idle)
    assert keeper.window is old


def test_a_language_switch_forgets_nothing(qtbot, keeper) -> None:
    old = keeper.window
    old.open_demo("patients")
    old.tour.leave()
    qtbot.waitUntil(lambda: old.microdata_place.page is not None and old.jobs.idle)
    page = old.microdata_place.page
    qtbot.waitUntil(lambda: page.presenter.view.answer is not None and not page.making)
    page.show_card("step:anopi")
    page.step_tabs.turn_to_tab("risk")
    page.show_card("roles")
    old.drawers.open("notes")
    old.notes.notes.setPlainText("half a sentence")
    old.notices.notify("offer", ("Do it", lambda: None))
    page.exports.tick(("report", False))
    page.presenter.try_points("user_points", "yob", 710)
    draft = page.presenter.drafted_plan
    assert old.controller.plan != draft
    window = changed(qtbot, keeper, "de")
    assert window.microdata_place.page.card == "roles"
    assert window.controller.plan == draft
    assert not window.microdata_place.page.exports.is_ticked("report")
    assert window.controller.project.notes == window.notes.notes.toPlainText() == "half a sentence"
    assert window.drawers.current is window.drawers.named("notes")
    window.microdata_place.page.show_card("step:anopi")
    qtbot.waitUntil(lambda: window.microdata_place.page.step_tabs.tab == "risk")
    window.controller.undo()
    window.controller.undo()
    assert window.controller.project.notes == ""
