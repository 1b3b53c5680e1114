"""A field for the reason of a status that is set by hand."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QLineEdit, QWidget

from sdc_desktop.engine.tables.specs.table import MOST_REASON
from sdc_desktop.ui.widgets.plain_parts import label_of, plain_label, push_button
from sdc_desktop.ui.widgets.popover import Popover
from sdc_desktop.words import N_, Words

_WIDTH = 38  # steps of the grid


class ReasonPopover(Popover):
    """Closed without a reason, nothing is set."""

    given = Signal(object)  # str: the reason, which is not blank

    def __init__(self, words: Words, parent: QWidget) -> None:
        super().__init__(parent)
        self.title = plain_label(tone="strong")
        self.field = QLineEdit()
        self.field.setMaxLength(MOST_REASON)
        self.field.setPlaceholderText(words.say(N_("for the internal report")))
        self.accept = push_button(weight="primary")
        label = label_of(self.field, words.say(N_("&Reason (required)")), words.say(N_("Reason")))
        for part in (self.title, label, self.field, self.accept):
            self.column.addWidget(part)
        self.field.textChanged.connect(self._on_text)
        self.field.returnPressed.connect(self._on_accept)
        self.accept.clicked.connect(self._on_accept)

    def ask(self, title: str, act: str, reason: str, beside: QWidget) -> None:
        """Open it with a title, the text of its button, and the reason that was given before."""
        self.title.setText(title)
        self.accept.setText(act)
        self.field.setText(reason)
        self._on_text()
        self.open_below(beside, _WIDTH)
        self.field.setFocus()

    @Slot()
    def _on_text(self) -> None:
        self.accept.setEnabled(bool(self.field.text().strip()))

    @Slot()
    def _on_accept(self) -> None:
        reason = " ".join(self.field.text().split())
        if reason:
            self.hide()
            self.given.emit(reason)
