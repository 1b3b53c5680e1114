"""Each letter under a line leads to one place: in every page beside the menu bar, and in every dialog."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QAbstractButton, QComboBox, QGroupBox, QLabel, QTabBar, QWidget

from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.ui.tabs.microdata.tab_job import WAYS
from sdc_desktop.words.program.languages import LANGUAGES, words_in
from tests.support.every_dialog import every_dialog
from tests.ui.conftest import add_window, make_every_page

WAIT = 60_000


@pytest.fixture(params=LANGUAGES)
def opened(qtbot, request, settings, theme, patients) -> MainWindow:
    """The demo in each language, every page made."""
    window = MainWindow(settings, theme, words_in(request.param))
    add_window(qtbot, window)
    window.show()
    window.controller.open_project(patients / "patients.sdcproj")
    qtbot.waitUntil(lambda: window.controller.opened is not None and window.loading.ready, timeout=WAIT)
    make_every_page(qtbot, window)
    return window


def texts(root: QWidget) -> list[str]:
    """What stands on the visible buttons, labels, boxes and tabs of a page."""
    found = []
    for widget in root.findChildren(QWidget):
        if not widget.isVisible():
            continue
        if isinstance(widget, QAbstractButton) or (isinstance(widget, QLabel) and widget.buddy() is not None):
            found.append(widget.text())
        elif isinstance(widget, QGroupBox):
            found.append(widget.title())
        elif isinstance(widget, QTabBar):
            found += [widget.tabText(index) for index in range(widget.count())]
    return found


def shared(found: list[str]) -> dict[str, list[str]]:
    """The letters that more than one text claims, with these texts."""
    letters = [(QKeySequence.mnemonic(text).toString(), text) for text in found]
    counts = Counter(letter for letter, _ in letters if letter)
    return {one: [text for letter, text in letters if letter == one] for one in counts if counts[one] > 1}


def states(page: QWidget, rest: Callable[[], None]) -> Iterator[str]:
    """Every way of a page by its question, and every tab of what is shown of it."""
    for name, choose in _ways(page):
        choose()
        rest()
        yield name
        for bar in [one for one in page.findChildren(QTabBar) if one.isVisible()]:
            for index in range(bar.count()):
                if bar.isTabVisible(index) and bar.isTabEnabled(index):
                    bar.setCurrentIndex(index)
                    rest()
                    yield f"{name}, {bar.tabText(index)}"


def _ways(page: QWidget) -> Iterator[tuple[str, Callable[[], object]]]:
    question = getattr(page, "question", None)
    if question is None:
        yield "", lambda: None
        return
    if hasattr(page, "pipeline"):
        for view in page.pipeline.cards.views:
            if not view.add:
                yield view.title, partial(page.show_card, view.key)
        page.reveal(page.question)
        for way in WAYS:
            yield way, partial(page.choose_way, way)
        return
    if hasattr(page, "tables"):
        for action in page.tables.kinds.actions():
            yield action.text(), action.trigger
        return
    if hasattr(question, "ways"):
        for button in question.ways.findChildren(QAbstractButton):
            yield button.text(), button.click
        return
    if hasattr(page, "cards"):
        for view in page.cards.views:
            if not view.add:
                yield view.title, partial(page.cards.chosen.emit, view.key)
        return
    box = question.way if isinstance(question.way, QComboBox) else question.way.findChild(QComboBox)
    for index in range(box.count()):

        def choose(index: int = index) -> None:
            box.setCurrentIndex(index)
            box.activated.emit(index)

        yield box.itemText(index), choose


def test_no_letter_of_a_page_leads_to_two_places(qtbot, opened) -> None:
    def rest() -> None:
        qtbot.waitUntil(lambda: opened.jobs.idle, timeout=WAIT)

    bar = [top.text() for top in opened.menuBar().actions()]
    found, seen = {}, 0
    for index in range(opened.tabs.count()):
        opened.tabs.setCurrentIndex(index)
        rest()
        place = opened.tabs.currentWidget()
        page = place.page
        for name in states(page, rest):
            seen += 1
            if shared(bar + texts(page)):
                found[opened.tabs.tabText(index), name] = shared(bar + texts(page))
    assert found == {}
    assert seen > 25


def test_no_letter_of_the_first_page_leads_to_two_places(qtbot, settings, theme) -> None:
    for language in LANGUAGES:
        window = MainWindow(settings, theme, words_in(language))
        add_window(qtbot, window)
        window.show()
        bar = [top.text() for top in window.menuBar().actions()]
        assert shared(bar + texts(window.start_page)) == {}


def test_no_letter_of_a_dialog_leads_to_two_places(qtbot, opened, patients) -> None:
    found = {}
    for name, dialog in every_dialog(opened, patients, lambda done: qtbot.waitUntil(done, timeout=WAIT)):
        if shared(texts(dialog)):
            found[name] = shared(texts(dialog))
    assert found == {}


def test_no_letter_of_a_checked_submission_leads_to_two_places(qtbot, settings, theme) -> None:
    for language in LANGUAGES:
        window = MainWindow(settings, theme, words_in(language))
        add_window(qtbot, window)
        window.show()
        window.open_demo("outputs")
        qtbot.waitUntil(lambda window=window: window.outputs_place.page is not None, timeout=WAIT)
        page = window.outputs_place.page
        qtbot.waitUntil(lambda page=page: page.presenter.view.ready, timeout=WAIT)
        assert page.approval.isVisible()
        bar = [top.text() for top in window.menuBar().actions()]
        assert shared(bar + texts(page)) == {}
