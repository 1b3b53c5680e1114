"""The log: what the program did, line by line. No values of the data ever get into it."""

import logging

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from sdc_desktop.words import N_, Words

_MOST_LINES = 5_000


class LogRelay(QObject):
    """Brings the log's lines, from whatever thread, to slots of the GUI thread."""

    written = Signal(object)  # str

    def __init__(self, logger: logging.Logger, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._logger = logger
        self._handler = _Handler(self)
        self._handler.setFormatter(logging.Formatter("%(asctime)s  %(message)s", "%H:%M:%S"))
        logger.addHandler(self._handler)

    def close(self) -> None:
        """Listen no longer."""
        self._logger.removeHandler(self._handler)


class _Handler(logging.Handler):
    def __init__(self, relay: LogRelay) -> None:
        super().__init__()
        self._relay = relay

    def emit(self, record: logging.LogRecord) -> None:
        self._relay.written.emit(self.format(record))


class LogPanel(QPlainTextEdit):
    """The newest lines of the log, to read and to copy."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setMaximumBlockCount(_MOST_LINES)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setAccessibleName(words.say(N_("Log")))

    @Slot(object)
    def add(self, line: str) -> None:
        """One more line."""
        self.appendPlainText(line)
