"""Labels and buttons of forms and dialogs."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPushButton, QSizePolicy, QWidget

from sdc_desktop.words import N_, Words


def plain_label(
    text: str = "", *, tone: str = "", scale: str = "", selectable: bool = False, narrow: bool = False
) -> QLabel:
    """A label that wraps its text and reads no marks in it. `narrow`: it never widens what it is in."""
    label = QLabel(text)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("tone", tone or None)
    label.setProperty("scale", scale or None)
    if selectable:
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    if narrow:
        label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
    return label


def push_button(text: str = "", *, weight: str = "", scale: str = "") -> QPushButton:
    """A button of this weight ("primary", "quiet") and scale."""
    button = QPushButton(text)
    button.setProperty("weight", weight or None)
    button.setProperty("scale", scale or None)
    return button


def label_of(field: QWidget, text: str, name: str = "") -> QLabel:
    """A label whose letter leads to a field, and which names it for screen readers unless `name` does."""
    label = QLabel(text)
    label.setBuddy(field)
    field.setAccessibleName(name or text.replace("&", ""))
    return label


def weigh(button: QPushButton, weight: str) -> None:
    """Give a button another weight."""
    button.setProperty("weight", weight or None)
    button.style().polish(button)


def without_letter(text: str) -> str:
    """The text of a button of a place, where the menus have the letters."""
    return text.replace("&", "")


def accept_or_cancel(dialog: QDialog, text: str, words: Words) -> tuple[QPushButton, QDialogButtonBox]:
    """The default button of a dialog, and the row in which it is beside Cancel."""
    accept = push_button(text, weight="primary")
    accept.setDefault(True)
    buttons = QDialogButtonBox()
    buttons.addButton(accept, QDialogButtonBox.ButtonRole.AcceptRole)
    buttons.addButton(QPushButton(words.say(N_("Cancel"))), QDialogButtonBox.ButtonRole.RejectRole)
    buttons.accepted.connect(dialog.accept)
    buttons.rejected.connect(dialog.reject)
    return accept, buttons
