"""A text that wraps and is never lower than it needs at its width: a splitter does not look at that."""

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget


class WholeLabel(QLabel):
    """Wrapped text of any length."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setWordWrap(True)

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
