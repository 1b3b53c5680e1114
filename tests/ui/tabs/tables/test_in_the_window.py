"""The tab in the window: made when it is looked at, with help of its own, led to from a problem; the demo."""

import json
from pathlib import Path

import pytest

from sdc_desktop.engine.problems import Place, error
from sdc_desktop.ui.dialogs.help import help_place_of
from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.ui.tabs.tables.page import TablesPage
from sdc_desktop.ui.tabs.tables.view import Stage
from tests.ui.tabs.tables.conftest import WAIT
from tests.ui.tabs.tables.test_audit import GOLDEN, LEAKY


@pytest.fixture
def opened(qtbot, window: MainWindow, tmp_path: Path) -> MainWindow:
    path = tmp_path / "plan.sdcplan"
    job = {"name": "published", "kind": "audit", "params": {"table": GOLDEN}}
    path.write_text(json.dumps({"schema": 2, "jobs": [job]}), encoding="utf-8")
    assert window.controller.open_plan(path)
    qtbot.waitUntil(lambda: window.loading.ready and window.jobs.idle, timeout=WAIT)
    return window


def pages(window: MainWindow) -> list[TablesPage]:
    return window.tables_place.findChildren(TablesPage)


def test_the_page_is_made_when_its_tab_is_looked_at_and_once(opened: MainWindow, qtbot) -> None:
    assert pages(opened) == []
    opened.tabs.setCurrentWidget(opened.tables_place)
    (page,) = pages(opened)
    qtbot.waitUntil(lambda: opened.jobs.idle, timeout=WAIT)
    assert page.presenter.view.ready
    opened.tabs.setCurrentIndex(0)
    opened.tabs.setCurrentWidget(opened.tables_place)
    assert pages(opened) == [page]


def test_a_problem_of_a_table_leads_to_its_tab(opened: MainWindow) -> None:
    opened._jump(error("table.not_additive", Place(key="jobs[0].params.table", job="published")))
    assert opened.tabs.currentWidget() is opened.tables_place


def test_each_part_has_a_page_of_help(opened: MainWindow) -> None:
    opened.tabs.setCurrentWidget(opened.tables_place)
    (page,) = pages(opened)
    assert help_place_of(page.question.forms["table"].parts["value"]).page == "table"
    assert help_place_of(page.question.forms["audit"].parts["table"]).page == "audit"
    assert help_place_of(page.question.forms["linked_audit"].parts["scenarios"]).page == "linked_audit"


def test_the_demo_of_a_table_opens_in_its_tab(window: MainWindow, qtbot) -> None:
    window.open_table_demo()
    qtbot.waitUntil(lambda: window.loading.ready and bool(pages(window)), timeout=WAIT)
    qtbot.waitUntil(lambda: window.jobs.idle and window.controller.opened is not None, timeout=WAIT)
    (page,) = pages(window)
    qtbot.waitUntil(lambda: page.presenter.view.judged is not None, timeout=WAIT)
    assert window.tabs.currentWidget() is window.tables_place
    assert page.presenter.view.judged.result.risks.unsafe > 0


def test_a_published_table_is_audited_from_the_start_page_without_data(window: MainWindow, qtbot) -> None:
    window.start_page.audit_wanted.emit()
    qtbot.waitUntil(lambda: bool(pages(window)), timeout=WAIT)
    (page,) = pages(window)
    assert window.centre.currentWidget() is window.tabs
    assert page.presenter.view.stage is Stage.NO_TABLE
    page.question.forms["audit"].parts["table"].text.setPlainText(LEAKY)
    page.question.forms["audit"].parts["table"].text.settle()
    qtbot.waitUntil(lambda: page.presenter.view.ready, timeout=WAIT)
    assert page.presenter.view.answer.result.disclosed == 1
    assert window.centre.currentWidget() is window.tabs
    qtbot.waitUntil(lambda: window.jobs.idle, timeout=WAIT)
