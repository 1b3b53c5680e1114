"""The sentence of the verdict is seen whole while it has the focus."""

from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from sdc_desktop.ui.theme import colours_of, step
from sdc_desktop.ui.widgets.verdict_bar import Mark, VerdictBar


def _ink(image: QImage, colour: str) -> set[int]:
    """The columns that have pixels of a colour."""
    wanted = QColor(colour).rgb()
    columns, rows = range(image.width()), range(image.height())
    return {column for column in columns if any(image.pixel(column, row) == wanted for row in rows)}


def test_the_frame_of_the_focus_lies_over_no_letter(qtbot, theme) -> None:
    bar = VerdictBar()
    qtbot.addWidget(bar)
    bar.resize(step(bar, 90), bar.height())
    bar.show()
    qtbot.waitActive(bar)
    bar.notify(Mark.UNSAFE, "Not safe: 2025 records are unique. " * 9)
    bar.sentence.setFocus()
    QApplication.processEvents()
    colours = colours_of(bar.sentence)
    seen = bar.sentence.grab().toImage()
    letters, frame = _ink(seen, colours.text), _ink(seen.copy(0, 12, 8, 20), colours.accent)
    assert frame
    assert min(letters) > max(frame) + 1
    assert max(letters) < seen.width() - max(frame) - 1
