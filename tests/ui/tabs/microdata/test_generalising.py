"""The optimal generalisation in the tab: criteria, the search and its end, the levels looked at and taken."""

import json
import threading
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSpinBox, QFileDialog, QLabel

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.spec import OutputSpec
from sdc_desktop.engine.microdata.lattice import search as lattice_search
from sdc_desktop.engine.microdata.lattice.search import Evaluated, pareto
from sdc_desktop.engine.plan import Plan, plan_from_json
from sdc_desktop.engine.runner import evaluate_plan, run_plan
from sdc_desktop.ui.tabs.microdata.generalising.presenter import share_of
from sdc_desktop.ui.widgets.plots.nodes_plot import Nodes, NodesPlot
from sdc_desktop.ui.widgets.setting_line import LineHead
from sdc_desktop.ui.widgets.verdict_bar import Mark
from tests.support.keys import in_tab_order, nameless
from tests.ui.tabs.microdata.conftest import WAIT, Desk

K3 = {"kind": "k_anonymity", "k": 3}
NESTED = {"kind": "intervals", "start": 1961, "widths": [2, 10, 30], "end": 1990}


def searched_plan(widths: dict[str, object] = NESTED, **params: object) -> Plan:
    """The patients with hierarchies that are nested, and a search; 3-anonymity where nothing is told."""
    variables = {"yob": {"role": "key", "level": "ordinal"}, "ms": {"role": "key"}}
    hierarchies = {"yob": widths, "ms": {"kind": "levels", "path": "ms.csv"}}
    data = {"path": "patients.csv", "hierarchies": hierarchies}
    data["variables"] = variables | {"disease": {"role": "sensitive"}}
    shown = {"criteria": [K3], "suppression_limit": 0.05} | params
    job = {"name": "generalise", "kind": "generalise", "params": shown}
    return plan_from_json({"schema": 2, "data": data, "jobs": [job]})


@pytest.fixture
def search(closed_desk: Desk) -> Desk:
    closed_desk.open(searched_plan())
    return closed_desk


def part(desk: Desk):
    return next(one for one in desk.page.parts if "generalise" in one.ways)


def form(desk: Desk):
    return part(desk).form


def criteria(desk: Desk):
    return form(desk).settings.parts["criteria"]


def added(editor, title: str) -> None:
    next(action for action in editor.menu.actions() if action.text() == title).trigger()


def shown(desk: Desk):
    return part(desk).presenter.view


def params(desk: Desk):
    return desk.page.presenter.job.params


def levels(desk: Desk) -> tuple[int, ...]:
    return tuple(shown(desk).answer.result.levels.values())


def typed(desk: Desk, field: QAbstractSpinBox, text: str) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    desk.rest()


# ----- choosing it, and what it says


def test_choosing_it_searches_at_once_and_is_one_step(closed_desk: Desk) -> None:
    plan = searched_plan()
    closed_desk.open(plan.model_copy(update={"jobs": ()}))
    steps = closed_desk.steps
    closed_desk.page.choose_way("generalise")
    closed_desk.rest()
    closed_desk.choose_step()
    assert closed_desk.steps == steps + 1
    assert [spec.k for spec in params(closed_desk).criteria] == [5]
    assert form(closed_desk).isVisible()
    assert shown(closed_desk).ready
    assert closed_desk.page.exports.write_button.isEnabled()
    assert closed_desk.page.verdict.mark is Mark.SAFE
    assert "Proven" in closed_desk.page.verdict.text


def test_the_levels_found_are_where_levels_by_hand_begin(search: Desk) -> None:
    found = dict(shown(search).answer.result.levels)
    search.page.choose_way("recode")
    search.rest()
    assert params(search).levels == found
    search.page.choose_way("generalise")
    search.rest()
    assert [spec.k for spec in params(search).criteria] == [3]


def test_anopis_points_come_along(closed_desk: Desk) -> None:
    plan = searched_plan()
    points = {"yob": 70, "ms": 30}
    anopi = {"name": "anopi", "kind": "anopi", "params": {"alpha": 0.3, "user_points": points}}
    data = json.loads(plan.data.model_dump_json(exclude_defaults=True))
    closed_desk.open(plan_from_json({"schema": 2, "data": data, "jobs": [anopi]}))
    closed_desk.page.choose_way("generalise")
    closed_desk.rest()
    closed_desk.choose_step()
    assert params(closed_desk).anopi.alpha == 0.3
    assert params(closed_desk).anopi.user_points == points


def test_the_answer_tells_levels_figures_proof_and_criteria(search: Desk) -> None:
    answer, result = part(search).answer, shown(search).answer.result
    rows = answer.levels.rows
    assert [row[0] for row in rows] == ["yob", "ms"]
    assert rows[0][1] == f"{result.levels['yob']} of 3"
    assert "Proven optimal among" in answer.line.text()
    assert answer.criteria.rows[0][:2] == ("k-anonymity, k = 3", "yes")
    assert answer.diversity.rows[0][0] == "disease"


