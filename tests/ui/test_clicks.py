"""How many clicks the tasks take that an officer does every day, file choosers apart."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QTableView, QWidget
from pytestqt.qtbot import QtBot

from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.ui.tabs.microdata.page import MicrodataPage
from tests.support.outputs.cases import grid, workbook
from tests.ui.hands import LEFT, Hands
from tests.ui.tabs.tables.conftest import DATA, FIRMS, TABLE
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


def test_protecting_two_linked_tables_and_reading_why_a_cell_is_suppressed_takes_three_clicks(
    hands: CountingHands, tmp_path: Path
) -> None:
    """The second table has neither the holdings nor the rules of the first."""
    lines = "\n".join(",".join(map(str, row)) for row in FIRMS)
    (tmp_path / "firms.csv").write_text(lines + "\n", encoding="utf-8")
    first = {**TABLE["params"], "holding": "who"}
    second = {"dimensions": [{"variable": "region"}], "value": "turnover", "protect": first["protect"]}
    jobs = [
        {"name": name, "kind": "table", "params": params}
        for name, params in (("first", first), ("second", second))
    ]
    plan = tmp_path / "plan.sdcplan"
    plan.write_text(json.dumps({"schema": 2, "data": DATA, "jobs": jobs}), encoding="utf-8")
    window = hands.window
    assert window.controller.open_plan(plan)
    window.tabs.setCurrentWidget(window.tables_place)
    hands.wait(lambda: window.tables_place.page is not None and not window.tables_place.page.making)
    hands.wait(lambda: window.controller.opened is not None)
    hands.rest()
    page, steps = window.tables_place.page, len(window.controller.project.history)
    hands.press("Protect together")
    hands.wait(lambda: page.presenter.view.ready)
    hands.rest()
    assert len(window.controller.project.history) == steps + 1
    assert [job.params.protect.link for job in window.controller.plan.jobs] == ["first", "first"]
    assert {job.params.holding for job in window.controller.plan.jobs} == {"who"}
    assert len({job.params.rules for job in window.controller.plan.jobs}) == 1
    assert page.presenter.view.together.asked == "plan"
    assert page.verdict.grade_text, page.presenter.view.problems
    table, model = page.answer.cells.table, page.answer.cells.model
    place = next(
        model.index(row, column)
        for row in range(model.rowCount())
        for column in range(model.columnCount())
        if model.at(row, column).status == "secondary"
    )
    click(hands, table.viewport(), table.visualRect(place).center())
    tabs = page.frame.panel.tabs
    click(hands, tabs, tabs.tabRect(1).center())
    assert hands.clicks == 3
    assert page.why.isVisible()
    assert "secondary suppression" in page.why.text()


def test_asking_for_a_change_of_an_output_takes_one_click(hands: CountingHands, tmp_path: Path) -> None:
    rows = [["Area", "Men", "Women"], ["North", 3, 36], ["South", 52, 63]]
    (tmp_path / "few.xlsx").write_bytes(workbook({"Few": grid([["Persons"], *rows])}))
    window = hands.window
    window.tabs.setCurrentWidget(window.outputs_place)
    hands.wait(lambda: window.outputs_place.page is not None and not window.outputs_place.page.making)
    page = window.outputs_place.page
    page.presenter.add_outputs([tmp_path / "few.xlsx"])
    hands.wait(lambda: page.presenter.view.ready and page.presenter.view.item is not None)
    hands.rest()
    item = page.presenter.view.item
    hands.press("Change", page.frame.panel)
    hands.rest()
    assert hands.clicks == 1
    assert page.presenter.view.verdicts[item.id] == "change"
