"""Levels named by the officer: a `recode` job in place of the `anopi` one, and back without loss."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.spec import OutputSpec
from sdc_desktop.engine.methods.recoding.recode import RecodeParams
from sdc_desktop.engine.plan import JOB_CLASSES, Plan, plan_from_json, plan_to_json
from sdc_desktop.engine.runner import run_plan
from sdc_desktop.ui.tabs.microdata.anopi.view import Stage
from sdc_desktop.ui.tabs.microdata.tab_job import switched
from tests.support.keys import in_tab_order
from tests.ui.tabs.microdata.conftest import Desk
from tests.ui.tabs.microdata.test_question import drag

RecodeJob = JOB_CLASSES["recode"]


@pytest.fixture
def hand(desk: Desk) -> Desk:
    """The demo with its levels chosen by hand."""
    desk.page.choose_way("recode")
    desk.rest()
    return desk


def kinds(plan: Plan) -> list[tuple[str, str]]:
    return [(job.name, job.kind) for job in plan.jobs]


def test_switching_is_one_step_and_begins_with_what_anopi_chose(desk: Desk) -> None:
    steps = desk.steps
    desk.page.choose_way("recode")
    desk.rest()
    assert desk.steps == steps + 1
    assert kinds(desk.controller.plan) == [("recode", "recode")]
    assert desk.page.presenter.job.params.levels == {"yob": 3, "ms": 1}
    assert desk.view.answer.levels == {"yob": 4, "ms": 2}
    assert "at least 4 others" in desk.page.verdict.text
    assert desk.page.levels.recode.isVisible()
    assert "5-year bands" in desk.page.levels.recode.cards["yob"].button.summary.text()


def test_undo_and_redo_go_over_the_switch(hand: Desk) -> None:
    hand.controller.undo()
    hand.rest()
    assert hand.page.question.method.key == "anopi"
    assert hand.page.form.isVisible()
    assert not hand.view.stale
    hand.controller.redo()
    hand.rest()
    assert hand.page.question.method.key == "recode"
    assert not hand.view.stale


def test_what_either_way_was_given_comes_back(desk: Desk) -> None:
    desk.page.presenter.try_alpha(0.3)
    desk.page.presenter.settle()
    desk.page.choose_way("recode")
    desk.rest()
    desk.page.presenter.choose("yob", 6)
    desk.page.choose_way("anopi")
    desk.rest()
    assert kinds(desk.controller.plan) == [("anopi", "anopi")]
    assert desk.page.presenter.job.params.alpha == 0.3
    assert desk.page.presenter.job.params.user_points == {"yob": 60, "ms": 40}
    desk.page.choose_way("recode")
    desk.rest()
    assert desk.view.answer.levels["yob"] == 6


def test_one_file_is_written_by_the_batch_command_whichever_way(hand: Desk, tmp_path: Path) -> None:
    run_plan(hand.controller.plan, hand.controller.base, tmp_path / "out", JobContext())
    assert sorted(p.name for p in (tmp_path / "out").glob("*.csv")) == ["patients_protected.csv"]


def test_jobs_that_build_on_it_follow_the_switch(desk: Desk) -> None:
    after = RecodeJob(name="after", input="anopi", params=RecodeParams(levels={"ms": 0}))
    plan = desk.controller.plan
    both = plan.model_copy(update={"jobs": (*plan.jobs, after)})
    found = switched(both, "recode", (), {"yob": 1, "ms": 0}, ("yob", "ms", "disease"))
    assert [(job.name, job.input) for job in found.jobs] == [("recode", "data"), ("after", "recode")]
    assert switched(found, "anopi", (both,), {}, ("yob", "ms", "disease")).jobs == both.jobs


def test_a_recode_job_that_stands_beside_anopi_is_taken_and_not_doubled(desk: Desk) -> None:
    beside = RecodeJob(name="recode", params=RecodeParams(levels={"yob": 5}))
    plan = desk.controller.plan.model_copy(update={"jobs": (*desk.controller.plan.jobs, beside)})
    found = switched(plan, "recode", (), {"yob": 1, "ms": 0}, ("yob", "ms"))
    assert kinds(found) == [("recode", "recode")]
    assert found.jobs[0].params.levels == {"yob": 5, "ms": 0}


def test_a_drag_of_a_level_is_a_draft_and_then_one_step(hand: Desk) -> None:
    steps = hand.steps
    hand.page.levels.recode.cards["yob"].unfold()
    slider = hand.page.levels.recode.cards["yob"].slider
    hand.page.presenter.try_level("yob", 2)
    hand.rest()
    assert hand.view.draft.levels == {"yob": 2, "ms": 2}
    assert hand.page.verdict.text.startswith("Draft:")
    assert hand.steps == steps
    hand.controller.settle()
    assert hand.steps == steps + 1
    drag(slider, [20, 60, 120])
    assert hand.steps == steps + 2
    hand.rest()
    assert hand.view.answer.levels["yob"] > 2
    assert not hand.view.stale


def test_a_level_is_chosen_by_name_with_the_keys(hand: Desk) -> None:
    card = hand.page.levels.recode.cards["yob"]
    titles = [level.whole for level in card.levels]
    assert titles[0].startswith("original values: 1961, 1962")
    assert titles[3].startswith("5-year bands: 1961–1965, 1966–1970")
    card.button.setFocus()
    QTest.keyClick(card.button, Qt.Key.Key_Return)
    card.levels[3].setFocus()
    for level in (3, 2, 1):
        QTest.keyClick(card.levels[level], Qt.Key.Key_Up)
    hand.rest()
    assert hand.page.presenter.job.params.levels["yob"] == 0
    assert "Level set manually" in hand.why.text()
    hand.page.answer.evidence.turn_to(hand.page.answer.evidence.values)
    bars = hand.page.answer.evidence.values.plots
    assert bars[2].bars == bars[1].bars


def test_bars_show_what_the_levels_do_and_no_plane_is_shown(hand: Desk) -> None:
    assert not hand.page.answer.area.isVisible()
    hand.page.answer.evidence.turn_to(hand.page.answer.evidence.values)
    assert hand.page.answer.evidence.values.plots[2].bars[0] == ("1961-1965", 15)


def test_a_variable_without_hierarchy_is_released_as_it_is(closed_desk: Desk, demo_plan: Plan) -> None:
    data = plan_to_json(demo_plan)["data"]
    job = {"name": "recode", "kind": "recode", "params": {"levels": {"yob": 2}}}
    hierarchies = {"yob": data["hierarchies"]["yob"]}
    closed_desk.open(
        plan_from_json({"schema": 2, "data": data | {"hierarchies": hierarchies}, "jobs": [job]})
    )
    card = closed_desk.page.levels.recode.cards["ms"]
    assert closed_desk.view.stage is Stage.READY
    assert closed_desk.view.answer.levels == {"yob": 3, "ms": 1}
    (level,) = card.levels
    assert level.whole.startswith("original values: Divorced, Married")
    assert "original values" in card.button.summary.text()
    assert closed_desk.page.exports.write_button.isEnabled()


def test_a_level_the_hierarchy_lacks_is_stated_beneath(closed_desk: Desk, demo_plan: Plan) -> None:
    job = {"name": "recode", "kind": "recode", "params": {"levels": {"yob": 9}}}
    closed_desk.open(plan_from_json(plan_to_json(demo_plan) | {"jobs": [job]}))
    assert [problem.code for problem in closed_desk.view.problems] == ["recode.steps_beyond"]
    assert closed_desk.page.levels.recode.problems.text()
    closed_desk.page.presenter.choose("yob", 3)
    closed_desk.rest()
    assert closed_desk.view.answer.levels["yob"] == 3


def test_the_file_has_the_same_bytes_as_the_batch_command(hand: Desk, tmp_path: Path) -> None:
    target = hand.folder / "by_hand.csv"
    hand.export(OutputSpec(path="by_hand.csv", order="random"))
    run_plan(hand.controller.plan, hand.controller.base, tmp_path / "out", JobContext())
    assert target.read_bytes() == (tmp_path / "out" / "by_hand.csv").read_bytes()


def test_the_report_of_levels_by_hand_is_written(hand: Desk) -> None:
    assert "Recoding by hand: recode" in hand.report_text(hand.page.release.report)


def test_tab_goes_line_by_line_and_everything_has_a_name(hand: Desk) -> None:
    yob, ms = hand.page.levels.recode.cards.values()
    yob.unfold()
    chosen = next(level for level in yob.levels if level.isChecked())
    wanted = [yob.button, yob.slider, chosen, yob.hierarchy, ms.button]
    assert in_tab_order(wanted) == wanted
    assert [part for part in wanted if isinstance(part, QWidget) and not part.accessibleName()] == []


def test_unfolding_a_line_folds_the_one_before_and_arrows_go_from_line_to_line(hand: Desk) -> None:
    yob, ms = hand.page.levels.recode.cards.values()
    yob.button.setFocus()
    QTest.keyClick(yob.button, Qt.Key.Key_Space)
    assert yob.slider.isVisible()
    QTest.keyClick(yob.button, Qt.Key.Key_Down)
    assert ms.button.hasFocus()
    QTest.keyClick(ms.button, Qt.Key.Key_Return)
    assert (yob.is_open, ms.is_open) == (False, True)
    assert ms.slider.isVisible()
    QTest.keyClick(ms.button, Qt.Key.Key_Up)
    assert yob.button.hasFocus()