# ----- criteria


def test_criteria_are_added_changed_and_removed_one_step_each(search: Desk) -> None:
    editor, steps = criteria(search), search.steps
    added(editor, "Entropy l-diversity")
    search.rest()
    assert [spec.kind for spec in params(search).criteria] == ["k_anonymity", "entropy_l_diversity"]
    assert params(search).criteria[1].attribute == "disease"
    typed(search, editor.rows[1].parts["criteria.l"], "2.5")
    assert params(search).criteria[1].l == 2.5
    editor.rows[1].parts["criteria.estimator"].setCurrentIndex(1)
    editor.rows[1].parts["criteria.estimator"].activated.emit(1)
    search.rest()
    assert params(search).criteria[1].estimator == "grassberger"
    assert search.steps == steps + 3
    editor.removes[0].click()
    search.rest()
    assert [spec.kind for spec in params(search).criteria] == ["entropy_l_diversity"]
    assert not editor.removes[0].isEnabled()
    search.controller.undo()
    search.rest()
    assert len(editor.rows) == 2


def test_every_kind_of_criterion_can_be_added(search: Desk, patients: Path, monkeypatch) -> None:
    table = patients / "people.csv"
    people = (patients / "patients.csv").read_text(encoding="utf-8").splitlines()
    table.write_text("\n".join([people[0], *people[1:] * 20]) + "\n", encoding="utf-8")
    for entry in criteria(search).menu.actions():
        entry.trigger()
    search.rest()
    assert len({spec.kind for spec in params(search).criteria}) == 15
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(table), ""))
    form(search).settings.parts["population.table"].button.click()
    search.rest()
    assert shown(search).ready
    assert {row[1] for row in part(search).answer.criteria.rows} == {"yes"}


def test_a_typed_limit_is_a_step_and_stated_in_records(search: Desk) -> None:
    typed(search, form(search).settings.parts["suppression_limit"], "29")
    assert params(search).suppression_limit == 0.29
    assert any(
        "17 of 60 records" in label.text() and label.text().startswith("At most")
        for label in form(search).findChildren(QLabel)
    )


def test_what_cannot_be_met_is_stated_and_the_last_answer_stays_greyed(search: Desk) -> None:
    before = shown(search).answer
    typed(search, criteria(search).rows[0].parts["criteria.k"], "61")
    assert "no levels meet the criteria" in form(search).problems.text()
    assert shown(search).answer is before
    assert shown(search).stale
    assert not part(search).answer.levels.isEnabled()
    assert "Previous result" in search.page.verdict.text
    assert search.page.verdict.mark is Mark.NONE
    assert not search.page.exports.write_button.isEnabled()
    typed(search, criteria(search).rows[0].parts["criteria.k"], "3")
    assert not shown(search).stale
    assert form(search).problems.text() == ""


def test_a_hierarchy_that_is_not_nested_can_be_changed_from_here(closed_desk: Desk) -> None:
    closed_desk.open(searched_plan(NESTED | {"widths": [2, 3, 30]}))
    assert shown(closed_desk).torn == "yob"
    assert "divides the group" in form(closed_desk).problems.text()
    form(closed_desk).hierarchy.click()
    assert closed_desk.page.step_tabs.hierarchy.isVisible()
    assert closed_desk.page.step_tabs.hierarchy.editor.variable == "yob"


def test_levels_allowed_and_weights_go_into_the_plan(search: Desk) -> None:
    form(search).settings.more.unfold()
    least, most = form(search).settings.parts["limits"].choosers["yob"]
    most.setCurrentIndex(1)
    most.activated.emit(1)
    search.rest()
    assert params(search).limits == {"yob": (0, 1)}
    least.setCurrentIndex(2)
    least.activated.emit(2)  # above the greatest, which gives way
    search.rest()
    assert params(search).limits == {"yob": (2, 2)}
    assert levels(search)[0] == 2
    typed(search, form(search).settings.parts["weights"].fields["ms", ""], "2")
    assert params(search).weights == {"ms": 2}


# ----- ending the search


@pytest.fixture
def held(closed_desk: Desk, monkeypatch: pytest.MonkeyPatch) -> tuple[Desk, threading.Event]:
    """A search that waits after three combinations, until the event is set."""
    reached, go_on = threading.Event(), threading.Event()
    evaluate = lattice_search._Search.evaluate

    def slowly(self: object, place: tuple[int, ...], context: JobContext) -> None:
        if len(self.losses) == 3:  # type: ignore[attr-defined]
            reached.set()
            go_on.wait(WAIT / 1000)
        evaluate(self, place, context)  # type: ignore[arg-type]

    monkeypatch.setattr(lattice_search._Search, "evaluate", slowly)
    path = closed_desk.folder / "patients.sdcplan"
    from sdc_desktop.engine.plan import plan_to_text

    path.write_text(plan_to_text(searched_plan()), encoding="utf-8")
    closed_desk.controller.open_plan(path)
    closed_desk.qtbot.waitUntil(reached.is_set, timeout=WAIT)
    return closed_desk, go_on


