"""Stated numbers of persons in the window: derivation, place, and what a checker says of them."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog

from sdc_desktop.ui.tabs.outputs import dialogs
from sdc_desktop.ui.tabs.outputs.corrections import CorrectionMenu
from sdc_desktop.ui.tabs.outputs.view import Filter
from sdc_desktop.words import Words
from sdc_desktop.words.outputs.sheet_marks import Shown, marks_of, outside_of, place_at
from tests.support.outputs.cases import grid, workbook
from tests.ui.tabs.outputs.conftest import Desk, params

TITLE = "Patients with HIV (N = 180)\nArea,Patients\nNorth,97\nWest,80\nEast,x\n"
TEXT = "Only 1 patient in East had HIV, as the nurse who visited every home in the area reported.\n"
RAGGED = "Patients\narea,n\nNorth,1,204\nWest,80\nEast,55\n"


def give(desk: Desk, **texts: str) -> None:
    """Write texts as files and check them."""
    names = [name.replace("_", ".") for name in texts]
    for name, text in zip(names, texts.values(), strict=True):
        (desk.folder / name).write_text(text, encoding="utf-8")
    desk.add(*names)


def entries(desk: Desk) -> dict[str, object]:
    """The entries of the menu on the current cell, by their text."""
    desk.page._on_menu(desk.page.pos(), _current(desk))
    (menu,) = [one for one in desk.page.findChildren(CorrectionMenu) if one.isVisible()]
    menu.hide()
    return {one.text().replace("&", ""): one for one in menu.actions()}


def _current(desk: Desk) -> tuple[int, int]:
    index = desk.page.centre.sheet.currentIndex()
    return index.row(), index.column()


def test_why_shows_the_derivation_with_the_source_of_its_number(desk) -> None:
    give(desk, a_csv=TITLE)
    desk.page.centre.sheet.go_to((4, 1))
    assert "180 in the title \u2212 97 \u2212 80 = 3" in desk.why.text()


def test_a_stated_number_is_outlined_listed_and_reached_by_key(desk) -> None:
    give(desk, a_csv=TITLE)
    (line,) = [one for one in desk.page.judgement._stated_lines if one.isVisible()]
    assert line.accessibleName() == "A1  180 in the title: total"
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert _current(desk) == (0, 0)
    sheet = desk.page.centre.sheet
    assert sheet.model().outside.stated == {(0, 0)}
    described = sheet.currentIndex().data(Qt.ItemDataRole.AccessibleDescriptionRole)
    assert described == "stated number of persons"


def test_not_the_total_needs_a_reason_and_is_one_step(desk, monkeypatch) -> None:
    give(desk, a_csv=TITLE)
    desk.page.centre.sheet.go_to((0, 0))
    steps, asked = desk.steps, []

    def fill(dialog: QDialog) -> int:
        asked.append(dialog.confirm.isEnabled())
        dialog.reason.setPlainText("x" * 2001)
        asked.append(dialog.confirm.isEnabled())
        dialog.reason.setPlainText("All patients of the clinic")
        asked.append(dialog.confirm.isEnabled())
        return 1

    monkeypatch.setattr(dialogs.ReasonDialog, "exec", fill)
    entries(desk)["180 in the title is not the total\u2026"].trigger()
    desk.settle()
    assert asked == [False, False, True]
    assert desk.steps == steps + 1
    (one,) = params(desk).tables
    assert (one.statements, one.reason) == ({"A1": "not_total"}, "All patients of the clinic")
    assert "disclosed" not in {spot.code for spot in desk.view.item.table.judged.spots}
    assert desk.page.centre.sheet.model().outside.stated == {(0, 0)}
    assert next(iter(entries(desk))) == "number in A1 is the total of this table"


def test_a_number_confirmed_as_the_total_makes_an_assumption_certain(desk) -> None:
    give(desk, a_csv=TITLE + "Note: of all N = 400 patients\n")
    found = {spot.code for spot in desk.view.item.table.judged.spots}
    assert "disclosed_if" in found
    assert "disclosed" not in found
    desk.page.centre.sheet.go_to((0, 0))
    entries(desk)["180 in the title is the total of this table"].trigger()
    desk.settle()
    assert "disclosed" in {spot.code for spot in desk.view.item.table.judged.spots}
    assert desk.view.stated[0].meaning == "total"


def test_a_place_in_another_sheet_is_shown_without_leaving_the_table(desk) -> None:
    rows = [line.split(",") for line in TITLE.splitlines()[1:]]
    sheets = {"Cover": grid([[TITLE.splitlines()[0]]]), "Data": grid(rows)}
    (desk.folder / "a.xlsx").write_bytes(workbook(sheets))
    desk.add("a.xlsx")
    table = desk.view.item.table
    numbers = [one for one in desk.view.stated if one.place.startswith("Cover")]
    assert numbers
    desk.page._on_stated(desk.view.stated.index(numbers[0]))
    assert desk.view.sheet.names[desk.view.sheet.number] == "Cover"
    assert desk.view.item.table is table
    assert _current(desk) == (0, 0)


def test_what_was_not_read_is_marked_filtered_and_never_released_with_the_others(desk) -> None:
    give(desk, a_csv=RAGGED, b_csv="Patients\narea,n\nNorth,204\nWest,80\n")
    proposed = {one.id for one in desk.page.queue.proposed_items(desk.view)}
    unread = {one.id for one in desk.view.items if not one.was_read}
    assert unread
    assert not proposed & unread
    desk.page.presenter.choose_filter(Filter.NOT_READ)
    desk.settle()
    assert unread <= {one.id for one in desk.view.items}
    desk.page.presenter.select(next(iter(unread)))
    desk.settle()
    (table,) = desk.view.sheet.tables
    assert marks_of(table, Shown.SUBMITTED, Words()).not_read == {(2, 2)}


def test_a_sentence_with_few_is_marked_and_decided_like_a_table(desk) -> None:
    give(desk, a_txt=TEXT)
    assert [row[1:] for row in desk.rows] == [("text with figures", "look", "undecided")]
    sheet = desk.page.centre.sheet
    assert sheet.columnWidth(0) >= sheet.fontMetrics().horizontalAdvance(sheet.model().index(0, 0).data())
    file = desk.view.answer.submission.files[0]
    assert outside_of(desk.view.sheet.sheet, file, ()).look == {(0, 0)}
    line = desk.page.judgement._lines[0]
    QTest.mouseClick(line, Qt.MouseButton.LeftButton)
    assert _current(desk) == (0, 0)
    desk.page.queue.table.setFocus()
    QTest.keyClick(desk.page.queue.table, Qt.Key.Key_R)
    desk.settle()
    assert [row[3] for row in desk.rows] == ["release"]


def test_each_number_of_a_sentence_is_listed_with_its_place(desk) -> None:
    give(
        desk,
        a_csv=TITLE.replace("Patients with HIV (N = 180)", "412 patients were included; 398 gave consent"),
    )
    names = [(one.n, one.place) for one in desk.view.stated]
    assert (412, "A1") in names
    assert (398, "A1") in names


def test_a_place_of_another_sheet_is_none_of_this_one(desk) -> None:
    desk.add("few.xlsx")
    sheet = desk.view.sheet.sheet
    assert place_at(sheet, "Few!B3") == (2, 1)
    assert place_at(sheet, "Other!B3") is None
