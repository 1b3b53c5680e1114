"""What is known of one person, weights and bounds: told in the form, seen in the picture, said in words."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox

from sdc_desktop.ui.tabs.cae.view import Stage
from tests.ui.tabs.cae.conftest import WAIT, Desk
from tests.ui.tabs.cae.test_curve import CASE, GOLDEN, choose, pasted


def take(box: QComboBox, row: int) -> None:
    box.setCurrentIndex(row)
    box.activated.emit(row)


def known(desk: Desk, names: tuple[str, ...]) -> None:
    desk.page.question.curve.parts["known"].names.ticked.emit(names)
    desk.rest()


def test_the_values_of_one_person_are_chosen_and_are_one_step(desk: Desk) -> None:
    desk.open()
    known(desk, ("town", "sex"))
    steps, form = desk.steps, desk.page.question.curve.parts["known"]
    take(form.target, 1)
    assert desk.view.stage is Stage.NO_PERSON
    assert desk.page.empty.button.text() == "Choose the values"
    desk.qtbot.waitUntil(lambda: form.person.box("sex").count() == 2, timeout=WAIT)
    take(form.person.box("town"), form.person.box("town").findText("a"))
    assert desk.view.stage is Stage.NO_PERSON
    take(form.person.box("sex"), form.person.box("sex").findText("f"))
    desk.rest()
    assert desk.view.params.known == {"town": "a", "sex": "f"}
    assert desk.steps == steps + 1
    assert desk.view.answer.result.area == 10
    assert desk.page.verdict.text.startswith("2 records agree with what is known")
    take(form.target, 0)
    desk.rest()
    assert desk.view.params.known == ("town", "sex")


def test_a_value_that_nobody_has_is_refused_in_words(desk: Desk) -> None:
    desk.open(CASE | {"params": {"attribute": "pay", "known": {"town": "a"}}})
    box = desk.page.question.curve.parts["known"].person.box("town")
    box.setEditText("nowhere")
    box.lineEdit().editingFinished.emit()
    desk.rest()
    assert "no record matches the intruder's knowledge" in desk.page.question.problems.text()


def test_a_case_of_the_table_can_be_looked_at_alone(desk: Desk) -> None:
    desk.open(CASE)
    answer = desk.page.curve
    assert not answer.alone.isEnabled()
    desk.page.tabs.setCurrentIndex(1)
    desk.qtbot.waitUntil(lambda: answer.table.model().rowCount() > 1, timeout=WAIT)
    answer.table.selectRow(1)
    assert "sex" in desk.why.text()
    QTest.mouseClick(answer.alone, Qt.MouseButton.LeftButton)
    desk.rest()
    assert desk.view.params.known == {"town": "a", "sex": "m"}
    assert desk.view.answer.result.h0 == 1.5
    assert not answer.cases.isVisible()
    assert not desk.page.tabs.isTabEnabled(1)


def test_cases_are_ranked_by_the_area_or_by_the_uncertainty(desk: Desk) -> None:
    desk.open(CASE | {"params": {"intervals": [[0, 2], [10, 30]], "step": 1, "labels": ["low", "high"]}})
    desk.page.presenter.change({"intervals": ((0, 30), (0, 30), (5, 5)), "labels": ("a", "b", "c")})
    desk.rest()
    table = desk.page.curve.table

    def column(place: int) -> list[str]:
        return [table.model().index(row, place).data() for row in range(table.model().rowCount())]

    assert table.model().headerData(0, Qt.Orientation.Horizontal) == "Cell"
    assert column(0) == ["c", "a", "b"]
    take(desk.page.curve.ranking, 1)
    assert column(1) == sorted(column(1), key=float)


def test_ranking_by_uncertainty_brings_other_cases_first(desk: Desk) -> None:
    from sdc_desktop.engine.context import JobContext
    from sdc_desktop.engine.methods.curves.cae import engine as cae
    from sdc_desktop.words.curves.cae_tab import ranked

    query = cae.CaeParams(intervals=((0, 4), (0, 100)), step=4)
    made = cae.decide(query, cae.counts(query, None, JobContext()), JobContext())
    wide = made.cases[1].__class__(**{**vars(made.cases[1]), "h0": 0.5})
    found = made.__class__(**{**vars(made), "cases": (made.cases[0], wide)})
    assert ranked(found, "area") == (0, 1)
    assert ranked(found, "h0") == (1, 0)


def test_several_cases_are_drawn_with_their_names(desk: Desk) -> None:
    desk.open(CASE)
    desk.page.curve.table.selectAll()
    names = [curve.name for curve in desk.page.curve.plot.curves]
    assert names == ["mean of all cases", "b, f", "a, m", "a, f"]
    assert "b, f: 0.00 bits" in desk.page.curve.line.text()


def test_bounds_are_drawn_and_stated(desk: Desk) -> None:
    pasted(desk, GOLDEN)
    form = desk.page.question.curve
    QTest.mouseClick(form.more.button, Qt.MouseButton.LeftButton)
    points = form.parts["points"]
    points.setValue(1)
    points.settle()
    desk.rest()
    assert desk.view.params.points == 1
    curve = desk.page.curve.plot.curves[0]
    assert curve.at_least(1) < 1.054 <= curve.at(1)
    desk.page.curve.plot.stand_at(1)
    desk.page.curve._on_read(1)
    assert "between 0.81 and 1.32 bits" in desk.page.curve.line.text()
    assert desk.page.curve.area.text().startswith("Computed at 3 widths")
    assert desk.page.curve.figure.header[-1] == "H at least (bits)"
    points.setValue(points.minimum())
    points.settle()
    desk.rest()
    assert desk.view.params.points is None
    assert desk.page.curve.plot.curves[0].lowest is None


def test_weights_are_a_variable_of_the_file(desk: Desk) -> None:
    desk.open({"name": "risk curve", "kind": "cae", "params": {"attribute": "pay", "known": ["town"]}})
    box = desk.page.question.curve.parts["weights"]
    assert [box.itemText(row) for row in range(box.count())] == ["equal weights", "sex"]
    take(box, 1)
    desk.rest()
    assert desk.view.params.weights == "sex"
    assert "not numbers" in desk.page.question.problems.text()
    take(box, 0)
    desk.rest()
    assert desk.view.ready


def test_a_cell_without_an_end_takes_no_part(desk: Desk) -> None:
    choose(desk, "intervals")
    field = desk.page.question.curve.parts["intervals"]
    field.setPlainText("0 3\n5 -\n2 4 6")
    field.settle()
    assert "more than two numbers" in desk.page.question.problems.text()
    field.setPlainText("0 3\n5 -")
    field.settle()
    desk.rest()
    assert desk.view.params.intervals == ((0, 3), (5, None))
    assert [problem.code for problem in desk.controller.problems] == ["cae.unbounded"]
