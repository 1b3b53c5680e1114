"""Evidence below the table: the pages that have something to say, cells looked at, methods compared."""

import pytest

from sdc_desktop.engine.context import State
from sdc_desktop.engine.methods.tables.table import TableParams
from sdc_desktop.words import Words
from sdc_desktop.words.tables.tables_choices import protection_label
from tests.ui.tabs.tables.conftest import TABLE, Desk
from tests.ui.tabs.tables.test_audit import LEAKY, begin, paste


def titles(desk: Desk) -> list[str]:
    tabs = desk.page.evidence.tabs
    return [tabs.tabText(row) for row in range(tabs.count()) if tabs.isTabVisible(row)]


def take(desk: Desk, method: str) -> None:
    desk.choose("protect", method)
    desk.protect()


def test_pages_come_with_what_they_speak_of(desk: Desk) -> None:
    desk.open(TABLE)
    assert titles(desk) == ["Unsafe cells"]
    desk.protect()
    assert titles(desk) == ["Unsafe cells", "Intervals", "Search"]
    take(desk, "Rounding")
    assert "Methods" in titles(desk)


def test_a_cell_of_the_list_is_brought_into_view_and_explained(desk: Desk) -> None:
    desk.open(TABLE)
    desk.protect()
    desk.page.evidence.unsafe.cell_wanted.emit(("North", "small"))
    desk.rest()
    assert desk.view.selected == ("North", "small")
    assert desk.page.answer.cells.current == ("North", "small")
    assert "900" in desk.why.text()  # the largest contribution, for the officer's eyes
    before = desk.why.text()
    take(desk, "Rounding")
    assert desk.why.text() != before


def test_a_method_compared_is_taken_again_as_one_step(desk: Desk) -> None:
    desk.open(TABLE)
    desk.protect()
    take(desk, "Controlled tabular adjustment")
    before = desk.steps
    desk.page.evidence.methods.method_wanted.emit(0)
    desk.rest()
    assert desk.controller.plan.jobs[0].params.protect.method == "suppression"
    assert desk.steps == before + 1
    assert desk.view.ready


@pytest.mark.parametrize(
    ("protect", "label"),
    [
        (None, "as it is"),
        ({"method": "suppression"}, "Cell suppression"),
        ({"method": "suppression", "solver": "fast"}, "Cell suppression: Heuristic (fast)"),
        ({"method": "rounding", "base": 5}, "Rounding: Base 5"),
        ({"method": "adjustment"}, "Controlled tabular adjustment"),
        ({"method": "cell_key", "variance": 2, "maximum": 5}, "Cell key method: Variance 2"),
        ({"method": "redesign", "merge": {"region": [["North", "West"]]}}, "Table redesign"),
    ],
)
def test_a_method_is_labelled_by_its_title_and_first_setting(protect, label) -> None:
    params = TableParams.model_validate({"protect": protect})
    assert protection_label(params.protect, Words()) == label


def test_the_equations_point_at_their_cells(desk: Desk) -> None:
    desk.open()
    begin(desk)
    paste(desk, LEAKY)
    assert titles(desk) == ["Unsafe cells", "Equations"]
    desk.page.evidence.tabs.setCurrentWidget(desk.page.evidence.derivation)
    assert "a / y" in desk.page.evidence.derivation.text.toPlainText()
    assert len(desk.page.answer.cells.table.delegate.marked_out) == 3


def test_a_search_is_followed_as_it_goes(desk: Desk) -> None:
    desk.open(TABLE)
    desk.page.presenter._on_searched(State(10.0, 40.0))
    desk.page.presenter._on_searched(State(30.0, 35.0))
    assert "Search" in titles(desk)
    assert len(desk.page.evidence.search.plot.moments) == 2
