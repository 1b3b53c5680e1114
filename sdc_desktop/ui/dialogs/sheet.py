"""Which sheet of a workbook holds the records; asked only where there are several."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QListWidget,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from sdc_desktop.engine.context import JobContext
from sdc_desktop.ui.dialogs.help import give_help
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.theme import spread
from sdc_desktop.words import N_, Words


class SheetDialog(QDialog):
    """Looks for the sheets first. `chosen` tells the file and its sheet, None for the only one."""

    chosen = Signal(object)  # (Path, str | None)

    def __init__(self, path: Path, jobs: JobManager, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.path = path
        self._jobs = jobs
        self._words = words
        self.setWindowTitle(words.say(N_("Open {name}"), name=path.name))
        give_help(self, "data", words)
        question = QLabel(
            words.say(
                N_(
                    "Select the &sheet that contains the records. Its first row must contain the variable "
                    "names."
                )
            )
        )
        question.setWordWrap(True)
        self.sheets = QListWidget()
        question.setBuddy(self.sheets)
        self.sheets.setAccessibleName(words.say(N_("Sheets")))
        self.open_button = QPushButton(words.say(N_("&Open")))
        self.open_button.setProperty("weight", "primary")
        self.open_button.setDefault(True)
        self.buttons = QDialogButtonBox()
        self.buttons.addButton(self.open_button, QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.addButton(QPushButton(words.say(N_("Cancel"))), QDialogButtonBox.ButtonRole.RejectRole)
        column = QVBoxLayout(self)
        spread(column, self, margin=2)
        for part in (question, self.sheets, self.buttons):
            column.addWidget(part)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.sheets.itemDoubleClicked.connect(self.accept)

    def ask(self) -> None:
        """Look for the sheets; show the dialog where there are several, else tell the only one."""
        path = self.path

        def work(_context: JobContext) -> tuple[str, ...]:
            from sdc_desktop.engine.data.foreign.sheet_extent import sheet_names

            return sheet_names(path)

        title = self._words.say(N_("Reading the sheets of {name}"), name=path.name)
        running = self._jobs.start(title, work)
        running.succeeded.connect(self._show)
        running.failed.connect(self._take_first)

    def accept(self) -> None:
        """The sheet that is marked is the one."""
        item = self.sheets.currentItem()
        if item is not None:
            super().accept()
            self.chosen.emit((self.path, item.text()))

    @Slot(object)
    def _show(self, names: tuple[str, ...]) -> None:
        if len(names) < 2:
            self._take_first(())
            return
        self.sheets.addItems(names)
        self.sheets.setCurrentRow(0)
        self.sheets.setFocus(Qt.FocusReason.OtherFocusReason)
        self.open()

    @Slot(object)
    def _take_first(self, _problems: object) -> None:
        """Reading it says what is wrong, where something is."""
        self.chosen.emit((self.path, None))
