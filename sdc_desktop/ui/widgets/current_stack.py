"""A stack with the least size of its current page; Qt's own stack has the largest of all pages."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QStackedWidget


class CurrentStack(QStackedWidget):
    """Other pages do not count in its least size."""

    def __init__(self) -> None:
        super().__init__()
        self.currentChanged.connect(self.updateGeometry)

    def minimumSizeHint(self) -> QSize:
        page = self.currentWidget()
        if page is None:
            return super().minimumSizeHint()
        return page.minimumSizeHint().expandedTo(page.minimumSize())
