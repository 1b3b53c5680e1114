"""Utility in the window: the protected file or another one compared with the open file, by mouse and keys."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.runner import evaluate_plan
from tests.ui.tabs.microdata.conftest import Desk
from tests.ui.tabs.microdata.test_checking import rounded
from tests.ui.tabs.microdata.test_generalising import searched_plan, typed


def turned(desk: Desk):
    """The page Utility, with the protected file chosen."""
    page = desk.page
    page.show_card("criteria")
    page.checking.form.released.click()
    desk.rest()
    answer = page.checking.answer
    answer.tabs.setCurrentWidget(answer.utility)
    return page.checking.form, answer.utility


def compare(desk: Desk, form) -> None:
    desk.qtbot.mouseClick(form.compare, Qt.MouseButton.LeftButton)
    desk.rest()


def test_the_protected_file_is_compared_and_the_plan_stays(closed_desk: Desk) -> None:
    closed_desk.open(searched_plan(suppression_limit=0.5))
    plan = closed_desk.controller.plan
    form, page = turned(closed_desk)
    assert form.utility.isVisible()
    assert not form.criteria.isVisible()
    compare(closed_desk, form)
    assert page.found is not None
    assert page.found.variables == ("yob", "ms", "disease")
    assert page.frame.isVisible()
    assert page.plot.numbers.shape == (3, 3)
    assert "not how safe" in page.line
    assert "No propensity score" in page.line  # yob by its values has too many terms
    rows = dict(page.sheet.tables["Measures"].rows)
    assert rows["Mean total variation"].startswith(f"{100 * page.found.mean_variation:.1f}")
    assert closed_desk.controller.plan == plan


def test_a_setting_typed_makes_the_comparison_stale_until_it_is_run_again(closed_desk: Desk) -> None:
    closed_desk.open(searched_plan(suppression_limit=0.5))
    form, page = turned(closed_desk)
    compare(closed_desk, form)
    form.area.ensureWidgetVisible(form.utility.parts["tables"])
    typed(closed_desk, form.utility.parts["tables"], "1")
    assert "changed" in page.line
    assert not page.frame.isEnabled()
    compare(closed_desk, form)
    assert {len(one.variables) for one in page.found.tables} == {1}
    assert page.frame.isEnabled()


def test_what_is_added_to_the_report_gives_the_same_figures(closed_desk: Desk) -> None:
    closed_desk.open(searched_plan(suppression_limit=0.5))
    form, page = turned(closed_desk)
    compare(closed_desk, form)
    closed_desk.qtbot.mouseClick(page.report, Qt.MouseButton.LeftButton)
    closed_desk.rest()
    assert page.report.isHidden()
    results = evaluate_plan(closed_desk.controller.plan, closed_desk.folder, JobContext())
    (own,) = (one for one in results.jobs if one.kind == "utility")
    assert own.result == page.found
    assert own.verdict.grade.value == "open"


def test_a_file_made_elsewhere_is_compared_as_synthetic(
    closed_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed_desk.open(searched_plan())
    path = closed_desk.folder / "made.csv"
    text = (closed_desk.folder / "patients.csv").read_text(encoding="utf-8")
    path.write_text(rounded(text), encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    form, page = turned(closed_desk)
    form.another.click()
    closed_desk.rest()
    form.utility.parts["synthetic"].setFocus()
    QTest.keyClick(form.utility.parts["synthetic"], Qt.Key.Key_Space)
    compare(closed_desk, form)
    assert page.found is not None
    assert page.found.disclosure.keys == ("yob", "ms")
    assert any("DiSCO" in row[0] for row in page.sheet.tables["Measures"].rows)
    closed_desk.qtbot.mouseClick(page.report, Qt.MouseButton.LeftButton)
    (job,) = (job for job in closed_desk.controller.plan.jobs if job.kind == "utility")
    assert (job.input, job.params.released) == ("data", "made.csv")


def test_the_open_file_alone_cannot_be_compared(closed_desk: Desk) -> None:
    closed_desk.open(searched_plan())
    form, page = turned(closed_desk)
    form.open_file.click()
    closed_desk.rest()
    assert not form.compare.isEnabled()
    assert "Choose the protected file" in page.line


def test_another_project_shows_nothing_of_the_last_comparison(closed_desk: Desk) -> None:
    closed_desk.open(searched_plan(suppression_limit=0.5))
    form, page = turned(closed_desk)
    compare(closed_desk, form)
    closed_desk.open(searched_plan())
    turned(closed_desk)
    assert page.found is None
    assert page.sheet.tables["Measures"].rows == ()
    assert not page.frame.isVisible()
