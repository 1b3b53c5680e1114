"""Moving, settling, undoing: drafts and steps of the history."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSlider, QStyle, QStyleOptionSlider

from sdc_desktop.engine.methods.recoding.anopi import DegreeBound
from sdc_desktop.engine.plan import Plan
from sdc_desktop.project.chain import first_step
from sdc_desktop.ui.tabs.microdata.anopi.view import Stage, View
from sdc_desktop.ui.widgets.verdict_bar import Mark
from tests.ui.tabs.microdata.conftest import WAIT, Desk


def handle(slider: QSlider) -> QPoint:
    option = QStyleOptionSlider()
    slider.initStyleOption(option)
    part = QStyle.SubControl.SC_SliderHandle
    return slider.style().subControlRect(QStyle.ComplexControl.CC_Slider, option, part, slider).center()


def drag(slider: QSlider, pixels: list[int]) -> None:
    start = handle(slider)
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=start)
    for away in pixels:
        QTest.mouseMove(slider, start + QPoint(away, 0))
    QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=start + QPoint(pixels[-1], 0))


def test_golden_codings_are_shown(desk: Desk) -> None:
    assert desk.view.stage is Stage.READY
    assert desk.levels() == {"yob": 4, "ms": 2}
    result = desk.view.answer.result
    assert result.levels["yob"].utility == pytest.approx(33.69, abs=0.005)
    assert result.levels["ms"].privacy == pytest.approx(14.97, abs=0.005)
    plane = desk.page.answer.planes["yob"].picture.plane
    assert plane.points[plane.chosen].mark == "5-year bands"
    assert plane.optimum == pytest.approx((33.69, 33.69), abs=0.005)
    assert "5-year bands" in desk.page.form.cards["yob"].coding.currentText()
    assert "has been married" in desk.page.form.cards["ms"].coding.currentText()


def test_verdict_says_what_can_be_singled_out_and_is_never_marked_safe(desk: Desk) -> None:
    assert desk.page.verdict.mark is Mark.OPEN
    assert "at least 4 others" in desk.page.verdict.text
    desk.page.presenter.choose("yob", 1)
    desk.page.presenter.choose("ms", 1)
    desk.rest()
    assert desk.page.verdict.mark is Mark.UNSAFE  # more than 10 % of the diseases are disclosed
    assert "unique" in desk.page.verdict.text


def test_a_drag_of_alpha_is_one_step_with_its_figures(desk: Desk) -> None:
    steps = desk.steps
    slider = desk.page.form.alpha_slider
    drag(slider, [5, 12, 20, 28, 36])
    assert desk.steps == steps + 1
    alpha = desk.view.params.alpha
    assert alpha < 0.5, "to the right is private: less weight for utility"
    label = desk.controller.project.history[-1].label
    assert "0.50" in label
    assert f"{alpha:.2f}" in label
    desk.rest()
    assert not desk.view.stale


def test_while_dragging_a_draft_is_shown_and_the_plan_stays(desk: Desk) -> None:
    plan = desk.controller.plan
    slider = desk.page.form.alpha_slider
    start = handle(slider)
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(slider, start + QPoint(60, 0))
    desk.qtbot.waitUntil(lambda: desk.view.draft is not None, timeout=WAIT)
    assert desk.page.verdict.text.startswith("Draft:")
    plane = desk.page.answer.planes["yob"].picture.plane
    assert plane.draft
    assert plane.was_optimum == pytest.approx((33.69, 33.69), abs=0.005)
    assert plane.optimum != plane.was_optimum
    assert desk.controller.plan is plan
    QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=start + QPoint(60, 0))
    desk.rest()
    assert not desk.page.verdict.text.startswith("Draft:")


def test_points_moved_together_sum_to_100_and_are_one_step(desk: Desk) -> None:
    steps = desk.steps
    desk.page.form.cards["yob"].unfold()
    drag(desk.page.form.cards["yob"].editors["user_points"].slider, [10, 20, 30])
    assert desk.steps == steps + 1
    points = first_step(desk.controller.plan).params.user_points
    assert points["yob"] > 60
    assert sum(points.values()) == 100
    shown = [card.editors["user_points"].field.value() for card in desk.page.form.cards.values()]
    assert shown == [points["yob"], points["ms"]]
    assert first_step(desk.controller.plan).params.intruder_points == {"yob": 60, "ms": 40}


def test_undo_and_redo_bring_sliders_and_answer_back(desk: Desk) -> None:
    desk.page.form.cards["yob"].unfold()
    drag(desk.page.form.cards["yob"].editors["intruder_points"].slider, [-40])
    drag(desk.page.form.alpha_slider, [-30])
    desk.rest()
    moved = desk.page.form.alpha_field.value()
    desk.controller.undo()
    desk.controller.undo()
    desk.rest()
    assert desk.page.form.alpha_field.value() == 0.5
    assert desk.page.form.alpha_slider.value() == 50
    assert desk.page.form.cards["yob"].editors["intruder_points"].slider.value() == 60
    assert desk.levels() == {"yob": 4, "ms": 2}
    desk.controller.redo()
    desk.controller.redo()
    desk.rest()
    assert desk.page.form.alpha_field.value() == moved


def test_keys_move_a_slider_and_resting_settles_it_once(desk: Desk) -> None:
    steps = desk.steps
    slider = desk.page.form.alpha_slider
    slider.setFocus()
    for _ in range(5):
        QTest.keyClick(slider, Qt.Key.Key_Right)
    assert desk.steps == steps
    desk.qtbot.waitUntil(lambda: desk.steps == steps + 1, timeout=WAIT)
    assert desk.view.params.alpha == 0.45


def test_typing_points_settles_at_enter(desk: Desk) -> None:
    steps = desk.steps
    desk.page.form.cards["ms"].unfold()
    field = desk.page.form.cards["ms"].editors["user_points"].field
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "33.3")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert desk.steps == steps + 1
    assert first_step(desk.controller.plan).params.user_points == {"yob": 66.7, "ms": 33.3}


def test_the_newest_draft_wins(desk: Desk) -> None:
    for alpha in (0.1, 0.9, 0.2, 0.8, 0.25):
        desk.page.presenter.try_alpha(alpha)
    desk.rest()
    assert desk.view.draft.job.params.alpha == 0.25
    assert desk.view.draft.result.alpha == 0.25
    assert desk.page.form.alpha_field.value() == 0.25


def test_a_steady_drag_shows_drafts_on_the_way(desk: Desk) -> None:
    shown: list[float] = []

    def note(view: View) -> None:
        if view.draft is not None:
            shown.append(view.draft.result.alpha)

    desk.listen(desk.page.presenter.changed, note)
    for alpha in (0.1, 0.9, 0.2, 0.8, 0.25):
        desk.page.presenter.try_alpha(alpha)
    desk.rest()
    assert list(dict.fromkeys(shown)) == [0.1, 0.25]


def test_drafts_do_not_count_the_records_again(desk: Desk) -> None:
    counted = desk.view.answer.counted
    desk.page.presenter.try_alpha(0.3)
    desk.rest()
    assert desk.view.draft.counted is counted
    desk.page.presenter.settle()
    assert desk.view.answer.counted is counted
    assert not desk.view.stale


def test_a_draft_that_comes_back_to_the_plan_is_no_step(desk: Desk) -> None:
    steps = desk.steps
    desk.page.presenter.try_alpha(0.3)
    desk.page.presenter.try_alpha(0.5)
    desk.page.presenter.settle()
    desk.rest()
    assert desk.steps == steps
    assert desk.view.draft is None


def test_a_refusal_keeps_the_last_answer_and_says_what_to_do(desk: Desk) -> None:
    before = desk.view.answer
    desk.page.presenter.bound("min_utility", "yob", 5000)
    desk.rest()
    assert desk.view.answer is before
    assert desk.view.stale
    assert [problem.code for problem in desk.view.problems] == ["anopi.bound_too_high"]
    assert desk.faults == ["anopi.bound_too_high"]
    assert "5000" in desk.page.form.problems.text()
    assert desk.page.answer.area.isVisible()
    assert not desk.page.answer.planes["yob"].isEnabled()
    assert not desk.page.exports.write_button.isEnabled()
    desk.controller.undo()
    desk.rest()
    assert desk.faults == []
    assert desk.page.form.problems.text() == ""
    assert desk.page.exports.write_button.isEnabled()


def test_a_coding_is_chosen_and_left_to_anopi_again(desk: Desk) -> None:
    desk.page.form.cards["yob"].unfold()
    coding = desk.page.form.cards["yob"].coding
    coding.setFocus()
    QTest.keyClick(coding, Qt.Key.Key_End)
    desk.rest()
    assert desk.levels()["yob"] == 7
    assert first_step(desk.controller.plan).params.override == {"yob": 7}
    assert desk.view.answer.result.codings["yob"].reason == "override"
    QTest.keyClick(coding, Qt.Key.Key_Home)
    desk.rest()
    assert desk.levels()["yob"] == 4
    assert first_step(desk.controller.plan).params.override == {}


def test_a_bound_as_a_coding_rules_others_out(desk: Desk) -> None:
    form = desk.page.form
    form.more.unfold()
    chooser = form.details.bounds["min_utility", "yob"].chooser
    assert chooser.isVisible()
    chooser.setCurrentIndex(3)
    chooser.activated.emit(3)
    desk.rest()
    assert first_step(desk.controller.plan).params.min_utility == {"yob": DegreeBound(degree=2)}
    plane = desk.page.answer.planes["yob"].picture.plane
    assert [point.allowed for point in plane.points] == [True, True, False, False, False, False, False]
    assert plane.min_utility == pytest.approx(plane.points[1].utility)
    assert desk.levels()["yob"] <= 2


def test_the_job_is_added_with_the_first_change_and_others_stay(closed_desk: Desk, demo_plan: Plan) -> None:
    recode = {"name": "other", "kind": "recode", "params": {"levels": {"yob": 2}}}
    from sdc_desktop.engine.plan import plan_from_json, plan_to_json

    closed_desk.open(plan_from_json(plan_to_json(demo_plan) | {"jobs": [recode]}))
    assert [job.name for job in closed_desk.controller.plan.jobs] == ["other"]
    assert closed_desk.view.answer is not None, "ANOPI answers with equal points before anything is said"
    closed_desk.page.presenter.try_alpha(0.4)
    closed_desk.page.presenter.settle()
    assert [(job.name, job.kind) for job in closed_desk.controller.plan.jobs] == [
        ("other", "recode"),
        ("anopi", "anopi"),
    ]
    assert first_step(closed_desk.controller.plan).params.user_points is None


def test_one_variable_has_all_points_and_nothing_to_move(desk: Desk) -> None:
    desk.controller.change_plan("without jobs", desk.controller.plan.model_copy(update={"jobs": ()}))
    desk.controller.set_variables(("ms",), role="other")
    desk.rest()
    editor = desk.page.form.cards["yob"].editors["user_points"]
    assert list(desk.page.form.cards) == ["yob"]
    assert editor.field.value() == 100
    assert not editor.slider.isEnabled()
    assert desk.levels() == {"yob": 4}


def test_cards_of_variables_that_stay_are_kept_and_new_ones_come_in_the_files_order(desk: Desk) -> None:
    form, view = desk.page.form, desk.view
    first, last = view.variables[0], view.variables[-1]
    kept, dropped = form.cards[last], form.cards[first]
    form.show_view(replace(view, variables=view.variables[1:]))
    assert first not in form.cards
    form.show_view(view)
    desk.qtbot.waitUntil(lambda: not form.making)
    assert form.cards[last] is kept
    assert form.cards[first] is not dropped
    assert tuple(form.cards) == view.variables
    desk.qtbot.waitUntil(lambda: kept.y() > form.cards[first].y())


def test_points_locked_in_a_project_are_not_in_the_next(desk: Desk) -> None:
    editors = desk.page.form.cards["yob"].editors.values()
    for editor in editors:
        editor.keep.setChecked(True)
    desk.controller.project_begun.emit()
    assert not any(editor.locked for editor in editors)
