"""The pages beside the table: those that have something to say, cells looked at, methods compared."""

import pytest

from sdc_desktop.engine.context import State
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.words import Words
from sdc_desktop.words.tables.tables_choices import protection_label
from tests.ui.tabs.tables.conftest import TABLE, Desk
from tests.ui.tabs.tables.test_audit import LEAKY, begin, paste


def titles(desk: Desk) -> list[str]:
    tabs = desk.page.evidence.bar
    return [tabs.tabText(row) for row in range(tabs.count()) if tabs.isTabVisible(row)]


def take(desk: Desk, method: str) -> None:
    desk.choose("protect", method)
    desk.protect()


def test_pages_come_with_what_they_speak_of(desk: Desk) -> None:
    desk.open(TABLE)
    always = ["Table", "Unsafe cells (1)", "Proposals", "Linked tables", "Methods", "Search"]
    assert titles(desk) == always
    desk.protect()
    assert titles(desk) == [*always, "Intervals"]  # after the others: no tab moves
    take(desk, "Rounding")
    assert titles(desk)[: len(always)] == always


def test_a_cell_of_the_list_is_brought_into_view_and_explained(desk: Desk) -> None:
    desk.open(TABLE)
    desk.protect()
    desk.page.evidence.unsafe.cell_requested.emit(("North", "small"))
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
    desk.page.evidence.methods.method_requested.emit(0)
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
    assert titles(desk) == ["Table", "Suppressed cells (1)", "Equations"]
    desk.page.evidence.turn_to(desk.page.evidence.derivation)
    assert "a / y" in desk.page.evidence.derivation.text.toPlainText()
    assert len(desk.page.answer.cells.table.delegate.marked_out) == 3


def test_a_search_is_followed_as_it_goes(desk: Desk) -> None:
    desk.open(TABLE)
    desk.page.presenter._on_searched(State(10.0, 40.0))
    desk.page.presenter._on_searched(State(30.0, 35.0))
    assert len(desk.page.evidence.search.plot.moments) == 2


COUNTS = {
    "name": "table",
    "kind": "table",
    "params": {
        "dimensions": [{"variable": "region"}, {"variable": "size"}],
        "protect": {"method": "cell_key", "variance": 2, "maximum": 5, "monotone": True},
    },
}


def test_noise_is_shown_with_its_limit_and_its_perturbation_table_is_exported(desk: Desk, tmp_path) -> None:
    desk.open(COUNTS)
    desk.protect()
    assert "Noise" in titles(desk)
    evidence = desk.page.evidence
    evidence.turn_to(evidence.noise)
    shown = {pair.name for pair in evidence.noise.plot.pairs}
    result = desk.view.answer.result
    assert shown == {str(one.count) for one in result.certain if one.count}
    assert "of 100 cases" in evidence.line.text()
    assert desk.page.exports.write_noise(tmp_path / "noise.csv") is not None
    desk.rest()
    assert "noise.csv" in desk.page.exports.report.outcome.text()
    text = (tmp_path / "noise.csv").read_text(encoding="utf-8")
    assert text.startswith("i;j;p;v;p_int_lb;p_int_ub;type\n0;0;1;0;0;1;all\n")


def test_a_perturbation_table_is_chosen_as_a_file_and_replaces_the_figures(
    desk: Desk, tmp_path, monkeypatch
) -> None:
    desk.open(COUNTS)
    desk.protect()
    before = [cell.published for cell in desk.view.answer.result.cells]
    desk.page.exports.write_noise(tmp_path / "noise.csv")
    desk.rest()
    monkeypatch.setattr(desk.page, "_requested_file", lambda *_: tmp_path / "noise.csv")
    desk.page.question.forms["table"].file_requested.emit("protect.ptable")
    desk.rest()
    spec = desk.controller.plan.jobs[0].params.protect
    assert (spec.ptable, spec.variance, spec.maximum) == ("noise.csv", None, None)
    desk.protect()
    assert [cell.published for cell in desk.view.answer.result.cells] == before
    desk.field("protect.ptable").remove.click()
    desk.rest()
    spec = desk.controller.plan.jobs[0].params.protect
    assert (spec.ptable, spec.variance, spec.maximum) == (None, 2, 5)


def test_a_new_table_with_cell_keys_begins_with_the_newer_noise_and_an_older_plan_keeps_its_own(
    desk: Desk,
) -> None:
    desk.open(TABLE)
    desk.choose("protect", "Cell key method")
    spec = desk.controller.plan.jobs[0].params.protect
    assert (spec.variance, spec.maximum, spec.monotone) == (2, 5, True)
    older = COUNTS | {
        "params": COUNTS["params"] | {"protect": {"method": "cell_key", "variance": 2, "maximum": 5}}
    }
    desk.open(older)
    assert desk.controller.plan.jobs[0].params.protect.monotone is False


def test_ratios_have_a_page_that_leads_to_their_cells(desk: Desk) -> None:
    protect = COUNTS["params"]["protect"] | {"ratio": {"share_of": "size", "least": 1}}
    desk.open(COUNTS | {"params": COUNTS["params"] | {"protect": protect}})
    desk.protect()
    assert "Ratios" in titles(desk)
    evidence = desk.page.evidence
    evidence.turn_to(evidence.ratios)
    table = evidence.ratios.table
    assert table.model().rowCount() == len(desk.view.answer.result.cells)
    table.activated.emit(table.model().index(3, 0))
    desk.rest()
    assert desk.view.selected == desk.view.answer.result.noise.ratios[3].coordinates
