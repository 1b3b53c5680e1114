"""The table of cells: what stands where, what folds, what marks say, the keyboard and the clipboard."""

import pytest
from PySide6.QtCore import QItemSelection, QItemSelectionModel, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester

from sdc_desktop.engine.data.hierarchies.hierarchy import from_table
from sdc_desktop.engine.source import Source
from sdc_desktop.ui.models.cells_model import COLUMN, ROW, CellsModel, entries, opened_at_first, way_to
from sdc_desktop.ui.widgets.tables.cells_view import CellsView
from sdc_desktop.words.tables.cells import NOTHING, WITHHELD
from tests.support.data import microdata
from tests.ui.tabs.cells.conftest import FAST, GIVEN_AWAY, P15, TABLE_1, counted_and_decided

_TESTER = QAbstractItemModelTester.FailureReportingMode.Fatal
THIN = "\u202f"


@pytest.fixture
def view(qtbot, theme, words):
    made = CellsView(words)
    qtbot.addWidget(made)
    made.resize(800, 500)
    made.show()
    return made


def labels(view, axis):
    return [entry.label for entry in view.model.axis(axis)]


def text_at(view, row, column):
    return view.model.data(spot(view, row, column))


def spot(view, row, column):
    """The index by labels."""
    return view.model.index(labels(view, ROW).index(row), labels(view, COLUMN).index(column))


def look_at(view, row, column):
    index = spot(view, row, column)
    return view.model.look(index.row(), index.column())


def test_the_model_satisfies_qt_while_it_folds_and_turns(words, decided):
    model = CellsModel(words)
    QAbstractItemModelTester(model, _TESTER, model)
    result = decided("activity", "region", "year")
    model.show(result, "known")
    model.fold(ROW, 0)
    model.fold_all(True)
    model.turn_to(0, 1)
    model.show(result, "risk")
    model.clear()
    assert model.rowCount() == 0


def test_a_hierarchy_has_its_sums_first_and_folds_with_what_was_looked_at_kept(view, protected):
    view.show_table(protected, "known")
    assert labels(view, ROW) == ["Total", "A", "a1", "a2", "B", "b1", "b2"]
    assert labels(view, COLUMN)[0] == "Total"
    view.table.setCurrentIndex(spot(view, "B", "south"))
    view.table.down.fold_requested.emit(labels(view, ROW).index("A"))
    assert labels(view, ROW) == ["Total", "A", "B", "b1", "b2"]
    assert view.current == ("B", "south")
    assert view.table.currentIndex() == spot(view, "B", "south")
    view.table.across.fold_requested.emit(0)
    assert labels(view, COLUMN) == ["Total"]


def test_the_first_row_is_below_columns_that_need_another_height(view, decided):
    table = view.table
    for names in (("activity",), ("activity", "region"), ("activity",), ("region", "activity")):
        view.show_table(decided(*names), "published")
        assert table.viewport().y() == table.across.geometry().bottom() + 1
        assert table.viewport().x() == table.down.geometry().right() + 1
        view.fold.click()
        view.unfold.click()
        assert table.viewport().y() == table.across.geometry().bottom() + 1


def test_a_click_on_a_side_folds(qtbot, view, protected):
    view.show_table(protected, "known")
    header = view.table.down
    y = header.sectionViewportPosition(1) + header.sectionSize(1) // 2
    at = header.viewport().rect().topLeft() + header.viewport().rect().center()
    at.setX(12)
    at.setY(y)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert labels(view, ROW) == ["Total", "A", "B", "b1", "b2"]


def test_without_a_hierarchy_totals_stand_last(view, decided):
    view.show_table(decided("region", "year"), "known")
    assert labels(view, ROW) == ["north", "south", "west", "Total"]
    assert labels(view, COLUMN) == ["2024", "2025", "Total"]
    assert not view.unfold.isVisible()


def test_one_dimension_is_a_column_of_values(view, decided):
    result = decided("region")
    view.show_table(result, "known")
    assert labels(view, COLUMN) == ["Value"]
    total = next(cell for cell in result.cells if cell.coordinates == ("Total",))
    assert text_at(view, "Total", "Value") == f"{total.value:,.1f}".replace(",", THIN)
    view.table.setCurrentIndex(view.model.index(1, 0))
    assert view.current == ("south",)


