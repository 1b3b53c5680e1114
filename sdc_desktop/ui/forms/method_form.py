"""Small parts of forms that are not yet made from settings."""

from collections.abc import Iterable

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QLabel, QWidget

from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox, CalmSpinBox


def labelled(text: str, part: QWidget) -> QLabel:
    """A label whose buddy is the field."""
    label = QLabel(text)
    label.setBuddy(part)
    if not part.accessibleName():
        part.setAccessibleName(text)
    return label


def number_field(least: float, most: float, decimals: int, name: str, unit: str = "") -> CalmSpinBox:
    """A field of numbers with its unit in it."""
    box = CalmSpinBox()
    box.setDecimals(decimals)
    box.show_range(least, most)
    box.setAccessibleName(name)
    box.setSuffix(unit)
    return box


def chooser(names: Iterable[str], name: str) -> CalmComboBox:
    """A field of choices."""
    box = CalmComboBox()
    box.addItems(list(names))
    box.setAccessibleName(name)
    return box


def show_index(box: CalmComboBox, index: int) -> None:
    """Show a choice; nothing is told of it."""
    with QSignalBlocker(box):
        box.setCurrentIndex(index)
