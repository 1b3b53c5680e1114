"""Files of other programs, opened and written in the window."""

import shutil
from pathlib import Path

import openpyxl
import pandas as pd
import polars as pl
import pyreadstat
import pytest
from PySide6.QtCore import Qt

from sdc_desktop.ui.dialogs.open_catalog import CatalogDialog
from sdc_desktop.ui.dialogs.open_workbook import WorkbookDialog
from tests.support.sas_file import SasColumn, catalog_bytes, sas_bytes

WAIT = 60_000
FILES_OF_R = Path(__file__).parents[2] / "engine" / "data" / "rdata" / "files"


def write_book(path: Path) -> None:
    """A cover, a table below a title, and an empty sheet."""
    book = openpyxl.Workbook()
    book.active.append(["notes"])
    sheet = book.create_sheet("Records")
    sheet["A1"] = "Towns"
    sheet["A3"], sheet["B3"] = "town", "age"
    for row in (["Bern", 31], ["Basel", 40]):
        sheet.append(row)
    book.create_sheet("Empty")
    book.save(path)


def shown_workbook(qtbot, window, path: Path) -> WorkbookDialog:
    window.files.open_path(path)
    dialog = window.files.dialog
    assert isinstance(dialog, WorkbookDialog)
    qtbot.waitUntil(dialog.isVisible, timeout=WAIT)
    return dialog


def test_the_largest_sheet_is_proposed_with_its_size_and_its_first_records(qtbot, window, tmp_path) -> None:
    write_book(tmp_path / "two.xlsx")
    dialog = shown_workbook(qtbot, window, tmp_path / "two.xlsx")
    names = [dialog.sheets.item(row).text() for row in range(dialog.sheets.count())]
    assert names == ["Sheet \u2013 1 \u00d7 1", "Records \u2013 5 \u00d7 2", "Empty \u2013 0 \u00d7 0"]
    assert dialog.sheets.currentRow() == 1
    assert (dialog.first_row.value(), dialog.header_rows.value()) == (3, 1)
    assert dialog.table.preview.index(0, 0).data() == "Bern"
    assert "2 variables" in dialog.message
    with qtbot.waitSignal(window.controller.data_opened, timeout=WAIT):
        qtbot.mouseClick(dialog.open_button, Qt.MouseButton.LeftButton)
    assert window.controller.opened.data.window(0, 9) == [("Bern", "31"), ("Basel", "40")]
    data = window.controller.plan.data
    assert (data.sheet, data.first_row) == ("Records", 3)


def test_a_workbook_with_nothing_to_ask_leaves_no_dialog_behind(qtbot, window, tmp_path) -> None:
    book = openpyxl.Workbook()
    for row in (["town", "age"], ["Bern", 31], ["Basel", 40]):
        book.active.append(row)
    book.save(tmp_path / "one.xlsx")
    with qtbot.waitSignal(window.controller.data_opened, timeout=WAIT):
        window.files.open_path(tmp_path / "one.xlsx")
    assert window.files.dialog is None
    qtbot.waitUntil(lambda: not window.findChildren(WorkbookDialog))


def test_rows_that_are_typed_are_read_and_detected_again_on_request(qtbot, window, tmp_path) -> None:
    write_book(tmp_path / "two.xlsx")
    dialog = shown_workbook(qtbot, window, tmp_path / "two.xlsx")
    dialog.first_row.setValue(4)
    assert dialog.table.preview.headerData(0, Qt.Orientation.Horizontal) == "Bern"
    assert dialog.hints_given == {"sheet": "Records", "first_row": 4}
    dialog.first_row.setValue(1)
    assert not dialog.open_button.isEnabled()
    assert "without a name" in dialog.message
    qtbot.mouseClick(dialog.again, Qt.MouseButton.LeftButton)
    assert (dialog.first_row.value(), dialog.hints_given) == (3, {"sheet": "Records"})
    assert dialog.open_button.isEnabled()
    dialog.reject()


def test_the_problem_of_a_refused_file_is_gone_once_another_is_open(qtbot, window, tmp_path) -> None:
    (tmp_path / "a.fst").write_bytes(b"x")
    pl.DataFrame({"town": ["Bern", "Basel"], "age": [31, 40]}).write_ipc(tmp_path / "a.feather")
    shown: list[tuple[str, ...]] = []
    window.controller.problems_changed.connect(lambda found: shown.append(tuple(one.code for one in found)))
    window.files.open_path(tmp_path / "a.fst")
    qtbot.waitUntil(lambda: shown == [("data.unsupported",)])
    with qtbot.waitSignal(window.controller.data_opened, timeout=WAIT):
        window.files.open_path(tmp_path / "a.feather")
    qtbot.waitUntil(lambda: window.jobs.idle)
    assert window.controller.opened.data.window(0, 9) == [("Bern", "31"), ("Basel", "40")]
    assert (window.controller.problems, shown[-1]) == ((), ())


