"""Opening delimited text shows what each column is read as; forms that are not certain are chosen there."""

import pytest
from PySide6.QtCore import Qt

TEXT = "Survey 2024\nborn;visit;sum\n31.01.1990;01.02.2024;1.234,5\nNA;03.04.2024;7,25\n"
LONG = 30_000
MOST = 60  # keys


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


def test_what_is_detected_of_na_and_row_names_is_shown_and_can_be_changed(qtbot, window, tmp_path) -> None:
    path = tmp_path / "people.csv"
    path.write_text('"","land","pay"\n"1","NA",NA\n"2","DE",30\n"3",NA,40\n')
    window.files.open_path(path)
    shown = window.files.dialog
    qtbot.waitUntil(lambda: shown.open_button.isEnabled(), timeout=LONG)
    boxes = (shown.row_names, shown.na_unquoted)
    assert [(box.isVisible(), box.isChecked()) for box in boxes] == [(True, True)] * 2
    assert heads(shown) == ["row_names\nnumbers", "land\ntext, missing: NA", "pay\nnumbers, missing: NA"]
    assert shown.table.preview.index(0, 1).data() == '"NA"'
    shown.na_unquoted.click()
    qtbot.waitUntil(lambda: shown.table.preview.index(0, 1).data() == "NA", timeout=LONG)
    shown.row_names.click()
    qtbot.waitUntil(lambda: not shown.open_button.isEnabled(), timeout=LONG)
    assert "This column has no name" in shown.message
    shown.row_names.click()
    qtbot.waitUntil(lambda: shown.open_button.isEnabled(), timeout=LONG)
    assert shown.hints_given == {"row_names": True, "na_unquoted": False}
    shown.reject()


def test_a_doubtful_encoding_is_named_and_another_one_chosen(qtbot, window, tmp_path) -> None:
    path = tmp_path / "people.csv"
    path.write_bytes("name;city\n王伟;北京\n李娜;上海\n张敏;广州\n".encode("gb18030"))
    window.files.open_path(path)
    shown = window.files.dialog
    qtbot.waitUntil(lambda: shown.open_button.isEnabled(), timeout=LONG)
    assert "looks wrong" in shown.message
    assert "GB 18030" in shown.message
    row = shown.encoding.findData("gb18030")
    shown.encoding.setCurrentIndex(row)
    shown.encoding.activated.emit(row)
    qtbot.waitUntil(lambda: shown.table.preview.index(0, 1).data() == "北京", timeout=LONG)
    assert "looks wrong" not in shown.message
    shown.reject()


def test_many_names_that_cannot_be_leave_the_buttons_on_the_screen(qtbot, window, tmp_path) -> None:
    path = tmp_path / "people.csv"
    path.write_text("a;b" + 30 * ";" + "\n" + "1" + 31 * ";2" + "\n")
    window.files.open_path(path)
    shown = window.files.dialog
    qtbot.waitUntil(lambda: bool(shown.message), timeout=LONG)
    lines = shown.message.splitlines()
    assert (len(lines), lines[-1]) == (6, "… and 25 more")
    assert not shown.open_button.isEnabled()
    shown.reject()


def test_tab_reaches_the_forms_between_the_switches_and_the_table(qtbot, dialog) -> None:
    boxes = list(dialog.column_forms.boxes.values())
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow, timeout=LONG)
    dialog.again.setFocus()
    reached = []
    while not dialog.table.hasFocus() and len(reached) < MOST:
        qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
        reached.append(dialog.focusWidget())
    assert [one for one in reached if one in boxes] == boxes
    assert dialog.table.hasFocus()
    assert list(dialog.column_forms.boxes) == ["visit", "born", "sum"]  # what is open is first
