"""How many clicks the tasks take that an officer does every day, file choosers apart."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QTableView, QWidget
from pytestqt.qtbot import QtBot

from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.ui.tabs.microdata.page import MicrodataPage
from tests.ui.hands import LEFT, Hands
from tests.ui.test_first_hour import FirstHour
from tests.ui.test_journeys import CountingHands


@pytest.fixture
def hands(qtbot: QtBot, window: MainWindow) -> CountingHands:
    window.resize(1440, 900)
    window.activateWindow()
    qtbot.waitActive(window)
    return CountingHands(qtbot, window)


@pytest.fixture
def page(hands: CountingHands, tmp_path: Path) -> MicrodataPage:
    """A file that was just opened: roles are proposed, hierarchies are not."""
    FirstHour(hands, tmp_path).open_a_file()
    place = hands.window.microdata_place
    hands.wait(lambda: place.page is not None and not place.page.making)
    hands.rest()
    hands.clicks = 0
    return place.page


def click(hands: Hands, widget: QWidget, at: QPoint | None = None) -> None:
    hands.qtbot.mouseClick(widget, LEFT, pos=widget.rect().center() if at is None else at)
    hands.clicks += 1
    settled(hands)


def settled(hands: Hands) -> None:
    hands.rest()
    hands.wait(lambda: not hands.window.controller.steps.computing)


def recode(hands: CountingHands, page: MicrodataPage) -> None:
    """Check the roles; add a step; a level by what it contains."""
    hands.card("roles")
    hands.add_step("Recode")
    line = page.levels.recode.cards["age"]
    hands.wait(lambda: line.is_open and len(line.levels) > 2)
    level = next(one for one in line.levels if one.text().startswith("10-year bands: 20–29"))
    click(hands, level, QPoint(9, level.height() // 2))


def test_recoding_a_new_file_takes_four_clicks(hands: CountingHands, page: MicrodataPage) -> None:
    recode(hands, page)
    assert hands.clicks == 4
    assert hands.window.controller.plan.jobs[0].params.levels["age"] == 2
    assert set(hands.window.controller.plan.data.hierarchies) == {"age", "sex", "region"}


def test_suppressing_and_exporting_takes_four_clicks(
    hands: CountingHands, page: MicrodataPage, tmp_path: Path
) -> None:
    recode(hands, page)
    hands.clicks = 0
    hands.add_step("Suppress")
    settled(hands)
    hands.press("Export…")
    hands.press("Export 3 files")
    assert hands.clicks == 4
    hands.wait((tmp_path / "clinic_report.pdf").is_file)
    settled(hands)
    assert (tmp_path / "clinic_protected.csv").is_file()


def test_why_a_record_is_at_risk_takes_three_clicks(hands: CountingHands, page: MicrodataPage) -> None:
    recode(hands, page)
    hands.clicks = 0
    bar, records = page.step_tabs.bar, page.step_tabs.records
    names = [bar.tabText(place) for place in range(bar.count())]
    click(hands, bar, bar.tabRect(names.index("Records")).center())
    hands.wait(lambda: records.table.model().rowCount() > 0)
    table = records.table
    assert isinstance(table, QTableView)
    click(hands, table.viewport(), table.visualRect(table.model().index(0, 0)).center())
    tabs = page.frame.panel.tabs
    click(hands, tabs, tabs.tabRect(1).center())
    assert hands.clicks == 3
    assert page.why.isVisible()
    assert "Class now" in page.why.text()
    small = int(records.table.model().index(0, 1).data()) < 3
    assert ("What makes the class small" in page.why.text()) is small
