"""A curve in the tab: from the question to the steps, their reading, and who is most exposed."""

import csv
import math

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.ui.tabs.cae.view import Stage
from sdc_desktop.ui.widgets.verdict_bar import Mark
from tests.support.linked_tables.plans import Desk as Records
from tests.support.linked_tables.plans import firms, table
from tests.ui.tabs.cae.conftest import Desk

GOLDEN = "1 0.15\n3 0.1\n8 0.7\n9 0.05"
CASE = {"name": "risk curve", "kind": "cae", "params": {"attribute": "pay", "known": ["town", "sex"]}}


def choose(desk: Desk, way: str) -> None:
    desk.page.cards.chosen.emit(way)
    desk.rest()


def pasted(desk: Desk, text: str) -> None:
    choose(desk, "values")
    field = desk.page.question.curve.parts["values"]
    field.setPlainText(text)
    field.settle()
    desk.rest()


def test_the_only_sensitive_variable_is_measured_without_being_requested(desk: Desk) -> None:
    desk.open()
    assert desk.view.attribute == "pay"
    assert desk.view.ready
    assert desk.page.verdict.text.startswith("Remaining uncertainty: ")
    assert desk.controller.plan.jobs == ()


def test_without_data_the_tab_says_what_comes_next(desk: Desk, qtbot) -> None:
    assert desk.view.stage is Stage.NO_DATA
    with qtbot.waitSignal(desk.page.open_data_requested):
        QTest.mouseClick(desk.page.beginning.ways["open"], Qt.MouseButton.LeftButton)


def test_without_a_sensitive_variable_the_attribute_is_requested(desk: Desk) -> None:
    desk.open(sensitive=False)
    assert desk.view.stage is Stage.NO_ATTRIBUTE
    assert desk.page.empty.isVisible()
    box = desk.page.question.curve.parts["attribute"]
    box.setCurrentIndex(box.findText("pay"))
    box.activated.emit(box.currentIndex())
    desk.rest()
    assert desk.view.ready
    assert desk.steps == 2
    assert desk.controller.plan.jobs[0].kind == "cae"


def test_pasted_values_give_the_curve_of_the_source_without_data(desk: Desk) -> None:
    pasted(desk, GOLDEN)
    steps = desk.view.answer.result.steps
    assert [round(entropy, 3) for _, entropy in steps] == [1.319, 1.054, 0.811, 0.610, 0.286, 0.0]
    assert desk.view.answer.result.area == pytest.approx(6.5144, abs=5e-5)
    assert desk.page.curve.plot.curves[0].steps == steps


def test_what_is_pasted_and_is_no_number_is_stated_beneath_the_form_and_is_no_step(desk: Desk) -> None:
    pasted(desk, GOLDEN)
    steps = desk.steps
    desk.page.question.curve.parts["values"].setPlainText("1 0.5\nx 0.5")
    desk.page.question.curve.parts["values"].settle()
    assert "line 2 has x" in desk.page.question.problems.text()
    assert desk.steps == steps
    assert desk.view.answer is not None


def test_a_refused_question_keeps_the_last_curve_greyed_and_says_what_to_do(desk: Desk) -> None:
    pasted(desk, GOLDEN)
    before = desk.view.answer
    pasted_again = desk.page.question.curve.parts["values"]
    pasted_again.setPlainText("1 0.5\n2 0.9")
    pasted_again.settle()
    desk.rest()
    assert desk.view.answer is before
    assert desk.view.stale
    assert not desk.page.curve.figure.isEnabled()
    assert desk.page.question.problems.isVisible()
    assert desk.page.verdict.text.startswith("Previous result: ")
    desk.controller.undo()
    desk.rest()
    assert desk.view.ready
    assert desk.page.curve.figure.isEnabled()


def test_arrow_keys_go_from_step_to_step_and_the_reading_is_stated_in_words(desk: Desk) -> None:
    pasted(desk, GOLDEN)
    plot, line = desk.page.curve.plot, desk.page.curve.line
    QTest.keyClick(plot, Qt.Key.Key_Home)
    assert line.text() == "For the exact value, 1.32 bits of uncertainty remain."
    QTest.keyClick(plot, Qt.Key.Key_Right)
    QTest.keyClick(plot, Qt.Key.Key_Right)
    assert line.text() == "At a precision of ±1 (ε = 2), 0.81 bits of uncertainty remain."
    assert plot.accessibleDescription() == line.text()
    QTest.keyClick(plot, Qt.Key.Key_Left)
    assert "(ε = 1)" in line.text()
    QTest.keyClick(plot, Qt.Key.Key_End)
    assert "(ε = 8), 0.00 bits of uncertainty remain" in line.text()


