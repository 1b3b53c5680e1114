"""What is seldom asked of a protection: each field is one step of the plan, and has its effect."""

from PySide6.QtWidgets import QWidget

from sdc_desktop.ui.forms.parts import Choice
from tests.ui.tables.conftest import TABLE, Desk


def choose(desk: Desk, chooser: Choice, key: str) -> None:
    assert chooser.findData(key) >= 0
    chooser.show_key(key)
    chooser.activated.emit(chooser.currentIndex())
    desk.rest()


def settle(desk: Desk, field: QWidget, value: float) -> None:
    field.setValue(value)
    field.settled.emit()
    desk.rest()


def told(desk: Desk) -> object:
    return desk.controller.plan.jobs[0].params


def test_costs_power_insiders_and_sums_of_a_suppression_reach_the_plan(desk: Desk) -> None:
    desk.open(TABLE)
    form = desk.page.question.table.protection
    form.more.button.click()
    before = desk.steps
    assert not form.cost_variable.isVisible()
    choose(desk, form.cost, "variable")
    assert form.cost_variable.isVisible()
    assert (told(desk).protect.cost, told(desk).protect.cost_variable) == ("variable", "turnover")
    settle(desk, form.power, 0)
    assert (form.insiders.currentData(), form.unions.currentData()) == ("protect", "protect")
    choose(desk, form.insiders, "tell")
    choose(desk, form.unions, "ignore")
    protect = told(desk).protect
    assert (protect.power, protect.insiders, protect.unions) == (0, "tell", "ignore")
    assert desk.steps == before + 4
    desk.protect()
    assert desk.view.answer.result.audited
    assert "sums" in desk.view.answer.result.unsafe_because
    choose(desk, form.unions, "protect")
    choose(desk, form.insiders, "protect")
    choose(desk, form.cost, "distance")
    assert told(desk).protect.cost_variable is None
    desk.protect()
    assert desk.view.answer.result.safe
    settle(desk, form.power, 1)
    assert told(desk).protect.power is None


def test_a_table_published_in_fives_is_audited_so(desk: Desk) -> None:
    desk.open(TABLE)
    settle(desk, desk.page.question.table.published_unit, 5)
    assert told(desk).published_unit == 5
    desk.protect()
    result = desk.view.answer.result
    assert result.unit == 5
    assert all(cell.published is None or cell.published % 5 == 0 for cell in result.cells)
    settle(desk, desk.page.question.table.published_unit, 0)
    assert told(desk).published_unit is None


def test_the_cheapest_merge_leaves_no_cell_unsafe_and_follows_the_rules(desk: Desk) -> None:
    desk.open(TABLE)
    form = desk.page.question.table.protection
    choose(desk, form.method, "redesign")
    choose(desk, form.cheapest, "region")
    assert told(desk).protect.cheapest == "region"
    desk.protect()
    first = desk.view.answer.result
    assert first.risks.unsafe == 0
    desk.page.presenter.change({"rules": ()})
    desk.rest()
    desk.protect()
    assert desk.view.answer.result.losses.cells_lost < first.losses.cells_lost


def test_cell_keys_of_values_count_steps_of_the_largest_contribution(desk: Desk) -> None:
    desk.open(TABLE)
    form = desk.page.question.table.protection
    choose(desk, form.method, "cell_key")
    assert form.step.isVisible()
    settle(desk, form.step, 2.5)
    assert told(desk).protect.step == 2.5
    desk.protect()
    assert "perturbed" in {cell.status for cell in desk.view.answer.result.cells}
    desk.page.presenter.change({"value": None})
    desk.rest()
    assert not form.step.isVisible()
