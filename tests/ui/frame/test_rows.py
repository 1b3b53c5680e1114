"""The room that is kept for messages."""

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication

from sdc_desktop.ui.frame.rows import notes_area
from sdc_desktop.ui.theme import step
from sdc_desktop.ui.widgets.plain_parts import plain_label


def test_a_message_of_three_lines_is_seen_whole(qtbot, theme) -> None:
    """So many are shown without a button for the rest."""
    line = plain_label("first\nsecond\nthird")
    area = notes_area((line,))
    qtbot.addWidget(area)
    area.resize(step(area, 32), area.height())
    area.show()
    QApplication.processEvents()
    assert line.height() >= line.heightForWidth(line.width())
    assert area.viewport().rect().contains(QRect(line.mapTo(area.viewport(), QPoint()), line.size()))
