"""The pages on techniques, points and correlations: found beside the window, taken over as one step."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.recoding.anopi import AnopiParams
from sdc_desktop.engine.methods.recoding.anopi.maps import level_maps
from sdc_desktop.ui.tabs.microdata.evidence import techniques
from sdc_desktop.ui.tabs.microdata.evidence.points import band_edges
from tests.ui.tabs.microdata.conftest import WAIT, Desk
from tests.ui.tabs.microdata.test_techniques import choose_technique


def evidence(desk: Desk):
    return desk.page.answer.evidence


def params(desk: Desk) -> AnopiParams:
    return desk.page.presenter.job.params


def turn_to(desk: Desk, page) -> None:
    evidence(desk).turn_to(page)
    desk.rest()


def compared(desk: Desk):
    page = evidence(desk).techniques
    turn_to(desk, page)
    page.run.click()
    desk.rest()
    return page


def texts(table) -> list[list[str]]:
    model = table.model()
    rows, columns = range(model.rowCount()), range(model.columnCount())
    return [[model.index(row, column).data() for column in columns] for row in rows]


# techniques ------------------------------------------------------------------------------------------


def test_techniques_are_compared_on_request_with_the_best_marked(desk: Desk) -> None:
    page = evidence(desk).techniques
    turn_to(desk, page)
    assert "4 combinations" in page.invitation.text()
    assert not page.table.isVisible()
    page = compared(desk)
    rows = texts(page.table)
    assert len(rows) == 4
    assert rows[0][:2] == ["★ in use", "yob: level 3, ms: level 1"]
    released = desk.view.answer.result.released
    assert rows[0][2] == f"{sum(pair.utility for pair in released.values()):.2f}"
    assert "all recoded comes nearest" in page.line
    assert not page.run.isVisible()


def test_a_combination_is_used_as_one_step(desk: Desk) -> None:
    desk.page.presenter.choose("ms", 3)
    desk.rest()
    page = compared(desk)
    rows = texts(page.table)
    place = next(row for row, cells in enumerate(rows) if cells[1].startswith("yob k = "))
    steps = desk.steps
    page.table.selectRow(place)
    assert page.use.isEnabled()
    page.use.click()
    desk.rest()
    assert desk.steps == steps + 1
    query = params(desk)
    assert query.technique_of("yob") == "microaggregation"
    assert query.override == {}
    answer = desk.view.answer
    assert answer.settled
    shown = ", ".join(
        f"{name}: level {answer.levels[name] - 1}"
        if name in answer.levels
        else f"{name} k = {answer.k[name]}"
        for name in ("yob", "ms")
    )
    assert shown == rows[place][1], "what was compared is what comes"
    assert page.table.isEnabled(), "with other techniques the comparison stays true"
    assert "in use" in texts(page.table)[place][0]


def test_another_question_greys_the_comparison_until_it_is_made_again(desk: Desk) -> None:
    page = compared(desk)
    desk.page.presenter.try_alpha(0.2)
    desk.page.presenter.settle()
    desk.rest()
    assert not page.table.isEnabled()
    assert not page.use.isEnabled()
    assert page.run.isVisible()
    page.run.click()
    desk.rest()
    assert page.table.isEnabled()


def test_comparing_can_be_stopped(desk: Desk, monkeypatch) -> None:
    def endless(*_args):
        def work(context: JobContext) -> None:
            while True:
                context.checkpoint()

        return work

    monkeypatch.setattr(techniques, "compared", endless)
    page = evidence(desk).techniques
    turn_to(desk, page)
    page.run.click()
    assert page.answer.running
    assert [job.title for job in desk.jobs.running if not job.quiet] == ["Comparing techniques"]
    page.run.click()
    desk.rest()
    assert not page.answer.running
    assert not page.table.isVisible()


# points ----------------------------------------------------------------------------------------------


def points_page(desk: Desk):
    page = evidence(desk).points
    turn_to(desk, page)
    desk.qtbot.waitUntil(lambda: page.plot.map is not None, timeout=WAIT)
    return page


def assert_named_alike(marks, wanted) -> None:
    """Whether areas have the same name where, and only where, they have the same level."""
    pairs = set(zip(marks.ravel().tolist(), wanted.ravel().tolist(), strict=True))
    assert len(pairs) == len({name for name, _ in pairs}) == len({level for _, level in pairs})


def at(plot, user: float, intruder: float) -> QPoint:
    scene = plot.getPlotItem().getViewBox().mapViewToScene(QPointF(user, intruder))
    return plot.mapFromScene(scene)


def test_the_map_shows_the_coding_of_every_allocation_and_the_one_in_force(desk: Desk) -> None:
    page = points_page(desk)
    counts = desk.view.answer.counted.counts
    wanted = level_maps(params(desk), counts, "yob").maps["yob"].level
    shown = page.plot.map
    marks = np.array([*shown.names, ""])[shown.areas]
    assert_named_alike(marks, wanted)
    assert shown.here == (60.0, 60.0)
    assert marks[60, 60] == "5-year bands"
    assert page.plot.labels, "areas are named where there is room"
    assert set(page.plot.labels) <= set(shown.names)


def test_a_click_on_the_map_takes_the_points_as_one_step(desk: Desk) -> None:
    page, steps = points_page(desk), desk.steps
    QTest.mouseClick(page.plot.viewport(), Qt.MouseButton.LeftButton, pos=at(page.plot, 30, 80))
    cell = page.plot.cursor_cell
    desk.rest()
    user, intruder = cell
    assert abs(user - 30) <= 2
    assert abs(intruder - 80) <= 2
    assert desk.steps == steps + 1
    assert params(desk).user_points == {"yob": user, "ms": 100 - user}
    assert params(desk).intruder_points == {"yob": intruder, "ms": 100 - intruder}
    assert page.plot.map.here == (user, intruder)
    wanted = level_maps(params(desk), desk.view.answer.counted.counts, "yob").maps["yob"].level
    assert desk.levels()["yob"] == wanted[user, intruder]


def test_the_map_is_walked_with_the_keys_and_enter_takes_the_points(desk: Desk) -> None:
    page = points_page(desk)
    page.plot.setFocus()
    QTest.keyClick(page.plot, Qt.Key.Key_Left)
    QTest.keyClick(page.plot, Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    assert page.plot.cursor_cell == (59, 70)
    assert "yob with 59 utility and 70 privacy points: yob 5-year bands: 1961–1965 … (6)" in page.line
    assert "The other variable gets the rest" in page.line
    QTest.keyClick(page.plot, Qt.Key.Key_Return)
    desk.rest()
    assert params(desk).user_points == {"yob": 59, "ms": 41}
    assert params(desk).intruder_points == {"yob": 70, "ms": 30}


def test_the_other_variable_can_be_moved_and_mapped(desk: Desk) -> None:
    page = points_page(desk)
    page.moved.setCurrentText("ms")
    page.moved.activated.emit(1)
    desk.rest()
    assert page.plot.map.here == (40.0, 40.0)
    page.what.setCurrentIndex(1)
    page.what.activated.emit(1)
    found = level_maps(params(desk), desk.view.answer.counted.counts, "ms").maps["yob"].utility
    shown = page.plot.map
    lows = np.array([float(name.rstrip("+")) for name in shown.names])[shown.areas]
    assert (lows <= found + 1e-9).all()
    assert (found < lows + (lows.max() - lows.min()) / (len(shown.names) - 1) + 1e-9).all()


def test_a_hierarchy_with_fewer_levels_gets_a_map_of_its_own(desk: Desk) -> None:
    page = points_page(desk)
    before = page.plot.map.areas
    levels = level_maps(params(desk), desk.view.answer.counted.counts, "yob").maps["yob"].level
    page.plot.look_at(tuple(int(place) for place in np.argwhere(levels == levels.max())[0]))
    spec = desk.controller.plan.data.hierarchies["yob"]
    desk.controller.set_hierarchies({"yob": spec.model_copy(update={"widths": (2,)})})
    desk.rest()
    counts = desk.view.answer.counted.counts
    wanted = level_maps(params(desk), counts, "yob").maps["yob"].level
    marks = np.array([*page.plot.map.names, ""])[page.plot.map.areas]
    assert wanted.max() < levels.max()
    assert_named_alike(marks, wanted)
    desk.controller.undo()
    desk.rest()
    assert (page.plot.map.areas == before).all()


def test_a_draft_moves_the_cross_and_requests_no_other_map(desk: Desk) -> None:
    page = points_page(desk)
    areas = page.plot.map.areas
    desk.page.presenter.try_points("user_points", "yob", 200)
    desk.rest()
    assert page.plot.map.here == (20.0, 60.0)
    assert page.plot.map.areas is areas


def test_data_behind_the_map_can_be_shown_and_a_row_taken(desk: Desk) -> None:
    page = points_page(desk)
    page.frame.data_button.click()
    rows = texts(page.frame.table)
    assert len(rows) == 121
    assert rows[6 * 11 + 6] == [
        "60",
        "60",
        "5-year bands: 1961–1965, 1966–1970 … 1986–1990 (6)",
        "33.69",
        "33.69",
    ]
    page.frame.row_requested.emit(3 * 11 + 8)
    desk.rest()
    assert params(desk).user_points == {"yob": 30, "ms": 70}
    assert params(desk).intruder_points == {"yob": 80, "ms": 20}


def test_the_map_can_be_copied(desk: Desk) -> None:
    page = points_page(desk)
    page.frame.copy_button.click()
    assert not QGuiApplication.clipboard().pixmap().isNull()
    assert page.plot.accessibleName() == "Level of yob by point allocation"


def test_a_microaggregated_variable_has_no_map_of_codings(desk: Desk) -> None:
    choose_technique(desk, "yob")
    page = points_page(desk)
    assert [page.what.itemText(row) for row in range(page.what.count())] == ["Best utility", "Best privacy"]


@pytest.mark.parametrize("most", [0.3, 1.0, 7.9, 8.0, 33.69, 187.2, 12345.0])
def test_bands_reach_from_nothing_beyond_the_greatest_value(most: float) -> None:
    edges = band_edges(np.array([0.0, most, np.nan]))
    assert edges[0] == 0
    assert edges[-1] >= most * (1 - 1e-9)
    assert edges[-2] < most
    assert 2 <= len(edges) <= 9


def test_techniques_and_points_are_of_anopi_only(desk: Desk) -> None:
    found = evidence(desk)
    pages = (found.techniques, found.points)
    assert all(page.isVisibleTo(page.parentWidget()) for page in pages)
    desk.page.choose_way("recode")
    desk.rest()
    assert not any(page.isVisibleTo(page.parentWidget()) for page in pages)


# correlations ----------------------------------------------------------------------------------------


@pytest.fixture
def numbers(closed_desk: Desk, demo_plan) -> Desk:
    """The patients with two more columns of numbers, everything microaggregated in one block."""
    path = closed_desk.folder / "patients.csv"
    lines = path.read_text(encoding="utf-8").splitlines()
    made = [
        f"{line},{int(line.split(',')[0]) * 3 % 17},{(int(line.split(',')[0]) % 7) ** 2}"
        for line in lines[1:]
    ]
    path.write_text("\n".join([f"{lines[0]},a,b", *made]) + "\n", encoding="utf-8")
    data = demo_plan.data
    key = data.variables["yob"].model_copy(update={"level": "continuous"})
    variables = dict.fromkeys(("yob", "a", "b"), key) | {
        name: data.variables[name].model_copy(update={"role": "other"}) for name in ("ms", "disease")
    }
    query = AnopiParams(technique="microaggregation")
    job = demo_plan.jobs[0].model_copy(update={"params": query})
    changed = data.model_copy(update={"variables": variables, "hierarchies": {}})
    closed_desk.open(demo_plan.model_copy(update={"data": changed, "jobs": (job,)}))
    return closed_desk


def test_correlations_tell_the_largest_change_first(numbers: Desk) -> None:
    page = evidence(numbers).correlations
    turn_to(numbers, page)
    data = numbers.controller.opened.data
    columns = numbers.view.answer.result.columns
    before, after = {}, {}
    for name in ("yob", "a", "b"):
        place = data.index(name)
        before[name] = np.array([float(row[place]) for row in data.window(0, data.records)])
        after[name] = np.array([float(columns[name].texts[code]) for code in columns[name].codes])
    changes = {}
    for one, other in (("yob", "a"), ("yob", "b"), ("a", "b")):
        sides = [np.corrcoef(side[one], side[other])[0, 1] for side in (before, after)]
        changes[f"{one}, {other}"] = sides
    shown = {name: (b, a) for name, b, a in page.plots[0].pairs}
    assert list(shown) == sorted(changes, key=lambda name: -abs(changes[name][1] - changes[name][0]))
    for name, sides in changes.items():
        assert shown[name] == pytest.approx(sides)
    first = next(iter(shown))
    one, other = first.split(", ")
    assert f"The correlation of {one} and {other} changes most" in page.line
    rows = {row[0]: row[1:] for row in texts(page.frame.table)}
    assert float(rows["Mean of yob"][0]) == pytest.approx(before["yob"].mean(), rel=1e-5)
    assert float(rows["Variance of a"][1]) == pytest.approx(after["a"].var(ddof=1), rel=1e-5)
    assert f"Spearman: {first}" in rows


def test_recoded_variables_have_no_correlation_and_that_is_stated(desk: Desk) -> None:
    page = evidence(desk).correlations
    turn_to(desk, page)
    text = page.line
    assert "become text" in text
    assert "yob, ms and disease are left out" in text


def test_while_something_is_moved_the_correlations_in_force_are_greyed(numbers: Desk) -> None:
    page = evidence(numbers).correlations
    turn_to(numbers, page)
    numbers.page.presenter.try_alpha(0.2)
    numbers.rest()
    assert not page.isEnabled()
    numbers.page.presenter.settle()
    numbers.rest()
    assert page.frame.isEnabled()
    assert not page.answer.running
