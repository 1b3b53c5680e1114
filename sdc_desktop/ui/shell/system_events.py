"""What the system brings to the application: the files that macOS asks it to open, and its first paint."""

import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QTimer, Slot
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QWidget


class FileRequests(QObject):
    """macOS hands over the file that was double-clicked as an event, not as an argument."""

    def __init__(self, open_path: Callable[[Path], None], parent: QObject) -> None:
        super().__init__(parent)
        self._open_path = open_path

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Open what is asked for; everything else goes its way."""
        if isinstance(event, QFileOpenEvent) and event.file():
            self._open_path(Path(event.file()))
            return True
        return super().eventFilter(watched, event)


class FirstPaint(QObject):
    """Says when a widget has been painted for the first time (on the machine's clock, and how many seconds of
    processor that took), and closes its window.

    Benchmarks start the installed program with ``--first-window`` and take the difference.
    """

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Wait for one paint."""
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, self.tell)  # after the paint, when the screen has it
        return super().eventFilter(watched, event)

    @Slot()
    def tell(self) -> None:
        """Print the seconds and close the window, which waits for what is under way."""
        print(f"{time.monotonic():.3f} {time.process_time():.3f}", flush=True)  # noqa: T201 - its one output
        self._widget.window().close()
