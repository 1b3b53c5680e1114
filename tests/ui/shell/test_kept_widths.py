"""Widths of dragged columns: kept in the settings by table and place, never by a name of the data."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHeaderView, QVBoxLayout, QWidget

from sdc_desktop.ui.models.variables_model import Column
from sdc_desktop.ui.settings import Settings
from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.ui.widgets.tables.data_table import DataTable
from sdc_desktop.ui.widgets.tables.kept_widths import WidthMemory
from sdc_desktop.ui.widgets.tables.saved_table import SavedTable
from sdc_desktop.ui.widgets.tables.text_table import TextTable
from sdc_desktop.words import Words
from tests.ui.conftest import add_window, choose_roles

LEFT = Qt.MouseButton.LeftButton
HEADER = "Criterion", "Met", "Worst class", "Groups failing"
ROWS = [("3-anonymity", "no", "2", "14"), ("2-diversity of income", "yes", "2", "0")]


@pytest.fixture
def place(qtbot, theme, tmp_path: Path):
    """Makes a widget as a window would be, over one file of settings."""

    tops = []

    def made() -> QWidget:
        top = QWidget()
        tops.append(top)
        top.resize(900, 300)
        QVBoxLayout(top)
        WidthMemory(Settings(tmp_path / "settings.ini"), top)
        qtbot.addWidget(top)
        return top

    return made


def shown(qtbot, top: QWidget, table: QWidget) -> None:
    top.layout().addWidget(table)
    top.show()
    qtbot.waitExposed(top)


def edge(table: DataTable, column: int) -> QPoint:
    header = table.horizontalHeader()
    right = header.sectionViewportPosition(column) + header.sectionSize(column)
    return QPoint(right - 2, header.height() // 2)


def drag(table: DataTable, column: int, by: int) -> None:
    """Drag the right edge of a column with the mouse."""
    part, start = table.horizontalHeader().viewport(), edge(table, column)
    QTest.mousePress(part, LEFT, pos=start)
    QTest.mouseMove(part, start + QPoint(by // 2, 0))
    QTest.mouseMove(part, start + QPoint(by, 0))
    QTest.mouseRelease(part, LEFT, pos=start + QPoint(by, 0))


def hover(table: DataTable, spot: QPoint) -> None:
    """Move the mouse with no button held; QTest's moves depend on where the mouse was in tests before."""
    part, none = table.horizontalHeader().viewport(), Qt.MouseButton.NoButton
    over = QPointF(part.mapToGlobal(spot))
    event = QMouseEvent(
        QEvent.Type.MouseMove, QPointF(spot), over, none, none, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(part, event)


def text_table(qtbot, top: QWidget, name: str = "criteria", variables: range = range(0)) -> TextTable:
    table = TextTable("Criteria", Words())
    table.table.remember(name, variables)
    shown(qtbot, top, table)
    table.show_rows(HEADER, ROWS)
    return table


def test_a_fitted_column_is_dragged_and_the_next_window_keeps_its_width(qtbot, place):
    first = place()
    table = text_table(qtbot, first).table
    fitted = [table.columnWidth(column) for column in range(4)]
    drag(table, 1, 70)
    assert table.columnWidth(1) == fitted[1] + 70
    again = text_table(qtbot, place()).table
    qtbot.waitUntil(lambda: again.columnWidth(1) == fitted[1] + 70)
    assert [again.columnWidth(column) for column in (0, 2)] == [fitted[0], fitted[2]]


def test_other_rows_fit_the_other_columns_and_leave_a_dragged_one(qtbot, place):
    part = text_table(qtbot, place())
    table = part.table
    drag(table, 1, 70)
    width = table.columnWidth(1)
    part.show_rows(HEADER, [("a much longer criterion than any of those before", "x" * 80, "1", "1")])
    before = table.width_of(len("a much longer criterion"))
    qtbot.waitUntil(lambda: table.columnWidth(0) > before)
    assert table.columnWidth(1) == width
    part.show_rows((), ())
    part.show_rows(HEADER, ROWS)
    qtbot.waitUntil(lambda: table.columnWidth(1) == width)


def test_a_double_click_at_the_edge_fits_the_column_again(qtbot, place):
    table = text_table(qtbot, place()).table
    fitted = table.columnWidth(0)
    drag(table, 0, 120)
    assert table.columnWidth(0) == fitted + 120
    header = table.horizontalHeader()
    spot = edge(table, 0)
    QTest.mouseDClick(header.viewport(), LEFT, pos=spot)
    QTest.mouseRelease(header.viewport(), LEFT, pos=spot)
    assert table.columnWidth(0) == fitted
    assert header.sectionResizeMode(0) == QHeaderView.ResizeMode.ResizeToContents
    again = text_table(qtbot, place()).table
    assert again.columnWidth(0) == fitted


def test_the_mouse_at_an_edge_changes_nothing_by_itself(qtbot, place):
    table = text_table(qtbot, place()).table
    header, modes = table.horizontalHeader(), QHeaderView.ResizeMode
    hover(table, edge(table, 0))
    assert header.sectionResizeMode(0) == modes.Interactive
    hover(table, edge(table, 0) - QPoint(30, 0))
    assert header.sectionResizeMode(0) == modes.ResizeToContents
    QTest.mouseClick(header.viewport(), LEFT, pos=edge(table, 0))
    assert text_table(qtbot, place()).table.columnWidth(0) == table.columnWidth(0)


def test_columns_of_variables_keep_no_width_and_no_setting_names_them(qtbot, place, tmp_path):
    table = text_table(qtbot, place(), "classes", range(2)).table
    fitted = [table.columnWidth(column) for column in range(4)]
    drag(table, 0, 90)
    drag(table, 2, 50)
    assert table.columnWidth(0) == fitted[0]
    assert table.columnWidth(2) == fitted[2] + 50
    settings = table.window().findChild(WidthMemory).settings
    settings.save()
    assert settings.column_widths("classes") == {0: fitted[2] + 50}
    text = (tmp_path / "settings.ini").read_text("utf-8")
    assert not any(word in text for word in (*HEADER, *(cell for row in ROWS for cell in row[:1])))
    part = TextTable("Classes", Words())
    part.table.remember("classes", range(1))
    shown(qtbot, place(), part)
    part.show_rows(HEADER[1:], [row[1:] for row in ROWS])
    qtbot.waitUntil(lambda: part.table.columnWidth(1) == fitted[2] + 50)


def test_columns_that_share_the_room_are_dragged_and_keep_their_width_when_the_room_changes(qtbot, place):
    top = place()
    part = SavedTable("Findings", HEADER, Words())
    part.table.remember("findings")
    shown(qtbot, top, part)
    width, other = part.table.columnWidth(0), part.table.columnWidth(1)
    drag(part.table, 0, 60)
    assert part.table.columnWidth(0) == width + 60
    top.resize(1200, 320)  # the table shares the room out anew
    qtbot.waitUntil(lambda: part.table.columnWidth(0) == width + 60)
    qtbot.waitUntil(lambda: part.table.columnWidth(1) > other)
    assert part.table.horizontalScrollBar().maximum() == 0


def test_a_damaged_width_is_left_alone(tmp_path):
    settings = Settings(tmp_path / "settings.ini")
    settings.keep_column_width("unsafe-cells", 1, 140)
    settings.save()
    path = tmp_path / "settings.ini"
    path.write_text(path.read_text("utf-8").replace("1=140", "1=140\nx=3\n2=wide\n3=-5"), "utf-8")
    assert Settings(path).column_widths("unsafe-cells") == {1: 140}


def test_the_variables_of_the_next_window_are_as_wide_as_they_were_left(qtbot, theme, words, tmp_path):
    csv = tmp_path / "people.csv"
    csv.write_text("yob;ms\n1961;Single\n1962;Married\n", encoding="utf-8")

    def opened() -> MainWindow:
        window = MainWindow(Settings(tmp_path / "config" / "settings.ini"), theme, words)
        add_window(qtbot, window)
        window.resize(1400, 800)
        window.show()
        with qtbot.waitSignal(window.controller.data_opened):
            window.controller.open_data(csv)
        qtbot.waitUntil(lambda: window.microdata_place.page is not None and window.jobs.idle)
        choose_roles(window)
        return window

    first = opened()
    table = first.data_panel.variables.table
    width = table.columnWidth(Column.NAME)
    drag(table, Column.NAME, 37)
    assert table.columnWidth(Column.NAME) == width + 37
    first.close()
    second = opened()
    assert second.data_panel.variables.table.columnWidth(Column.NAME) == width + 37