def test_a_workbook_with_one_plain_sheet_opens_at_once(qtbot, window, tmp_path) -> None:
    book = openpyxl.Workbook()
    for row in (["town", "age"], ["Bern", 31], ["Basel", 40]):
        book.active.append(row)
    book.create_sheet("Empty")
    book.save(tmp_path / "one.xlsx")
    with qtbot.waitSignal(window.controller.data_opened, timeout=WAIT):
        window.files.open_path(tmp_path / "one.xlsx")
    assert window.controller.opened.data.names == ("town", "age")


def test_an_spss_file_opens_at_once_and_is_described_as_such(qtbot, window, tmp_path) -> None:
    pyreadstat.write_sav(pd.DataFrame({"age": [31.0, 40.0]}), str(tmp_path / "people.sav"))
    with qtbot.waitSignal(window.controller.data_opened, timeout=WAIT):
        window.files.open_path(tmp_path / "people.sav")
    assert window.controller.plan.data.format == "sav"
    qtbot.waitUntil(lambda: window.microdata_place.page is not None, timeout=WAIT)
    assert "SPSS" in window.data_panel.facts


@pytest.mark.parametrize("name", ["several.RData", "several.rda"])
def test_one_of_several_data_frames_of_a_file_of_r_is_chosen(qtbot, window, tmp_path, name) -> None:
    shutil.copy(FILES_OF_R / "several.RData", tmp_path / name)
    dialog = shown_workbook(qtbot, window, tmp_path / name)
    names = [dialog.sheets.item(row).text() for row in range(dialog.sheets.count())]
    assert names == ["people \u2013 2 \u00d7 1", "towns \u2013 2 \u00d7 1"]
    dialog.sheets.setCurrentRow(1)
    with qtbot.waitSignal(window.controller.data_opened, timeout=WAIT):
        qtbot.mouseClick(dialog.open_button, Qt.MouseButton.LeftButton)
    assert window.controller.opened.data.window(0, 9) == [("Thun",), ("Biel",)]
    assert (window.controller.plan.data.format, window.controller.plan.data.sheet) == ("rds", "towns")


def test_one_of_several_data_sets_of_a_transport_file_is_chosen(qtbot, window, tmp_path) -> None:
    parts = []
    for name in ("FIRST", "SECOND"):
        frame = pd.DataFrame({name.lower(): [1.0, 2.0]})
        pyreadstat.write_xport(frame, str(tmp_path / "a.xpt"), table_name=name)
        parts.append((tmp_path / "a.xpt").read_bytes())
    (tmp_path / "a.xpt").write_bytes(parts[0] + parts[1][parts[1].index(b"HEADER RECORD*******MEMB") :])
    dialog = shown_workbook(qtbot, window, tmp_path / "a.xpt")
    assert dialog.sheets.count() == 2
    assert not dialog.first_row.isVisible()
    dialog.sheets.setCurrentRow(1)
    with qtbot.waitSignal(window.controller.data_opened, timeout=WAIT):
        qtbot.mouseClick(dialog.open_button, Qt.MouseButton.LeftButton)
    assert window.controller.opened.data.names == ("second",)


@pytest.mark.parametrize("named", [False, True])
def test_the_catalogue_of_a_sas_data_set_is_requested_where_none_is_beside_it(
    qtbot, window, tmp_path, named
) -> None:
    (tmp_path / "a.sas7bdat").write_bytes(sas_bytes([SasColumn("sex", form="SEX")], [(1.0,), (2.0,)]))
    other = tmp_path / "other"
    other.mkdir()
    (other / "b.sas7bcat").write_bytes(catalog_bytes({"SEX": {1.0: "male", 2.0: "female"}}))
    window.files.open_path(tmp_path / "a.sas7bdat")
    dialog = window.files.dialog
    assert isinstance(dialog, CatalogDialog)
    qtbot.waitUntil(dialog.isVisible, timeout=WAIT)
    if named:
        dialog.catalog.setText(str(other / "c.sas7bcat"))
        assert not dialog.open_button.isEnabled()
        dialog.catalog.setText(str(other / "b.sas7bcat"))
    with qtbot.waitSignal(window.controller.data_opened, timeout=WAIT):
        qtbot.mouseClick(dialog.open_button, Qt.MouseButton.LeftButton)
    (column,) = window.controller.opened.columns
    assert dict(column.labels) == ({"1": "male", "2": "female"} if named else {})
    assert window.controller.plan.data.catalog == ("other/b.sas7bcat" if named else None)


def test_a_catalogue_beside_the_data_set_is_taken_without_a_question(qtbot, window, tmp_path) -> None:
    (tmp_path / "a.sas7bdat").write_bytes(sas_bytes([SasColumn("sex", form="SEX")], [(1.0,), (2.0,)]))
    (tmp_path / "a.sas7bcat").write_bytes(catalog_bytes({"SEX": {1.0: "male"}}))
    with qtbot.waitSignal(window.controller.data_opened, timeout=WAIT):
        window.files.open_path(tmp_path / "a.sas7bdat")
    assert window.controller.plan.data.catalog == "a.sas7bcat"
