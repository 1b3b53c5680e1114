"""A stack with the least width of its current page; Qt's own stack has the largest of all pages."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QStackedWidget, QWidget


class CurrentStack(QStackedWidget):
    """Other pages do not count in its least width."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.currentChanged.connect(self.updateGeometry)

    def minimumSizeHint(self) -> QSize:
        least, page = super().minimumSizeHint(), self.currentWidget()
        if page is not None:
            least.setWidth(max(page.minimumSizeHint().width(), page.minimumWidth()))
        return least
