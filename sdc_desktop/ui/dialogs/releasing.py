"""The question before records are released: what goes out can never be called back."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QMessageBox, QWidget

from sdc_desktop.words import N_, Words


def ask_to_release(text: str, words: Words, parent: QWidget) -> tuple[bool, bool]:
    """Whether it is meant, and whether to ask no more while this log is open. Escape releases nothing."""
    say = words.say
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.Warning)
    box.setWindowTitle(say(N_("Releasing cannot be undone")))
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(text)
    box.setInformativeText(
        say(
            N_(
                "Safe records are released immediately, together with waiting records that become safe. "
                "Every release is written to the release log and cannot be recalled. Unsafe records wait or "
                "are denied."
            )
        )
    )
    no_more = QCheckBox(say(N_("&Do not ask again while this log is open")))
    box.setCheckBox(no_more)
    release = box.addButton(say(N_("&Release safe records")), QMessageBox.ButtonRole.AcceptRole)
    box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(QMessageBox.StandardButton.Cancel)
    box.exec()
    meant = box.clickedButton() is release
    return meant, meant and no_more.isChecked()
