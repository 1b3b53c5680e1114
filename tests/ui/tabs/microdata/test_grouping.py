"""Microaggregation in the tab: a third way to protect, with its form, its answer, its file."""

import csv
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.spec import OutputSpec
from sdc_desktop.engine.methods.grouping.microaggregate.block_k import proposed_k
from sdc_desktop.engine.microdata.groups import block_groups
from sdc_desktop.engine.plan import Plan, plan_from_json, plan_to_json
from sdc_desktop.engine.runner import evaluate_plan, run_plan
from sdc_desktop.ui.forms.editors.blocks import NEW
from sdc_desktop.ui.questions.question import State
from sdc_desktop.ui.tabs.microdata.anopi.view import Stage
from sdc_desktop.ui.tabs.microdata.grouping import work as grouping_work
from sdc_desktop.ui.tabs.microdata.tab_job import switched
from sdc_desktop.ui.widgets.verdict_bar import Mark
from tests.support.data import WINE_FILE, csv_columns
from tests.support.keys import in_tab_order, nameless
from tests.ui.hands import offers
from tests.ui.tabs.microdata.conftest import WAIT, Desk

NUMBERS = tuple(csv_columns(WINE_FILE))


def wine_plan(desk: Desk, **params) -> Plan:
    """The wine data beside the desk's plan, one job; k = 3 where nothing is told."""
    columns = csv_columns(WINE_FILE)
    rows = [list(columns), *zip(*columns.values(), strict=True)]
    rows = [[*row, "kind" if i == 0 else "ab"[i % 2]] for i, row in enumerate(rows)]
    with (desk.folder / "wine.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)
    variables = {name: {"role": "key", "level": "continuous"} for name in NUMBERS}
    job = {"name": "microaggregate", "kind": "microaggregate", "params": {"k": 3} | params}
    data = {"path": "wine.csv", "variables": variables}
    return plan_from_json({"schema": 2, "data": data, "jobs": [job]})


@pytest.fixture
def wine(closed_desk: Desk) -> Desk:
    closed_desk.open(wine_plan(closed_desk))
    return closed_desk


@pytest.fixture
def slow(closed_desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """The desk with the wine plan, as if grouping took a while."""
    monkeypatch.setattr(grouping_work, "QUICK_SECONDS", 0.0)
    closed_desk.open(wine_plan(closed_desk))
    return closed_desk


def form(desk: Desk):
    return desk.page.parts[0].form


def field(desk: Desk, path: str):
    return form(desk).settings.parts[path]


def shown(desk: Desk):
    return desk.page.parts[0].presenter.view


def params(desk: Desk):
    return desk.page.presenter.job.params


def settle(desk: Desk, path: str, value: int) -> None:
    """Type a number into a field and enter it."""
    typed = field(desk, path)
    typed.setFocus()
    typed.selectAll()
    QTest.keyClicks(typed, str(value))
    QTest.keyClick(typed, Qt.Key.Key_Return)
    desk.rest()


# ----- choosing it


def test_switching_to_it_and_back_is_one_step_each_and_loses_nothing(desk: Desk) -> None:
    before, steps = desk.controller.plan, desk.steps
    desk.page.choose_way("microaggregate")
    desk.rest()
    assert desk.steps == steps + 1
    assert [(job.name, job.kind) for job in desk.controller.plan.jobs] == [("microaggregate",) * 2]
    assert form(desk).isVisible()
    assert shown(desk).blocks == (("yob", "ms"),)
    desk.page.parts[0].presenter.change({"missing": "patterns"})
    desk.page.choose_way("recode")
    desk.rest()
    assert desk.page.presenter.job.kind == "recode"
    desk.page.choose_way("anopi")
    desk.rest()
    assert desk.controller.plan.jobs == before.jobs
    desk.page.choose_way("microaggregate")
    desk.rest()
    assert params(desk).missing == "patterns"
    assert desk.steps == steps + 5


def test_undo_goes_back_over_the_switch(desk: Desk) -> None:
    before = desk.controller.plan
    desk.page.choose_way("microaggregate")
    desk.rest()
    desk.controller.undo()
    desk.rest()
    assert desk.controller.plan == before
    assert desk.page.question.method.key == "anopi"
    assert desk.page.form.isVisible()
    assert not desk.view.stale
    desk.controller.redo()
    desk.rest()
    assert desk.page.part.ways == ("microaggregate",)
    assert shown(desk).ready


def test_no_hierarchy_is_needed(closed_desk: Desk, demo_plan: Plan) -> None:
    data = plan_to_json(demo_plan)["data"] | {"hierarchies": {}}
    closed_desk.open(plan_from_json({"schema": 2, "data": data}))
    assert closed_desk.view.stage is Stage.NO_HIERARCHIES
    closed_desk.page.choose_way("microaggregate")
    closed_desk.rest()
    assert closed_desk.view.stage is Stage.READY
    assert shown(closed_desk).ready
    assert closed_desk.page.exports.write_button.isEnabled()


def test_what_recoding_was_given_of_rare_records_survives_the_way_round(desk: Desk) -> None:
    plan = plan_to_json(desk.controller.plan)
    plan["jobs"][0]["params"]["suppress_below"] = 2
    first = plan_from_json(plan)
    names = ("yob", "ms", "disease")
    grouped = switched(first, "microaggregate", (), {}, names)
    by_hand = switched(grouped, "recode", (first,), {"yob": 1}, names)
    assert by_hand.jobs[0].params.suppress_below == 2


def test_blocks_of_variables_that_are_gone_do_not_come_back(wine: Desk) -> None:
    plan = wine_plan(wine, blocks=[[NUMBERS[0], "gone"], ["gone too"]], strata=["kind", "gone"])
    other = switched(plan, "anopi", (), {}, wine.controller.opened.data.names)
    back = switched(other, "microaggregate", (plan,), {}, wine.controller.opened.data.names)
    assert back.jobs[0].params.blocks == ((NUMBERS[0],),)
    assert back.jobs[0].params.strata == ("kind",)


# ----- the answer


def test_the_answer_has_the_figures_of_the_engine(wine: Desk) -> None:
    result = evaluate_plan(wine.controller.plan, wine.controller.base, JobContext()).jobs[0].result
    assert shown(wine).answer.result == result
    assert wine.page.verdict.text == (
        f"Every record matches at least 2 others on {NUMBERS[0]} and {NUMBERS[1]}."
    )
    answer = wine.page.parts[0].answer
    figures = {title.text(): label.text() for title, label in answer.figures.pairs}
    assert figures["Information loss"] == f"{result.il:.2f} %"
    assert figures["Groups"] == str(result.groups)
    assert figures["Unique records"] == str(result.after.uniques)
    assert answer.sizes.bars == tuple((str(s), n) for s, n in sorted(result.blocks[0].sizes.items()))
    assert wine.page.exports.write_button.isEnabled()


def test_before_and_after_count_the_same_records_in_the_same_classes(wine: Desk) -> None:
    pictures = wine.page.parts[0].answer.values.frame
    before, after = pictures.before.bars, pictures.after.bars
    assert [name for name, _ in before] == [name for name, _ in after]
    assert sum(n for _, n in before) == sum(n for _, n in after) == 178
    values = np.array(csv_columns(WINE_FILE)[NUMBERS[0]], dtype=float)
    edges = np.array([float(name) for name, _ in before])
    places = np.clip(np.searchsorted(edges, values, "right") - 1, 0, None)
    assert [n for _, n in before] == np.bincount(places, minlength=len(edges)).tolist()


def test_another_variable_is_looked_at_by_choosing_or_by_selecting_it(wine: Desk) -> None:
    answer = wine.page.parts[0].answer
    form(wine).blocks.setCurrentItem(form(wine).blocks.item_of(NUMBERS[1]))
    assert NUMBERS[1] in answer.values.frame.title.text()
    assert "mean of the group" in wine.why.text()
    answer.values.chooser.setFocus()
    QTest.keyClick(answer.values.chooser, Qt.Key.Key_Up)
    assert NUMBERS[0] in answer.values.frame.title.text()


def test_another_project_begins_with_no_variable_explained(wine: Desk) -> None:
    form(wine).blocks.setCurrentItem(form(wine).blocks.item_of(NUMBERS[1]))
    assert "mean of the group" in wine.why.text()
    wine.controller.new()
    wine.open(wine_plan(wine))
    assert "mean of the group" not in wine.why.text()


def test_several_blocks_are_warned_of_where_records_are_unique_on_all_of_them(wine: Desk) -> None:
    field(wine, "blocks").apart.click()
    wine.rest()
    after = shown(wine).answer.result.after
    assert after.uniques > 0
    assert wine.page.verdict.mark is Mark.UNSAFE
    assert f"Taken together, {after.uniques} of 178 records are unique." in wine.page.verdict.text


# ----- the question


def test_variables_move_between_blocks_by_drag_and_by_keys_one_step_each(wine: Desk) -> None:
    tree, steps = form(wine).blocks, wine.steps
    tree.setCurrentItem(tree.item_of(NUMBERS[1]))
    tree.setFocus()
    QTest.keyClick(tree, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    wine.rest()
    assert params(wine).blocks == ((NUMBERS[0],), (NUMBERS[1],))
    assert wine.steps == steps + 1
    assert shown(wine).ready
    tree.menu_for([NUMBERS[0]]).actions()[0].trigger()
    wine.rest()
    assert params(wine).blocks == ((NUMBERS[1], NUMBERS[0]),)
    wine.controller.undo()
    wine.controller.undo()
    wine.rest()
    assert params(wine).blocks is None
    assert shown(wine).blocks == (NUMBERS,)


def test_a_variable_that_is_left_out_is_noted_and_can_be_put_back(wine: Desk) -> None:
    tree = form(wine).blocks
    tree.setCurrentItem(tree.item_of(NUMBERS[1]))
    QTest.keyClick(tree, Qt.Key.Key_Delete)
    wine.rest()
    assert shown(wine).choices.offered["blocks"] == (NUMBERS[1], "kind")
    assert [p.code for p in wine.controller.problems] == ["microaggregate.left_out"]
    tree.menu_for([NUMBERS[1]]).actions()[-1].trigger()
    wine.rest()
    assert params(wine).blocks == ((NUMBERS[0],), (NUMBERS[1],))


def test_k_is_a_draft_while_it_is_turned_and_one_step_when_it_is_meant(wine: Desk) -> None:
    steps = wine.steps
    wine.page.parts[0].presenter.try_k(7)
    wine.rest()
    assert wine.page.verdict.text.startswith("Draft:")
    assert shown(wine).draft.result.k == 7
    assert wine.steps == steps
    wine.controller.settle()
    wine.rest()
    assert wine.steps == steps + 1
    assert params(wine).k == 7
    assert shown(wine).ready


def test_k_is_typed(wine: Desk) -> None:
    settle(wine, "k", 12)
    assert params(wine).k == 12
    assert min(shown(wine).answer.result.blocks[0].sizes) == 12
    assert field(wine, "k").maximum() == 178


def test_a_maximum_tolerable_risk_is_one_step(wine: Desk) -> None:
    steps = wine.steps
    form(wine).settings.more.unfold()
    settle(wine, "tolerable_risk", 5)
    assert (params(wine).tolerable_risk, wine.steps) == (0.05, steps + 1)
    assert wine.controller.project.history[-1].label == "Microaggregation: Maximum tolerable risk"


def test_a_k_beyond_the_strata_is_stated_beneath_and_the_last_answer_stays_greyed(wine: Desk) -> None:
    presenter = wine.page.parts[0].presenter
    presenter.change({"strata": ("kind",)})
    wine.rest()
    assert shown(wine).answer.result.strata == 2
    settle(wine, "k", 100)
    assert "strata with fewer than 100 records" in form(wine).problems.text()
    assert shown(wine).stale
    assert not wine.page.parts[0].answer.sizes_frame.isEnabled()
    assert wine.page.verdict.text.startswith("Previous result:")
    assert not wine.page.exports.write_button.isEnabled()


def test_k_from_anopi_is_that_of_its_points_and_one_step(wine: Desk) -> None:
    field(wine, "blocks").apart.click()
    wine.rest()
    counted = shown(wine).answer.counts
    steps = wine.steps
    form(wine).by_anopi.click()
    wine.rest()
    found = proposed_k(counted, 0.5)
    assert params(wine).k == found.k == max(found.blocks)
    assert wine.steps == steps + 1
    assert f"Block 1: {found.blocks[0]}, Block 2: {found.blocks[1]}" in form(wine).proposal.text()
    assert "equal points" in form(wine).proposal.text()
    wine.controller.undo()
    wine.rest()
    assert params(wine).k == 3


def test_k_from_anopi_uses_what_anopi_was_given(wine: Desk) -> None:
    wine.page.choose_way("anopi")
    wine.rest()
    points = dict(zip(NUMBERS, (25, 75), strict=True))
    job = wine.page.presenter.job
    told = job.params.model_copy(update={"alpha": 0.25, "user_points": points, "intruder_points": points})
    plan = wine.controller.plan.model_copy(update={"jobs": (job.model_copy(update={"params": told}),)})
    wine.controller.change_plan("points", plan)
    wine.page.choose_way("microaggregate")
    wine.rest()
    form(wine).by_anopi.click()
    wine.rest()
    counted = shown(wine).answer.counts
    assert params(wine).k == proposed_k(counted, 0.25, points, points).k != proposed_k(counted, 0.5).k
    assert "your points" in form(wine).proposal.text()


def test_the_optimal_method_is_offered_only_where_every_block_is_one_variable_of_numbers(wine: Desk) -> None:
    method = field(wine, "method")
    assert not offers(method, 1)
    field(wine, "blocks").apart.click()
    wine.rest()
    mdav = shown(wine).answer.result.sse
    assert offers(method, 1)
    method.setFocus()
    QTest.keyClick(method, Qt.Key.Key_Down)
    wine.rest()
    assert params(wine).method == "optimal_univariate"
    assert shown(wine).answer.result.sse < mdav
    field(wine, "blocks").together.click()
    wine.rest()
    assert params(wine).method == "mdav", "it cannot stay with two variables in a block"
    assert shown(wine).ready


def test_strata_and_standardising_are_under_more(wine: Desk) -> None:
    assert not field(wine, "strata").isVisible()
    form(wine).settings.more.unfold()
    (item,) = (field(wine, "strata").item(row) for row in range(field(wine, "strata").count()))
    assert item.text() == "kind"
    item.setCheckState(Qt.CheckState.Checked)
    field(wine, "standardise").click()
    wine.rest()
    assert (params(wine).strata, params(wine).standardise) == (("kind",), False)
    assert shown(wine).answer.result.strata == 2


def test_missing_values_are_put_to_the_user_where_there_are_some(wine: Desk) -> None:
    assert not field(wine, "missing").isVisible()
    first = csv_columns(WINE_FILE)[NUMBERS[0]][0]
    wine.controller.set_variables((NUMBERS[0],), missing=("", first))
    wine.rest()
    assert field(wine, "missing").isVisible()
    assert "records in classes below 3" in form(wine).problems.text()
    field(wine, "missing").setFocus()
    QTest.keyClick(field(wine, "missing"), Qt.Key.Key_End)
    wine.rest()
    assert params(wine).missing == "suppress"
    result = shown(wine).answer.result
    assert result.suppressed == csv_columns(WINE_FILE)[NUMBERS[0]].count(first)
    spread = shown(wine).answer.spreads[NUMBERS[0]]
    assert (spread.missing_before, spread.missing_after) == (result.suppressed, 0)


# ----- what takes a while


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """While it is cleared, grouping continues until it is stopped. It is set at first and at the end."""
    free, inner = Event(), block_groups.mdav

    def held_back(columns, k, context):
        while not free.is_set():
            context.progress(0.5, "grouping")
        return inner(columns, k, context)

    monkeypatch.setattr(block_groups, "mdav", held_back)
    free.set()
    yield free
    free.set()


def begin_held(desk: Desk, held: Event) -> None:
    """Another k, whose groups are being formed until grouping is no longer held."""
    held.clear()
    desk.page.parts[0].presenter.change({"k": 5})
    desk.qtbot.waitUntil(lambda: shown(desk).running, timeout=WAIT)


def test_what_takes_a_while_begins_by_itself_and_can_be_stopped(slow: Desk, held: Event) -> None:
    assert shown(slow).ready
    assert not form(slow).group.isVisible()
    before = shown(slow).answer
    begin_held(slow, held)
    assert slow.page.verdict.text.startswith("Forming groups… Previous result:")
    assert form(slow).group.text() == "Stop grouping"
    form(slow).group.click()
    slow.qtbot.waitUntil(lambda: shown(slow).state is State.WAITING, timeout=WAIT)
    assert shown(slow).answer is before
    assert shown(slow).stale
    assert not slow.page.parts[0].answer.sizes_frame.isEnabled()
    assert form(slow).group.text() == "Gro&up records"
    held.set()
    form(slow).group.click()
    slow.rest()
    assert shown(slow).ready
    assert shown(slow).answer.result.k == 5


def test_another_question_stops_the_grouping_of_the_one_before(slow: Desk, held: Event) -> None:
    begin_held(slow, held)
    slow.page.parts[0].presenter.change({"standardise": False})
    held.set()
    slow.rest()
    assert shown(slow).ready
    assert not params(slow).standardise
    assert shown(slow).answer.job.params == params(slow)


def test_undo_brings_back_an_answer_without_grouping_again(slow: Desk, held: Event) -> None:
    settle(slow, "k", 5)
    slow.rest()
    held.clear()
    slow.controller.undo()
    assert shown(slow).ready
    assert shown(slow).answer.result.k == 3


def test_what_can_be_refused_is_stated_before_anything_is_grouped(slow: Desk) -> None:
    slow.page.parts[0].presenter.change({"strata": ("kind",)})
    slow.rest()
    settle(slow, "k", 100)
    assert "strata with fewer than 100 records" in form(slow).problems.text()
    assert not form(slow).group.isVisible()


# ----- what leaves


def test_the_file_has_the_same_bytes_as_the_batch_command(wine: Desk, tmp_path: Path) -> None:
    target = wine.folder / "grouped.csv"
    wine.export(OutputSpec(path="grouped.csv", order="random"))
    run_plan(wine.controller.plan, wine.controller.base, tmp_path / "out", JobContext())
    assert target.read_bytes() == (tmp_path / "out" / "grouped.csv").read_bytes()
    assert "178 records" in wine.page.exports.report.outcome.text()


def test_records_that_are_left_out_are_not_counted_as_written(wine: Desk) -> None:
    first = csv_columns(WINE_FILE)[NUMBERS[0]]
    wine.controller.set_variables((NUMBERS[0],), missing=("", first[0]))
    wine.page.parts[0].presenter.change({"missing": "suppress"})
    wine.rest()
    target = wine.folder / "grouped.csv"
    wine.export(OutputSpec(path="grouped.csv"))
    left = 178 - first.count(first[0])
    assert f"{left} records" in wine.page.exports.report.outcome.text()
    assert len(target.read_text(encoding="utf-8").splitlines()) == 1 + left


def test_the_report_is_written(wine: Desk) -> None:
    assert "Microaggregation: microaggregate" in wine.report_text(wine.page.release.report)


# ----- for everybody


def test_everything_that_takes_the_focus_has_a_name_and_f1_its_page(wine: Desk) -> None:
    form(wine).settings.more.unfold()
    assert nameless(wine.page, form(wine).blocks, field(wine, "strata")) == []
    assert form(wine).property("helpPage") == "microaggregate"


def test_tab_goes_through_the_form_from_top_to_bottom(wine: Desk) -> None:
    made = form(wine)
    wanted = [
        made.blocks,
        field(wine, "blocks").apart,
        field(wine, "k"),
        made.by_anopi,
        field(wine, "method"),
        made.settings.more.button,
    ]
    assert in_tab_order(wanted) == wanted


def test_a_new_block_is_a_place_to_drop_on(wine: Desk) -> None:
    assert form(wine).blocks.place_item(NEW).flags() & Qt.ItemFlag.ItemIsDropEnabled
