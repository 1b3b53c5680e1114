"""The tabs in the window: made when looked at, with help of their own, led to from a problem; their demos."""

import json
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget

from sdc_desktop.engine.problems import Place, error
from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.ui.tabs.cae.page import RiskCurvesPage
from sdc_desktop.ui.tabs.release.page import ReleaseQueuePage
from sdc_desktop.ui.tabs.release.tab_job import Stage as ReleaseStage
from sdc_desktop.ui.tabs.tables.page import TablesPage
from sdc_desktop.ui.tabs.tables.view import Stage
from sdc_desktop.ui.widgets.help_window import help_place_of
from tests.ui.tabs.tables.test_audit import GOLDEN, LEAKY

WAIT = 60_000


@dataclass(frozen=True)
class Case:
    """A plan without data, its tab, a problem that leads there, and the parts with pages of help."""

    place: str
    page: type[QWidget]
    kind: str
    params: dict[str, object]
    code: str
    key: str
    help: tuple[tuple[str, str, str], ...]  # a form, one of its parts, the page


CURVES = Case(
    "cae_place",
    RiskCurvesPage,
    "cae",
    {"values": [1, 3, 8, 9]},
    "cae.probabilities",
    "probabilities",
    (("curve", "values", "cae"), ("experiment", "repeats", "cae_experiment")),
)
TABLES = Case(
    "tables_place",
    TablesPage,
    "audit",
    {"table": GOLDEN},
    "table.not_additive",
    "table",
    (("table", "value", "table"), ("audit", "table", "audit"), ("linked_audit", "scenarios", "linked_audit")),
)
BOTH = pytest.mark.parametrize("case", [CURVES, TABLES], ids=["curves", "tables"])


@pytest.fixture
def opened(qtbot, window: MainWindow, tmp_path: Path, case: Case) -> MainWindow:
    path = tmp_path / "plan.sdcplan"
    job = {"name": "first", "kind": case.kind, "params": case.params}
    path.write_text(json.dumps({"schema": 2, "jobs": [job]}), encoding="utf-8")
    assert window.controller.open_plan(path)
    qtbot.waitUntil(lambda: window.loading.ready and window.jobs.idle, timeout=WAIT)
    return window


def place(window: MainWindow, case: Case) -> QWidget:
    return getattr(window, case.place)


def pages(window: MainWindow, page: type[QWidget]) -> list[QWidget]:
    return window.tabs.findChildren(page)


@BOTH
def test_a_plan_without_data_opens_on_the_tab_of_its_first_job_whose_page_is_made_once(
    opened: MainWindow, case: Case, qtbot
) -> None:
    assert opened.tabs.currentWidget() is place(opened, case)
    (page,) = place(opened, case).findChildren(case.page)
    qtbot.waitUntil(lambda: opened.jobs.idle, timeout=WAIT)
    assert page.presenter.view.ready
    opened.tabs.setCurrentIndex(0)
    opened.tabs.setCurrentWidget(place(opened, case))
    assert pages(opened, case.page) == [page]


@BOTH
def test_a_problem_leads_to_its_tab(opened: MainWindow, case: Case) -> None:
    opened.tabs.setCurrentIndex(0)
    opened._jump(error(case.code, Place(key=f"jobs[0].params.{case.key}", job="first")))
    assert opened.tabs.currentWidget() is place(opened, case)


@BOTH
def test_each_part_has_a_page_of_help(opened: MainWindow, case: Case) -> None:
    opened.tabs.setCurrentWidget(place(opened, case))
    (page,) = pages(opened, case.page)
    forms = getattr(page.question, "forms", None)
    form_of = partial(getattr, page.question) if forms is None else forms.__getitem__
    found = [(form, part, help_place_of(form_of(form).parts[part]).page) for form, part, _ in case.help]
    assert found == list(case.help)