def test_a_stopped_search_shows_the_best_so_far_which_can_be_taken(
    held: tuple[Desk, threading.Event], tmp_path: Path
) -> None:
    desk, go_on = held
    assert "Stop" in form(desk).search.text()
    form(desk).search.click()
    go_on.set()
    desk.rest()
    assert shown(desk).interrupted
    assert desk.page.verdict.text.startswith("Search stopped; best result so far")
    assert not desk.page.exports.write_button.isEnabled()
    best = shown(desk).answer.result
    assert not best.proven
    form(desk).keep.click()
    desk.rest()
    assert params(desk).max_nodes == best.nodes
    assert levels(desk) == tuple(best.levels.values())
    assert desk.page.verdict.text.startswith("Search limit reached; best result so far")
    assert desk.page.exports.write_button.isEnabled()
    run_plan(desk.controller.plan, desk.controller.base, tmp_path / "out", JobContext())
    told = json.loads((tmp_path / "out" / "result.json").read_text(encoding="utf-8"))["jobs"]["generalise"]
    assert told["ok"] is False
    assert told["result"]["levels"] == dict(best.levels)
    form(desk).search.click()
    desk.rest()
    assert params(desk).max_nodes is None
    assert shown(desk).answer.result.proven


def test_another_question_ends_the_search_of_the_one_before(held: tuple[Desk, threading.Event]) -> None:
    desk, go_on = held
    form(desk).changed.emit({"suppression_limit": 0.5})
    go_on.set()
    desk.rest()
    assert not shown(desk).stale
    assert shown(desk).answer.result.proven
    assert shown(desk).answer.result.limit == 30


# ----- exploring


def test_a_combination_is_looked_at_and_taken_by_keys(search: Desk) -> None:
    explore, steps = part(search).answer.explore, search.steps
    explore.all_requested.emit()
    search.rest()
    assert len(shown(search).every.losses) == shown(search).answer.result.lattice
    plot = explore.plot
    plot.setFocus()
    search.qtbot.keyClick(plot, Qt.Key.Key_Left)  # first the one of least loss, then onwards
    search.qtbot.keyClick(plot, Qt.Key.Key_Right)
    search.rest()
    preview = shown(search).preview
    assert preview is not None
    assert search.page.verdict.text.startswith("Draft")
    assert search.steps == steps
    assert shown(search).ready  # what is in force is still what is written
    search.qtbot.keyClick(plot, Qt.Key.Key_Return)
    search.rest()
    assert search.steps == steps + 1
    assert levels(search) == tuple(preview.result.levels.values())
    assert shown(search).answer.result.suppressed == preview.result.suppressed
    assert shown(search).ready


def test_looking_can_be_left_again(search: Desk) -> None:
    explore, before = part(search).answer.explore, search.page.verdict.text
    part(search).presenter.look_at((3, 2))
    search.rest()
    assert explore.take.isVisible()
    assert part(search).answer.levels.rows[0][1] == "3 of 3"
    explore.back.click()
    assert shown(search).preview is None
    assert search.page.verdict.text == before


def test_filters_leave_fewer_points(search: Desk) -> None:
    explore = part(search).answer.explore
    explore.all_requested.emit()
    search.rest()
    assert len(explore.plot.nodes.losses) == 12
    explore.variable.setCurrentIndex(1)
    explore.variable.activated.emit(1)
    assert len(explore.plot.nodes.losses) == 3
    explore.variable.setCurrentIndex(0)
    explore.variable.activated.emit(0)
    explore.shown.setCurrentIndex(1)
    explore.shown.activated.emit(1)
    assert explore.plot.nodes.meets.all()
    assert len(explore.frame.rows) == len(explore.plot.nodes.losses) < 12


def test_the_front_is_what_no_other_beats() -> None:
    draw = np.random.default_rng(5)
    suppressed, losses = draw.integers(0, 6, 40), draw.integers(0, 6, 40).astype(float)
    every = Evaluated(np.zeros((40, 1), dtype=np.int64), suppressed, losses, suppressed > 0)
    front = pareto(every, np.ones(40, dtype=np.bool_))
    points = list(zip(suppressed.tolist(), losses.tolist(), strict=True))
    beaten = {a for a, b in product(points, points) if a != b and b[0] <= a[0] and b[1] <= a[1]}
    assert {point for point, is_best in zip(points, front, strict=True) if is_best} == set(points) - beaten


