"""The secret of a job: its fingerprint, and buttons to draw a new one or to enter one. It is never shown."""

import re

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QInputDialog, QLabel, QLineEdit, QWidget

from sdc_desktop.engine.plan_secrets import MOST_DIGITS, PATTERN, SecretFacts, fresh
from sdc_desktop.ui.theme import fill, step
from sdc_desktop.ui.widgets.plain_parts import push_button
from sdc_desktop.ui.widgets.wrapping_row import WrappingRow
from sdc_desktop.words import N_, Words


class SecretField(QWidget):
    """Shows what may be known of a secret, and reports another one that is chosen."""

    chosen = Signal(object)  # str: hexadecimal digits

    def __init__(self, name: str, words: Words) -> None:
        super().__init__()
        say = words.say
        self._words = words
        self.setAccessibleName(name)
        self.mark = QLabel()
        self.mark.setToolTip(say(N_("The fingerprint shows which secret is used and does not reveal it.")))
        texts = N_("New secret"), N_("Enter secret\u2026")
        self.new, self.enter = (push_button(say(text), scale="small") for text in texts)
        fill(self, self.mark, WrappingRow((self.new, self.enter), step(self, 0.5)), spacing=0.5)
        for button in (self.new, self.enter):
            button.setAutoDefault(False)
        self.setFocusProxy(self.new)
        self.new.clicked.connect(self._on_new)
        self.enter.clicked.connect(self._ask)
        self.show_secret(None)

    def show_secret(self, known: SecretFacts | None) -> None:
        """Show the facts about a secret; no signal is sent."""
        self.mark.setText(secret_text(known, self._words))

    @Slot()
    def _on_new(self) -> None:
        self.chosen.emit(fresh())

    @Slot()
    def _ask(self) -> None:
        say = self._words.say
        text, accepted = QInputDialog.getText(
            self, say(N_("Enter secret")), say(N_("Hexadecimal digits:")), QLineEdit.EchoMode.Password
        )
        if accepted:
            self.take(text)

    def take(self, text: str) -> None:
        """Use what was typed; what is no secret changes nothing."""
        digits = "".join(text.split())
        if re.fullmatch(PATTERN, digits) and len(digits) <= MOST_DIGITS:
            self.chosen.emit(digits.lower())
        else:
            self.mark.setText(self._words.say(N_("Not an even number of hexadecimal digits")))


def secret_text(known: SecretFacts | None, words: Words) -> str:
    """A secret by its fingerprint."""
    if known is None:
        return words.say(N_("no secret"))
    return known.fingerprint or words.say(N_("weak secret"))
