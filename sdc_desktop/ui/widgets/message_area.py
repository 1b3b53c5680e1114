"""Places of bounded height for texts that may be long."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent, QTextOption
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QScrollArea

from sdc_desktop.ui.theme import step
from sdc_desktop.ui.widgets.plain_parts import plain_label

_LINES = 5


class MessageArea(QScrollArea):
    """A plain text that never crowds out what stands above it."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._label = plain_label(selectable=True)
        self._label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.setWidget(self._label)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(name)
        self.viewport().setAutoFillBackground(False)
        self._label.setAutoFillBackground(False)
        self._fit()

    def text(self) -> str:
        """What is said."""
        return self._label.text()

    def set_text(self, text: str) -> None:
        """Say something else."""
        self._label.setText(text)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        line = self.fontMetrics().lineSpacing()
        needed = self._label.heightForWidth(max(self.viewport().width(), 1)) if self.text() else line
        most = _LINES * line
        self.setFixedHeight(min(needed, most))
        longer = needed > most
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if longer else Qt.FocusPolicy.NoFocus)


class BrokenText(QPlainTextEdit):
    """Plain text to read and to copy, of a fixed height; longer text scrolls. Words longer than its width,
    such as checksums, are broken anywhere.
    """

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
