"""Pictures, tables, the Why panel: the same by mouse and by keyboard."""

from functools import partial

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QScrollArea, QWidget

from sdc_desktop.engine.microdata.recoding import anonymity
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.project.chain import first_step
from sdc_desktop.sheets.value_bars import MOST_BARS, MOST_ROWS, bars
from sdc_desktop.ui.widgets.plots.plane_plot import PlanePlot
from tests.ui.tabs.microdata.conftest import Desk


def plot_of(desk: Desk, name: str) -> PlanePlot:
    return desk.page.answer.planes[name].picture


def pixel(plot: PlanePlot, index: int) -> QPoint:
    point = plot.plane.points[index]
    scene = plot.getViewBox().mapViewToScene(QPointF(point.utility, point.privacy))
    return plot.mapFromScene(scene)


def test_a_click_on_a_coding_explains_it(desk: Desk) -> None:
    plot = plot_of(desk, "yob")
    QTest.mouseClick(plot.viewport(), Qt.MouseButton.LeftButton, pos=pixel(plot, 5))
    text = desk.why.text()
    assert "15-year bands" in text
    assert "5 of 6" in text
    assert "nearer to the optimum" in text
    assert plot.selection == 5
    desk.rest()
    assert desk.levels()["yob"] == 6, "a click sets the level"


def test_the_chosen_coding_is_explained_with_reason_and_next_best(desk: Desk) -> None:
    plot = plot_of(desk, "yob")
    plot.setFocus()
    QTest.keyClick(plot, Qt.Key.Key_Left)
    text = desk.why.text()
    assert "Closest to the optimum" in text
    assert "Next best" in text


def test_arrow_keys_and_space_choose_a_coding(desk: Desk) -> None:
    plot = plot_of(desk, "yob")
    plot.setFocus()
    for _ in range(3):
        QTest.keyClick(plot, Qt.Key.Key_Left)
    assert desk.steps == 1, "looking changes nothing"
    QTest.keyClick(plot, Qt.Key.Key_Space)
    desk.rest()
    assert desk.levels()["yob"] == 6
    assert "Level of yob set manually" in desk.why.text()


def test_a_click_chooses_a_coding_and_leaves_the_one_that_anopi_chose(desk: Desk) -> None:
    plot = plot_of(desk, "ms")
    QTest.mouseClick(plot.viewport(), Qt.MouseButton.LeftButton, pos=pixel(plot, plot.plane.chosen))
    assert desk.steps == 1
    QTest.mouseClick(plot.viewport(), Qt.MouseButton.LeftButton, pos=pixel(plot, 0))
    desk.rest()
    assert first_step(desk.controller.plan).params.override == {"ms": 1}


def test_enter_and_a_double_click_turn_to_why(desk: Desk) -> None:
    plot, panel = plot_of(desk, "yob"), desk.page.frame.panel
    plot.setFocus()
    QTest.keyClick(plot, Qt.Key.Key_Left)
    assert panel.page == 0
    QTest.keyClick(plot, Qt.Key.Key_Return)
    assert panel.page == 1
    panel.turn_to(0)
    QTest.mouseDClick(plot.viewport(), Qt.MouseButton.LeftButton, pos=pixel(plot, plot.plane.chosen))
    assert panel.page == 1
    assert desk.steps == 1


def test_the_table_of_codings_stands_behind_the_picture_and_can_be_copied(desk: Desk) -> None:
    frame = desk.page.answer.planes["yob"]
    frame.data_button.click()
    assert frame.shows_data
    frame.table.selectAll()
    frame.table.copy_selection()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert len(lines) == 8
    assert lines[0].split("\t")[0] == "Coding"
    assert lines[4].split("\t")[:2] == ["chosen: 5-year bands: 1961–1965, 1966–1970 … 1986–1990 (6)", "6"]
    desk.qtbot.waitUntil(lambda: not frame.table.horizontalScrollBar().isVisible())
    frame.data_button.click()
    assert not frame.shows_data


def test_a_row_of_the_table_explains_and_enter_chooses_it(desk: Desk) -> None:
    frame = desk.page.answer.planes["yob"]
    frame.data_button.click()
    frame.table.setFocus()
    frame.table.setCurrentIndex(frame.table.model().index(1, 0))
    assert "2-year bands" in desk.why.text()
    QTest.keyClick(frame.table, Qt.Key.Key_Return)
    desk.rest()
    assert desk.levels()["yob"] == 2


def test_models_behave(desk: Desk) -> None:
    mode = QAbstractItemModelTester.FailureReportingMode.Warning
    frames = [*desk.page.answer.planes.values(), desk.page.answer.evidence.values.frame]
    testers = [QAbstractItemModelTester(frame.table.model(), mode) for frame in frames]
    desk.page.presenter.choose("yob", 1)
    desk.rest()
    assert len(testers) == 3


def test_copy_picture_puts_a_picture_on_the_clipboard(desk: Desk) -> None:
    desk.page.answer.planes["yob"].copy_button.click()
    assert not QGuiApplication.clipboard().pixmap().isNull()