def test_the_mouse_reads_the_curve_where_it_is(desk: Desk, qtbot) -> None:
    pasted(desk, GOLDEN)
    plot = desk.page.curve.plot
    box = plot.getPlotItem().getViewBox()
    from PySide6.QtCore import QPointF

    spot = plot.mapFromScene(box.mapViewToScene(QPointF(6.5, 0.4)))
    qtbot.mouseClick(plot.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert plot.at == pytest.approx(6.5, abs=0.1)
    assert "0.61 bits" in desk.page.curve.line.text()


def test_the_most_exposed_come_first_with_the_numbers_of_their_records(desk: Desk, qtbot) -> None:
    desk.open(CASE)
    table = desk.page.curve.table
    rows = [[table.model().index(r, c).data() for c in range(6)] for r in range(table.model().rowCount())]
    assert [row[-1] for row in rows] == ["7, 8, 9", "1, 2, 3, 4", "5, 6"]
    assert [row[:2] for row in rows] == [["b", "f"], ["a", "m"], ["a", "f"]]
    assert rows[0][2] == "0.000"
    assert desk.page.verdict.mark is Mark.MEASURED
    with qtbot.waitSignal(desk.page.record_requested) as shown:
        table.activated.emit(table.model().index(1, 0))
    assert shown.args == [1]


def test_a_case_that_is_chosen_is_drawn_beside_the_mean(desk: Desk) -> None:
    desk.open(CASE)
    desk.page.curve.table.selectRow(1)
    names = [curve.name for curve in desk.page.curve.plot.curves]
    assert names == ["mean of all cases", "selected case", "least exposed"]
    assert desk.page.curve.plot.curves[1].at(0) == pytest.approx(1.5)


def test_known_variables_are_one_step_each_and_undo_brings_the_curve_back(desk: Desk) -> None:
    desk.open()
    first = desk.view.answer
    desk.page.question.curve.parts["known"].names.ticked.emit(("town",))
    desk.rest()
    assert desk.view.params.known == ("town",)
    assert desk.view.answer is not first
    desk.controller.undo()
    desk.rest()
    assert desk.view.params.known == ()
    assert desk.view.answer.result == first.result


def test_a_form_that_is_only_shown_tells_nothing(desk: Desk) -> None:
    desk.open(CASE)
    desk.qtbot.wait(900)  # longer than a field rests
    assert desk.steps == 1
    assert desk.controller.problems == ()


def test_intervals_of_a_table_are_cases(desk: Desk) -> None:
    choose(desk, "intervals")
    assert desk.view.stage is Stage.NO_VALUES
    field = desk.page.question.curve.parts["intervals"]
    field.setPlainText("10 14\n0 3")
    field.settle()
    desk.rest()
    assert [case.interval for case in desk.view.answer.result.cases] == [(0.0, 3.0), (10.0, 14.0)]
    assert desk.page.curve.table.model().index(0, 3).data() == "0 \u2013 3"


def test_a_question_that_is_not_whole_can_not_be_reported(desk: Desk) -> None:
    desk.open()
    assert desk.page.report.report_button.isEnabled()
    choose(desk, "values")
    assert not desk.page.report.report_button.isEnabled()
    assert desk.page.verdict.text == "No risk measured yet."


def test_leaving_a_way_and_coming_back_brings_what_it_was_given(desk: Desk) -> None:
    pasted(desk, GOLDEN)
    choose(desk, "intervals")
    assert desk.view.stage is Stage.NO_VALUES
    choose(desk, "values")
    assert desk.view.ready
    assert desk.view.params.values == (1, 3, 8, 9)


def test_the_window_and_the_batch_command_find_the_same(desk: Desk) -> None:
    desk.open(CASE)
    plan = desk.page.presenter.settled_plan()
    done = evaluate_plan(plan, desk.folder, JobContext())
    assert done.jobs[0].result == desk.view.answer.result


def test_the_report_is_written_with_the_curve_in_it(desk: Desk) -> None:
    pasted(desk, GOLDEN)
    desk.page.report.report_button.click()
    assert "Risk curve: risk curve" in desk.report_text(desk.page.report.dialog.view)


@pytest.mark.parametrize(
    ("suffix", "head"), [(".png", b"\x89PNG"), (".svg", b"<?xml"), (".pdf", b"%PDF"), (".csv", b"From eps")]
)
def test_the_picture_is_saved_in_every_format(desk: Desk, suffix, head) -> None:
    pasted(desk, GOLDEN)
    target = desk.folder / f"curve{suffix}"
    desk.page.curve.figure.save(target)
    assert target.read_bytes().startswith(head)
    assert target.stat().st_size > 40
    assert desk.page.report.outcome.text() == f"Written: curve{suffix}."


def test_the_data_behind_the_picture_are_saved_as_figures(desk: Desk) -> None:
    pasted(desk, GOLDEN)
    desk.page.curve.figure.save(desk.folder / "curve.csv")
    with (desk.folder / "curve.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    assert rows[1] == ["0", "1.3190"]
    assert rows[-1] == ["8", "0.0000"]


def test_a_picture_that_cannot_be_saved_says_why(desk: Desk) -> None:
    pasted(desk, GOLDEN)
    desk.page.curve.figure.save(desk.folder / "nowhere" / "curve.png")
    assert desk.page.report.outcome.text().startswith("Not written: ")


def test_a_curve_that_was_stopped_is_not_begun_again_by_itself(desk: Desk) -> None:
    desk.open()
    desk.page.question.curve.parts["known"].names.ticked.emit(("sex",))
    desk.jobs.cancel_all()
    desk.rest()
    answered = desk.view.ready
    desk.page.presenter.refresh()
    assert desk.jobs.idle
    if not answered:
        desk.page.presenter.run()
        desk.rest()
    assert desk.view.ready


def test_what_is_typed_keeps_its_form_and_the_cursor(desk: Desk) -> None:
    pasted(desk, "1 3 8 9")
    field = desk.page.question.curve.parts["values"]
    assert desk.view.params.values == (1, 3, 8, 9)
    assert field.toPlainText() == "1 3 8 9"
    desk.controller.undo()
    desk.controller.redo()
    desk.rest()
    assert field.toPlainText() == "1 3 8 9"


def test_the_verdict_on_cases_says_in_how_many_the_value_is_certain(desk: Desk) -> None:
    desk.open(CASE)
    certain = sum(case.h0 == 0 for case in desk.view.answer.result.cases)
    cases = len(desk.view.answer.result.cases)
    assert certain
    assert desk.page.verdict.text.startswith(f"Exact disclosure in {certain} of {cases} cases; ")


def test_a_saved_picture_has_title_and_figures_but_no_cross_hair(desk: Desk) -> None:
    pasted(desk, GOLDEN)
    figure, plot = desk.page.curve.figure, desk.page.curve.plot
    plot.stand_at(1.0)
    assert plot.moving
    figure.save(desk.folder / "curve.svg")
    figure.save(desk.folder / "curve.png")
    drawn = (desk.folder / "curve.svg").read_text(encoding="utf-8")
    plot.stand_at(None)
    figure.save(desk.folder / "plain.svg")
    assert drawn == (desk.folder / "plain.svg").read_text(encoding="utf-8")
    picture = QImage(str(desk.folder / "curve.png"))
    assert picture.width() == 2 * plot.width()
    assert picture.height() > 2 * plot.height()  # the caption has room of its own
    assert figure.title.text().split()[0] in drawn


def test_on_a_logarithmic_axis_the_cross_hair_reads_the_same_width(desk: Desk) -> None:
    pasted(desk, GOLDEN)
    plot = desk.page.curve.plot
    desk.page.curve.logarithmic.setChecked(True)
    read: list[float] = []
    desk.listen(plot.read, read.append)
    box = plot.getPlotItem().getViewBox()
    wanted = plot.curves[0].steps[-1][0] / 3
    spot = plot.mapFromScene(box.mapViewToScene(QPointF(math.log10(wanted), 0.1)))
    plot._look(QPointF(spot))
    assert read[-1] == pytest.approx(wanted, rel=0.05)
    desk.page.curve.logarithmic.setChecked(False)


def test_the_curve_of_a_linked_table_is_that_of_the_batch_run(desk: Desk) -> None:
    records = Records(desk.folder, firms(8, 70))
    names = ("activity region", "activity sex", "region sex", "activity place*")
    jobs = [table(f"t{place}", one, link="all", solver="fast") for place, one in enumerate(names)]
    jobs.append({"name": "curve", "kind": "cae", "input": "t0", "params": {"intervals": "input"}})
    desk.open_plan(records.plan(jobs))
    together = desk.view.answer.result.h0
    assert together == records.run(jobs)["curve"].result.h0
    for job in jobs[1:4]:
        job["params"]["protect"].pop("link")  # the first is protected alone from now on
    desk.controller.change_plan("", records.plan(jobs))
    desk.rest()
    assert desk.view.ready
    assert desk.view.answer.result.h0 == records.run(jobs)["curve"].result.h0 != together
