"""Curves that are kept to compare others with them, and a curve that was stopped."""

import csv
from collections.abc import Callable
from threading import Event

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.ui.questions.question import State
from sdc_desktop.ui.tabs.cae import work
from tests.ui.tabs.cae.conftest import Desk
from tests.ui.tabs.cae.test_curve import CASE, GOLDEN, choose, pasted

LEFT = Qt.MouseButton.LeftButton
NEARER = "1 0.5\n3 0.5"


def keep(desk: Desk, name: str = "") -> None:
    row = desk.page.kept
    QTest.keyClicks(row.name, name)
    QTest.mouseClick(row.keep, LEFT)


def drawn(desk: Desk) -> list[str]:
    return [curve.name for curve in desk.page.curve.plot.curves]


def test_a_kept_curve_lies_over_the_next_one_with_its_name_and_figures(desk: Desk) -> None:
    pasted(desk, GOLDEN)
    keep(desk, "before")
    steps = desk.view.answer.result.steps
    pasted(desk, NEARER)
    assert drawn(desk) == ["uncertainty", "before"]
    assert desk.page.curve.plot.curves[1].steps == steps
    assert "before: H₀ 1.32 bits, A 6.51" in desk.page.curve.area.text()
    desk.page.curve.plot.stand_at(0.0)
    QTest.keyClick(desk.page.curve.plot, Qt.Key.Key_Home)
    assert desk.page.curve.line.text().endswith("(before: 1.32 bits)")


def test_a_kept_curve_is_no_part_of_the_plan_and_reaches_no_verdict(desk: Desk) -> None:
    pasted(desk, GOLDEN)
    pasted(desk, NEARER)
    plan, steps, verdict = desk.controller.plan, desk.steps, desk.page.verdict.text
    desk.controller.undo()
    desk.rest()
    keep(desk, "before")
    desk.controller.redo()
    desk.rest()
    assert drawn(desk) == ["uncertainty", "before"]
    assert (desk.controller.plan, desk.steps, desk.page.verdict.text) == (plan, steps, verdict)


def test_names_say_what_a_curve_is_about_and_are_never_taken_twice(desk: Desk) -> None:
    desk.open(CASE)
    keep(desk)
    keep(desk)
    keep(desk, "  mine ")
    names = [kept.name for kept in desk.view.overlaid]
    assert names == ["pay, known: town, sex", "pay, known: town, sex 2", "mine"]
    assert desk.page.kept.name.text() == ""


def test_the_curve_that_is_chosen_is_removed(desk: Desk) -> None:
    pasted(desk, GOLDEN)
    for name in ("one", "two"):
        keep(desk, name)
    for name in ("one", "two"):
        assert desk.page.cards.card(f"kept {name}").view.summary == "H₀ 1.32 bits, A 6.51"
    desk.qtbot.waitUntil(desk.page.cards.card("kept two").isVisible)
    desk.page.cards.card("kept one").setFocus()
    QTest.keyClick(desk.page.cards.card("kept one"), Qt.Key.Key_Delete)
    assert drawn(desk) == ["uncertainty", "two"]
    desk.page.cards.card("kept two").setFocus()
    QTest.keyClick(desk.page.cards.card("kept two"), Qt.Key.Key_Delete)
    assert drawn(desk) == ["uncertainty"]
    assert [one.key for one in desk.page.cards.views if one.key.startswith("kept")] == []
    assert "Kept" not in desk.page.curve.area.text()
    assert desk.page.curve.figure.header == ("From eps", "H (bits)")


def test_no_more_are_kept_than_can_be_distinguished(desk: Desk) -> None:
    pasted(desk, GOLDEN)
    for _ in range(desk.page.presenter.most_curves):
        assert desk.page.kept.keep.isEnabled()
        keep(desk)
    assert not desk.page.kept.keep.isEnabled()
    desk.page.presenter.keep_curve("one more")
    assert len(desk.view.overlaid) == desk.page.presenter.most_curves


