"""A text that wraps and is never lower than it needs at its width, which a splitter ignores."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy


class WholeLabel(QLabel):
    """Wrapped plain text of any length, which can be selected; it takes the width there is."""

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def show_text(self, text: str) -> None:
        """Show another text."""
        self.setText(text)
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        before = self.minimumHeight()
        self.setMinimumHeight(0)  # else Qt never finds less than it is
        needed = self.heightForWidth(self.width()) if self.text() else 0
        self.setMinimumHeight(max(needed, 0))
        if self.minimumHeight() != before:
            self.updateGeometry()