def test_further_dimensions_are_pages_with_a_chooser(view, decided):
    result = decided("activity", "region", "year")
    view.show_table(result, "known")
    (chooser,) = view.choosers
    assert chooser.currentText().strip() == "Total"
    for year in ("2024", "2025", "Total"):
        chooser.setCurrentIndex(next(n for n in range(3) if chooser.itemText(n).strip() == year))
        chooser.activated.emit(chooser.currentIndex())
        cell = next(c for c in result.cells if c.coordinates == ("A", "south", year))
        assert text_at(view, "A", "south") == f"{cell.value:,.1f}".replace(",", THIN)


def test_as_known_status_has_a_letter_and_a_value_with_the_decimals_of_the_data(view, protected):
    view.show_table(protected, "known")
    for cell in protected.cells:
        look = look_at(view, *cell.coordinates)
        wanted = {"unsafe": "primary", "secondary": "secondary"}.get(cell.status, "")
        assert look.mark == wanted
        if cell.status == "empty":
            assert look.text == NOTHING
        else:
            assert look.text == f"{cell.value:,.1f}".replace(",", THIN)
    assert {look_at(view, *c.coordinates).mark for c in protected.cells} == {"", "primary", "secondary"}


def test_as_published_nothing_tells_why_a_value_is_withheld(view, protected):
    view.show_table(protected, "published")
    hidden = [cell for cell in protected.cells if cell.published is None]
    looks = {look_at(view, *cell.coordinates) for cell in hidden}
    assert len(looks) == 1
    assert looks.pop().text == WITHHELD


def test_as_published_an_unsafe_value_that_would_go_out_is_marked(view, open_table):
    view.show_table(open_table, "published")
    unsafe = next(cell for cell in open_table.cells if cell.status == "unsafe")
    assert look_at(view, *unsafe.coordinates).mark == "primary"


def test_intervals_and_risk_are_those_of_the_audit(view, audited):
    view.show_table(audited(TABLE_1), "intervals")
    assert text_at(view, "5", "5") == f"0{THIN}\u2013{THIN}406"
    assert text_at(view, "6", "7") == f"845{THIN}\u2013{THIN}1{THIN}251"
    view.show_table(audited(TABLE_1), "risk")
    look = look_at(view, "5", "5")
    assert (look.text, look.disclosed) == ("0.115", False)
    assert look.heat == pytest.approx(0.11536, abs=1e-5)
    assert look_at(view, "4", "4").heat is None


def test_a_cell_that_can_be_derived_has_a_ring_in_every_view(view, audited):
    result = audited(GIVEN_AWAY)
    for shown in ("published", "known", "intervals", "risk"):
        view.show_table(result, shown)
        assert look_at(view, "a", "x").disclosed
    assert text_at(view, "a", "x") == "disclosed"


def test_rounded_values_are_published_and_true_ones_known(view, decided):
    result = decided(protect={"method": "rounding", "base": 10})
    cell = next(c for c in result.cells if c.published != c.value)
    view.show_table(result, "published")
    assert text_at(view, *cell.coordinates) == f"{cell.published:,.1f}".replace(",", THIN)
    view.show_table(result, "known")
    assert text_at(view, *cell.coordinates) == f"{cell.value:,.1f}".replace(",", THIN)


def test_merged_categories_are_not_in_the_published_table(view, decided):
    result = decided(
        "region", "year", protect={"method": "redesign", "merge": {"region": (("north", "west"),)}}
    )
    view.show_table(result, "known")
    assert {"north", "west"} <= set(labels(view, ROW))
    view.show_table(result, "published")
    assert sorted(labels(view, ROW)) == ["Total", "north+west", "south"]


def test_looking_at_a_cell_tells_its_coordinates_and_showing_one_does_not(qtbot, view, protected):
    view.show_table(protected, "known")
    with qtbot.waitSignal(view.cell_selected) as shown:
        view.table.setCurrentIndex(spot(view, "a1", "north"))
    assert shown.args == [("a1", "north")]
    view.model.fold_all(False)
    with qtbot.assertNotEmitted(view.cell_selected):
        assert view.show_cell(("b1", "west"))
        view.show_table(protected, "risk")
    assert view.current == ("b1", "west")
    assert not view.show_cell(("nowhere", "west"))


