"""A wheel scrolls a form and never edits it."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QComboBox, QDoubleSpinBox, QSlider, QVBoxLayout, QWidget

from sdc_desktop.ui.forms.editors.dimensions import VariableBox
from sdc_desktop.ui.forms.parts import Choice, PlainSpinBox
from sdc_desktop.ui.widgets.cards_area import CardsArea
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox, CalmSlider, CalmSpinBox

CHOICES = [("a", "The a"), ("b", "The b"), ("c", "The c")]


def chooser(made: QComboBox) -> QComboBox:
    for key, text in CHOICES:
        made.addItem(text, key)
    made.setCurrentIndex(1)
    return made


def number(made: QDoubleSpinBox) -> QDoubleSpinBox:
    made.setValue(5)
    return made


def slider() -> QSlider:
    made = CalmSlider()
    made.setValue(5)
    return made


def editable() -> QComboBox:
    made = chooser(CalmComboBox())
    made.setEditable(True)
    return made


FIELDS = {
    "choice": lambda: chooser(Choice("Choice", ())),
    "chooser": lambda: chooser(CalmComboBox()),
    "chooser with typing": editable,
    "variable": lambda: chooser(VariableBox()),
    "number": lambda: number(CalmSpinBox()),
    "plain number": lambda: number(PlainSpinBox()),
    "slider": slider,
}


def value_of(field: QWidget) -> object:
    return field.currentIndex() if isinstance(field, QComboBox) else field.value()  # type: ignore[attr-defined]


def turn_wheel(field: QWidget) -> None:
    """Turn it down over a field: as in Qt, what a widget ignores goes to the one around it."""
    middle = field.rect().center()
    target = field.childAt(middle) or field
    taken = False
    while not taken and not target.isWindow():
        event = QWheelEvent(
            QPointF(target.rect().center()),
            QPointF(field.mapToGlobal(middle)),
            QPoint(),
            QPoint(0, -120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(target, event)
        taken, target = event.isAccepted(), target.parentWidget()


@pytest.mark.parametrize("focused", [False, True])
@pytest.mark.parametrize("kind", FIELDS)
def test_a_wheel_over_a_field_scrolls_and_leaves_its_value(qtbot, kind, focused) -> None:
    field = FIELDS[kind]()
    column = QVBoxLayout()
    column.addWidget(field)
    column.addSpacing(2000)
    area = CardsArea(column)
    qtbot.addWidget(area)
    area.resize(300, 200)
    area.show()
    area.activateWindow()
    qtbot.waitUntil(area.isActiveWindow)
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0)
    if focused:
        field.setFocus()
        assert field.hasFocus()
    before = value_of(field)
    turn_wheel(field)
    assert value_of(field) == before
    assert area.verticalScrollBar().value() > 0
