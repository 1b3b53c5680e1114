"""Contributors of several records: the variable that holds them stands beside the rules of a new table."""

from sdc_desktop.engine.plan import plan_from_json

HOLDING = {
    "path": "firms.csv",
    "variables": {"who": {"role": "household"}, "turnover": {"level": "continuous"}},
}


def open_holdings(desk) -> None:
    """Firms of one region that belong to two holdings."""
    path = desk.folder / "firms.csv"
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text(
        "\n".join(line.replace(",f0", ",holding") if line.startswith("North") else line for line in lines)
        + "\n"
    )
    desk.open_plan(plan_from_json({"schema": 2, "jobs": [], "data": HOLDING}))


def choose_dimensions(desk) -> None:
    for place, name in enumerate(("region", "size")):
        box = desk.page.question.dimensions.boxes[place]
        box.setCurrentIndex(box.findText(name))
        box.activated.emit(box.currentIndex())
        desk.rest()


def test_a_new_table_takes_the_role_of_holdings_and_shows_it(desk) -> None:
    open_holdings(desk)
    choose_dimensions(desk)
    assert desk.controller.plan.jobs[0].params.protect.holding == "who"
    field = desk.field("protect.holding")
    assert field.isVisible()
    assert "who" in (getattr(field, "chooser", field).currentText(), field.accessibleDescription())


def test_without_that_role_each_record_is_a_contributor(desk) -> None:
    desk.open()
    choose_dimensions(desk)
    assert desk.controller.plan.jobs[0].params.protect.holding is None
