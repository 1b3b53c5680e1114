"""Calm lines: what happened, and what may be done about it. Never a message box."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea, QWidget

from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.plain_parts import plain_label
from sdc_desktop.words import N_, Words

Message = tuple[str, tuple[tuple[str, Callable[[], object]], ...]]


class Banner(QFrame):
    """Invisible until it has something to show. A newer message replaces an older one; an older one that
    offers something comes back when the newer is closed.
    """

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self.setProperty("frame", "banner")
        self._text = plain_label(selectable=True)
        self._close = QPushButton(words.say(N_("Close")))
        self._close.setAccessibleName(words.say(N_("Close this message")))
        self._close.clicked.connect(self.clear)
        self._buttons: list[QPushButton] = []
        self._shown: Message = ("", ())
        self._waiting: list[Message] = []  # offers, the newest last
        self._row = QHBoxLayout(self)
        spread(self._row, self)
        self._row.addWidget(self._text, 1)
        self._row.addWidget(self._close)
        self.hide()

    @property
    def text(self) -> str:
        """What is said now."""
        return self._text.text()

    def notify(self, text: str, *choices: tuple[str, Callable[[], object]]) -> None:
        """Say something, with a button for each choice (its words, what it does)."""
        offered = self._shown[1] and self._shown[0] != text and not self.isHidden()
        if offered:
            self._waiting.append(self._shown)
        self._show_message((text, choices))

    def withdraw(self, text: str) -> None:
        """Remove a message, visible or waiting."""
        self._waiting = [message for message in self._waiting if message[0] != text]
        if self._shown[0] == text and not self.isHidden():
            self.clear()

    def _show_message(self, message: Message) -> None:
        self._drop_buttons()
        self._shown = message
        text, choices = message
        self._text.setText(text)
        self.setAccessibleName(text)
        for number, (label, act) in enumerate(choices):
            button = QPushButton(label)
            button.clicked.connect(act)
            button.clicked.connect(self.clear)
            self._row.insertWidget(1 + number, button)
            self._buttons.append(button)
        self.show()

    @Slot()
    def clear(self) -> None:
        """Nothing to say any more, unless an offer waits."""
        if self._waiting:
            self._show_message(self._waiting.pop())
        else:
            self.hide()

    def _drop_buttons(self) -> None:
        for button in self._buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = []


_LINES = 5


class MessageArea(QScrollArea):
    """A plain text that never crowds out what stands above it."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