def test_a_cell_of_another_page_is_brought_into_view(view, decided):
    view.show_table(decided("activity", "region", "year"), "known")
    assert view.show_cell(("a2", "west", "2025"))
    assert view.current == ("a2", "west", "2025")
    assert view.choosers[0].currentText().strip() == "2025"


def test_keys_move_fold_and_find(qtbot, view, protected):
    view.show_table(protected, "known")
    view.table.setCurrentIndex(spot(view, "A", "Total"))
    qtbot.keyClick(view.table, Qt.Key.Key_Minus)
    assert labels(view, ROW) == ["Total", "A", "B", "b1", "b2"]
    qtbot.keyClick(view.table, Qt.Key.Key_Plus)
    qtbot.keyClick(view.table, Qt.Key.Key_Down)
    assert view.current == ("a1", "Total")
    view.table.keyboardSearch("b")
    assert view.current == ("B", "Total")
    qtbot.keyClick(view.table, Qt.Key.Key_Minus, Qt.KeyboardModifier.AltModifier)
    assert labels(view, COLUMN) == ["Total"]


def test_a_column_keeps_the_names_of_its_sums_when_they_are_scrolled_away(view, source, decided):
    result = decided("region", "activity")
    view.show_table(result, "known")
    header, written = view.table.across, []
    header._write = lambda painter, area, label, side: written.append(label)  # type: ignore[method-assign]
    view.table.setFixedWidth(view.table.down.width() + 3 * view.table.columnWidth(0) // 2)
    view.table.horizontalScrollBar().setValue(labels(view, COLUMN).index("a2"))
    written.clear()
    header.viewport().repaint()
    assert {"Total", "A", "a2"} <= set(written)


def test_a_folded_category_says_that_unsafe_cells_lie_beneath(view, protected):
    view.show_table(protected, "known")
    view.model.fold_all(False)
    covers = {entry.label: entry.covers for entry in view.model.axis(ROW)}
    assert covers == {"Total": False, "A": True, "B": False}


def test_copying_gives_headers_pages_and_plain_figures(view, decided):
    result = decided("activity", "region", "year")
    view.show_table(result, "known")
    rows = (spot(view, "A", "Total"), spot(view, "a1", "north"))
    view.table.selectionModel().select(
        QItemSelection(*rows), QItemSelectionModel.SelectionFlag.ClearAndSelect
    )
    view.table.copy_selection()
    lines = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]
    values = {cell.coordinates: cell.value for cell in result.cells}
    assert lines[0] == ["year", "activity", "Total", "north"]
    assert lines[2] == [
        "Total",
        "a1",
        f"{values['a1', 'Total', 'Total']:.1f}",
        f"{values['a1', 'north', 'Total']:.1f}",
    ]


def test_other_dimensions_start_anew_and_nothing_clears(view, protected, decided):
    view.show_table(protected, "known")
    view.show_cell(("a1", "north"))
    view.show_table(decided("region", "year"), "known")
    assert labels(view, ROW) == ["north", "south", "west", "Total"]
    view.show_table(None, "known")
    assert (view.model.rowCount(), view.current) == (0, None)


def test_a_variable_with_two_hierarchies_shows_its_categories_beneath_both():
    from sdc_desktop.engine.tables.dimension import from_levels

    leaves = ("a", "b", "c", "d")
    two = from_levels("v", [[leaves, ("x", "x", "y", "y")], [leaves, ("m", "n", "m", "n")]])
    place = {label: number for number, label in enumerate(two.categories)}
    everything = frozenset(place.values())
    assert sorted(entry.label for entry in entries(two, everything)) == sorted(
        ["Total", "x", "y", "m", "n", *leaves, *leaves]
    )
    assert [entry.label for entry in entries(two, frozenset())] == ["Total"]
    assert opened_at_first(two, 0) == {place["Total"]}
    assert place["Total"] in way_to(two, place["a"])


