"""Text fields whose text is meant once it has rested, or the field is left."""

from PySide6.QtCore import QEvent, QTimer, Signal, Slot
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit

from sdc_desktop.ui.widgets.steady_inputs import undoes

_REST_MS = 800


class SettlingText(QPlainTextEdit):
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
        if self.toPlainText() == text or self._rest.isActive():
            return
        self.setPlainText(text)
        self._rest.stop()

    @Slot()
    def settle(self) -> None:
        """What is typed is meant."""
        self._rest.stop()
        self.settled.emit(self.toPlainText())

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
        self.editingFinished.connect(self.settle)

    def event(self, event: QEvent) -> bool:
        if undoes(event):
            self.settle()
            event.ignore()
            return False
        return super().event(event)

    def show_text(self, text: str) -> None:
        """Show a text without telling of it; what is being typed stays."""
        if self.text() == self._shown or not self.hasFocus():
            self.setText(text)
        self._shown = text

    @Slot()
    def settle(self) -> None:
        """What is typed is meant."""
        if self.text() != self._shown:
            self._shown = self.text()
            self.settled.emit(self.text())
