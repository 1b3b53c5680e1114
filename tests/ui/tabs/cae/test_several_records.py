"""Where persons have several records, no curve of them is begun, and a visit reports no problem."""

from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.ui.tabs.cae.view import Stage
from tests.ui.tabs.cae.conftest import DATA, Desk

PERSONS = {"town": {"role": "person"}, "pay": {"role": "sensitive"}}


def open_with(desk: Desk, variables: dict) -> None:
    plan = {"schema": 2, "jobs": [], "data": DATA | {"variables": variables}}
    desk.open_plan(plan_from_json(plan))


def card(desk: Desk, key: str):
    return desk.page.cards.card(key)


def test_the_place_says_why_nothing_is_measured_and_reports_no_problem(desk: Desk) -> None:
    open_with(desk, PERSONS)
    assert desk.view.stage is Stage.SEVERAL_RECORDS
    assert "count records" in desk.page.empty.text.text()
    assert desk.controller.problems == ()
    assert [key for key in ("attribute", "values", "released") if card(desk, key).isEnabled()] == ["values"]
    assert "some persons have several" in card(desk, "released").toolTip()


def test_other_sources_are_measured_all_the_same(desk: Desk) -> None:
    open_with(desk, PERSONS)
    desk.page.presenter.choose_way("noise")
    desk.rest()
    assert desk.view.params.data == "synthetic"
    assert desk.view.stage is Stage.READY
    desk.page.presenter.choose_way("values")
    desk.page.presenter.change({"values": (1, 2, 3)})
    desk.rest()
    assert desk.view.ready
    assert desk.controller.problems == ()


def test_a_curve_is_measured_where_each_record_is_of_a_person_of_its_own(desk: Desk) -> None:
    open_with(desk, PERSONS)
    open_with(desk, {"pay": {"role": "sensitive"}})
    assert desk.view.stage is Stage.READY
    assert desk.view.ready
    assert card(desk, "released").isEnabled()
