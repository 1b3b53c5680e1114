"""Texts that give way to their room."""

import pytest
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication

from sdc_desktop.ui.widgets.elided_label import ElidedRadioButton, with_count


@pytest.mark.parametrize("letters", [12, 20, 30, 36, 60])
def test_a_text_that_is_cut_keeps_the_count_at_its_end(qtbot, theme, letters: int) -> None:
    text, metrics = (
        "20-year bands: 0\u201319, 20\u201339 \u2026 100\u2013103 (6)",
        QFontMetrics(QApplication.font()),
    )
    room = letters * metrics.averageCharWidth()
    shown = with_count(text, metrics, room)
    assert shown.endswith(" (6)")
    assert metrics.horizontalAdvance(shown) <= room
    assert (shown == text) == (metrics.horizontalAdvance(text) <= room)
    radio = ElidedRadioButton()
    qtbot.addWidget(radio)
    radio.show_text(text)
    radio.resize(room, radio.sizeHint().height())
    radio.show()
    assert radio.text().endswith(" (6)")
    assert radio.toolTip() == ("" if radio.text() == text else text)


def test_a_text_without_a_count_is_cut_at_its_end(qtbot, theme) -> None:
    metrics = QFontMetrics(QApplication.font())
    assert with_count("one category for all of the values", metrics, 90).endswith("\u2026")