def test_a_curve_of_other_data_or_another_variable_is_not_drawn(desk: Desk) -> None:
    desk.open()
    keep(desk, "of the pay")
    pasted(desk, GOLDEN)
    assert drawn(desk) == ["uncertainty"]
    assert "1 kept curve is of other data or another variable" in desk.page.curve.area.text()
    choose(desk, "attribute")
    assert desk.view.attribute == "pay"
    assert drawn(desk)[1:] == ["of the pay"]
    path = desk.folder / "pay.csv"
    path.write_text(path.read_text(encoding="utf-8").replace("20", "21"), encoding="utf-8")
    spec = desk.controller.plan.data
    desk.controller.replace_file(open_data(spec, desk.folder, JobContext()))
    desk.rest()
    assert desk.view.ready
    assert drawn(desk) == ["uncertainty"]


def test_another_project_begins_without_kept_curves(desk: Desk) -> None:
    pasted(desk, GOLDEN)
    keep(desk)
    desk.controller.new()
    desk.rest()
    pasted(desk, GOLDEN)
    assert drawn(desk) == ["uncertainty"]
    assert (desk.view.overlaid, desk.view.elsewhere) == ((), 0)


def test_the_saved_data_and_picture_have_all_curves(desk: Desk) -> None:
    pasted(desk, GOLDEN)
    keep(desk, "before")
    pasted(desk, NEARER)
    desk.page.curve.figure.save(desk.folder / "curves.csv")
    with (desk.folder / "curves.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    assert rows[0] == ["Curve", "From eps", "H (bits)"]
    assert rows[1:3] == [["uncertainty", "0", "1.0000"], ["uncertainty", "2", "0.0000"]]
    assert rows[3] == ["before", "0", "1.3190"]
    assert rows[-1] == ["before", "8", "0.0000"]
    desk.page.curve.figure.save(desk.folder / "curves.svg")
    assert "before" in (desk.folder / "curves.svg").read_text(encoding="utf-8")


def test_beside_a_bounded_curve_an_exact_one_has_equal_bounds(desk: Desk) -> None:
    pasted(desk, GOLDEN)
    keep(desk, "exact")
    desk.page.presenter.change({"points": 3})
    desk.rest()
    assert not desk.view.answer.result.exact
    assert desk.page.curve.figure.header == ("Curve", "From eps", "H at most (bits)", "H at least (bits)")
    exact = [row for row in desk.page.curve.figure.rows if row[0] == "exact"]
    assert exact
    assert all(row[2] == row[3] for row in exact)


def test_a_case_that_is_chosen_stays_drawn_when_a_curve_is_kept(desk: Desk) -> None:
    desk.open(CASE)
    desk.page.curve.table.selectRow(1)
    keep(desk, "all")
    assert drawn(desk) == ["mean of all cases", "all", "selected case", "least exposed"]


def test_a_stopped_curve_is_computed_again_by_its_button(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    pasted(desk, GOLDEN)
    before, answer, held = desk.view.answer, work.answer, Event()
    assert not desk.page.question.run.isVisible()

    def never(*_question: object) -> Callable[[JobContext], object]:
        def run(context: JobContext) -> object:
            while not held.wait(0.01):
                context.checkpoint()
            raise AssertionError("not stopped")

        return run

    monkeypatch.setattr(work, "answer", never)
    field = desk.page.question.curve.parts["values"]
    field.setPlainText(NEARER)
    field.settle()
    desk.qtbot.waitUntil(lambda: desk.view.state is State.RUNNING)
    assert not desk.page.question.run.isVisible()
    desk.jobs.cancel_all()
    desk.rest()
    assert desk.view.answer is before
    assert desk.page.verdict.text.startswith("Previous result: ")
    monkeypatch.setattr(work, "answer", answer)
    button = desk.page.question.run
    assert button.isVisible()
    assert button.text() == "Compute the curve"
    QTest.mouseClick(button, LEFT)
    desk.rest()
    assert desk.view.ready
    assert desk.view.answer.result.steps == ((0.0, 1.0), (2.0, 0.0))
    assert not button.isVisible()


def test_the_same_cases_shown_again_or_in_another_order_begin_with_none_chosen(desk: Desk) -> None:
    desk.open(CASE)
    answer = desk.page.curve
    for again in (lambda: desk.open(CASE), lambda: answer.ranking.activated.emit(0)):
        answer.table.selectRow(1)
        assert answer.alone.isEnabled()
        again()
        assert not answer.table.selectionModel().hasSelection()
        assert not answer.alone.isEnabled()
        assert drawn(desk) == ["mean of all cases"]
