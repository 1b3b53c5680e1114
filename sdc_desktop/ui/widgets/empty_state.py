"""The page where there is nothing to show yet: what comes next, and a button for it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.plain_parts import push_button
from sdc_desktop.ui.widgets.whole_label import WholeLabel


class EmptyState(QWidget):
    """A title, a sentence, a button."""

    requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.title = WholeLabel()
        self.title.setProperty("scale", "title")
        self.text = WholeLabel()
        self.button = push_button(weight="primary")
        self.button.clicked.connect(self.requested)
        self.button.hide()  # until it has words
        column = QVBoxLayout(self)
        spread(column, self, margin=4, spacing=1.5)
        column.addWidget(self.title)
        column.addWidget(self.text)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)

    def notify(self, title: str, text: str, button: str) -> None:
        """Show what comes next; an empty text for the button shows no button."""
        self.title.show_text(title)
        self.text.show_text(text)
        self.button.setText(button)
        self.button.setVisible(bool(button))
