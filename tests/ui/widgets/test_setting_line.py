"""Lines of settings: name and summary; the body unfolds below and is made when that is first done."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QWidget

from sdc_desktop.ui.widgets.setting_line import SettingLine, SettingLines


@pytest.fixture
def lines(qtbot) -> SettingLines:
    made = SettingLines(single=True)
    for name in ("age", "citizenship"):
        made.add(SettingLine(name, QLineEdit()))
    qtbot.addWidget(made)
    made.resize(270, 400)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


def test_a_body_is_made_once_when_its_line_is_first_unfolded(qtbot) -> None:
    made: list[QWidget] = []

    def make() -> QWidget:
        made.append(QLineEdit())
        return made[-1]

    line = SettingLine("age", make)
    qtbot.addWidget(line)
    line.show()
    assert made == []
    for unfolded in (True, False, True):
        line.unfold(unfolded)
        assert made[0].isVisible() == unfolded
    assert len(made) == 1


def test_one_line_is_unfolded_at_a_time_by_the_keys(lines) -> None:
    first, second = lines.lines
    first.button.setFocus()
    QTest.keyClick(first.button, Qt.Key.Key_Space)
    assert (first.is_open, second.is_open) == (True, False)
    QTest.keyClick(first.button, Qt.Key.Key_Down)
    assert second.button.hasFocus()
    QTest.keyClick(second.button, Qt.Key.Key_Return)
    assert (first.is_open, second.is_open) == (False, True)
    QTest.keyClick(second.button, Qt.Key.Key_Up)
    assert first.button.hasFocus()
    assert (first.is_open, second.is_open) == (False, True)


def test_the_names_of_lines_have_one_width_and_a_long_summary_is_whole_in_its_tooltip(lines) -> None:
    first, second = lines.lines
    assert first.button.title.width() == second.button.title.width()
    text = "10-year bands: 0-9, 10-19, 20-29, 30-39, 40-49, 50-59, 60-69, 70-79, 80+"
    first.show_summary(text)
    first.button.summary.grab()
    assert first.button.summary.toolTip() == text
    assert first.button.accessibleDescription() == text
