"""Escape restores the current value where another one is typed and not applied."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from sdc_desktop.ui.forms.editors.curves import KnownValues
from sdc_desktop.ui.qt_types import line_of
from sdc_desktop.words import Words
from tests.ui.forms.test_settings_form import Desk, desk, typed

__all__ = ["desk"]


class Around(QWidget):
    """Counts the times that Escape came through a field."""

    escapes = 0

    def keyPressEvent(self, event) -> None:
        self.escapes += event.key() == Qt.Key.Key_Escape


@pytest.fixture
def around(desk: Desk, qtbot) -> Around:
    made = Around()
    qtbot.addWidget(made)
    desk.form.setParent(made)
    made.resize(330, 1400)
    made.show()
    qtbot.waitActive(made)
    return made


def text_of(field: QWidget) -> str:
    return field.toPlainText() if hasattr(field, "toPlainText") else field.text()


FIELDS = [("share", "70"), ("count", "7"), ("open_end", "8.5"), ("text", "Sum"), ("numbers", "7 8")]


@pytest.mark.parametrize(("path", "text"), FIELDS)
def test_what_is_typed_gives_way_to_what_is_in_force(
    desk: Desk, around: Around, path: str, text: str
) -> None:
    field = desk.part(path)
    before = text_of(field)
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    assert text_of(field) != before
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert text_of(field) == before
    assert not around.escapes
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert around.escapes == 1
    field.clearFocus()
    assert desk.params == type(desk.params)()


@pytest.mark.parametrize(("path", "text"), FIELDS)
def test_what_was_entered_stays(desk: Desk, around: Around, path: str, text: str) -> None:
    field = desk.part(path)
    typed(field, text)
    shown, params = text_of(field), desk.params
    assert params != type(params)()
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert text_of(field) == shown
    assert around.escapes == 1
    field.clearFocus()
    assert desk.params == params


@pytest.mark.parametrize(("path", "text"), [("open_end", "many"), ("numbers", "2 three")])
def test_a_text_that_was_refused_gives_way_to_what_is_in_force(
    desk: Desk, around: Around, path: str, text: str
) -> None:
    field, refused = desk.part(path), []
    before = text_of(field)
    desk.form.refused.connect(refused.append)
    typed(field, text)
    assert len(refused) == 1
    desk.reported.clear()
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert text_of(field) == before
    assert desk.reported, "the current value is reported again, so that the refusal disappears"
    assert desk.params == type(desk.params)()


def test_a_known_value_that_is_typed_gives_way(qtbot, words: Words) -> None:
    known = KnownValues(words)
    qtbot.addWidget(known)
    known.show_values({"age": "30"}, {"age": ("30", "40")})
    known.show()
    qtbot.waitActive(known)
    box = known.box("age")
    box.setFocus()
    line_of(box).selectAll()
    QTest.keyClicks(box, "4")
    QTest.keyClick(box, Qt.Key.Key_Escape)
    assert known.values == {"age": "30"}
