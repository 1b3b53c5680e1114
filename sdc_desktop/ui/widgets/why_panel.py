"""The inspector: whatever is selected, explained. It shows what it is given and knows nothing itself."""

import logging
from collections.abc import Sequence
from functools import partial
from html import escape

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QPlainTextEdit, QTextBrowser, QWidget

from sdc_desktop.ui.theme import fill
from sdc_desktop.ui.widgets.plain_parts import plain_label
from sdc_desktop.words import N_, Words

Row = tuple[str, str] | str
Explanation = tuple[str, tuple[Row, ...]]
_BESIDE = 11  # characters of a value beside its name; a longer one is on lines of its own, broken at words


class WhyPanel(QWidget):
    """A title, and rows below: (what, figure or words), or a plain sentence over the whole width."""

    explained = Signal(object)  # bool: whether there is an explanation

    def __init__(
        self, words: Words, *, hint: str = N_("Select a variable, a level or a record for an explanation.")
    ) -> None:
        super().__init__()
        self._words, self._hint = words, hint
        self._shown: Explanation | None = None
        self._title = plain_label(tone="strong")
        self._text = QTextBrowser()
        self._text.setOpenLinks(False)
        self._text.setTabChangesFocus(True)
        self._text.setAccessibleName(words.say(N_("Explanation of what is selected")))
        self._title.setBuddy(self._text)
        fill(self, self._title, (self._text, 1), margin=0.5, spacing=1.0)
        self.clear()

    def show(self, title: str | None = None, rows: Sequence[Row] = ()) -> None:
        """Explain something: plain text only, nothing is read as markup. Without a title: QWidget.show()."""
        if title is None:
            super().show()
            return
        if self._shown == (title, tuple(rows)):  # it stays where it was scrolled to
            return
        self._shown = title, tuple(rows)
        self._fill(title, rows)
        self.explained.emit(True)

    def clear(self) -> None:
        """Nothing is selected."""
        self._shown = None
        self._fill(
            self._words.say(N_("Nothing selected")),
            (self._words.say(self._hint),),
        )
        self.explained.emit(False)

    def _fill(self, title: str, rows: Sequence[Row]) -> None:
        self._title.setText(title)
        self._text.setHtml(rows_html(rows))

    def text(self) -> str:
        """What is shown, as plain text."""
        return f"{self._title.text()}\n{self._text.toPlainText()}"


def rows_html(rows: Sequence[Row]) -> str:
    """The rows as a table; their texts are escaped, and spaces that keep a number together stay."""
    return (
        "<table width='100%' cellspacing='0' cellpadding='3' style='white-space: pre-wrap'>"
        + "".join(map(_row, rows))
        + "</table>"
    )


def _row(row: Row) -> str:
    if isinstance(row, str):
        return f"<tr><td colspan='2'>{escape(row)}</td></tr>"
    what, value = row
    if len(value) > _BESIDE:
        below = f"<div style='margin-left: 10px'>{escape(value)}</div>"
        return f"<tr><td colspan='2'>{escape(what)}{below}</td></tr>"
    return f"<tr><td width='66%'>{escape(what)}</td><td align='right'>{escape(value)}</td></tr>"


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
        # also where the window goes without being closed: a line would then have no slot to go to
        self.destroyed.connect(partial(logger.removeHandler, self._handler))

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

    def __init__(self, words: Words) -> None:
        super().__init__()
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setMaximumBlockCount(_MOST_LINES)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setAccessibleName(words.say(N_("Log")))
        self.setPlaceholderText(words.say(N_("Nothing logged yet.")))

    @Slot(object)
    def add(self, line: str) -> None:
        """One more line."""
        self.appendPlainText(line)