def test_what_is_out_of_date_is_greyed_and_another_theme_dresses_it_anew(qtbot, view, protected, theme):
    view.show_table(protected, "known")
    view.table.clearFocus()  # which being out of date takes away, too
    cells = view.table.viewport()
    fresh = cells.grab().toImage()
    view.setEnabled(False)
    assert cells.grab().toImage() != fresh
    view.setEnabled(True)
    assert cells.grab().toImage() == fresh
    theme.choose("dark")
    try:
        assert cells.grab().toImage().pixelColor(8, 8).lightness() < 128
    finally:
        theme.choose("light")


def test_a_category_that_is_the_only_part_of_another_has_a_row_of_its_own(view):
    """Two sections with one division each, in rows and on pages: nothing of the finest level vanishes."""
    divisions = {"10": "C", "11": "C", "41": "F", "49": "H"}
    rows = [(d, r, y) for d in divisions for r in "ns" for y in ("1", "2") for _ in range(4)]
    columns = {name: [row[place] for row in rows] for place, name in enumerate(("act", "reg", "year"))}
    columns["v"] = [str(20 + n % 7 + 900 * (n == 40)) for n in range(len(rows))]
    levels = from_table("act", list(divisions.items()), ("division", "section"), "act.csv")
    source = Source(microdata(columns), {"act": levels})
    for names in (("act", "reg"), ("reg", "year", "act")):
        wanted = tuple({"variable": name} for name in names)
        shown = {"dimensions": wanted, "value": "v", "rules": (P15,), "protect": FAST}
        result = counted_and_decided(source, **shown)[2]
        view.show_table(result, "known")
        if names[0] == "act":
            view.model.fold_all(True)
            assert labels(view, ROW) == ["Total", "C", "10", "11", "F", "41", "H", "49"]
            assert text_at(view, "F", "n") == text_at(view, "41", "n") != ""
            entry = view.model.axis(ROW)[labels(view, ROW).index("41")]
            assert (entry.depth, entry.sums) == (2, False)
            view.model.fold(ROW, labels(view, ROW).index("F"), False)
            assert "41" not in labels(view, ROW)
            assert view.show_cell(("41", "n"))
            assert view.current == ("41", "n")
        else:
            (chooser,) = view.choosers
            texts = [chooser.itemText(row).strip() for row in range(chooser.count())]
            assert texts == ["Total", "C", "10", "11", "F", "41", "H", "49"]
            assert view.show_cell(("n", "1", "49"))
            assert view.current == ("n", "1", "49")
            assert chooser.currentText().strip() == "49"


def test_categories_stand_in_the_order_of_their_hierarchy_in_rows_columns_and_pages(qtbot, view):
    """Areas are listed Z before A in the file of the hierarchy; sizes are numbers without one."""
    areas = {"30": "Z", "4": "Z", "1": "A", "20": "A"}
    rows = [(area, size, year) for area in areas for size in ("9", "10", "100") for year in ("b", "a")]
    columns = {name: [row[place] for row in rows] for place, name in enumerate(("area", "size", "year"))}
    levels = from_table("area", list(areas.items()), ("code", "area"), "area.csv")
    source = Source(microdata(columns), {"area": levels})
    order = ["Total", "Z", "30", "4", "A", "1", "20"]
    for names in (("area", "size", "year"), ("size", "area", "year"), ("size", "year", "area")):
        result = counted_and_decided(source, dimensions=tuple({"variable": name} for name in names))[2]
        view.show_table(result, "known")
        qtbot.mouseClick(view.unfold, Qt.MouseButton.LeftButton)
        sides = [labels(view, ROW), labels(view, COLUMN)]
        sides.append([view.choosers[0].itemText(n).strip() for n in range(view.choosers[0].count())])
        assert sides[names.index("area")] == order
        assert [label for label in sides[names.index("size")] if label != "Total"] == ["9", "10", "100"]
        assert [one.coordinates[names.index("area")] for one in result.cells[:1]] == ["Total"]


def test_the_cell_looked_at_stays_in_view_when_the_table_becomes_smaller(qtbot, view, protected):
    view.show_table(protected, "published")
    table = view.table
    last = view.model.index(view.model.rowCount() - 1, view.model.columnCount() - 1)
    table.select_places(last.row(), last.column())
    view.resize(400, 250)
    qtbot.wait(0)
    assert table.viewport().rect().contains(table.visualRect(table.currentIndex()))
