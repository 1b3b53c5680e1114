"""Microaggregation's pages of the details: score, numbers, loss and risk by k."""

from math import log10

import pytest
from PySide6.QtCore import Qt

from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.spec import VariableSpec
from tests.ui.tabs.microdata.conftest import WAIT, Desk


@pytest.fixture
def grouped(closed_desk: Desk, demo_plan: Plan) -> Desk:
    """The patients, their year of birth as a number, microaggregated."""
    assert demo_plan.data is not None
    own = demo_plan.data.variables.get("yob", VariableSpec())
    number = own.model_copy(update={"level": "continuous", "role": "key"})
    data = demo_plan.data.model_copy(update={"variables": {**demo_plan.data.variables, "yob": number}})
    closed_desk.open(demo_plan.model_copy(update={"data": data}))
    closed_desk.page.choose_way("microaggregate")
    closed_desk.rest()
    return closed_desk


def turned_to(desk: Desk, page) -> None:
    desk.page.part.answer.turn_to(page)
    desk.rest()


def test_score_and_numbers_are_computed_when_they_are_shown(grouped: Desk) -> None:
    answer = grouped.page.part.answer
    assert answer.numbers.score.rows == ()
    turned_to(grouped, answer.numbers.score)
    names = [row[0] for row in answer.numbers.score.rows]
    assert [name[:3] for name in names if name.startswith("IL")] == ["IL1", "IL2", "IL3", "IL4", "IL5"]
    assert {"Linked by distance", "Linked by agreement", "In a narrow interval"} <= set(names)
    first = answer.numbers.score.rows
    assert len(answer.numbers.numbers.rows) > 0
    grouped.page.part.presenter.change({"k": 7})
    grouped.rest()
    assert answer.numbers.score.rows != first


def test_the_curve_has_the_current_k_and_that_of_anopi(grouped: Desk) -> None:
    answer = grouped.page.part.answer
    page = answer.by_k
    turned_to(grouped, page)
    grouped.qtbot.waitUntil(lambda: page.found is not None and grouped.jobs.idle, timeout=WAIT)
    part = grouped.page.part
    marks = {mark.name for mark in page.curve.picture.marks}
    assert f"current ({part.presenter.view.params.k})" in marks
    assert any(name.startswith("ANOPI") or "ANOPI" in name for name in marks)
    result = part.presenter.view.answer.result
    spot = next(mark.spot for mark in page.curve.picture.marks if mark.best)
    assert spot == pytest.approx((log10(result.k), result.il))
    assert len(page.map.spots()) == len(page.curve.spots())
    assert len(page.frame.rows) == len(page.found.points)


def test_another_k_is_used_from_the_curve_without_computing_again(grouped: Desk) -> None:
    answer = grouped.page.part.answer
    page = answer.by_k
    turned_to(grouped, page)
    grouped.qtbot.waitUntil(lambda: page.found is not None and grouped.jobs.idle, timeout=WAIT)
    found = page.found
    row = next(i for i, point in enumerate(found.points) if point.k == 10)
    page.frame.row_selected.emit(row)
    assert page.use.isEnabled()
    grouped.qtbot.mouseClick(page.use, Qt.MouseButton.LeftButton)
    grouped.rest()
    assert grouped.page.part.presenter.view.params.k == 10
    assert page.found is found, "10 is among those computed"
    assert any(mark.name.startswith("current (10") for mark in page.curve.picture.marks)


def test_figures_of_settings_that_changed_meanwhile_are_not_current(grouped: Desk) -> None:
    page = grouped.page.part.answer.by_k
    turned_to(grouped, page)
    grouped.qtbot.waitUntil(lambda: page.found is not None and grouped.jobs.idle, timeout=WAIT)
    assert page.frame.isEnabled()
    page.answer._requested = "other settings"
    page.answer._runner.answered.emit(page.found)
    page.answer.changed.emit()
    assert not page.frame.isEnabled()
    assert "Settings have changed" in page.line


def test_categories_alone_have_no_score(closed_desk: Desk, demo_plan: Plan) -> None:
    closed_desk.open(demo_plan)
    closed_desk.page.choose_way("microaggregate")
    closed_desk.rest()
    answer = closed_desk.page.part.answer
    levels = {column.level for column in answer._view.answer.counts.columns.values()}
    answer.turn_to(answer.by_k)
    assert answer.numbers.score.isVisibleTo(closed_desk.page) == ("continuous" in levels)


def test_nothing_of_a_file_is_shown_once_it_is_closed(grouped: Desk) -> None:
    answer = grouped.page.part.answer
    turned_to(grouped, answer.numbers.score)
    turned_to(grouped, answer.risk)
    turned_to(grouped, answer.by_k)
    grouped.qtbot.waitUntil(lambda: answer.by_k.found is not None and grouped.jobs.idle, timeout=WAIT)
    assert answer.numbers.score.rows
    assert answer.risk.found is not None
    assert answer.risk.line
    grouped.controller.new()
    grouped.rest()
    assert answer.by_k.found is None
    assert answer.by_k.frame.rows == ()
    assert answer.by_k.curve.spots() == answer.by_k.map.spots() == ()
    assert answer.numbers.score.rows == answer.numbers.numbers.rows == ()
    assert answer.risk.found is None
    assert answer.risk.frame.isHidden()
    assert answer.risk.line == answer.risk.label.text() == ""


def test_what_was_under_way_for_a_closed_file_is_not_shown(grouped: Desk) -> None:
    page = grouped.page.part.answer.by_k
    turned_to(grouped, page)
    grouped.qtbot.waitUntil(lambda: page.found is not None and grouped.jobs.idle, timeout=WAIT)
    page.run.click()  # again, by hand
    assert page.answer.running
    grouped.controller.new()
    assert not page.answer.running
    grouped.rest()
    assert page.found is None


def test_risk_of_an_earlier_answer_is_grey_until_that_of_the_new_one_is_found(grouped: Desk) -> None:
    risk = grouped.page.part.answer.risk
    turned_to(grouped, risk)
    grouped.qtbot.waitUntil(lambda: risk.found is not None and grouped.jobs.idle, timeout=WAIT)
    first = risk.found
    assert risk.frame.isEnabled()
    seen: list[bool] = []
    risk.answer.changed.connect(lambda: seen.append(risk.frame.isEnabled()) if risk.found is first else None)
    grouped.page.part.presenter.change({"k": 9})
    grouped.qtbot.waitUntil(lambda: risk.found is not first and grouped.jobs.idle, timeout=WAIT)
    assert seen
    assert not any(seen)
    assert risk.frame.isEnabled()