def test_the_demo_of_a_table_opens_in_its_tab(window: MainWindow, qtbot) -> None:
    window.open_demo("enterprises")
    qtbot.waitUntil(lambda: window.loading.ready and bool(pages(window, TablesPage)), timeout=WAIT)
    qtbot.waitUntil(lambda: window.jobs.idle and window.controller.opened is not None, timeout=WAIT)
    (page,) = pages(window, TablesPage)
    qtbot.waitUntil(lambda: page.presenter.view.judged is not None, timeout=WAIT)
    assert window.tabs.currentWidget() is window.tables_place
    assert page.presenter.view.judged.result.risks.unsafe > 0


def test_a_published_table_is_audited_from_the_start_page_without_data(window: MainWindow, qtbot) -> None:
    window.start_page.audit_requested.emit()
    qtbot.waitUntil(lambda: bool(pages(window, TablesPage)), timeout=WAIT)
    (page,) = pages(window, TablesPage)
    assert window.centre.currentWidget() is window.tabs
    assert page.presenter.view.stage is Stage.NO_TABLE
    page.question.forms["audit"].parts["table"].text.setPlainText(LEAKY)
    page.question.forms["audit"].parts["table"].text.settle()
    qtbot.waitUntil(lambda: page.presenter.view.ready, timeout=WAIT)
    assert page.presenter.view.answer.result.disclosed == 1
    assert window.centre.currentWidget() is window.tabs
    qtbot.waitUntil(lambda: window.jobs.idle, timeout=WAIT)


def test_the_demo_of_releases_opens_on_its_tab_ready_to_be_run(window: MainWindow, qtbot) -> None:
    window.start_page.release_demo_requested.emit()
    qtbot.waitUntil(
        lambda: window.loading.ready and window.jobs.idle and not window.controller.reading, timeout=WAIT
    )
    (page,) = pages(window, ReleaseQueuePage)
    assert window.tabs.currentWidget() is window.release_place
    assert page.presenter.view.stage is ReleaseStage.READY
    assert page.presenter.view.params.orders == 5
    assert window.controller.path is None
    assert help_place_of(page.question.form.parts["alpha"]).page == "release"
    assert help_place_of(page.live.ask.record).page == "release"
    window.tabs.setCurrentIndex(0)
    name = window.controller.plan.jobs[0].name
    window._jump(error("release.baseline_sum", Place(key="jobs[0].params.baseline", job=name), total=2))
    assert window.tabs.currentWidget() is window.release_place
    assert pages(window, ReleaseQueuePage) == [page]


def test_values_can_be_pasted_with_nothing_open(window: MainWindow, qtbot) -> None:
    window.start_page.curve_requested.emit()
    qtbot.waitUntil(lambda: bool(pages(window, RiskCurvesPage)) and window.jobs.idle, timeout=WAIT)
    (page,) = pages(window, RiskCurvesPage)
    assert window.centre.currentWidget() is window.tabs
    assert window.tabs.currentWidget() is window.cae_place
    assert page.presenter.way == "values"
    field = page.question.curve.parts["values"]
    field.setPlainText("77\n80")
    field.settle()
    qtbot.waitUntil(lambda: page.presenter.view.ready, timeout=WAIT)
    assert page.presenter.view.answer.result.area == 3
    assert window.controller.plan.data is None


def test_outputs_can_be_checked_with_nothing_open(window: MainWindow, qtbot) -> None:
    window.start_page.outputs_requested.emit()
    qtbot.waitUntil(lambda: window.outputs_place.page is not None, timeout=WAIT)
    assert window.tabs.currentWidget() is window.outputs_place
    assert window.outputs_place.page.add_button.isEnabled()


def test_the_demo_on_salaries_opens_at_its_curve(window: MainWindow, qtbot) -> None:
    window.start_page.salaries_requested.emit()

    def drawn() -> bool:
        return bool(pages(window, RiskCurvesPage)) and pages(window, RiskCurvesPage)[0].presenter.view.ready

    qtbot.waitUntil(drawn, timeout=WAIT)
    (page,) = pages(window, RiskCurvesPage)
    assert len(page.presenter.view.answer.result.cases) == 131
    assert not any(problem.severity == "error" for problem in window.controller.problems)
