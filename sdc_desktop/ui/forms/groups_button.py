"""Beneath a question: stop the forming of groups, or begin again after it was stopped."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QPushButton, QWidget

from sdc_desktop.words import N_, Words


class GroupsButton(QPushButton):
    """Shown only while groups are being formed or still to be formed."""

    wanted = Signal()
    stop_wanted = Signal()

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._forming = False
        self.clicked.connect(self._on_clicked)
        self.show_state(False, False)

    def show_state(self, forming: bool, waiting: bool) -> None:
        """Show whether groups are being formed, or wait for it."""
        self._forming = forming
        self.setText(self._words.say(N_("Stop grouping") if forming else N_("Gro&up records")))
        self.setProperty("weight", "" if forming else "primary")
        self.style().polish(self)
        self.setVisible(forming or waiting)

    @Slot()
    def _on_clicked(self) -> None:
        (self.stop_wanted if self._forming else self.wanted).emit()
