"""A published table is pasted or opened, and what it gives away is shown with its equations."""

import json
from pathlib import Path

from sdc_desktop.ui.tabs.tables.view import Stage
from sdc_desktop.ui.widgets.verdict_bar import Mark
from tests.engine.tables.files.test_jj import SMALL
from tests.support.tables import GOLDEN_COLUMNS, GOLDEN_ROWS, GOLDEN_VALUES
from tests.ui.tabs.tables.conftest import TABLE, Desk

LEAKY = "\tx\ty\tTotal\na\t1\t\t3\nb\t4\t5\t9\nTotal\t5\t7\t12\n"
GOLDEN = {
    "rows": list(GOLDEN_ROWS),
    "columns": list(GOLDEN_COLUMNS),
    "values": [list(row) for row in GOLDEN_VALUES],
}


def paste(desk: Desk, text: str) -> None:
    field = desk.field("table", "audit").text
    field.setPlainText(text)
    field.settle()
    desk.rest()


def begin(desk: Desk) -> None:
    desk.page.presenter.choose_way("audit")
    desk.rest()


def test_a_pasted_table_shows_the_disclosed_cell_and_its_equation(desk: Desk) -> None:
    desk.open()
    begin(desk)
    assert desk.view.stage is Stage.NO_TABLE
    paste(desk, LEAKY)
    assert desk.view.ready
    assert desk.page.verdict.mark is Mark.UNSAFE
    assert "exactly disclosed" in desk.page.verdict.text
    cell = desk.page.answer.cell(("a", "y"))
    assert (cell.disclosed, cell.lower) == (True, 2)
    desk.page._on_cell(("a", "y"))
    assert "a / y" in desk.why.text()
    assert "= [a / y] + 5" in desk.why.text()


def test_the_gaps_of_a_published_table_are_listed_first(desk: Desk) -> None:
    desk.open(TABLE)
    desk.protect()
    page = desk.page.evidence.unsafe
    desk.page.evidence.turn_to(page)
    assert page.which.currentData() == "unsafe"
    begin(desk)
    paste(desk, LEAKY)
    assert page.which.currentData() == "hidden"
    assert [cell.coordinates for cell in page.model.cells] == [("a", "y")]


def test_a_table_without_data_is_audited_too(desk: Desk) -> None:
    desk.open({"name": "a", "kind": "audit", "params": {"table": GOLDEN}}, data=False)
    assert desk.view.ready
    assert desk.page.verdict.mark is Mark.MEASURED
    cell = desk.page.answer.cell(("5", "5"))
    assert (cell.lower, cell.upper, cell.possible) == (0, 406, 407)


def test_what_is_pasted_wrongly_is_stated_with_its_place(desk: Desk) -> None:
    desk.open()
    begin(desk)
    paste(desk, LEAKY.replace("\t5\t9", "\tfive\t9"))
    assert "five" in desk.page.question.problems.text()
    assert not desk.view.ready
    paste(desk, LEAKY)
    assert desk.view.ready
    assert desk.page.question.problems.text() == ""


def test_a_table_that_does_not_add_up_is_refused_with_the_difference(desk: Desk) -> None:
    desk.open()
    begin(desk)
    paste(desk, LEAKY.replace("\t9\n", "\t10\n"))
    assert {problem.code for problem in desk.controller.problems} == {"table.not_additive"}
    assert desk.page.verdict.mark is Mark.NONE


def test_a_table_of_a_file_is_opened(desk: Desk, tmp_path: Path) -> None:
    desk.open()
    begin(desk)
    (tmp_path / "published.csv").write_text(LEAKY.replace("\t", ";"), encoding="utf-8")
    desk.page.open_table(tmp_path / "published.csv")
    desk.rest()
    assert desk.view.ready
    assert desk.view.answer.result.disclosed == 1


def test_an_instance_stays_a_file_and_is_audited_on_request(desk: Desk, tmp_path: Path) -> None:
    desk.open()
    begin(desk)
    (tmp_path / "small.jj").write_text(SMALL, encoding="utf-8")
    desk.page.open_table(tmp_path / "small.jj")
    desk.rest()
    (job,) = desk.controller.plan.jobs
    assert job.params.table.instance == "small.jj"
    desk.page.question.run.click()
    desk.rest()
    assert len(desk.view.answer.result.cells) == 4


def test_what_each_way_was_given_comes_back(desk: Desk) -> None:
    desk.open(TABLE)
    begin(desk)
    paste(desk, LEAKY)
    assert [job.kind for job in desk.controller.plan.jobs] == ["audit"]
    desk.page.presenter.choose_way("table")
    desk.rest()
    (job,) = desk.controller.plan.jobs
    assert json.loads(job.params.model_dump_json(exclude_defaults=True)) == TABLE["params"]


def test_linked_tables_are_audited_by_sets(desk: Desk) -> None:
    desk.open()
    desk.page.presenter.choose_way("linked_audit")
    dimensions = desk.field("dimensions", "linked_audit")
    dimensions.item(dimensions.names.index("region")).setCheckState(_checked())
    dimensions.item(dimensions.names.index("size")).setCheckState(_checked())
    assert desk.view.stage is Stage.READY
    assert desk.field("scenarios", "linked_audit").list.count() == 2
    desk.page.question.run.click()
    desk.rest()
    assert desk.view.ready
    assert len(desk.view.answer.result.scenarios) == 2


def _checked():
    from PySide6.QtCore import Qt

    return Qt.CheckState.Checked


def test_a_table_that_was_rounded_is_audited_once_it_is_stated_to_what(desk: Desk) -> None:
    desk.open()
    begin(desk)
    paste(desk, "\tx\ty\tTotal\na\t10\t\t30\nb\t\t\t30\nTotal\t30\t30\t65\n")
    assert {problem.code for problem in desk.controller.problems} == {"table.not_additive"}
    field = desk.field("table", "audit").rounded
    field.setText("5")
    field.settle()
    desk.rest()
    assert desk.view.ready
    (job,) = desk.controller.plan.jobs
    assert job.params.table.rounded_to == 5
    cell = desk.page.answer.cell(("a", "y"))
    assert (cell.lower, cell.upper) == (19, 24)
    paste(desk, "\tx\ty\tTotal\na\t10\t\t30\nb\t\t\t35\nTotal\t30\t30\t65\n")
    (job,) = desk.controller.plan.jobs
    assert (job.params.table.rounded_to, field.text()) == (5, "5")
