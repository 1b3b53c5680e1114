"""The row below a curve: keep it under a name, remove a kept one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from sdc_desktop.ui.theme import step
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox
from sdc_desktop.ui.widgets.wrapping_row import WrappingRow
from sdc_desktop.words import N_, Words

if TYPE_CHECKING:
    from sdc_desktop.ui.tabs.cae.view import View

_LONGEST = 60  # letters of a name


class KeptCurves(WrappingRow):
    """A field for a name; the curve that is chosen in the list can be removed."""

    keep_requested = Signal(str)  # its name; empty: one that says what the curve is about
    drop_requested = Signal(str)

    def __init__(self, words: Words, parent: QWidget) -> None:
        say = words.say
        self.name = QLineEdit()
        self.name.setMaxLength(_LONGEST)
        self.name.setAccessibleName(say(N_("Name of the curve")))
        self.name.setPlaceholderText(say(N_("Name of the curve")))
        self.keep = QPushButton(say(N_("Keep curve")))
        self.keep.setToolTip(say(N_("Draws this curve over later ones, until the project is closed.")))
        self.kept = CalmComboBox()
        self.kept.setAccessibleName(say(N_("Kept curves")))
        self.kept.setMinimumContentsLength(12)
        self.drop = QPushButton(say(N_("Remove curve")))
        parts = (self.name, self.keep, self.kept, self.drop)
        for part in parts:
            part.setProperty("scale", "small")
        for button in (self.keep, self.drop):
            button.setProperty("weight", "quiet")
        super().__init__(parts, step(parent), parent)
        self.name.returnPressed.connect(self._on_keep)
        self.keep.clicked.connect(self._on_keep)
        self.drop.clicked.connect(self._on_drop)
        self.kept.hide()
        self.drop.hide()

    def show_view(self, view: View) -> None:
        """Show the kept curves that are drawn, and whether the one that is shown can be kept."""
        self.name.setEnabled(view.can_keep)
        self.keep.setEnabled(view.can_keep)
        names = [kept.name for kept in view.overlaid]
        if names != [self.kept.itemText(place) for place in range(self.kept.count())]:
            self.kept.clear()
            self.kept.addItems(names)
            self.kept.setCurrentIndex(len(names) - 1)
        self.kept.setVisible(bool(names))
        self.drop.setVisible(bool(names))

    @Slot()
    def _on_keep(self) -> None:
        name = self.name.text()
        self.name.clear()
        self.keep_requested.emit(name)

    @Slot()
    def _on_drop(self) -> None:
        self.drop_requested.emit(self.kept.currentText())
