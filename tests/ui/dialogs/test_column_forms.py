"""Opening delimited text shows what each column is read as; forms that are not certain are chosen there."""

import pytest
from PySide6.QtCore import Qt

TEXT = "Survey 2024\nborn;visit;sum\n31.01.1990;01.02.2024;1.234,5\nNA;03.04.2024;7,25\n"
LONG = 30_000


@pytest.fixture
def dialog(qtbot, window, tmp_path):
    path = tmp_path / "people.csv"
    path.write_text(TEXT, encoding="utf-8")
    window.files.open_path(path)
    shown = window.files.dialog
    qtbot.waitUntil(lambda: shown.open_button.isEnabled(), timeout=LONG)
    yield shown
    if window.files.dialog is not None:
        shown.reject()


def heads(dialog) -> list[str]:
    model = dialog.table.preview
    return [model.headerData(i, Qt.Orientation.Horizontal) for i in range(model.columnCount())]


def test_columns_show_kinds_and_an_uncertain_form_is_chosen_before_opening(qtbot, window, dialog) -> None:
    assert heads(dialog) == ["born\ndates, missing: NA", "visit\nform uncertain", "sum\nnumbers"]
    assert dialog.first_row.value() == 2
    assert "1 variable can be read in several forms" in dialog.message
    boxes = dialog.column_forms.boxes
    assert {name: box.currentData() for name, box in boxes.items()} == {
        "born": "day-month-year",
        "visit": None,
        "sum": "1.234,5",
    }
    assert boxes["visit"].itemText(1) == "day-month-year: 01.02.2024 → 2024-02-01"
    boxes["visit"].setCurrentIndex(2)
    boxes["visit"].activated.emit(2)
    qtbot.waitUntil(lambda: heads(dialog)[1] == "visit\ndates", timeout=LONG)
    with qtbot.waitSignal(window.controller.data_opened, timeout=LONG):
        dialog.accept()
    assert window.controller.plan.data.forms == {
        "born": "day-month-year",
        "visit": "month-day-year",
        "sum": "1.234,5",
    }
    assert window.controller.opened.data.window(0, 1) == [("1990-01-31", "2024-01-02", "1234,5")]
