"""The question before records are released: what goes out can never be called back."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QMessageBox, QWidget

from sdc_desktop.words import N_, Words


def ask_to_release(text: str, words: Words, parent: QWidget) -> tuple[bool, bool]:
    """Whether it is meant, and whether to ask no more while this log is open. Escape releases nothing."""
    say = words.say
    box = QMessageBox(parent)
    box.finished.connect(box.deleteLater)
    box.setIcon(QMessageBox.Icon.Warning)
    box.setWindowTitle(say(N_("Releasing cannot be undone")))
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(text)
    box.setInformativeText(
        say(
            N_(
                "What is safe goes out at once, and with it waiting records that become safe. It is written "
                "to the release log and can never be called back. What is not safe waits or is denied."
            )
        )
    )
    no_more = QCheckBox(say(N_("&Do not ask again while this log is open")), box)
    box.setCheckBox(no_more)
    release = box.addButton(say(N_("&Release what is safe")), QMessageBox.ButtonRole.AcceptRole)
    box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(QMessageBox.StandardButton.Cancel)
    box.exec()
    meant = box.clickedButton() is release
    return meant, meant and no_more.isChecked()
