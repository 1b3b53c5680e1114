"""Text fields whose text is meant once it has rested, or the field is left.

Escape restores the current text where what is typed is not applied yet, or was refused.
"""

from PySide6.QtCore import QEvent, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QTextCursor
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit

from sdc_desktop.ui.widgets.steady_inputs import undoes

_REST_MS = 800


class _Current:
    """The text that Escape puts back."""

    def __init__(self) -> None:
        self.text = self._before = ""

    def take(self, text: str) -> None:
        """Make this text the current one, unless it is refused."""
        self._before, self.text = self.text, text

    def refuse(self) -> None:
        """Make the text before the one taken last the current one again."""
        self.text = self._before


class SettlingText(QPlainTextEdit):
    """Some lines of text."""

    settled = Signal(object)  # str

    def __init__(self) -> None:
        super().__init__()
        self._current = _Current()
        self.setTabChangesFocus(True)
        self._rest = QTimer(self, singleShot=True, interval=_REST_MS)
        self._rest.timeout.connect(self.settle)
        self.textChanged.connect(self._rest.start)

    def show_text(self, text: str) -> None:
        """Show a text without telling of it; what is being typed stays."""
        self._current.take(text)
        if self.toPlainText() == text or self._rest.isActive():
            return
        self.setPlainText(text)
        self._rest.stop()

    def keep_text(self) -> None:
        """Take the text shown as the current one."""
        self._current.take(self.toPlainText())

    def refuse(self) -> None:
        """What was settled is refused."""
        self._current.refuse()

    @Slot()
    def settle(self) -> None:
        """What is typed is meant."""
        self._rest.stop()
        self._current.take(self.toPlainText())
        self.settled.emit(self.toPlainText())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        text = self._current.text
        if event.key() != Qt.Key.Key_Escape or self.toPlainText() == text:
            super().keyPressEvent(event)
            return
        was_refused = not self._rest.isActive()
        cursor = self.textCursor()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)  # Undo restores what was typed
        self._rest.stop()
        if was_refused:
            self.settle()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self._rest.isActive():
            self.settle()


class SettlingLine(QLineEdit):
    """One line of text; given when Enter is pressed or the field is left."""

    settled = Signal(object)  # str

    def __init__(self) -> None:
        super().__init__()
        self._shown = ""
        self._current = _Current()
        self.editingFinished.connect(self.settle)

    def event(self, event: QEvent) -> bool:
        if undoes(event):
            self.settle()
            event.ignore()
            return False
        return super().event(event)

    def show_text(self, text: str) -> None:
        """Show a text without telling of it; what is being typed stays."""
        self._current.take(text)
        if self.text() == self._shown or not self.hasFocus():
            self.setText(text)
        self._shown = text

    @Slot()
    def settle(self) -> None:
        """What is typed is meant."""
        if self.text() != self._shown:
            self._shown = self.text()
            self._current.take(self.text())
            self.settled.emit(self.text())

    def refuse(self) -> None:
        """What was settled is refused."""
        self._current.refuse()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() != Qt.Key.Key_Escape or self.text() == self._current.text:
            super().keyPressEvent(event)
            return
        self.setText(self._current.text)
        self.selectAll()
        self.settle()  # the text that was refused is not the current one
