"""The tab in the window: made when it is looked at, with help of its own, led to from a problem."""

import json
from pathlib import Path

import pytest

from sdc_desktop.engine.problems import Place, error
from sdc_desktop.ui.dialogs.help import help_place_of
from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.ui.tabs.cae.page import RiskCurvesPage
from tests.ui.tabs.cae.conftest import WAIT

PASTED = {"name": "pasted", "kind": "cae", "params": {"values": [1, 3, 8, 9]}}


@pytest.fixture
def opened(qtbot, window: MainWindow, tmp_path: Path) -> MainWindow:
    path = tmp_path / "plan.sdcplan"
    path.write_text(json.dumps({"schema": 2, "jobs": [PASTED]}), encoding="utf-8")
    assert window.controller.open_plan(path)
    qtbot.waitUntil(lambda: window.loading.ready and window.jobs.idle, timeout=WAIT)
    return window


def pages(window: MainWindow) -> list[RiskCurvesPage]:
    return window.cae_place.findChildren(RiskCurvesPage)


def test_the_page_is_made_when_its_tab_is_looked_at_and_once(opened: MainWindow, qtbot) -> None:
    assert pages(opened) == []
    opened.tabs.setCurrentWidget(opened.cae_place)
    (page,) = pages(opened)
    qtbot.waitUntil(lambda: opened.jobs.idle, timeout=WAIT)
    assert page.presenter.view.ready
    opened.tabs.setCurrentIndex(0)
    opened.tabs.setCurrentWidget(opened.cae_place)
    assert pages(opened) == [page]


def test_a_problem_of_a_curve_leads_to_its_tab(opened: MainWindow) -> None:
    opened._jump(error("cae.probabilities", Place(key="jobs[0].params.probabilities", job="pasted")))
    assert opened.tabs.currentWidget() is opened.cae_place


def test_each_part_has_a_page_of_help(opened: MainWindow) -> None:
    opened.tabs.setCurrentWidget(opened.cae_place)
    (page,) = pages(opened)
    assert help_place_of(page.question.curve.parts["values"]).page == "cae"
    assert help_place_of(page.question.experiment.parts["repeats"]).page == "cae_experiment"


def test_values_can_be_pasted_with_nothing_open(window: MainWindow, qtbot) -> None:
    window.start_page.curve_wanted.emit()
    qtbot.waitUntil(lambda: bool(pages(window)) and window.jobs.idle, timeout=WAIT)
    (page,) = pages(window)
    assert window.centre.currentWidget() is window.tabs
    assert window.tabs.currentWidget() is window.cae_place
    assert page.presenter.way == "values"
    field = page.question.curve.parts["values"]
    field.setPlainText("77\n80")
    field.settle()
    qtbot.waitUntil(lambda: page.presenter.view.ready, timeout=WAIT)
    assert page.presenter.view.answer.result.area == 3
    assert window.controller.plan.data is None


def test_the_demo_on_salaries_opens_at_its_curve(window: MainWindow, qtbot) -> None:
    window.start_page.salaries_wanted.emit()

    def drawn() -> bool:
        return bool(pages(window)) and pages(window)[0].presenter.view.ready

    qtbot.waitUntil(drawn, timeout=WAIT)
    (page,) = pages(window)
    assert len(page.presenter.view.answer.result.cases) == 131
    assert not any(problem.severity == "error" for problem in window.controller.problems)
