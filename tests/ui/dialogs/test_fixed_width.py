"""A text in fixed width is cut in the opening dialog, with mouse and keys, and opened as it is shown."""

import zipfile

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QWidget

from sdc_desktop.ui import screen_fit
from sdc_desktop.ui.dialogs.open_data import OpenDataDialog

TEXT = "yr  town   pay\n86  Bern     5\n87  Zürich  12\n88  Genf   345\n"
LONG = 30_000


@pytest.fixture
def dialog(qtbot, window, tmp_path):
    path = tmp_path / "people.asc"
    path.write_text(TEXT, encoding="utf-8")
    window.files.open_path(path)
    shown = window.files.dialog
    qtbot.waitUntil(lambda: shown.open_button.isEnabled(), timeout=LONG)
    yield shown
    if window.files.dialog is not None:
        shown.reject()


def places(dialog) -> list[tuple[int, int]]:
    return [(field.start, field.end) for field in dialog.fields]


def names(dialog) -> list[str]:
    model = dialog.table.preview
    return [model.headerData(i, Qt.Orientation.Horizontal) for i in range(model.columnCount())]


def click(qtbot, dialog, at: int) -> None:
    lines = dialog.fixed_part.lines
    qtbot.mouseClick(lines.viewport(), Qt.MouseButton.LeftButton, pos=lines.place_of(at))


def test_a_file_without_separators_is_proposed_with_its_cuts_and_opened_so(qtbot, window, dialog) -> None:
    assert dialog.layout_box.currentText() == "fixed width"
    assert dialog.delimiter.isHidden()
    assert dialog.header.isChecked()
    assert names(dialog) == ["yr", "town", "pay"]
    assert dialog.focusWidget() is dialog.open_button
    with qtbot.waitSignal(window.controller.data_opened, timeout=LONG):
        dialog.accept()
    spec = window.controller.plan.data
    assert (spec.format, spec.header, spec.delimiter) == ("fixed", True, None)
    assert window.controller.opened.data.window(0, 9) == [
        ("86", "Bern", "5"),
        ("87", "Zürich", "12"),
        ("88", "Genf", "345"),
    ]
    qtbot.waitUntil(lambda: window.microdata_place.page is not None)
    assert "text in fixed width" in window.data_panel.facts


def test_the_lines_of_the_file_take_no_more_than_the_screen_has(qtbot, window, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(screen_fit, "_MOST", 0.55)  # as on a screen of 500 pixels
    path = tmp_path / "people.asc"
    path.write_text(TEXT, encoding="utf-8")
    dialog = OpenDataDialog(path, window.jobs, window.words, window)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.open_button.isEnabled(), timeout=LONG)
    assert dialog.fixed_part.isVisible()
    most = max(dialog.minimumSizeHint().height(), round(0.55 * dialog.screen().availableGeometry().height()))
    assert dialog.height() <= most
    dialog.reject()


def test_an_archive_of_several_files_is_refused_before_it_is_opened(qtbot, window, tmp_path) -> None:
    with zipfile.ZipFile(tmp_path / "two.zip", "w") as archive:
        archive.writestr("a.csv", "a,b\n1,2\n")
        archive.writestr("b.csv", "a,b\n1,2\n")
    dialog = OpenDataDialog(tmp_path / "two.zip", window.jobs, window.words, window)
    qtbot.waitUntil(lambda: "2 files" in dialog.message, timeout=LONG)
    assert not dialog.open_button.isEnabled()
    dialog.reject()


def test_a_click_between_characters_cuts_and_joins(qtbot, dialog) -> None:
    guessed = places(dialog)
    click(qtbot, dialog, 1)
    qtbot.waitUntil(lambda: len(dialog.fields) == 4, timeout=LONG)
    assert places(dialog)[:2] == [(1, 1), (2, 4)]
    assert dialog.table.preview.rowCount() == 3
    click(qtbot, dialog, 1)
    qtbot.waitUntil(lambda: places(dialog) == guessed, timeout=LONG)


def test_the_keys_move_a_mark_that_cuts(qtbot, dialog) -> None:
    lines = dialog.fixed_part.lines
    lines.setFocus()
    qtbot.keyClick(lines, Qt.Key.Key_Home)
    assert "no cut" in lines.accessibleDescription()
    qtbot.keyClick(lines, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert lines.at == places(dialog)[0][1]
    assert "a cut" in lines.accessibleDescription()
    qtbot.keyClick(lines, Qt.Key.Key_Right)
    qtbot.keyClick(lines, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: len(dialog.fields) == 4, timeout=LONG)
    assert places(dialog)[1] == (5, 5)


def test_fields_are_typed_in_the_list_and_faults_stated_at_once(qtbot, dialog) -> None:
    model = dialog.fixed_part.model
    assert model.setData(model.index(0, 0), "year")
    qtbot.waitUntil(lambda: names(dialog)[0] == "year", timeout=LONG)
    assert not model.setData(model.index(0, 2), 0), "no field is empty"
    assert model.setData(model.index(0, 2), 9)
    qtbot.waitUntil(lambda: not dialog.open_button.isEnabled(), timeout=LONG)
    assert "both hold the characters 5 to 9" in dialog.message
    assert model.setData(model.index(0, 2), 2)
    qtbot.waitUntil(lambda: dialog.open_button.isEnabled(), timeout=LONG)
    assert dialog.fields[0].name == "year"
    assert dialog.fields[0].width == 2


def test_fields_are_added_and_removed_and_found_out_again(qtbot, dialog) -> None:
    part, guessed = dialog.fixed_part, places(dialog)
    part.table.selectRow(1)
    qtbot.mouseClick(part.remove, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(dialog.fields) == 2, timeout=LONG)
    qtbot.mouseClick(part.add, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: places(dialog) == guessed, timeout=LONG)
    qtbot.mouseClick(part.add, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(dialog.fields) == 4, timeout=LONG)
    assert "3 lines in the preview end before their last field starts" in dialog.message
    qtbot.mouseClick(dialog.again, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: places(dialog) == guessed, timeout=LONG)


def test_the_layout_is_the_officers_choice(qtbot, dialog) -> None:
    dialog.layout_box.setCurrentIndex(0)
    dialog.layout_box.activated.emit(0)
    qtbot.waitUntil(lambda: not dialog.delimiter.isHidden(), timeout=LONG)
    assert dialog.fields is None
    assert dialog.fixed_part.isHidden()
    assert "select this above" in dialog.message


def test_everything_that_takes_the_focus_has_a_name(dialog) -> None:
    part = dialog.fixed_part
    takers = [w for w in part.findChildren(QWidget) if w.focusPolicy() & Qt.FocusPolicy.TabFocus]
    named = [w for w in takers if w.accessibleName() or (isinstance(w, QAbstractButton) and w.text())]
    inner = [w for w in takers if w.objectName().startswith("qt_") or w.focusProxy() is not None]
    assert set(takers) - set(inner) == set(named) - set(inner)
    assert part.lines.whatsThis()
