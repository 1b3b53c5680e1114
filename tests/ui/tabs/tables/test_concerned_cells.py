"""From a reason of the verdict to its cells, by key and by mouse; what was listed goes with the result."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel

from tests.ui.tabs.tables.conftest import TABLE, Desk
from tests.ui.tabs.tables.test_audit import LEAKY, begin, paste


def linked_lines(desk: Desk) -> list[QLabel]:
    """The lines of the verdict that have links, as they are seen."""
    labels = desk.page.verdict.findChildren(QLabel)
    return [label for label in labels if label.isVisible() and "<a href" in label.text()]


def click_link(desk: Desk, label: QLabel) -> None:
    """Click where the link is: the last words of the text, wherever its line breaks."""
    desk.qtbot.waitUntil(lambda: label.width() > 0 and label.height() > 0)
    asked: list[object] = []
    desk.listen(desk.page.verdict.cells_requested, asked.append)
    for y in range(label.height() - 4, 0, -6):
        for x in range(label.width() - 4, 0, -10):
            desk.qtbot.mouseClick(label, Qt.MouseButton.LeftButton, pos=QPoint(x, y))
            if asked:
                return
    raise AssertionError("no link was hit")


def test_a_click_on_a_reason_lists_its_cells_and_brings_the_first_into_view(desk: Desk) -> None:
    desk.open()
    begin(desk)
    paste(desk, LEAKY)
    evidence = desk.page.evidence
    evidence.tabs.setCurrentWidget(evidence.derivation)
    (line,) = linked_lines(desk)
    click_link(desk, line)
    desk.rest()
    assert evidence.page is evidence.unsafe
    assert [cell.coordinates for cell in evidence.unsafe.model.cells] == [("a", "y")]
    assert desk.page.answer.cells.current == ("a", "y")
    assert "a / y" in desk.why.text()


def test_the_keyboard_reaches_the_cells_of_a_reason(desk: Desk) -> None:
    desk.open({**TABLE, "params": {**TABLE["params"], "protect": None}})
    (line,) = linked_lines(desk)
    line.setFocus(Qt.FocusReason.TabFocusReason)
    desk.qtbot.keyClick(line, Qt.Key.Key_Tab)
    desk.qtbot.keyClick(line, Qt.Key.Key_Return)
    desk.rest()
    unsafe = desk.page.evidence.unsafe
    number = len(unsafe.model.cells)
    assert number > 0
    assert str(number) in desk.page.verdict.grade_text
    assert unsafe.which.currentText() == "Cells of the verdict"
    assert "Show cells" not in desk.page.verdict.grade_text


def test_the_cells_of_a_reason_are_not_listed_for_another_result(desk: Desk) -> None:
    desk.open({**TABLE, "params": {**TABLE["params"], "protect": None}})
    desk.page.verdict.cells_requested.emit(desk.page.presenter.verdict().reasons[0])
    unsafe = desk.page.evidence.unsafe
    assert unsafe.which.currentText() == "Cells of the verdict"
    desk.choose("protect", "Cell suppression")
    desk.protect()
    assert unsafe.which.currentText() == "Unsafe cells"
    assert unsafe.which.findText("Cells of the verdict") < 0
