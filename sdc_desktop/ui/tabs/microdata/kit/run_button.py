"""The button that begins work which takes its time, and stops it."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QPushButton

from sdc_desktop.ui.widgets.plain_parts import weigh
from sdc_desktop.words import Words


class RunButton(QPushButton):
    """Shown only while work is under way or waits to be requested."""

    requested = Signal()
    stop_requested = Signal()

    def __init__(self, words: Words, begin: str, stop: str) -> None:
        """The texts are marked for translators where they are given."""
        super().__init__()
        self._begin, self._stop = words.say(begin), words.say(stop)
        self._running = False
        self.clicked.connect(self._on_clicked)
        self.show_state(False, False)

    def show_state(self, running: bool, waiting: bool) -> None:
        """Show whether work is under way, or waits."""
        self._running = running
        self.setText(self._stop if running else self._begin)
        weigh(self, "" if running else "primary")
        self.setVisible(running or waiting)

    @Slot()
    def _on_clicked(self) -> None:
        (self.stop_requested if self._running else self.requested).emit()
