"""How much of the window the result has: the middle of a place without the tabs above and the strip below."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QTabBar, QWidget

from sdc_desktop.ui.frame.panel import Strip
from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.ui.shell.tab_places import TabPlace
from sdc_desktop.words.program.languages import LANGUAGES, words_in
from tests.ui.conftest import add_window

WAIT = 60_000
OPEN, FOLDED = False, True
LEAST = (  # percent of the window, by its size and whether the panel is folded
    (QSize(1440, 900), OPEN, 46),
    (QSize(1366, 768), OPEN, 44),
    (QSize(1440, 900), FOLDED, 63),
    (QSize(1366, 768), FOLDED, 63),
    (QSize(960, 540), OPEN, 55),
)
STRIPS = {  # with the panel folded, where a strip below takes 36 pixels of the height, and a wide list more
    ("tables", 1366): 60,
    ("outputs", 1440): 61,
    ("outputs", 1366): 58,
}
DEMOS = {
    "microdata": "patients",
    "tables": "enterprises",
    "cae": "salaries",
    "release": "soldiers",
    "outputs": "outputs",
}


def shared(page: QWidget) -> float:
    """The percentage of its window that the result of a place has."""
    middle, window = page.frame.middle, page.window()
    rows = [one for kind in (Strip, QTabBar) for one in middle.findChildren(kind) if one.isVisible()]
    outer = [one for one in rows if not any(other is not one and other.isAncestorOf(one) for other in rows)]
    above = sum(one.height() for one in outer if one.width() > middle.width() / 3)
    return 100 * middle.width() * (middle.height() - above) / (window.width() * window.height())


def shown(qtbot, window: MainWindow, demo: str) -> QWidget:
    """The page of a demo, at rest."""
    window.open_demo(DEMOS[demo])
    window.tour.leave()
    place = window.tabs.currentWidget()
    assert isinstance(place, TabPlace)
    qtbot.waitUntil(lambda: place.page is not None and not place.page.making, timeout=WAIT)
    qtbot.waitUntil(lambda: window.jobs.idle, timeout=WAIT)
    return place.page


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("demo", DEMOS)
def test_the_result_has_its_share_of_the_window(qtbot, settings, theme, language: str, demo: str) -> None:
    window = MainWindow(settings, theme, words_in(language))
    add_window(qtbot, window)
    window.show()
    page = shown(qtbot, window, demo)
    for size, folded, least in LEAST:
        window.resize(size)
        if page.frame.panel_open is folded and size.width() > 1280:
            page.frame.fold_panel()
        qtbot.waitUntil(lambda size=size: window.size() == size)
        qtbot.waitUntil(lambda: page.frame.width() == window.width())
        least = STRIPS.get((demo, size.width()), least) if folded else least
        assert shared(page) >= least, (size, folded)
