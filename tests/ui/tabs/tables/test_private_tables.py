"""Differentially private tables in the tab: the budget follows the form, and only an export draws."""

from pathlib import Path

from sdc_desktop.engine.tables.private.budget import recorded
from sdc_desktop.ui.tabs.tables.view import Stage
from sdc_desktop.ui.widgets.verdict_bar import Mark
from tests.ui.tabs.tables.conftest import Desk

CODES = "region: North, South, West, East\nsize: small, middle, large"
LEDGER = "privacy-budget.ledger"


def begin(desk: Desk) -> None:
    """Choose the task, rows, columns and codes as an officer does."""
    desk.open()
    desk.page.presenter.choose_way("private_table")
    desk.rest()
    assert desk.view.stage is Stage.NO_DIMENSIONS
    boxes = desk.page.question.dimensions_of("private_table").boxes
    for box, name in zip(boxes, ("region", "size"), strict=False):
        box.setCurrentIndex(box.findText(name))
        box.activated.emit(box.currentIndex())
        desk.rest()


def enter_codes(desk: Desk, text: str = CODES) -> None:
    field = desk.field("codes", "private_table")
    field.setPlainText(text)
    field.settle()
    desk.rest()


def test_codes_have_to_be_entered_before_anything_is_counted(desk: Desk) -> None:
    begin(desk)
    assert not desk.view.ready
    assert "the codes of region are not declared" in desk.page.question.problems.text()
    enter_codes(desk, "region: North, South, West\nsize: small, middle")
    assert "undeclared codes of size: large" in desk.page.question.problems.text()
    enter_codes(desk)
    assert desk.view.ready
    assert desk.page.question.problems.text() == ""


def test_the_budget_follows_the_form_and_nothing_is_drawn(desk: Desk, firms: Path) -> None:
    begin(desk)
    enter_codes(desk)
    page = desk.page
    assert page.private.isVisibleTo(page)
    assert page.verdict.mark is Mark.OPEN
    assert "Epsilon 2.142" in page.verdict.text
    page.presenter.change({"budget": 0.5, "most_epsilon": 6.0})
    desk.rest()
    assert "Epsilon 5.222" in page.verdict.text
    assert page.verdict.mark is Mark.RESERVATIONS
    assert page.private.marginals.model().rowCount() == 4
    assert "99.5" in page.private.guess.text()
    assert not (firms / LEDGER).exists()


def test_an_export_is_charged_once_and_shown(desk: Desk, firms: Path) -> None:
    begin(desk)
    enter_codes(desk)
    page = desk.page
    page.presenter.change({"most_epsilon": 3.0})
    desk.rest()
    for _ in range(2):
        page.exports.write(firms / "private.csv")
        desk.rest()
    assert (firms / "private.csv").read_text().startswith("region,size,value\nTotal,Total,")
    assert len(recorded(firms / LEDGER, None)) == 1
    page.presenter.change({"budget": 0.2})
    desk.rest()
    assert "all 2 tables of the ledger" in page.verdict.text
    assert page.verdict.mark is Mark.UNSAFE
    page.exports.write(firms / "second.csv")
    desk.rest()
    assert not (firms / "second.csv").exists()
    assert "not drawn" in page.exports.report.outcome.text()
    assert len(recorded(firms / LEDGER, None)) == 1