def test_a_raised_limit_lets_exactly_enough_records_go() -> None:
    for every in (1, 7, 60, 30162):
        for gone in {0, 1, every // 3, every}:
            assert gone <= int(share_of(gone, every) * every + 1e-9)


def test_many_points_are_drawn_few_and_found_again(qtbot, theme) -> None:
    plot = NodesPlot("x", "best", "ANOPI")
    qtbot.addWidget(plot)
    plot.resize(400, 300)
    plot.show()
    draw = np.random.default_rng(3)
    losses = draw.random(30_000)
    losses[7] = np.inf
    nodes = Nodes(draw.random(30_000) * 100, losses, draw.random(30_000) < 0.3, 5.0, (0.0, 0.5))
    plot.show_nodes(nodes)
    assert len(plot.drawn) < 30_000
    assert 7 not in plot.drawn
    seen: list[int] = []
    plot.selected.connect(seen.append)
    plot.setFocus()
    qtbot.keyClick(plot, Qt.Key.Key_Right)
    assert seen == [plot.drawn[np.argmin(losses[plot.drawn])]]


# ----- what leaves


@pytest.mark.parametrize("local", ["none", "mondrian"])
def test_the_file_has_the_same_bytes_as_the_batch_command(
    closed_desk: Desk, tmp_path: Path, local: str
) -> None:
    diverse = {"kind": "entropy_l_diversity", "l": 2, "attribute": "disease"}
    closed_desk.open(searched_plan(criteria=[K3, diverse], suppression_limit=0.3, local_recoding=local))
    target = closed_desk.folder / "safe.csv"
    closed_desk.export(OutputSpec(path="safe.csv", order="random"))
    run_plan(closed_desk.controller.plan, closed_desk.controller.base, tmp_path / "out", JobContext())
    assert target.read_bytes() == (tmp_path / "out" / "safe.csv").read_bytes()


def test_the_report_is_written(search: Desk) -> None:
    assert "Search for levels by criteria: generalise" in search.report_text(search.page.release.report)


# ----- for everybody


def test_everything_that_takes_the_focus_has_a_name_and_f1_its_page(search: Desk) -> None:
    form(search).settings.more.unfold()
    added(criteria(search), "t-closeness")
    search.rest()
    assert nameless(search.page, part(search).answer.levels.table) == []
    assert form(search).property("helpPage") == "generalise"


def test_tab_goes_through_the_form_from_top_to_bottom(search: Desk) -> None:
    made, editor = form(search).settings, criteria(search)
    added(editor, "Entropy l-diversity")
    search.rest()
    made.more.button.setChecked(False)
    made.more.unfold()
    parts, limits = made.parts, made.parts["limits"].choosers
    closed, opened = editor.findChildren(LineHead)
    assert (closed.isChecked(), opened.isChecked()) == (False, True)
    fields = editor.rows[1].own.values()
    top = [closed, editor.removes[0], opened, editor.removes[1], *fields, editor.add]
    price = [parts[key] for key in ("suppression_limit", "loss", "local_recoding")]
    wanted = [
        *top,
        *price,
        made.more.button,
        *limits["yob"],
        *limits["ms"],
        parts["weights"].fields["yob", ""],
    ]
    search.qtbot.waitUntil(wanted[-1].isVisible)  # fields just made are shown with the next events
    assert in_tab_order(wanted) == wanted


# ----- why


def test_a_level_is_explained_with_what_the_next_ones_would_do(search: Desk) -> None:
    answer, result = part(search).answer, shown(search).answer.result
    answer.levels.table.selectRow(0)
    search.rest()
    told = search.why.text()
    assert told.startswith("yob: ")
    assert "k-anonymity, k = 3: met." in told
    assert "Proven optimal among" in told
    finer = {"yob": result.levels["yob"] - 1, "ms": result.levels["ms"]}
    limits = {name: [level, level] for name, level in finer.items()}
    plan = searched_plan(limits=limits, suppression_limit=1)
    by_batch = evaluate_plan(plan, search.folder, JobContext()).jobs[0].result
    assert f"One level finer would suppress {by_batch.suppressed}, with" in told
    assert by_batch.suppressed > result.limit
    assert f"more than the {result.limit} records" in told
    part(search).presenter.look_at((3, 2))
    search.rest()
    assert "Proven optimal among" not in search.why.text()  # of the combination that is looked at
    assert "Hierarchy level\n3 of 3" in search.why.text()


def test_another_project_begins_with_no_level_explained(search: Desk) -> None:
    part(search).answer.levels.table.selectRow(0)
    search.rest()
    search.controller.new()
    search.open(searched_plan())
    assert "k-anonymity, k = 3" not in search.why.text()
