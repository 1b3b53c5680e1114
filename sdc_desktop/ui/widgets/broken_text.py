"""A text that may have words longer than its width, such as a checksum: it is broken anywhere."""

from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import QFrame, QPlainTextEdit

from sdc_desktop.ui.theme import step


class BrokenText(QPlainTextEdit):
    """Plain text to read and to copy, of a fixed height; longer text scrolls."""

    def __init__(self, name: str, height: float) -> None:
        """`height` in steps of the grid."""
        super().__init__()
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("part", "text")
        self.setAccessibleName(name)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setFixedHeight(step(self, height))

    def show_text(self, text: str) -> None:
        """Show another text."""
        if text != self.toPlainText():
            self.setPlainText(text)

    def text(self) -> str:
        """What is shown."""
        return self.toPlainText()
