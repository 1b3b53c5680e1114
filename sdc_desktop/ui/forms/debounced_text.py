"""Text fields whose text is meant once it has rested, or the field is left.

Escape restores the current text where what is typed is not applied yet, or was refused.
"""

from PySide6.QtCore import QEvent, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QTextCursor
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit

from sdc_desktop.ui.widgets.steady_inputs import undoes

_REST_MS = 800


class _Restored:
    """A field with a current text, which Escape puts back."""

    _current = _before = ""

    def _take(self, text: str) -> None:
        """Make this text the current one, unless it is refused."""
        self._before, self._current = self._current, text

    def refuse(self) -> None:
        """What was settled is refused: the text before is the current one again."""
        self._current = self._before


class SettlingText(_Restored, QPlainTextEdit):
    """Some lines of text."""

    settled = Signal(object)  # str

    def __init__(self) -> None:
        super().__init__()
        self.setTabChangesFocus(True)
        self._rest = QTimer(self, singleShot=True, interval=_REST_MS)
        self._rest.timeout.connect(self.settle)
        self.textChanged.connect(self._rest.start)

    def show_text(self, text: str) -> None:
        """Show a text without telling of it; what is being typed stays."""
        self._take(text)
        if self.toPlainText() == text or self._rest.isActive():
            return
        self.setPlainText(text)
        self._rest.stop()

    def keep_text(self) -> None:
        """Take the text shown as the current one."""
        self._take(self.toPlainText())

    @Slot()
    def settle(self) -> None:
        """What is typed is meant."""
        self._rest.stop()
        self._take(self.toPlainText())
        self.settled.emit(self.toPlainText())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        text = self._current
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


class SettlingLine(_Restored, QLineEdit):
    """One line of text; given when Enter is pressed or the field is left."""

    settled = Signal(object)  # str

    def __init__(self) -> None:
        super().__init__()
        self._shown = ""
        self.editingFinished.connect(self.settle)

    def event(self, event: QEvent) -> bool:
        if undoes(event):
            self.settle()
            event.ignore()
            return False
        return super().event(event)

    def show_text(self, text: str) -> None:
        """Show a text without telling of it; what is being typed stays."""
        self._take(text)
        if self.text() == self._shown or not self.hasFocus():
            self.setText(text)
        self._shown = text

    @Slot()
    def settle(self) -> None:
        """What is typed is meant."""
        if self.text() != self._shown:
            self._shown = self.text()
            self._take(self.text())
            self.settled.emit(self.text())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() != Qt.Key.Key_Escape or self.text() == self._current:
            super().keyPressEvent(event)
            return
        self.setText(self._current)
        self.selectAll()
        self.settle()  # the text that was refused is not the current one
