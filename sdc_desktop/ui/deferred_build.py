"""Widgets made one at a time, so that the window answers in between."""

from collections import deque
from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, QTimer, Slot


class Slices(QObject):
    """Does one thing in each turn of the event loop, in the order given."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._waiting: deque[Callable[[], object]] = deque()
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._do_one)

    @property
    def waiting(self) -> bool:
        """Whether something is still to be done."""
        return bool(self._waiting)

    def begin(self, things: Iterable[Callable[[], object]]) -> None:
        """Do these things; what was still to be done of others is forgotten."""
        self._waiting = deque(things)
        if self._waiting:
            self._timer.start()

    @Slot()
    def _do_one(self) -> None:
        if self._waiting:
            self._waiting.popleft()()
        if not self._waiting:
            self._timer.stop()
