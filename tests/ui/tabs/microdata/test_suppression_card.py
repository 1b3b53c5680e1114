"""Rare records: the card in both forms, drafts and steps, and what is said of the outcome."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.spec import OutputSpec
from sdc_desktop.engine.plan import Plan, plan_from_json, plan_to_json
from sdc_desktop.engine.runner import run_plan
from sdc_desktop.ui.forms.editors.suppression import SuppressionCard
from sdc_desktop.ui.widgets.verdict_bar import Mark
from tests.ui.tabs.microdata.conftest import Desk


def card_of(desk: Desk) -> SuppressionCard:
    levels = desk.page.levels
    return (levels.recode if desk.view.manual else levels.form).suppression


def params(desk: Desk):
    return desk.page.presenter.job.params


def choose(desk: Desk, box, index: int) -> None:
    box.setCurrentIndex(index)
    box.activated.emit(index)
    desk.rest()


@pytest.fixture(params=["anopi", "by hand"])
def either(request, desk: Desk) -> Desk:
    """The demo, by either way."""
    if request.param == "by hand":
        desk.page.choose_way("recode")
        desk.rest()
    return desk


def suppress(desk: Desk, k: int = 7) -> None:
    card_of(desk).on.click()
    card_of(desk).k.setValue(k)
    card_of(desk).k.settle()
    desk.rest()


def test_it_is_off_and_requests_nothing_to_begin_with(either: Desk) -> None:
    card = card_of(either)
    assert not card.on.isChecked()
    assert not card.k.isEnabled()
    assert not card.way.isVisible()
    assert params(either).suppress_below is None
    either.qtbot.wait(900)  # longer than keys may rest: making the card has told nothing
    assert params(either).suppress_below is None


def test_switching_it_on_is_one_step_and_its_outcome_is_shown(either: Desk) -> None:
    steps = either.steps
    card_of(either).on.click()
    either.rest()
    assert either.steps == steps + 1
    assert params(either).suppress_below == 3
    assert either.controller.project.history[-1].label == "Suppression below k = 3: whole records"
    assert either.view.answer.result.suppression.k == 3
    assert not either.view.stale


def test_moving_k_is_a_draft_until_it_rests_and_then_one_step(either: Desk) -> None:
    card = card_of(either)
    card.on.click()
    either.rest()
    steps = either.steps
    card.k.setFocus()
    either.hold(card.k)
    for _ in range(4):
        QTest.keyClick(card.k, Qt.Key.Key_Up)
    either.qtbot.waitUntil(lambda: either.view.draft is not None and not either.page.presenter._runner.busy)
    assert either.view.draft.result.suppression.k == 7
    assert either.view.answer.result.suppression.k == 3
    assert either.page.verdict.text.startswith("Draft:")
    assert either.steps == steps
    card.k.settle()
    either.rest()
    assert either.steps == steps + 1
    assert params(either).suppress_below == 7
    either.controller.undo()
    either.rest()
    assert card.k.value() == 3


def test_the_verdict_says_what_is_suppressed(either: Desk) -> None:
    suppress(either)
    text = either.page.verdict.text
    assert "at least 6 others" in text
    assert "11 of 60 records" in text
    assert either.page.verdict.mark is Mark.RESERVATIONS


def test_cells_show_their_rule_with_its_meaning(either: Desk) -> None:
    suppress(either)
    card = card_of(either)
    choose(either, card.way, 1)
    assert params(either).suppress == "cells"
    assert either.view.answer.result.suppression.figures.whole_records < 11
    meanings = set()
    for index, rule in enumerate(("category", "kept", "wildcard")):
        choose(either, card.rule, index)
        assert params(either).suppressed_as == rule
        assert card.rule.toolTip() == card.meaning.text()
        meanings.add(card.meaning.text())
    assert len(meanings) == 3


def test_a_weaker_rule_is_stated_in_the_verdict_with_what_the_stricter_say(desk: Desk) -> None:
    suppress(desk)
    choose(desk, card_of(desk).way, 1)
    choose(desk, card_of(desk).rule, 2)
    text = desk.page.verdict.text
    assert "agreeing with every value: so each record agrees with 7" in text
    below = desk.view.answer.result.suppression.figures.below
    assert f"a category of its own: {below.as_category};" in text


def test_importance_changes_what_is_suppressed_and_is_one_step(either: Desk) -> None:
    suppress(either)
    card = card_of(either)
    choose(either, card.way, 1)
    cells = dict(either.view.answer.result.suppression.figures.cells_by_variable)
    assert cells["ms"] > 0
    card.more.click()
    assert list(card.importances) == ["yob", "ms"]
    steps = either.steps
    card.importances["ms"].setValue(50)
    card.importances["ms"].settle()
    either.rest()
    assert either.steps == steps + 1
    assert params(either).importance == {"ms": 50}
    assert either.controller.project.history[-1].label == "Importance of ms: 1.0 \u2192 50.0"
    assert either.view.answer.result.suppression.figures.cells_by_variable["ms"] < cells["ms"]
    card.importances["ms"].setValue(1)
    card.importances["ms"].settle()
    assert params(either).importance == {}


def test_what_was_requested_stays_when_the_way_of_choosing_levels_changes(desk: Desk) -> None:
    suppress(desk)
    desk.page.choose_way("recode")
    desk.rest()
    assert card_of(desk).on.isChecked()
    assert card_of(desk).k.value() == 7
    assert "11 of 60 records" in desk.page.verdict.text


def test_switched_off_it_remembers_its_k(either: Desk) -> None:
    suppress(either)
    card = card_of(either)
    card.on.click()
    either.rest()
    assert params(either).suppress_below is None
    assert either.controller.project.history[-1].label == "Suppression: off"
    card.on.click()
    either.rest()
    assert params(either).suppress_below == 7


def test_a_k_that_leaves_nothing_is_stated_beneath_the_form_and_the_last_answer_stays(desk: Desk) -> None:
    suppress(desk)
    known = desk.view.answer
    card_of(desk).k.setValue(40)
    card_of(desk).k.settle()
    desk.rest()
    assert [problem.code for problem in desk.view.problems] == ["suppression.nothing_left"]
    assert desk.page.form.problems.text()
    assert desk.view.answer is known
    assert desk.view.stale
    card_of(desk).k.setValue(5)
    card_of(desk).k.settle()
    desk.rest()
    assert not desk.view.stale


def test_the_plane_shows_the_shift_of_the_coding_released(desk: Desk) -> None:
    plane = desk.page.answer.planes["ms"].picture.plane
    assert plane.released is None
    suppress(desk)
    plane = desk.page.answer.planes["ms"].picture.plane
    released = desk.view.answer.result.released["ms"]
    assert plane.released == (released.utility, released.privacy)
    chosen = plane.points[plane.chosen]
    assert plane.released != (chosen.utility, chosen.privacy)


def test_the_why_panel_explains_the_card_and_follows_it(either: Desk) -> None:
    card = card_of(either)
    card.on.setFocus()
    assert "Records in small classes are released after recoding" in either.why.text()
    suppress(either)
    text = either.why.text()
    assert "11 of 60 records" in text
    assert "Cells of yob" in text
    assert ("Utility of ms" in text) is not either.view.manual
    assert "\u2192" in text


def test_the_card_speaks_of_suppression_until_a_variable_is_looked_at(either: Desk) -> None:
    card_of(either).on.setFocus()
    either.page.levels._on_selected("yob", 2)
    assert "Rare records" not in either.why.text()


def test_the_file_written_is_the_batch_commands(desk: Desk, tmp_path: Path) -> None:
    suppress(desk)
    choose(desk, card_of(desk).way, 1)
    target = desk.folder / "cells.csv"
    desk.export(OutputSpec(path="cells.csv"))
    run_plan(desk.controller.plan, desk.controller.base, tmp_path / "out", JobContext())
    assert target.read_bytes() == (tmp_path / "out" / "cells.csv").read_bytes()
    assert b"*" in target.read_bytes()


def test_a_plan_that_requests_it_is_shown(closed_desk: Desk, demo_plan: Plan) -> None:
    plan = plan_to_json(demo_plan)
    plan["jobs"][0]["params"] |= {"suppress_below": 4, "suppress": "cells", "suppressed_as": "kept"}
    closed_desk.open(plan_from_json(plan))
    card = card_of(closed_desk)
    assert (card.on.isChecked(), card.k.value()) == (True, 4)
    assert (card.way.currentIndex(), card.rule.currentIndex()) == (1, 1)
    assert closed_desk.steps == 1


def test_tab_goes_through_the_card_after_the_variables_and_all_has_a_name(either: Desk) -> None:
    suppress(either)
    card = card_of(either)
    choose(either, card.way, 1)
    card.more.click()
    either.page.activateWindow()
    form = either.page.levels.recode if either.view.manual else either.page.form
    form.cards["ms"].button.setFocus()
    seen = []
    for _ in range(len(card.focus_order)):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        seen.append(QApplication.focusWidget())
    assert tuple(seen) == card.focus_order
    named = [part.accessibleName() or getattr(part, "text", str)() for part in card.focus_order]
    assert all(named)
    assert len(set(named)) == len(named)
    assert all(isinstance(part, QWidget) for part in seen)


def test_space_switches_it_with_the_keyboard(either: Desk) -> None:
    card = card_of(either)
    card.on.setFocus()
    QTest.keyClick(card.on, Qt.Key.Key_Space)
    either.rest()
    assert params(either).suppress_below == 3