def test_bars_show_the_selected_variable_before_and_after(desk: Desk) -> None:
    plots = desk.page.answer.evidence.values.plots
    desk.page.answer.evidence.turn_to(desk.page.answer.evidence.values)
    assert sum(count for _, count in plots[1].bars) == 60
    assert plots[2].bars[0] == ("1961-1965", 15)
    desk.page.form.cards["ms"].button.setFocus()
    assert dict(plots[2].bars) == {"Been_Married": 48, "Never_Married": 12}


def test_unique_records_and_k_are_those_of_the_counts(desk: Desk) -> None:
    answer = desk.view.answer
    steps = {name: choice.steps for name, choice in answer.result.codings.items()}
    after = anonymity(answer.counted.counts, steps)
    desk.page.answer.evidence.turn_to(desk.page.answer.evidence.values)
    line = desk.page.answer.evidence.values.line
    assert f"Unique records: {after.uniques} of 60 records; {answer.result.before.uniques} before." in line
    assert f"At least together: {after.k} records, the smallest class; 1 before." in line


def many_categories(desk: Desk, number: int) -> None:
    """A file whose second variable has so many categories, one of them frequent."""
    rows = [f"{1961 + i % 30};v{i % number:05d}" for i in range(2 * number)] + ["1961;v00007"] * 50
    (desk.folder / "many.csv").write_text("yob;code\n" + "\n".join(rows) + "\n", encoding="utf-8")
    data = {
        "path": "many.csv",
        "variables": {"yob": {"role": "key"}, "code": {"role": "key", "level": "nominal"}},
    }
    desk.open(plan_from_json({"schema": 2, "data": data, "jobs": [BY_HAND]}))


BY_HAND = {"name": "recode", "kind": "recode", "params": {"levels": {"yob": 0, "code": 0}}}


def test_of_many_categories_neighbours_share_a_bar_and_no_record_is_lost(closed_desk: Desk) -> None:
    many_categories(closed_desk, 3000)
    found = bars(closed_desk.view.answer.counts, "code", 1)
    assert len(found.names) <= MOST_BARS
    assert sum(found.counts) == found.records == 6050
    assert found.counts[0] == 2 * found.together + 50
    assert found.names[1] == f"v{found.together:05d}"


def test_the_table_of_many_categories_has_the_most_frequent_and_says_what_it_lacks(closed_desk: Desk) -> None:
    many_categories(closed_desk, 3000)
    page = closed_desk.page
    page.levels.recode.cards["code"].button.setFocus()
    page.presenter.choose("code", 1)
    page.levels._on_variable("code")
    page.answer.evidence.turn_to(page.answer.evidence.values)
    frame = page.answer.evidence.values.frame
    frame.data_button.click()
    model = frame.table.model()
    assert model.rowCount() == 2 * (MOST_ROWS + 1)
    assert [model.index(0, column).data() for column in (1, 2)] == ["v00007", "52"]
    assert model.index(MOST_ROWS, 1).data() == "(2\u202f500 rarer values)"
    assert model.index(MOST_ROWS, 2).data() == "5\u202f000"
    assert "25 neighbours in a bar" in page.answer.evidence.values.plots[1].accessibleName()


@pytest.mark.parametrize("width", [732, 1100])
def test_nothing_scrolls_sideways(desk: Desk, width: int) -> None:
    desk.page.form.more.unfold()
    desk.page.resize(width, 620)
    desk.rest()
    assert desk.page.minimumSizeHint().width() <= 732
    for area in (desk.page.form.area, desk.page.step_tabs.areas["first"]):
        desk.qtbot.waitUntil(partial(_fits, area))  # panels beside one another move beneath one another first


def _fits(area: QScrollArea) -> bool:
    return area.widget().width() <= area.viewport().width()


def test_everything_that_takes_the_focus_has_a_name(desk: Desk) -> None:
    desk.page.form.more.unfold()
    nameless = [
        part
        for part in desk.page.findChildren(QWidget)
        if part.isVisible()
        and part.focusPolicy() & Qt.FocusPolicy.TabFocus
        and part.focusProxy() is None
        and not part.accessibleName()
        and not getattr(part, "text", str)()
        and part.objectName() != "qt_spinbox_lineedit"
    ]
    assert nameless == []


def test_tab_goes_card_by_card(desk: Desk) -> None:
    form = desk.page.form
    form.cards["yob"].unfold()
    form.alpha_field.setFocus()
    seen = []
    for _ in range(10):
        QTest.keyClick(QGuiApplication.focusObject(), Qt.Key.Key_Tab)
        seen.append(QGuiApplication.focusObject())
    yob, ms = form.cards["yob"], form.cards["ms"]
    wanted = [form.alpha_slider, yob.button]
    for side in ("user_points", "intruder_points"):
        wanted += [yob.editors[side].slider, yob.editors[side].field]
    wanted += [yob.technique, yob.coding, yob.hierarchy, ms.button]
    assert seen == wanted
