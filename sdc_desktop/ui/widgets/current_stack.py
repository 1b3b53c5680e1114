"""A stack that needs the room of the page in view alone: Qt's asks for the most that any page needs."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QStackedWidget, QWidget


class CurrentStack(QStackedWidget):
    """Its least size is that of the page in view."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.currentChanged.connect(self.updateGeometry)

    def minimumSizeHint(self) -> QSize:
        page = self.currentWidget()
        return (
            super().minimumSizeHint()
            if page is None
            else page.minimumSizeHint().expandedTo(page.minimumSize())
        )
