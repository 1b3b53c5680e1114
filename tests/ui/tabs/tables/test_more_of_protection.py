"""What is seldom asked of a protection: each field is one step of the plan, and has its effect."""

from PySide6.QtWidgets import QWidget

from sdc_desktop.ui.forms.editors.nested import MoreLine
from tests.ui.tabs.tables.conftest import TABLE, Desk


def settle(desk: Desk, field: QWidget, value: float) -> None:
    field.setValue(value)
    field.settled.emit()
    desk.rest()


def stated(desk: Desk) -> object:
    return desk.controller.plan.jobs[0].params


def test_costs_power_insiders_and_sums_of_a_suppression_reach_the_plan(desk: Desk) -> None:
    desk.open(TABLE)
    desk.field("protect").findChild(MoreLine).unfold()
    before = desk.steps
    assert not desk.field("protect.cost_variable").isVisible()
    desk.choose("protect.cost", "total of a variable")
    assert desk.field("protect.cost_variable").isVisible()
    desk.choose("protect.cost_variable", "turnover")
    assert (stated(desk).protect.cost, stated(desk).protect.cost_variable) == ("variable", "turnover")
    settle(desk, desk.field("protect.power"), 0)
    fields = desk.field("protect.insiders"), desk.field("protect.unions")
    assert [field.currentData() for field in fields] == ["protect", "protect"]
    desk.choose("protect.insiders", "reported only")
    desk.choose("protect.unions", "not examined")
    protect = stated(desk).protect
    assert (protect.power, protect.insiders, protect.unions) == (0, "tell", "ignore")
    assert desk.steps == before + 5
    desk.protect()
    assert desk.view.answer.result.audited
    assert "sums" in desk.view.answer.result.unsafe_because
    desk.choose("protect.unions", "protect")
    desk.choose("protect.insiders", "protect")
    desk.choose("protect.cost", "distance from unsafe cells")
    desk.protect()
    assert desk.view.answer.result.safe
    settle(desk, desk.field("protect.power"), -0.01)
    assert stated(desk).protect.power is None


def test_a_table_published_in_fives_is_audited_so(desk: Desk) -> None:
    desk.open(TABLE)
    settle(desk, desk.field("published_unit"), 5)
    assert stated(desk).published_unit == 5
    desk.protect()
    result = desk.view.answer.result
    assert result.unit == 5
    assert all(cell.published is None or cell.published % 5 == 0 for cell in result.cells)
    settle(desk, desk.field("published_unit"), 0)
    assert stated(desk).published_unit is None


def test_the_cheapest_merge_leaves_no_cell_unsafe_and_follows_the_rules(desk: Desk) -> None:
    desk.open(TABLE)
    desk.choose("protect", "Table redesign")
    desk.choose("protect.cheapest", "region")
    assert stated(desk).protect.cheapest == "region"
    desk.protect()
    first = desk.view.answer.result
    assert first.risks.unsafe == 0
    desk.page.presenter.change({"rules": ()})
    desk.rest()
    desk.protect()
    assert desk.view.answer.result.losses.cells_lost < first.losses.cells_lost


def test_cell_keys_of_values_count_steps_of_the_largest_contribution(desk: Desk) -> None:
    desk.open(TABLE)
    desk.choose("protect", "Cell key method")
    settle(desk, desk.field("protect.step"), 2.5)
    assert stated(desk).protect.step == 2.5
    desk.protect()
    assert "perturbed" in {cell.status for cell in desk.view.answer.result.cells}
