"""A window that only says that there is too little memory for the program."""

import sys

from PySide6.QtWidgets import QApplication, QMessageBox


def show_notice(text: str) -> None:
    """Shows the text until it is read."""
    application = QApplication.instance() or QApplication(sys.argv[:1])
    QMessageBox.critical(None, "SDC Desktop", text)
    del application
