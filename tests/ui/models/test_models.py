"""Models: native values, no copies, Qt's own tester content; copying as TSV."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester, QTest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata, Variable, VariableProfile, profile
from sdc_desktop.engine.data.store.store import Store
from sdc_desktop.engine.methods.perturbation.pram import PRAM
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.problems import Place, error, note, warning
from sdc_desktop.ui.models.records_model import KEPT_PAGES, PAGE, PreviewModel, RecordsModel
from sdc_desktop.ui.models.text_table_model import text_of
from sdc_desktop.ui.models.variables_model import BARS_ROLE, CHOICES_ROLE, Column, VariablesModel
from sdc_desktop.ui.widgets.problems_panel import ProblemsModel, ProblemsPanel
from sdc_desktop.ui.widgets.tables.data_table import DataTable, RecordsView
from sdc_desktop.ui.widgets.tables.variables_view import VariablesView
from sdc_desktop.words.microdata.pipeline import step_titles
from tests.support.data import microdata

_TESTER = QAbstractItemModelTester.FailureReportingMode.Fatal
_DISPLAY = Qt.ItemDataRole.DisplayRole
_NATIVE = (str, int, float, bool, tuple, type(None), Qt.AlignmentFlag)


@pytest.fixture
def data():
    columns = {
        "yob": ["1961", "1962", "1961", "007"],
        "ms": ["S", "", "M", 'wid"ow'],
        "n": ["1", "2", "3", "4"],
    }
    return microdata(columns, {"yob": "key"})


@pytest.fixture
def many():
    def fill(connection, table) -> None:
        connection.execute(
            f"CREATE TABLE {table} AS SELECT range::VARCHAR AS c0, 'x' AS c1 FROM range({PAGE * 40})"
        )

    return Microdata(Store().load(2, fill), (Variable("a"), Variable("b")))


@pytest.fixture
def variables_model(data, words):
    model = VariablesModel(words)
    QAbstractItemModelTester(model, _TESTER, model)
    model.show(data.variables)
    return model


def column_texts(model, column):
    return [model.index(row, column).data() for row in range(model.rowCount())]


def test_other_variables_replace_those_shown(variables_model, data):
    variables_model.declare(data.variables[:2])
    assert [variables_model.name(row) for row in range(variables_model.rowCount())] == ["yob", "ms"]
    variables_model.declare(data.variables)
    assert column_texts(variables_model, Column.NAME) == ["yob", "ms", "n"]


def test_records_model_satisfies_qt_and_shows_texts_as_they_are(data):
    model = RecordsModel()
    QAbstractItemModelTester(model, _TESTER, model)
    model.show(data)
    assert (model.rowCount(), model.columnCount()) == (4, 3)
    assert column_texts(model, 0) == ["1961", "1962", "1961", "007"]
    assert model.headerData(1, Qt.Orientation.Horizontal) == "ms"
    assert model.headerData(3, Qt.Orientation.Vertical) == 4
    model.show(None)
    assert model.rowCount() == 0


def test_records_are_read_by_pages_and_forgotten_again(many):
    model = RecordsModel()
    model.show(many)
    assert model.pages_read == 0
    assert model.index(PAGE * 39 + 5, 0).data() == str(PAGE * 39 + 5)
    for row in range(PAGE * 39, PAGE * 40):
        model.index(row, 0).data()
    assert model.pages_read == 1
    for page in range(40):
        model.index(page * PAGE, 0).data()
    assert len(model._pages) == KEPT_PAGES
    assert model.pages_read == 41  # page 39 had been forgotten


def test_other_declarations_do_not_read_the_records_again(data):
    model = RecordsModel()
    model.show(data)
    model.index(0, 0).data()
    model.show(data.with_variables(data.variables))
    model.index(0, 0).data()
    assert model.pages_read == 1


def test_variables_model_gives_native_values_in_every_role(variables_model, data):
    for number in range(3):
        variables_model.notify(number, profile(data, number, JobContext()))
    roles = [*list(Qt.ItemDataRole), BARS_ROLE, CHOICES_ROLE]
    for row in range(3):
        for column in range(variables_model.columnCount()):
            for role in roles:
                value = variables_model.index(row, column).data(role)
                assert isinstance(value, _NATIVE), (row, column, role, value)
                assert not isinstance(value, np.generic)


def test_figures_come_when_they_are_known(variables_model, data):
    assert column_texts(variables_model, Column.DISTINCT) == ["…", "…", "…"]
    variables_model.notify(0, profile(data, 0, JobContext()))
    assert column_texts(variables_model, Column.DISTINCT) == ["3", "…", "…"]
    assert column_texts(variables_model, Column.ENTROPY)[0] == "0.452"  # 1.0397 nats / ln 10
    assert "base 10" in variables_model.headerData(Column.ENTROPY, Qt.Orientation.Horizontal)


def test_an_edit_is_only_a_wish(qtbot, variables_model):
    index = variables_model.index(1, Column.ROLE)
    with qtbot.waitSignal(variables_model.edit_requested) as wish:
        assert variables_model.setData(index, "sensitive")
    assert wish.args == [(("ms",), {"role": "sensitive"})]
    assert index.data() == "other"


@pytest.mark.parametrize("value", ["", "secret", None])
def test_what_is_no_role_is_not_even_a_wish(qtbot, variables_model, value):
    with qtbot.assertNotEmitted(variables_model.edit_requested):
        assert not variables_model.setData(variables_model.index(1, Column.ROLE), value)


def test_missing_codes_are_edited_as_text(qtbot, variables_model):
    with qtbot.waitSignal(variables_model.edit_requested) as wish:
        variables_model.setData(variables_model.index(0, Column.MISSING), " 99 | | 99|NA")
    assert wish.args == [(("yob",), {"missing": ("99", "", "NA")})]


def test_another_level_than_ordinal_gives_up_the_order(qtbot, variables_model):
    with qtbot.waitSignal(variables_model.edit_requested) as wish:
        variables_model.setData(variables_model.index(0, Column.LEVEL), "continuous")
    assert wish.args == [(("yob",), {"level": "continuous", "order": None})]


def test_search_and_sort_arrange_the_variables(variables_model, data):
    for number in range(3):
        variables_model.notify(number, profile(data, number, JobContext()))
    variables_model.sort(Column.NAME, Qt.SortOrder.DescendingOrder)
    assert column_texts(variables_model, Column.NAME) == ["yob", "n", "ms"]
    variables_model.sort(Column.DISTINCT)
    assert column_texts(variables_model, Column.DISTINCT) == ["3", "4", "4"]
    variables_model.sort(-1)
    assert column_texts(variables_model, Column.NAME) == ["yob", "ms", "n"]
    variables_model.filter("M")
    assert column_texts(variables_model, Column.NAME) == ["ms"]
    assert variables_model.row_of("n") is None
    variables_model.filter("")
    assert variables_model.row_of("n") == 2


STEPS = (("anopi", "data", {}), ("pram", "anopi", {"variables": ["ms"], "retain": 0.3}))


def test_names_and_what_stands_for_a_shape_are_whole_where_there_is_room(qtbot, theme, words, data):
    model = VariablesModel(words)
    model.show([replace(data.variables[0], name="interview_date_of_birth"), *data.variables[1:]])
    model.notify(0, VariableProfile(20_002, 4.3, ()))
    view = VariablesView(model, words)
    qtbot.addWidget(view)
    view.resize(900, 300)
    view.show()
    QTest.qWait(50)
    for column in (Column.NAME, Column.BARS):
        assert view.table.columnWidth(column) >= view.table.sizeHintForColumn(column)
    view.resize(420, 300)
    QTest.qWait(50)
    assert view.table.columnWidth(Column.NAME) < view.table.sizeHintForColumn(Column.NAME)


def test_problems_are_stated_in_sentences(words):
    model = ProblemsModel(words)
    QAbstractItemModelTester(model, _TESTER, model)
    place = Place(file="people.csv", line=7)
    model.show([error("csv.empty", place), warning("csv.empty"), note("csv.empty")])
    row = [model.index(0, column).data() for column in range(4)]
    assert row[0] == "✕ error"
    assert row[1] == "people.csv, line 7"
    assert row[2]
    assert row[3]
    assert [model.index(r, 0).data() for r in (1, 2)] == ["△ warning", "○ note"]


def test_a_key_of_a_job_is_shown_by_the_label_of_its_setting(words):
    model = ProblemsModel(words)
    place = Place(key="jobs[0].params.alpha", job="levels")
    plan = {"schema": 2, "jobs": [{"name": "levels", "kind": "anopi", "params": {}}]}
    model.show([error("csv.empty", place)], plan_from_json(plan).jobs)
    assert model.index(0, 1).data() == "Utility weight"


def test_a_step_is_named_as_on_its_card(words):
    model = ProblemsModel(words)
    steps = [{"name": kind, "kind": kind, "input": on, "params": own} for kind, on, own in STEPS]
    plan = plan_from_json({"schema": 2, "data": {"path": "people.csv"}, "jobs": steps})
    for place in (
        Place(key="jobs[1].params.weight", job="pram", variable="weight"),
        Place(key="jobs[1].params", job="pram"),
    ):
        model.show([error("csv.empty", place)], plan.jobs, step_titles(plan, words))
        assert model.index(0, 1).data().startswith(f"settings of step 2 {words.say(PRAM.title)}")


@pytest.mark.parametrize(
    ("place", "shown"),
    [
        (Place(key="data.hierarchies.yob", variable="yob"), "hierarchy of yob"),
        (Place(key="data.hierarchies.year.of.birth.groups[2]"), "hierarchy of year.of.birth"),
        (Place(key="data.variables.n.level", variable="n"), "variable n"),
        (Place(key="data", file="people.csv", line=7), "data file, people.csv, line 7"),
        (Place(key="jobs[1].output.path", job="levels"), "output of levels"),
        (Place(key="jobs[1].output.path"), "jobs[1].output.path"),
        (Place(key="limits[2].min"), "limits[2].min"),
    ],
)
def test_a_key_of_the_plan_is_shown_as_the_window_names_it(words, place, shown):
    model = ProblemsModel(words)
    model.show([error("csv.empty", place)])
    assert model.index(0, 1).data() == shown


def test_long_problems_have_the_lines_that_they_need(qtbot, theme, words):
    panel = ProblemsPanel(words)
    qtbot.addWidget(panel)
    panel.resize(900, 120)
    panel.model.show([error("csv.empty"), error("write.csv_unnamed", Place(file="a.arrow"))])
    panel.show()
    line = panel.table.fontMetrics().lineSpacing()
    qtbot.waitUntil(lambda: panel.table.rowHeight(0) < 3 * line)
    panel.table.set_characters(2, 15)  # what happened has 90
    qtbot.waitUntil(lambda: panel.table.rowHeight(1) >= 5 * line)
    assert panel.table.rowHeight(0) >= panel.table.verticalHeader().defaultSectionSize()


@pytest.mark.parametrize("width", [420, 900])
def test_what_to_do_has_the_most_room_and_is_in_view(qtbot, theme, words, width):
    panel = ProblemsPanel(words)
    qtbot.addWidget(panel)
    panel.model.show([error("csv.empty"), error("write.csv_unnamed", Place(file="a.arrow"))])
    panel.resize(width, 240)
    panel.show()
    qtbot.waitExposed(panel)
    widths = [panel.table.columnWidth(column) for column in range(4)]
    assert sum(widths) <= panel.table.viewport().width()
    assert widths[3] == max(widths)


def test_a_ragged_preview_is_shown_as_it_stands():
    model = PreviewModel()
    QAbstractItemModelTester(model, _TESTER, model)
    model.show(("a", "b"), (("1", "2", "3"), ("4",)))
    assert (model.rowCount(), model.columnCount()) == (2, 3)
    assert model.index(1, 2).data() == ""
    assert model.headerData(2, Qt.Orientation.Horizontal) == ""
    assert model.headerData(1, Qt.Orientation.Vertical) == 2
    model.show((), ())
    assert model.columnCount() == 0
    model.show((), ((), ()))  # blank lines in fixed width
    assert (model.rowCount(), model.columnCount()) == (2, 0)


def test_tsv_quotes_what_would_break_it(data):
    model = RecordsModel()
    model.show(data)
    assert text_of(model, [2, 3], [1, 0]) == 'ms\tyob\nM\t1961\n"wid""ow"\t007\n'


def test_copy_takes_the_selection_in_the_order_shown(qtbot, data, words):
    model = RecordsModel()
    model.show(data)
    table = DataTable(model, "Records", words)
    qtbot.addWidget(table)
    table.show()
    table.horizontalHeader().moveSection(0, 2)
    table.activateWindow()
    qtbot.waitActive(table)
    table.selectAll()
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().splitlines()[:2] == ["ms\tn\tyob", "S\t1\t1961"]


def test_too_much_to_copy_is_stated_and_the_clipboard_kept(qtbot, words, monkeypatch):
    monkeypatch.setattr("sdc_desktop.ui.models.text_table_model.MOST_CELLS", 3)
    model = PreviewModel()
    model.show(("a", "b"), (("1", "2"), ("3", "4")))
    table = DataTable(model, "Preview", words)
    qtbot.addWidget(table)
    QGuiApplication.clipboard().setText("before")
    table.selectAll()
    with qtbot.waitSignal(table.copy_refused):
        table.copy_selection()
    assert QGuiApplication.clipboard().text() == "before"


def test_tab_leaves_a_table(qtbot, data, words):
    model = RecordsModel()
    model.show(data)
    view = RecordsView(model, words)
    qtbot.addWidget(view)
    view.show()
    view.table.setFocus()
    qtbot.keyClick(view.table, Qt.Key.Key_Tab)
    assert not view.table.hasFocus()


def test_go_to_record_selects_it(qtbot, many, words):
    model = RecordsModel()
    view = RecordsView(model, words)
    qtbot.addWidget(view)
    model.show(many)
    qtbot.keyClicks(view.box, "9001")
    qtbot.keyClick(view.box, Qt.Key.Key_Return)
    assert view.table.currentIndex().data() == "9000"
    flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
    view.table.selectionModel().select(view.table.currentIndex(), flags)
    view.box.setText("999999999")
    view.go()
    assert view.table.currentIndex().row() == 9000


def test_bars_follow_the_order_of_numbers_and_put_neighbours_together():
    values = [str(i) for i in range(100) for _ in range(1 + (i >= 96))]
    found = profile(microdata({"a": values}), 0, JobContext())
    assert found.distinct == 100
    assert len(found.bars) == 24
    assert found.bars[-1] == 1.0
    assert max(found.bars[:-1]) < 0.7
