"""The page of a tab that is still to come: what it will do, and that it does not do it yet."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from sdc_desktop.ui.theme import spread
from sdc_desktop.words import N_, Words


class ComingPage(QWidget):
    """Words only: no control that does nothing."""

    def __init__(
        self, title: str, sentences: Sequence[str], words: Words, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        layout = QVBoxLayout(self)
        spread(layout, self, margin=4, spacing=1.5)
        heading = QLabel(title)
        heading.setProperty("scale", "title")
        layout.addWidget(heading)
        for sentence in sentences:
            layout.addWidget(_paragraph(sentence))
        absent = _paragraph(words.say(N_("This is not in this version yet.")))
        absent.setProperty("tone", "strong")
        layout.addWidget(absent)
        layout.addStretch(1)


def _paragraph(text: str) -> QLabel:
    label = QLabel(text)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setMaximumWidth(label.fontMetrics().averageCharWidth() * 90)
    return label
