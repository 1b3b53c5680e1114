"""Fields, axes and copies in German: a comma in the window, a number in the plan, a point in what leaves."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale, Qt, QTime
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from sdc_desktop.project.chain import first_step
from sdc_desktop.ui.models.text_table_model import TextTableModel
from sdc_desktop.ui.qt_locale import clock, follow
from sdc_desktop.ui.widgets.plots.picture_files import plain_rows
from sdc_desktop.ui.widgets.plots.plot_style import CalmPlot
from sdc_desktop.ui.widgets.steady_inputs import CalmSpinBox
from sdc_desktop.ui.widgets.tables.data_table import DataTable
from sdc_desktop.words.program.languages import words_in
from tests.ui.tabs.microdata.conftest import Desk


@pytest.fixture(autouse=True)
def german_fields() -> Iterator[None]:
    before = QLocale()
    follow("de")
    yield
    QLocale.setDefault(before)


@pytest.mark.parametrize("text", ["33,3", "33.3"])
def test_a_number_typed_with_comma_or_point_reaches_the_plan(fresh_desk: Desk, demo_plan, text) -> None:
    desk = fresh_desk
    desk.open(demo_plan)
    desk.page.form.cards["ms"].unfold()
    field = desk.page.form.cards["ms"].editors["user_points"].field
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    assert field.text().startswith("33,3")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert first_step(desk.controller.plan).params.user_points == {"yob": 66.7, "ms": 33.3}


@pytest.mark.parametrize("text", ["0,5", "0.5"])
def test_a_point_in_the_unit_of_a_field_is_left_alone(qtbot, text) -> None:
    field = CalmSpinBox()
    field.setDecimals(1)
    field.show_range(0.1, 1000)
    field.setSuffix(" % of std. deviation")
    qtbot.addWidget(field)
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert field.value() == 0.5
    assert field.text() == "0,5 % of std. deviation"


def test_axes_and_clocks_follow_the_language(qtbot) -> None:
    plot = CalmPlot()
    qtbot.addWidget(plot)
    assert plot.getAxis("left").tickStrings([0.5, 1.0], 1, 0.5) == ["0,5", "1,0"]
    assert clock(QTime(14, 5)) == "14:05"


def test_copied_and_saved_figures_have_a_point_and_texts_stay_as_they_are(qtbot) -> None:
    words = words_in("de")
    rows = [("0,5 to 1,5", "1\u202f234,50", f"\u2212{words.percent(0.133)}")]
    model = TextTableModel()
    table = DataTable(model, "", words)
    qtbot.addWidget(table)
    model.show(("name", "figure", "share"), rows, (1, 2))
    table.selectAll()
    table.copy_selection()
    assert QGuiApplication.clipboard().text() == "name\tfigure\tshare\n0,5 to 1,5\t1234.50\t-13.3%\n"
    assert list(plain_rows(rows, (1, 2), words)) == [("0,5 to 1,5", "1234.50", "-13.3%")]
