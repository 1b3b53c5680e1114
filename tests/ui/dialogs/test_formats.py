"""Files of other programs, opened and written in the window."""

from pathlib import Path

import openpyxl
import pandas as pd
import pyreadstat
from PySide6.QtCore import Qt

from sdc_desktop.ui.dialogs.open_data import SheetDialog


def write_book(path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.append(["notes"])
    sheet = book.create_sheet("Records")
    sheet.append(["town", "age"])
    for row in (["Bern", 31], ["Basel", 40]):
        sheet.append(row)
    book.save(path)


def test_the_sheet_of_a_workbook_is_asked_for_where_there_are_several(qtbot, window, tmp_path) -> None:
    write_book(tmp_path / "two.xlsx")
    window.files.open_path(tmp_path / "two.xlsx")
    dialog = window.files.sheets
    assert isinstance(dialog, SheetDialog)
    qtbot.waitUntil(lambda: dialog.isVisible(), timeout=30_000)
    dialog.sheets.setCurrentRow(1)
    with qtbot.waitSignal(window.controller.data_opened, timeout=30_000):
        qtbot.mouseClick(dialog.open_button, Qt.MouseButton.LeftButton)
    assert window.controller.opened.data.window(0, 9) == [("Bern", "31"), ("Basel", "40")]
    assert window.controller.plan.data.sheet == "Records"


def test_an_spss_file_opens_at_once_and_is_described_as_such(qtbot, window, tmp_path) -> None:
    pyreadstat.write_sav(pd.DataFrame({"age": [31.0, 40.0]}), str(tmp_path / "people.sav"))
    with qtbot.waitSignal(window.controller.data_opened, timeout=30_000):
        window.files.open_path(tmp_path / "people.sav")
    assert window.controller.plan.data.format == "sav"
    assert "SPSS" in window.data_panel.facts
