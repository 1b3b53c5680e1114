"""Contributors of several records: the variable that holds them stands beside the rules of a new table."""

import re

import pytest

from sdc_desktop.engine.plan import plan_from_json, plan_to_text
from sdc_desktop.engine.tables.specs.suppression import SuppressionSpec

HOLDING = {
    "path": "firms.csv",
    "variables": {"who": {"role": "household"}, "turnover": {"level": "continuous"}},
}


def open_holdings(desk, role: str = "household") -> None:
    """Firms of one region that belong to two holdings."""
    path = desk.folder / "firms.csv"
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text(
        "\n".join(line.replace(",f0", ",holding") if line.startswith("North") else line for line in lines)
        + "\n"
    )
    variables = HOLDING["variables"] | {"who": {"role": role}}
    desk.open_plan(plan_from_json({"schema": 2, "jobs": [], "data": HOLDING | {"variables": variables}}))


def choose_dimensions(desk) -> None:
    for place, name in enumerate(("region", "size")):
        box = desk.page.question.dimensions_of("table").boxes[place]
        box.setCurrentIndex(box.findText(name))
        box.activated.emit(box.currentIndex())
        desk.rest()


def test_a_new_table_takes_the_role_of_holdings_and_shows_it(desk) -> None:
    open_holdings(desk)
    choose_dimensions(desk)
    assert desk.controller.plan.jobs[0].params.holding == "who"
    field = desk.field("holding")
    assert field.isVisible()
    assert "who" in (getattr(field, "chooser", field).currentText(), field.accessibleDescription())


def test_a_table_that_was_begun_while_its_file_was_read_takes_the_role_of_holdings(desk) -> None:
    path = desk.folder / "plan.sdcplan"
    path.write_text(plan_to_text(plan_from_json({"schema": 2, "jobs": [], "data": HOLDING})))
    assert desk.controller.open_plan(path)
    assert desk.controller.opened is None
    desk.page.presenter.change({"value": "turnover"})
    desk.qtbot.waitUntil(lambda: not desk.controller.reading)
    desk.rest()
    choose_dimensions(desk)
    assert desk.controller.plan.jobs[0].params.value == "turnover"
    assert desk.controller.plan.jobs[0].params.holding == "who"


def test_an_identifier_that_repeats_is_proposed_as_holding(desk) -> None:
    path = desk.folder / "firms.csv"
    path.write_text(re.sub(r",f02\d", ",one", path.read_text(encoding="utf-8")))
    open_holdings(desk, "direct_identifier")
    desk.qtbot.waitUntil(lambda: desk.controller.persons.found.repeated == ("who",))
    choose_dimensions(desk)
    assert desk.controller.plan.jobs[0].params.holding == "who"


def test_without_that_role_each_record_is_a_contributor(desk) -> None:
    desk.open()
    choose_dimensions(desk)
    assert desk.controller.plan.jobs[0].params.holding is None


@pytest.mark.parametrize(
    "method",
    ["Rounding", "Controlled tabular adjustment", "Table redesign", "Cell key method", "none yet"],
)
def test_the_holding_stays_beside_the_rules_with_every_method_and_the_same_cells_are_unsafe(
    desk, method
) -> None:
    path = desk.folder / "firms.csv"
    path.write_text(re.sub(r",f02\d", ",one", path.read_text(encoding="utf-8")))
    desk.open_plan(plan_from_json({"schema": 2, "jobs": [], "data": HOLDING}))
    choose_dimensions(desk)
    unsafe = [cell.coordinates for cell in desk.view.shown.result.cells if cell.reason]
    assert ("North", "large") in unsafe
    desk.choose("protect", method)
    assert desk.controller.plan.jobs[0].params.holding == "who"
    assert desk.field("holding").isVisible()
    assert [cell.coordinates for cell in desk.view.judged.result.cells if cell.reason] == unsafe
    desk.page.question.forms["table"].changed.emit({"holding": None})
    desk.rest()
    assert [cell.coordinates for cell in desk.view.judged.result.cells if cell.reason] != unsafe


def test_a_plan_of_before_shows_its_holding_beside_suppression_and_a_new_one_does_not(desk) -> None:
    open_holdings(desk)
    choose_dimensions(desk)
    assert not desk.field("protect.holding").isVisible()
    older = SuppressionSpec(method="suppression", holding="who")
    desk.page.presenter.change({"holding": None, "protect": older})
    desk.rest()
    assert desk.field("protect.holding").isVisible()
    assert desk.controller.plan.jobs[0].params.contributor == "who"
